//! Which puzzles are the same: `canon`, `transform`, `augment`.

use crate::error::refusal;
use crate::question::{answer, read};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use veridoku_api::transform::Report;

/// Finds the canonical form.
#[pyfunction]
#[pyo3(signature = (puzzle))]
pub(crate) fn canon<'py>(py: Python<'py>, puzzle: &str) -> PyResult<Bound<'py, PyDict>> {
    let record = read(py, puzzle)?.record;
    let report = py.detach(|| veridoku_api::canon::report(&record, &veridoku_api::canon::Options {}));
    Ok(answer!(py, report; puzzle, canonical, transform, automorphisms, key, key_version))
}

/// Dresses a puzzle anew.
#[pyfunction]
#[pyo3(signature = (puzzle, by, seed))]
pub(crate) fn transform<'py>(
    py: Python<'py>,
    puzzle: &str,
    by: Option<String>,
    seed: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let record = read(py, puzzle)?.record;
    let report = veridoku_api::transform::report(&record, &veridoku_api::transform::Options { by, seed });
    dress(py, report.map_err(|error| refusal(py, &error))?)
}

/// Dresses a puzzle anew in many ways.
#[pyfunction]
#[pyo3(signature = (puzzle, count, seed, all))]
pub(crate) fn augment<'py>(
    py: Python<'py>,
    puzzle: &str,
    count: Option<u64>,
    seed: u64,
    all: bool,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let record = read(py, puzzle)?.record;
    let options = veridoku_api::augment::Options { count, seed, all };
    let report = py.detach(|| veridoku_api::augment::report(&record, &options));
    let report = report.map_err(|error| refusal(py, &error))?;
    report.equivalents.into_iter().map(|report| dress(py, report)).collect()
}

fn dress(py: Python<'_>, report: Report) -> PyResult<Bound<'_, PyDict>> {
    Ok(answer!(py, report; puzzle, transform, result, solution))
}
