//! Where the threads of an engine meet: packets of puzzles are taken here, and handed in when they are answered.
//!
//! ```text
//! caller ── post ──▶ waiting ── take ──▶ worker of a device ── hand in ──────────────────────▶ answered ── collect ──▶ caller
//!                                             └── set pending ──▶ CPU ── hard ──▶ splitter ──▶
//! ```
//!
//! What waits and what is set pending is counted, and the caller is told when it is too much: nothing else holds it back.
//!
//! A file of its own because nothing else waits: whoever fails, or panics, wakes all others from here.

use crate::Error;
use crate::packing::DevicePuzzle;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use veridoku_core::batch::{Answer, PuzzleBatch};

/// RecordingSource that travel together, each with its number.
pub(crate) struct Packet<'p, P: Clone> {
    pub(crate) batches: Vec<(usize, PuzzleBatch<'p, P>)>,
    /// The puzzles in all of them.
    pub(crate) puzzles: usize,
}

impl<'p, P: Clone> Packet<'p, P> {
    /// EmptyBatches.
    pub(crate) fn new() -> Self {
        Packet { batches: Vec::new(), puzzles: 0 }
    }

    /// Adds a batch.
    pub(crate) fn add(&mut self, batch: (usize, PuzzleBatch<'p, P>)) {
        self.puzzles += batch.1.puzzles().len();
        self.batches.push(batch);
    }
}

/// A packet that waits for some of its puzzles.
pub(crate) struct PendingPacket<'p, P: Clone> {
    packet: Mutex<(Packet<'p, P>, usize)>,
}

/// A puzzle of a packet.
#[derive(Copy, Clone, Debug)]
pub(crate) struct PuzzleIndex {
    pub(crate) batch: usize,
    pub(crate) puzzle: usize,
}

/// A puzzle that a device did not finish, and where its answer goes.
pub(crate) struct FallbackTask<'p, P: Clone> {
    pub(crate) pending: Arc<PendingPacket<'p, P>>,
    pub(crate) index: PuzzleIndex,
    pub(crate) puzzle: P,
}

/// How much there may be before the caller is held back.
#[derive(Copy, Clone, Debug)]
pub(crate) struct QueueCapacity {
    /// The packets that wait.
    pub(crate) packets: usize,
    /// The puzzles of batches that are set pending.
    pub(crate) pending: usize,
}

/// Where threads meet.
pub(crate) struct WorkQueue<'p, P: Clone> {
    state: Mutex<WorkQueueState<'p, P>>,
    /// Something happened that workers wait for.
    workers: Condvar,
    /// Something happened that the splitter waits for.
    splitter: Condvar,
    /// Something happened that the caller waits for.
    caller: Condvar,
}

struct WorkQueueState<'p, P: Clone> {
    waiting: VecDeque<Packet<'p, P>>,
    hard: Vec<FallbackTask<'p, P>>,
    answered: Vec<Packet<'p, P>>,
    /// The packets that were posted and are not answered.
    open: usize,
    /// The puzzles of those that are set pending.
    pending: usize,
    /// The workers that can work, and those of them that wait for a packet.
    workers: usize,
    idle: usize,
    /// Whether somebody takes what is hard.
    has_splitter: bool,
    /// Whether nothing more is posted.
    is_closed: bool,
    error: Option<Error>,
}

impl<P: Clone> WorkQueueState<'_, P> {
    fn is_over(&self) -> bool {
        self.error.is_some() || self.is_closed && self.open == 0
    }

    fn is_full(&self, capacity: QueueCapacity) -> bool {
        self.waiting.len() >= capacity.packets || self.pending >= capacity.pending
    }
}

impl<'p, P: DevicePuzzle> WorkQueue<'p, P> {
    /// So many workers are to come, and a splitter.
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

    /// Gives a packet to whoever is free.
    pub(crate) fn push(&self, packet: Packet<'p, P>) {
        let mut state = self.state();
        state.open += 1;
        state.waiting.push_back(packet);
        self.workers.notify_one();
    }

    /// Says that nothing more is posted.
    pub(crate) fn close(&self) {
        self.state().is_closed = true;
        self.wake_all();
    }

    /// Ends it all.
    pub(crate) fn fail(&self, error: Error) {
        self.state().error.get_or_insert(error);
        self.wake_all();
    }

    /// The first error.
    pub(crate) fn error(&self) -> Option<Error> {
        self.state().error.clone()
    }

    /// Whether there is an error, and nobody wants answers any more.
    pub(crate) fn has_failed(&self) -> bool {
        self.state().error.is_some()
    }

