//! A hint: the rule and rating of a step, and the digits to place or eliminate.

#[cfg(test)]
use super::difficulty::Difficulty;
use super::grid::{RatingGrid, bits};
use super::premise::RatedChain;
use super::scale::Rule;
use std::ops::ControlFlow;

/// A hint. Cells and digits are plain indices.
#[derive(Clone, Debug)]
pub(super) struct RatingHint {
    pub(super) rule: Rule,
    /// The rating as Sudoku Explainer computes it, including rounding errors, because hints are compared by
    /// this value.
    pub(super) rating: f64,
    /// The candidates to eliminate, as cells with masks of digits.
    pub(super) removals: Vec<(u8, u16)>,
    /// The cell and the digit to place.
    pub(super) placement: Option<(u8, u8)>,
    /// The chain that proves the hint, for chain techniques.
    pub(super) chain: Option<RatedChain>,
}

impl RatingHint {
    /// Creates a hint that places a digit, with the lowest rating of its rule.
    pub(super) fn placing(rule: Rule, cell: usize, digit: usize) -> RatingHint {
        let placement = Some((cell as u8, digit as u8));
        RatingHint { rule, rating: rule.rating().value(), removals: Vec::new(), placement, chain: None }
    }

    /// Creates a hint that eliminates candidates, with the lowest rating of its rule. Returns `None` if there
    /// is nothing to eliminate.
    pub(super) fn eliminating(rule: Rule, removals: Vec<(u8, u16)>) -> Option<RatingHint> {
        let rating = rule.rating().value();
        (!removals.is_empty()).then_some(RatingHint { rule, rating, removals, placement: None, chain: None })
    }

    /// Replaces the rating.
    pub(super) fn rated(self, rating: f64) -> RatingHint {
        RatingHint { rating, ..self }
    }

    /// Applies the hint to a grid.
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

/// Breaks with the hint if there is one, and continues otherwise.
pub(super) fn stop_at(hint: Option<RatingHint>) -> ControlFlow<RatingHint> {
    hint.map_or(ControlFlow::Continue(()), ControlFlow::Break)
}

/// Accessors for tests.
#[cfg(test)]
impl RatingHint {
    /// Returns the rule, the rating in tenths, and the placement as a cell index and a digit from 1 to 9.
    pub(super) fn as_placement(&self) -> (Rule, u16, (u8, u8)) {
        let (cell, digit) = self.placement.expect("a digit is placed");
        (self.rule, Difficulty::of(self.rating).tenths(), (cell, digit + 1))
    }

    /// Returns the rule, the rating in tenths, and the eliminations as cell indices with masks of digits.
    pub(super) fn as_eliminations(&self) -> (Rule, u16, &[(u8, u16)]) {
        (self.rule, Difficulty::of(self.rating).tenths(), &self.removals)
    }
}
