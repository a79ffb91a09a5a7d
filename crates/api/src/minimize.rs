//! Minimal puzzles contained in a puzzle, that is, minimal subsets of its clues.

use crate::answer_output::{AnswerOutput, ExitOutcome, Listing, OutputStyle};
use crate::canon::clues;
use crate::check;
use crate::command::CommandInfo;
use crate::error::Error;
use crate::operation::{InputPuzzle, PuzzleOperation, Schedule, at_most, print_report};
use crate::transform::random;
use crate::vocabulary::{DEFAULT_NODES, StatusName, Version, by_name, cell_names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::ops::ControlFlow;
use veridoku_core::solve::End;
use veridoku_core::{Grid, Puzzle, Status, Verdict, minimal_puzzles, minimize, redundant_clues};

/// The default limit for `all`.
pub const DEFAULT_LIMIT: u64 = 1000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Find all minimal puzzles that use some of the clues, up to --limit.
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "seed"))]
    #[schemars(description = "Find all minimal puzzles that use some of the clues, up to the limit.")]
    pub all: bool,

    /// With --all, maximum number of minimal puzzles per input.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", requires = "all"))]
    #[cfg_attr(feature = "cli", arg(default_value = DEFAULT_LIMIT.to_string()))]
    #[schemars(description = "With `all`, maximum number of minimal puzzles.")]
    pub limit: Option<u64>,

    /// Seed for the order in which clues are removed.
    #[cfg_attr(feature = "cli", arg(long, value_name = "SEED", default_value_t = 0))]
    pub seed: u64,

    /// Maximum number of guesses per search (with --all: in total, over all searches).
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value = DEFAULT_NODES.to_string()))]
    #[schemars(description = "Maximum number of guesses per search; with `all`, of all searches together.")]
    pub budget: Option<u64>,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters.
    pub puzzle: String,
    /// Whether there is no solution, one or several, or a rule is broken.
    #[serde(serialize_with = "by_name")]
    #[schemars(with = "StatusName")]
    pub status: Status,
    /// The reason why there is no unique solution.
    pub reason: Option<String>,
    /// The clues that can each be removed alone without losing uniqueness.
    pub redundant: Vec<String>,
    /// The minimal puzzles.
    pub minimal: Vec<String>,
    /// Whether the limit was reached. If so, there may be more minimal puzzles.
    pub limit_reached: bool,
    /// Whether the node budget ended the search.
    pub budget_reached: bool,
}

/// Finds minimal puzzles.
#[derive(Debug)]
pub struct Minimize;

impl PuzzleOperation for Minimize {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Remove redundant clues until each puzzle is minimal";
    const COMMAND: CommandInfo = CommandInfo {
        examples: &["minimize puzzle.txt", "minimize --all puzzle.txt"],
        negative: "a puzzle has no unique solution or the budget ran out",
        ..CommandInfo::DEFAULT
    };

    fn restrict(options: &mut Options) {
        at_most(&mut options.limit, DEFAULT_LIMIT, DEFAULT_LIMIT);
        at_most(&mut options.budget, check::UNTRUSTED_NODES, check::UNTRUSTED_NODES);
    }

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let clues = clues(&puzzle.record.puzzle)?;
        let mut minimal = Vec::new();
        let mut report = search(&clues, options, |puzzle| {
            minimal.push(puzzle.to_string());
            ControlFlow::Continue(())
        });
        report.minimal = minimal;
        if report.status == Status::Unique {
            match redundant_clues(&clues, options.budget.unwrap_or(DEFAULT_NODES)) {
                Some(redundant) => report.redundant = cell_names(redundant),
                None => report.budget_reached = true,
            }
        }
        Ok(report)
    }

    fn outcome(report: &Report) -> ExitOutcome {
        ExitOutcome::positive_if(report.status == Status::Unique && !report.budget_reached)
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
            return print_report::<Minimize>(puzzle, options, out);
        }
        let clues = match clues(&puzzle.record.puzzle) {
            Ok(clues) => clues,
            Err(error) => return out.write_error(&error),
        };
        let mut listing = Listing::new(out);
        let report = search(&clues, options, |minimal| listing.push(minimal));
        if let Some(reason) = &report.reason {
            writeln!(out, "{}: {reason}", report.status)?;
        } else {
            listing.finish()?;
            let limit = options.limit.filter(|_| report.limit_reached);
            let budget = options.budget.filter(|_| report.budget_reached);
            if report.budget_reached && !options.all {
                writeln!(out, "undecided: found no minimal puzzle within the budget")?;
            } else {
                out.report_end("minimal puzzles", &report.puzzle, limit, budget);
            }
        }
        Ok(Minimize::outcome(&report))
    }
}

/// Visits the minimal puzzles as they are found, until the limit is reached or the visitor breaks. The report
/// lists neither them nor the redundant clues.
fn search(clues: &Grid, options: &Options, mut visit: impl FnMut(&Grid) -> ControlFlow<()>) -> Report {
    let budget = options.budget.unwrap_or(DEFAULT_NODES);
    let verdict = Verdict::of(&Puzzle::from(*clues), budget);
    let mut report = Report {
        version: Version,
        puzzle: clues.to_string(),
        status: verdict.status(),
        reason: verdict.reason(),
        redundant: Vec::new(),
        minimal: Vec::new(),
        limit_reached: false,
        budget_reached: verdict.status() == Status::Undecided,
    };
    if report.status != Status::Unique {
        return report;
    }
    if !options.all {
        // The order depends only on the clues, not on how they were written.
        match minimize(clues, &mut random(&Puzzle::from(*clues), options.seed), budget) {
            Some(minimal) => report.limit_reached = visit(&minimal).is_break(),
            None => report.budget_reached = true,
        }
        return report;
    }
    let (mut found, limit) = (0, options.limit.unwrap_or(DEFAULT_LIMIT));
    let end = minimal_puzzles(clues, budget, |minimal| {
        // One puzzle beyond the limit shows that there are more.
        if found >= limit {
            return ControlFlow::Break(());
        }
        found += 1;
        visit(minimal)
    });
    report.limit_reached = end == End::SolutionLimit;
    report.budget_reached = end == End::NodeBudget;
    report
}
