//! Many puzzles solved in bulk, on the threads of the CPU or on GPUs.
//!
//! ```text
//!  rows ─ a task of 2,048 ─▶ read ─▶ batch::Solver::stream ─ answers ─▶ written where the task says
//!                                    one for each thread, never dry between tasks
//! ```
//!
//! The engine for many puzzles answers always, also if there are few: so a budget is enough for a row or it is not,
//! whatever stands beside it.

use crate::bulk::device::Device;
use crate::columns::{Cells, Column, Columns};
use crate::crew::{self, Tasks};
use crate::rows::{CELLS, Row, Rows};
use crate::table::{Asked, Holder, Keeps, Question, answer_rows};
use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use veridoku_api::DEFAULT_NODES;
use veridoku_core::batch::{Answer, Portion, Solver, Supply};
use veridoku_core::solve::{End, Limits};
use veridoku_core::{Grid, Puzzle, Status, Verdict, redundant_clues};

/// The puzzles of a task: they stay in the cache from the first byte read to the last one written.
const TASK: usize = 8192;

/// The words of the column `status`, by number.
const STATUSES: [&str; 6] = ["unreadable", "unique", "multiple", "none", "invalid", "undecided"];

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
struct Job {
    limits: Limits,
    minimal: Minimality,
    reasons: Reasons,
}

/// Whether the answer says which puzzles are minimal.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Minimality {
    Told,
    Untold,
}

/// Which rows have a reason.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Reasons {
    /// Those that cannot be read.
    Unreadable,
    /// All that have no single solution.
    All,
}

/// Where the answers to some rows are written.
struct Places<'a> {
    /// The number of the first row.
    start: usize,
    statuses: &'a mut [u8],
    solutions: &'a mut [u8],
    clues: &'a mut [u8],
    minimal: &'a mut [i8],
}

/// What the engine does not see of a task.
struct Open<'a> {
    number: usize,
    places: Places<'a>,
    /// Rows that are no grids, by their place in the task.
    others: Vec<(usize, Row)>,
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
            Holder::Arrow => (vec![0; CELLS * count], None),
            // NumPy asks for large pages, with which a million rows take 20 ms less.
            Holder::Numpy => (Vec::new(), Some(PyArray2::<u8>::zeros(py, [count, CELLS], false))),
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
                let mut belt =
                    Belt { rows: asked.rows, tasks, writer, open: Vec::new(), given: 0, spare: Vec::new() };
                Solver::new().stream(&mut belt, self.limits);
            })?,
            #[cfg(feature = "gpu")]
            Device::Gpu(gpu) => writer.solve_on(py, gpu, asked.rows, threads, tasks)?,
        }
        drop(borrowed);
        let mut told = reasons.into_inner().unwrap_or_else(PoisonError::into_inner);
        told.sort_unstable_by_key(|(index, _)| *index);
        let is_read = |&status: &u8| status != 0;
        let is_solved = |&status: &u8| status == 1;
        let known = |is_known: fn(&u8) -> bool| Some(statuses.iter().map(is_known).collect());
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

/// Reads some rows: grids for the engine, and apart from them what is none.
fn read_rows(rows: &Rows<'_>, start: usize, count: usize, grids: &mut Vec<Grid>) -> Vec<(usize, Row)> {
    let mut others = Vec::new();
    grids.clear();
    for place in 0..count {
        if let Some(grid) = rows.grid(start + place) {
            grids.push(grid);
            continue;
        }
        match rows.read(start + place) {
            Row::Grid(grid) => grids.push(grid),
            other => {
                // Two digits in a row: the engine is done with it at a glance.
                grids.push(
                    Grid::from_bytes(std::array::from_fn(|cell| u8::from(cell < 2))).unwrap_or_default(),
                );
                others.push((place, other));
            }
        }
    }
    others
}

/// Writes answers where they belong.
#[derive(Copy, Clone)]
struct Writer<'w> {
    job: Job,
    cells: Cells,
    reasons: &'w Mutex<Vec<(usize, String)>>,
}

