//! The neighbours of a puzzle: puzzles with a few clues removed and a few added.

use crate::answer_output::{AnswerOutput, ExitOutcome, Listing, OutputStyle};
use crate::canon::clues;
use crate::command::CommandInfo;
use crate::error::{Error, ErrorKind};
use crate::operation::{InputPuzzle, PuzzleOperation, Schedule, at_most, print_report};
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io;
use std::ops::ControlFlow;
use veridoku_core::generate::Minimality;
use veridoku_core::solve::End;
use veridoku_core::{Exchange, Grid, neighbours};
use veridoku_formats::Record;

/// The default limit.
pub const DEFAULT_LIMIT: u64 = 100_000;

/// The default total node budget, enough for a few minutes.
pub const NEIGHBOUR_NODES: u64 = 100_000_000;

/// The number of puzzles in the answer to an untrusted client.
const UNTRUSTED_LIMIT: u64 = 10_000;

/// The node budget for an untrusted client. Finding the canonical form of a neighbour takes as long as dozens
/// of nodes.
const UNTRUSTED_NODES: u64 = 500_000;

/// The options of the operation.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Number of clues to remove.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value_t = 1))]
    pub remove: usize,

    /// Number of clues to add.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value_t = 1))]
    pub add: usize,

    /// Print only minimal puzzles.
    #[cfg_attr(feature = "cli", arg(long))]
    #[schemars(description = "Find only minimal puzzles.")]
    pub minimal: bool,

    /// Maximum number of neighbours per puzzle.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value = DEFAULT_LIMIT.to_string()))]
    pub limit: Option<u64>,

    /// Maximum total number of guesses, searches and clue changes per puzzle.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value = NEIGHBOUR_NODES.to_string()))]
    pub budget: Option<u64>,
}

impl Default for Options {
    fn default() -> Options {
        Options { remove: 1, add: 1, minimal: false, limit: None, budget: None }
    }
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters.
    pub puzzle: String,
    /// The number of removed clues.
    pub remove: usize,
    /// The number of added clues.
    pub add: usize,
    /// The neighbours with one solution in canonical form, one per class, without the class of the puzzle
    /// itself.
    pub neighbours: Vec<String>,
    /// Whether the limit was reached; there are more.
    pub limit_reached: bool,
    /// Whether the node budget ended the search.
    pub budget_reached: bool,
}

/// Finds the neighbours of a puzzle.
#[derive(Debug)]
pub struct Neighbours;

impl PuzzleOperation for Neighbours {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str =
        "Find puzzles with a unique solution that differ from the input in a few clues";
    const COMMAND: CommandInfo = CommandInfo {
        details: "Prints one puzzle of each class of equivalent puzzles, in canonical form.",
        aliases: &["vicinity", "neighbors"],
        examples: &["neighbours --remove 1 --add 1 puzzle.txt"],
        negative: "the budget ran out",
        ..CommandInfo::DEFAULT
    };

    fn restrict(options: &mut Options) {
        at_most(&mut options.limit, UNTRUSTED_LIMIT, UNTRUSTED_LIMIT);
        at_most(&mut options.budget, UNTRUSTED_NODES, UNTRUSTED_NODES);
    }

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let mut neighbours = Vec::new();
        let report = search(puzzle.record, options, |neighbour| {
            neighbours.push(neighbour.to_string());
            ControlFlow::Continue(())
        })?;
        Ok(Report { neighbours, ..report })
    }

    fn outcome(report: &Report) -> ExitOutcome {
        ExitOutcome::positive_if(!report.budget_reached)
    }

    fn schedule(_: &Options) -> Schedule {
        Schedule::Streamed
    }

    fn print(
        puzzle: InputPuzzle<'_>,
        options: &Options,
        out: &mut AnswerOutput<'_>,
    ) -> io::Result<ExitOutcome> {
        if out.style == OutputStyle::Json {
            return print_report::<Neighbours>(puzzle, options, out);
        }
        let mut listing = Listing::new(out);
        match search(puzzle.record, options, |neighbour| listing.push(neighbour)) {
            Ok(report) => {
                listing.finish()?;
                let limit = options.limit.filter(|_| report.limit_reached);
                let budget = options.budget.filter(|_| report.budget_reached);
                out.report_end("neighbours", &report.puzzle, limit, budget);
                Ok(Neighbours::outcome(&report))
            }
            Err(error) => out.write_error(&error),
        }
    }

    fn example() -> Value {
        json!({"limit": 2})
    }
}

/// Visits the neighbours as they are found, until the limit is reached or the visitor breaks. The report does
/// not list them.
fn search(
    record: &Record,
    options: &Options,
    mut visit: impl FnMut(&Grid) -> ControlFlow<()>,
) -> Result<Report, Error> {
    let clues = clues(&record.puzzle)?;
    let (count, remove) = (clues.filled().len(), options.remove);
    if count < remove {
        let message = format!("found {count} clues, expected at least {remove}, the number to remove");
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    let (limit, budget) = (options.limit.unwrap_or(DEFAULT_LIMIT), options.budget.unwrap_or(NEIGHBOUR_NODES));
    let exchange = Exchange {
        removed: options.remove,
        added: options.add,
        minimality: if options.minimal { Minimality::Minimal } else { Minimality::Any },
    };
    let mut found = 0;
    let end = neighbours(&clues, exchange, budget, |neighbour| {
        // One puzzle beyond the limit shows that there are more.
        if found >= limit {
            return ControlFlow::Break(());
        }
        found += 1;
        visit(neighbour)
    });
    Ok(Report {
        version: Version,
        puzzle: clues.to_string(),
        remove: options.remove,
        add: options.add,
        neighbours: Vec::new(),
        limit_reached: end == End::SolutionLimit,
        budget_reached: end == End::NodeBudget,
    })
}
