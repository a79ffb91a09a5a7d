//! All solutions of a puzzle, up to a limit.

use crate::count;
use crate::vocabulary::{Version, by_name};
use serde::{Deserialize, Serialize};
use veridoku_core::solve::{self, End};
use veridoku_core::{Grid, Status};
use veridoku_formats::Record;

/// The default solution limit.
pub const DEFAULT_LIMIT: usize = 1000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of solutions after which the search stops.
    pub limit: Option<usize>,
    /// The node budget.
    pub budget: Option<u64>,
}

/// The result of the operation.
#[derive(Clone, Debug, Serialize)]
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
#[derive(Clone, Debug, Serialize)]
pub struct SolutionRow {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// Whether this solution is the only one.
    #[serde(serialize_with = "by_name")]
    pub status: Status,
    /// The number of this solution, counted from 1.
    pub number: u64,
    /// The solution.
    pub solution: String,
}

/// Finds all solutions up to the limit.
pub fn report(record: &Record, options: &Options) -> Report {
    let limit = options.limit.unwrap_or(DEFAULT_LIMIT);
    let budget = options.budget.unwrap_or(count::DEFAULT_NODES);
    let mut search = solve::solutions(&record.puzzle).with_node_budget(budget);
    let solutions: Vec<String> = search.by_ref().take(limit).map(|grid: Grid| grid.to_string()).collect();
    Report {
        version: Version,
        puzzle: record.puzzle.to_string(),
        limit_reached: search.end().is_none(),
        budget_reached: search.end() == Some(End::NodeBudget),
        solutions,
    }
}
