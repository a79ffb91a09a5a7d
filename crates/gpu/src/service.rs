//! An engine that several threads can use at once, each waiting only for its own batch.
//!
//! ```text
//! caller 0 ── batch ──▶┐          ┌─ workers ──┐          ┌──▶ answers ── caller 0
//! caller 1 ── batch ──▶┼─▶ queue ─┼─ CPU       ┼─▶ queue ─┼──▶ answers ── caller 1
//! caller 2 ── batch ──▶┘          └─ splitter ─┘          └──▶ answers ── caller 2
//! ```
//!
//! Batches go straight to the queue of the workers, so a device does not become idle between two batches,
//! and a long search in one batch does not delay the other batches.

use crate::device::ComputeDevice;
use crate::engine;
use crate::queue::{Packet, WorkQueue};
use crate::solver::DeviceEngine;
use crate::{Error, Solver};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, JoinHandle};
use veridoku_core::Grid;
use veridoku_core::batch::PuzzleBatch;
use veridoku_core::solve::{Limits, SearchResult};

/// An engine that several threads can use at once, all with the same limits.
///
/// After a device has failed, every call fails, and a new service is needed.
pub struct Service {
    queue: Arc<WorkQueue<'static, Grid>>,
    limits: Limits,
    /// The number of the next batch.
    next_number: AtomicUsize,
    /// The thread that starts and joins the threads of the engine.
    thread: Option<JoinHandle<()>>,
}

impl Service {
    /// Creates a service with these limits.
    ///
    /// # Errors
    ///
    /// Returns an error if the thread of the service cannot be started.
    pub fn new(solver: Solver, limits: Limits) -> Result<Service, Error> {
        Service::start(solver.engine, limits)
    }

    /// Starts the threads of an engine.
    pub(crate) fn start<D>(mut engine: DeviceEngine<D>, limits: Limits) -> Result<Service, Error>
    where
        D: ComputeDevice<Lane: 'static, Splitter: 'static, Pipeline: 'static> + 'static,
    {
        let queue = Arc::new(WorkQueue::new(engine.config));
        let shared = Arc::clone(&queue);
        let work = move || {
            let DeviceEngine { resources, config, pool } = &mut engine;
            // The error is also stored in the queue, where the callers find it.
            let _ = engine::work(resources, pool, &shared, limits, *config, || shared.wait_until_finished());
        };
        let thread = Builder::new().spawn(work).map_err(|error| Error::Threads(error.to_string()))?;
        Ok(Service { queue, limits, next_number: AtomicUsize::new(0), thread: Some(thread) })
    }

    /// Solves a batch, concurrently with the batches of other threads. Returns the puzzles, and the answers
    /// in the same order. The previous contents of `answers` are discarded; only its memory is reused.
    ///
    /// # Errors
    ///
    /// Returns an error if a device fails or has failed before. The batch is lost in that case.
    pub fn solve(
        &self,
        puzzles: Vec<Grid>,
        answers: Vec<SearchResult>,
    ) -> Result<(Vec<Grid>, Vec<SearchResult>), Error> {
        let mut batch = PuzzleBatch::owned(puzzles, answers);
        if self.limits.solutions == 0 {
            batch.parts().1.fill(SearchResult::NOT_SEARCHED);
        }
        if self.limits.solutions == 0 || batch.puzzles().is_empty() {
            return Ok(batch.into_vecs());
        }
        let number = self.next_number.fetch_add(1, Ordering::Relaxed);
        let mut packet = Packet::new();
        packet.add(number, batch);
        self.queue.push(packet);
        self.queue.take_batch(number).map(PuzzleBatch::into_vecs)
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.queue.close();
        if let Some(thread) = self.thread.take() {
            // If the thread panicked, the callers have received an error already.
            let _ = thread.join();
        }
    }
}
