//! Whether the rules about deadly patterns hold in a puzzle.
//!
//! A file of its own because it is asked once for each puzzle, of the puzzle as it was written, and not of the grid that is rated.
//!
//! ```text
//! 81 characters ────────────────────────────────┐
//! candidates, those that the lone ones leave ───┴▶ deadly patterns prove something
//! candidates, fewer than that ────────────────────▶ they may not
//! ```

use veridoku_core::{Board, Cell, Grid, Puzzle};

/// Whether deadly patterns may be used.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Uniqueness {
    /// The givens alone have one solution.
    OfGivens,
    /// Candidates were struck beforehand: a pattern may be deadly without proving anything.
    OfCandidates,
}

impl Uniqueness {
    /// What the candidates of a puzzle say, however they were written.
    ///
    /// A lone candidate that no peer has is as good as a given. If those leave just the candidates that are there, nothing
    /// was struck beforehand: given by givens or by candidates, it is the same puzzle.
    pub(super) fn of(puzzle: &Puzzle, board: &Board) -> Uniqueness {
        if puzzle.written_candidates().is_none() {
            return Uniqueness::OfGivens;
        }
        let candidates = board.candidates();
        let mut givens = Grid::EMPTY;
        for cell in Cell::all() {
            let lone = candidates.digits(cell).single();
            givens.set(cell, lone.filter(|&digit| candidates.cells(digit).is_disjoint(cell.peers())));
        }
        match Board::new(&Puzzle::from(givens)) {
            Ok(plain) if plain.candidates() == candidates => Uniqueness::OfGivens,
            _ => Uniqueness::OfCandidates,
        }
    }
}
