//! The number of solutions up to a limit.

use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use veridoku_core::solve::{self, End, Limits};
use veridoku_formats::Record;

/// The default solution limit.
pub const DEFAULT_LIMIT: u64 = 1_000_000;

/// The default node budget: enough to count about fifty million solutions of an empty
/// grid.
pub const DEFAULT_NODES: u64 = 100_000_000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of solutions after which counting stops.
    pub limit: Option<u64>,
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
    /// The number of solutions found.
    pub count: u64,
    /// Whether counting stopped at the limit. If so, there may be more solutions.
    pub limit_reached: bool,
    /// Whether counting stopped at the node budget. If so, there may be more solutions.
    pub budget_reached: bool,
}

/// Counts the solutions of a puzzle.
pub fn report(record: &Record, options: &Options) -> Report {
    let limits = Limits::solutions(options.limit.unwrap_or(DEFAULT_LIMIT))
        .with_nodes(options.budget.unwrap_or(DEFAULT_NODES));
    let found = solve::search(&record.puzzle, limits);
    Report {
        version: Version,
        puzzle: record.puzzle.to_string(),
        count: found.count,
        limit_reached: found.end == End::SolutionLimit,
        budget_reached: found.end == End::NodeBudget,
    }
}
