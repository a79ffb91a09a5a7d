//! What a technique of the rating finds: what it strikes or writes, under which rule, at which rating.
//!
//! A file of its own because every technique gives it and only the loop takes it.

#[cfg(test)]
use super::difficulty::Difficulty;
use super::grid::{RatingGrid, bits};
use super::premise::RatedChain;
use super::rule::Rule;

/// What one hint says; cells and digits are plain numbers here.
#[derive(Clone, Debug)]
pub(super) struct RatingHint {
    pub(super) rule: Rule,
    /// The rating as Sudoku Explainer sums it up, rounding errors included: hints are compared by it.
    pub(super) rating: f64,
    /// The digits to strike, by cell.
    pub(super) removals: Vec<(u8, u16)>,
    /// The cell and the digit to write.
    pub(super) placement: Option<(u8, u8)>,
    /// The chain it rests on, if it does.
    pub(super) chain: Option<RatedChain>,
}

impl RatingHint {
    /// A hint that writes a digit.
    pub(super) fn placing(rule: Rule, rating: f64, cell: usize, digit: usize) -> RatingHint {
        RatingHint {
            rule,
            rating,
            removals: Vec::new(),
            placement: Some((cell as u8, digit as u8)),
            chain: None,
        }
    }

    /// A hint that strikes candidates, if it strikes any.
    pub(super) fn eliminating(rule: Rule, rating: f64, removals: Vec<(u8, u16)>) -> Option<RatingHint> {
        (!removals.is_empty()).then_some(RatingHint { rule, rating, removals, placement: None, chain: None })
    }

    /// Does what the hint says.
    pub(super) fn apply(&self, grid: &mut RatingGrid) {
        for &(cell, digits) in &self.removals {
            for digit in bits(digits) {
                grid.eliminate(cell as usize, digit);
            }
        }
        if let Some((cell, digit)) = self.placement {
            grid.place(cell as usize, digit as usize);
        }
    }
}

/// What tests compare.
#[cfg(test)]
impl RatingHint {
    /// Rule, rating in tenths, and what is placed: cell and digit (1 to 9).
    pub(super) fn as_placement(&self) -> (Rule, u16, (u8, u8)) {
        let (cell, digit) = self.placement.expect("a digit is placed");
        (self.rule, Difficulty::of(self.rating).tenths(), (cell, digit + 1))
    }

    /// Rule, rating in tenths, and what is struck: cells and bits of digits.
    pub(super) fn as_eliminations(&self) -> (Rule, u16, &[(u8, u16)]) {
        (self.rule, Difficulty::of(self.rating).tenths(), &self.removals)
    }
}
