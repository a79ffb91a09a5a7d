//! A lazy iterator over solutions.

use super::clues::Clues;
use super::search_result::End;
use super::solver::Solver;
use crate::grid::Grid;
use crate::stop;

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

impl Solver {
    /// Returns a lazy iterator over the solutions.
    pub fn solutions<'a>(mut self, clues: impl Into<Clues<'a>>) -> Solutions {
        self.begin(clues.into());
        Solutions { solver: self, nodes: 0, nodes_left: u64::MAX, end: None }
    }
}

impl Solutions {
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
        if stop::is_requested() {
            self.end = Some(End::NodeBudget);
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
