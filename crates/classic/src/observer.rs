//! Observers, which watch a solver at work.
//!
//! Every solver reports five kinds of events to an [`Observer`]. [`Counter`] and [`Trace`] are
//! observers, and so is a pair of observers. `()` is the observer that ignores everything: the
//! solvers are generic over the observer, so the compiler removes the reports completely.
//!
//! The documentation of [`Observer`] lists the guarantees; the test suite checks them for every solver.

use std::fmt;
use veridoku_core::{Cell, Digit, Grid};

/// A receiver of the events of a run. By default, all events are ignored.
///
/// # The rules of a trace
///
/// The thirteen solvers are very different, but one player can replay them all, because each of them
/// follows these rules:
///
/// 1. Events refer only to cells that are empty in the puzzle.
/// 2. Every `place` immediately follows the `try` of the same digit in the same cell, and fills an
///    empty cell. This also applies to digits that are certain. A `try` without a `place` means that
///    the digit did not fit.
/// 3. Every `undo` removes the most recently placed digit that is still on the board.
/// 4. At each `solved`, the digits on the board are the solution.
/// 5. A search that has exhausted all cases has undone every placement. A search that is stopped by
///    its sink or its budget undoes nothing.
/// 6. The first `call` has depth 0, and every other call is one level deeper than its caller. The
///    exception is `fast`, which does not report its search tree and always uses depth 0. Other
///    events have the depth of the call that reports them, or 0 before the first call. An `undo` has
///    the depth of its `place`.
///
/// ```text
/// call              0   the depth, here of `resume` on the sample puzzle
/// try   r1c3 1      0   ┐ fits
/// place r1c3 1      0   ┘
/// call              1
/// try   r1c4 1      1     does not fit
/// try   r1c4 2      1   ┐ fits
/// place r1c4 2      1   ┘
///  ⋮
/// undo  r1c4 2      1     the most recent placement first
/// ```
pub trait Observer {
    /// Reports whether the observer uses the events; `()` does not. A solver checks this before it
    /// does extra work to report events.
    fn is_enabled(&self) -> bool {
        true
    }

    /// Called when the recursive function is entered.
    fn call(&mut self, _depth: usize) {}

    /// Called before a digit is tried in a cell: the event `try`.
    fn try_digit(&mut self, _cell: Cell, _digit: Digit, _depth: usize) {}

    /// Called after a digit is placed in a cell.
    fn place(&mut self, _cell: Cell, _digit: Digit, _depth: usize) {}

    /// Called after a digit is removed from a cell.
    fn undo(&mut self, _cell: Cell, _digit: Digit, _depth: usize) {}

    /// Called when a solution is found.
    fn solved(&mut self, _solution: &Grid, _depth: usize) {}
}

impl Observer for () {
    fn is_enabled(&self) -> bool {
        false
    }
}

/// Implements the methods of an observer that forwards every event to each `$part`.
macro_rules! forward {
    ($self:ident to $($part:expr),+) => {
        fn is_enabled(&$self) -> bool {
            $($part.is_enabled())||+
        }

        fn call(&mut $self, depth: usize) {
            $($part.call(depth);)+
        }

        fn try_digit(&mut $self, cell: Cell, digit: Digit, depth: usize) {
            $($part.try_digit(cell, digit, depth);)+
        }

        fn place(&mut $self, cell: Cell, digit: Digit, depth: usize) {
            $($part.place(cell, digit, depth);)+
        }

        fn undo(&mut $self, cell: Cell, digit: Digit, depth: usize) {
            $($part.undo(cell, digit, depth);)+
        }

        fn solved(&mut $self, solution: &Grid, depth: usize) {
            $($part.solved(solution, depth);)+
        }
    };
}

impl<O: Observer + ?Sized> Observer for &mut O {
    forward!(self to (**self));
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    forward!(self to self.0, self.1);
}

/// An observer that counts the events of a run.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Counter {
    /// The number of calls to the recursive function.
    pub calls: u64,
    /// The number of digits tried, whether they fitted or not.
    pub tries: u64,
    /// The number of digits placed.
    pub placements: u64,
    /// The number of digits removed again.
    pub undos: u64,
    /// The number of solutions found.
    pub solutions: u64,
    /// The depth of the deepest call.
    pub max_depth: usize,
}

