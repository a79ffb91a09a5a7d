//! Every textbook solver side by side on one puzzle.
//!
//! Each solver runs to its first solution, as on LeetCode, within a budget of calls: once with an observer
//! for the counts, and then several times without one for the time. The solvers take turns, so that a
//! disturbance hits all of them, and the best time counts.

use crate::answer_output::{AnswerOutput, ExitOutcome, write_json};
use crate::command::{CommandInfo, RunOptions};
#[cfg(feature = "cli")]
use crate::command_values;
use crate::error::Error;
use crate::operation::{InputPuzzle, PuzzleOperation, at_most};
use crate::render::numbers::{duration, group_digits};
use crate::render::text_width::{DEFAULT_WIDTH, TextWidth};
use crate::vocabulary::{DEFAULT_NODES, StatusName, Version, by_name};
use anstyle::Style;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;
use veridoku_classic::{ALGORITHMS, Algorithm, Counter, RunOutcome};
use veridoku_core::{Grid, Puzzle, Status, Verdict};

/// The default call budget of a textbook solver.
pub const DEFAULT_CALLS: u64 = 10_000_000;

/// The call budget of a textbook solver in a request from an untrusted client. In the browser, the page asks
/// for searches on the machine that shows it.
pub(crate) const UNTRUSTED_CALLS: u64 = if cfg!(target_arch = "wasm32") { DEFAULT_CALLS } else { 500_000 };

/// The number of turns of each solver, and its runs in each turn. The first run of a turn finds cold caches.
#[cfg(not(target_arch = "wasm32"))]
const TURNS: usize = 10;
#[cfg(not(target_arch = "wasm32"))]
const RUNS_PER_TURN: usize = 5;

/// The time after which a solver is not run again, if it has had a whole turn, and in any case.
#[cfg(not(target_arch = "wasm32"))]
const MAX_TIMES: [Duration; 2] = [Duration::from_millis(50), Duration::from_millis(500)];

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Solvers to compare, separated by commas [default: all]
    #[cfg_attr(feature = "cli", arg(long = "algorithm", alias = "engine", value_name = "NAME"))]
    #[cfg_attr(feature = "cli", arg(value_delimiter = ','))]
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
    /// The best time of all runs, in microseconds; `None` if there is no clock.
    pub micros: Option<f64>,
    /// The median time of all runs, in microseconds; far above the best time if the machine was busy.
    pub micros_median: Option<f64>,
    /// The number of timed runs; slow solvers are run less often.
    pub runs: usize,
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
        details: "Prints the calls, placements, undos and search depth of each solver, and its best and \
                  median time of up to 50 runs. The factor compares the best times; it varies from run to \
                  run.",
        examples: &["compare puzzle.txt", "compare --algorithm mrv,dlx puzzle.txt"],
        negative: "no solver finds a solution, or the solution is not unique",
        // Other threads would disturb the times.
        run_options: RunOptions::None,
        ..CommandInfo::DEFAULT
    };

    fn restrict(options: &mut Options) {
        at_most(&mut options.budget, DEFAULT_CALLS, UNTRUSTED_CALLS);
    }

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let puzzle = &puzzle.record.puzzle;
        let algorithms = selected(&options.algorithms)?;
        let truth = Verdict::of(puzzle, DEFAULT_NODES).status();
        let budget = options.budget.unwrap_or(DEFAULT_CALLS);
        let mut results: Vec<ComparisonRow> =
            algorithms.iter().map(|algorithm| row(puzzle, algorithm, budget, truth)).collect();
        for (row, mut times) in results.iter_mut().zip(measure(puzzle, &algorithms, budget)) {
            times.sort_unstable();
            let micros = |time: &Duration| (time.as_secs_f64() * 1e8).round() / 100.0;
            row.micros = times.first().map(micros);
            row.micros_median = times.get(times.len() / 2).map(micros);
            row.runs = times.len();
        }
        Ok(Report { version: Version, puzzle: puzzle.to_string(), results })
    }

    fn outcome(report: &Report) -> ExitOutcome {
        let is_multiple = report.results.iter().any(|row| row.status == Status::Multiple);
        ExitOutcome::positive_if(!is_multiple && report.results.iter().any(|row| row.solution.is_some()))
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
        let width = out.line_width;
        writeln!(out, "{HEAD}{}{HEAD:#}", table_line(HEADING.map(str::to_string), width))?;
        let finished = report.results.iter().filter(|row| row.finished);
        let fastest = finished.filter_map(|row| row.micros).fold(f64::INFINITY, f64::min);
        for row in &report.results {
            let style = if row.finished { Style::new() } else { FAINT };
            writeln!(out, "{style}{}{style:#}", table_line(row.cells(fastest), width))?;
        }
        writeln!(out, "{}", report.conclusion(&puzzle.record.puzzle))
    }

    fn example() -> Value {
        json!({"algorithms": ["mrv", "dlx"]})
    }
}