impl Writer<'_> {
    /// Writes the answers to a task.
    fn write(&self, task: Open<'_>, grids: &[Grid], answers: &[Answer]) {
        let Open { mut places, others, .. } = task;
        let mut others = others.into_iter().peekable();
        for (place, (grid, answer)) in grids.iter().zip(answers).enumerate() {
            if let Some((_, row)) = others.next_if(|&(other, _)| other == place) {
                self.write_other(&mut places, place, row);
                continue;
            }
            places.clues[place] = grid.as_bytes().iter().map(|&number| u8::from(number != 0)).sum();
            let status = match (answer.count, answer.end) {
                (0, End::Complete) if grid.has_repetition() => Status::Invalid,
                (0, End::Complete) => Status::None,
                (1, End::Complete) => Status::Unique,
                (2.., _) => Status::Multiple,
                _ => Status::Undecided,
            };
            places.statuses[place] = number(status);
            if let (Status::Unique, Some(solution)) = (status, &answer.first) {
                self.write_solution(&mut places, place, solution);
                if self.job.minimal == Minimality::Told {
                    let redundant = redundant_clues(grid, self.job.limits.nodes);
                    places.minimal[place] = redundant.map_or(-1, |redundant| i8::from(redundant.is_empty()));
                }
            } else if self.job.reasons == Reasons::All {
                let verdict = Verdict::of(&Puzzle::from(*grid), self.job.limits.nodes);
                self.tell(places.start + place, verdict.reason());
            }
        }
    }

    fn write_solution(&self, places: &mut Places<'_>, place: usize, solution: &Grid) {
        let cells = &mut places.solutions[CELLS * place..CELLS * (place + 1)];
        cells.copy_from_slice(solution.as_bytes());
        if self.cells == Cells::Characters {
            for cell in cells {
                *cell += b'0';
            }
        }
    }

    /// Answers a row that is no grid; whether its clues are needed is not asked.
    fn write_other(&self, places: &mut Places<'_>, place: usize, row: Row) {
        let puzzle = match row {
            Row::Record(record) => record.puzzle,
            Row::Unreadable(reason) => return self.tell(places.start + place, Some(reason)),
            Row::Grid(grid) => Puzzle::from(grid),
        };
        let verdict = Verdict::of(&puzzle, self.job.limits.nodes);
        places.statuses[place] = number(verdict.status());
        places.clues[place] = puzzle.givens().len() as u8;
        match verdict.solution() {
            Some(solution) => self.write_solution(places, place, solution),
            None if self.job.reasons == Reasons::All => self.tell(places.start + place, verdict.reason()),
            None => {}
        }
    }

    fn tell(&self, index: usize, reason: Option<String>) {
        let mut reasons = self.reasons.lock().unwrap_or_else(PoisonError::into_inner);
        reasons.extend(reason.map(|reason| (index, reason)));
    }

    /// Solves on GPUs, a large batch at a time.
    #[cfg(feature = "gpu")]
    fn solve_on<'a>(
        &self,
        py: Python<'_>,
        gpu: &crate::bulk::device::Gpu,
        rows: &Rows<'_>,
        threads: usize,
        mut tasks: impl Iterator<Item = Places<'a>>,
    ) -> PyResult<()> {
        let mut answers = Vec::new();
        loop {
            let batch: Vec<Places<'a>> = tasks.by_ref().take(crate::bulk::device::BATCH / TASK).collect();
            if batch.is_empty() {
                return Ok(());
            }
            let sizes: Vec<(usize, usize)> =
                batch.iter().map(|places| (places.start, places.statuses.len())).collect();
            let read = |(): &mut (), number: usize, _: &_| {
                let mut grids = Vec::new();
                let (start, count) = sizes[number];
                let others = read_rows(rows, start, count, &mut grids);
                (grids, others)
            };
            let read = crew::map(py, threads, batch.len(), 1, || (), read)?;
            let (grids, others): (Vec<_>, Vec<_>) = read.into_iter().unzip();
            let grids = grids.concat();
            py.detach(|| gpu.solve(&grids, self.job.limits, &mut answers))?;
            let tasks = batch.into_iter().zip(others).zip(grids.chunks(TASK).zip(answers.chunks(TASK)));
            crew::share(py, threads, tasks, |tasks| {
                while let Some(((places, others), (grids, answers))) = tasks.take() {
                    self.write(Open { number: 0, places, others }, grids, answers);
                }
            })?;
        }
    }
}

/// The number of a status among [`STATUSES`].
fn number(status: Status) -> u8 {
    STATUSES.iter().position(|&name| name == status.name()).unwrap_or_default() as u8
}

/// What runs to the engine of a thread and back.
struct Belt<'w, 'a, I> {
    rows: &'w Rows<'w>,
    tasks: &'w Tasks<I>,
    writer: Writer<'w>,
    /// Tasks at the engine.
    open: Vec<Open<'a>>,
    /// The number of tasks that went there.
    given: usize,
    /// Memory to be used again.
    spare: Vec<(Vec<Grid>, Vec<Answer>)>,
}

impl<'a, I: Iterator<Item = Places<'a>>> Supply<'static, Grid> for Belt<'_, 'a, I> {
    fn next(&mut self) -> Option<Portion<'static, Grid>> {
        let places = self.tasks.take()?;
        let (mut grids, answers) = self.spare.pop().unwrap_or_default();
        let others = read_rows(self.rows, places.start, places.statuses.len(), &mut grids);
        self.open.push(Open { number: self.given, places, others });
        self.given += 1;
        Some(Portion::owned(grids, answers))
    }

    fn done(&mut self, number: usize, portion: Portion<'static, Grid>) {
        let Some(place) = self.open.iter().position(|open| open.number == number) else { return };
        self.writer.write(self.open.swap_remove(place), portion.puzzles(), portion.answers());
        self.spare.push(portion.into_vecs());
    }
}
