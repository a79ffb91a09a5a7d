//! The public [`Solver`], which owns the devices and the threads that serve them.

use crate::config::{EngineConfig, MAX_LANE_PUZZLES, MIN_PACKET_SIZE};
use crate::cuda::CudaDevice;
use crate::device::{ComputeDevice, SearchBounds};
use crate::engine::{self, DeviceResources};
use crate::packing::{self, DevicePuzzle, ROW_WORDS};
use crate::rows::{self, PackedRows, RowPuzzles};
use crate::{Error, SPLIT_AFTER_NODES};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fmt;
use std::num::NonZeroUsize;
use std::time::Duration;
use veridoku_core::batch::{BatchSource, PuzzleBatch};
use veridoku_core::solve::{Limits, SearchResult};
use veridoku_core::{CandidateSet, Grid};

/// Number of packets per worker into which a batch is divided, unless the packets would become too small.
/// With several packets per worker, all workers finish at about the same time.
const PACKETS_PER_WORKER: usize = 6;
/// Limit on the batches that are waiting for unfinished puzzles, in packets per worker. A stream that has
/// reached the limit accepts no more batches.
const MAX_PENDING_PACKETS: usize = 2;

/// A solver that uses all GPUs of this machine.
///
/// The interface is that of [`batch::Solver`](veridoku_core::batch::Solver), except that calls can fail.
/// The first batch allocates memory on every device. With large batches, a device with 132 multiprocessors
/// needs 0.3 GB for each of up to 16 worker threads. If less memory is free, fewer threads are used. Reuse
/// one solver for all batches. To share the GPUs among several threads, use a [`Service`](crate::Service).
///
/// The environment variable `CUDA_VISIBLE_DEVICES` restricts which GPUs are used.
pub struct Solver {
    pub(crate) engine: DeviceEngine<CudaDevice>,
    device_errors: Vec<Error>,
}

