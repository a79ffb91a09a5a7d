//! The solutions of many puzzles at once, one puzzle per bit.
//!
//! A register of 512 bits is here a row of 512 puzzles. All that is known about
//! "7 in r3c5" is one such register, a *plane*, and 729 planes are 512 boards. The rules of
//! Sudoku become and, or and xor on planes: no table, no branch, no shuffle, and every
//! instruction works on every puzzle. Searching, which puzzles do each in their own way, is done
//! for all slots that need it at the same time.
//!
//! ```text
//!   slot             511 …  3  2  1  0
//!   plane 7 in r3c4    1 …  1  0  1  0      bit 1 is set: 7 is possible in r3c4 of the puzzle in slot 1
//!   plane 7 in r3c5    1 …  0  0  1  0
//!   plane 7 in r3c6    0 …  0  0  0  1
//!           or         1 …  1  0  1  1      one instruction: 7 is possible in these three cells, or not (slot 2)
//!           majority   1 …  0  0  1  0      another: in two of them at least
//! ```
//!
//! ```text
//!        grids ─ candidates, in portions                                    source.rs, desk.rs
//!                     │  pack, transpose, decode                          values.rs, transpose.rs
//!                     ▼
//!            ┌──── fresh ────┐   sweep until few move                     fresh.rs, sweep.rs
//!   solved,  │   512 slots   │
//!   refuted  └───────┬───────┘
//!      │             │ the rest, as rows of 768 bits
//!      │             ▼
//!      │     ┌──── search ───┐   sweep, then serve all that stand still:  search.rs
//!      │     │   512 slots   │     not a guess yet: hidden pairs          pairs.rs
//!      │     │               │     stuck: choose a guess and split        branch.rs, faults.rs, links.rs
//!      │     └───────┬───────┘     dead or solved: next board             stack.rs
//!      │             │             out of work: a new puzzle, or a part   share.rs
//!      │             │             of another slot's
//!      │             │ the few that need very many nodes; if answers are to
//!      │             │ come promptly, also what little a group leaves over
//!      │             ▼
//!      │       solve::Solver      one at a time                           solver.rs
//!      ▼             ▼
//!            answers in input order
//! ```
//!
//! The engine is written once, for planes of any width (`plane.rs`); the backends are those of
//! [`solve`](crate::solve), each with its own width.
//!
//! # Why the answers are right
//!
//! *No solution is lost.* Every rule takes away only candidates that no solution has. A split makes two boards of one, with a digit
//! in a cell and without it there: each solution is in one of them, and in one only.
//!
//! *Nothing else is counted.* A slot is solved if its board stands still, every cell has one candidate, and no digit is in
//! a row twice. That is all that is looked at, and it is enough. Each row then has each digit once. In a band a digit has three
//! cells, one in each row, and the last sweep, which changed nothing, has left their three triads: it leaves a triad only if it is part of
//! a matching of rows and boxes, and with one triad in each row that can be no other matching than these three. So they lie in three
//! boxes, and every box has every digit once. Then in a stack a digit has three cells, one in each box, and by the same rule
//! they lie in three columns.
//!
//! # Two engines, one answer
//!
//! The engine for one puzzle, [`solve::Solver`](crate::solve::Solver), helps out where bits are the
//! wrong thing: with batches of fewer than [`MIN_BATCH_SIZE`] puzzles, which would leave most slots
//! empty, and with puzzles that need more than [`MAX_BATCH_NODES`] nodes here, in which one slot would work
//! while the others wait.
//!
//! The number of solutions is the same whoever counts them, and so is the solution where there is
//! one. The two engines guess in different cells, though, so the number of nodes, which of several
//! solutions comes first, and what a node budget is enough for, are those of the engine that answered:
//! of it alone, even if the other has tried before. Which engine that is depends on the puzzle, on the
//! limits, and on whether the batch has fewer than [`MIN_BATCH_SIZE`] puzzles; on nothing else: not on
//! the backend, not on the order, and not on the other puzzles, unless answers are to come [promptly](Solver::with_low_latency). For figures that do not depend on the size
//! of the batch either, [`Solver::with_min_batch_size`] zero.
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
    reason = "eight planes are a to h, and boards are too large for the stack"
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
pub use solver::{MAX_BATCH_NODES, MIN_BATCH_SIZE, Solver};
pub use source::{BatchSource, PuzzleBatch};

use crate::grid::Grid;
use crate::solve::{End, Limits, SearchResult};

/// What is known about a puzzle.
///
/// It is what one depth-first search by itself would say: the first solution is the first in its
/// order, and the nodes are those it had used when it ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The number of solutions found.
    pub count: u64,
    /// The number of nodes that it took the engine that answered.
    pub nodes: u64,
    /// The first solution in the order of that engine.
    pub first: Option<Grid>,
    /// Why the search ended.
    pub end: End,
}

impl Answer {
    /// No solution, known without a guess.
    const NONE: Answer = Answer { count: 0, nodes: 0, first: None, end: End::Complete };
}

impl From<SearchResult> for Answer {
    fn from(found: SearchResult) -> Answer {
        Answer { count: found.count, nodes: found.nodes, first: found.first, end: found.end }
    }
}

/// Solves puzzles within limits that hold for each of them; answers come in the order of the puzzles.
///
/// A [`Solver`] does the same, and keeps its memory for the next batch.
pub fn solve(puzzles: &[Grid], limits: Limits) -> Vec<Answer> {
    let mut answers = Vec::new();
    Solver::new().solve(puzzles, limits, &mut answers);
    answers
}
