//! An engine that several threads can use at once, each waiting only for its own batch.
//!
//! ```text
//! caller 0 ── batch ──▶┐          ┌─ workers ──┐               ┌──▶ answers ── caller 0
//! caller 1 ── batch ──▶┼─▶ queue ─┼─ CPU       ┼─▶ delivering ─┼──▶ answers ── caller 1
//! caller 2 ── batch ──▶┘          └─ splitter ─┘   thread      └──▶ answers ── caller 2
//! ```
//!
//! Batches go straight to the queue of the workers, so a device does not become idle between two batches,
//! and a long search in one batch does not delay the other batches.

use crate::device::ComputeDevice;
use crate::engine;
use crate::queue::{Packet, QueueCapacity, WorkQueue};
use crate::solver::DeviceEngine;
use crate::{Error, Solver};
use std::collections::HashMap;
use std::fmt;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use veridoku_core::Grid;
use veridoku_core::batch::PuzzleBatch;
use veridoku_core::solve::{Limits, SearchResult};

/// An engine that several threads can use at once, all with the same limits.
///
/// After a device has failed, every call fails, and a new service is needed.
pub struct Service {
    engine: SharedEngine,
}

impl Service {
    /// Creates a service with these limits.
    ///
    /// # Errors
    ///
    /// Returns an error if the thread of the service cannot be started.
    pub fn new(solver: Solver, limits: Limits) -> Result<Service, Error> {
        Ok(Service { engine: SharedEngine::start(solver.engine, limits)? })
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
        self.engine.solve(puzzles, answers)
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("limits", &self.engine.limits).finish_non_exhaustive()
    }
}

/// The implementation of [`Service`], generic over the device.
pub(crate) struct SharedEngine {
    state: Arc<ServiceState>,
    limits: Limits,
    thread: Option<JoinHandle<()>>,
}

/// State shared by the callers and the delivering thread.
struct ServiceState {
    queue: WorkQueue<'static, Grid>,
    calls: Mutex<PendingCalls>,
}

/// The calls that are waiting for their answers.
struct PendingCalls {
    /// The number of the next batch.
    next: usize,
    /// The channel to the caller of each batch. `None` after the delivering thread has ended.
    waiting: Option<HashMap<usize, SyncSender<PuzzleBatch<'static, Grid>>>>,
}

impl ServiceState {
    fn calls(&self) -> MutexGuard<'_, PendingCalls> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns answered batches to their callers until the queue is finished.
    fn deliver(&self) {
        let zero_capacity = QueueCapacity { packets: 0, pending: 0 };
        while !self.queue.is_finished() {
            for packet in self.queue.take_answered(zero_capacity) {
                for (number, batch) in packet.batches {
                    let caller = self.calls().waiting.as_mut().and_then(|waiting| waiting.remove(&number));
                    // The caller is waiting for this message, so the receiver still exists.
                    caller.and_then(|caller| caller.send(batch).ok());
                }
            }
        }
    }
}

/// Disconnects all waiting callers when the delivering thread ends, for whatever reason.
struct DisconnectOnDrop<'d>(&'d ServiceState);

impl Drop for DisconnectOnDrop<'_> {
    fn drop(&mut self) {
        self.0.calls().waiting = None;
    }
}

impl SharedEngine {
    /// Starts the threads of an engine.
    pub(crate) fn start<D: ComputeDevice + Send + 'static>(
        mut engine: DeviceEngine<D>,
        limits: Limits,
    ) -> Result<SharedEngine, Error>
    where
        D::Lane: 'static,
        D::Splitter: 'static,
    {
        let calls = PendingCalls { next: 0, waiting: Some(HashMap::new()) };
        let queue = WorkQueue::new(engine.config.workers);
        let state = Arc::new(ServiceState { queue, calls: Mutex::new(calls) });
        let shared = Arc::clone(&state);
        let work = move || {
            let _disconnect = DisconnectOnDrop(&shared);
            let DeviceEngine { resources, config, pool } = &mut engine;
            // The error is also stored in the queue, where the callers find it.
            let _ = engine::work(resources, pool, &shared.queue, limits, *config, || shared.deliver());
        };
        let thread = Builder::new().spawn(work).map_err(|error| Error::Threads(error.to_string()))?;
        Ok(SharedEngine { state, limits, thread: Some(thread) })
    }

    pub(crate) fn solve(
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
        let queue = &self.state.queue;
        let failure = || queue.error().unwrap_or(Error::MissingAnswers);
        let (sender, receiver) = sync_channel(1);
        let number = {
            let mut calls = self.state.calls();
            let number = calls.next;
            calls.waiting.as_mut().ok_or_else(failure)?.insert(number, sender);
            calls.next += 1;
            number
        };
        let mut packet = Packet::new();
        packet.add((number, batch));
        queue.push(packet);
        receiver.recv().map(PuzzleBatch::into_vecs).map_err(|_| failure())
    }
}

impl Drop for SharedEngine {
    fn drop(&mut self) {
        self.state.queue.close();
        if let Some(thread) = self.thread.take() {
            // If the thread panicked, the callers have received an error already.
            let _ = thread.join();
        }
    }
}
