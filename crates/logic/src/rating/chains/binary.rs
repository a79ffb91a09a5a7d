//! Chains that assume one candidate true, then false.
//!
//! A hint is a contradiction under one of the two assumptions, or a conclusion that follows from both. Trees
//! that cannot give a hint, according to the solution or the filters, are not grown.

use super::super::grid::{CELLS, HOUSES, INDEXES, RatingGrid};
use super::chain_hints::ChainHintKind;
use super::chain_kind::ChainKind;
use super::forcing_search::ForcingChainSearch;
use super::prefilter::Prefilter;
use super::pruning;
use super::unary::UnarySearch;
use super::{Literal, off, on};

impl ForcingChainSearch {
    /// Searches for hints from one candidate: a contradiction if it is assumed true or assumed false, and
    /// conclusions that follow from both assumptions.
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

    /// Reports whether the trees of these assumptions may contain a common literal. Exactly one of the
    /// assumptions must be true in the solution.
    ///
    /// This grows the trees of the false assumptions. The search for contradictions needs these trees in any
    /// case.
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

    /// Returns true if assuming the candidate false cannot give a hint, either by itself or together with
    /// assuming it true.
    ///
    /// If all strong links of the candidate lead to the same target, assuming the candidate false has the
    /// same consequences as assuming the target true. This requires the tree of the target to be complete.
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
