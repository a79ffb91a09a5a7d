//! Compares the textbook solvers: `compare`.

use crate::convert::{dict_from, read_puzzle};
use crate::error::puzzle_error;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use veridoku_api::{PuzzleOperation, PuzzleText};

/// Compares textbook solvers on a puzzle.
#[pyfunction]
#[pyo3(signature = (puzzle, algorithms, budget))]
pub(crate) fn compare<'py>(
    py: Python<'py>,
    puzzle: &str,
    algorithms: Vec<String>,
    budget: Option<u64>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let record = read_puzzle(py, puzzle)?.record;
    let options = veridoku_api::compare::Options { algorithms, budget };
    let report = py.detach(|| veridoku_api::compare::Compare::run(PuzzleText::from(&record), &options));
    let report = report.map_err(|error| puzzle_error(py, &error))?;
    let row = |row: veridoku_api::compare::ComparisonRow| {
        Ok(dict_from!(py, row; algorithm, calls, placements, undos, max_depth, micros, finished, solution;
            status = row.status.name()))
    };
    report.results.into_iter().map(row).collect()
}
