//! Where the threads of an engine meet: packets of puzzles are taken here, and handed in when they are answered.
//!
//! ```text
//! caller ── post ──▶ waiting ── take ──▶ crew of a device ── hand in ──────────────────────▶ answered ── collect ──▶ caller
//!                                             └── set aside ──▶ CPU ── hard ──▶ splitter ──▶
//! ```
//!
//! What waits and what is set aside is counted, and the caller is told when it is too much: nothing else holds it back.
//!
//! A file of its own because nothing else waits: whoever fails, or panics, wakes all others from here.

use crate::Error;
use crate::row::Packed;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use veridoku_core::batch::{Answer, PuzzleBatch};

/// Portions that travel together, each with its number.
pub(crate) struct Packet<'p, P: Clone> {
    pub(crate) portions: Vec<(usize, PuzzleBatch<'p, P>)>,
    /// The puzzles in all of them.
    pub(crate) puzzles: usize,
}

impl<'p, P: Clone> Packet<'p, P> {
    /// Nothing.
    pub(crate) fn new() -> Self {
        Packet { portions: Vec::new(), puzzles: 0 }
    }

    /// Adds a portion.
    pub(crate) fn add(&mut self, portion: (usize, PuzzleBatch<'p, P>)) {
        self.puzzles += portion.1.puzzles().len();
        self.portions.push(portion);
    }
}

/// A packet that waits for some of its puzzles.
pub(crate) struct Aside<'p, P: Clone> {
    packet: Mutex<(Packet<'p, P>, usize)>,
}

/// A puzzle of a packet.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Place {
    pub(crate) portion: usize,
    pub(crate) puzzle: usize,
}

/// A puzzle that a device did not finish, and where its answer goes.
pub(crate) struct Task<'p, P: Clone> {
    pub(crate) aside: Arc<Aside<'p, P>>,
    pub(crate) place: Place,
    pub(crate) puzzle: P,
}

/// How much there may be before the caller is held back.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Room {
    /// The packets that wait.
    pub(crate) packets: usize,
    /// The puzzles of portions that are set aside.
    pub(crate) aside: usize,
}

/// Where threads meet.
pub(crate) struct Counter<'p, P: Clone> {
    state: Mutex<State<'p, P>>,
    /// Something happened that crews wait for.
    crews: Condvar,
    /// Something happened that the splitter waits for.
    splitter: Condvar,
    /// Something happened that the caller waits for.
    caller: Condvar,
}

struct State<'p, P: Clone> {
    waiting: VecDeque<Packet<'p, P>>,
    hard: Vec<Task<'p, P>>,
    answered: Vec<Packet<'p, P>>,
    /// The packets that were posted and are not answered.
    open: usize,
    /// The puzzles of those that are set aside.
    aside: usize,
    /// The crews that can work, and those of them that wait for a packet.
    crews: usize,
    idle: usize,
    /// Whether somebody takes what is hard.
    has_splitter: bool,
    /// Whether nothing more is posted.
    is_closed: bool,
    error: Option<Error>,
}

impl<P: Clone> State<'_, P> {
    fn is_over(&self) -> bool {
        self.error.is_some() || self.is_closed && self.open == 0
    }

    fn is_full(&self, room: Room) -> bool {
        self.waiting.len() >= room.packets || self.aside >= room.aside
    }
}

