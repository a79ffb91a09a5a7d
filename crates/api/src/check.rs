//! Whether a puzzle is valid, unique and minimal.

use crate::DEFAULT_NODES;
use crate::vocabulary::{Conflict, Version, by_name, cell_names};
use serde::{Deserialize, Serialize};
use veridoku_core::{CellSet, Status, Verdict, redundant_clues};
use veridoku_formats::{Format, Record};

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The node budget of each search.
    pub budget: Option<u64>,
}

/// The result of the operation.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The text format of the input.
    pub format: Option<&'static str>,
    /// The former name of `format`.
    pub form: Option<&'static str>,
    /// Whether there is no solution, one or several, or a rule is broken.
    #[serde(serialize_with = "by_name")]
    pub status: Status,
    /// The number of givens.
    pub clues: usize,
    /// Whether every clue is needed; only for puzzles of clues with one solution.
    pub minimal: Option<bool>,
    /// The reason why there is no unique solution.
    pub reason: Option<String>,
    /// The digits that a house contains more than once.
    pub conflicts: Vec<Conflict>,
    /// The cells that contradict each other, or in which two solutions differ.
    pub cells: Vec<String>,
    /// The clues that can each be removed alone without losing uniqueness.
    pub redundant: Vec<String>,
}

/// Checks a puzzle.
pub fn report(record: &Record, format: Option<&'static Format>, options: &Options) -> Report {
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
        format: format.map(Format::name),
        form: format.map(Format::name),
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
