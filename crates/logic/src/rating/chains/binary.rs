//! Chains that start from one candidate, assumed true and assumed false.
//!
//! They end in a contradiction, or in a conclusion that both assumptions share. Trees that the solution or
//! the filters rule out are not grown.

use super::super::grid::{CELLS, HOUSES, INDEXES, RatingGrid};
use super::chain_hints::ChainHintKind;
use super::chain_kind::ChainKind;
use super::forcing_search::ForcingChainSearch;
use super::prefilter::Prefilter;
use super::pruning;
use super::unary::UnarySearch;
use super::{Literal, off, on};

impl ForcingChainSearch {
    /// Looks for contradictions of the candidate assumed true and assumed false, and for conclusions that
    /// both share.
    pub(super) fn binary(
        &mut self,
        grid: &RatingGrid,
        (cell, digit): (usize, usize),
        prefilter: Prefilter,
        unary: &mut UnarySearch,
    ) {
        let literals = [on(cell, digit), off(cell, digit)];
        let doubles = grid.count(cell) >= 3 && self.chain_kind != ChainKind::Nishio;
        let (from_on, from_off, common) = match (prefilter, &self.solution) {
            (Prefilter::Implications(implications), _) => {
                let candidate = cell * 9 + digit;
                let common = doubles && implications.has_double(candidate);
                (implications.refutes_on(candidate), implications.refutes_off(candidate), common)
            }
            (_, Some(solution)) => {
                let [from_on, from_off] = literals.map(|literal| !solution.holds(literal));
                (from_on, from_off, doubles && self.can_share(grid, literals.into_iter(), unary))
            }
            _ => (true, true, doubles),
        };
        let skip_off = self.chain_kind == ChainKind::Dynamic
            && (from_off || common)
            && !matches!(prefilter, Prefilter::Implications(_))
            && pruning::is_enabled()
            && self.off_adds_nothing(grid, (cell, digit), unary);
        if from_on {
            let from_on = self.tree(grid, on(cell, digit), unary);
            self.add_contradiction(from_on, off(cell, digit), grid);
        }
        if from_off && !skip_off {
            let from_off = self.tree(grid, off(cell, digit), unary);
            self.add_contradiction(from_off, on(cell, digit), grid);
        }
        if common && !skip_off {
            let trees = literals.map(|literal| self.tree(grid, literal, unary));
            self.add_common(grid, &trees, ChainHintKind::Double);
        }
    }

    /// Reports whether the trees of these assumptions, of which exactly one is true, may have something in
    /// common.
    ///
    /// Grows the trees of the false assumptions, which are needed for their contradictions anyway.
    pub(super) fn can_share(
        &mut self,
        grid: &RatingGrid,
        literals: impl Iterator<Item = Literal>,
        unary: &mut UnarySearch,
    ) -> bool {
        if self.solution.is_none() || !self.chain_kind.is_dynamic() {
            return true;
        }
        let mut others = [0; 9];
        let mut count = 0;
        for literal in literals {
            if self.solution.as_ref().is_some_and(|solution| !solution.holds(literal)) {
                others[count] = self.tree(grid, literal, unary);
                count += 1;
            }
        }
        let limit = self.limit();
        let others = others.map(|tree| &self.trees[tree as usize]);
        self.solution.as_ref().is_none_or(|solution| solution.can_share(&others[..count], limit))
    }

    /// Reports whether the candidate assumed false gives no hint, alone or together with the candidate
    /// assumed true.
    ///
    /// If all its links lead to the same candidate, its tree contains the same as that candidate's tree,
    /// provided that tree is complete.
    fn off_adds_nothing(
        &mut self,
        grid: &RatingGrid,
        (cell, digit): (usize, usize),
        unary: &mut UnarySearch,
    ) -> bool {
        let others = grid.candidates[cell] & !(1 << digit);
        let mut next = others.is_power_of_two().then(|| on(cell, others.trailing_zeros() as usize));
        for kind in 0..3 {
            let house = HOUSES[cell][kind] as usize;
            let others = grid.places[house][digit] & !(1 << INDEXES[cell][kind]);
            if !others.is_power_of_two() {
                continue;
            }
            let other = on(CELLS[house][others.trailing_zeros() as usize] as usize, digit);
            if *next.get_or_insert(other) != other {
                return false;
            }
        }
        let Some(next) = next else { return true };
        let from_on = self.tree(grid, on(cell, digit), unary);
        let next = self.tree(grid, next, unary);
        let [from_on, next] = [from_on, next].map(|tree| &self.trees[tree as usize]);
        next.contradiction.is_none()
            && !next.pruned
            && (grid.count(cell) == 2 || from_on.seen.iter().zip(&next.seen).all(|(one, two)| one & two == 0))
    }
}
