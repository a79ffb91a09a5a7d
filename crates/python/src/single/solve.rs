//! The basic operations on one puzzle: `solve`, `check`, `count`, `picture`.

use crate::convert::{dict_from, read_puzzle};
use crate::error::{puzzle_error, unknown_name};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use veridoku_api::picture::Show;
use veridoku_api::{PuzzleOperation, PuzzleText};
use veridoku_core::CellSet;

/// Solves a puzzle.
#[pyfunction]
#[pyo3(signature = (puzzle, engine, budget))]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    puzzle: &str,
    engine: Option<String>,
    budget: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let record = read_puzzle(py, puzzle)?.record;
    let options = veridoku_api::solve::Options { engine, budget };
    let report = py.detach(|| veridoku_api::solve::Solve::run(PuzzleText::from(&record), &options));
    let report = report.map_err(|error| puzzle_error(py, &error))?;
    Ok(dict_from!(py, report; puzzle, solution, reason, solutions, differences;
        status = report.status.name()))
}

/// Checks whether a puzzle is valid, unique and minimal.
#[pyfunction]
#[pyo3(signature = (puzzle, budget))]
pub(crate) fn check<'py>(py: Python<'py>, puzzle: &str, budget: Option<u64>) -> PyResult<Bound<'py, PyDict>> {
    let text = read_puzzle(py, puzzle)?;
    let options = veridoku_api::check::Options { budget };
    let puzzle = PuzzleText { record: &text.record, format: text.format };
    let report = py.detach(|| veridoku_api::check::Check::run(puzzle, &options));
    let report = report.map_err(|error| puzzle_error(py, &error))?;
    let names = |cells: CellSet| cells.iter().map(|cell| cell.to_string()).collect::<Vec<_>>();
    let conflicts = report
        .conflicts
        .iter()
        .map(|conflict| Ok(dict_from!(py, conflict.clone(); digit, house, cells)))
        .collect::<PyResult<Vec<_>>>()?;
    Ok(dict_from!(py, report; puzzle, format, clues, minimal, reason;
        cells = names(report.cells), redundant = names(report.redundant), status = report.status.name(), conflicts = conflicts))
}

/// Counts the solutions of a puzzle.
#[pyfunction]
#[pyo3(signature = (puzzle, limit, budget))]
pub(crate) fn count<'py>(
    py: Python<'py>,
    puzzle: &str,
    limit: Option<u64>,
    budget: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let record = read_puzzle(py, puzzle)?.record;
    let options = veridoku_api::count::Options { limit, budget };
    let report = py.detach(|| veridoku_api::count::Count::run(PuzzleText::from(&record), &options));
    let report = report.map_err(|error| puzzle_error(py, &error))?;
    Ok(dict_from!(py, report; puzzle, count, limit_reached, budget_reached))
}

/// Draws a puzzle as SVG.
#[pyfunction]
#[pyo3(signature = (puzzle, show))]
pub(crate) fn picture(py: Python<'_>, puzzle: &str, show: &str) -> PyResult<String> {
    let record = read_puzzle(py, puzzle)?.record;
    let show = match show {
        "values" => Show::Values,
        "candidates" => Show::Candidates,
        "solution" => Show::Solution,
        _ => return Err(unknown_name(py, "content", show, "values, candidates, solution")),
    };
    let options = veridoku_api::picture::Options { show };
    let report = veridoku_api::picture::Picture::run(PuzzleText::from(&record), &options);
    Ok(report.map_err(|error| puzzle_error(py, &error))?.svg)
}