    /// What is answered, as soon as there is anything, or capacity for another packet, or nothing to wait for.
    pub(crate) fn take_answered(&self, capacity: QueueCapacity) -> Vec<Packet<'p, P>> {
        let mut state = self.state();
        while state.answered.is_empty() && !state.is_over() && (state.is_closed || state.is_full(capacity)) {
            state = self.caller.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut state.answered)
    }

    /// Whether another packet is welcome.
    pub(crate) fn has_room(&self, capacity: QueueCapacity) -> bool {
        let state = self.state();
        state.error.is_none() && !state.is_full(capacity)
    }

    /// Whether a worker has nothing to do.
    pub(crate) fn has_idle_worker(&self) -> bool {
        let state = self.state();
        state.idle > state.waiting.len()
    }

    /// Whether there is nothing left to collect.
    pub(crate) fn is_over(&self) -> bool {
        let state = self.state();
        state.is_over() && state.answered.is_empty()
    }

    /// The next packet; nothing if there is none now and the worker has something else to wait for, or if it is over.
    ///
    /// A worker that waits stays until every packet is answered: another may have to give one back.
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
            if mode == WaitMode::Poll || state.is_over() {
                return None;
            }
            state.idle += 1;
            state = self.workers.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    /// Says that a worker cannot work, and gives back what it took; an error if it was the last.
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

    /// Keeps a packet that lacks so many of its answers.
    pub(crate) fn hold(&self, packet: Packet<'p, P>, missing: usize) -> Arc<PendingPacket<'p, P>> {
        let mut state = self.state();
        state.open += 1;
        state.pending += packet.puzzles;
        Arc::new(PendingPacket { packet: Mutex::new((packet, missing)) })
    }

    /// Gives back a packet with all its answers.
    pub(crate) fn complete(&self, packet: Packet<'p, P>) {
        self.complete_pending(packet, 0);
    }

    /// Gives back a packet of which so many puzzles were set pending.
    fn complete_pending(&self, packet: Packet<'p, P>, pending: usize) {
        let mut state = self.state();
        state.open -= 1;
        state.pending -= pending;
        state.answered.push(packet);
        if state.is_over() {
            self.wake_all();
        } else {
            self.caller.notify_one();
        }
    }

    /// Writes the answer to a puzzle that was set pending, and hands its packet in if it was the last.
    pub(crate) fn answer(&self, task: &FallbackTask<'p, P>, answer: Answer) {
        let mut packet = task.pending.packet.lock().unwrap_or_else(PoisonError::into_inner);
        packet.0.batches[task.index.batch].1.parts().1[task.index.puzzle] = answer;
        packet.1 -= 1;
        if packet.1 == 0 {
            let packet = std::mem::replace(&mut packet.0, Packet::new());
            let puzzles = packet.puzzles;
            self.complete_pending(packet, puzzles);
        }
    }

    /// Leaves a puzzle to the splitter; gives it back if there is none.
    pub(crate) fn push_hard(&self, task: FallbackTask<'p, P>) -> Option<FallbackTask<'p, P>> {
        let mut state = self.state();
        if !state.has_splitter {
            return Some(task);
        }
        state.hard.push(task);
        self.splitter.notify_one();
        None
    }

    /// The puzzles left to the splitter; nothing if it is over. Block for the first if told to.
    pub(crate) fn pop_hard(&self, mode: WaitMode) -> Option<Vec<FallbackTask<'p, P>>> {
        let mut state = self.state();
        while state.hard.is_empty() && !state.is_over() && mode == WaitMode::Block {
            state = self.splitter.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        (!state.is_over()).then(|| std::mem::take(&mut state.hard))
    }

    /// Says that there is no splitter; gives what was left to it.
    pub(crate) fn remove_splitter(&self) -> Vec<FallbackTask<'p, P>> {
        let mut state = self.state();
        state.has_splitter = false;
        std::mem::take(&mut state.hard)
    }

    /// Something that ends it all if its thread panics: the others would wait for it.
    pub(crate) fn panic_guard(&self) -> PanicGuard<'_, 'p, P> {
        PanicGuard(self)
    }
}

/// Whether to wait for what is not there yet.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum WaitMode {
    Block,
    Poll,
}

/// Ends it all when it is dropped by a panic.
pub(crate) struct PanicGuard<'c, 'p, P: DevicePuzzle>(&'c WorkQueue<'p, P>);

impl<P: DevicePuzzle> Drop for PanicGuard<'_, '_, P> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.fail(Error::Panic);
        }
    }
}
