//! The number of solutions up to a limit.

use crate::answer_output::{AnswerOutput, ExitOutcome};
use crate::command::{CommandInfo, NO_SOLUTION};
use crate::error::Error;
use crate::operation::{InputPuzzle, PuzzleOperation, at_most};
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use veridoku_core::solve::{self, End, Limits};

/// The default solution limit.
pub const DEFAULT_LIMIT: u64 = 1_000_000;

/// The default node budget for finding all solutions, enough for about fifty million of an empty grid.
pub const ENUMERATION_NODES: u64 = 100_000_000;

/// The node budget of a request from an untrusted client.
pub(crate) const UNTRUSTED_NODES: u64 = 5_000_000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Stop counting at N solutions.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value = DEFAULT_LIMIT.to_string()))]
    #[cfg_attr(feature = "cli", arg(value_parser = clap::value_parser!(u64).range(1..)))]
    pub limit: Option<u64>,

    /// Maximum number of guesses per puzzle.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value = ENUMERATION_NODES.to_string()))]
    pub budget: Option<u64>,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The number of solutions found.
    pub count: u64,
    /// Whether counting stopped at the limit. If so, there may be more solutions.
    pub limit_reached: bool,
    /// Whether counting stopped at the node budget. If so, there may be more solutions.
    pub budget_reached: bool,
}

/// Counts the solutions of a puzzle.
#[derive(Debug)]
pub struct Count;

impl PuzzleOperation for Count {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Count the solutions of puzzles, up to a limit";
    const COMMAND: CommandInfo = CommandInfo {
        examples: &["count --limit 1000000 puzzle.txt"],
        negative: NO_SOLUTION,
        ..CommandInfo::DEFAULT
    };

    fn restrict(options: &mut Options) {
        at_most(&mut options.limit, DEFAULT_LIMIT, u64::MAX);
        at_most(&mut options.budget, UNTRUSTED_NODES, UNTRUSTED_NODES);
    }

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let puzzle = &puzzle.record.puzzle;
        let limits = Limits::solutions(options.limit.unwrap_or(DEFAULT_LIMIT))
            .with_nodes(options.budget.unwrap_or(ENUMERATION_NODES));
        let found = solve::search(puzzle, limits);
        Ok(Report {
            version: Version,
            puzzle: puzzle.to_string(),
            count: found.count,
            limit_reached: found.end == End::SolutionLimit,
            budget_reached: found.end == End::NodeBudget,
        })
    }

    fn outcome(report: &Report) -> ExitOutcome {
        ExitOutcome::positive_if(report.count > 0 && !report.budget_reached)
    }

    fn write(_: InputPuzzle<'_>, _: &Options, report: &Report, out: &mut AnswerOutput<'_>) -> io::Result<()> {
        let more = match (report.limit_reached, report.budget_reached) {
            (true, _) => " or more (limit reached)",
            (_, true) => " or more (budget exhausted)",
            _ => "",
        };
        writeln!(out, "{}{more}", report.count)
    }
}
