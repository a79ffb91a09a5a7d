//! What is answered when there is no answer.

use crate::vocabulary::Version;
use serde::Serialize;
use std::fmt;
use veridoku_core::text::{ParseError, WriteError};

/// A question that cannot be answered: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Error {
    /// The schema version.
    pub version: Version,
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
    pub fn new(error: impl Into<String>) -> Error {
        Error { version: Version, error: error.into(), line: None, column: None }
    }

    /// The error for a name that is not in a table.
    pub(crate) fn unknown(what: &str, name: &str, known: impl Iterator<Item = &'static str>) -> Error {
        let known: Vec<&str> = known.collect();
        Error::new(format!("there is no {what} {name:?}, expected one of: {}", known.join(", ")))
    }
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Error {
        Error { line: Some(error.line), column: Some(error.column), ..Error::new(error.to_string()) }
    }
}

impl From<WriteError> for Error {
    fn from(error: WriteError) -> Error {
        Error::new(error.to_string())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error)
    }
}

impl std::error::Error for Error {}
