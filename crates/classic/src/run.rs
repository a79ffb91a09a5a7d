//! One run of one solver: the question, the budget, the observer and the sink for solutions.
//!
//! The solvers report to a `SolverRun` at five points, and two of these can end the search. Both return
//! a [`Flow`], so that a solver ends with nothing but `?`:
//!
//! ```text
//! run.call(depth)?            entering the recursive function: may be out of budget
//! run.try_digit(cell, digit, …)   about to see whether the digit fits
//! run.place(cell, digit, …)     written into the cell
//! run.undo(cell, digit, …)      and taken out again
//! run.solved(&grid, depth)?   a solution: the sink may have enough
//! ```

use crate::observer::Observer;
use crate::valid_puzzle::ValidPuzzle;
use std::fmt;
use std::ops::ControlFlow;
use veridoku_core::{Cell, Digit, Grid};

/// What a step of a search says: go on, or stop for a reason.
pub type Flow = ControlFlow<StopReason>;

/// Why a search was cut short.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The sink wants no more solutions.
    Enough,
    /// One more call would have been one too many.
    OutOfBudget,
}

/// How a search ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// Every case was looked at: there are no other solutions than those found.
    Exhausted,
    /// The sink stopped it; there may be more solutions.
    Stopped,
    /// The budget of calls was used up; there may be more solutions.
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
    /// A run from this puzzle that makes at most `budget` calls, tells the observer what it does
    /// and gives each solution to the sink, which says whether to go on.
    pub fn new(
        puzzle: &'a ValidPuzzle,
        budget: u64,
        observer: O,
        sink: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> SolverRun<'a, O> {
        SolverRun { puzzle, calls_left: budget, observer, sink }
    }

    /// What the solver starts from.
    pub fn puzzle(&self) -> &'a ValidPuzzle {
        self.puzzle
    }

    /// The number of calls that the budget still allows.
    pub fn calls_left(&self) -> u64 {
        self.calls_left
    }

    /// Whether an observer hears what is reported. A solver reports in any case, unless it would
    /// have to work for it.
    pub fn is_observed(&self) -> bool {
        self.observer.is_enabled()
    }

    /// The recursive function was entered, this many calls below its first one.
    ///
    /// Breaks, without telling the observer, when the budget allows no further call.
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

    /// A digit is about to be tried in a cell. (`try` is a word of the language.)
    pub fn try_digit(&mut self, cell: Cell, digit: Digit, depth: usize) {
        self.observer.try_digit(cell, digit, depth);
    }

    /// A digit was written into a cell.
    pub fn place(&mut self, cell: Cell, digit: Digit, depth: usize) {
        self.observer.place(cell, digit, depth);
    }

    /// A digit was taken out of a cell again.
    pub fn undo(&mut self, cell: Cell, digit: Digit, depth: usize) {
        self.observer.undo(cell, digit, depth);
    }

    /// The grid is full and right. Breaks when the sink has enough.
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
