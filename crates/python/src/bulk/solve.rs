//! Solves many puzzles, on CPU threads or on GPUs.
//!
//! This file defines the settings and the result columns; `feed.rs` passes the rows to the solver, and
//! `column_writer.rs` writes its answers into the columns.
//!
//! All plain grids are solved by the batch solver, even if there are only a few, so that a node budget gives
//! the same result for a row regardless of the other rows.

use crate::buffer_pool;
use crate::bulk::column_writer::ColumnWriter;
use crate::bulk::device::BulkDevice;
use crate::bulk::feed::{PuzzleFeed, TASK_ROWS, TaskOutput};
use crate::columns::{ResultColumn, ResultColumns};
use crate::rows::CELLS;
use crate::table::{BulkInput, BulkRequest, OutputMemory, OutputRows, process_rows};
use crate::threads;
use numpy::PyArrayMethods;
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use veridoku_api::DEFAULT_NODES;
use veridoku_core::batch::Solver;
use veridoku_core::solve::Limits;

/// The values of the column `status`, in the order of their codes.
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
    let device = BulkDevice::named(py, device)?;
    let settings = SolveSettings {
        limits: Limits::UNIQUE.with_nodes(budget.unwrap_or(DEFAULT_NODES)),
        minimal: if minimal { MinimalColumn::Included } else { MinimalColumn::Omitted },
        reasons: if explain { ReasonRows::NotUnique } else { ReasonRows::Unreadable },
    };
    let request = BulkRequest { column, ..BulkRequest::new("solve/1", OutputRows::OnePerInput) };
    let threads = threads::count(threads);
    process_rows(py, puzzles, &request, |input| settings.columns(py, &input, threads, device))
}

/// The settings of a call.
#[derive(Copy, Clone, Debug)]
pub(super) struct SolveSettings {
    pub(super) limits: Limits,
    pub(super) minimal: MinimalColumn,
    pub(super) reasons: ReasonRows,
}

/// Whether the result has the column `minimal`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum MinimalColumn {
    Included,
    Omitted,
}

/// The rows that get a reason.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ReasonRows {
    /// Rows that cannot be read.
    Unreadable,
    /// All rows without a unique solution.
    NotUnique,
}

impl SolveSettings {
    fn columns(
        &self,
        py: Python<'_>,
        input: &BulkInput<'_, '_>,
        threads: usize,
        device: BulkDevice,
    ) -> PyResult<ResultColumns> {
        let count = input.rows.len();
        let (mut statuses, mut clues) = (vec![0; count], vec![0; count]);
        let (mut vector, array) = match input.memory {
            OutputMemory::Arrow => (buffer_pool::byte_vector(CELLS * count), None),
            // NumPy requests huge pages, which saves 20 ms for a million rows.
            OutputMemory::Numpy => (Vec::new(), Some(buffer_pool::numpy_array(py, count, CELLS))),
        };
        let mut borrowed = array.as_ref().map(PyArrayMethods::readwrite);
        let solutions: &mut [u8] = match &mut borrowed {
            Some(array) => array.as_slice_mut()?,
            None => &mut vector,
        };
        let mut minimal = vec![-1; if self.minimal == MinimalColumn::Included { count } else { 0 }];
        let reasons = Mutex::new(Vec::new());
        // Without the column `minimal`, every task gets an empty slice of it.
        let minimal_chunks = minimal.chunks_mut(TASK_ROWS).map(Some).chain(std::iter::repeat_with(|| None));
        let chunks = statuses.chunks_mut(TASK_ROWS).zip(solutions.chunks_mut(CELLS * TASK_ROWS));
        let chunks = chunks.zip(clues.chunks_mut(TASK_ROWS)).zip(minimal_chunks).enumerate();
        let tasks = chunks.map(|(number, (((statuses, solutions), clues), minimal))| TaskOutput {
            start: TASK_ROWS * number,
            statuses,
            solutions,
            clues,
            minimal: minimal.unwrap_or_default(),
        });
        let writer = ColumnWriter { settings: *self, cells: input.cells, reasons: &reasons };
        match device {
            BulkDevice::Cpu => threads::run(py, threads.min(count.div_ceil(TASK_ROWS)), tasks, |tasks| {
                Solver::new().stream(&mut PuzzleFeed::new(input.rows, tasks, writer), self.limits);
            })?,
            #[cfg(feature = "gpu")]
            BulkDevice::Gpu(gpu) => {
                crate::bulk::feed::solve_on_gpu(py, gpu, input.rows, threads, writer, tasks)?;
            }
        }
        drop(borrowed);
        let mut reasons = reasons.into_inner().unwrap_or_else(PoisonError::into_inner);
        reasons.sort_unstable_by_key(|(row, _)| *row);
        let is_readable = |&status: &u8| status != 0;
        let is_unique = |&status: &u8| status == 1;
        // Usually every row is valid, and no validity vector is needed.
        let valid = |is_valid: fn(&u8) -> bool| {
            (!statuses.iter().all(is_valid)).then(|| statuses.iter().map(is_valid).collect())
        };
        let mut columns = vec![
            (
                "solution",
                match array {
                    Some(array) => ResultColumn::NumpyArray(array.into_any().unbind()),
                    None => {
                        ResultColumn::Grids { cells: input.cells, bytes: vector, valid: valid(is_unique) }
                    }
                },
            ),
            ("clues", ResultColumn::SmallIntegers { numbers: clues, valid: valid(is_readable) }),
        ];
        if self.minimal == MinimalColumn::Included {
            columns.push(("minimal", ResultColumn::Flags(minimal)));
        }
        columns.push(("reason", ResultColumn::Reasons { count, reasons }));
        columns.insert(0, ("status", ResultColumn::Categories { names: &STATUSES, codes: statuses }));
        Ok(columns)
    }
}
