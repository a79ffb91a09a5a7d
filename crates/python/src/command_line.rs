//! The command line, for `python -m veridoku`.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs a command line, whose first word is the name of the program, and returns the exit status.
#[pyfunction]
pub(crate) fn run_command_line(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| veridoku_cli::run(words))
}
