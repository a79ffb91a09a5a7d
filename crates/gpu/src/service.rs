//! An engine that several threads ask at once, each for a batch of its own, and each waits for its own batch alone.
//!
//! ```text
//! caller 0 ── batch ──▶┐            ┌─ workers ─┐             ┌──▶ answers ── caller 0
//! caller 1 ── batch ──▶┼─▶ queue ─┼─ CPU    ┼─▶ thread ───┼──▶ answers ── caller 1
//! caller 2 ── batch ──▶┘            └─ split ─┘  that sorts └──▶ answers ── caller 2
//! ```
//!
//! Batches go straight to the queue where workers take them, so a device is never without work between two of them, and a
//! long search in one holds up no other. A file of its own because a [`Solver`] belongs to one caller at a time.

use crate::device::ComputeDevice;
use crate::engine;
use crate::packing;
use crate::queue::{Packet, QueueCapacity, WorkQueue};
use crate::solver::DeviceEngine;
use crate::{Error, Solver};
use std::collections::HashMap;
use std::fmt;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use veridoku_core::Grid;
use veridoku_core::batch::{Answer, PuzzleBatch};
use veridoku_core::solve::{End, Limits};

/// An engine that several threads ask at once, with the same limits.
///
/// After a device failed, every call fails: a new one is needed.
pub struct Service {
    engine: SharedEngine,
}

impl Service {
    /// An engine for these limits.
    ///
    /// # Errors
    ///
    /// If its thread cannot be started.
    pub fn new(solver: Solver, limits: Limits) -> Result<Service, Error> {
        Ok(Service { engine: SharedEngine::start(solver.engine, limits)? })
    }

    /// Solves a batch, while other threads have theirs solved. Gives the puzzles back, with the answers in their order; what is in
    /// `answers` does not matter, it is memory to be used again.
    ///
    /// # Errors
    ///
    /// If a device fails, or has failed before; then the batch is lost.
    pub fn solve(&self, puzzles: Vec<Grid>, answers: Vec<Answer>) -> Result<(Vec<Grid>, Vec<Answer>), Error> {
        self.engine.solve(puzzles, answers)
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("limits", &self.engine.limits).finish_non_exhaustive()
    }
}

/// Where batches come in, for devices of any kind.
pub(crate) struct SharedEngine {
    state: Arc<ServiceState>,
    limits: Limits,
    thread: Option<JoinHandle<()>>,
}

/// What calls and the thread that sorts share.
struct ServiceState {
    queue: WorkQueue<'static, Grid>,
    calls: Mutex<PendingCalls>,
}

/// Who waits.
struct PendingCalls {
    /// The number of the next batch.
    next: usize,
    /// Where the answers to each batch go; nothing when no more are given.
    waiting: Option<HashMap<usize, SyncSender<PuzzleBatch<'static, Grid>>>>,
}

impl ServiceState {
    fn calls(&self) -> MutexGuard<'_, PendingCalls> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives back what is answered, to whom it belongs, until it is over.
    fn deliver(&self) {
        let never = QueueCapacity { packets: 0, pending: 0 };
        while !self.queue.is_over() {
            for packet in self.queue.take_answered(never) {
                for (number, batch) in packet.batches {
                    let caller = self.calls().waiting.as_mut().and_then(|waiting| waiting.remove(&number));
                    // A caller waits until it hears, so somebody is there.
                    caller.and_then(|caller| caller.send(batch).ok());
                }
            }
        }
    }
}

/// Sends those who wait away when nobody sorts any more, however that came about.
struct DisconnectOnDrop<'d>(&'d ServiceState);

impl Drop for DisconnectOnDrop<'_> {
    fn drop(&mut self) {
        self.0.calls().waiting = None;
    }
}

impl SharedEngine {
    /// Has a engine work for these limits.
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
            // The error is in the queue too, where calls see it.
            let _ = engine::work(resources, pool, &shared.queue, limits, *config, || shared.deliver());
        };
        let thread = Builder::new().spawn(work).map_err(|error| Error::Threads(error.to_string()))?;
        Ok(SharedEngine { state, limits, thread: Some(thread) })
    }

    pub(crate) fn solve(
        &self,
        puzzles: Vec<Grid>,
        answers: Vec<Answer>,
    ) -> Result<(Vec<Grid>, Vec<Answer>), Error> {
        let mut batch = PuzzleBatch::owned(puzzles, answers);
        if self.limits.solutions == 0 {
            batch.parts().1.fill(Answer { end: End::SolutionLimit, ..packing::EMPTY_ANSWER });
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
            // A panic of it was told to whoever asked.
            let _ = thread.join();
        }
    }
}
