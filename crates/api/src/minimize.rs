//! Minimal puzzles among the clues of a puzzle.

use crate::DEFAULT_NODES;
use crate::canon::clues;
use crate::error::Error;
use crate::transform::random;
use crate::vocabulary::{Version, by_name, cell_names};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use veridoku_core::solve::End;
use veridoku_core::text::Record;
use veridoku_core::{CellSet, Grid, Puzzle, Status, Verdict, minimal_puzzles, minimize, redundant_clues};

/// The limit of `all` when nobody asks for another one.
pub const DEFAULT_LIMIT: u64 = 1000;

/// What may be asked.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// All minimal puzzles up to the limit, instead of one.
    pub all: bool,
    /// The most puzzles with `all`.
    pub limit: Option<u64>,
    /// The seed of the order in which clues are taken out.
    pub seed: u64,
    /// The node budget: of each search, with `all` of all searches together.
    pub budget: Option<u64>,
}

/// What is answered.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The schema version.
    pub version: Version,
    /// The puzzle, 81 characters.
    pub puzzle: String,
    /// None, one or many solutions, or a broken rule.
    #[serde(serialize_with = "by_name")]
    pub status: Status,
    /// Why there is no unique solution.
    pub reason: Option<String>,
    /// The clues that can be taken out, each alone, without losing uniqueness.
    pub redundant: Vec<String>,
    /// The minimal puzzles.
    pub minimal: Vec<String>,
    /// Whether there may be more of them than the limit.
    pub limit_reached: bool,
    /// Whether the node budget ended the search.
    pub budget_reached: bool,
}

/// Minimizes.
///
/// # Errors
///
/// When the puzzle has candidates.
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

/// How a search for minimal puzzles went.
#[derive(Clone, Debug)]
pub struct Search {
    /// None, one or many solutions, or a broken rule: minimal puzzles are looked for only if there is one.
    pub status: Status,
    /// Why there is no unique solution.
    pub reason: Option<String>,
    /// Whether there may be more minimal puzzles than the limit, or than the visitor wanted.
    pub limit_reached: bool,
    /// Whether the node budget ended the search.
    pub budget_reached: bool,
}

/// Visits the minimal puzzles as they are found, until there are as many as asked for or the visitor breaks.
///
/// # Errors
///
/// As [`report`].
pub fn visit(
    record: &Record,
    options: &Options,
    mut visit: impl FnMut(&Grid) -> ControlFlow<()>,
) -> Result<Search, Error> {
    let clues = clues(&record.puzzle)?;
    let budget = options.budget.unwrap_or(DEFAULT_NODES);
    let verdict = Verdict::of(&Puzzle::from(clues), budget);
    let mut search = Search {
        status: verdict.status(),
        reason: verdict.reason(),
        limit_reached: false,
        budget_reached: verdict.status() == Status::Undecided,
    };
    if search.status != Status::Unique {
        return Ok(search);
    }
    if !options.all {
        // The order hangs on the clues alone, however they are written.
        match minimize(&clues, &mut random(&Puzzle::from(clues), options.seed), budget) {
            Some(minimal) => search.limit_reached = visit(&minimal).is_break(),
            None => search.budget_reached = true,
        }
        return Ok(search);
    }
    let (mut found, limit) = (0, options.limit.unwrap_or(DEFAULT_LIMIT));
    let end = minimal_puzzles(&clues, budget, |minimal| {
        // One more than the limit tells that there are more.
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
