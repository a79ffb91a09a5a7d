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
        // In a ring of one digit a guardian is a further place of it, outside the ring.
        (Some(cell), Some(digit)) if oddagon.digits.len() == 1 => {
            format!("The only other place is {cell}, so {cell} is {digit}.", cell = notation.cell(cell))
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_core::{CandidateSet, Cell, Digit};

    /// The ring r1c1 r1c9 r5c9 r5c2 r2c2 of these digits, with these guardians.
    fn ring(digits: &[Digit], guardians: &[(Cell, Digit)]) -> String {
        let cells = [(0, 0), (0, 8), (4, 8), (4, 1), (1, 1)];
        let evidence = Oddagon {
            digits: digits.iter().copied().collect(),
            cells: cells.iter().map(|&(row, column)| Cell::new(row, column)).collect(),
            guardians: guardians
                .iter()
                .map(|&(cell, digit)| Candidate::new(cell, digit))
                .collect::<CandidateSet>(),
            truths: Vec::new(),
        };
        oddagon(&evidence, Notation::RowColumn)
    }

    #[test]
    fn the_guardian_of_a_broken_wing_is_a_place_outside_the_ring() {
        let text = ring(&[Digit::Two], &[(Cell::new(2, 2), Digit::Two)]);
        assert!(text.ends_with("The only other place is r3c3, so r3c3 is 2."), "{text}");
    }

    #[test]
    fn the_guardian_of_two_digits_is_a_further_candidate() {
        let text = ring(&[Digit::One, Digit::Two], &[(Cell::new(4, 8), Digit::Three)]);
        assert!(text.ends_with("Only r5c9 has other candidates, so r5c9 is 3."), "{text}");
    }

    #[test]
    fn several_guardians_exclude_what_sees_them_all() {
        let text = ring(&[Digit::Two], &[(Cell::new(2, 2), Digit::Two), (Cell::new(2, 1), Digit::Two)]);
        assert!(text.contains("One of them is 2"), "{text}");
        let text = ring(
            &[Digit::One, Digit::Two],
            &[(Cell::new(4, 8), Digit::Three), (Cell::new(0, 0), Digit::Four)],
        );
        assert!(text.contains("at least one of these is true"), "{text}");
    }
}
