//! The queue between the threads of an engine.
//!
//! ```text
//! caller ─ push ─▶ waiting ─ pop ▶ worker ─ complete ────────────────────▶ answered ─ take_… ▶ caller
//!                                   └─ hold ─▶ CPU ─ push_hard ─▶ splitter ─┘
//! ```
//!
//! The queue counts the waiting packets and the pending puzzles, and makes the caller wait when there are
//! too many. Threads wait for each other only in this module, so that a thread that fails or panics can
//! wake all the others.

use crate::Error;
use crate::config::EngineConfig;
use crate::packing::DevicePuzzle;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use veridoku_core::batch::PuzzleBatch;
use veridoku_core::solve::SearchResult;

/// Batches that are sent to a device together, each with its batch number.
pub(crate) struct Packet<'p, P: Clone> {
    pub(crate) batches: Vec<(usize, PuzzleBatch<'p, P>)>,
    /// The number of puzzles in all batches.
    pub(crate) puzzles: usize,
}

impl<'p, P: Clone> Packet<'p, P> {
    /// Creates an empty packet.
    pub(crate) fn new() -> Self {
        Packet { batches: Vec::new(), puzzles: 0 }
    }

    /// Adds a batch.
    pub(crate) fn add(&mut self, number: usize, batch: PuzzleBatch<'p, P>) {
        self.puzzles += batch.puzzles().len();
        self.batches.push((number, batch));
    }
}

/// A batch with unanswered puzzles, in a packet of its own, and the number of missing answers.
pub(crate) struct PendingBatch<'p, P: Clone>(Mutex<(Packet<'p, P>, usize)>);

/// A puzzle that a device did not finish, and its index in the batch.
pub(crate) struct FallbackTask<'p, P: Clone> {
    pub(crate) pending: Arc<PendingBatch<'p, P>>,
    pub(crate) index: usize,
    pub(crate) puzzle: P,
}

/// The queue between the caller, the workers, the CPU threads and the splitter.
pub(crate) struct WorkQueue<'p, P: Clone> {
    state: Mutex<WorkQueueState<'p, P>>,
    /// The maximum number of waiting packets.
    max_waiting: usize,
    /// The maximum number of puzzles in batches that are held back.
    max_pending: usize,
    /// The number of puzzles up to which waiting packets are combined.
    packet_size: usize,
    /// Signals the workers.
    workers: Condvar,
    /// Signals the splitter.
    splitter: Condvar,
    /// Signals the callers.
    callers: Condvar,
}

struct WorkQueueState<'p, P: Clone> {
    waiting: VecDeque<Packet<'p, P>>,
    hard: Vec<FallbackTask<'p, P>>,
    answered: Vec<(usize, PuzzleBatch<'p, P>)>,
    /// The number of packets that were pushed or held back and are not yet answered.
    open: usize,
    /// The number of puzzles in batches that are held back.
    pending: usize,
    /// The number of active workers, and the number of those that are waiting for a packet.
    workers: usize,
    idle: usize,
    /// Whether there is a thread that accepts hard puzzles.
    has_splitter: bool,
    /// Whether no more packets will be pushed.
    is_closed: bool,
    error: Option<Error>,
}

impl<P: Clone> WorkQueueState<'_, P> {
    fn is_finished(&self) -> bool {
        self.error.is_some() || self.is_closed && self.open == 0
    }
}

