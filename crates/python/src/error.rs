//! What cannot be answered, as the exception `veridoku.PuzzleError`.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use veridoku_api::{Error, ErrorKind};

static PUZZLE_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// The exception for an error of `veridoku-api`: what is wrong, of which kind, and where.
pub(crate) fn refusal(py: Python<'_>, error: &Error) -> PyErr {
    let kind = match error.kind {
        ErrorKind::Unwritable => "unwritable",
        ErrorKind::Unknown => "unknown",
        ErrorKind::Unsupported => "unsupported",
        _ => "unreadable",
    };
    let raised = PUZZLE_ERROR
        .import(py, "veridoku._errors", "PuzzleError")
        .and_then(|class| class.call1((error.error.as_str(), kind, error.line, error.column)));
    raised.map_or_else(|failure| failure, PyErr::from_value)
}

/// The exception for something that a user cannot mend.
pub(crate) fn failure(error: &dyn std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}
