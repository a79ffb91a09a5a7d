//! The textbook Sudoku solvers, each in one short, readable file.
//!
//! These are the solvers that people write for LeetCode 37 and then compare, from blindly filling
//! the whole grid to dancing links. All of them have the same interface: they report the same
//! events, respect the same budget and stop on request. So they differ only in their ideas.
//!
//! ```text
//!            ┌─ ValidPuzzle   the values, and the digits that each cell may contain
//!  Puzzle ──▶│  budget        the maximum number of calls                  ──▶ search(&mut SolverRun)
//!            │  Observer      receives the events: call, try, place, undo, …       ──▶ SearchEnd
//!            └─ sink          receives each solution, and continues or stops
//! ```
//!
//! | item | content |
//! |---|---|
//! | [`solvers`] | the thirteen solvers, in reading order |
//! | [`ValidPuzzle`] | the input of a solver |
//! | [`SolverRun`] | one run, with its budget, observer and sink |
//! | [`Observer`] | the interface for watching a run |
//! | [`Event`], [`EventKind`] | what an observer receives |
//! | [`Counter`], [`Trace`] | observers that count or record the events |
//! | [`Recording`], [`SearchProfile`] | what a trace has recorded, and an overview of the whole search |
//! | [`ALGORITHMS`], [`Algorithm`] | the table of all solvers: names, credits, costs, functions, sources |
//! | [`RunOutcome`] | the result: no solution, one, several, or out of budget |
//! | [`SolverSource`], [`Language`] | the source code of the solvers in five languages, with the lines of the events |
//! | [`leetcode`] | a solution to paste into LeetCode |
//!
//! # Comparing the solvers
//!
//! ```
//! use veridoku_classic::{ALGORITHMS, Counter};
//! use veridoku_core::{Grid, Puzzle};
//!
//! let grid: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let puzzle = Puzzle::from(grid);
//! for algorithm in &ALGORITHMS {
//!     let mut counter = Counter::default();
//!     let answer = algorithm.observe_up_to(&puzzle, 1, 1_000_000, &mut counter);
//!     println!("{:13} {:8} calls, {answer}", algorithm.name, counter.calls);
//! }
//! # Ok::<(), veridoku_core::ParseGridError>(())
//! ```
//!
//! # What counts as a call
//!
//! A *call* is one invocation of the recursive function. Every call counts: the first one, the one
//! that finds no empty cell and has therefore found a solution, and those that find no digit that fits.
//! So a plain search over the empty cells makes one call more than it makes placements. Solvers
//! that also visit the given cells make a call for each of them. That is why
//! [`counters`](solvers::counters) needs more calls than [`tables`](solvers::tables) for the same
//! placements.

/// Includes a file of source code; without the feature `sources`, it is empty.
macro_rules! source_text {
    ($path:expr) => {
        if cfg!(feature = "sources") { include_str!($path) } else { "" }
    };
}

mod algorithm;
mod event;
mod language;
pub mod leetcode;
mod observer;
mod profile;
mod run;
mod run_outcome;
pub mod solvers;
mod trace;
mod valid_puzzle;

pub use algorithm::{ALGORITHMS, Algorithm};
pub use event::{Constraint, EliminationCause, Event, EventKind};
pub use language::{Language, SolverSource};
pub use observer::{Counter, Observer};
pub use profile::{ProfileBucket, SearchProfile};
pub use run::{Flow, SearchEnd, SolverRun, StopReason};
pub use run_outcome::RunOutcome;
pub use trace::{RecordedEvent, Recording, Trace, TraceStart};
pub use valid_puzzle::ValidPuzzle;

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