impl<'p, P: DevicePuzzle> WorkQueue<'p, P> {
    /// Creates a queue for the workers of the configuration and one splitter.
    pub(crate) fn new(config: EngineConfig) -> Self {
        let state = WorkQueueState {
            waiting: VecDeque::new(),
            hard: Vec::new(),
            answered: Vec::new(),
            open: 0,
            pending: 0,
            workers: config.workers,
            idle: 0,
            has_splitter: true,
            is_closed: false,
            error: None,
        };
        WorkQueue {
            state: Mutex::new(state),
            max_waiting: (2 * config.workers).max(1),
            max_pending: config.max_pending,
            packet_size: config.packet_size,
            workers: Condvar::new(),
            splitter: Condvar::new(),
            callers: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, WorkQueueState<'p, P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake_all(&self) {
        self.workers.notify_all();
        self.splitter.notify_all();
        self.callers.notify_all();
    }

    /// Adds a packet for the next free worker.
    pub(crate) fn push(&self, packet: Packet<'p, P>) {
        let mut state = self.state();
        state.open += 1;
        state.waiting.push_back(packet);
        self.workers.notify_one();
    }

    /// Declares that no more packets will be pushed.
    pub(crate) fn close(&self) {
        self.state().is_closed = true;
        self.wake_all();
    }

    /// Stops all threads with an error. The first error is kept.
    pub(crate) fn fail(&self, error: Error) {
        self.state().error.get_or_insert(error);
        self.wake_all();
    }

    /// Returns the first error.
    pub(crate) fn error(&self) -> Option<Error> {
        self.state().error.clone()
    }

    /// Reports whether there was an error. In that case, no more answers are needed.
    pub(crate) fn has_failed(&self) -> bool {
        self.state().error.is_some()
    }

    /// Takes the answered batches. Blocks until there is at least one, the queue accepts another packet, or
    /// the queue is finished.
    pub(crate) fn take_answered(&self) -> Vec<(usize, PuzzleBatch<'p, P>)> {
        let mut state = self.state();
        while state.answered.is_empty() && !state.is_finished() && (state.is_closed || self.is_full(&state)) {
            state = self.callers.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut state.answered)
    }

    /// Waits for the batch with this number to be answered, and takes it.
    ///
    /// # Errors
    ///
    /// Returns the first error of the queue.
    pub(crate) fn take_batch(&self, number: usize) -> Result<PuzzleBatch<'p, P>, Error> {
        let mut state = self.state();
        loop {
            if let Some(position) = state.answered.iter().position(|(answered, _)| *answered == number) {
                return Ok(state.answered.swap_remove(position).1);
            }
            if let Some(error) = &state.error {
                return Err(error.clone());
            }
            state = self.callers.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits until the queue is finished.
    pub(crate) fn wait_until_finished(&self) {
        let mut state = self.state();
        while !state.is_finished() {
            state = self.callers.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Reports whether the queue accepts another packet.
    pub(crate) fn has_room(&self) -> bool {
        let state = self.state();
        state.error.is_none() && !self.is_full(&state)
    }

    fn is_full(&self, state: &WorkQueueState<'p, P>) -> bool {
        state.waiting.len() >= self.max_waiting || state.pending >= self.max_pending
    }

    /// Reports whether a worker has nothing to do.
    pub(crate) fn has_idle_worker(&self) -> bool {
        let state = self.state();
        state.idle > state.waiting.len()
    }

    /// Reports whether the queue is finished and all answered batches have been taken.
    pub(crate) fn is_finished(&self) -> bool {
        let state = self.state();
        state.is_finished() && state.answered.is_empty()
    }

    /// Takes the next packet, combined with those that wait behind it and fit. Returns `None` if the queue is
    /// finished, or if it is empty and `mode` is [`WaitMode::Poll`].
    ///
    /// A worker waits until every packet is answered, because another worker may fail and requeue its
    /// packet.
    pub(crate) fn pop(&self, mode: WaitMode) -> Option<Packet<'p, P>> {
        let mut state = self.state();
        loop {
            if state.error.is_some() {
                return None;
            }
            if let Some(mut packet) = state.waiting.pop_front() {
                let room = self.packet_size;
                while state.waiting.front().is_some_and(|next| packet.puzzles + next.puzzles <= room)
                    && let Some(next) = state.waiting.pop_front()
                {
                    packet.puzzles += next.puzzles;
                    packet.batches.extend(next.batches);
                    state.open -= 1;
                }
                // Only a single caller ever waits for room: the one that streams.
                self.callers.notify_one();
                return Some(packet);
            }
            if mode == WaitMode::Poll || state.is_finished() {
                return None;
            }
            state.idle += 1;
            state = self.workers.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    /// Removes a worker that cannot continue, and requeues its current packet. Fails the queue if this was
    /// the last worker.
    pub(crate) fn remove_worker(&self, packet: Option<Packet<'p, P>>, error: Error) {
        let mut state = self.state();
        state.workers -= 1;
        if state.workers == 0 {
            drop(state);
            self.fail(error);
        } else if let Some(packet) = packet {
            state.waiting.push_front(packet);
            self.workers.notify_one();
        }
    }

    /// Holds back a batch until its missing answers have arrived.
    pub(crate) fn hold(
        &self,
        number: usize,
        batch: PuzzleBatch<'p, P>,
        missing: usize,
    ) -> Arc<PendingBatch<'p, P>> {
        let mut packet = Packet::new();
        packet.add(number, batch);
        let mut state = self.state();
        state.open += 1;
        state.pending += packet.puzzles;
        Arc::new(PendingBatch(Mutex::new((packet, missing))))
    }

    /// Hands a packet with all its answers back to the callers.
    pub(crate) fn complete(&self, packet: Packet<'p, P>) {
        self.complete_pending(packet, 0);
    }

    /// Hands a packet with all its answers back to the callers, and subtracts `pending` from the number of
    /// pending puzzles.
    fn complete_pending(&self, packet: Packet<'p, P>, pending: usize) {
        let mut state = self.state();
        state.open -= 1;
        state.pending -= pending;
        state.answered.extend(packet.batches);
        if state.is_finished() {
            self.wake_all();
        } else {
            self.callers.notify_all();
        }
    }

    /// Stores the answer to an unfinished puzzle, and completes its batch if no other answer is missing.
    pub(crate) fn answer(&self, task: &FallbackTask<'p, P>, answer: SearchResult) {
        let mut pending = task.pending.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (packet, missing) = &mut *pending;
        packet.batches[0].1.parts().1[task.index] = answer;
        *missing -= 1;
        if *missing == 0 {
            let packet = std::mem::replace(packet, Packet::new());
            let puzzles = packet.puzzles;
            self.complete_pending(packet, puzzles);
        }
    }

    /// Passes a puzzle to the splitter, or returns the puzzle if there is no splitter.
    pub(crate) fn push_hard(&self, task: FallbackTask<'p, P>) -> Option<FallbackTask<'p, P>> {
        let mut state = self.state();
        if !state.has_splitter {
            return Some(task);
        }
        state.hard.push(task);
        self.splitter.notify_one();
        None
    }

    /// Takes all puzzles that were passed to the splitter. Returns `None` if the queue is finished. With
    /// [`WaitMode::Block`], waits until there is at least one puzzle.
    pub(crate) fn pop_hard(&self, mode: WaitMode) -> Option<Vec<FallbackTask<'p, P>>> {
        let mut state = self.state();
        while state.hard.is_empty() && !state.is_finished() && mode == WaitMode::Block {
            state = self.splitter.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        (!state.is_finished()).then(|| std::mem::take(&mut state.hard))
    }

    /// Removes the splitter, and returns the puzzles that were passed to it.
    pub(crate) fn remove_splitter(&self) -> Vec<FallbackTask<'p, P>> {
        let mut state = self.state();
        state.has_splitter = false;
        std::mem::take(&mut state.hard)
    }

    /// Returns a guard that fails the queue if the current thread panics. Without the guard, the other
    /// threads would wait forever.
    pub(crate) fn panic_guard(&self) -> PanicGuard<'_, 'p, P> {
        PanicGuard(self)
    }
}

/// What to do if the queue is empty.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum WaitMode {
    Block,
    Poll,
}

/// A guard that fails the queue if it is dropped during a panic.
pub(crate) struct PanicGuard<'c, 'p, P: DevicePuzzle>(&'c WorkQueue<'p, P>);

impl<P: DevicePuzzle> Drop for PanicGuard<'_, '_, P> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.fail(Error::Panic);
        }
    }
}
