//! The candidates of the empty cells, as far as they follow from the values of a puzzle.

use veridoku_core::{CandidateSet, Grid, Puzzle};

/// Returns, for each empty cell, the candidates that do not conflict with any value.
pub(crate) fn candidates_left(values: &Grid) -> CandidateSet {
    let mut candidates = CandidateSet::EMPTY;
    for cell in !values.filled() {
        candidates.set_digits(cell, values.digits_left(cell));
    }
    candidates
}

/// Returns the candidates of the empty cells: those listed in the puzzle or, if it lists none, all that do
/// not conflict with any value.
pub(crate) fn open_candidates(puzzle: &Puzzle) -> CandidateSet {
    puzzle.written_candidates().copied().unwrap_or_else(|| candidates_left(puzzle.values()))
}

/// Adds these candidates to the puzzle. Empty cells without listed candidates get all candidates that do
/// not conflict with a value.
pub(crate) fn with_marks(puzzle: Puzzle, marks: &CandidateSet) -> Puzzle {
    let mut candidates = candidates_left(puzzle.values());
    for cell in marks.occupied() {
        candidates.set_digits(cell, marks.digits(cell));
    }
    puzzle.with_candidates(&candidates)
}
