//! The queue between the threads of an engine.
//!
//! ```text
//! caller ─ push ─▶ waiting ─ pop ▶ worker ─ complete ────────────────────▶ answered ─ take_answered ▶ caller
//!                                   └─ hold ─▶ CPU ─ push_hard ─▶ splitter ─┘
//! ```
//!
//! The queue counts the waiting packets and the pending puzzles, and makes the caller wait when there are
//! too many. Threads wait for each other only in this module, so that a thread that fails or panics can
//! wake all the others.

use crate::Error;
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
    pub(crate) fn add(&mut self, batch: (usize, PuzzleBatch<'p, P>)) {
        self.puzzles += batch.1.puzzles().len();
        self.batches.push(batch);
    }
}

/// A packet with unanswered puzzles, and the number of missing answers.
pub(crate) struct PendingPacket<'p, P: Clone> {
    packet: Mutex<(Packet<'p, P>, usize)>,
}

/// The position of a puzzle in a packet.
#[derive(Copy, Clone, Debug)]
pub(crate) struct PuzzleIndex {
    pub(crate) batch: usize,
    pub(crate) puzzle: usize,
}

/// A puzzle that a device did not finish, and the position of its answer.
pub(crate) struct FallbackTask<'p, P: Clone> {
    pub(crate) pending: Arc<PendingPacket<'p, P>>,
    pub(crate) index: PuzzleIndex,
    pub(crate) puzzle: P,
}

/// The amounts of work above which the caller has to wait.
#[derive(Copy, Clone, Debug)]
pub(crate) struct QueueCapacity {
    /// The maximum number of waiting packets.
    pub(crate) packets: usize,
    /// The maximum number of puzzles in packets that are held back.
    pub(crate) pending: usize,
}

/// The queue between the caller, the workers, the CPU threads and the splitter.
pub(crate) struct WorkQueue<'p, P: Clone> {
    state: Mutex<WorkQueueState<'p, P>>,
    /// Signals the workers.
    workers: Condvar,
    /// Signals the splitter.
    splitter: Condvar,
    /// Signals the caller.
    caller: Condvar,
}

struct WorkQueueState<'p, P: Clone> {
    waiting: VecDeque<Packet<'p, P>>,
    hard: Vec<FallbackTask<'p, P>>,
    answered: Vec<Packet<'p, P>>,
    /// The number of packets that were pushed or held back and are not yet answered.
    open: usize,
    /// The number of puzzles in packets that are held back.
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

    fn is_full(&self, capacity: QueueCapacity) -> bool {
        self.waiting.len() >= capacity.packets || self.pending >= capacity.pending
    }
}

impl<'p, P: DevicePuzzle> WorkQueue<'p, P> {
    /// Creates a queue for this number of workers and one splitter.
    pub(crate) fn new(workers: usize) -> Self {
        let state = WorkQueueState {
            waiting: VecDeque::new(),
            hard: Vec::new(),
            answered: Vec::new(),
            open: 0,
            pending: 0,
            workers,
            idle: 0,
            has_splitter: true,
            is_closed: false,
            error: None,
        };
        WorkQueue {
            state: Mutex::new(state),
            workers: Condvar::new(),
            splitter: Condvar::new(),
            caller: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, WorkQueueState<'p, P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake_all(&self) {
        self.workers.notify_all();
        self.splitter.notify_all();
        self.caller.notify_all();
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

    /// Takes the answered packets. Blocks until there is at least one, the queue accepts another packet, or
    /// the queue is finished.
    pub(crate) fn take_answered(&self, capacity: QueueCapacity) -> Vec<Packet<'p, P>> {
        let mut state = self.state();
        while state.answered.is_empty()
            && !state.is_finished()
            && (state.is_closed || state.is_full(capacity))
        {
            state = self.caller.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut state.answered)
    }

    /// Reports whether the queue accepts another packet.
    pub(crate) fn has_room(&self, capacity: QueueCapacity) -> bool {
        let state = self.state();
        state.error.is_none() && !state.is_full(capacity)
    }

    /// Reports whether a worker has nothing to do.
    pub(crate) fn has_idle_worker(&self) -> bool {
        let state = self.state();
        state.idle > state.waiting.len()
    }

    /// Reports whether the queue is finished and all answered packets have been taken.
    pub(crate) fn is_finished(&self) -> bool {
        let state = self.state();
        state.is_finished() && state.answered.is_empty()
    }

    /// Takes the next packet. Returns `None` if the queue is finished, or if it is empty and `mode` is
    /// [`WaitMode::Poll`].
    ///
    /// A worker waits until every packet is answered, because another worker may fail and requeue its
    /// packet.
    pub(crate) fn pop(&self, mode: WaitMode) -> Option<Packet<'p, P>> {
        let mut state = self.state();
        loop {
            if state.error.is_some() {
                return None;
            }
            if let Some(packet) = state.waiting.pop_front() {
                self.caller.notify_one();
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

    /// Holds back a packet until its missing answers have arrived.
    pub(crate) fn hold(&self, packet: Packet<'p, P>, missing: usize) -> Arc<PendingPacket<'p, P>> {
        let mut state = self.state();
        state.open += 1;
        state.pending += packet.puzzles;
        Arc::new(PendingPacket { packet: Mutex::new((packet, missing)) })
    }

    /// Hands a packet with all its answers back to the caller.
    pub(crate) fn complete(&self, packet: Packet<'p, P>) {
        self.complete_pending(packet, 0);
    }

    /// Hands a packet with all its answers back to the caller, and subtracts `pending` from the number of
    /// pending puzzles.
    fn complete_pending(&self, packet: Packet<'p, P>, pending: usize) {
        let mut state = self.state();
        state.open -= 1;
        state.pending -= pending;
        state.answered.push(packet);
        if state.is_finished() {
            self.wake_all();
        } else {
            self.caller.notify_one();
        }
    }

    /// Stores the answer to an unfinished puzzle, and completes its packet if no other answer is missing.
    pub(crate) fn answer(&self, task: &FallbackTask<'p, P>, answer: SearchResult) {
        let mut packet = task.pending.packet.lock().unwrap_or_else(PoisonError::into_inner);
        packet.0.batches[task.index.batch].1.parts().1[task.index.puzzle] = answer;
        packet.1 -= 1;
        if packet.1 == 0 {
            let packet = std::mem::replace(&mut packet.0, Packet::new());
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
