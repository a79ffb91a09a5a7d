//! The error of a request that cannot be answered.

use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use veridoku_formats::{ParseError, ParseErrorKind, WriteError};

/// The kind of an error.
#[derive(Copy, Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is not a puzzle, or the input cannot be opened.
    Unreadable,
    /// The requested text format cannot represent the puzzle.
    Unwritable,
    /// There is no item with the requested name.
    Unknown,
    /// The operation does not apply to this kind of puzzle.
    Unsupported,
    /// The puzzle does not have the unique solution that the answer needs.
    Unsolved,
}

/// The reason why a request cannot be answered, with the position in the text if it has one.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Error {
    /// The version of the JSON schema.
    pub version: Version,
    /// The kind of the error, for programs.
    #[schemars(with = "String")]
    pub kind: ErrorKind,
    /// The message, for people.
    pub error: String,
    /// The line of the error in an unreadable text, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column in that line in characters, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
}

impl Error {
    /// Creates an error without a position in the text.
    pub fn new(kind: ErrorKind, error: impl Into<String>) -> Error {
        Error { version: Version, kind, error: error.into(), line: None, column: None }
    }

    /// Creates the error for a name that is not in a table.
    pub(crate) fn unknown(what: &str, name: &str, known: impl Iterator<Item = &'static str>) -> Error {
        let known: Vec<&str> = known.collect();
        let known = known.join(", ");
        Error::new(ErrorKind::Unknown, format!("unknown {what} {name:?}, expected one of: {known}"))
    }
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Error {
        let (line, column, text) = match &error.kind {
            kind @ ParseErrorKind::NoPuzzle => (None, None, kind.to_string()),
            kind @ ParseErrorKind::SecondPuzzle => (Some(error.line), None, kind.to_string()),
            _ => (Some(error.line), Some(error.column), error.to_string()),
        };
        Error { line, column, ..Error::new(ErrorKind::Unreadable, text) }
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
