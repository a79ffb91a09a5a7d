//! Hidden and naked singles, in Sudoku Explainer's order: houses box, column, row; last cells before others.
//!
//! Apart from the singles of the hint engine because there the order in which they came up decides.

use super::grid::{BOXES, CELLS, COLUMNS, Grid, ROWS};
use super::hint::{Hint, Rule};

/// The first house of each kind, in the order of the basic techniques.
pub(super) const KINDS: [usize; 3] = [BOXES, COLUMNS, ROWS];

/// The first hidden single.
pub(super) fn hidden(grid: &Grid) -> Option<Hint> {
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
                return Some(Hint::place(Rule::LastCell, 1.0, cell, digit));
            }
            let rating = if kind == BOXES { 1.2 } else { 1.5 };
            other = Some(Hint::place(Rule::HiddenSingle, rating, cell, digit));
        }
    }
    other
}

/// The first naked single.
pub(super) fn naked(grid: &Grid) -> Option<Hint> {
    let cell = (0..81).find(|&cell| grid.candidates[cell].is_power_of_two())?;
    let digit = grid.candidates[cell].trailing_zeros() as usize;
    Some(Hint::place(Rule::NakedSingle, 2.3, cell, digit))
}
