//! Solves packed rows, which the devices copy directly from and to the caller's memory.
//!
//! ```text
//! PackedRows ───────────────────copy──▶ expand ─ search ─ pack ──copy──▶ PackedRows
//! grids ──pack──▶ PackedRows ──┘                                         the same, if packed from grids
//! ```
//!
//! One thread per device starts copies and kernels, several chunks at a time, so that copies in both
//! directions and kernels overlap. The kernels count the searches that they did not finish. The CPU reads the
//! answers of a chunk only if there are any, and the ordinary engine solves those puzzles.

use crate::Error;
use crate::cuda::PinnedRows;
use crate::device::{ComputeDevice, RowChunk, RowPipeline, SearchBounds};
use crate::engine::DeviceResources;
use crate::packing::{self, PackedRow, pack_grid, unpack_grid};
use rayon::ThreadPool;
use rayon::prelude::*;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, ScopedJoinHandle};
use veridoku_core::Grid;
use veridoku_core::solve::Limits;

/// Number of grids that a thread packs at a time.
const PACK_TASK: usize = 1 << 12;
/// Minimum number of chunks for each device, unless they would become too small.
const MIN_CHUNKS: usize = 16;
/// Minimum number of rows in a chunk.
const MIN_CHUNK: usize = 1 << 14;

/// Packed grids or answers in pinned memory, which GPUs copy without help from the CPU.
///
/// [`Solver::rows`](crate::Solver::rows) allocates them. Allocation takes longer than that of a `Vec`, so
/// reuse them.
#[derive(Debug)]
pub struct PackedRows(pub(crate) PinnedRows);

impl PackedRows {
    /// Returns the rows. Each call asks the driver, so call this once for many rows. After a GPU has failed,
    /// there may be no rows.
    #[must_use]
    pub fn as_slice(&self) -> &[PackedRow] {
        self.0.as_slice().unwrap_or_default()
    }

    /// Returns the rows for writing; see [`Self::as_slice`].
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [PackedRow] {
        self.0.as_mut_slice().unwrap_or_default()
    }
}

/// The puzzles of a call.
#[derive(Copy, Clone, Debug)]
pub(crate) enum RowPuzzles<'r> {
    Rows(&'r [PackedRow]),
    Grids(&'r [Grid]),
}

impl<'r> RowPuzzles<'r> {
    pub(crate) fn len(self) -> usize {
        match self {
            RowPuzzles::Rows(rows) => rows.len(),
            RowPuzzles::Grids(grids) => grids.len(),
        }
    }

    /// Returns the chunk with these answers. Grids are packed to the memory of the answers.
    fn chunk(self, first: usize, answers: &'r mut [PackedRow], pool: &ThreadPool) -> RowChunk<'r> {
        let range = first..first + answers.len();
        let puzzles = match self {
            RowPuzzles::Rows(rows) => Some(&rows[range]),
            RowPuzzles::Grids(grids) => {
                let tasks = grids[range].par_chunks(PACK_TASK).zip(answers.par_chunks_mut(PACK_TASK));
                pool.install(|| {
                    tasks.for_each(|(grids, rows)| {
                        for (grid, row) in grids.iter().zip(rows) {
                            *row = pack_grid(grid);
                        }
                    });
                });
                None
            }
        };
        RowChunk { first, puzzles, answers }
    }

    /// Returns a puzzle.
    pub(crate) fn grid(self, index: usize) -> Result<Grid, Error> {
        match self {
            // A device finishes the search of a row that is not a grid without guessing, so this is a grid.
            RowPuzzles::Rows(rows) => unpack_grid(&rows[index]).ok_or(Error::MissingAnswers),
            RowPuzzles::Grids(grids) => Ok(grids[index]),
        }
    }
}

/// Passes puzzles through the pipelines of all devices. Returns the indices of unfinished searches.
pub(crate) fn solve<'r, D: ComputeDevice>(
    resources: &mut [DeviceResources<D>],
    pool: &ThreadPool,
    puzzles: RowPuzzles<'r>,
    limits: Limits,
    answers: &'r mut [PackedRow],
) -> Result<Vec<usize>, Error> {
    let chunks = MIN_CHUNKS * resources.len().max(1);
    let size = answers.len().div_ceil(chunks).max(MIN_CHUNK).min(D::Pipeline::CHUNK);
    let chunks = Mutex::new(answers.chunks_mut(size).enumerate());
    let chunks = &chunks;
    let take = || chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
    let take_chunk = || take().map(|(number, answers)| puzzles.chunk(number * size, answers, pool));
    let bounds = SearchBounds::from_limits(limits);
    let solve_on = |resource: &mut DeviceResources<D>| {
        let solved = resource.pipeline().and_then(|pipeline| pipeline.solve(bounds, &mut || take_chunk()));
        if solved.is_err() {
            // The other devices need not continue.
            while take().is_some() {}
        }
        solved
    };
    let solve_on = &solve_on;
    let results: Vec<_> = std::thread::scope(|scope| {
        let start = |resource| Builder::new().spawn_scoped(scope, move || solve_on(resource));
        let threads: Vec<_> = resources.iter_mut().map(start).collect();
        let join = |thread: io::Result<ScopedJoinHandle<'_, _>>| {
            let thread = thread.map_err(|error| Error::Threads(error.to_string()))?;
            thread.join().unwrap_or(Err(Error::Panic))
        };
        threads.into_iter().map(join).collect()
    });
    let unfinished = results.into_iter().collect::<Result<Vec<_>, Error>>()?;
    Ok(pool.install(|| {
        let chunks = unfinished.par_iter().flatten();
        let indices = chunks.flat_map_iter(|chunk| {
            let answers = chunk.answers.iter().enumerate();
            answers.filter(|(_, row)| packing::is_unfinished(row, limits)).map(|(row, _)| chunk.first + row)
        });
        indices.collect()
    }))
}
