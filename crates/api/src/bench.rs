//! The speed of an engine on a set of puzzles.
//!
//! This file defines only the report. The engines do not read clocks, so the caller takes the measurements.

use crate::vocabulary::Version;
use serde::Serialize;

/// The result of measuring one engine on one set.
#[derive(Clone, Debug, Serialize)]
pub struct BenchRow {
    /// The version of the JSON schema.
    pub version: Version,
    /// The name of the set.
    pub set: String,
    /// `single` (one puzzle at a time), `bulk` (many at once) or `gpu` (many at once on GPUs).
    pub engine: &'static str,
    /// The instruction set used, or `cuda`.
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
    /// Puzzles per second in the fastest round, by the clock named in `clock`.
    pub puzzles_per_second: f64,
    /// The average number of nodes per puzzle.
    pub nodes_per_puzzle: f64,
    /// `cpu` (CPU time of the only thread) or `wall` (elapsed time).
    pub clock: &'static str,
    /// The total time of all rounds, by that clock.
    pub seconds: f64,
    /// The number of rounds.
    pub rounds: u32,
}
