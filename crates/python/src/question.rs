//! One puzzle in any text form, and answers as dicts.

use crate::error::refusal;
use pyo3::prelude::*;
use veridoku_api::{Error, ErrorKind};
use veridoku_core::text::{self, Format, Item, Reader, Record};

/// What a text says, and in which form.
pub(crate) struct Text {
    pub(crate) record: Record,
    pub(crate) form: Option<&'static Format>,
}

/// Reads the one puzzle of a text.
pub(crate) fn read(py: Python<'_>, puzzle: &str) -> PyResult<Text> {
    let refuse = |error: &Error| refusal(py, error);
    let mut reader = Reader::new();
    reader.push(puzzle.as_bytes());
    reader.finish();
    let Some(Item { record, format, .. }) = reader.next_item() else {
        return Err(refuse(&Error::new(ErrorKind::Unreadable, "found no puzzle, expected one")));
    };
    let record = record.map_err(|error| refuse(&error.into()))?;
    if reader.next_item().is_some() {
        // The reader of a whole text knows how to say what is wrong with the rest.
        text::read(puzzle).map_err(|error| refuse(&error.into()))?;
    }
    Ok(Text { record, form: format })
}

/// A dict with fields of a report, and with others that are worked out.
macro_rules! answer {
    ($py:expr, $report:expr; $($field:ident),* $(; $($name:ident = $value:expr),*)?) => {{
        let dict = pyo3::types::PyDict::new($py);
        $(dict.set_item(stringify!($field), $report.$field)?;)*
        $($(dict.set_item(stringify!($name), $value)?;)*)?
        dict
    }};
}
pub(crate) use answer;
