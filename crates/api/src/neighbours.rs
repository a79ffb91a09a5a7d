//! The neighbours of a puzzle: puzzles with a few clues removed and a few added.

use crate::canon::clues;
use crate::count;
use crate::error::{Error, ErrorKind};
use crate::operation::{PuzzleOperation, PuzzleText, at_most};
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use veridoku_core::generate::Minimality;
use veridoku_core::solve::End;
use veridoku_core::{Exchange, Grid, neighbours};
use veridoku_formats::Record;

/// The default limit.
pub const DEFAULT_LIMIT: u64 = 100_000;

/// The default total node budget, enough for a few minutes.
pub const DEFAULT_NODES: u64 = 100_000_000;

/// The number of puzzles in the answer to an untrusted client.
const UNTRUSTED_LIMIT: u64 = 10_000;

/// The options of the operation.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of clues to remove.
    pub remove: usize,
    /// The number of clues to add.
    pub add: usize,
    /// Skip puzzles with redundant clues.
    pub minimal: bool,
    /// The maximum number of puzzles.
    pub limit: Option<u64>,
    /// The total node budget, shared by all searches.
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
///
/// # Errors
///
/// Returns an error if the puzzle has candidates, or fewer clues than are to be removed.
pub fn report(record: &Record, options: &Options) -> Result<Report, Error> {
    let mut neighbours = Vec::new();
    let end = visit(record, options, |neighbour| {
        neighbours.push(neighbour.to_string());
        ControlFlow::Continue(())
    })?;
    Ok(Report {
        version: Version,
        puzzle: record.puzzle.given_values().to_string(),
        remove: options.remove,
        add: options.add,
        neighbours,
        limit_reached: end == End::SolutionLimit,
        budget_reached: end == End::NodeBudget,
    })
}

/// Visits the neighbours as they are found, until the limit is reached or the visitor breaks. Returns what
/// ended the search.
///
/// # Errors
///
/// Returns the same errors as [`report`].
pub fn visit(
    record: &Record,
    options: &Options,
    mut visit: impl FnMut(&Grid) -> ControlFlow<()>,
) -> Result<End, Error> {
    let clues = clues(&record.puzzle)?;
    let (count, remove) = (clues.filled().len(), options.remove);
    if count < remove {
        let message = format!("found {count} clues, expected at least {remove}, the number to remove");
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    let (limit, budget) = (options.limit.unwrap_or(DEFAULT_LIMIT), options.budget.unwrap_or(DEFAULT_NODES));
    let exchange = Exchange {
        removed: options.remove,
        added: options.add,
        minimality: if options.minimal { Minimality::Minimal } else { Minimality::Any },
    };
    let mut found = 0;
    Ok(neighbours(&clues, exchange, budget, |neighbour| {
        // One puzzle beyond the limit shows that there are more.
        if found >= limit {
            return ControlFlow::Break(());
        }
        found += 1;
        visit(neighbour)
    }))
}

/// Runs the operation.
#[derive(Debug)]
pub struct Neighbours;

impl PuzzleOperation for Neighbours {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str =
        "Find puzzles with a unique solution that differ from the input in a few clues";

    fn limit(options: &mut Options) {
        at_most(&mut options.limit, UNTRUSTED_LIMIT, UNTRUSTED_LIMIT);
        at_most(&mut options.budget, count::UNTRUSTED_NODES, count::UNTRUSTED_NODES);
    }

    fn run(puzzle: PuzzleText<'_>, options: &Options) -> Result<Report, Error> {
        report(puzzle.record, options)
    }

    fn example() -> Value {
        json!({"limit": 2})
    }
}
