//! Watching a solver at work.
//!
//! Every solver reports five kinds of event to one [`Observer`]. Counting and tracing are
//! observers, a pair of observers is one, and `()` is the observer that looks away: the solvers
//! are generic over it, so that nothing is left of the reports in the compiled search.
//!
//! What an observer may rely on is said at [`Observer`]; the test suite checks it for every solver.

use std::fmt;
use veridoku_core::{Cell, Digit, Grid};

/// What hears the events of a run. An event for which no method is written goes unheard.
///
/// # The rules of a trace
///
/// The thirteen solvers could not differ more, and yet one player can show them all, because each
/// of them keeps to these rules:
///
/// 1. Events speak of the empty cells only.
/// 2. Every `place` comes right after the `try` of the same digit in the same cell, and writes into
///    an empty cell; also where the digit is certain and nothing was guessed. A `try` without
///    `place` is a digit that did not fit.
/// 3. Every `undo` takes back the newest digit that still stands.
/// 4. At each `solved` the digits that stand are the solution.
/// 5. A search that has looked at every case has taken back everything: only the puzzle is left.
///    One that is stopped, by its sink or its budget, takes nothing back and ends where it stands.
/// 6. The first `call` has depth 0, and every other one more than the call it is made in; only
///    `fast`, which does not tell its tree, has depth 0 throughout. Other events have the depth of
///    the call that reports them, 0 before the first one; an `undo` has that of its `place`.
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
/// undo  r1c4 2      1     the newest first
/// ```
pub trait Observer {
    /// Whether it hears anything at all; `()` does not. A solver that would have to work for its
    /// events asks this first.
    fn is_enabled(&self) -> bool {
        true
    }

    /// The recursive function was entered.
    fn call(&mut self, _depth: usize) {}

    /// A digit is about to be tried in a cell: the event `try`.
    fn try_digit(&mut self, _cell: Cell, _digit: Digit, _depth: usize) {}

    /// A digit was written into a cell.
    fn place(&mut self, _cell: Cell, _digit: Digit, _depth: usize) {}

    /// A digit was taken out of a cell again.
    fn undo(&mut self, _cell: Cell, _digit: Digit, _depth: usize) {}

    /// A solution was found.
    fn solved(&mut self, _solution: &Grid, _depth: usize) {}
}

impl Observer for () {
    fn is_enabled(&self) -> bool {
        false
    }
}

/// Writes an observer that hands every event on to each of `$part`.
macro_rules! pass_on {
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
    pass_on!(self to (**self));
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    pass_on!(self to self.0, self.1);
}

/// Counts the events of a run.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Counter {
    /// Entries of the recursive function.
    pub calls: u64,
    /// Digits tried in a cell, whether they fitted or not.
    pub tries: u64,
    /// Digits written into a cell.
    pub placements: u64,
    /// Digits taken out again.
    pub undos: u64,
    /// Solutions found.
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

/// The kinds of event.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the methods of `Observer` say it")]
pub enum EventKind {
    Call,
    Try,
    Place,
    Undo,
    Solved,
}

impl EventKind {
    /// The name in a written trace: `call`, `try`, `place`, `undo` or `solved`.
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
    /// What happened.
    pub event: EventKind,
    /// The cell; none for `call` and `solved`.
    pub cell: Option<Cell>,
    /// The digit; none for `call` and `solved`.
    pub digit: Option<Digit>,
    /// The depth of the recursion, 0 in the first call.
    pub depth: usize,
}

impl Event {
    /// Does to the grid what the event says: `place` writes the digit, `undo` blanks the cell, the
    /// others change nothing.
    pub fn apply(&self, grid: &mut Grid) {
        match (self.event, self.cell) {
            (EventKind::Place, Some(cell)) => grid.set(cell, self.digit),
            (EventKind::Undo, Some(cell)) => grid.set(cell, None),
            _ => {}
        }
    }
}

/// Records the first events of a run and counts the others.
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
/// let told: Vec<String> = trace
///     .events()
///     .iter()
///     .map(|event| format!("{} {:?} {:?}", event.event, event.cell, event.digit))
///     .collect();
/// assert_eq!(told, ["call None None", "try Some(r1c3) Some(1)", "place Some(r1c3) Some(1)"]);
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
    /// A trace that keeps at most `limit` events.
    pub fn new(limit: usize) -> Trace {
        Trace { events: Vec::new(), limit, dropped: 0 }
    }

    /// The events that were kept, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The number of later events that were not kept.
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
