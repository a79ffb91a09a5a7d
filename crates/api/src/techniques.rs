//! The table of techniques.

use crate::technique_options::TechniqueName;
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use veridoku_logic::{Description, TECHNIQUES, UniquenessNeed, Usage};

/// What may be asked.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Only these techniques, by name, short code or abbreviation; all of them if empty.
    pub only: Vec<TechniqueName>,
}

/// What is answered.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The schema version.
    pub version: Version,
    /// The techniques in the order of trial.
    pub techniques: Vec<Row>,
}

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
    /// Other names and abbreviations.
    pub aliases: Vec<&'static str>,
    /// What it is, in one line.
    pub summary: &'static str,
}

/// Lists techniques.
pub fn report(options: &Options) -> Report {
    let is_asked = |entry: &&Description| {
        options.only.is_empty()
            || options.only.iter().any(|named| named.techniques().contains(&entry.technique))
    };
    Report { version: Version, techniques: TECHNIQUES.iter().filter(is_asked).map(Row::from).collect() }
}

impl From<&Description> for Row {
    fn from(entry: &Description) -> Row {
        Row {
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
            aliases: entry.technique.aliases().collect(),
            summary: entry.summary,
        }
    }
}
