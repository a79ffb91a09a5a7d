//! Solves one puzzle at a time.
//!
//! ```text
//! &Grid · &Puzzle · &Board · &CandidateSet ──▶ Clues ──▶ engine ──▶ SearchResult · Solutions
//! ```
//!
//! The cost of a search is measured in *nodes*. A node is one guess: a digit tried in a cell that had other
//! candidates. Every search can be limited to a number of solutions and a number of nodes, and its result
//! shows which limit, if any, ended it. The order of the solutions and the number of nodes depend only on the
//! puzzle, not on the processor.
//!
//! ```
//! use veridoku_core::{Grid, solve};
//!
//! let puzzle: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let solution = solve::unique_solution(&puzzle).unwrap();
//! assert!(solution.is_solved() && puzzle.is_part_of(&solution));
//!
//! let count = solve::count_up_to(&Grid::EMPTY, 1000);
//! assert_eq!((count.count, count.end), (1000, solve::End::SolutionLimit));
//! # Ok::<(), veridoku_core::ParseGridError>(())
//! ```

#![allow(
    clippy::inline_always,
    reason = "a function that is not inlined is compiled without the instructions of the backend"
)]

mod backend;
mod branch;
mod clues;
mod engine;
mod lanes;
mod quick_choice;
mod search_result;
mod solutions;
mod solver;
mod triads;

pub use backend::{Backend, UnknownBackend};
pub use clues::Clues;
pub use search_result::{End, Limits, SearchResult};
pub use solutions::Solutions;
pub use solver::Solver;

use crate::grid::Grid;

/// Searches for solutions within the given limits.
pub fn search<'a>(clues: impl Into<Clues<'a>>, limits: Limits) -> SearchResult {
    Solver::new().search(clues, limits)
}

/// Returns the solution of a puzzle, or `None` if there is not exactly one.
pub fn unique_solution<'a>(clues: impl Into<Clues<'a>>) -> Option<Grid> {
    search(clues, Limits::UNIQUE).unique().copied()
}

/// Counts solutions up to a limit.
pub fn count_up_to<'a>(clues: impl Into<Clues<'a>>, limit: u64) -> SearchResult {
    search(clues, Limits::solutions(limit))
}

/// Reports whether there is exactly one solution.
pub fn is_unique<'a>(clues: impl Into<Clues<'a>>) -> bool {
    unique_solution(clues).is_some()
}

/// Returns a lazy iterator over all solutions.
pub fn solutions<'a>(clues: impl Into<Clues<'a>>) -> Solutions {
    Solver::new().solutions(clues)
}
