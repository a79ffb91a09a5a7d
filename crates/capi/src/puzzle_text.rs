//! Puzzles read from a string of 81 or 729 characters.
//!
//! ```text
//! 81:   53.…                           the value of each cell
//! 729:  ....5......3......123456789…   nine characters per cell: its candidates
//! ```
//!
//! Both formats list constraints on an empty grid. With 81 characters, a constraint is a clue ("this
//! candidate is true"); with 729, it is an eliminated candidate ("this candidate is false"). Constraining and
//! minimizing are therefore implemented once for both.

use crate::budget::CallBudget;
use crate::status::CallResult;
use veridoku_core::solve::Clues;
use veridoku_core::{Candidate, CandidateSet, Cell, DigitSet, Grid};

/// A puzzle in one of the two formats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PuzzleText {
    /// The 81-character format: the value of each cell.
    Values(Grid),
    /// The 729-character format: the candidates of each cell.
    Candidates(CandidateSet),
}

impl PuzzleText {
    /// Reads 81 or 729 characters, with `.` or `0` for blanks. In the 729-character format, each digit must
    /// be at its own position. Returns `None` if the text is not valid.
    pub(crate) fn read(text: &[u8]) -> Option<PuzzleText> {
        if let Ok(cells) = <[u8; Cell::COUNT]>::try_from(text) {
            // Bytes below `0`, except `.`, wrap around to numbers far above 9, which the grid rejects.
            let numbers = cells.map(|byte| if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') });
            return Grid::from_bytes(numbers).map(PuzzleText::Values);
        }
        std::str::from_utf8(text).ok()?.parse().ok().map(PuzzleText::Candidates)
    }

    /// Returns the puzzle in the format in which it was read, with `.` for blanks.
    pub(crate) fn text(&self) -> String {
        match self {
            PuzzleText::Values(values) => values.to_string(),
            PuzzleText::Candidates(candidates) => candidates.to_string(),
        }
    }

    /// Returns the puzzle as the input of a search.
    pub(crate) fn clues(&self) -> Clues<'_> {
        match self {
            PuzzleText::Values(values) => values.into(),
            PuzzleText::Candidates(candidates) => candidates.into(),
        }
    }

    /// Returns the candidates that have a constraint: the clues, or the eliminated candidates.
    pub(crate) fn constraints(&self) -> CandidateSet {
        match self {
            PuzzleText::Values(values) => {
                values.values().map(|(cell, digit)| Candidate::new(cell, digit)).collect()
            }
            PuzzleText::Candidates(candidates) => !*candidates,
        }
    }

    /// Adds the constraint for this candidate.
    pub(crate) fn constrain(&mut self, candidate: Candidate) {
        match self {
            PuzzleText::Values(values) => values.set(candidate.cell(), Some(candidate.digit())),
            PuzzleText::Candidates(candidates) => {
                candidates.remove(candidate);
            }
        }
    }

    /// Removes the constraint for this candidate.
    pub(crate) fn relax(&mut self, candidate: Candidate) {
        match self {
            PuzzleText::Values(values) => values.set(candidate.cell(), None),
            PuzzleText::Candidates(candidates) => {
                candidates.insert(candidate);
            }
        }
    }

    /// Returns the digits that the text allows in a cell, before the rules of Sudoku are applied.
    pub(crate) fn digits(&self, cell: Cell) -> DigitSet {
        match self {
            PuzzleText::Values(values) => values.get(cell).map_or(DigitSet::ALL, DigitSet::only),
            PuzzleText::Candidates(candidates) => candidates.digits(cell),
        }
    }

    /// Finds a solution with one of these digits in the cell. They replace the digits that the puzzle allows
    /// in this cell; all other constraints still apply.
    pub(crate) fn solution_where(
        &self,
        cell: Cell,
        digits: DigitSet,
        budget: &mut CallBudget,
    ) -> CallResult<Option<Grid>> {
        let (mut values, mut candidates) = match self {
            PuzzleText::Values(values) => (*values, CandidateSet::ALL),
            PuzzleText::Candidates(candidates) => (Grid::EMPTY, *candidates),
        };
        values.set(cell, None);
        candidates.set_digits(cell, digits);
        let clues = Clues { values: &values, candidates: Some(&candidates) };
        Ok(budget.search(clues, 1)?[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_core::Digit;

    #[test]
    fn both_formats_round_trip() {
        let values = format!("123456789{}", ".".repeat(72));
        let candidates = format!("{}{}", ".".repeat(9), "123456789".repeat(80));
        for text in [values, candidates] {
            assert_eq!(PuzzleText::read(text.as_bytes()).unwrap().text(), text);
            assert_eq!(PuzzleText::read(text.replace('.', "0").as_bytes()).unwrap().text(), text);
        }
    }

    #[test]
    fn invalid_bytes_are_rejected() {
        for byte in 0..=u8::MAX {
            let mut cells = [b'.'; 81];
            cells[80] = byte;
            assert_eq!(PuzzleText::read(&cells).is_some(), byte == b'.' || byte.is_ascii_digit(), "{byte}");
            let mut candidates = [b'.'; 729];
            candidates[728] = byte;
            assert_eq!(PuzzleText::read(&candidates).is_some(), b".09".contains(&byte), "{byte}");
        }
    }

    #[test]
    fn constraints_can_be_added_and_removed() {
        let candidate = Candidate::new(Cell::new(4, 4), Digit::Five);
        for empty in [PuzzleText::Values(Grid::EMPTY), PuzzleText::Candidates(CandidateSet::ALL)] {
            let mut puzzle = empty.clone();
            assert!(puzzle.constraints().is_empty());
            puzzle.constrain(candidate);
            assert_eq!(puzzle.constraints().single(), Some(candidate));
            puzzle.relax(candidate);
            assert_eq!(puzzle, empty);
        }
    }
}
