//! Solves many puzzles, on CPU threads or on GPUs.
//!
//! ```text
//!  rows ─ a task of 2,048 ─▶ read ─▶ solver ─ answers ─▶ written to the columns
//!                                    one per thread, kept busy across task boundaries
//! ```
//!
//! As the engine policy in `core::batch` says, all plain grids are solved by the bulk engine, even if there
//! are only a few, so that a node budget gives the same result for a row regardless of the other rows.

use crate::buffer_pool;
use crate::bulk::device::BulkDevice;
use crate::bulk::solve_task::{Reasons, STATUSES, SolveSettings, SolveTask, TASK_ROWS, TaskOutput, TaskRows};
use crate::columns::{CellEncoding, ResultColumn, ResultColumns};
#[cfg(feature = "gpu")]
use crate::error::runtime_error;
use crate::rows::CELLS;
use crate::table::{BulkInput, BulkRequest, OutputMemory, OutputRows, process_rows};
use crate::workers;
use numpy::PyArrayMethods;
use pyo3::prelude::*;
use veridoku_api::DEFAULT_NODES;
use veridoku_api::pipeline::Queue;
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
    let mut reasons = Vec::new();
    {
        let mut minimal_chunks = minimal.chunks_mut(TASK_ROWS);
        let chunks = statuses.chunks_mut(TASK_ROWS).zip(solutions.chunks_mut(CELLS * TASK_ROWS));
        let chunks = chunks.zip(clues.chunks_mut(TASK_ROWS)).enumerate();
        let tasks = chunks.map(|(number, ((statuses, solutions), clues))| {
            let minimal = minimal_chunks.next().unwrap_or_default();
            TaskOutput { start: TASK_ROWS * number, statuses, solutions, clues, minimal }
        });
        let accept = |more: PyResult<Reasons>| {
            reasons.extend(more.inspect_err(|_| device.reset())?);
            Ok(())
        };
        match device {
            BulkDevice::Cpu => {
                let solve = |queue: &mut SolveQueue<'_, '_>| {
                    if threads == workers::CALLER_ONLY {
                        return solve_singly(rows, settings, queue);
                    }
                    let mut solver = Solver::new();
                    let mut feed = PuzzleFeed::new(rows, settings, queue);
                    while feed.wait_for_task() {
                        solver.stream(&mut feed, settings.limits);
                    }
                };
                workers::run(py, threads, tasks, &solve, accept)?;
            }
            #[cfg(feature = "gpu")]
            BulkDevice::Gpu(service) => {
                // Two threads per core, so that one can work while the other waits.
                let solve = |queue: &mut SolveQueue<'_, '_>| {
                    solve_on_gpu(rows, settings, queue, service);
                };
                workers::run(py, 2 * threads.max(1), tasks, &solve, accept)?;
            }
        }
    }
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

/// The queue of tasks of a worker. The result of a task is the reasons for some of its rows.
type SolveQueue<'q, 'a> = dyn Queue<TaskOutput<'a>, PyResult<Reasons>> + 'q;

/// The source of puzzles for the solver of a thread, and the receiver of its answers.
struct PuzzleFeed<'w, 'q, 'a> {
    rows: TaskRows<'w>,
    settings: SolveSettings,
    queue: &'w mut SolveQueue<'q, 'a>,
    /// The first task of a stream.
    first: Option<(u64, TaskOutput<'a>)>,
    /// The tasks that the solver has not answered yet: the number of the batch, the number of the task.
    pending: Vec<(usize, u64, SolveTask<'a>)>,
    /// The number of tasks passed to the solver in this stream.
    submitted: usize,
    /// Vectors to reuse.
    spare: Vec<(Vec<Grid>, Vec<SearchResult>)>,
}

impl<'w, 'q, 'a> PuzzleFeed<'w, 'q, 'a> {
    fn new(rows: TaskRows<'w>, settings: SolveSettings, queue: &'w mut SolveQueue<'q, 'a>) -> Self {
        PuzzleFeed {
            rows,
            settings,
            queue,
            first: None,
            pending: Vec::new(),
            submitted: 0,
            spare: Vec::new(),
        }
    }

    /// Waits for the first task of a stream. Returns `false` if there are no more tasks.
    fn wait_for_task(&mut self) -> bool {
        self.first = self.queue.take();
        self.submitted = 0;
        self.first.is_some()
    }
}

impl BatchSource<'static, Grid> for PuzzleFeed<'_, '_, '_> {
    /// Returns the next task, if it arrives soon. Otherwise the stream ends.
    fn next(&mut self) -> Option<PuzzleBatch<'static, Grid>> {
        let (number, output) = self.first.take().or_else(|| self.queue.try_take())?;
        let (mut grids, answers) = self.spare.pop().unwrap_or_default();
        grids.clear();
        let task = SolveTask::read(self.rows.puzzles, output, &mut grids);
        self.pending.push((self.submitted, number, task));
        self.submitted += 1;
        Some(PuzzleBatch::owned(grids, answers))
    }

    fn done(&mut self, batch_number: usize, batch: PuzzleBatch<'static, Grid>) {
        let Some(index) = self.pending.iter().position(|(batch, ..)| *batch == batch_number) else { return };
        let (_, number, task) = self.pending.swap_remove(index);
        let reasons = task.write(self.settings, self.rows.solutions, batch.puzzles(), batch.answers());
        self.queue.submit(number, Ok(reasons));
        self.spare.push(batch.into_vecs());
    }
}

/// Solves puzzle by puzzle. For a few puzzles, creating the bulk engine would take longer.
fn solve_singly(rows: TaskRows<'_>, settings: SolveSettings, queue: &mut SolveQueue<'_, '_>) {
    while let Some((number, output)) = queue.take() {
        let mut grids = Vec::new();
        let task = SolveTask::read(rows.puzzles, output, &mut grids);
        let answers: Vec<SearchResult> =
            grids.iter().map(|grid| veridoku_core::solve::search(grid, settings.limits)).collect();
        queue.submit(number, Ok(task.write(settings, rows.solutions, &grids, &answers)));
    }
}

/// The number of tasks that are sent to a GPU together.
#[cfg(feature = "gpu")]
const TASKS_PER_BATCH: usize = 16;

/// Solves on GPUs: reads a batch, waits for its answers and writes them, until no tasks are left.
#[cfg(feature = "gpu")]
fn solve_on_gpu(
    rows: TaskRows<'_>,
    settings: SolveSettings,
    queue: &mut SolveQueue<'_, '_>,
    service: &veridoku_gpu::Service,
) {
    let (mut grids, mut answers) = (Vec::new(), Vec::new());
    while let Some(first) = queue.take() {
        grids.clear();
        let mut pending = Vec::new();
        let mut next = Some(first);
        while let Some((number, output)) = next {
            pending.push((number, SolveTask::read(rows.puzzles, output, &mut grids)));
            next = if pending.len() < TASKS_PER_BATCH { queue.try_take() } else { None };
        }
        match service.solve(std::mem::take(&mut grids), std::mem::take(&mut answers)) {
            Ok(solved) => (grids, answers) = solved,
            // The error ends the run, so the other tasks need no results.
            Err(error) => {
                queue.submit(pending[0].0, Err(runtime_error(&error)));
                continue;
            }
        }
        let mut start = 0;
        for (number, task) in pending {
            let range = start..start + task.len();
            start = range.end;
            queue.submit(
                number,
                Ok(task.write(settings, rows.solutions, &grids[range.clone()], &answers[range])),
            );
        }
    }
}
