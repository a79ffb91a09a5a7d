//! Many puzzles solved in bulk, on the threads of the CPU or on GPUs.
//!
//! What is asked and what columns come of it; `belt.rs` is the way of the rows to the engine, `writer.rs` that of its answers
//! into the columns.
//!
//! The engine for many puzzles answers always, also if there are few: so a budget is enough for a row or it is not,
//! whatever stands beside it.

use crate::bulk::belt::{Belt, Places, TASK};
use crate::bulk::device::Device;
use crate::bulk::writer::Writer;
use crate::columns::{Column, Columns};
use crate::crew;
use crate::rows::CELLS;
use crate::shelf;
use crate::table::{Asked, Holder, Keeps, Question, answer_rows};
use numpy::PyArrayMethods;
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use veridoku_api::DEFAULT_NODES;
use veridoku_core::batch::Solver;
use veridoku_core::solve::Limits;

/// The words of the column `status`, by number.
pub(super) const STATUSES: [&str; 6] = ["unreadable", "unique", "multiple", "none", "invalid", "undecided"];

/// Solves many puzzles.
#[pyfunction]
#[pyo3(signature = (puzzles, column, minimal, explain, budget, threads, device))]
#[allow(clippy::too_many_arguments, clippy::fn_params_excessive_bools, reason = "called from Python by name")]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: &str,
    minimal: bool,
    explain: bool,
    budget: Option<u64>,
    threads: Option<NonZeroUsize>,
    device: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let device = Device::named(py, device)?;
    let job = Job {
        limits: Limits::UNIQUE.with_nodes(budget.unwrap_or(DEFAULT_NODES)),
        minimal: if minimal { Minimality::Told } else { Minimality::Untold },
        reasons: if explain { Reasons::All } else { Reasons::Unreadable },
    };
    let question = Question { column, ..Question::new("solve/1", Keeps::Rows) };
    let threads = crew::threads(threads);
    answer_rows(py, puzzles, &question, |asked| job.columns(py, &asked, threads, device))
}

/// What is asked of each puzzle.
#[derive(Copy, Clone, Debug)]
pub(super) struct Job {
    pub(super) limits: Limits,
    pub(super) minimal: Minimality,
    pub(super) reasons: Reasons,
}

/// Whether the answer says which puzzles are minimal.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Minimality {
    Told,
    Untold,
}

/// Which rows have a reason.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Reasons {
    /// Those that cannot be read.
    Unreadable,
    /// All that have no single solution.
    All,
}

impl Job {
    fn columns(
        &self,
        py: Python<'_>,
        asked: &Asked<'_, '_>,
        threads: usize,
        device: Device,
    ) -> PyResult<Columns> {
        let count = asked.rows.len();
        let (mut statuses, mut clues) = (vec![0; count], vec![0; count]);
        let (mut vector, array) = match asked.holder {
            Holder::Arrow => (shelf::vector(CELLS * count), None),
            // NumPy asks for large pages, with which a million rows take 20 ms less.
            Holder::Numpy => (Vec::new(), Some(shelf::array(py, count, CELLS))),
        };
        let mut borrowed = array.as_ref().map(PyArrayMethods::readwrite);
        let solutions: &mut [u8] = match &mut borrowed {
            Some(array) => array.as_slice_mut()?,
            None => &mut vector,
        };
        let mut minimal = vec![-1; if self.minimal == Minimality::Told { count } else { 0 }];
        let reasons = Mutex::new(Vec::new());
        // Without a column for minimality there are no places in it, but as many tasks.
        let flags = minimal.chunks_mut(TASK).map(Some).chain(std::iter::repeat_with(|| None));
        let places = statuses.chunks_mut(TASK).zip(solutions.chunks_mut(CELLS * TASK));
        let places = places.zip(clues.chunks_mut(TASK)).zip(flags).enumerate();
        let tasks = places.map(|(number, (((statuses, solutions), clues), minimal))| Places {
            start: TASK * number,
            statuses,
            solutions,
            clues,
            minimal: minimal.unwrap_or_default(),
        });
        let writer = Writer { job: *self, cells: asked.cells, reasons: &reasons };
        match device {
            Device::Cpu => crew::share(py, threads.min(count.div_ceil(TASK)), tasks, |tasks| {
                Solver::new().stream(&mut Belt::new(asked.rows, tasks, writer), self.limits);
            })?,
            #[cfg(feature = "gpu")]
            Device::Gpu(gpu) => crate::bulk::belt::solve_on(py, gpu, asked.rows, threads, writer, tasks)?,
        }
        drop(borrowed);
        let mut told = reasons.into_inner().unwrap_or_else(PoisonError::into_inner);
        told.sort_unstable_by_key(|(index, _)| *index);
        let is_read = |&status: &u8| status != 0;
        let is_solved = |&status: &u8| status == 1;
        // Most often all are known, and nothing needs to be said about each.
        let known = |is_known: fn(&u8) -> bool| {
            (!statuses.iter().all(is_known)).then(|| statuses.iter().map(is_known).collect())
        };
        let mut columns = vec![
            (
                "solution",
                match array {
                    Some(array) => Column::Ready(array.into_any().unbind()),
                    None => Column::Grids { cells: asked.cells, bytes: vector, known: known(is_solved) },
                },
            ),
            ("clues", Column::Small { numbers: clues, known: known(is_read) }),
        ];
        if self.minimal == Minimality::Told {
            columns.push(("minimal", Column::Flags(minimal)));
        }
        columns.push(("reason", Column::Reasons { count, told }));
        columns.insert(0, ("status", Column::Words { words: &STATUSES, numbers: statuses }));
        Ok(columns)
    }
}
