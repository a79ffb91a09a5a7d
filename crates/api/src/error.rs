//! What is answered when there is no answer.

use crate::vocabulary::Version;
use serde::Serialize;
use std::fmt;
use veridoku_core::text::{ParseError, WriteError};

/// What kind of thing is wrong.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is not a puzzle, or cannot be got at.
    Unreadable,
    /// The form asked for cannot hold the puzzle.
    Unwritable,
    /// There is nothing of the name asked for.
    Unknown,
    /// The question makes no sense for a puzzle of this kind.
    Unsupported,
}

/// A question that cannot be answered: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Error {
    /// The schema version.
    pub version: Version,
    /// What kind of thing is wrong, for programs.
    pub kind: ErrorKind,
    /// What is wrong: a sentence for people.
    pub error: String,
    /// The line of an unreadable text, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The character in that line, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
}

impl Error {
    /// An error without a place in the text.
    pub fn new(kind: ErrorKind, error: impl Into<String>) -> Error {
        Error { version: Version, kind, error: error.into(), line: None, column: None }
    }

    /// The error for a name that is not in a table.
    pub(crate) fn unknown(what: &str, name: &str, known: impl Iterator<Item = &'static str>) -> Error {
        let known: Vec<&str> = known.collect();
        let known = known.join(", ");
        Error::new(ErrorKind::Unknown, format!("there is no {what} {name:?}, expected one of: {known}"))
    }
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Error {
        Error {
            line: Some(error.line),
            column: Some(error.column),
            ..Error::new(ErrorKind::Unreadable, error.to_string())
        }
    }
}

impl From<WriteError> for Error {
    fn from(error: WriteError) -> Error {
        Error::new(ErrorKind::Unwritable, error.to_string())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error)
    }
}

impl std::error::Error for Error {}
