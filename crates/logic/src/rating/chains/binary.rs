//! A candidate assumed true and false: the contradictions of both, what they have in common, and which of that can be at all.
//!
//! A file of its own because here what holds in the solution, and what is foretold, decide which trees are grown.

use super::super::grid::{CELLS, Grid, HOUSES, INDEXES};
use super::chain_kind::ChainKind;
use super::known::Known;
use super::producer::Producer;
use super::shortcut;
use super::slot::Kind;
use super::unary::Unary;
use super::{Literal, off, on};

impl Producer {
    /// The contradictions of a candidate true and of it false, and what both have in common.
    pub(super) fn binary(
        &mut self,
        grid: &Grid,
        (cell, digit): (usize, usize),
        known: Known,
        unary: &mut Unary,
    ) {
        let literals = [on(cell, digit), off(cell, digit)];
        let doubles = grid.count(cell) >= 3 && self.strength != ChainKind::Nishio;
        let (from_on, from_off, both) = match (known, &self.truth) {
            (Known::Forecast(forecast), _) => {
                let candidate = cell * 9 + digit;
                let both = doubles && forecast.has_double(candidate);
                (forecast.refutes_on(candidate), forecast.refutes_off(candidate), both)
            }
            (_, Some(truth)) => {
                let [from_on, from_off] = literals.map(|literal| !truth.holds(literal));
                (from_on, from_off, doubles && self.may_share(grid, literals.into_iter(), unary))
            }
            _ => (true, true, doubles),
        };
        let mute = self.strength == ChainKind::Dynamic
            && (from_off || both)
            && !matches!(known, Known::Forecast(_))
            && shortcut::are_taken()
            && self.is_mute(grid, (cell, digit), unary);
        if from_on {
            let from_on = self.tree(grid, on(cell, digit), unary);
            self.contradiction(from_on, off(cell, digit), grid);
        }
        if from_off && !mute {
            let from_off = self.tree(grid, off(cell, digit), unary);
            self.contradiction(from_off, on(cell, digit), grid);
        }
        if both && !mute {
            let trees = literals.map(|literal| self.tree(grid, literal, unary));
            self.common(grid, &trees, Kind::Double);
        }
    }

    /// Whether the trees of these assumptions, of which one holds, may have something in common.
    ///
    /// The trees of the others are grown for it, as their contradictions are wanted anyway.
    pub(super) fn may_share(
        &mut self,
        grid: &Grid,
        literals: impl Iterator<Item = Literal>,
        unary: &mut Unary,
    ) -> bool {
        if self.truth.is_none() || !self.strength.is_dynamic() {
            return true;
        }
        let mut others = [0; 9];
        let mut count = 0;
        for literal in literals {
            if self.truth.as_ref().is_some_and(|truth| !truth.holds(literal)) {
                others[count] = self.tree(grid, literal, unary);
                count += 1;
            }
        }
        let limit = self.limit();
        let others = others.map(|tree| &self.trees[tree as usize]);
        self.truth.as_ref().is_none_or(|truth| truth.may_share(&others[..count], limit))
    }

    /// Whether the candidate false gives no hint, by itself or with the candidate true.
    ///
    /// Where its only link leads to one other candidate, its tree holds what that one's tree holds, if that is whole.
    fn is_mute(&mut self, grid: &Grid, (cell, digit): (usize, usize), unary: &mut Unary) -> bool {
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
        next.clash.is_none()
            && !next.cut
            && (grid.count(cell) == 2 || from_on.seen.iter().zip(&next.seen).all(|(one, two)| one & two == 0))
    }
}
