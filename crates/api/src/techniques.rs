//! The table of techniques.

use crate::error::Error;
use crate::operation::{Operation, OptionsRequest};
use crate::technique_options::TechniqueName;
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use veridoku_logic::{Description, TECHNIQUES, UniquenessNeed, Usage};

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Techniques to describe, by name, short code or abbreviation.
    #[cfg_attr(feature = "cli", arg(value_name = "NAME", value_parser = TechniqueName::from_argument))]
    #[schemars(description = "Techniques to list, by name, short code or abbreviation; all if empty.")]
    pub only: Vec<TechniqueName>,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The techniques in the order in which they are tried.
    pub techniques: Vec<TechniqueRow>,
}

/// A technique.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct TechniqueRow {
    /// The version of the JSON schema.
    pub version: Version,
    /// The name.
    pub technique: &'static str,
    /// The short code.
    pub code: &'static str,
    /// The code in HoDoKu's library format, if it has one.
    pub library_code: Option<&'static str>,
    /// Sudoku Explainer's rating; the lowest if it depends on the length.
    pub rating: Option<f64>,
    /// The contribution of a step to HoDoKu's score.
    pub score: u32,
    /// The lowest level of a puzzle that needs the technique.
    pub level: &'static str,
    /// The smallest ladder that contains it: `hodoku`, `teacher` or `all`.
    pub ladder: &'static str,
    /// Whether it assumes that the solution is unique.
    pub uniqueness: bool,
    /// Other names and abbreviations.
    pub aliases: Vec<&'static str>,
    /// A one-line description.
    pub summary: &'static str,
}

/// Lists techniques.
#[derive(Debug)]
pub struct ListTechniques;

impl Operation for ListTechniques {
    type Request = OptionsRequest<Options>;
    type Report = Report;
    const ABOUT: &'static str = "List the solving techniques, or describe some of them";

    fn respond(request: &Self::Request) -> Result<Report, Error> {
        Ok(report(&request.options))
    }

    fn example() -> Value {
        json!({"options": {"only": ["skyscraper"]}})
    }
}

/// Lists techniques.
pub fn report(options: &Options) -> Report {
    let is_requested = |entry: &&Description| {
        options.only.is_empty()
            || options.only.iter().any(|name| name.techniques().contains(&entry.technique))
    };
    Report {
        version: Version,
        techniques: TECHNIQUES.iter().filter(is_requested).map(TechniqueRow::from).collect(),
    }
}

impl From<&Description> for TechniqueRow {
    fn from(entry: &Description) -> TechniqueRow {
        TechniqueRow {
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
