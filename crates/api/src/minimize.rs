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
use veridoku_core::{Grid, Puzzle, Status, Verdict, minimal_puzzles, minimize, redundant_clues};

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
    let clues = clues(&record.puzzle)?;
    let budget = options.budget.unwrap_or(DEFAULT_NODES);
    let verdict = Verdict::of(&Puzzle::from(clues), budget);
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
    if verdict.status() != Status::Unique {
        return Ok(report);
    }
    match redundant_clues(&clues, budget) {
        Some(redundant) => report.redundant = cell_names(redundant),
        None => report.budget_reached = true,
    }
    if options.all {
        report.find_all(&clues, options.limit.unwrap_or(DEFAULT_LIMIT), budget);
    } else {
        match minimize(&clues, &mut random(&record.puzzle, options.seed), budget) {
            Some(minimal) => report.minimal.push(minimal.to_string()),
            None => report.budget_reached = true,
        }
    }
    Ok(report)
}

impl Report {
    fn find_all(&mut self, clues: &Grid, limit: u64, budget: u64) {
        let end = minimal_puzzles(clues, budget, |minimal| {
            // One more than the limit tells that there are more.
            if self.minimal.len() as u64 >= limit {
                return ControlFlow::Break(());
            }
            self.minimal.push(minimal.to_string());
            ControlFlow::Continue(())
        });
        self.limit_reached = end == End::SolutionLimit;
        self.budget_reached |= end == End::NodeBudget;
    }
}