impl Observer for Counter {
    fn call(&mut self, depth: usize) {
        self.calls += 1;
        self.max_depth = self.max_depth.max(depth);
    }

    fn try_digit(&mut self, _cell: Cell, _digit: Digit, _depth: usize) {
        self.tries += 1;
    }

    fn place(&mut self, _cell: Cell, _digit: Digit, _depth: usize) {
        self.placements += 1;
    }

    fn undo(&mut self, _cell: Cell, _digit: Digit, _depth: usize) {
        self.undos += 1;
    }

    fn solved(&mut self, _solution: &Grid, _depth: usize) {
        self.solutions += 1;
    }
}

/// The kinds of events.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the methods of `Observer` document them")]
pub enum EventKind {
    Call,
    Try,
    Place,
    Undo,
    Solved,
}

impl EventKind {
    /// Returns the name of the event: `call`, `try`, `place`, `undo` or `solved`.
    pub const fn name(self) -> &'static str {
        match self {
            EventKind::Call => "call",
            EventKind::Try => "try",
            EventKind::Place => "place",
            EventKind::Undo => "undo",
            EventKind::Solved => "solved",
        }
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One event of a run.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The kind of event.
    pub event: EventKind,
    /// The cell, or `None` for `call` and `solved`.
    pub cell: Option<Cell>,
    /// The digit, or `None` for `call` and `solved`.
    pub digit: Option<Digit>,
    /// The depth of the recursion; 0 in the first call.
    pub depth: usize,
}

impl Event {
    /// Applies the event to a grid: `place` sets the digit, `undo` clears the cell, and other events
    /// change nothing.
    pub fn apply(&self, grid: &mut Grid) {
        match (self.event, self.cell) {
            (EventKind::Place, Some(cell)) => grid.set(cell, self.digit),
            (EventKind::Undo, Some(cell)) => grid.set(cell, None),
            _ => {}
        }
    }
}

/// An observer that records the first events of a run and counts the others.
///
/// ```
/// use veridoku_classic::{Algorithm, Trace};
/// use veridoku_core::{Grid, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut trace = Trace::new(3);
/// let resume = Algorithm::by_name("resume").unwrap();
/// resume.observe_up_to(&Puzzle::from(grid), 1, u64::MAX, &mut trace);
/// let events: Vec<String> = trace
///     .events()
///     .iter()
///     .map(|event| format!("{} {:?} {:?}", event.event, event.cell, event.digit))
///     .collect();
/// assert_eq!(events, ["call None None", "try Some(r1c3) Some(1)", "place Some(r1c3) Some(1)"]);
/// assert!(trace.dropped() > 0);
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    events: Vec<Event>,
    limit: usize,
    dropped: u64,
}

impl Trace {
    /// Creates a trace that records at most `limit` events.
    pub fn new(limit: usize) -> Trace {
        Trace { events: Vec::new(), limit, dropped: 0 }
    }

    /// Returns the recorded events, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Returns the number of later events that were not recorded.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    fn push(&mut self, event: EventKind, place: Option<(Cell, Digit)>, depth: usize) {
        if self.events.len() < self.limit {
            let (cell, digit) = place.unzip();
            self.events.push(Event { event, cell, digit, depth });
        } else {
            self.dropped += 1;
        }
    }
}

impl Observer for Trace {
    fn call(&mut self, depth: usize) {
        self.push(EventKind::Call, None, depth);
    }

    fn try_digit(&mut self, cell: Cell, digit: Digit, depth: usize) {
        self.push(EventKind::Try, Some((cell, digit)), depth);
    }

    fn place(&mut self, cell: Cell, digit: Digit, depth: usize) {
        self.push(EventKind::Place, Some((cell, digit)), depth);
    }

    fn undo(&mut self, cell: Cell, digit: Digit, depth: usize) {
        self.push(EventKind::Undo, Some((cell, digit)), depth);
    }

    fn solved(&mut self, _solution: &Grid, depth: usize) {
        self.push(EventKind::Solved, None, depth);
    }
}
