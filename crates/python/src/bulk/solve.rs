//! Solves many puzzles, on CPU threads or on GPUs.
//!
//! ```text
//!  rows ─ a task of 2,048 ─▶ read ─▶ solver ─ answers ─▶ written to the columns
//!         taken by a thread          one per thread, kept busy across task boundaries
//! ```
//!
//! As the engine policy in `core::batch` says, all plain grids are solved by the bulk engine, even if there
//! are only a few, so that a node budget gives the same result for a row regardless of the other rows.

use crate::buffer_pool;
use crate::bulk::device::BulkDevice;
#[cfg(feature = "gpu")]
use crate::bulk::gpu;
use crate::bulk::solve_task::{Reasons, STATUSES, SolveSettings, SolveTask, TASK_ROWS, TaskOutput, TaskRows};
use crate::columns::{CellEncoding, ResultColumn, ResultColumns};
#[cfg(feature = "gpu")]
use crate::error::runtime_error;
use crate::rows::CELLS;
use crate::table::{BulkInput, BulkRequest, OutputMemory, OutputRows, process_rows};
use crate::workers;
use numpy::PyArrayMethods;
use pyo3::prelude::*;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use veridoku_api::DEFAULT_NODES;
use veridoku_api::pipeline::StopFlag;
use veridoku_core::Grid;
use veridoku_core::batch::{BatchSource, PuzzleBatch, Solver};
use veridoku_core::solve::{Limits, SearchResult};

/// Solves many puzzles.
#[pyfunction]
#[pyo3(signature = (puzzles, column, prefix, minimal, explain, budget, threads, device))]
#[allow(clippy::too_many_arguments, clippy::fn_params_excessive_bools, reason = "called from Python by name")]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: &str,
    prefix: &str,
    minimal: bool,
    explain: bool,
    budget: Option<u64>,
    threads: Option<i64>,
    device: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = Limits::UNIQUE.with_nodes(budget.unwrap_or(DEFAULT_NODES));
    let device = BulkDevice::named(py, device, limits)?;
    let settings = SolveSettings { limits, minimal, explain, cells: CellEncoding::Numbers };
    let request = BulkRequest {
        column,
        prefix,
        finds_solutions: true,
        ..BulkRequest::new("solve/1", OutputRows::OnePerInput)
    };
    process_rows(py, puzzles, &request, |input| {
        let threads = match budget {
            None => workers::for_fast_rows(threads, input.rows.len())?,
            Some(_) => workers::count(threads)?,
        };
        columns(py, &input, SolveSettings { cells: input.cells, ..settings }, threads, &device)
    })
}

fn columns(
    py: Python<'_>,
    input: &BulkInput<'_, '_>,
    settings: SolveSettings,
    threads: usize,
    device: &BulkDevice,
) -> PyResult<ResultColumns> {
    let count = input.rows.len();
    let rows = TaskRows { puzzles: input.rows, solutions: input.solutions };
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
    let mut minimal = vec![-1; if settings.minimal { count } else { 0 }];
    let mut minimal_chunks = minimal.chunks_mut(TASK_ROWS);
    let chunks = statuses.chunks_mut(TASK_ROWS).zip(solutions.chunks_mut(CELLS * TASK_ROWS));
    let chunks = chunks.zip(clues.chunks_mut(TASK_ROWS)).enumerate();
    let outputs = chunks.map(|(number, ((statuses, solutions), clues))| {
        let minimal = minimal_chunks.next().unwrap_or_default();
        TaskOutput { start: TASK_ROWS * number, statuses, solutions, clues, minimal }
    });
    let max_threads = outputs.len();
    let outputs = Mutex::new(outputs);
    let next = |stop: &StopFlag| {
        let is_stopped = stop.load(Ordering::Relaxed);
        if is_stopped { None } else { outputs.lock().unwrap_or_else(PoisonError::into_inner).next() }
    };
    let found: Vec<Reasons> = match device {
        BulkDevice::Cpu if threads == workers::CALLER_ONLY => {
            workers::on_threads(py, threads, |stop| solve_singly(rows, settings, || next(stop)))?
        }
        BulkDevice::Cpu => workers::on_threads(py, threads.min(max_threads), |stop| {
            let mut feed = PuzzleFeed::new(rows, settings, || next(stop));
            Solver::new().stream(&mut feed, settings.limits);
            feed.reasons
        })?,
        #[cfg(feature = "gpu")]
        BulkDevice::Gpu(service) => {
            let solve = |stop: &StopFlag| {
                let solved = solve_on_gpu(rows, settings, || next(stop), service);
                stop.fetch_or(solved.is_err(), Ordering::Relaxed);
                solved
            };
            // Two threads per core, so that one can work while the other waits.
            let solved = workers::on_threads(py, (2 * threads.max(1)).min(max_threads), solve)?;
            let solved: Result<Vec<Reasons>, veridoku_gpu::Error> = solved.into_iter().collect();
            solved.inspect_err(|_| gpu::reset()).map_err(|error| runtime_error(&error))?
        }
    };
    let mut reasons: Reasons = found.into_iter().flatten().collect();
    reasons.sort_by_key(|&(row, _)| row);
    drop(borrowed);
    let is_readable = |&status: &u8| status != 0;
    let is_unique = |&status: &u8| status == 1;
    // Usually every row is valid, and no validity vector is needed.
    let valid = |is_valid: fn(&u8) -> bool| {
        (!statuses.iter().all(is_valid)).then(|| statuses.iter().map(is_valid).collect())
    };
    let solution = match array {
        Some(array) => ResultColumn::NumpyArray(array.into_any().unbind()),
        None => ResultColumn::Grids { cells: input.cells, bytes: vector, valid: valid(is_unique) },
    };
    let clues = ResultColumn::SmallIntegers { numbers: clues, valid: valid(is_readable) };
    let status = ResultColumn::Categories { names: &STATUSES, codes: statuses };
    let mut columns = vec![("status", status), ("solution", solution), ("clues", clues)];
    if settings.minimal {
        columns.push(("minimal", ResultColumn::Flags(minimal)));
    }
    columns.push(("reason", ResultColumn::Reasons { count, reasons }));
    Ok(columns)
}

