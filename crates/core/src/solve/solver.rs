//! The public [`Solver`], which owns the memory of a search, reuses it for the next puzzle, and is the only
//! place where an instruction set is chosen.

use super::backend::Backend;
use super::clues::Clues;
use super::engine::{DepthFirstSearch, SearchStart, SearchStop, SolvedBoard};
use super::lanes::{Token, VectorBoard, VectorJob};
use super::search_result::{End, Limits, SearchResult};
use crate::backend_macros::{backend_enum, with_state};
use crate::cell::Cell;
use crate::digit::DigitSet;
use crate::grid::Grid;
use std::fmt;

/// A solver for one puzzle at a time.
///
/// The solver allocates memory at its first guess, and again only when a search goes deeper than all earlier
/// ones. Reuse one solver to solve many puzzles.
///
/// ```
/// use veridoku_core::Grid;
/// use veridoku_core::solve::{End, Limits, Solver};
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut solver = Solver::new();
/// let found = solver.search(&puzzle, Limits::UNIQUE);
/// assert_eq!((found.count, found.end), (1, End::Complete));
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
#[derive(Clone)]
pub struct Solver(BackendSolver);

/// A backend's token, and the stack of boards still to be searched.
#[derive(Clone)]
struct BackendState<T: Token> {
    token: T,
    stack: Vec<VectorBoard<T>>,
}

backend_enum! {
    #[derive(Clone)]
    enum BackendSolver(BackendState)
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// Creates a solver for the backend returned by [`Backend::preferred`].
    pub fn new() -> Solver {
        Solver::with_backend(Backend::preferred()).unwrap_or(Solver(BackendSolver::fallback()))
    }

    /// Creates a solver for a given backend, or returns `None` if this processor does not support it.
    pub fn with_backend(backend: Backend) -> Option<Solver> {
        BackendSolver::detect(backend).map(Solver)
    }

    /// Returns the backend that this solver runs on.
    pub fn backend(&self) -> Backend {
        self.0.backend()
    }

    /// Searches for solutions within the given limits.
    #[inline]
    pub fn search<'a>(&mut self, clues: impl Into<Clues<'a>>, limits: Limits) -> SearchResult {
        let mut found = SearchResult::NOT_SEARCHED;
        self.search_clues(clues.into(), limits, &mut found, &mut None);
        found
    }

    /// Like [`Self::search`], but also returns the second solution found.
    #[inline]
    pub fn search_two<'a>(
        &mut self,
        clues: impl Into<Clues<'a>>,
        limits: Limits,
    ) -> (SearchResult, Option<Grid>) {
        let mut found = (SearchResult::NOT_SEARCHED, None);
        self.search_clues(clues.into(), limits, &mut found.0, &mut found.1);
        found
    }

    /// Searches for solutions within the given limits, starting from the candidates of each cell, given as
    /// the bits of a [`DigitSet`].
    pub(crate) fn search_cells(&mut self, cells: &[u16; Cell::COUNT], limits: Limits) -> SearchResult {
        let mut found = SearchResult::NOT_SEARCHED;
        self.search_from(SearchStart::Candidates(cells), limits, &mut found, &mut None);
        found
    }

    /// Searches, and writes the result in place: copying it afterwards would take 4 % of the time of an easy
    /// puzzle.
    fn search_clues(
        &mut self,
        clues: Clues<'_>,
        limits: Limits,
        found: &mut SearchResult,
        second: &mut Option<Grid>,
    ) {
        let start = match clues.candidates {
            None => SearchStart::Bytes(clues.values.as_bytes()),
            Some(_) => SearchStart::Candidates(&masks(clues)),
        };
        self.search_from(start, limits, found, second);
    }

    fn search_from(
        &mut self,
        start: SearchStart<'_>,
        limits: Limits,
        found: &mut SearchResult,
        second: &mut Option<Grid>,
    ) {
        if limits.solutions > 0 {
            with_state!(BackendSolver, &mut self.0, state => {
                state.token.run(CountSolutions { start, limits, stack: &mut state.stack, found, second });
            });
        }
    }

    /// Starts a search whose solutions [`Self::advance`] returns one by one.
    pub(super) fn begin(&mut self, clues: Clues<'_>) {
        let masks = masks(clues);
        with_state!(BackendSolver, &mut self.0, state => state.begin(&masks));
    }

    /// Finds the next solution of the search that [`Self::begin`] started. Every guess takes one node
    /// from `budget`.
    pub(super) fn advance(&mut self, budget: &mut u64) -> Result<Grid, End> {
        with_state!(BackendSolver, &mut self.0, state => state.advance(budget))
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Solver").field(&self.backend()).finish()
    }
}

