//! One run of a solver, with its puzzle, budget, observer and sink for solutions.
//!
//! Solvers report their events to a `SolverRun`. Two of the reporting methods can end the search; they return
//! a [`Flow`], so a solver only needs `?` to stop:
//!
//! ```text
//! run.call()?                       the recursive function is entered; breaks if the budget is spent
//! run.choose(cell)                  the solver turns to a cell
//! run.choose_fewest(cell, options)  …because it has the fewest options
//! run.try_digit(cell, digit)        a digit is about to be tried
//! run.conflict(cell, digit)         …and does not fit
//! run.place(cell, digit)            …and was placed
//! run.eliminate(cell, digit, …)     a digit is no longer possible
//! run.cover(…), run.uncover(…)      a constraint left the matrix, or was put back
//! run.undo(cell, digit)             a digit was removed again
//! run.solved(&grid)?                a solution was found; breaks if the sink needs no more
//! run.return_to_caller()            the recursive function returns
//! ```

use crate::event::{Constraint, EliminationCause, Event, EventKind};
use crate::observer::Observer;
use crate::valid_puzzle::ValidPuzzle;
use std::ops::ControlFlow;
use std::{fmt, mem};
use veridoku_core::{Cell, Digit, Grid, stop};

/// The number of calls after which a run checks whether it should stop.
const CALLS_PER_CHECK: u64 = 1 << 12;

/// The result of each step of a search: continue, or stop for a reason.
pub type Flow = ControlFlow<StopReason>;

/// The reason why a search stops early.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The sink needs no more solutions.
    Enough,
    /// The budget allows no further call.
    OutOfBudget,
}

/// How a search ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// The search covered all cases, so there are no other solutions.
    Exhausted,
    /// The sink stopped the search; there may be more solutions.
    Stopped,
    /// The budget of calls was spent; there may be more solutions.
    OutOfBudget,
}

impl From<Flow> for SearchEnd {
    fn from(flow: Flow) -> SearchEnd {
        match flow {
            Flow::Continue(()) => SearchEnd::Exhausted,
            Flow::Break(StopReason::Enough) => SearchEnd::Stopped,
            Flow::Break(StopReason::OutOfBudget) => SearchEnd::OutOfBudget,
        }
    }
}

/// One run of a solver.
///
/// ```
/// use std::ops::ControlFlow;
/// use veridoku_classic::{Counter, SearchEnd, SolverRun, ValidPuzzle, solvers};
/// use veridoku_core::{Grid, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let puzzle = ValidPuzzle::new(&Puzzle::from(grid)).unwrap();
/// let mut counter = Counter::default();
/// let mut solutions = Vec::new();
/// let mut sink = |solution: &Grid| {
///     solutions.push(*solution);
///     ControlFlow::Continue(())
/// };
/// let end = solvers::mrv::search(&mut SolverRun::new(&puzzle, 10_000, &mut counter, &mut sink));
/// assert_eq!((end, solutions.len(), counter.calls), (SearchEnd::Exhausted, 1, 52));
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
pub struct SolverRun<'a, O> {
    puzzle: &'a ValidPuzzle,
    calls_left: u64,
    observer: O,
    sink: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
    /// The number of calls that have not returned. Like the following fields, it is kept only for an
    /// observer.
    open_calls: u8,
    /// The values of the puzzle and the digits that are placed.
    grid: Grid,
    /// Whether the observer needs every `try` and `conflict`.
    needs_tries: bool,
    /// The numbers of `try` and `conflict` events that were not reported yet.
    tries: u64,
    conflicts: u64,
}

impl<'a, O: Observer> SolverRun<'a, O> {
    /// Creates a run that makes at most `budget` calls, reports events to the observer, and passes
    /// each solution to the sink, which decides whether to continue.
    pub fn new(
        puzzle: &'a ValidPuzzle,
        budget: u64,
        observer: O,
        sink: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> SolverRun<'a, O> {
        SolverRun {
            puzzle,
            calls_left: budget,
            needs_tries: observer.needs_tries(),
            observer,
            sink,
            open_calls: 0,
            grid: *puzzle.values(),
            tries: 0,
            conflicts: 0,
        }
    }

