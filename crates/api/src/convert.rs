//! Conversion of a puzzle to another text format.

use crate::error::Error;
use crate::operation::{PuzzleOperation, PuzzleText, text_format};
use crate::vocabulary::{DEFAULT_NODES, Version};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use veridoku_core::Verdict;
use veridoku_formats::{Format, Record};

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The name of the text format; `line` by default.
    pub to: Option<String>,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The name of the text format.
    pub format: &'static str,
    /// The puzzle in that format.
    pub text: String,
}

/// Converts a puzzle.
///
/// # Errors
///
/// Returns an error if there is no such format, or if it cannot represent the puzzle.
pub fn report(record: &Record, options: &Options) -> Result<Report, Error> {
    let format = text_format(options.to.as_deref().unwrap_or("line"))?;
    Ok(Report {
        version: Version,
        puzzle: record.puzzle.to_string(),
        format: format.name(),
        text: veridoku_formats::write(&complete(record, format), format)?,
    })
}

/// Adds the solution to a record that has none, if the format has a place for it and the solution is unique.
pub fn complete<'a>(record: &'a Record, format: &Format) -> Cow<'a, Record> {
    if record.solution.is_some() || !format.capabilities().solution.is_yes() {
        return Cow::Borrowed(record);
    }
    match Verdict::of(&record.puzzle, DEFAULT_NODES) {
        Verdict::Unique(solution) => Cow::Owned(Record { solution: Some(solution), ..record.clone() }),
        _ => Cow::Borrowed(record),
    }
}

/// Runs the operation.
#[derive(Debug)]
pub struct Convert;

impl PuzzleOperation for Convert {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Convert puzzles to another text format";

    fn run(puzzle: PuzzleText<'_>, options: &Options) -> Result<Report, Error> {
        report(puzzle.record, options)
    }
}
