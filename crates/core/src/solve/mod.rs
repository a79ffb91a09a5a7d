//! Solves one puzzle at a time.
//!
//! ```text
//! &Grid · &Puzzle · &Board · &CandidateSet ──▶ Clues ──▶ engine ──▶ SearchResult · Solved · Solutions
//! ```
//!
//! The cost of a search is measured in *nodes*. A node is one guess: a digit tried in a cell that had other
//! candidates. Every search can be limited to a number of solutions and a number of nodes, and its result
//! shows which limit, if any, ended it. The order of the solutions and the number of nodes depend only on the
//! puzzle, not on the processor.
//!
//! ```
//! use veridoku_core::Grid;
//! use veridoku_core::solve::{self, Solved};
//!
//! let puzzle: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let Solved::Unique(solution) = solve::solve(&puzzle) else { panic!("it has one solution") };
//! assert!(solution.is_solved() && puzzle.is_part_of(&solution));
//!
//! let count = solve::count_up_to(&Grid::EMPTY, 1000);
//! assert_eq!((count.count, count.end), (1000, solve::End::SolutionLimit));
//! # Ok::<(), veridoku_core::ParseGridError>(())
//! ```

#![allow(
    clippy::inline_always,
    reason = "a function that is not inlined is compiled without the instructions of the backend"
)]

mod backend;
mod branch;
mod engine;
mod lanes;
mod quick_choice;
mod solver;
mod triads;

pub use backend::{Backend, UnknownBackend};
pub use solver::Solver;

use crate::board::Board;
use crate::candidate::CandidateSet;
use crate::grid::Grid;
use crate::puzzle::Puzzle;

/// The starting point of a search: the given values, and optionally the candidates of the other cells.
///
/// Contradictory clues are allowed; a search then finds no solution.
#[derive(Copy, Clone, Debug)]
pub struct Clues<'a> {
    /// The given values.
    pub values: &'a Grid,
    /// The candidates of the cells without a value; `None` allows every digit.
    pub candidates: Option<&'a CandidateSet>,
}

impl<'a> From<&'a Grid> for Clues<'a> {
    fn from(values: &'a Grid) -> Clues<'a> {
        Clues { values, candidates: None }
    }
}

impl<'a> From<&'a Puzzle> for Clues<'a> {
    fn from(puzzle: &'a Puzzle) -> Clues<'a> {
        Clues { values: puzzle.values(), candidates: puzzle.written_candidates() }
    }
}

impl<'a> From<&'a Board> for Clues<'a> {
    fn from(board: &'a Board) -> Clues<'a> {
        Clues { values: board.values(), candidates: Some(board.candidates()) }
    }
}

impl<'a> From<&'a CandidateSet> for Clues<'a> {
    fn from(candidates: &'a CandidateSet) -> Clues<'a> {
        Clues { values: &Grid::EMPTY, candidates: Some(candidates) }
    }
}

/// The limits of a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of solutions after which the search stops.
    pub solutions: u64,
    /// The number of nodes after which the search stops.
    pub nodes: u64,
}

impl Limits {
    /// Stops at two solutions, which is enough to distinguish none, one and several. There is no node limit.
    pub const UNIQUE: Limits = Limits::solutions(2);

    /// Returns limits with the given number of solutions and no node limit.
    pub const fn solutions(solutions: u64) -> Limits {
        Limits { solutions, nodes: u64::MAX }
    }

    /// Returns the same limits with the given node budget.
    #[must_use]
    pub const fn with_nodes(self, nodes: u64) -> Limits {
        Limits { nodes, ..self }
    }
}

/// Why a search ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The search was exhaustive: there are no more solutions.
    Complete,
    /// The requested number of solutions was found; there may be more.
    SolutionLimit,
    /// The node budget was used up; there may be more solutions.
    NodeBudget,
}

/// The result of a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The number of solutions found.
    pub count: u64,
    /// The first solution found.
    pub first: Option<Grid>,
    /// The second solution found.
    pub second: Option<Grid>,
    /// The number of nodes used.
    pub nodes: u64,
    /// Why the search ended.
    pub end: End,
}

impl SearchResult {
    /// The result of a search with a limit of zero solutions.
    const EMPTY: SearchResult =
        SearchResult { count: 0, first: None, second: None, nodes: 0, end: End::SolutionLimit };
}

/// The outcome of [`solve()`]: no solution, exactly one, or several.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// There is no solution.
    None,
    /// There is exactly one solution.
    Unique(Grid),
    /// There is more than one solution; these are two of them.
    Multiple(Grid, Grid),
}

/// Searches for solutions within the given limits.
pub fn search<'a>(clues: impl Into<Clues<'a>>, limits: Limits) -> SearchResult {
    Solver::new().search(clues, limits)
}

/// Solves a puzzle, and determines whether it has no solution, exactly one, or several. If there are several,
/// returns two of them.
pub fn solve<'a>(clues: impl Into<Clues<'a>>) -> Solved {
    let found = search(clues, Limits::UNIQUE);
    match (found.first, found.second) {
        (None, _) => Solved::None,
        (Some(solution), None) => Solved::Unique(solution),
        (Some(first), Some(second)) => Solved::Multiple(first, second),
    }
}

/// Counts solutions up to a limit.
pub fn count_up_to<'a>(clues: impl Into<Clues<'a>>, limit: u64) -> SearchResult {
    search(clues, Limits::solutions(limit))
}

/// Reports whether there is exactly one solution.
pub fn is_unique<'a>(clues: impl Into<Clues<'a>>) -> bool {
    matches!(solve(clues), Solved::Unique(_))
}

/// Returns a lazy iterator over all solutions.
pub fn solutions<'a>(clues: impl Into<Clues<'a>>) -> Solutions {
    Solver::new().solutions(clues)
}

/// A lazy iterator over the solutions of a puzzle.
///
/// ```
/// use veridoku_core::{Grid, solve};
///
/// let mut solutions = solve::solutions(&Grid::EMPTY).with_node_budget(10_000);
/// assert!(solutions.by_ref().take(3).all(|solution| solution.is_solved()));
/// assert!(solutions.nodes() <= 10_000);
/// ```
#[derive(Clone, Debug)]
pub struct Solutions {
    solver: Solver,
    nodes: u64,
    nodes_left: u64,
    end: Option<End>,
}

impl Solutions {
    fn new(solver: Solver) -> Solutions {
        Solutions { solver, nodes: 0, nodes_left: u64::MAX, end: None }
    }

    /// Limits the search to `nodes` nodes in total. A search that was stopped by a smaller budget resumes
    /// where it stopped.
    #[must_use]
    pub fn with_node_budget(self, nodes: u64) -> Solutions {
        match (self.end, nodes.saturating_sub(self.nodes)) {
            // The guess that exceeded the old budget is already on the stack; it is counted now.
            (Some(End::NodeBudget), 1..) => {
                Solutions { nodes: self.nodes + 1, nodes_left: nodes - self.nodes - 1, end: None, ..self }
            }
            (_, nodes_left) => Solutions { nodes_left, ..self },
        }
    }

    /// Returns the number of nodes used so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns why there are no further solutions, or `None` while there may be more.
    pub fn end(&self) -> Option<End> {
        self.end
    }
}

impl Iterator for Solutions {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        if self.end.is_some() {
            return None;
        }
        let before = self.nodes_left;
        let found = self.solver.advance(&mut self.nodes_left);
        self.nodes += before - self.nodes_left;
        self.end = found.err();
        found.ok()
    }
}

impl std::iter::FusedIterator for Solutions {}
