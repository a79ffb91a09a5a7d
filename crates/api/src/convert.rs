//! A puzzle in another text form.

use crate::DEFAULT_NODES;
use crate::error::Error;
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use veridoku_core::Verdict;
use veridoku_core::text::{self, FORMATS, Format, Record};

/// What may be asked.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The name of the text form; `line` if none is named.
    pub to: Option<String>,
}

/// What is answered.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The schema version.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The name of the text form.
    pub format: &'static str,
    /// The puzzle in that form.
    pub text: String,
}

/// The text form of this name.
///
/// # Errors
///
/// When there is none.
pub fn format(name: &str) -> Result<&'static Format, Error> {
    Format::by_name(name).ok_or_else(|| Error::unknown("text form", name, FORMATS.iter().map(Format::name)))
}

/// Converts.
///
/// # Errors
///
/// When there is no such form, or when it cannot hold what the puzzle says.
pub fn report(record: &Record, options: &Options) -> Result<Report, Error> {
    let format = format(options.to.as_deref().unwrap_or("line"))?;
    Ok(Report {
        version: Version,
        puzzle: record.puzzle.to_string(),
        format: format.name(),
        text: text::write(&complete(record, format), format)?,
    })
}

/// The record with its solution worked out, if the form has a place for one and the text gave
/// none. A puzzle without unique solution stays without.
pub fn complete<'a>(record: &'a Record, format: &Format) -> Cow<'a, Record> {
    if record.solution.is_some() || !format.capabilities().solution.is_yes() {
        return Cow::Borrowed(record);
    }
    match Verdict::of(&record.puzzle, DEFAULT_NODES) {
        Verdict::Unique(solution) => Cow::Owned(Record { solution: Some(solution), ..record.clone() }),
        _ => Cow::Borrowed(record),
    }
}
