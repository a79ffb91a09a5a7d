//! One run of a solver, with its puzzle, budget, observer and sink for solutions.
//!
//! Solvers report five kinds of events to a `SolverRun`. Two of the reporting methods can end the search;
//! they return a [`Flow`], so a solver only needs `?` to stop:
//!
//! ```text
//! run.call(depth)?                the recursive function is entered; breaks if the budget is spent
//! run.try_digit(cell, digit, …)   a digit is about to be tried
//! run.place(cell, digit, …)       a digit was placed
//! run.undo(cell, digit, …)        a digit was removed again
//! run.solved(&grid, depth)?       a solution was found; breaks if the sink needs no more
//! ```

use crate::observer::Observer;
use crate::valid_puzzle::ValidPuzzle;
use std::fmt;
use std::ops::ControlFlow;
use veridoku_core::{Cell, Digit, Grid};

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
        SolverRun { puzzle, calls_left: budget, observer, sink }
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

    /// Reports that the recursive function is entered, `depth` levels below the first call.
    ///
    /// If the budget allows no further call, breaks without notifying the observer.
    pub fn call(&mut self, depth: usize) -> Flow {
        match self.calls_left.checked_sub(1) {
            Some(left) => {
                self.calls_left = left;
                self.observer.call(depth);
                Flow::Continue(())
            }
            None => Flow::Break(StopReason::OutOfBudget),
        }
    }

    /// Reports that a digit is about to be tried in a cell. (`try` is a keyword in Rust.)
    pub fn try_digit(&mut self, cell: Cell, digit: Digit, depth: usize) {
        self.observer.try_digit(cell, digit, depth);
    }

    /// Reports that a digit was placed in a cell.
    pub fn place(&mut self, cell: Cell, digit: Digit, depth: usize) {
        self.observer.place(cell, digit, depth);
    }

    /// Reports that a digit was removed from a cell.
    pub fn undo(&mut self, cell: Cell, digit: Digit, depth: usize) {
        self.observer.undo(cell, digit, depth);
    }

    /// Reports a solution. Breaks if the sink needs no more solutions.
    pub fn solved(&mut self, solution: &Grid, depth: usize) -> Flow {
        self.observer.solved(solution, depth);
        match (self.sink)(solution) {
            ControlFlow::Continue(()) => Flow::Continue(()),
            ControlFlow::Break(()) => Flow::Break(StopReason::Enough),
        }
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
