//! How fast an engine is on a set of puzzles.
//!
//! Only the report: core reads no clock, so whoever has one measures.

use crate::vocabulary::Version;
use serde::Serialize;

/// What is reported of an engine and a set.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The schema version.
    pub version: Version,
    /// The name of the set.
    pub set: String,
    /// `single`, one puzzle at a time, `bulk`, many at once, or `gpu`, many at once on GPUs.
    pub engine: &'static str,
    /// The instruction set that it ran on, or `cuda`.
    pub backend: &'static str,
    /// The number of threads.
    pub threads: usize,
    /// The number of puzzles in a round; small sets are repeated.
    pub puzzles: usize,
    /// The number of puzzles in the set.
    pub set_puzzles: usize,
    /// Whether digits, rows and columns were permuted at random.
    pub permuted: bool,
    /// The number of solutions after which a search stops.
    pub limit: u64,
    /// The puzzles a second in the fastest round, by the clock.
    pub puzzles_per_second: f64,
    /// The guesses for a puzzle, on average.
    pub nodes_per_puzzle: f64,
    /// `cpu`, the time that the one thread worked, or `wall`, the time that went by.
    pub clock: &'static str,
    /// The time of all rounds, by the clock.
    pub seconds: f64,
    /// The number of rounds.
    pub rounds: u32,
}
