//! The input of a search.

use crate::board::Board;
use crate::candidate::CandidateSet;
use crate::grid::Grid;
use crate::puzzle::Puzzle;

/// The starting point of a search: the given values, and optionally the candidates of the other cells.
///
/// Contradictory clues are allowed; a search then finds no solution.
#[derive(Copy, Clone, Debug)]
pub struct Clues<'a> {
    /// The given values.
    pub values: &'a Grid,
    /// The candidates of the cells without a value; `None` allows every digit.
    pub candidates: Option<&'a CandidateSet>,
}

impl<'a> From<&'a Grid> for Clues<'a> {
    fn from(values: &'a Grid) -> Clues<'a> {
        Clues { values, candidates: None }
    }
}

impl<'a> From<&'a Puzzle> for Clues<'a> {
    fn from(puzzle: &'a Puzzle) -> Clues<'a> {
        Clues { values: puzzle.values(), candidates: puzzle.written_candidates() }
    }
}

impl<'a> From<&'a Board> for Clues<'a> {
    fn from(board: &'a Board) -> Clues<'a> {
        Clues { values: board.values(), candidates: Some(board.candidates()) }
    }
}

impl<'a> From<&'a CandidateSet> for Clues<'a> {
    fn from(candidates: &'a CandidateSet) -> Clues<'a> {
        Clues { values: &Grid::EMPTY, candidates: Some(candidates) }
    }
}