impl Solver {
    /// Creates a solver that uses all GPUs of this machine. The first time, this compiles the kernels for
    /// each of them.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no driver, no working device, or a kernel to compile but no compiler.
    pub fn new() -> Result<Solver, Error> {
        Solver::with_threads(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// Creates a solver like [`Self::new`], with the given number of CPU threads to serve the GPUs, and the
    /// same number of additional threads for puzzles that the GPUs do not finish.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no driver, no working device, or a kernel to compile but no compiler.
    pub fn with_threads(threads: NonZeroUsize) -> Result<Solver, Error> {
        let (gpus, device_errors) = CudaDevice::all()?;
        Ok(Solver { engine: DeviceEngine::new(gpus, threads.get())?, device_errors })
    }

    /// Returns the errors of the GPUs that were found but cannot be used, one error per GPU.
    pub fn device_errors(&self) -> &[Error] {
        &self.device_errors
    }

    /// Returns the names of the GPUs in use.
    pub fn devices(&self) -> impl Iterator<Item = &str> {
        self.engine.resources.iter().map(|resource| resource.device.name())
    }

    /// Solves puzzles of 81 values. The limits apply to each puzzle separately.
    ///
    /// The contents of `answers` are replaced by the answers, in the order of the puzzles.
    ///
    /// # Errors
    ///
    /// Returns an error if a device fails. `answers` is empty in that case.
    pub fn solve(
        &mut self,
        puzzles: &[Grid],
        limits: Limits,
        answers: &mut Vec<SearchResult>,
    ) -> Result<(), Error> {
        self.engine.solve(puzzles, limits, answers)
    }

    /// Solves puzzles of 729 candidates (sukaku). The limits apply to each puzzle separately.
    ///
    /// The contents of `answers` are replaced by the answers, in the order of the puzzles.
    ///
    /// # Errors
    ///
    /// Returns an error if a device fails. `answers` is empty in that case.
    pub fn solve_candidates(
        &mut self,
        puzzles: &[CandidateSet],
        limits: Limits,
        answers: &mut Vec<SearchResult>,
    ) -> Result<(), Error> {
        self.engine.solve(puzzles, limits, answers)
    }

    /// Solves all puzzles of a source. Each batch is returned as soon as all its puzzles are answered,
    /// regardless of the other batches.
    ///
    /// While all worker threads are busy, small batches are combined and sent to a device together. For
    /// best performance, provide tens of thousands of puzzles at a time, in batches of any size up to
    /// 131,072. `next` should not block, because the same thread returns the answers. If too many batches
    /// are waiting for unfinished puzzles, no more batches are requested until some of them are done.
    ///
    /// # Errors
    ///
    /// Returns an error if a device fails. Batches that have not been returned are lost in that case.
    pub fn stream(&mut self, source: &mut dyn BatchSource<'_, Grid>, limits: Limits) -> Result<(), Error> {
        self.engine.stream(source, limits)
    }

    /// Solves a source of puzzles of 729 candidates (sukaku); see [`Self::stream`].
    ///
    /// # Errors
    ///
    /// Returns an error if a device fails. Batches that have not been returned are lost in that case.
    pub fn stream_candidates(
        &mut self,
        source: &mut dyn BatchSource<'_, CandidateSet>,
        limits: Limits,
    ) -> Result<(), Error> {
        self.engine.stream(source, limits)
    }

    /// Allocates rows for [`Self::solve_rows`] in memory that all GPUs can access. Each is an empty grid.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory, or if a device fails.
    pub fn rows(&self, count: usize) -> Result<PackedRows, Error> {
        let resource = self.engine.resources.first().ok_or(Error::NoDevice)?;
        resource.device.rows(count).map(PackedRows)
    }

    /// Solves packed puzzles, and writes the packed answers to the first rows of `answers`, in the order of
    /// the puzzles. The limits apply to each puzzle separately. A row with a value above 9 has no solution.
    ///
    /// The GPUs copy puzzles and answers themselves, while they search others. This works best with a million
    /// puzzles or more. The first call allocates memory on every device: up to 2.5 GB with 132
    /// multiprocessors, less if less is free. Unlike those of [`Self::solve`], answers are not checked.
    ///
    /// # Errors
    ///
    /// Returns an error if a device fails. `answers` has no rows in that case.
    ///
    /// # Panics
    ///
    /// Panics if there are more puzzles than rows for the answers.
    pub fn solve_rows(
        &mut self,
        puzzles: &PackedRows,
        limits: Limits,
        answers: &mut PackedRows,
    ) -> Result<(), Error> {
        self.solve_to_rows(RowPuzzles::Rows(puzzles.0.as_slice()?), limits, answers)
    }

    /// Solves puzzles of 81 values, and writes the packed answers to the first rows of `answers`; see
    /// [`Self::solve_rows`]. The threads of this solver pack the puzzles.
    ///
    /// # Errors
    ///
    /// Returns an error if a device fails. `answers` has no rows in that case.
    ///
    /// # Panics
    ///
    /// Panics if there are more puzzles than rows for the answers.
    pub fn solve_into_rows(
        &mut self,
        puzzles: &[Grid],
        limits: Limits,
        answers: &mut PackedRows,
    ) -> Result<(), Error> {
        self.solve_to_rows(RowPuzzles::Grids(puzzles), limits, answers)
    }

    fn solve_to_rows(
        &mut self,
        puzzles: RowPuzzles<'_>,
        limits: Limits,
        answers: &mut PackedRows,
    ) -> Result<(), Error> {
        let rows = answers.0.as_mut_slice()?;
        assert!(puzzles.len() <= rows.len(), "there must be a row for each answer");
        let result = self.engine.solve_rows(puzzles, limits, rows);
        if result.is_err() {
            answers.0.leak();
        }
        result
    }

    /// Runs only the kernels, on the first GPU, and measures their time with the clock of the device. Puzzles
    /// that need more than [`MAX_DEVICE_NODES`](crate::MAX_DEVICE_NODES) nodes are not finished.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails.
    pub fn time_kernels(
        &mut self,
        puzzles: &[Grid],
        limits: Limits,
        answers: &mut Vec<SearchResult>,
    ) -> Result<KernelTimes, Error> {
        let resource = self.engine.resources.first().ok_or(Error::NoDevice)?;
        let mut words = vec![0; ROW_WORDS * puzzles.len()];
        for (words, puzzle) in words.chunks_exact_mut(ROW_WORDS).zip(puzzles) {
            puzzle.pack(words);
        }
        let ([expand, search, pack], rows) =
            resource.device.time(&words, SearchBounds::from_limits(limits))?;
        answers.clear();
        answers.resize(rows.len(), SearchResult::NONE);
        for (row, answer) in rows.iter().zip(answers) {
            packing::read_answer(row, answer)?;
        }
        Ok(KernelTimes { expand, search, pack })
    }
}

/// The run times of the kernels for puzzles that are already in the memory of the GPU.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct KernelTimes {
    /// Time to turn packed puzzles into boards.
    pub expand: Duration,
    /// Time to search the boards.
    pub search: Duration,
    /// Time to pack the answers.
    pub pack: Duration,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("devices", &self.devices().collect::<Vec<_>>()).finish_non_exhaustive()
    }
}

/// The devices, and the threads that serve them.
pub(crate) struct DeviceEngine<D: ComputeDevice> {
    pub(crate) resources: Vec<DeviceResources<D>>,
    /// The configuration for streams.
    pub(crate) config: EngineConfig,
    /// The threads for puzzles that devices do not finish. They have their own pool, because the threads of
    /// the caller's pool may be waiting for them.
    pub(crate) pool: ThreadPool,
}

