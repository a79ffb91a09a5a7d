//! An engine that several threads ask at once, each for a batch of its own, and each waits for its own batch alone.
//!
//! ```text
//! caller 0 ── batch ──▶┐            ┌─ crews ─┐             ┌──▶ answers ── caller 0
//! caller 1 ── batch ──▶┼─▶ counter ─┼─ CPU    ┼─▶ thread ───┼──▶ answers ── caller 1
//! caller 2 ── batch ──▶┘            └─ split ─┘  that sorts └──▶ answers ── caller 2
//! ```
//!
//! Batches go straight to the counter where crews take them, so a device is never without work between two of them, and a
//! long search in one holds up no other. A file of its own because a [`Solver`] belongs to one caller at a time.

use crate::counter::{Counter, Packet, Room};
use crate::device::Device;
use crate::engine;
use crate::row;
use crate::solver::Team;
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
    reception: Reception,
}

impl Service {
    /// An engine for these limits.
    ///
    /// # Errors
    ///
    /// If its thread cannot be started.
    pub fn new(solver: Solver, limits: Limits) -> Result<Service, Error> {
        Ok(Service { reception: Reception::open(solver.team, limits)? })
    }

    /// Solves a batch, while other threads have theirs solved. Gives the puzzles back, with the answers in their order; what is in
    /// `answers` does not matter, it is memory to be used again.
    ///
    /// # Errors
    ///
    /// If a device fails, or has failed before; then the batch is lost.
    pub fn solve(&self, puzzles: Vec<Grid>, answers: Vec<Answer>) -> Result<(Vec<Grid>, Vec<Answer>), Error> {
        self.reception.solve(puzzles, answers)
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("limits", &self.reception.limits).finish_non_exhaustive()
    }
}

/// Where batches come in, for devices of any kind.
pub(crate) struct Reception {
    desk: Arc<Desk>,
    limits: Limits,
    thread: Option<JoinHandle<()>>,
}

/// What callers and the thread that sorts share.
struct Desk {
    counter: Counter<'static, Grid>,
    callers: Mutex<Callers>,
}

/// Who waits.
struct Callers {
    /// The number of the next batch.
    next: usize,
    /// Where the answers to each batch go; nothing when no more are given.
    waiting: Option<HashMap<usize, SyncSender<PuzzleBatch<'static, Grid>>>>,
}

impl Desk {
    fn callers(&self) -> MutexGuard<'_, Callers> {
        self.callers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives back what is answered, to whom it belongs, until it is over.
    fn sort(&self) {
        let never = Room { packets: 0, aside: 0 };
        while !self.counter.is_over() {
            for packet in self.counter.collect(never) {
                for (number, portion) in packet.portions {
                    let caller = self.callers().waiting.as_mut().and_then(|waiting| waiting.remove(&number));
                    // A caller waits until it hears, so somebody is there.
                    caller.and_then(|caller| caller.send(portion).ok());
                }
            }
        }
    }
}

/// Sends those who wait away when nobody sorts any more, however that came about.
struct LastOne<'d>(&'d Desk);

impl Drop for LastOne<'_> {
    fn drop(&mut self) {
        self.0.callers().waiting = None;
    }
}

impl Reception {
    /// Has a team work for these limits.
    pub(crate) fn open<D: Device + Send + 'static>(
        mut team: Team<D>,
        limits: Limits,
    ) -> Result<Reception, Error>
    where
        D::Lane: 'static,
        D::Splitter: 'static,
    {
        let callers = Callers { next: 0, waiting: Some(HashMap::new()) };
        let counter = Counter::new(team.load.crews);
        let desk = Arc::new(Desk { counter, callers: Mutex::new(callers) });
        let shared = Arc::clone(&desk);
        let work = move || {
            let _last = LastOne(&shared);
            let Team { stations, load, pool } = &mut team;
            // The error is in the counter too, where callers see it.
            let _ = engine::work(stations, pool, &shared.counter, limits, *load, || shared.sort());
        };
        let thread = Builder::new().spawn(work).map_err(|error| Error::Threads(error.to_string()))?;
        Ok(Reception { desk, limits, thread: Some(thread) })
    }

    pub(crate) fn solve(
        &self,
        puzzles: Vec<Grid>,
        answers: Vec<Answer>,
    ) -> Result<(Vec<Grid>, Vec<Answer>), Error> {
        let mut portion = PuzzleBatch::owned(puzzles, answers);
        if self.limits.solutions == 0 {
            portion.parts().1.fill(Answer { end: End::SolutionLimit, ..row::UNKNOWN });
        }
        if self.limits.solutions == 0 || portion.puzzles().is_empty() {
            return Ok(portion.into_vecs());
        }
        let counter = &self.desk.counter;
        let failure = || counter.error().unwrap_or(Error::MissingAnswers);
        let (sender, receiver) = sync_channel(1);
        let number = {
            let mut callers = self.desk.callers();
            let number = callers.next;
            callers.waiting.as_mut().ok_or_else(failure)?.insert(number, sender);
            callers.next += 1;
            number
        };
        let mut packet = Packet::new();
        packet.add((number, portion));
        counter.post(packet);
        receiver.recv().map(PuzzleBatch::into_vecs).map_err(|_| failure())
    }
}

impl Drop for Reception {
    fn drop(&mut self) {
        self.desk.counter.close();
        if let Some(thread) = self.thread.take() {
            // A panic of it was told to whoever asked.
            let _ = thread.join();
        }
    }
}