/// Returns the candidates of each cell as a bit mask, in which bit d represents the digit with index d.
fn masks(clues: Clues<'_>) -> [u16; Cell::COUNT] {
    std::array::from_fn(|index| {
        let cell = Cell::at(index);
        let left = clues.candidates.map_or(DigitSet::ALL, |candidates| candidates.digits(cell));
        clues.values.get(cell).map_or(left, DigitSet::only).bits()
    })
}

/// Converts a solved board to a grid.
#[inline(always)]
fn grid<T: Token>(solved: SolvedBoard<T>) -> Grid {
    Grid::written(|values| solved.write(values))
}

impl<T: Token> BackendState<T> {
    const fn new(token: T) -> BackendState<T> {
        BackendState { token, stack: Vec::new() }
    }

    /// Clears the stack, and pushes the board of the puzzle as the next one to be searched.
    fn begin(&mut self, masks: &[u16; Cell::COUNT]) {
        struct LoadCandidates<'p>(&'p [u16; Cell::COUNT]);
        impl<T: Token> VectorJob<T> for LoadCandidates<'_> {
            type Output = VectorBoard<T>;

            #[inline(always)]
            fn run(self, token: T) -> VectorBoard<T> {
                token.read_candidates(self.0)
            }
        }
        self.stack.clear();
        self.stack.push(self.token.run(LoadCandidates(masks)));
    }

    fn advance(&mut self, budget: &mut u64) -> Result<Grid, End> {
        let mut found = None;
        let search = DepthFirstSearch {
            start: SearchStart::Stack,
            stack: &mut self.stack,
            budget,
            visitor: |solved: SolvedBoard<T>| {
                found = Some(grid(solved));
                false
            },
        };
        let stop = self.token.run(search);
        found.ok_or(stop.into())
    }
}

/// A job that counts solutions and writes them directly into the caller's result. Writing them to a local
/// variable and copying it afterwards would make the copy wait for the stores, which costs 10 % on easy
/// puzzles.
struct CountSolutions<'s, T: Token> {
    start: SearchStart<'s>,
    limits: Limits,
    stack: &'s mut Vec<VectorBoard<T>>,
    found: &'s mut SearchResult,
    second: &'s mut Option<Grid>,
}

impl<T: Token> VectorJob<T> for CountSolutions<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, token: T) {
        let CountSolutions { start, limits, stack, found, second } = self;
        let mut budget = limits.nodes;
        let mut count = 0;
        let stop = DepthFirstSearch {
            start,
            stack,
            budget: &mut budget,
            visitor: |solved: SolvedBoard<T>| {
                match count {
                    0 => found.first = Some(grid(solved)),
                    1 => *second = Some(grid(solved)),
                    _ => {}
                }
                count += 1;
                count < limits.solutions
            },
        }
        .run(token);
        found.count = count;
        found.nodes = limits.nodes - budget;
        found.end = stop.into();
    }
}

impl From<SearchStop> for End {
    #[inline(always)]
    fn from(stop: SearchStop) -> End {
        match stop {
            SearchStop::Exhausted => End::Complete,
            SearchStop::Visitor => End::SolutionLimit,
            SearchStop::Budget => End::NodeBudget,
        }
    }
}
