//! Explains odd rings of cells, and other patterns of cells that cannot be filled with only a few digits.

use super::words::{Notation, digits, number};
use crate::Oddagon;

/// Explains why the cells cannot be filled with the digits alone, and which other candidates remain.
pub(super) fn oddagon(oddagon: &Oddagon, notation: Notation) -> String {
    let values = digits(oddagon.digits);
    let cells = notation.cell_sequence(&oddagon.cells);
    let count = number(oddagon.cells.len());
    let why = match oddagon.digits.len() {
        1 => format!(
            "{cells} form a ring of {count} cells, each of which sees the next. If the rows, columns and \
             boxes that link them had no other places for {values}, exactly one cell of each neighbouring \
             pair would be {values}. But that is impossible in a ring with an odd number of cells."
        ),
        2 => format!(
            "{cells} form a ring of {count} cells, each of which sees the next. If they contained only \
             {values}, the two digits would have to alternate. But that is impossible in a ring with an odd \
             number of cells."
        ),
        _ => format!(
            "{cells} are in four boxes, three in each, in different rows and columns. If they contained only \
             {values}, each box would have these three digits in some order. But whatever the order in three \
             of the boxes, the fourth would repeat a digit in a row or column."
        ),
    };
    let rescue = match oddagon.guardians.single() {
        // The guardians of a ring of one digit are candidates for that digit outside the ring.
        Some(only) if oddagon.digits.len() == 1 => {
            let (cell, digit) = (notation.cell(only.cell()), only.digit());
            format!("The only other place is {cell}, so {cell} is {digit}.")
        }
        _ => notation.rescue(&oddagon.guardians).unwrap_or_else(|| {
            format!(
                "So at least one of these is true: {}. A candidate that conflicts with each of them can be \
                 eliminated.",
                notation.candidate_choice(&oddagon.guardians)
            )
        }),
    };
    format!("{why} {rescue}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_core::{Candidate, CandidateSet, Cell, Digit};

    /// Explains the ring r1c1 r1c9 r5c9 r5c2 r2c2 with these digits and guardians.
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
    fn the_guardian_of_a_broken_wing_is_outside_the_ring() {
        let text = ring(&[Digit::Two], &[(Cell::new(2, 2), Digit::Two)]);
        assert!(text.ends_with("The only other place is r3c3, so r3c3 is 2."), "{text}");
    }

    #[test]
    fn the_guardian_of_a_bivalue_ring_is_an_extra_candidate() {
        let text = ring(&[Digit::One, Digit::Two], &[(Cell::new(4, 8), Digit::Three)]);
        assert!(text.ends_with("Only r5c9 has other candidates, so r5c9 is 3."), "{text}");
    }

    #[test]
    fn several_guardians_eliminate_what_sees_all_of_them() {
        let text = ring(&[Digit::Two], &[(Cell::new(2, 2), Digit::Two), (Cell::new(2, 1), Digit::Two)]);
        assert!(text.contains("At least one of these cells is 2"), "{text}");
        let text = ring(
            &[Digit::One, Digit::Two],
            &[(Cell::new(4, 8), Digit::Three), (Cell::new(0, 0), Digit::Four)],
        );
        assert!(text.contains("at least one of these is true"), "{text}");
    }
}
