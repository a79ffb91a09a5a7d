//! The limits of a search and its result, which are the same for all engines.

use crate::grid::Grid;

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

/// The result of a depth-first search, from any engine.
///
/// Which solution is found first, and how many nodes that takes, depends on the engine.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The number of solutions found.
    pub count: u64,
    /// The number of nodes used.
    pub nodes: u64,
    /// The first solution found.
    pub first: Option<Grid>,
    /// Why the search ended.
    pub end: End,
}

impl SearchResult {
    /// The result for a puzzle that was refuted without a guess.
    pub const NONE: SearchResult = SearchResult { count: 0, nodes: 0, first: None, end: End::Complete };
    /// The result of a search with a limit of zero solutions.
    pub const NOT_SEARCHED: SearchResult = SearchResult { end: End::SolutionLimit, ..SearchResult::NONE };

    /// Returns the solution if the search proved that there is no other.
    #[inline]
    pub fn unique(&self) -> Option<&Grid> {
        self.first.as_ref().filter(|_| self.count == 1 && self.end == End::Complete)
    }
}
