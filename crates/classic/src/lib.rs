//! The textbook Sudoku solvers, one short readable file each.
//!
//! These are the solvers that people write for LeetCode 37 and then compare: from filling the
//! whole grid blindly to dancing links. All of them answer the same question, report the same
//! events, obey the same budget and stop when told to, so that what differs is the idea alone.
//!
//! ```text
//!            ┌─ ValidPuzzle     the values, and what each cell may hold
//!  Puzzle ──▶│  budget    how many calls it may make          ──▶ search(&mut Run) ──▶ SearchEnd
//!            │  Observer  hears call, try, place, undo, solved
//!            └─ sink      takes each solution, says go on or stop
//! ```
//!
//! | file | what it knows |
//! |---|---|
//! | [`solvers`] | the thirteen solvers, in the order in which to read them |
//! | [`ValidPuzzle`] | what a solver starts from |
//! | [`SolverRun`] | one run: its budget, its observer, its sink |
//! | [`Observer`], [`Counter`], [`Trace`], [`CollapsedTrace`] | watching a run: counting it, recording it, in full or from afar |
//! | [`ALGORITHMS`], [`Algorithm`] | the table of all solvers: names, credits, costs, functions, sources |
//! | [`RunOutcome`] | none, one, many, or out of budget |
//! | [`leetcode`] | one file to paste into LeetCode |
//!
//! # Compare them
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
//! A *call* is one entry of the recursive function, and every entry counts: the first one, the
//! one that finds no empty cell and so has a solution in its hands, and the ones that find no
//! digit that fits. A plain search over the empty cells therefore makes one call more than it
//! makes placements. Solvers that walk over the given cells as well pay a call for each of them;
//! that is why [`counters`](solvers::counters) needs more calls than [`tables`](solvers::tables)
//! for the same placements.

mod algorithm;
mod collapsed_trace;
pub mod leetcode;
mod observer;
mod run;
mod run_outcome;
pub mod solvers;
mod valid_puzzle;

pub use algorithm::{ALGORITHMS, Algorithm};
pub use collapsed_trace::CollapsedTrace;
pub use observer::{Counter, Event, EventKind, Observer, Trace};
pub use run::{Flow, SearchEnd, SolverRun, StopReason};
pub use run_outcome::RunOutcome;
pub use valid_puzzle::ValidPuzzle;
