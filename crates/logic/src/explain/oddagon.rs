//! Sentences for rings of odd length and other cells that have no filling.

use super::words::{Notation, all_of, digit_choice, digits, number};
use crate::evidence::Oddagon;
use veridoku_core::{Candidate, DigitSet};

/// A ring that has no filling, and the candidates that save it.
pub(super) fn oddagon(oddagon: &Oddagon, notation: Notation) -> String {
    let values = digits(oddagon.digits);
    let walk = notation.walk(&oddagon.cells);
    let count = number(oddagon.cells.len());
    let why = match oddagon.digits.len() {
        1 => format!(
            "{walk} form a ring of {count} cells, each of which shares a row, column or box with the next. If the rows, \
             columns and boxes that link them had no other places for {values}, exactly one of each two neighbours would be {values}; but an odd number of cells \
             cannot take turns all around."
        ),
        2 => format!(
            "{walk} form a ring of {count} cells, each of which shares a row, column or box with the next. With {values} \
             alone neighbours would have to take turns; but an odd number of cells cannot take turns all around."
        ),
        _ => format!(
            "{walk} lie in four boxes, three in each, in different rows and columns. With {values} alone each box would \
             have these three digits in some order, but whatever the order in three of the boxes, a digit of the fourth \
             would stand twice in a row or column."
        ),
    };
    let roof = oddagon.guardians.occupied();
    let extra: DigitSet = oddagon.guardians.iter().map(Candidate::digit).collect();
    let rescue = match (roof.single(), extra.single()) {
        (Some(cell), _) => format!(
            "Only {cell} has other candidates, so {cell} is {}.",
            digit_choice(extra),
            cell = notation.cell(cell)
        ),
        (None, Some(digit)) => format!(
            "The only way out is {digit} in {}. One of them is {digit}, so no cell that shares a row, column or box with {} of \
             them can be {digit}.",
            notation.cell_choice(roof),
            all_of(roof.len())
        ),
        (None, None) => format!(
            "So at least one of these is true: {}; what each of them excludes goes.",
            notation.candidate_choice(&oddagon.guardians)
        ),
    };
    format!("{why} {rescue}")
}
