//! Generates a puzzle: `generate`.

use crate::convert::dict_from;
use crate::error::puzzle_error;
use crate::threads;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use veridoku_api::generate::{Maker, NumberOrText, Options, Tools};
use veridoku_api::technique_options::TechniqueName;
use veridoku_api::{Error, ErrorKind};

/// The default maximum number of attempts to generate a puzzle.
const DEFAULT_ATTEMPTS: u64 = 1_000_000;

/// The keyword arguments of `generate` and `generate_many`.
#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct GenerateArguments {
    level: Option<String>,
    er: Option<String>,
    clues: Option<String>,
    symmetry: Option<String>,
    pattern: Option<String>,
    technique: Option<String>,
    minimal: bool,
    seed: Option<String>,
    index: u64,
    attempts: Option<u64>,
    rating: bool,
}

impl GenerateArguments {
    /// Converts the keyword arguments into options.
    pub(crate) fn parse(py: Python<'_>, arguments: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
        let Some(arguments) = arguments else { return Ok(Options::default()) };
        let arguments: GenerateArguments = arguments.extract()?;
        let technique = arguments.technique.map(|name| name.parse::<TechniqueName>()).transpose();
        let technique = technique
            .map_err(|error| puzzle_error(py, &Error::new(ErrorKind::Unknown, error.to_string())))?;
        Ok(Options {
            count: None,
            level: arguments.level.map(NumberOrText::from),
            er: arguments.er.map(NumberOrText::from),
            clues: arguments.clues.map(NumberOrText::from),
            symmetry: arguments.symmetry,
            pattern: arguments.pattern,
            technique,
            minimal: arguments.minimal,
            seed: arguments.seed.map(NumberOrText::from),
            index: arguments.index,
            attempts: arguments.attempts,
            rating: Some(arguments.rating),
        })
    }
}

/// Returns the maximum number of attempts to generate a puzzle.
pub(crate) fn attempts(options: &Options) -> u64 {
    options.attempts.unwrap_or(DEFAULT_ATTEMPTS)
}

/// Returns the exception to raise when all attempts to generate a puzzle have failed.
pub(crate) fn attempts_exhausted(py: Python<'_>, index: u64, attempts: u64) -> PyErr {
    let message = format!("gave up on puzzle {index} after {attempts} attempts");
    puzzle_error(py, &Error::new(ErrorKind::Unsupported, message))
}

/// Generates a puzzle.
#[pyfunction]
#[pyo3(signature = (**arguments))]
pub(crate) fn generate<'py>(
    py: Python<'py>,
    arguments: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let options = GenerateArguments::parse(py, arguments)?;
    let maker = Maker::new(&options).map_err(|error| puzzle_error(py, &error))?;
    let max_attempts = attempts(&options);
    let generate = |tools: &mut Tools, _: usize, stop: &Arc<AtomicBool>| {
        let mut attempts = (0..max_attempts).take_while(|_| !stop.load(Ordering::Relaxed));
        attempts.find_map(|attempt| maker.attempt(tools, options.index, attempt))
    };
    let puzzle = threads::map(py, 1, 1, 1, Tools::default, generate)?.pop().flatten();
    let puzzle = puzzle.ok_or_else(|| attempts_exhausted(py, options.index, max_attempts))?;
    Ok(dict_from!(py, puzzle; index, puzzle, solution, clues, level, er, generator;
        seed = puzzle.seed.to_string()))
}
