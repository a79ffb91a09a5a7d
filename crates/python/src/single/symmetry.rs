//! Canonical forms and equivalent puzzles: `canon`, `transform`, `augment`.

use crate::convert::{dict_from, read_puzzle};
use crate::error::puzzle_error;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use veridoku_api::augment::Augment;
use veridoku_api::canon::Canon;
use veridoku_api::transform::{Report, TransformPuzzle};
use veridoku_api::{PuzzleOperation, PuzzleText};

/// Finds the canonical form of a puzzle.
#[pyfunction]
#[pyo3(signature = (puzzle))]
pub(crate) fn canon<'py>(py: Python<'py>, puzzle: &str) -> PyResult<Bound<'py, PyDict>> {
    let record = read_puzzle(py, puzzle)?.record;
    let options = veridoku_api::canon::Options::default();
    let report = py.detach(|| Canon::run(PuzzleText::from(&record), &options));
    let report = report.map_err(|error| puzzle_error(py, &error))?;
    Ok(dict_from!(py, report; puzzle, canonical, transform, automorphisms, key, key_version))
}

/// Transforms a puzzle into an equivalent one.
#[pyfunction]
#[pyo3(signature = (puzzle, by, seed))]
pub(crate) fn transform<'py>(
    py: Python<'py>,
    puzzle: &str,
    by: Option<String>,
    seed: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let record = read_puzzle(py, puzzle)?.record;
    let options = veridoku_api::transform::Options { by, seed, to: None };
    let report = TransformPuzzle::run(PuzzleText::from(&record), &options);
    transform_dict(py, report.map_err(|error| puzzle_error(py, &error))?)
}

/// Generates equivalent puzzles for one puzzle.
#[pyfunction]
#[pyo3(signature = (puzzle, count, seed, all))]
pub(crate) fn augment<'py>(
    py: Python<'py>,
    puzzle: &str,
    count: Option<u64>,
    seed: u64,
    all: bool,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let record = read_puzzle(py, puzzle)?.record;
    let options = veridoku_api::augment::Options { count, seed, all, to: None };
    let report = py.detach(|| Augment::run(PuzzleText::from(&record), &options));
    let report = report.map_err(|error| puzzle_error(py, &error))?;
    report.equivalents.into_iter().map(|report| transform_dict(py, report)).collect()
}

fn transform_dict(py: Python<'_>, report: Report) -> PyResult<Bound<'_, PyDict>> {
    Ok(dict_from!(py, report; puzzle, transform, result, solution))
}
