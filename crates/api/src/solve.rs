//! The unique solution of a puzzle, or why there is none.

use crate::answer_output::{AnswerOutput, ExitOutcome, OutputStyle, write_json};
use crate::command::{CommandInfo, TextStyles};
#[cfg(feature = "cli")]
use crate::command_values;
use crate::compare;
use crate::error::Error;
use crate::operation::{InputPuzzle, PuzzleOperation, at_most};
use crate::render::grid::{self, GridView};
use crate::render::text_width::TextWidth;
use crate::vocabulary::{DEFAULT_NODES, StatusName, Version, by_name, cell_names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use veridoku_classic::{Algorithm, RunOutcome};
use veridoku_core::{CellSet, Grid, Puzzle, Status, Verdict};
use veridoku_formats::Record;

/// The node budget of a request from an untrusted client.
const UNTRUSTED_NODES: u64 = 1_000_000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Solve with a textbook solver instead of the fast engine.
    #[cfg_attr(feature = "cli", arg(long, alias = "algorithm", value_name = "NAME", conflicts_with = "all"))]
    #[cfg_attr(feature = "cli", arg(value_parser = command_values::algorithm_name()))]
    #[schemars(description = "Name of a textbook solver to use instead of the fast engine.")]
    pub engine: Option<String>,

    /// Maximum number of guesses (with --engine: calls) per puzzle [default: 10000000; with --all: 100000000]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N"))]
    #[schemars(description = "Maximum number of guesses of the engine, or of calls of the textbook solver.")]
    pub budget: Option<u64>,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// Whether there is no solution, one or several.
    #[serde(serialize_with = "by_name")]
    #[schemars(with = "StatusName")]
    pub status: Status,
    /// The unique solution.
    pub solution: Option<String>,
    /// Why there is no unique solution, or what is wrong with the solution in the input.
    pub reason: Option<String>,
    /// Two of the solutions, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<String>,
    /// The cells in which those two differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<String>,
}

/// Solves a puzzle.
#[derive(Debug)]
pub struct Solve;

impl PuzzleOperation for Solve {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Solve puzzles and check that each solution is unique";
    const COMMAND: CommandInfo = CommandInfo {
        examples: &["solve puzzles.txt > solutions.txt", "solve --all --limit 5 puzzle.txt"],
        negative: "a puzzle has no unique solution or the one in the input is wrong (with --all: if it has no \
                   solution or the budget ran out)",
        styles: TextStyles::Drawings,
        ..CommandInfo::DEFAULT
    };

    fn restrict(options: &mut Options) {
        let cap = if options.engine.is_some() { compare::UNTRUSTED_CALLS } else { UNTRUSTED_NODES };
        at_most(&mut options.budget, cap, cap);
    }

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let record = puzzle.record;
        Ok(Report::new(record, &verdict(&record.puzzle, options)?))
    }

    fn print(
        puzzle: InputPuzzle<'_>,
        options: &Options,
        out: &mut AnswerOutput<'_>,
    ) -> io::Result<ExitOutcome> {
        match verdict(&puzzle.record.puzzle, options) {
            Ok(verdict) => write_verdict(puzzle.record, &verdict, out.style, out.line_width, out),
            Err(error) => out.write_error(&error),
        }
    }
}

/// Writes the verdict on a puzzle in the requested style.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write_verdict(
    record: &Record,
    verdict: &Verdict,
    style: OutputStyle,
    width: TextWidth,
    out: &mut dyn Write,
) -> io::Result<ExitOutcome> {
    let wrong = wrong_solution(record, verdict);
    let comment = wrong.as_ref().map_or_else(String::new, |wrong| format!(" # {wrong}"));
    match style {
        OutputStyle::Json => write_json(out, &Report::new(record, verdict))?,
        OutputStyle::Line | OutputStyle::LabelledLine => writeln!(out, "{verdict}{comment}")?,
        OutputStyle::Picture => draw(&record.puzzle, verdict, &comment, width, out)?,
    }
    Ok(if wrong.is_some() { ExitOutcome::positive_if(false) } else { outcome(verdict) })
}

