//! Pointing and claiming, and their direct forms, which place a digit.
//!
//! ```text
//! confined house ──▶ crossing house        all places of the digit in the confined house are in the crossing
//! box → column, box → row                  house, so it is eliminated from the rest of the crossing house
//! column → box, row → box
//! ```

use super::grid::{BOXES, CELLS, COLUMNS, CROSSINGS, ROWS, RatingGrid, bits, count};
use super::hint::{RatingHint, stop_at};
use super::scale::Rule;
use std::ops::ControlFlow;

/// The kinds of the confined and the crossing house, in the order in which they are tried. A kind is given by
/// the index of its first house.
pub(super) const PAIRS: [(usize, usize); 4] =
    [(BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES)];

/// A digit whose places in one house are all in another house as well.
#[derive(Copy, Clone, Debug)]
pub(super) struct Confinement {
    pub(super) house: usize,
    pub(super) crossing: usize,
    pub(super) digit: usize,
}

impl Confinement {
    /// Returns the cells of the crossing house from which the digit is eliminated.
    pub(super) fn eliminations(self, grid: &RatingGrid) -> impl Iterator<Item = usize> {
        let outside = grid.places[self.crossing][self.digit] & !CROSSINGS[self.crossing][self.house];
        bits(outside).map(move |index| CELLS[self.crossing][index] as usize)
    }
}

/// Calls `visit` for every confined digit with more than one place, in Sudoku Explainer's order.
pub(super) fn each<B>(
    grid: &RatingGrid,
    mut visit: impl FnMut(Confinement) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for (first, second) in PAIRS {
        for house in first..first + 9 {
            // Two houses of different kinds share at most three cells, so a confined digit has two or three
            // places.
            let eligible = (0..9).fold(0_u16, |eligible, digit| {
                eligible | u16::from((2..=3).contains(&count(grid.places[house][digit]))) << digit
            });
            if eligible == 0 {
                continue;
            }
            for crossing in second..second + 9 {
                let common = CROSSINGS[house][crossing];
                if common == 0 {
                    continue;
                }
                for digit in bits(eligible) {
                    if grid.places[house][digit] & !common == 0 {
                        visit(Confinement { house, crossing, digit })?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the first confinement that leaves the digit only one place in another house of the same kind as
/// the confined house.
pub(super) fn direct(grid: &RatingGrid) -> Option<RatingHint> {
    each(grid, |found| {
        let Confinement { house, crossing, digit } = found;
        let first = house / 9 * 9;
        for other in (first..first + 9).filter(|&other| other != house) {
            let common = CROSSINGS[other][crossing];
            let places = grid.places[other][digit];
            if common != 0 && count(places) > 1 && (places & !common).is_power_of_two() {
                let cell = CELLS[other][(places & !common).trailing_zeros() as usize] as usize;
                let rule = if first == BOXES { Rule::DirectPointing } else { Rule::DirectClaiming };
                return ControlFlow::Break(RatingHint::placing(rule, cell, digit));
            }
        }
        ControlFlow::Continue(())
    })
    .break_value()
}

/// Returns the first confinement that eliminates something.
pub(super) fn find(grid: &RatingGrid) -> Option<RatingHint> {
    each(grid, |found| {
        let removals: Vec<_> = found.eliminations(grid).map(|cell| (cell as u8, 1 << found.digit)).collect();
        let rule = if found.house < ROWS { Rule::Pointing } else { Rule::Claiming };
        stop_at(RatingHint::eliminating(rule, removals))
    })
    .break_value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointing_eliminates_from_the_rest_of_the_row() {
        let grid = RatingGrid::BLANK.confined(BOXES, 3, &[0, 1]);
        let eliminated: Vec<_> = (3..9).map(|cell| (cell, 0b100)).collect();
        assert_eq!(find(&grid).unwrap().as_eliminations(), (Rule::Pointing, 26, &eliminated[..]));
        assert!(direct(&grid).is_none());
    }

    #[test]
    fn claiming_eliminates_from_the_rest_of_the_box() {
        let grid = RatingGrid::BLANK.confined(ROWS, 3, &[0, 1]);
        let eliminated: Vec<_> = [9, 10, 11, 18, 19, 20].map(|cell| (cell, 0b100)).into();
        assert_eq!(find(&grid).unwrap().as_eliminations(), (Rule::Claiming, 28, &eliminated[..]));
    }

    #[test]
    fn pointing_is_direct_if_it_leaves_one_place_in_another_box() {
        let grid = RatingGrid::BLANK.confined(BOXES, 3, &[0, 1]).confined(BOXES + 1, 3, &[3, 12]);
        assert_eq!(direct(&grid).unwrap().as_placement(), (Rule::DirectPointing, 17, (12, 3)));
    }
}
