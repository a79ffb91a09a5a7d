//! The solver that callers hold: batches cut into batches, devices, and the threads that serve them.

use crate::cuda::CudaDevice;
use crate::device::{ComputeDevice, SearchBounds};
use crate::engine::{self, DeviceResources, EngineConfig, MAX_LANE_PUZZLES, MIN_PACKET_SIZE};
use crate::packing::{self, DevicePuzzle, ROW_WORDS};
use crate::{Error, SPLIT_AFTER_NODES};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fmt;
use std::num::NonZeroUsize;
use std::time::Duration;
use veridoku_core::batch::{Answer, BatchSource, PuzzleBatch};
use veridoku_core::solve::Limits;
use veridoku_core::{CandidateSet, Grid};

/// A worker has so many packets of a batch to take, as long as they are large enough: so all come to the end together.
const PACKETS_PER_WORKER: usize = 6;
/// A stream takes no more batches while those that wait for some of their puzzles have as many as so many packets a worker.
const MAX_PENDING_PACKETS: usize = 2;

/// Solves puzzles on all GPUs of this machine.
///
/// It has the interface of [`batch::Solver`](veridoku_core::batch::Solver), but it can fail. The first batch allocates
/// memory on every device: 0.3 GB for each thread, at most 16 of them, on one of 132 multiprocessors if batches are large, and
/// less where there is less. Keep it where there are several batches; [`Service`](crate::Service) is for several threads.
///
/// Which GPUs there are is for CUDA to say (`CUDA_VISIBLE_DEVICES`).
pub struct Solver {
    pub(crate) engine: DeviceEngine<CudaDevice>,
    device_errors: Vec<Error>,
}

impl Solver {
    /// A solver on all GPUs of this machine; the kernel is compiled for each of them.
    ///
    /// # Errors
    ///
    /// If there is no driver, no compiler, or no device that works.
    pub fn new() -> Result<Solver, Error> {
        Solver::with_threads(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// The same with so many threads of the CPU to serve them, and as many for what they do not finish.
    ///
    /// # Errors
    ///
    /// If there is no driver, no compiler, or no device that works.
    pub fn with_threads(threads: NonZeroUsize) -> Result<Solver, Error> {
        let (gpus, device_errors) = CudaDevice::all()?;
        Ok(Solver { engine: DeviceEngine::new(gpus, threads.get())?, device_errors })
    }

    /// Why GPUs that are there are not used, one for each.
    pub fn device_errors(&self) -> &[Error] {
        &self.device_errors
    }

    /// The names of the GPUs.
    pub fn devices(&self) -> impl Iterator<Item = &str> {
        self.engine.resources.iter().map(|resource| resource.device.name())
    }

    /// Solves puzzles of 81 values within limits that hold for each of them.
    ///
    /// What was in `answers` is replaced by the answers, in the order of the puzzles.
    ///
    /// # Errors
    ///
    /// If a device fails; then there are no answers.
    pub fn solve(
        &mut self,
        puzzles: &[Grid],
        limits: Limits,
        answers: &mut Vec<Answer>,
    ) -> Result<(), Error> {
        self.engine.solve(puzzles, limits, answers)
    }

    /// Solves puzzles of 729 candidates (sukaku) within limits that hold for each of them.
    ///
    /// What was in `answers` is replaced by the answers, in the order of the puzzles.
    ///
    /// # Errors
    ///
    /// If a device fails; then there are no answers.
    pub fn solve_candidates(
        &mut self,
        puzzles: &[CandidateSet],
        limits: Limits,
        answers: &mut Vec<Answer>,
    ) -> Result<(), Error> {
        self.engine.solve(puzzles, limits, answers)
    }

    /// Solves the puzzles of a source until it has none. A batch comes back as soon as all its puzzles are answered,
    /// whatever the others are waiting for.
    ///
    /// Small batches travel together, if all threads are busy; best are tens of thousands of puzzles at a time, in batches
    /// of any size up to 131,072. `next` should not wait: answers are given back by the same thread. While many batches wait for some
    /// of their puzzles, no more are taken.
    ///
    /// # Errors
    ///
    /// If a device fails; then batches that did not come back are lost.
    pub fn stream(&mut self, source: &mut dyn BatchSource<'_, Grid>, limits: Limits) -> Result<(), Error> {
        self.engine.stream(source, limits)
    }

    /// Solves a source of puzzles of 729 candidates (sukaku), as [`Self::stream`] does others.
    ///
    /// # Errors
    ///
    /// If a device fails; then batches that did not come back are lost.
    pub fn stream_candidates(
        &mut self,
        source: &mut dyn BatchSource<'_, CandidateSet>,
        limits: Limits,
    ) -> Result<(), Error> {
        self.engine.stream(source, limits)
    }

    /// What the kernels of the first GPU take for these puzzles, by its own clock, and what they say. Puzzles that need more
    /// than [`MAX_DEVICE_NODES`](crate::MAX_DEVICE_NODES) nodes are not finished.
    ///
    /// # Errors
    ///
    /// If the device fails.
    pub fn time_kernels(
        &mut self,
        puzzles: &[Grid],
        limits: Limits,
        answers: &mut Vec<Answer>,
    ) -> Result<KernelTimes, Error> {
        let resource = self.engine.resources.first().ok_or(Error::NoDevice)?;
        let mut words = vec![0; ROW_WORDS * puzzles.len()];
        for (words, puzzle) in words.chunks_exact_mut(ROW_WORDS).zip(puzzles) {
            puzzle.pack(words);
        }
        let ([expand, search, pack], rows) =
            resource.device.time(&words, SearchBounds::from_limits(limits))?;
        answers.clear();
        answers.resize(rows.len(), packing::EMPTY_ANSWER);
        for (row, answer) in rows.iter().zip(answers) {
            packing::read_answer(row, answer)?;
        }
        Ok(KernelTimes { expand, search, pack })
    }
}

/// What the kernels of a GPU take for a number of puzzles that lie in its memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct KernelTimes {
    /// To make boards of packed puzzles.
    pub expand: Duration,
    /// To search them.
    pub search: Duration,
    /// To pack the answers.
    pub pack: Duration,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("devices", &self.devices().collect::<Vec<_>>()).finish_non_exhaustive()
    }
}

