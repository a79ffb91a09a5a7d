//! Conversion of errors into Python exceptions.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use veridoku_api::{Error, ErrorKind};

static PUZZLE_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Returns the `veridoku.PuzzleError` for an error of `veridoku-api`, with its message, kind and position.
pub(crate) fn puzzle_error(py: Python<'_>, error: &Error) -> PyErr {
    let kind = match error.kind {
        ErrorKind::Unwritable => "unwritable",
        ErrorKind::Unknown => "unknown",
        ErrorKind::Unsupported => "unsupported",
        ErrorKind::Unsolved => "unsolved",
        _ => "unreadable",
    };
    let (mut message, mut column) = (error.error.clone(), error.column);
    if let (Some(line), None) = (error.line, error.column) {
        // The error is about the whole line.
        message = format!("line {line}, column 1: {message}");
        column = Some(1);
    }
    let raised = PUZZLE_ERROR
        .import(py, "veridoku._errors", "PuzzleError")
        .and_then(|class| class.call1((message, kind, error.line, column)));
    raised.map_or_else(|import_error| import_error, PyErr::from_value)
}

/// Returns the `veridoku.PuzzleError` for an argument that is not one of the known names.
pub(crate) fn unknown_name(py: Python<'_>, what: &str, name: &str, known: &str) -> PyErr {
    let message = format!("unknown {what} {name:?}, expected one of: {known}");
    puzzle_error(py, &Error::new(ErrorKind::Unknown, message))
}

/// Returns a `RuntimeError` for a failure that the caller's arguments did not cause, such as a GPU error.
pub(crate) fn runtime_error(error: &dyn std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}
