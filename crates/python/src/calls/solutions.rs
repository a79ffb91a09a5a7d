//! The solutions of a puzzle, one after the other.

use crate::question::read;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};
use veridoku_core::solve::{self, End};

/// An iterator over solutions, found as they are asked for.
#[pyclass(frozen, module = "veridoku")]
#[derive(Debug)]
pub(crate) struct Solutions(Mutex<Search>);

#[derive(Debug)]
struct Search {
    solutions: solve::Solutions,
    /// How many may still be asked for.
    left: u64,
}

/// Begins a search for all solutions.
#[pyfunction]
#[pyo3(signature = (puzzle, limit, budget))]
pub(crate) fn solutions(
    py: Python<'_>,
    puzzle: &str,
    limit: Option<u64>,
    budget: Option<u64>,
) -> PyResult<Solutions> {
    let record = read(py, puzzle)?.record;
    let budget = budget.unwrap_or(veridoku_api::count::DEFAULT_NODES);
    let solutions = solve::solutions(&record.puzzle).with_node_budget(budget);
    Ok(Solutions(Mutex::new(Search { solutions, left: limit.unwrap_or(u64::MAX) })))
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<String>> {
        py.check_signals()?;
        Ok(py.detach(|| {
            let mut search = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            search.left = search.left.checked_sub(1)?;
            search.solutions.next().map(|solution| solution.to_string())
        }))
    }

    /// Why there are no more solutions: `complete`, `limit`, `budget`; `None` as long as there may be more.
    #[getter]
    fn end(&self) -> Option<&'static str> {
        let search = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match search.solutions.end() {
            Some(End::Complete) => Some("complete"),
            Some(End::NodeBudget) => Some("budget"),
            Some(End::SolutionLimit) => Some("limit"),
            None => (search.left == 0).then_some("limit"),
        }
    }

    fn __repr__(&self) -> String {
        format!("Solutions(end={})", self.end().map_or("None".to_string(), |end| format!("{end:?}")))
    }
}
