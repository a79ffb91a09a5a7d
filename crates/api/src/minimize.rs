//! Minimal puzzles contained in a puzzle, that is, minimal subsets of its clues.

use crate::canon::clues;
use crate::check;
use crate::error::Error;
use crate::operation::{PuzzleOperation, PuzzleText, at_most};
use crate::transform::random;
use crate::vocabulary::{DEFAULT_NODES, StatusName, Version, by_name, cell_names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use veridoku_core::solve::End;
use veridoku_core::{CellSet, Grid, Puzzle, Status, Verdict, minimal_puzzles, minimize, redundant_clues};
use veridoku_formats::Record;

/// The default limit for `all`.
pub const DEFAULT_LIMIT: u64 = 1000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Find all minimal puzzles up to the limit, instead of one.
    pub all: bool,
    /// The maximum number of puzzles with `all`.
    pub limit: Option<u64>,
    /// The seed for the order in which clues are removed.
    pub seed: u64,
    /// The node budget of each search; with `all`, the total budget of all searches.
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
///
/// # Errors
///
/// Returns an error if the puzzle has candidates.
pub fn report(record: &Record, options: &Options) -> Result<Report, Error> {
    let mut minimal = Vec::new();
    let search = visit(record, options, |puzzle| {
        minimal.push(puzzle.to_string());
        ControlFlow::Continue(())
    })?;
    let clues = clues(&record.puzzle)?;
    let redundant = match search.status {
        Status::Unique => redundant_clues(&clues, options.budget.unwrap_or(DEFAULT_NODES)),
        _ => Some(CellSet::EMPTY),
    };
    Ok(Report {
        version: Version,
        puzzle: clues.to_string(),
        status: search.status,
        reason: search.reason,
        redundant: redundant.map(cell_names).unwrap_or_default(),
        minimal,
        limit_reached: search.limit_reached,
        budget_reached: search.budget_reached || redundant.is_none(),
    })
}

/// The result of a search for minimal puzzles.
#[derive(Clone, Debug)]
pub struct MinimizeSearch {
    /// Whether the puzzle has no solution, one or several, or breaks a rule. The search runs only if there is
    /// exactly one.
    pub status: Status,
    /// The reason why there is no unique solution.
    pub reason: Option<String>,
    /// Whether the limit was reached or the visitor broke. If so, there may be more minimal puzzles.
    pub limit_reached: bool,
    /// Whether the node budget ended the search.
    pub budget_reached: bool,
}

/// Visits the minimal puzzles as they are found, until the limit is reached or the visitor breaks.
///
/// # Errors
///
/// Returns the same errors as [`report`].
pub fn visit(
    record: &Record,
    options: &Options,
    mut visit: impl FnMut(&Grid) -> ControlFlow<()>,
) -> Result<MinimizeSearch, Error> {
    let clues = clues(&record.puzzle)?;
    let budget = options.budget.unwrap_or(DEFAULT_NODES);
    let verdict = Verdict::of(&Puzzle::from(clues), budget);
    let mut search = MinimizeSearch {
        status: verdict.status(),
        reason: verdict.reason(),
        limit_reached: false,
        budget_reached: verdict.status() == Status::Undecided,
    };
    if search.status != Status::Unique {
        return Ok(search);
    }
    if !options.all {
        // The order depends only on the clues, not on how they were written.
        match minimize(&clues, &mut random(&Puzzle::from(clues), options.seed), budget) {
            Some(minimal) => search.limit_reached = visit(&minimal).is_break(),
            None => search.budget_reached = true,
        }
        return Ok(search);
    }
    let (mut found, limit) = (0, options.limit.unwrap_or(DEFAULT_LIMIT));
    let end = minimal_puzzles(&clues, budget, |minimal| {
        // One puzzle beyond the limit shows that there are more.
        if found >= limit {
            return ControlFlow::Break(());
        }
        found += 1;
        visit(minimal)
    });
    search.limit_reached = end == End::SolutionLimit;
    search.budget_reached = end == End::NodeBudget;
    Ok(search)
}

/// Runs the operation.
#[derive(Debug)]
pub struct Minimize;

impl PuzzleOperation for Minimize {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Remove redundant clues until each puzzle is minimal";

    fn limit(options: &mut Options) {
        at_most(&mut options.limit, DEFAULT_LIMIT, DEFAULT_LIMIT);
        at_most(&mut options.budget, check::UNTRUSTED_NODES, check::UNTRUSTED_NODES);
    }

    fn run(puzzle: PuzzleText<'_>, options: &Options) -> Result<Report, Error> {
        report(puzzle.record, options)
    }
}
