//! The way of rows to the engine of a thread, and of its answers back.
//!
//! ```text
//!  rows ─ a task of 2,048 ─▶ read ─▶ batch::Solver::stream ─ answers ─▶ written where the task says
//!                                    one for each thread, never dry between tasks
//! ```
//!
//! A file of its own because it is what each row costs beside its solution: read once, written once, and in the cache of
//! the processor in between.

#[cfg(feature = "gpu")]
use crate::bulk::device::Gpu;
use crate::bulk::writer::Writer;
#[cfg(feature = "gpu")]
use crate::crew;
use crate::crew::Tasks;
#[cfg(feature = "gpu")]
use crate::error::failure;
use crate::rows::{Row, Rows};
#[cfg(feature = "gpu")]
use pyo3::prelude::*;
#[cfg(feature = "gpu")]
use std::sync::{Mutex, PoisonError};
use veridoku_core::Grid;
use veridoku_core::batch::{Answer, BatchSource, PuzzleBatch};

/// The puzzles of a task: few enough that they stay in the cache from the first byte read to the last one written.
pub(super) const TASK: usize = 2048;

/// Where the answers to some rows are written.
pub(super) struct Places<'a> {
    /// The number of the first row.
    pub(super) start: usize,
    pub(super) statuses: &'a mut [u8],
    pub(super) solutions: &'a mut [u8],
    pub(super) clues: &'a mut [u8],
    pub(super) minimal: &'a mut [i8],
}

/// Rows of a task that are no grids, by their place in it.
pub(super) type Others = Vec<(usize, Row)>;

/// What the engine does not see of a task.
pub(super) struct Open<'a> {
    pub(super) number: usize,
    pub(super) places: Places<'a>,
    pub(super) others: Others,
}

/// What runs to the engine of a thread and back.
pub(super) struct Belt<'w, 'a, I> {
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

impl<'w, I> Belt<'w, '_, I> {
    /// A belt with nothing on it.
    pub(super) fn new(rows: &'w Rows<'w>, tasks: &'w Tasks<I>, writer: Writer<'w>) -> Self {
        Belt { rows, tasks, writer, open: Vec::new(), given: 0, spare: Vec::new() }
    }
}

impl<'a, I: Iterator<Item = Places<'a>>> BatchSource<'static, Grid> for Belt<'_, 'a, I> {
    fn next(&mut self) -> Option<PuzzleBatch<'static, Grid>> {
        let places = self.tasks.take()?;
        let (mut grids, answers) = self.spare.pop().unwrap_or_default();
        let others = read_rows(self.rows, places.start, &mut *places.clues, &mut grids);
        self.open.push(Open { number: self.given, places, others });
        self.given += 1;
        Some(PuzzleBatch::owned(grids, answers))
    }

    fn done(&mut self, number: usize, portion: PuzzleBatch<'static, Grid>) {
        let Some(place) = self.open.iter().position(|open| open.number == number) else { return };
        self.writer.write(self.open.swap_remove(place), portion.puzzles(), portion.answers());
        self.spare.push(portion.into_vecs());
    }
}

/// Reads as many rows as there are places for their clues: grids for the engine, and apart from them what is none.
pub(super) fn read_rows(rows: &Rows<'_>, start: usize, clues: &mut [u8], grids: &mut Vec<Grid>) -> Others {
    let mut others = Vec::new();
    let rows_read = start..start + clues.len();
    grids.resize(clues.len(), Grid::EMPTY);
    let mut places = grids.iter_mut().zip(clues).enumerate();
    rows.each_grid(rows_read, |grid| {
        let Some((place, (to, clues))) = places.next() else { return };
        *to = grid.unwrap_or_else(|| other(rows.read(start + place), place, &mut others));
        *clues = to.as_bytes().iter().map(|&number| u8::from(number != 0)).sum();
    });
    others
}

/// The grid of a row in a form that is not so quickly read; one that stands for it if it is no grid at all.
#[cold]
fn other(row: Row, place: usize, others: &mut Others) -> Grid {
    if let Row::Grid(grid) = row {
        return grid;
    }
    others.push((place, row));
    // Two digits in a row: the engine is done with it at a glance.
    Grid::from_bytes(std::array::from_fn(|cell| u8::from(cell < 2))).unwrap_or_default()
}

/// The tasks of a batch for GPUs: they travel together.
#[cfg(feature = "gpu")]
const TOGETHER: usize = 16;

/// Solves on GPUs. Each thread reads a batch, waits for its answers and writes them; of two for each core, one waits.
#[cfg(feature = "gpu")]
pub(super) fn solve_on<'a>(
    py: Python<'_>,
    gpu: &Gpu,
    rows: &Rows<'_>,
    threads: usize,
    writer: Writer<'_>,
    tasks: impl Iterator<Item = Places<'a>> + Send,
) -> PyResult<()> {
    let service = py.detach(|| gpu.service(writer.job.limits)).map_err(|error| failure(&error))?;
    let failed = Mutex::new(None);
    let answered = crew::share(py, 2 * threads, tasks, |tasks| {
        let (mut grids, mut answers, mut read) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            grids.clear();
            let mut open = Vec::new();
            for places in std::iter::from_fn(|| tasks.take()).take(TOGETHER) {
                let others = read_rows(rows, places.start, &mut *places.clues, &mut read);
                grids.extend_from_slice(&read);
                open.push(Open { number: 0, places, others });
            }
            if open.is_empty() {
                return;
            }
            match service.solve(std::mem::take(&mut grids), std::mem::take(&mut answers)) {
                Ok(back) => (grids, answers) = back,
                Err(error) => {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    return;
                }
            }
            for (open, (grids, answers)) in open.into_iter().zip(grids.chunks(TASK).zip(answers.chunks(TASK)))
            {
                writer.write(open, grids, answers);
            }
        }
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => {
            gpu.forget();
            Err(failure(&error))
        }
        None => answered,
    }
}
