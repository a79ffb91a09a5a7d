//! Whether a puzzle is valid, unique and minimal.

use crate::DEFAULT_NODES;
use crate::vocabulary::{Conflict, Status, Version, cell_names};
use serde::{Deserialize, Serialize};
use veridoku_core::text::Record;
use veridoku_core::{CellSet, Verdict, redundant_clues};

/// What may be asked.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct Options {
    /// The node budget of each search.
    pub budget: Option<u64>,
}

/// What is answered.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The schema version.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// None, one or many solutions, or a broken rule.
    pub status: Status,
    /// The number of written values.
    pub clues: usize,
    /// Whether no clue can be taken out; known for puzzles of clues with one solution.
    pub minimal: Option<bool>,
    /// Why there is no unique solution.
    pub reason: Option<String>,
    /// The digits that are repeated in a house.
    pub conflicts: Vec<Conflict>,
    /// The cells to look at: those that contradict each other, or in which two solutions differ.
    pub cells: Vec<String>,
    /// The clues that can be taken out, each alone, without losing uniqueness.
    pub redundant: Vec<String>,
}

/// Checks.
pub fn report(record: &Record, options: &Options) -> Report {
    let budget = options.budget.unwrap_or(DEFAULT_NODES);
    let puzzle = &record.puzzle;
    let verdict = Verdict::of(puzzle, budget);
    let redundant = match (&verdict, puzzle.written_candidates()) {
        (Verdict::Unique(_), None) => redundant_clues(puzzle.values(), budget),
        _ => None,
    };
    Report {
        version: Version,
        puzzle: puzzle.to_string(),
        status: Status::from(&verdict),
        clues: puzzle.values().clues(),
        minimal: redundant.map(CellSet::is_empty),
        reason: verdict.reason(),
        conflicts: match &verdict {
            Verdict::Invalid(repetitions) => repetitions.iter().map(Conflict::from).collect(),
            _ => Vec::new(),
        },
        cells: cell_names(verdict.cells()),
        redundant: redundant.map(cell_names).unwrap_or_default(),
    }
}
