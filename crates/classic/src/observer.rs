//! Observers, which watch a solver at work.
//!
//! Every solver reports its [`Event`]s to an [`Observer`]. [`Counter`] and [`Trace`](crate::Trace) are
//! observers, and so is a pair of observers. `()` is the observer that ignores everything: the
//! solvers are generic over the observer, so the compiler removes the reports completely.
//!
//! The documentation of [`Observer`] lists the guarantees; the test suite checks them for every solver.

use crate::event::{Event, EventKind};

/// A receiver of the events of a run.
///
/// # The rules of a trace
///
/// The thirteen solvers are very different, but one player can replay them all, because each of them
/// follows these rules:
///
/// 1. The cell of an event is empty in the puzzle.
/// 2. Every `try` is followed by the `place` or by a `conflict` of the same digit in the same cell. A
///    `place` fills an empty cell, and always follows its `try`, even if the digit is certain.
/// 3. Every `undo` removes the most recently placed digit that is still on the board.
/// 4. At each `solved`, the digits on the board are the solution.
/// 5. A search that has exhausted all cases has returned from every call, and undone every placement and
///    every cover. A search that is stopped by its sink or its budget does neither.
/// 6. The first `call` has depth 0, and every other call is one level deeper than its caller. Other
///    events have the depth of the innermost call that has not returned, or 0 if there is none. The
///    placements of a call are undone before it returns. `fast` does not report its search tree: its calls
///    return at once, and so have depth 0.
/// 7. A `conflict` of a digit in a cell names the peer that contains the digit (`with`). Without a digit,
///    the cell has no digit left; with a house, the house has no place left for the digit.
/// 8. The `options` of a `choose` are the digits left for the cell, or the places left for the digit in the
///    house. Static orders count them once, before the search.
/// 9. An `eliminate` removes a digit that was still possible: all allowed digits are possible at the start,
///    and a `place` leaves only its digit possible in its cell. The reason is the peer that contains the
///    digit, or the house in which another digit has only this cell left. An `undo` takes back all
///    eliminations since its `place`.
/// 10. A `cover` removes a constraint, and all candidates that satisfy it, from the matrix of an exact
///     cover problem; `options` counts these candidates. At the start, the matrix is without the
///     constraints that the givens satisfy. An `uncover` takes back the most recent `cover`.
///
/// ```text
/// call                 0   the depth, here of `resume` on the sample puzzle
/// choose   r1c3        0
/// try      r1c3=1      0   ┐ fits
/// place    r1c3=1      0   ┘
/// call                 1
/// choose   r1c4        1
/// try      r1c4=1      1   ┐ does not fit
/// conflict r1c4=1      1   ┘ with r1c3
/// try      r1c4=2      1   ┐ fits
/// place    r1c4=2      1   ┘
///  ⋮
/// return               2
/// undo     r1c4=2      1     the most recent placement first
/// ```
pub trait Observer {
    /// Receives an event.
    fn event(&mut self, event: Event);

    /// Reports whether the observer uses events at all; `()` does not.
    fn is_enabled(&self) -> bool {
        true
    }

    /// Reports whether the observer needs every `try` and `conflict` before the next other event. Otherwise,
    /// it gets their numbers, which makes long searches several times faster.
    fn needs_tries(&self) -> bool {
        true
    }

    /// Receives the numbers of `try` and `conflict` events since the last event. Only called if the observer
    /// does not need them one by one.
    fn tries(&mut self, _tries: u64, _conflicts: u64) {}
}

impl Observer for () {
    fn event(&mut self, _event: Event) {}

    fn is_enabled(&self) -> bool {
        false
    }

    fn needs_tries(&self) -> bool {
        false
    }
}

/// A reference is always enabled, so no event has to ask the observer.
impl<O: Observer + ?Sized> Observer for &mut O {
    fn event(&mut self, event: Event) {
        (**self).event(event);
    }

    fn needs_tries(&self) -> bool {
        (**self).needs_tries()
    }

    fn tries(&mut self, tries: u64, conflicts: u64) {
        (**self).tries(tries, conflicts);
    }
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    fn event(&mut self, event: Event) {
        self.0.event(event);
        self.1.event(event);
    }

    fn is_enabled(&self) -> bool {
        self.0.is_enabled() || self.1.is_enabled()
    }

    fn needs_tries(&self) -> bool {
        self.0.needs_tries() || self.1.needs_tries()
    }

    fn tries(&mut self, tries: u64, conflicts: u64) {
        self.0.tries(tries, conflicts);
        self.1.tries(tries, conflicts);
    }
}

/// An observer that counts the events of a run.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Counter {
    /// The number of events of all kinds.
    pub events: u64,
    /// The number of calls to the recursive function.
    pub calls: u64,
    /// The number of digits tried, whether they fitted or not.
    pub tries: u64,
    /// The number of digits placed.
    pub placements: u64,
    /// The number of digits removed again.
    pub undos: u64,
    /// The number of calls that returned without a solution and without a call of their own.
    pub dead_ends: u64,
    /// The number of solutions found.
    pub solutions: u64,
    /// The depth of the deepest call.
    pub max_depth: u8,
    /// Whether the innermost call may still become a dead end.
    is_leaf: bool,
}

impl Observer for Counter {
    #[inline]
    fn event(&mut self, event: Event) {
        self.events += 1;
        match event.kind {
            EventKind::Call => {
                self.calls += 1;
                self.max_depth = self.max_depth.max(event.depth);
                self.is_leaf = true;
            }
            EventKind::Try => self.tries += 1,
            EventKind::Place => self.placements += 1,
            EventKind::Undo => self.undos += 1,
            EventKind::Return => {
                self.dead_ends += u64::from(self.is_leaf);
                self.is_leaf = false;
            }
            EventKind::Solved => {
                self.solutions += 1;
                self.is_leaf = false;
            }
            _ => {}
        }
    }

    fn needs_tries(&self) -> bool {
        false
    }

    #[inline]
    fn tries(&mut self, tries: u64, conflicts: u64) {
        self.events += tries + conflicts;
        self.tries += tries;
    }
}
