//! What is true of a puzzle: `solve`, `check`, `count`, and its picture.

use crate::error::refusal;
use crate::question::{answer, read};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use veridoku_api::picture::Show;
use veridoku_api::{Error, ErrorKind};

/// Solves a puzzle.
#[pyfunction]
#[pyo3(signature = (puzzle, engine, budget))]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    puzzle: &str,
    engine: Option<String>,
    budget: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let record = read(py, puzzle)?.record;
    let options = veridoku_api::solve::Options { engine, budget };
    let report = py.detach(|| veridoku_api::solve::report(&record, &options));
    let report = report.map_err(|error| refusal(py, &error))?;
    Ok(answer!(py, report; puzzle, solution, reason, solutions, differences; status = report.status.name()))
}

/// Says whether a puzzle is valid, unique and minimal.
#[pyfunction]
#[pyo3(signature = (puzzle, budget))]
pub(crate) fn check<'py>(py: Python<'py>, puzzle: &str, budget: Option<u64>) -> PyResult<Bound<'py, PyDict>> {
    let text = read(py, puzzle)?;
    let options = veridoku_api::check::Options { budget };
    let report = py.detach(|| veridoku_api::check::report(&text.record, text.form, &options));
    let conflicts = report
        .conflicts
        .iter()
        .map(|conflict| Ok(answer!(py, conflict.clone(); digit, house, cells)))
        .collect::<PyResult<Vec<_>>>()?;
    Ok(answer!(py, report; puzzle, form, clues, minimal, reason, cells, redundant;
        status = report.status.name(), conflicts = conflicts))
}

/// Counts solutions.
#[pyfunction]
#[pyo3(signature = (puzzle, limit, budget))]
pub(crate) fn count<'py>(
    py: Python<'py>,
    puzzle: &str,
    limit: Option<u64>,
    budget: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let record = read(py, puzzle)?.record;
    let options = veridoku_api::count::Options { limit, budget };
    let report = py.detach(|| veridoku_api::count::report(&record, &options));
    Ok(answer!(py, report; puzzle, count, limit_reached, budget_reached))
}

/// Draws a puzzle as SVG.
#[pyfunction]
#[pyo3(signature = (puzzle, show))]
pub(crate) fn picture(py: Python<'_>, puzzle: &str, show: &str) -> PyResult<String> {
    let record = read(py, puzzle)?.record;
    let show = match show {
        "values" => Show::Values,
        "candidates" => Show::Candidates,
        "solution" => Show::Solution,
        _ => {
            let message =
                format!("there is no picture of {show:?}, expected one of: values, candidates, solution");
            return Err(refusal(py, &Error::new(ErrorKind::Unknown, message)));
        }
    };
    let drawn = veridoku_api::picture::report(&record, &veridoku_api::picture::Options { show });
    Ok(drawn.map_err(|error| refusal(py, &error))?.svg)
}
