//! Every textbook solver side by side on one puzzle.
//!
//! Each solver runs to its first solution, as on LeetCode, within a budget of calls: once with an observer
//! for the counts, and then without one for the time.

use crate::error::Error;
use crate::operation::{PuzzleOperation, PuzzleText, at_most};
use crate::vocabulary::{DEFAULT_NODES, StatusName, Version, by_name};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use veridoku_classic::{ALGORITHMS, Algorithm, Counter, RunOutcome};
use veridoku_core::{Grid, Puzzle, Status, Verdict};
use veridoku_formats::Record;

/// The default call budget of a textbook solver.
pub const DEFAULT_CALLS: u64 = 10_000_000;

/// The call budget of a textbook solver in a request from an untrusted client.
pub(crate) const UNTRUSTED_CALLS: u64 = 500_000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The names of the solvers; all of them if empty.
    pub algorithms: Vec<String>,
    /// The number of calls that each solver may make.
    pub budget: Option<u64>,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// One row per solver, in the order of the table.
    pub results: Vec<ComparisonRow>,
}

/// The run of one solver.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ComparisonRow {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The name of the solver.
    pub algorithm: &'static str,
    /// Calls to the recursive function.
    pub calls: u64,
    /// Digits placed.
    pub placements: u64,
    /// Digits removed again.
    pub undos: u64,
    /// The deepest recursion.
    pub max_depth: usize,
    /// The time without an observer, in microseconds; `None` if there is no clock.
    pub micros: Option<f64>,
    /// The status that this solver found and the engine confirmed; `undecided` if either ran out of budget.
    #[serde(serialize_with = "by_name")]
    #[schemars(with = "StatusName")]
    pub status: Status,
    /// Whether it finished within its budget.
    pub finished: bool,
    /// The first solution it found.
    pub solution: Option<String>,
}

/// Returns the textbook solver with this name.
///
/// # Errors
///
/// Returns an error if there is no such solver.
pub fn algorithm(name: &str) -> Result<&'static Algorithm, Error> {
    Algorithm::by_name(name)
        .ok_or_else(|| Error::unknown("algorithm", name, ALGORITHMS.iter().map(|algorithm| algorithm.name)))
}

/// Compares the solvers.
///
/// # Errors
///
/// Returns an error if a requested solver does not exist.
pub fn report(record: &Record, options: &Options) -> Result<Report, Error> {
    let mut results = Vec::new();
    each_row(&record.puzzle, options, |row| results.push(row))?;
    Ok(Report { version: Version, puzzle: record.puzzle.to_string(), results })
}

/// Compares the solvers, passing each row to `sink` as soon as its solver has finished.
///
/// # Errors
///
/// Returns an error, without running any solver, if a requested solver does not exist.
pub fn each_row(
    puzzle: &Puzzle,
    options: &Options,
    mut sink: impl FnMut(ComparisonRow),
) -> Result<(), Error> {
    let mut algorithms = Vec::new();
    for name in &options.algorithms {
        algorithms.push(algorithm(name)?);
    }
    if algorithms.is_empty() {
        algorithms.extend(&ALGORITHMS);
    }
    let truth = Verdict::of(puzzle, DEFAULT_NODES).status();
    let budget = options.budget.unwrap_or(DEFAULT_CALLS);
    for algorithm in algorithms {
        sink(row(puzzle, algorithm, budget, truth));
    }
    Ok(())
}

fn row(puzzle: &Puzzle, algorithm: &'static Algorithm, budget: u64, truth: Status) -> ComparisonRow {
    let mut counter = Counter::default();
    let answer = algorithm.observe_up_to(puzzle, 1, budget, &mut counter);
    let finished = !matches!(answer, RunOutcome::OutOfBudget { .. });
    let status = match (&answer, truth) {
        (RunOutcome::None, Status::Invalid) => Status::Invalid,
        (RunOutcome::None, _) => Status::None,
        (_, Status::Unique | Status::Multiple) if finished => truth,
        _ => Status::Undecided,
    };
    ComparisonRow {
        version: Version,
        puzzle: puzzle.to_string(),
        algorithm: algorithm.name,
        calls: counter.calls,
        placements: counter.placements,
        undos: counter.undos,
        max_depth: counter.max_depth,
        micros: micros(|| algorithm.solve_up_to(puzzle, 1, budget)),
        status,
        finished,
        solution: answer.solution().map(Grid::to_string),
    }
}

/// Measures a run: the best of several if one is too short to be measured reliably.
#[cfg(not(target_arch = "wasm32"))]
#[allow(clippy::unnecessary_wraps, reason = "wasm has no clock")]
fn micros(run: impl Fn() -> RunOutcome) -> Option<f64> {
    use std::time::{Duration, Instant};

    let once = || {
        let start = Instant::now();
        std::hint::black_box(run());
        start.elapsed()
    };
    let mut best = once();
    let repetitions = if best < Duration::from_millis(1) { 20 } else { 0 };
    for _ in 0..repetitions {
        best = best.min(once());
    }
    Some((best.as_secs_f64() * 1e8).round() / 100.0)
}

/// Returns `None`, because wasm has no clock.
#[cfg(target_arch = "wasm32")]
fn micros(_run: impl Fn() -> RunOutcome) -> Option<f64> {
    None
}

/// Runs the operation.
#[derive(Debug)]
pub struct Compare;

impl PuzzleOperation for Compare {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Compare the textbook solvers on a puzzle";

    fn limit(options: &mut Options) {
        at_most(&mut options.budget, DEFAULT_CALLS, UNTRUSTED_CALLS);
    }

    fn run(puzzle: PuzzleText<'_>, options: &Options) -> Result<Report, Error> {
        report(puzzle.record, options)
    }

    fn example() -> Value {
        json!({"algorithms": ["mrv", "dlx"]})
    }
}
