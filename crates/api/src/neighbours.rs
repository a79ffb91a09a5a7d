//! The puzzles in the neighbours of a puzzle: some clues out, some in.

use crate::canon::clues;
use crate::error::{Error, ErrorKind};
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use veridoku_core::generate::Minimality;
use veridoku_core::solve::End;
use veridoku_core::text::Record;
use veridoku_core::{Exchange, Grid, neighbours};

/// The limit when nobody asks for another one.
pub const DEFAULT_LIMIT: u64 = 100_000;

/// The node budget of all searches when nobody asks for another one: some minutes.
pub const DEFAULT_NODES: u64 = 100_000_000;

/// What may be asked.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of clues that are taken out.
    pub remove: usize,
    /// The number of clues that are added.
    pub add: usize,
    /// Leave out puzzles with redundant clues.
    pub minimal: bool,
    /// The most puzzles.
    pub limit: Option<u64>,
    /// The node budget of all searches together.
    pub budget: Option<u64>,
}

impl Default for Options {
    fn default() -> Options {
        Options { remove: 1, add: 1, minimal: false, limit: None, budget: None }
    }
}

/// What is answered.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The schema version.
    pub version: Version,
    /// The puzzle, 81 characters.
    pub puzzle: String,
    /// The number of clues that were taken out.
    pub remove: usize,
    /// The number of clues that were added.
    pub add: usize,
    /// The puzzles with one solution, in canonical form, each class once, without that of the puzzle.
    pub neighbours: Vec<String>,
    /// Whether there are more of them than the limit.
    pub limit_reached: bool,
    /// Whether the node budget ended the search.
    pub budget_reached: bool,
}

/// Searches.
///
/// # Errors
///
/// When the puzzle has candidates, or fewer clues than are to be taken out.
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

/// Visits the neighbours as they are found, until there are as many as asked for or the visitor breaks, and says
/// what ended the search.
///
/// # Errors
///
/// As [`report`].
pub fn visit(
    record: &Record,
    options: &Options,
    mut visit: impl FnMut(&Grid) -> ControlFlow<()>,
) -> Result<End, Error> {
    let clues = clues(&record.puzzle)?;
    let (count, remove) = (clues.filled().len(), options.remove);
    if count < remove {
        let message = format!("found {count} clues, expected at least {remove} to take out");
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    let (limit, budget) = (options.limit.unwrap_or(DEFAULT_LIMIT), options.budget.unwrap_or(DEFAULT_NODES));
    let exchange = Exchange {
        out: options.remove,
        added: options.add,
        minimality: if options.minimal { Minimality::Minimal } else { Minimality::Any },
    };
    let mut found = 0;
    Ok(neighbours(&clues, exchange, budget, |neighbour| {
        // One more than the limit tells that there are more.
        if found >= limit {
            return ControlFlow::Break(());
        }
        found += 1;
        visit(neighbour)
    }))
}
