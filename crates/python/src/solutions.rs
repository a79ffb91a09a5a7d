//! Iterates over the solutions of a puzzle: `solutions`.

use crate::operations::read_puzzle;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};
use veridoku_core::solve::{self, End};

/// An iterator that finds solutions lazily.
#[pyclass(frozen, name = "Solutions", module = "veridoku")]
#[derive(Debug)]
pub(crate) struct SolutionIterator(Mutex<SolutionSearch>);

#[derive(Debug)]
struct SolutionSearch {
    solutions: solve::Solutions,
    /// The number of solutions that the iterator may still return.
    remaining: u64,
}

/// Starts a search for all solutions of a puzzle.
#[pyfunction]
#[pyo3(signature = (puzzle, limit, budget))]
pub(crate) fn solutions(
    py: Python<'_>,
    puzzle: &str,
    limit: Option<u64>,
    budget: Option<u64>,
) -> PyResult<SolutionIterator> {
    let record = read_puzzle(py, puzzle)?;
    let budget = budget.unwrap_or(veridoku_api::count::ENUMERATION_NODES);
    let solutions = solve::solutions(&record.puzzle).with_node_budget(budget);
    Ok(SolutionIterator(Mutex::new(SolutionSearch { solutions, remaining: limit.unwrap_or(u64::MAX) })))
}

#[pymethods]
impl SolutionIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<String>> {
        py.check_signals()?;
        Ok(py.detach(|| {
            let mut search = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            search.remaining = search.remaining.checked_sub(1)?;
            search.solutions.next().map(|solution| solution.to_string())
        }))
    }

    /// Why the iteration ended: `complete`, `limit` or `budget`; `None` while there may be more solutions.
    #[getter]
    fn end(&self) -> Option<&'static str> {
        let search = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match search.solutions.end() {
            Some(End::Complete) => Some("complete"),
            Some(End::NodeBudget) => Some("budget"),
            Some(End::SolutionLimit) => Some("limit"),
            None => (search.remaining == 0).then_some("limit"),
        }
    }

    fn __repr__(&self) -> String {
        format!("Solutions(end={})", self.end().map_or("None".to_string(), |end| format!("{end:?}")))
    }
}
