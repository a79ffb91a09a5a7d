//! What can be asked at all: the operations, and the tables behind them.
//!
//! A page that reads this shows what the engine knows, and nothing that it does not.

use crate::generate::LEVELS;
use crate::techniques;
use crate::vocabulary::Version;
use serde::Serialize;
use veridoku_classic::ALGORITHMS;
use veridoku_core::text::FORMATS;

/// The names of all operations, in the order of [`Request`](crate::Request).
pub const OPERATIONS: [&str; 21] = [
    "solve",
    "solve-many",
    "solutions",
    "check",
    "count",
    "compare",
    "trace",
    "convert",
    "hint",
    "steps",
    "path",
    "rate",
    "techniques",
    "minimize",
    "canon",
    "transform",
    "augment",
    "neighbours",
    "catalogue",
    "picture",
    "generate",
];

/// What is answered.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The schema version.
    pub version: Version,
    /// The names of the operations.
    pub operations: Vec<&'static str>,
    /// The textbook solvers, in the order in which to read them.
    pub algorithms: Vec<AlgorithmRow>,
    /// The techniques, in the order of trial.
    pub techniques: Vec<techniques::Row>,
    /// The levels of new puzzles, easy ones first.
    pub levels: Vec<LevelRow>,
    /// The text forms.
    pub formats: Vec<FormatRow>,
}

/// A textbook solver.
#[derive(Clone, Debug, Serialize)]
pub struct AlgorithmRow {
    /// The name to call it by.
    pub algorithm: &'static str,
    /// The name to show.
    pub title: &'static str,
    /// Whose idea it is.
    pub origin: &'static str,
    /// What it does, in one line.
    pub description: &'static str,
    /// How the work grows, in one line.
    pub cost: &'static str,
    /// Where it fails, in one line.
    pub weakness: &'static str,
    /// The text of its file.
    pub source: &'static str,
}

/// A level of new puzzles: a range of Sudoku Explainer's ratings.
#[derive(Clone, Debug, Serialize)]
pub struct LevelRow {
    /// The name to call it by.
    pub level: &'static str,
    /// What it takes.
    pub about: &'static str,
    /// The lowest rating.
    pub low: f64,
    /// The highest rating.
    pub high: f64,
}

/// A text form.
#[derive(Clone, Debug, Serialize)]
pub struct FormatRow {
    /// The name to call it by.
    pub format: &'static str,
    /// What it looks like.
    pub description: &'static str,
}

/// Lists everything.
pub fn report() -> Report {
    Report {
        version: Version,
        operations: OPERATIONS.to_vec(),
        algorithms: ALGORITHMS
            .iter()
            .map(|entry| AlgorithmRow {
                algorithm: entry.name,
                title: entry.title,
                origin: entry.origin,
                description: entry.description,
                cost: entry.cost,
                weakness: entry.weakness,
                source: entry.source(),
            })
            .collect(),
        techniques: techniques::report(&techniques::Options::default()).techniques,
        levels: LEVELS
            .iter()
            .map(|level| LevelRow {
                level: level.name,
                about: level.about,
                low: level.low.value(),
                high: level.high.value(),
            })
            .collect(),
        formats: FORMATS
            .iter()
            .map(|format| FormatRow { format: format.name(), description: format.description() })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Request;

    #[test]
    fn the_list_names_every_request() {
        let error = serde_json::from_str::<Request>(r#"{"operation":"?"}"#).unwrap_err().to_string();
        let known: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
        assert_eq!(known, OPERATIONS, "{error}");
    }
}