/// The source of puzzles for the solver of a thread, and the receiver of its answers.
struct PuzzleFeed<'w, 'a, F> {
    rows: TaskRows<'w>,
    settings: SolveSettings,
    /// Returns the output of the next task.
    next: F,
    /// The tasks that the solver has not answered yet, with the number of their batch.
    pending: Vec<(usize, SolveTask<'a>)>,
    /// The number of tasks passed to the solver so far.
    submitted: usize,
    reasons: Reasons,
    /// Vectors to reuse.
    spare: Vec<(Vec<Grid>, Vec<SearchResult>)>,
}

impl<'w, F> PuzzleFeed<'w, '_, F> {
    fn new(rows: TaskRows<'w>, settings: SolveSettings, next: F) -> Self {
        let (pending, reasons, spare) = (Vec::new(), Vec::new(), Vec::new());
        PuzzleFeed { rows, settings, next, pending, submitted: 0, reasons, spare }
    }
}

impl<'a, F: FnMut() -> Option<TaskOutput<'a>>> BatchSource<'static, Grid> for PuzzleFeed<'_, 'a, F> {
    fn next(&mut self) -> Option<PuzzleBatch<'static, Grid>> {
        let output = (self.next)()?;
        let (mut grids, answers) = self.spare.pop().unwrap_or_default();
        grids.clear();
        let task = SolveTask::read(self.rows.puzzles, output, &mut grids);
        self.pending.push((self.submitted, task));
        self.submitted += 1;
        Some(PuzzleBatch::owned(grids, answers))
    }

    fn done(&mut self, batch_number: usize, batch: PuzzleBatch<'static, Grid>) {
        let Some(index) = self.pending.iter().position(|(batch, _)| *batch == batch_number) else { return };
        let (_, task) = self.pending.swap_remove(index);
        self.reasons.extend(task.write(self.settings, self.rows.solutions, batch.puzzles(), batch.answers()));
        self.spare.push(batch.into_vecs());
    }
}

/// Solves puzzle by puzzle. For a few puzzles, creating the bulk engine would take longer.
fn solve_singly<'a>(
    rows: TaskRows<'_>,
    settings: SolveSettings,
    next: impl FnMut() -> Option<TaskOutput<'a>>,
) -> Reasons {
    let solve = |output| {
        let mut grids = Vec::new();
        let task = SolveTask::read(rows.puzzles, output, &mut grids);
        let answers: Vec<SearchResult> =
            grids.iter().map(|grid| veridoku_core::solve::search(grid, settings.limits)).collect();
        task.write(settings, rows.solutions, &grids, &answers)
    };
    std::iter::from_fn(next).flat_map(solve).collect()
}

/// The number of tasks that are sent to a GPU together.
#[cfg(feature = "gpu")]
const TASKS_PER_BATCH: usize = 16;

/// Solves on GPUs: reads a batch, waits for its answers and writes them, until no tasks are left.
#[cfg(feature = "gpu")]
fn solve_on_gpu<'a>(
    rows: TaskRows<'_>,
    settings: SolveSettings,
    next: impl FnMut() -> Option<TaskOutput<'a>>,
    service: &veridoku_gpu::Service,
) -> Result<Reasons, veridoku_gpu::Error> {
    let (mut grids, mut answers, mut reasons) = (Vec::new(), Vec::new(), Vec::new());
    let mut outputs = std::iter::from_fn(next);
    loop {
        grids.clear();
        let read = |output| SolveTask::read(rows.puzzles, output, &mut grids);
        let tasks: Vec<SolveTask<'_>> = outputs.by_ref().take(TASKS_PER_BATCH).map(read).collect();
        if tasks.is_empty() {
            return Ok(reasons);
        }
        (grids, answers) = service.solve(std::mem::take(&mut grids), std::mem::take(&mut answers))?;
        let mut start = 0;
        for task in tasks {
            let range = start..start + task.len();
            start = range.end;
            reasons.extend(task.write(settings, rows.solutions, &grids[range.clone()], &answers[range]));
        }
    }
}