/// Devices with the threads that serve them.
pub(crate) struct DeviceEngine<D: ComputeDevice> {
    pub(crate) resources: Vec<DeviceResources<D>>,
    /// How a stream is shared out.
    pub(crate) config: EngineConfig,
    /// What devices do not finish goes to threads of its own: those of the caller may wait for these.
    pub(crate) pool: ThreadPool,
}

impl<D: ComputeDevice> DeviceEngine<D> {
    /// These devices, and so many threads to serve them, but at least one for each and no more than it has a use for.
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

    /// Shares work out in another way.
    #[cfg(test)]
    pub(crate) fn with_config(mut self, change: impl FnOnce(&mut EngineConfig)) -> DeviceEngine<D> {
        change(&mut self.config);
        self
    }

    /// Solves a batch; after an error there are no answers.
    pub(crate) fn solve<P: DevicePuzzle>(
        &mut self,
        puzzles: &[P],
        limits: Limits,
        answers: &mut Vec<Answer>,
    ) -> Result<(), Error> {
        // Every answer is written below: what is there already need not be cleared.
        answers.resize(puzzles.len(), packing::EMPTY_ANSWER);
        let packet_size = packet_size(puzzles.len(), self.config.workers);
        let workers = self.config.workers.min(puzzles.len().div_ceil(packet_size));
        // All of it is the caller's memory, whatever waits for whatever.
        let config = EngineConfig { packet_size, workers, max_pending: usize::MAX, ..self.config };
        let mut chunks = BatchChunks(puzzles.chunks(packet_size).zip(answers.chunks_mut(packet_size)));
        let result = engine::serve(&mut self.resources, &self.pool, &mut chunks, limits, config);
        if result.is_err() {
            answers.clear();
        }
        result
    }

    /// Solves a source.
    pub(crate) fn stream<P: DevicePuzzle>(
        &mut self,
        source: &mut dyn BatchSource<'_, P>,
        limits: Limits,
    ) -> Result<(), Error> {
        engine::serve(&mut self.resources, &self.pool, source, limits, self.config)
    }
}

/// The puzzles of a packet.
fn packet_size(puzzles: usize, workers: usize) -> usize {
    puzzles.div_ceil(PACKETS_PER_WORKER * workers.max(1)).clamp(MIN_PACKET_SIZE, MAX_LANE_PUZZLES)
}

/// A batch in chunks, which are answered where the caller wants the answers.
struct BatchChunks<I>(I);

impl<'p, P: DevicePuzzle, I: Iterator<Item = (&'p [P], &'p mut [Answer])>> BatchSource<'p, P>
    for BatchChunks<I>
{
    fn next(&mut self) -> Option<PuzzleBatch<'p, P>> {
        self.0.next().map(|(puzzles, answers)| PuzzleBatch::borrowed(puzzles, answers))
    }

    fn done(&mut self, _number: usize, _portion: PuzzleBatch<'p, P>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_cut_into_pieces_that_keep_crews_busy() {
        assert_eq!(packet_size(0, 1), MIN_PACKET_SIZE);
        assert_eq!(packet_size(1_000, 1), MIN_PACKET_SIZE);
        assert_eq!(packet_size(12 * MIN_PACKET_SIZE, 1), 2 * MIN_PACKET_SIZE);
        assert_eq!(packet_size(12 * MIN_PACKET_SIZE, 2), MIN_PACKET_SIZE);
        assert_eq!(packet_size(1000 * MAX_LANE_PUZZLES, 16), MAX_LANE_PUZZLES);
    }
}
