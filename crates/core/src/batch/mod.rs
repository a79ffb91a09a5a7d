//! Solves many puzzles at once, one puzzle per bit.
//!
//! Here a 512-bit register holds one bit for each of 512 puzzles. The candidate "7 in r3c5" of all 512
//! puzzles is one such register, called a *plane*, and 729 planes represent 512 boards. The position of a
//! puzzle in the planes is its *slot*. The rules of Sudoku become and, or and xor on planes, without tables,
//! branches or shuffles, and every instruction works on every puzzle. Only the search differs from puzzle to
//! puzzle, and each of its steps is performed at the same time for all slots that need it.
//!
//! ```text
//!   slot             511 …  3  2  1  0
//!   plane 7 in r3c4    1 …  1  0  1  0      bit 1 is set: 7 is possible in r3c4 of the puzzle in slot 1
//!   plane 7 in r3c5    1 …  0  0  1  0
//!   plane 7 in r3c6    0 …  0  0  0  1
//!           or         1 …  1  0  1  1      one instruction: is 7 possible in any of the three cells?
//!           majority   1 …  0  0  1  0      one instruction: is 7 possible in at least two of them?
//! ```
//!
//! ```text
//!      batches of grids or candidates                                   source.rs, in_flight.rs
//!                     │  pack, transpose, decode                        values.rs, transpose.rs
//!                     ▼
//!            ┌── first pass ─┐   sweep until few boards change          first_pass.rs, sweep.rs
//!   solved,  │   512 slots   │
//!   refuted  └───────┬───────┘
//!      │             │ the rest, as rows of 768 bits
//!      │             ▼
//!      │     ┌──── search ───┐   sweep, then advance all stable slots:  search.rs
//!      │     │   512 slots   │     before the first guess: hidden pairs hidden_pairs.rs
//!      │     │               │     stuck: choose a guess and split      branch.rs, faults.rs, links.rs
//!      │     └───────┬───────┘     dead or solved: next board           stack.rs
//!      │             │             finished: a new puzzle, or a part    work_sharing.rs
//!      │             │             of another slot's search
//!      │             │ puzzles that need very many nodes; with low latency
//!      │             │ also the few puzzles that a first pass leaves
//!      │             ▼
//!      │       solve::Solver     one at a time                          solver.rs
//!      ▼             ▼
//!            answers in input order
//! ```
//!
//! The engine is written once, for planes of any width (`plane.rs`). It has the same backends as
//! [`solve`](crate::solve), each with its own width.
//!
//! # Why the answers are correct
//!
//! *No solution is lost.* Every rule removes only candidates that occur in no solution. A split turns a board
//! into two, one with a certain digit in a certain cell and one without it, so each solution is in exactly
//! one of them.
//!
//! *Only solutions are counted.* A slot counts as solved if its board is stable, every cell has one
//! candidate, and no row has a digit twice. No other checks are made, and these are sufficient. Each row then
//! has each digit once. Within a band, a digit has three cells, one in each row, and the last sweep, which
//! changed nothing, kept the triads of these cells. A sweep keeps a triad only if it is part of a matching of
//! rows and boxes, and with one triad per row the only possible matching consists of these three. So they are
//! in three different boxes, and every box has every digit once. In a stack, a digit therefore has three
//! cells, one in each box, and by the same rule they are in three different columns.
//!
//! # Two engines, one answer
//!
//! The single-puzzle engine, [`solve::Solver`](crate::solve::Solver), takes over where one bit per puzzle is
//! inefficient: batches of fewer than [`MIN_BATCH_SIZE`] puzzles, which would leave most slots empty, and
//! puzzles that need more than [`MAX_BATCH_NODES`] nodes here, which would occupy one slot while the others
//! wait.
//!
//! Both engines find the same number of solutions, and the same solution if it is unique. But they guess in
//! different cells, so three things depend on the engine: the number of nodes, which of several solutions
//! comes first, and whether a node budget suffices. An answer always comes from one engine alone, even if the
//! other one tried first and gave up. Which engine answers depends on the puzzle, on the limits, and on
//! whether the batch has fewer than [`MIN_BATCH_SIZE`] puzzles. It does not depend on the backend, the order,
//! or the other puzzles, unless [low latency](Solver::with_low_latency) is enabled. To make the choice
//! independent of the batch size as well, call [`Solver::with_min_batch_size`] with 0.
//!
//! ```
//! use veridoku_core::{Grid, batch, solve};
//!
//! let puzzle: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let answers = batch::solve(&[puzzle, Grid::EMPTY], solve::Limits::UNIQUE);
//! assert_eq!((answers[0].count, answers[1].count), (1, 2));
//! assert!(answers[0].first.is_some_and(|solution| puzzle.is_part_of(&solution)));
//! # Ok::<(), veridoku_core::ParseGridError>(())
//! ```

#![allow(
    clippy::inline_always,
    reason = "a function that is not inlined is compiled without the instructions of the backend"
)]
#![allow(
    clippy::many_single_char_names,
    clippy::similar_names,
    clippy::unnecessary_box_returns,
    reason = "planes are named a to h, and boards are too large for the stack"
)]

mod adders;
mod backend;
mod best_guess;
mod board;
mod branch;
mod checks;
mod faults;
mod first_pass;
mod hidden_pairs;
mod in_flight;
mod links;
#[cfg(feature = "parallel")]
mod parallel;
mod plane;
mod policy;
mod search;
mod slots;
mod solver;
mod source;
mod stack;
mod sweep;
mod transpose;
mod unroll;
mod values;
mod work_sharing;

#[cfg(feature = "parallel")]
pub use parallel::{ParallelSolver, solve_parallel};
pub use policy::{BatchPace, EngineChoice, EnginePolicy, GPU_BATCH, STREAM_BATCH};
pub use search::MAX_BATCH_NODES;
pub use solver::{MIN_BATCH_SIZE, Solver};
pub use source::{BatchSource, PuzzleBatch};

use crate::grid::Grid;
use crate::solve::{Limits, SearchResult};

/// Solves puzzles, applying the limits to each of them separately. Returns the answers in the order of the
/// puzzles.
///
/// A [`Solver`] does the same and can be reused for further batches without reallocating its memory.
pub fn solve(puzzles: &[Grid], limits: Limits) -> Vec<SearchResult> {
    let mut answers = Vec::new();
    Solver::new().solve(puzzles, limits, &mut answers);
    answers
}