/// Returns a message if the input has a solution that differs from the unique one.
pub fn wrong_solution(record: &Record, verdict: &Verdict) -> Option<String> {
    let (Some(given), Verdict::Unique(solution)) = (&record.solution, verdict) else { return None };
    let cells = given.differences(solution);
    let first = cell_names(cells.iter().take(3).collect()).join(", ");
    match cells.len() {
        0 => None,
        1..=3 => Some(format!("the given solution is wrong in {first}")),
        count => Some(format!("the given solution is wrong in {count} cells: {first}, …")),
    }
}

/// Returns the outcome of a verdict, which is positive if there is exactly one solution.
pub fn outcome(verdict: &Verdict) -> ExitOutcome {
    ExitOutcome::positive_if(verdict.status() == Status::Unique)
}

fn draw(
    puzzle: &Puzzle,
    verdict: &Verdict,
    comment: &str,
    width: TextWidth,
    out: &mut dyn Write,
) -> io::Result<()> {
    let view = |title, grid, highlighted| GridView { title, grid, givens: puzzle.givens(), highlighted };
    let before = |highlighted| view("puzzle", puzzle.values(), highlighted);
    let views = match verdict {
        Verdict::Unique(solution) => {
            vec![before(CellSet::EMPTY), view("solution", solution, CellSet::EMPTY)]
        }
        Verdict::Multiple(first, second) => vec![
            before(CellSet::EMPTY),
            view("one solution", first, verdict.cells()),
            view("another solution", second, verdict.cells()),
        ],
        _ => vec![before(verdict.cells())],
    };
    let label = if verdict.status() == Status::Unique { "one solution: " } else { "" };
    let text = width.wrap("", &format!("{label}{verdict}{comment}"), 0);
    write!(out, "{}{text}", grid::side_by_side(&views, width))
}

/// Returns the verdict of the engine or of the requested textbook solver.
///
/// # Errors
///
/// Returns an error if the requested textbook solver does not exist.
pub fn verdict(puzzle: &Puzzle, options: &Options) -> Result<Verdict, Error> {
    let Some(name) = &options.engine else {
        return Ok(Verdict::of(puzzle, options.budget.unwrap_or(DEFAULT_NODES)));
    };
    let budget = options.budget.unwrap_or(compare::DEFAULT_CALLS);
    Ok(textbook_verdict(puzzle, compare::algorithm(name)?, budget))
}

/// Returns the verdict of a textbook solver.
fn textbook_verdict(puzzle: &Puzzle, algorithm: &Algorithm, budget: u64) -> Verdict {
    match algorithm.solve_up_to(puzzle, 2, budget) {
        RunOutcome::None => Verdict::unsolvable(puzzle),
        RunOutcome::Unique(solution) => Verdict::Unique(solution),
        RunOutcome::Multiple { solutions: [first, second], .. } => Verdict::Multiple(first, second),
        RunOutcome::First(solution) => Verdict::Undecided { budget, solution: Some(solution) },
        RunOutcome::OutOfBudget { found } => Verdict::Undecided { budget, solution: found },
    }
}

impl Report {
    /// Creates the report for a verdict.
    pub fn new(record: &Record, verdict: &Verdict) -> Report {
        let (solutions, differences) = match verdict {
            Verdict::Multiple(first, second) => {
                (vec![first.to_string(), second.to_string()], cell_names(first.differences(second)))
            }
            _ => (Vec::new(), Vec::new()),
        };
        Report {
            version: Version,
            puzzle: record.puzzle.to_string(),
            status: verdict.status(),
            solution: verdict.solution().map(Grid::to_string),
            reason: verdict.reason().or_else(|| wrong_solution(record, verdict)),
            solutions,
            differences,
        }
    }
}
