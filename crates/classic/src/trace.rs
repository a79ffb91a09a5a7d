//! Records a search, or a part of it, in a limited number of events.
//!
//! There are two ways to shorten a long search. A trace made by [`Trace::new`] keeps the first events. A
//! trace made by [`Trace::collapsed`] covers the whole run with less detail. The *level* of an event is the
//! number of placed digits at that time; an `undo` has the level of its `place`. When there are too many
//! events, all events above a certain level are removed, and later events above it are not recorded:
//!
//! ```text
//! level 2            call try place … undo return          ┐ collapsed: everything between a place
//! level 1       place                             undo     ┘ of level 1 and its undo
//! level 0  place                                      undo
//! ```
//!
//! Every `undo` removes the most recently placed digit, so the remaining events are still a valid trace that
//! can be replayed. It ends in the same state as the full run. Each event has the counts of the full run up
//! to that event.
//!
//! Both can start at any call of the search. The state at this call is the *path*: the events that have not
//! been taken back. An `undo` takes back its `place` and the eliminations that followed, an `uncover` its
//! `cover`, and a `return` its `call` and `choose`. So the path is a stack, and replaying it leads to the
//! same board, the same possible digits and the same open calls as the whole search up to this point.

use crate::event::{Event, EventKind};
use crate::observer::{Counter, Observer};
use crate::profile::SearchProfile;
use veridoku_core::Cell;

/// An observer that records some events of a run and counts the others.
///
/// ```
/// use veridoku_classic::{Algorithm, Trace};
/// use veridoku_core::{Grid, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let resume = Algorithm::by_name("resume").unwrap();
/// let mut trace = Trace::new(4);
/// resume.observe_up_to(&Puzzle::from(grid), 1, u64::MAX, &mut trace);
/// let recording = trace.finish();
/// let events: Vec<String> = recording.events.iter().map(|recorded| recorded.event.to_string()).collect();
/// assert_eq!(events, ["call", "choose r1c3", "try r1c3=1", "place r1c3=1"]);
/// assert!(recording.omitted > 80_000);
///
/// let mut trace = Trace::collapsed(1000);
/// resume.observe_up_to(&Puzzle::from(grid), 1, u64::MAX, &mut trace);
/// let recording = trace.finish();
/// assert!(recording.events.len() < 1500);
/// assert_eq!(recording.events.last().unwrap().counts.calls, 4209);
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trace {
    kept: Vec<RecordedEvent>,
    limit: usize,
    overflow: Overflow,
    /// The number of calls before the first recorded one.
    skipped_calls: u64,
    /// Whether the first call to record was reached.
    is_recording: bool,
    start: Option<TraceStart>,
    /// The events that have not been taken back, oldest first.
    path: Vec<RecordedEvent>,
    /// The number of events at the start of the path that happened before the recording.
    known: usize,
    /// The number of placed digits.
    level: u8,
    solved: Option<RecordedEvent>,
    counter: Counter,
    profile: SearchProfile,
}

/// An event, with the counts of the run up to and including it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RecordedEvent {
    /// The event.
    pub event: Event,
    /// The counts.
    pub counts: Counter,
    /// The number of digits on the board before a `place`, and after any other event.
    level: u8,
}

/// The state of a search before the first recorded event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStart {
    /// The events that have not been taken back.
    pub path: Vec<RecordedEvent>,
    /// The counts of the run before the first recorded event.
    pub counts: Counter,
}

/// What a [`Trace`] has recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// The state before the first recorded event, unless this is the first event of the run.
    pub start: Option<TraceStart>,
    /// The recorded events.
    pub events: Vec<RecordedEvent>,
    /// The number of events that were not recorded, from the first recorded one to the end of the run.
    pub omitted: u64,
    /// An overview of the whole run.
    pub profile: SearchProfile,
}

/// What happens when a trace is full.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Overflow {
    /// Later events are not recorded.
    CutOff,
    /// Events above this level are removed and no longer recorded. After that, the next step is taken when
    /// there are this many events.
    Collapse { max_level: u8, capacity: usize },
}

impl Trace {
    /// Creates a trace that records the first `limit` events.
    pub fn new(limit: usize) -> Trace {
        Trace {
            kept: Vec::new(),
            limit,
            overflow: Overflow::CutOff,
            skipped_calls: 0,
            is_recording: true,
            start: None,
            path: Vec::new(),
            known: 0,
            level: 0,
            solved: None,
            counter: Counter::default(),
            profile: SearchProfile::default(),
        }
    }

    /// Creates a trace that records the whole run in about `limit` events, by collapsing deep subtrees.
    ///
    /// The events of the lowest level are always recorded, and the final state adds those that have not been
    /// taken back at the end. Both together are less than 2,000 events.
    pub fn collapsed(limit: usize) -> Trace {
        Trace { overflow: Overflow::Collapse { max_level: u8::MAX, capacity: limit }, ..Trace::new(limit) }
    }

    /// Skips this number of calls before recording. The first event is then the next `call`.
    #[must_use]
    pub fn skip_calls(self, calls: u64) -> Trace {
        Trace { skipped_calls: calls, is_recording: calls == 0, ..self }
    }

