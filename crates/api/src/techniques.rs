//! The table of techniques.

use crate::vocabulary::Version;
use serde::Serialize;
use veridoku_logic::{TECHNIQUES, UniquenessNeed, Usage};

/// A technique.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The schema version.
    pub version: Version,
    /// The name.
    pub technique: &'static str,
    /// The short code.
    pub code: &'static str,
    /// The code in HoDoKu's library format, if it has one.
    pub library_code: Option<&'static str>,
    /// The rating of Sudoku Explainer, the lowest where it depends on the length.
    pub rating: Option<f64>,
    /// What a step adds to HoDoKu's score.
    pub score: u32,
    /// The level a puzzle has at least if it needs the technique.
    pub level: &'static str,
    /// The ladder on which it first stands: `hodoku`, `teacher` or `all`.
    pub ladder: &'static str,
    /// Whether it rests on the uniqueness of the solution.
    pub uniqueness: bool,
    /// What it is, in one line.
    pub summary: &'static str,
}

/// Lists all techniques in the order of trial.
pub fn report() -> Vec<Row> {
    TECHNIQUES
        .iter()
        .map(|entry| Row {
            version: Version,
            technique: entry.name,
            code: entry.code,
            library_code: entry.library_code,
            rating: entry.rating.map(|tenths| f64::from(tenths) / 10.0),
            score: entry.score,
            level: entry.level.name(),
            ladder: match entry.usage {
                Usage::Default => "hodoku",
                Usage::Extra => "teacher",
                Usage::Request => "all",
            },
            uniqueness: entry.uniqueness == UniquenessNeed::Needed,
            summary: entry.summary,
        })
        .collect()
}
