//! Conversions for functions on one puzzle: puzzle text to [`Record`], report to Python dict.

use crate::error::puzzle_error;
use pyo3::prelude::*;
use veridoku_api::{Error, ErrorKind};
use veridoku_formats::{Format, Item, Reader, Record};

/// A puzzle read from text, and the text format in which it was written.
pub(crate) struct ParsedText {
    pub(crate) record: Record,
    pub(crate) format: Option<&'static Format>,
}

/// Reads text that contains exactly one puzzle, in any text format.
pub(crate) fn read_puzzle(py: Python<'_>, puzzle: &str) -> PyResult<ParsedText> {
    let to_exception = |error: &Error| puzzle_error(py, error);
    let mut reader = Reader::new();
    reader.push(puzzle.as_bytes());
    reader.finish();
    let Some(Item { record, format, .. }) = reader.next_item() else {
        return Err(to_exception(&Error::new(ErrorKind::Unreadable, "found no puzzle, expected one")));
    };
    let record = record.map_err(|error| to_exception(&error.into()))?;
    if reader.next_item().is_some() {
        // `veridoku_formats::read` accepts only one puzzle and reports where the unexpected rest begins.
        veridoku_formats::read(puzzle).map_err(|error| to_exception(&error.into()))?;
    }
    Ok(ParsedText { record, format })
}

/// Creates a dict from the named fields of a report, followed by `name = value` entries.
macro_rules! dict_from {
    ($py:expr, $report:expr; $($field:ident),* $(; $($name:ident = $value:expr),*)?) => {{
        let dict = pyo3::types::PyDict::new($py);
        $(dict.set_item(stringify!($field), $report.$field)?;)*
        $($(dict.set_item(stringify!($name), $value)?;)*)?
        dict
    }};
}
pub(crate) use dict_from;