    /// Returns the puzzle to solve.
    pub fn puzzle(&self) -> &'a ValidPuzzle {
        self.puzzle
    }

    /// Returns the number of calls that the budget still allows.
    pub fn calls_left(&self) -> u64 {
        self.calls_left
    }

    /// Reports whether there is an observer that uses the events. A solver only needs to check this
    /// before it does extra work to report them.
    pub fn is_observed(&self) -> bool {
        self.observer.is_enabled()
    }

    /// Reports that the recursive function is entered.
    ///
    /// If the budget allows no further call, breaks without notifying the observer.
    pub fn call(&mut self) -> Flow {
        let Some(left) = self.calls_left.checked_sub(1) else {
            self.report_tries();
            return Flow::Break(StopReason::OutOfBudget);
        };
        self.calls_left = left;
        if left.is_multiple_of(CALLS_PER_CHECK) && stop::is_requested() {
            self.calls_left = 0;
        }
        if self.is_observed() {
            self.open_calls += 1;
        }
        self.report(Event::new(EventKind::Call));
        Flow::Continue(())
    }

    /// Reports that the recursive function returns to its caller, and continues the search there.
    pub fn return_to_caller(&mut self) -> Flow {
        self.report(Event::new(EventKind::Return));
        if self.is_observed() {
            self.open_calls -= 1;
        }
        Flow::Continue(())
    }

    /// Reports that the solver turns to a cell, without having compared it with others.
    pub fn choose(&mut self, cell: Cell) {
        self.report(Event::about(EventKind::Choose, cell.into(), None));
    }

    /// Reports that the solver turns to a cell, or to a digit of a house, because it has the fewest options.
    pub fn choose_fewest(&mut self, constraint: impl Into<Constraint>, options: usize) {
        self.report(Event::about(EventKind::Choose, constraint.into(), Some(options)));
    }

    /// Reports that a digit is about to be tried in a cell. (`try` is a keyword in Rust.)
    #[inline]
    pub fn try_digit(&mut self, cell: Cell, digit: Digit) {
        if self.needs_tries() {
            self.report(Event::at(EventKind::Try, cell, digit));
        } else if self.is_observed() {
            self.tries += 1;
        }
    }

    /// Reports that a digit does not fit, because a peer of the cell contains it. The observer is told which
    /// one.
    #[inline]
    pub fn conflict(&mut self, cell: Cell, digit: Digit) {
        if self.needs_tries() {
            self.report_conflict(cell, digit);
        } else if self.is_observed() {
            self.conflicts += 1;
        }
    }

    /// Reports that a cell has no digit left, or that a house has no place left for a digit.
    pub fn conflict_without_options(&mut self, constraint: impl Into<Constraint>) {
        self.report(Event::about(EventKind::Conflict, constraint.into(), None));
    }

    /// Reports that the full grid is not a solution. The observer is told the first cell with a conflict.
    pub fn conflict_in_grid(&mut self) {
        if !self.needs_tries() {
            self.conflicts += u64::from(self.is_observed());
            return;
        }
        let conflict = self.puzzle.empty_cells().iter().find_map(|cell| {
            let digit = self.grid.get(cell)?;
            let with = Some(self.peer_with(cell, digit)?);
            Some(Event { with, ..Event::at(EventKind::Conflict, cell, digit) })
        });
        self.report(conflict.unwrap_or(Event::new(EventKind::Conflict)));
    }

    /// Reports that a digit was placed in a cell.
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        if self.is_observed() {
            self.grid.set(cell, Some(digit));
        }
        self.report(Event::at(EventKind::Place, cell, digit));
    }

    /// Reports that a digit was removed from a cell.
    pub fn undo(&mut self, cell: Cell, digit: Digit) {
        if self.is_observed() {
            self.grid.set(cell, None);
        }
        self.report(Event::at(EventKind::Undo, cell, digit));
    }

    /// Reports that a digit is no longer possible in a cell.
    pub fn eliminate(&mut self, cell: Cell, digit: Digit, cause: EliminationCause) {
        let event = Event::at(EventKind::Eliminate, cell, digit);
        self.report(match cause {
            EliminationCause::Peer(with) => Event { with: Some(with), ..event },
            EliminationCause::LastPlace(house) => Event { house: Some(house), ..event },
        });
    }

    /// Reports that a constraint was removed from the matrix, with the candidates that satisfy it.
    pub fn cover(&mut self, constraint: impl Into<Constraint>, candidates: usize) {
        self.report(Event::about(EventKind::Cover, constraint.into(), Some(candidates)));
    }

    /// Reports that a constraint was put back into the matrix, with the candidates that satisfy it.
    pub fn uncover(&mut self, constraint: impl Into<Constraint>, candidates: usize) {
        self.report(Event::about(EventKind::Uncover, constraint.into(), Some(candidates)));
    }

    /// Reports a solution. Breaks if the sink needs no more solutions.
    pub fn solved(&mut self, solution: &Grid) -> Flow {
        self.report(Event::new(EventKind::Solved));
        match (self.sink)(solution) {
            ControlFlow::Continue(()) => Flow::Continue(()),
            ControlFlow::Break(()) => Flow::Break(StopReason::Enough),
        }
    }

    fn needs_tries(&self) -> bool {
        self.is_observed() && self.needs_tries
    }

    fn report(&mut self, event: Event) {
        if self.is_observed() {
            self.report_tries();
            self.observer.event(Event { depth: self.open_calls.saturating_sub(1), ..event });
            self.needs_tries = self.observer.needs_tries();
        }
    }

    #[cold]
    fn report_conflict(&mut self, cell: Cell, digit: Digit) {
        let with = self.peer_with(cell, digit);
        self.report(Event { with, ..Event::at(EventKind::Conflict, cell, digit) });
    }

    /// Reports the tries that were only counted. A search must not end without this; it ends after another
    /// event, or when its budget is spent.
    fn report_tries(&mut self) {
        if self.tries > 0 || self.conflicts > 0 {
            self.observer.tries(mem::take(&mut self.tries), mem::take(&mut self.conflicts));
        }
    }

    /// Returns the first peer of the cell that contains the digit.
    fn peer_with(&self, cell: Cell, digit: Digit) -> Option<Cell> {
        cell.peers_in_order().into_iter().find(|&peer| self.grid.get(peer) == Some(digit))
    }
}

impl<O> fmt::Debug for SolverRun<'_, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolverRun")
            .field("puzzle", self.puzzle)
            .field("calls_left", &self.calls_left)
            .finish_non_exhaustive()
    }
}
