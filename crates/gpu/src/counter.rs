//! Where the threads of an engine meet: packets of puzzles are taken here, and handed in when they are answered.
//!
//! ```text
//! caller ── post ──▶ waiting ── take ──▶ crew of a device ── hand in ──────────────────────▶ answered ── collect ──▶ caller
//!                                             └── set aside ──▶ CPU ── hard ──▶ splitter ──▶
//! ```
//!
//! A file of its own because nothing else waits: whoever fails, or panics, wakes all others from here.

use crate::Error;
use crate::row::Packed;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use veridoku_core::batch::{Answer, Portion};

/// Portions that travel together, each with its number.
pub(crate) struct Packet<'p, P: Clone> {
    pub(crate) portions: Vec<(usize, Portion<'p, P>)>,
    /// The puzzles in all of them.
    pub(crate) puzzles: usize,
}

impl<'p, P: Clone> Packet<'p, P> {
    /// Nothing.
    pub(crate) fn new() -> Self {
        Packet { portions: Vec::new(), puzzles: 0 }
    }

    /// Adds a portion.
    pub(crate) fn add(&mut self, portion: (usize, Portion<'p, P>)) {
        self.puzzles += portion.1.puzzles().len();
        self.portions.push(portion);
    }
}

/// A packet that waits for some of its puzzles.
pub(crate) struct Aside<'p, P: Clone> {
    packet: Mutex<(Packet<'p, P>, usize)>,
}

impl<'p, P: Clone> Aside<'p, P> {
    /// A packet without so many of its answers.
    pub(crate) fn new(packet: Packet<'p, P>, missing: usize) -> Arc<Self> {
        Arc::new(Aside { packet: Mutex::new((packet, missing)) })
    }
}

/// A puzzle of a packet.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Place {
    pub(crate) portion: usize,
    pub(crate) puzzle: usize,
}

/// A puzzle that needs all threads of a device.
pub(crate) struct Hard<'p, P: Clone> {
    pub(crate) aside: Arc<Aside<'p, P>>,
    pub(crate) place: Place,
    pub(crate) puzzle: P,
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
    hard: Vec<Hard<'p, P>>,
    answered: Vec<Packet<'p, P>>,
    /// The packets that were posted and are not answered.
    open: usize,
    /// Whether nothing more is posted.
    is_closed: bool,
    error: Option<Error>,
}

impl<P: Clone> State<'_, P> {
    fn is_over(&self) -> bool {
        self.error.is_some() || self.is_closed && self.open == 0
    }
}

impl<'p, P: Packed> Counter<'p, P> {
    /// Nobody is there yet.
    pub(crate) fn new() -> Self {
        let state = State {
            waiting: VecDeque::new(),
            hard: Vec::new(),
            answered: Vec::new(),
            open: 0,
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
        self.crews.notify_all();
        self.splitter.notify_all();
    }

    /// Ends it all.
    pub(crate) fn fail(&self, error: Error) {
        self.state().error.get_or_insert(error);
        self.crews.notify_all();
        self.splitter.notify_all();
        self.caller.notify_all();
    }

    /// The first error.
    pub(crate) fn error(&self) -> Option<Error> {
        self.state().error.clone()
    }

    /// What is answered, as soon as there is anything, or room for another packet beside so many that wait, or nothing to
    /// wait for.
    pub(crate) fn collect(&self, most_waiting: usize) -> Vec<Packet<'p, P>> {
        let mut state = self.state();
        while state.answered.is_empty()
            && !state.is_over()
            && (state.is_closed || state.waiting.len() >= most_waiting)
        {
            state = self.caller.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut state.answered)
    }

    /// Whether so many packets wait.
    pub(crate) fn is_full(&self, most_waiting: usize) -> bool {
        self.state().waiting.len() >= most_waiting
    }

    /// Whether there is nothing left to collect.
    pub(crate) fn is_over(&self) -> bool {
        let state = self.state();
        state.is_over() && state.answered.is_empty()
    }

    /// The next packet; nothing if there is none now and the crew has something else to wait for, or if it is over.
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
            if state.is_closed || patience == Patience::Hurries {
                return None;
            }
            state = self.crews.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Says that a part of a packet is handed in by itself.
    pub(crate) fn split_off(&self) {
        self.state().open += 1;
    }

    /// Gives back a packet with all its answers.
    pub(crate) fn hand_in(&self, packet: Packet<'p, P>) {
        let mut state = self.state();
        state.open -= 1;
        state.answered.push(packet);
        self.caller.notify_one();
        if state.is_over() {
            self.splitter.notify_all();
        }
    }

    /// Writes the answer to a puzzle of a packet that was set aside, and hands the packet in if it was the last.
    pub(crate) fn answer(&self, aside: &Aside<'p, P>, place: Place, answer: Answer) {
        let mut packet = aside.packet.lock().unwrap_or_else(PoisonError::into_inner);
        packet.0.portions[place.portion].1.parts().1[place.puzzle] = answer;
        packet.1 -= 1;
        if packet.1 == 0 {
            self.hand_in(std::mem::replace(&mut packet.0, Packet::new()));
        }
    }

    /// Leaves a puzzle to the splitter.
    pub(crate) fn leave(&self, hard: Hard<'p, P>) {
        self.state().hard.push(hard);
        self.splitter.notify_one();
    }

    /// The puzzles left to the splitter; nothing if it is over. Waits for the first if told to.
    pub(crate) fn take_hard(&self, patience: Patience) -> Option<Vec<Hard<'p, P>>> {
        let mut state = self.state();
        while state.hard.is_empty() && !state.is_over() && patience == Patience::Waits {
            state = self.splitter.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        (!state.is_over()).then(|| std::mem::take(&mut state.hard))
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
            self.0.fail(Error::Lost);
        }
    }
}
