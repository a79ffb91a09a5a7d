//! The Sudoku vocabulary, the text forms and the engines of veridoku.
//!
//! ```text
//! bytes ──text──▶ Puzzle ──rules──▶ Board ──▶ engines ──▶ plain results
//! ```
//!
//! One way, no way back: an engine never sees text, a writer never solves. This crate has no
//! dependency (but rayon with the feature `parallel`), does no I/O, reads no clock and prints nothing.
//! (It looks at `VERIDOKU_BACKEND` once, to pick the instructions of its engines; the answers do not
//! depend on it.)
//!
//! | module | what it knows |
//! |---|---|
//! | [`Digit`], [`Cell`], [`House`], [`Candidate`] and their sets | names, indices and const tables |
//! | [`Grid`] | 81 written values, maybe contradictory |
//! | [`Puzzle`] | what a text says: values, givens, candidates |
//! | [`Board`] | values and candidates without contradiction |
//! | [`solve`] | the solutions of one puzzle: none, one, many; search with limit and budget |
//! | [`batch`] | the solutions of many puzzles at once, one puzzle per bit |
//! | [`generate`] | new puzzles, and random solution grids, each as likely as any other |
//! | [`Random`] | random numbers from a seed, the same on every machine |
//! | [`symmetry`] | which puzzles are the same: transforms, canonical forms |
//! | [`redundant_clues`], [`minimize`], [`minimal_puzzles`] | what a puzzle could do without |
//! | [`neighbours`](fn@neighbours) | puzzles that differ in a few clues |
//! | [`Verdict`] | the answer with its reason, in the simplest true form |
//! | [`text`] | every text form, one tolerant reader and one strict writer each |

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
mod puzzle;
mod random;
mod reduce;
mod sample;
mod set;
pub mod solve;
pub mod symmetry;
pub mod text;
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