    /// Returns what was recorded. If the run ended before the first call to record, this is only its end.
    pub fn finish(mut self) -> Recording {
        if !self.is_recording {
            self.start_recording();
        }
        if let Overflow::Collapse { max_level, .. } = self.overflow {
            // The events on the path above the highest level followed the last event that was kept.
            let new = self.path.iter().skip(self.known);
            self.kept.extend(new.filter(|recorded| recorded.level > max_level));
            let is_last = |recorded: &RecordedEvent| recorded.counts == self.counter;
            self.kept.extend(self.solved.filter(|recorded| is_last(recorded) && recorded.level > max_level));
        }
        let events_before = self.start.as_ref().map_or(0, |start| start.counts.events);
        let omitted = self.counter.events - events_before - self.kept.len() as u64;
        Recording { start: self.start, events: self.kept, omitted, profile: self.profile }
    }

    fn start_recording(&mut self) {
        self.is_recording = true;
        self.start = Some(TraceStart { path: self.path.clone(), counts: self.counter });
        self.known = self.path.len();
    }

    /// Reports whether an event at this level is recorded.
    fn records(&self, level: u8) -> bool {
        self.is_recording
            && match self.overflow {
                Overflow::CutOff => self.kept.len() < self.limit,
                Overflow::Collapse { max_level, .. } => level <= max_level,
            }
    }

    /// Records an event, unless it is above the highest level or the trace is full.
    fn record(&mut self, event: Event, level: u8) {
        if self.records(level) {
            self.push(RecordedEvent { event, counts: self.counter, level });
        }
    }

    #[cold]
    fn push(&mut self, recorded: RecordedEvent) {
        if let Overflow::Collapse { capacity, .. } = self.overflow
            && self.kept.len() >= capacity
        {
            self.collapse();
        }
        // Thousands of calls of the lowest level, as `fast` reports them, are omitted in pairs.
        if matches!(self.overflow, Overflow::Collapse { .. })
            && self.kept.len() >= self.limit
            && recorded.event.kind == EventKind::Return
            && self.kept.pop_if(|last| last.event.kind == EventKind::Call).is_some()
        {
            return;
        }
        if self.records(recorded.level) {
            self.kept.push(recorded);
        }
    }

    /// Removes the highest levels until half of the limit is free, or only the lowest level is left.
    fn collapse(&mut self) {
        let mut counts = [0; Cell::COUNT + 1];
        for recorded in &self.kept {
            counts[usize::from(recorded.level)] += 1;
        }
        let lowest = counts.iter().position(|&count| count > 0).unwrap_or(0);
        let mut sum = 0;
        let fitting = counts.iter().take_while(|&count| {
            sum += count;
            sum <= self.limit / 2
        });
        let max_level = fitting.count().saturating_sub(1).max(lowest) as u8;
        self.kept.retain(|recorded| recorded.level <= max_level);
        let capacity = self.limit.max(2 * self.kept.len());
        self.overflow = Overflow::Collapse { max_level, capacity };
    }

    /// Records an event that is taken back later.
    fn extend_path(&mut self, event: Event) {
        self.record(event, self.level);
        self.path.push(RecordedEvent { event, counts: self.counter, level: self.level });
    }

    /// Removes the most recent event of this kind from the path, and everything after it. Records the event
    /// that takes it back, at any level if it takes back what happened before the recording.
    fn take_back(&mut self, kind: EventKind, event: Event) {
        while self.path.pop().is_some_and(|recorded| recorded.event.kind != kind) {}
        let level = if self.path.len() < self.known { 0 } else { self.level };
        self.known = self.known.min(self.path.len());
        self.record(event, level);
    }
}

impl Observer for Trace {
    fn event(&mut self, event: Event) {
        if event.kind == EventKind::Call && !self.is_recording && self.counter.calls == self.skipped_calls {
            self.start_recording();
        }
        let dead_ends = self.counter.dead_ends;
        self.counter.event(event);
        match event.kind {
            EventKind::Try | EventKind::Conflict => self.record(event, self.level),
            EventKind::Call => {
                self.profile.call(event.depth, &self.counter);
                self.extend_path(event);
            }
            EventKind::Choose | EventKind::Eliminate | EventKind::Cover => self.extend_path(event),
            EventKind::Place => {
                self.extend_path(event);
                self.level += 1;
            }
            EventKind::Undo => {
                self.level -= 1;
                self.take_back(EventKind::Place, event);
            }
            EventKind::Uncover => self.take_back(EventKind::Cover, event),
            EventKind::Return => {
                self.take_back(EventKind::Call, event);
                if self.counter.dead_ends > dead_ends {
                    self.profile.dead_end();
                }
            }
            EventKind::Solved => {
                self.solved = Some(RecordedEvent { event, counts: self.counter, level: self.level });
                self.record(event, self.level);
            }
        }
    }

    fn needs_tries(&self) -> bool {
        self.records(self.level)
    }

    fn tries(&mut self, tries: u64, conflicts: u64) {
        self.counter.tries(tries, conflicts);
    }
}
