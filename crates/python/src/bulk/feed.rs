//! Feeds rows to the solver of a thread and collects its answers.
//!
//! ```text
//!  rows ─ a task of 2,048 ─▶ read ─▶ batch::Solver::stream ─ answers ─▶ written to the columns
//!                                    one per thread, kept busy across task boundaries
//! ```
//!
//! This code determines the overhead per row. Each row is read once and its result is written once; in
//! between, both stay in the CPU cache.

use crate::bulk::column_writer::ColumnWriter;
#[cfg(feature = "gpu")]
use crate::bulk::device::GpuHandle;
#[cfg(feature = "gpu")]
use crate::error::runtime_error;
use crate::rows::{PuzzleRows, RowPuzzle};
#[cfg(feature = "gpu")]
use crate::threads;
use crate::threads::TaskQueue;
#[cfg(feature = "gpu")]
use pyo3::prelude::*;
#[cfg(feature = "gpu")]
use std::sync::{Mutex, PoisonError};
use veridoku_core::Grid;
use veridoku_core::batch::{BatchSource, PuzzleBatch};
use veridoku_core::solve::SearchResult;

/// The number of puzzles in a task: few enough to stay in the cache until their results are written.
pub(super) const TASK_ROWS: usize = 2048;

/// The parts of the result columns that a task writes.
pub(super) struct TaskOutput<'a> {
    /// The index of the first row.
    pub(super) start: usize,
    pub(super) statuses: &'a mut [u8],
    pub(super) solutions: &'a mut [u8],
    pub(super) clues: &'a mut [u8],
    pub(super) minimal: &'a mut [i8],
}

/// The rows of a task that are not plain grids, with their index in the task.
pub(super) type NonGridRows = Vec<(usize, RowPuzzle)>;

/// A task whose grids have been passed to the solver.
pub(super) struct PendingTask<'a> {
    pub(super) number: usize,
    pub(super) output: TaskOutput<'a>,
    pub(super) non_grids: NonGridRows,
}

/// The source of puzzles for the solver of a thread, and the receiver of its answers.
pub(super) struct PuzzleFeed<'w, 'a, I> {
    rows: &'w PuzzleRows<'w>,
    tasks: &'w TaskQueue<I>,
    writer: ColumnWriter<'w>,
    /// The tasks that the solver has not answered yet.
    pending: Vec<PendingTask<'a>>,
    /// The number of tasks passed to the solver so far.
    submitted: usize,
    /// Vectors to reuse.
    spare: Vec<(Vec<Grid>, Vec<SearchResult>)>,
}

impl<'w, I> PuzzleFeed<'w, '_, I> {
    /// Creates a feed without pending tasks.
    pub(super) fn new(rows: &'w PuzzleRows<'w>, tasks: &'w TaskQueue<I>, writer: ColumnWriter<'w>) -> Self {
        PuzzleFeed { rows, tasks, writer, pending: Vec::new(), submitted: 0, spare: Vec::new() }
    }
}

impl<'a, I: Iterator<Item = TaskOutput<'a>>> BatchSource<'static, Grid> for PuzzleFeed<'_, 'a, I> {
    fn next(&mut self) -> Option<PuzzleBatch<'static, Grid>> {
        let output = self.tasks.take()?;
        let (mut grids, answers) = self.spare.pop().unwrap_or_default();
        let non_grids = read_rows(self.rows, output.start, &mut *output.clues, &mut grids);
        self.pending.push(PendingTask { number: self.submitted, output, non_grids });
        self.submitted += 1;
        Some(PuzzleBatch::owned(grids, answers))
    }

    fn done(&mut self, number: usize, batch: PuzzleBatch<'static, Grid>) {
        let Some(index) = self.pending.iter().position(|task| task.number == number) else { return };
        self.writer.write(self.pending.swap_remove(index), batch.puzzles(), batch.answers());
        self.spare.push(batch.into_vecs());
    }
}

/// Reads `clues.len()` rows: writes their grids and numbers of clues, and returns the rows that are not plain
/// grids.
pub(super) fn read_rows(
    rows: &PuzzleRows<'_>,
    start: usize,
    clues: &mut [u8],
    grids: &mut Vec<Grid>,
) -> NonGridRows {
    let mut non_grids = Vec::new();
    let range = start..start + clues.len();
    grids.resize(clues.len(), Grid::EMPTY);
    let mut targets = grids.iter_mut().zip(clues).enumerate();
    rows.each_grid(range, |grid| {
        let Some((index, (target, clues))) = targets.next() else { return };
        *target = grid.unwrap_or_else(|| read_slowly(rows.read(start + index), index, &mut non_grids));
        *clues = target.as_bytes().iter().map(|&number| u8::from(number != 0)).sum();
    });
    non_grids
}

/// Returns the grid of a row that the fast path could not read. A row that is not a plain grid is added to
/// `non_grids`, and a placeholder is returned.
#[cold]
fn read_slowly(row: RowPuzzle, index: usize, non_grids: &mut NonGridRows) -> Grid {
    if let RowPuzzle::Grid(grid) = row {
        return grid;
    }
    non_grids.push((index, row));
    // The digit 1 twice in row 1, which the solver rejects immediately.
    Grid::from_bytes(std::array::from_fn(|cell| u8::from(cell < 2))).unwrap_or_default()
}

/// The number of tasks that are sent to a GPU together.
#[cfg(feature = "gpu")]
const TASKS_PER_BATCH: usize = 16;

/// Solves on GPUs. Each thread reads a batch, waits for its answers and writes them. There are two threads
/// per core, so that one can work while the other waits.
#[cfg(feature = "gpu")]
pub(super) fn solve_on_gpu<'a>(
    py: Python<'_>,
    gpu: &GpuHandle,
    rows: &PuzzleRows<'_>,
    threads: usize,
    writer: ColumnWriter<'_>,
    tasks: impl Iterator<Item = TaskOutput<'a>> + Send,
) -> PyResult<()> {
    let service = py.detach(|| gpu.service(writer.settings.limits)).map_err(|error| runtime_error(&error))?;
    let gpu_error = Mutex::new(None);
    let result = threads::run(py, 2 * threads, tasks, |tasks| {
        let (mut grids, mut answers, mut task_grids) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            grids.clear();
            let mut pending = Vec::new();
            for output in std::iter::from_fn(|| tasks.take()).take(TASKS_PER_BATCH) {
                let non_grids = read_rows(rows, output.start, &mut *output.clues, &mut task_grids);
                grids.extend_from_slice(&task_grids);
                pending.push(PendingTask { number: 0, output, non_grids });
            }
            if pending.is_empty() {
                return;
            }
            match service.solve(std::mem::take(&mut grids), std::mem::take(&mut answers)) {
                Ok(solved) => (grids, answers) = solved,
                Err(error) => {
                    *gpu_error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    return;
                }
            }
            let chunks = grids.chunks(TASK_ROWS).zip(answers.chunks(TASK_ROWS));
            for (task, (grids, answers)) in pending.into_iter().zip(chunks) {
                writer.write(task, grids, answers);
            }
        }
    });
    match gpu_error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => {
            gpu.reset();
            Err(runtime_error(&error))
        }
        None => result,
    }
}
