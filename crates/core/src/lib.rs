//! The data types and engines of veridoku.
//!
//! ```text
//! bytes ──formats──▶ Puzzle ──rules──▶ Board ──▶ engines ──▶ plain results
//! ```
//!
//! ```
//! use veridoku_core::{Grid, solve};
//!
//! let puzzle: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let solution = solve::unique_solution(&puzzle).expect("the puzzle has one solution");
//! assert!(solution.to_string().starts_with("534678912"));
//! # Ok::<(), veridoku_core::ParseGridError>(())
//! ```
//!
//! Data flows in one direction: an engine never sees text, and a writer never solves. The crate has no
//! dependencies (except rayon with the feature `parallel`), does no I/O, reads no clock and prints nothing.
//! It reads the environment variable `VERIDOKU_BACKEND` once, to choose the instruction set of its engines;
//! the answers do not depend on it. A stack of 256 KiB is enough for everything, even in builds without
//! optimization.
//!
//! | item | contents |
//! |---|---|
//! | [`Digit`], [`Cell`], [`House`], [`Candidate`] and their sets | names, indices and constant tables |
//! | [`Grid`] | the values of the 81 cells, possibly contradictory |
//! | [`Puzzle`] | a puzzle as read from text: values, givens and candidates |
//! | [`Board`] | values and candidates without contradictions |
//! | [`solve`] | solves one puzzle at a time and counts its solutions, within given limits |
//! | [`batch`] | solves many puzzles at once, one puzzle per bit |
//! | [`generate`] | generates puzzles and uniformly distributed random solution grids |
//! | [`Random`] | random numbers from a seed, the same on every machine |
//! | [`symmetry`] | equivalent puzzles: transforms and canonical forms |
//! | [`redundant_clues`], [`minimize`], [`minimal_puzzles`] | find and remove redundant clues |
//! | [`neighbours`](fn@neighbours) | puzzles that differ in a few clues |
//! | [`Verdict`] | whether a puzzle is valid, and the simplest reason if it is not |
//! | [`stop`] | ends searches whose result is no longer needed |
//! | [`plain_lines`] | reads lines of 81 characters in bulk; the crate `veridoku-formats` reads all formats |
//!
//! | feature | adds |
//! |---|---|
//! | `parallel` | `batch::ParallelSolver`, which solves on several threads |

mod backend_macros;
pub mod batch;
mod board;
mod candidate;
mod cell;
mod cell_names;
mod digit;
pub mod generate;
mod grid;
mod house;
mod house_mask;
mod minimal;
mod neighbours;
pub mod plain_lines;
mod puzzle;
mod random;
mod reduce;
mod sample;
mod set;
pub mod solve;
pub mod stop;
pub mod symmetry;
mod verdict;

pub use board::{Board, Contradiction};
pub use candidate::{Candidate, CandidateSet, CandidateSetIter, ParseCandidateError, ParseCandidateSetError};
pub use cell::{Cell, CellSet, CellSetIter, ParseCellError};
pub use cell_names::CellNames;
pub use digit::{Digit, DigitSet, DigitSetIter, ParseDigitError};
pub use grid::{Grid, ParseGridError, Repetition};
pub use house::{House, HouseKind, HouseSet, HouseSetIter, ParseHouseError};
pub use minimal::{minimize, redundant_clues};
pub use neighbours::{Exchange, neighbours};
pub use puzzle::Puzzle;
pub use random::{Random, SplitMix};
pub use reduce::minimal_puzzles;
pub use sample::{SAMPLE, SAMPLE_SOLUTION};
pub use verdict::{NoSolution, Status, Verdict};

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