impl<'p, P: Packed> Counter<'p, P> {
    /// So many crews are to come, and a splitter.
    pub(crate) fn new(crews: usize) -> Self {
        let state = State {
            waiting: VecDeque::new(),
            hard: Vec::new(),
            answered: Vec::new(),
            open: 0,
            aside: 0,
            crews,
            idle: 0,
            has_splitter: true,
            is_closed: false,
            error: None,
        };
        Counter {
            state: Mutex::new(state),
            crews: Condvar::new(),
            splitter: Condvar::new(),
            caller: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State<'p, P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake_all(&self) {
        self.crews.notify_all();
        self.splitter.notify_all();
        self.caller.notify_all();
    }

    /// Gives a packet to whoever is free.
    pub(crate) fn post(&self, packet: Packet<'p, P>) {
        let mut state = self.state();
        state.open += 1;
        state.waiting.push_back(packet);
        self.crews.notify_one();
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

    /// What is answered, as soon as there is anything, or room for another packet, or nothing to wait for.
    pub(crate) fn collect(&self, room: Room) -> Vec<Packet<'p, P>> {
        let mut state = self.state();
        while state.answered.is_empty() && !state.is_over() && (state.is_closed || state.is_full(room)) {
            state = self.caller.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut state.answered)
    }

    /// Whether another packet is welcome.
    pub(crate) fn has_room(&self, room: Room) -> bool {
        let state = self.state();
        state.error.is_none() && !state.is_full(room)
    }

    /// Whether a crew has nothing to do.
    pub(crate) fn has_idle_crew(&self) -> bool {
        let state = self.state();
        state.idle > state.waiting.len()
    }

    /// Whether there is nothing left to collect.
    pub(crate) fn is_over(&self) -> bool {
        let state = self.state();
        state.is_over() && state.answered.is_empty()
    }

    /// The next packet; nothing if there is none now and the crew has something else to wait for, or if it is over.
    ///
    /// A crew that waits stays until every packet is answered: another may have to give one back.
    pub(crate) fn take(&self, patience: Patience) -> Option<Packet<'p, P>> {
        let mut state = self.state();
        loop {
            if state.error.is_some() {
                return None;
            }
            if let Some(packet) = state.waiting.pop_front() {
                self.caller.notify_one();
                return Some(packet);
            }
            if patience == Patience::Hurries || state.is_over() {
                return None;
            }
            state.idle += 1;
            state = self.crews.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    /// Says that a crew cannot work, and gives back what it took; an error if it was the last.
    pub(crate) fn retire(&self, packet: Option<Packet<'p, P>>, error: Error) {
        let mut state = self.state();
        state.crews -= 1;
        if state.crews == 0 {
            drop(state);
            self.fail(error);
        } else if let Some(packet) = packet {
            state.waiting.push_front(packet);
            self.crews.notify_one();
        }
    }

    /// Keeps a packet that lacks so many of its answers.
    pub(crate) fn set_aside(&self, packet: Packet<'p, P>, missing: usize) -> Arc<Aside<'p, P>> {
        let mut state = self.state();
        state.open += 1;
        state.aside += packet.puzzles;
        Arc::new(Aside { packet: Mutex::new((packet, missing)) })
    }

    /// Gives back a packet with all its answers.
    pub(crate) fn hand_in(&self, packet: Packet<'p, P>) {
        self.hand_in_from(packet, 0);
    }

    /// Gives back a packet of which so many puzzles were set aside.
    fn hand_in_from(&self, packet: Packet<'p, P>, aside: usize) {
        let mut state = self.state();
        state.open -= 1;
        state.aside -= aside;
        state.answered.push(packet);
        if state.is_over() {
            self.wake_all();
        } else {
            self.caller.notify_one();
        }
    }

    /// Writes the answer to a puzzle that was set aside, and hands its packet in if it was the last.
    pub(crate) fn answer(&self, task: &Task<'p, P>, answer: Answer) {
        let mut packet = task.aside.packet.lock().unwrap_or_else(PoisonError::into_inner);
        packet.0.portions[task.place.portion].1.parts().1[task.place.puzzle] = answer;
        packet.1 -= 1;
        if packet.1 == 0 {
            let packet = std::mem::replace(&mut packet.0, Packet::new());
            let puzzles = packet.puzzles;
            self.hand_in_from(packet, puzzles);
        }
    }

    /// Leaves a puzzle to the splitter; gives it back if there is none.
    pub(crate) fn leave(&self, task: Task<'p, P>) -> Option<Task<'p, P>> {
        let mut state = self.state();
        if !state.has_splitter {
            return Some(task);
        }
        state.hard.push(task);
        self.splitter.notify_one();
        None
    }

    /// The puzzles left to the splitter; nothing if it is over. Waits for the first if told to.
    pub(crate) fn take_hard(&self, patience: Patience) -> Option<Vec<Task<'p, P>>> {
        let mut state = self.state();
        while state.hard.is_empty() && !state.is_over() && patience == Patience::Waits {
            state = self.splitter.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        (!state.is_over()).then(|| std::mem::take(&mut state.hard))
    }

    /// Says that there is no splitter; gives what was left to it.
    pub(crate) fn dismiss_splitter(&self) -> Vec<Task<'p, P>> {
        let mut state = self.state();
        state.has_splitter = false;
        std::mem::take(&mut state.hard)
    }

    /// Something that ends it all if its thread panics: the others would wait for it.
    pub(crate) fn alarm(&self) -> Alarm<'_, 'p, P> {
        Alarm(self)
    }
}

/// Whether to wait for what is not there yet.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Patience {
    Waits,
    Hurries,
}

/// Ends it all when it is dropped by a panic.
pub(crate) struct Alarm<'c, 'p, P: Packed>(&'c Counter<'p, P>);

impl<P: Packed> Drop for Alarm<'_, '_, P> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.fail(Error::Panic);
        }
    }
}
