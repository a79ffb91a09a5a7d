//! Every textbook solver side by side on one puzzle.
//!
//! Each solver runs to its first solution, as on LeetCode, within a budget of calls: once with an observer
//! for the counts, and then without one for the time.

use crate::answer_output::{AnswerOutput, ExitOutcome, write_json};
use crate::command::{CommandInfo, RunOptions};
#[cfg(feature = "cli")]
use crate::command_values;
use crate::error::Error;
use crate::operation::{InputPuzzle, PuzzleOperation, at_most};
use crate::render::numbers::{duration, group_digits};
use crate::vocabulary::{DEFAULT_NODES, StatusName, Version, by_name};
use anstyle::Style;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::{self, Write};
use veridoku_classic::{ALGORITHMS, Algorithm, Counter, RunOutcome};
use veridoku_core::{Grid, Puzzle, Status, Verdict};

/// The default call budget of a textbook solver.
pub const DEFAULT_CALLS: u64 = 10_000_000;

/// The call budget of a textbook solver in a request from an untrusted client.
pub(crate) const UNTRUSTED_CALLS: u64 = 500_000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Solvers to compare, separated by commas [default: all]
    #[cfg_attr(feature = "cli", arg(long = "algorithm", value_name = "NAME", value_delimiter = ','))]
    #[cfg_attr(feature = "cli", arg(value_parser = command_values::algorithm_name()))]
    #[schemars(description = "Names of the solvers to compare; all of them if empty.")]
    pub algorithms: Vec<String>,

    /// Maximum number of calls per solver.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value = DEFAULT_CALLS.to_string()))]
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
    pub max_depth: u8,
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

/// Runs the textbook solvers side by side.
#[derive(Debug)]
pub struct Compare;

impl PuzzleOperation for Compare {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Compare the textbook solvers on a puzzle";
    const COMMAND: CommandInfo = CommandInfo {
        details: "Prints the calls, placements, undos, search depth and time of each solver.",
        examples: &["compare puzzle.txt", "compare --algorithm mrv,dlx puzzle.txt"],
        // Other threads would disturb the times.
        run_options: RunOptions::None,
        ..CommandInfo::DEFAULT
    };

    fn restrict(options: &mut Options) {
        at_most(&mut options.budget, DEFAULT_CALLS, UNTRUSTED_CALLS);
    }

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let puzzle = &puzzle.record.puzzle;
        let mut algorithms: Vec<&Algorithm> =
            options.algorithms.iter().map(|name| algorithm(name)).collect::<Result<_, _>>()?;
        if algorithms.is_empty() {
            algorithms.extend(&ALGORITHMS);
        }
        let truth = Verdict::of(puzzle, DEFAULT_NODES).status();
        let budget = options.budget.unwrap_or(DEFAULT_CALLS);
        let results = algorithms.into_iter().map(|algorithm| row(puzzle, algorithm, budget, truth)).collect();
        Ok(Report { version: Version, puzzle: puzzle.to_string(), results })
    }

    fn outcome(report: &Report) -> ExitOutcome {
        let is_unsolvable = |row: &ComparisonRow| matches!(row.status, Status::None | Status::Invalid);
        ExitOutcome::positive_if(!report.results.iter().any(is_unsolvable))
    }

    fn write_json(report: &Report, out: &mut AnswerOutput<'_>) -> io::Result<()> {
        report.results.iter().try_for_each(|row| write_json(out, row))
    }

    fn write(
        puzzle: InputPuzzle<'_>,
        _: &Options,
        report: &Report,
        out: &mut AnswerOutput<'_>,
    ) -> io::Result<()> {
        writeln!(out, "{}", report.puzzle)?;
        writeln!(
            out,
            "{HEAD}{:13} {:>11} {:>11} {:>11} {:>6} {:>9} {:>13}{HEAD:#}",
            "algorithm", "calls", "placements", "undos", "depth", "time", "factor"
        )?;
        let finished = report.results.iter().filter(|row| row.finished);
        let fastest = finished.filter_map(|row| row.micros).fold(f64::INFINITY, f64::min);
        for row in &report.results {
            row.write(fastest, out)?;
        }
        writeln!(out, "{}", report.conclusion(&puzzle.record.puzzle))
    }

    fn example() -> Value {
        json!({"algorithms": ["mrv", "dlx"]})
    }
}

const HEAD: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();

impl ComparisonRow {
    /// Writes a row of the table, 80 columns wide. The factor is the time relative to the fastest solver.
    fn write(&self, fastest: f64, out: &mut dyn Write) -> io::Result<()> {
        let (style, factor) = match self.micros {
            _ if !self.finished => (FAINT, "out of budget".to_string()),
            Some(micros) => (Style::new(), format!("{:.1}", micros / fastest.max(0.01))),
            None => (Style::new(), "-".to_string()),
        };
        writeln!(
            out,
            "{style}{:13} {:>11} {:>11} {:>11} {:>6} {:>9} {factor:>13}{style:#}",
            self.algorithm,
            group_digits(self.calls),
            group_digits(self.placements),
            group_digits(self.undos),
            self.max_depth,
            self.micros.map_or_else(String::new, duration),
        )
    }
}

impl Report {
    /// Returns the line below the table: the solution, or the reason why there is no unique one.
    fn conclusion(&self, puzzle: &Puzzle) -> String {
        let mut solutions: Vec<&String> =
            self.results.iter().filter_map(|row| row.solution.as_ref()).collect();
        solutions.sort_unstable();
        solutions.dedup();
        match solutions[..] {
            [] if self.results.iter().any(|row| row.finished) => Verdict::unsolvable(puzzle).to_string(),
            [] => "no solver finished; try a larger --budget".to_string(),
            [solution] if self.results.iter().all(|row| row.status != Status::Multiple) => {
                format!("solution: {solution}")
            }
            _ => {
                let count = solutions.len();
                format!("the puzzle has more than one solution; the solvers found {count} of them")
            }
        }
    }
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
