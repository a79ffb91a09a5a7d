//! The solutions of one puzzle.
//!
//! ```text
//! &Grid · &Puzzle · &Board · &CandidateSet ──▶ Clues ──▶ engine ──▶ SearchResult · Solved · Solutions
//! ```
//!
//! A search counts *nodes*: a node is one guess, a digit tried in a cell where others were still
//! possible. Every search can be bounded by a number of solutions and a number of nodes, and says
//! by which of them it ended. Solutions come in an order that depends on the puzzle alone, and so
//! does the number of nodes, whatever the processor.
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
    reason = "what is not inlined is compiled without the backend's instructions"
)]

mod backend;
mod branch;
mod engine;
mod lanes;
mod neighbours;
mod solver;
mod triads;

pub use backend::{Backend, UnknownBackend};
pub use solver::Solver;

use crate::board::Board;
use crate::candidate::CandidateSet;
use crate::grid::Grid;
use crate::puzzle::Puzzle;

/// What a search starts from: written values, and candidates where a text lists them.
///
/// Contradictory clues are fine here; they have no solution.
#[derive(Copy, Clone, Debug)]
pub struct Clues<'a> {
    /// The written values.
    pub values: &'a Grid,
    /// What the cells without value may hold; nothing stands for any digit.
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

/// Where a search stops at the latest.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of solutions after which it stops.
    pub solutions: u64,
    /// The number of nodes after which it stops.
    pub nodes: u64,
}

impl Limits {
    /// Two solutions, enough to tell none, one and many apart; as many nodes as that takes.
    pub const UNIQUE: Limits = Limits::solutions(2);

    /// So many solutions, and as many nodes as that takes.
    pub const fn solutions(solutions: u64) -> Limits {
        Limits { solutions, nodes: u64::MAX }
    }

    /// The same with a node budget.
    #[must_use]
    pub const fn with_nodes(self, nodes: u64) -> Limits {
        Limits { nodes, ..self }
    }
}

/// Why a search ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Every case was looked at: there are no more solutions.
    Complete,
    /// The wanted number of solutions was found; there may be more.
    SolutionLimit,
    /// The node budget was used up; there may be more solutions.
    NodeBudget,
}

/// What a search found.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The number of solutions found.
    pub count: u64,
    /// The first of them.
    pub first: Option<Grid>,
    /// The second of them.
    pub second: Option<Grid>,
    /// The number of nodes it took.
    pub nodes: u64,
    /// Why the search ended.
    pub end: End,
}

impl SearchResult {
    /// What a search for no solution finds.
    const EMPTY: SearchResult =
        SearchResult { count: 0, first: None, second: None, nodes: 0, end: End::SolutionLimit };
}

/// How many solutions a puzzle has, with proof.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// There is no solution.
    None,
    /// There is exactly one.
    Unique(Grid),
    /// There is more than one; here are two.
    Multiple(Grid, Grid),
}

/// Searches within limits.
pub fn search<'a>(clues: impl Into<Clues<'a>>, limits: Limits) -> SearchResult {
    Solver::new().search(clues, limits)
}

/// The solution, with proof that there is no other; or that there is none, or two of many.
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

/// Whether there is exactly one solution.
pub fn is_unique<'a>(clues: impl Into<Clues<'a>>) -> bool {
    matches!(solve(clues), Solved::Unique(_))
}

/// All solutions, one after the other, as they are asked for.
pub fn solutions<'a>(clues: impl Into<Clues<'a>>) -> Solutions {
    Solver::new().solutions(clues)
}

/// The solutions of a puzzle, found as they are asked for.
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

    /// Stops the search when it has used so many nodes in all. One that a smaller budget has stopped goes on where it was.
    #[must_use]
    pub fn with_node_budget(self, nodes: u64) -> Solutions {
        match (self.end, nodes.saturating_sub(self.nodes)) {
            // The guess for which there was no node is on the stack, and paid for now.
            (Some(End::NodeBudget), 1..) => {
                Solutions { nodes: self.nodes + 1, nodes_left: nodes - self.nodes - 1, end: None, ..self }
            }
            (_, nodes_left) => Solutions { nodes_left, ..self },
        }
    }

    /// The number of nodes used so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Why there is no further solution; nothing as long as there may be one.
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
