//! Whether a puzzle is valid, unique and minimal.

use crate::DEFAULT_NODES;
use crate::vocabulary::{Conflict, Version, by_name, cell_names};
use serde::{Deserialize, Serialize};
use veridoku_core::text::{Format, Record};
use veridoku_core::{CellSet, Status, Verdict, redundant_clues};

/// What may be asked.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
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
    /// The text form in which the puzzle was found.
    pub form: Option<&'static str>,
    /// None, one or many solutions, or a broken rule.
    #[serde(serialize_with = "by_name")]
    pub status: Status,
    /// The number of values that were there from the start.
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
pub fn report(record: &Record, form: Option<&'static Format>, options: &Options) -> Report {
    let budget = options.budget.unwrap_or(DEFAULT_NODES);
    let puzzle = &record.puzzle;
    let verdict = Verdict::of(puzzle, budget);
    let redundant = match (&verdict, puzzle.written_candidates()) {
        (Verdict::Unique(_), None) => redundant_clues(&puzzle.given_values(), budget),
        _ => None,
    };
    Report {
        version: Version,
        puzzle: puzzle.to_string(),
        form: form.map(Format::name),
        status: verdict.status(),
        clues: puzzle.givens().len(),
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