impl<D: ComputeDevice> DeviceEngine<D> {
    /// Creates an engine for these devices. Each device gets at least one of the worker threads, and no more
    /// than it can use.
    pub(crate) fn new(devices: Vec<D>, threads: usize) -> Result<DeviceEngine<D>, Error> {
        let share = threads.div_ceil(devices.len().max(1));
        let resources: Vec<_> = devices
            .into_iter()
            .map(|device| {
                let workers = share.min(device.workers()).max(1);
                DeviceResources::new(device, workers)
            })
            .collect();
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Error::Threads(error.to_string()))?;
        let workers = resources.iter().map(DeviceResources::workers).sum();
        let packet_size = MAX_LANE_PUZZLES / 2;
        let config = EngineConfig {
            packet_size,
            workers,
            max_pending: MAX_PENDING_PACKETS * workers * packet_size,
            split_after_nodes: SPLIT_AFTER_NODES,
            #[cfg(test)]
            max_threads: usize::MAX,
        };
        Ok(DeviceEngine { resources, config, pool })
    }

    /// Changes the configuration.
    #[cfg(test)]
    pub(crate) fn with_config(mut self, change: impl FnOnce(&mut EngineConfig)) -> DeviceEngine<D> {
        change(&mut self.config);
        self
    }

    /// Solves a batch. After an error, `answers` is empty.
    pub(crate) fn solve<P: DevicePuzzle>(
        &mut self,
        puzzles: &[P],
        limits: Limits,
        answers: &mut Vec<SearchResult>,
    ) -> Result<(), Error> {
        // Every answer is overwritten below, so old contents need not be cleared.
        answers.resize(puzzles.len(), SearchResult::NONE);
        let packet_size = packet_size(puzzles.len(), self.config.workers);
        let workers = self.config.workers.min(puzzles.len().div_ceil(packet_size));
        // All puzzles and answers are in memory already, so the number of pending puzzles need not be
        // limited.
        let config = EngineConfig { packet_size, workers, max_pending: usize::MAX, ..self.config };
        let mut chunks = BatchChunks(puzzles.chunks(packet_size).zip(answers.chunks_mut(packet_size)));
        let result = engine::serve(&mut self.resources, &self.pool, &mut chunks, limits, config);
        if result.is_err() {
            answers.clear();
        }
        result
    }

    /// Solves puzzles, and writes their answers to the first rows of `answers`. After an error, the rows have
    /// any content.
    pub(crate) fn solve_rows(
        &mut self,
        puzzles: RowPuzzles<'_>,
        limits: Limits,
        answers: &mut [packing::PackedRow],
    ) -> Result<(), Error> {
        let answers = &mut answers[..puzzles.len()];
        if limits.solutions == 0 {
            answers.fill(packing::pack_answer(&SearchResult::NOT_SEARCHED));
            return Ok(());
        }
        let indices = rows::solve(&mut self.resources, &self.pool, puzzles, limits, answers)?;
        if indices.is_empty() {
            return Ok(());
        }
        let grids = indices.iter().map(|&index| puzzles.grid(index)).collect::<Result<Vec<_>, _>>()?;
        let mut others = Vec::new();
        self.solve(&grids, limits, &mut others)?;
        for (index, answer) in indices.into_iter().zip(&others) {
            answers[index] = packing::pack_answer(answer);
        }
        Ok(())
    }

    /// Solves the puzzles of a source.
    pub(crate) fn stream<P: DevicePuzzle>(
        &mut self,
        source: &mut dyn BatchSource<'_, P>,
        limits: Limits,
    ) -> Result<(), Error> {
        engine::serve(&mut self.resources, &self.pool, source, limits, self.config)
    }
}

/// Returns the number of puzzles per packet.
fn packet_size(puzzles: usize, workers: usize) -> usize {
    puzzles.div_ceil(PACKETS_PER_WORKER * workers.max(1)).clamp(MIN_PACKET_SIZE, MAX_LANE_PUZZLES)
}

/// A source that hands out a slice in chunks; the answers are written directly to the caller's slice.
struct BatchChunks<I>(I);

impl<'p, P: DevicePuzzle, I: Iterator<Item = (&'p [P], &'p mut [SearchResult])>> BatchSource<'p, P>
    for BatchChunks<I>
{
    fn next(&mut self) -> Option<PuzzleBatch<'p, P>> {
        self.0.next().map(|(puzzles, answers)| PuzzleBatch::borrowed(puzzles, answers))
    }

    fn done(&mut self, _number: usize, _batch: PuzzleBatch<'p, P>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packet_size_keeps_all_workers_busy() {
        assert_eq!(packet_size(0, 1), MIN_PACKET_SIZE);
        assert_eq!(packet_size(1_000, 1), MIN_PACKET_SIZE);
        assert_eq!(packet_size(12 * MIN_PACKET_SIZE, 1), 2 * MIN_PACKET_SIZE);
        assert_eq!(packet_size(12 * MIN_PACKET_SIZE, 2), MIN_PACKET_SIZE);
        assert_eq!(packet_size(1000 * MAX_LANE_PUZZLES, 16), MAX_LANE_PUZZLES);
    }
}
