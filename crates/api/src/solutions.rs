//! All solutions of a puzzle, up to a limit.

use crate::count;
use crate::error::Error;
use crate::operation::{PuzzleOperation, PuzzleText, at_most};
use crate::vocabulary::{StatusName, Version, by_name};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use veridoku_core::solve::{self, End};
use veridoku_core::{Grid, Status};

/// The default solution limit.
pub const DEFAULT_LIMIT: usize = 1000;

/// The number of solutions in the answer to an untrusted client.
const UNTRUSTED_LIMIT: usize = 10_000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Maximum number of solutions.
    pub limit: Option<usize>,
    /// Maximum number of guesses.
    pub budget: Option<u64>,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The solutions, in an order that depends on the puzzle alone.
    pub solutions: Vec<String>,
    /// Whether the search stopped at the limit. If so, there may be more solutions.
    pub limit_reached: bool,
    /// Whether the search stopped at the node budget. If so, there may be more solutions.
    pub budget_reached: bool,
}

/// One of the solutions, for output that lists them one by one.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SolutionRow {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// Whether this solution is the only one.
    #[serde(serialize_with = "by_name")]
    #[schemars(with = "StatusName")]
    pub status: Status,
    /// The number of this solution, counted from 1.
    pub number: u64,
    /// The solution.
    pub solution: String,
}

/// Finds all solutions up to a limit.
#[derive(Debug)]
pub struct Solutions;

impl PuzzleOperation for Solutions {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "List all solutions, up to a limit";

    fn limit(options: &mut Options) {
        at_most(&mut options.limit, DEFAULT_LIMIT, UNTRUSTED_LIMIT);
        at_most(&mut options.budget, count::UNTRUSTED_NODES, count::UNTRUSTED_NODES);
    }

    fn run(puzzle: PuzzleText<'_>, options: &Options) -> Result<Report, Error> {
        let puzzle = &puzzle.record.puzzle;
        let limit = options.limit.unwrap_or(DEFAULT_LIMIT);
        let budget = options.budget.unwrap_or(count::DEFAULT_NODES);
        let mut search = solve::solutions(puzzle).with_node_budget(budget);
        let solutions: Vec<String> = search.by_ref().take(limit).map(|grid: Grid| grid.to_string()).collect();
        Ok(Report {
            version: Version,
            puzzle: puzzle.to_string(),
            limit_reached: search.end().is_none(),
            budget_reached: search.end() == Some(End::NodeBudget),
            solutions,
        })
    }
}