const HEAD: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();

/// The heading of the table.
const HEADING: [&str; 7] =
    ["algorithm", "calls", "placements", "undos", "depth", "best time", "median  factor"];

impl ComparisonRow {
    /// Returns the cells of a row of the table. The factor is the time relative to the fastest solver.
    fn cells(&self, fastest: f64) -> [String; 7] {
        let time = |micros: Option<f64>| micros.map_or_else(String::new, duration);
        let median = time(self.micros_median);
        let last = match self.micros.map(|micros| micros / fastest.max(0.01)) {
            _ if !self.finished => "out of budget".to_string(),
            None => "-".to_string(),
            Some(factor) if factor < 9.95 => format!("{median:>9} {:>7}", format!("~{factor:.1}×")),
            Some(factor) => format!("{median:>9} {:>7}", format!("~{factor:.0}×")),
        };
        [
            self.algorithm.to_string(),
            group_digits(self.calls),
            group_digits(self.placements),
            group_digits(self.undos),
            self.max_depth.to_string(),
            time(self.micros),
            last,
        ]
    }
}

/// Returns a line of the table, 80 columns wide. On a narrower terminal, only the most important columns are
/// shown.
fn table_line(row: [String; 7], width: TextWidth) -> String {
    let [algorithm, calls, placements, undos, depth, time, last] = row;
    let short = format!("{algorithm:13} {calls:>10} {depth:>5} {time:>9} {last:>17}");
    if width.fits(DEFAULT_WIDTH) {
        format!("{algorithm:13} {calls:>10} {placements:>10} {undos:>10} {depth:>5} {time:>9} {last:>17}")
    } else if width.fits(short.chars().count()) {
        short
    } else {
        format!("{algorithm:13} {calls:>10} {time:>9}")
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

/// Returns the algorithms with these names, each once, or all of them if there are no names.
fn selected(names: &[String]) -> Result<Vec<&'static Algorithm>, Error> {
    if names.is_empty() {
        return Ok(ALGORITHMS.iter().collect());
    }
    let is_first = |index: usize| !names[..index].contains(&names[index]);
    (0..names.len()).filter(|&index| is_first(index)).map(|index| algorithm(&names[index])).collect()
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
        micros: None,
        micros_median: None,
        runs: 0,
        status,
        finished,
        solution: answer.solution().map(Grid::to_string),
    }
}

/// Returns the times of the runs of each solver.
#[cfg(not(target_arch = "wasm32"))]
fn measure(puzzle: &Puzzle, algorithms: &[&Algorithm], budget: u64) -> Vec<Vec<Duration>> {
    let mut times = vec![Vec::new(); algorithms.len()];
    for _ in 0..TURNS {
        for (algorithm, times) in algorithms.iter().zip(&mut times) {
            for _ in 0..RUNS_PER_TURN {
                let max_time = MAX_TIMES[usize::from(times.len() < RUNS_PER_TURN)];
                if times.iter().sum::<Duration>() < max_time {
                    let start = Instant::now();
                    std::hint::black_box(algorithm.solve_up_to(puzzle, 1, budget));
                    times.push(start.elapsed());
                }
            }
        }
    }
    times
}

/// Returns nothing, because wasm has no clock.
#[cfg(target_arch = "wasm32")]
fn measure(_puzzle: &Puzzle, _algorithms: &[&Algorithm], _budget: u64) -> Vec<Vec<Duration>> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_algorithms_are_run_once() {
        let names = ["mrv", "dlx", "mrv"].map(str::to_string);
        let selected: Vec<&str> = selected(&names).unwrap().iter().map(|algorithm| algorithm.name).collect();
        assert_eq!(selected, ["mrv", "dlx"]);
    }

    #[test]
    fn the_table_fits_a_narrow_terminal() {
        let line = |width| table_line(HEADING.map(str::to_string), width);
        assert!(line(TextWidth::Columns(60)).len() <= 60 && line(TextWidth::Unlimited).len() == 80);
    }
}
