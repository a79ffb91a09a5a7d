//! Hidden and naked singles, in Sudoku Explainer's order.
//!
//! Boxes are scanned before columns, and columns before rows. The last empty cell of a house is reported
//! before any other hidden single. The finders of the hint engine return singles in the order in which they
//! became available, so they cannot be used here.

use super::grid::{BOXES, CELLS, COLUMNS, ROWS, RatingGrid};
use super::hint::RatingHint;
use super::scale::{self, Rule};

/// The index of the first house of each kind, in the order in which the basic techniques scan the kinds.
pub(super) const KINDS: [usize; 3] = [BOXES, COLUMNS, ROWS];

/// Returns the first hidden single.
pub(super) fn hidden(grid: &RatingGrid) -> Option<RatingHint> {
    let mut other = None;
    for kind in KINDS {
        for house in kind..kind + 9 {
            let alone = grid.empty[house] == 1;
            if !alone && other.is_some() {
                continue;
            }
            let Some(digit) = (0..9).find(|&digit| grid.places[house][digit].is_power_of_two()) else {
                continue;
            };
            let cell = CELLS[house][grid.places[house][digit].trailing_zeros() as usize] as usize;
            if alone {
                return Some(RatingHint::placing(Rule::LastCell, cell, digit));
            }
            let hint = RatingHint::placing(Rule::HiddenSingle, cell, digit);
            let in_line = scale::HIDDEN_SINGLE_IN_LINE.value();
            other = Some(if kind == BOXES { hint } else { hint.rated(in_line) });
        }
    }
    other
}

/// Returns the first naked single.
pub(super) fn naked(grid: &RatingGrid) -> Option<RatingHint> {
    let cell = (0..81).find(|&cell| grid.candidates[cell].is_power_of_two())?;
    let digit = grid.candidates[cell].trailing_zeros() as usize;
    Some(RatingHint::placing(Rule::NakedSingle, cell, digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digit_with_one_place_in_a_box_is_a_hidden_single() {
        let grid = RatingGrid::BLANK.confined(BOXES, 5, &[10]);
        assert_eq!(hidden(&grid).unwrap().as_placement(), (Rule::HiddenSingle, 12, (10, 5)));
        let grid = RatingGrid::BLANK.confined(ROWS + 3, 5, &[30]);
        assert_eq!(hidden(&grid).unwrap().as_placement(), (Rule::HiddenSingle, 15, (30, 5)));
        assert!(hidden(&RatingGrid::BLANK).is_none());
    }

    #[test]
    fn the_last_cell_of_a_row_comes_before_other_singles() {
        let mut grid = RatingGrid::BLANK.confined(BOXES + 8, 5, &[70]);
        for cell in 0..8 {
            grid.place(cell, cell);
        }
        assert_eq!(hidden(&grid).unwrap().as_placement(), (Rule::LastCell, 10, (8, 9)));
    }

    #[test]
    fn a_cell_with_one_candidate_is_a_naked_single() {
        let grid = RatingGrid::BLANK.with(40, "7");
        assert_eq!(naked(&grid).unwrap().as_placement(), (Rule::NakedSingle, 23, (40, 7)));
        assert!(naked(&RatingGrid::BLANK).is_none());
    }
}
