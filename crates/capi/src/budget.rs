//! The node budget shared by all searches of a call.

use crate::status::{CallResult, VeridokuStatus};
use veridoku_core::Grid;
use veridoku_core::solve::{Clues, End, Limits, Solver};

/// A solver, and the number of nodes that its searches may still use during a call.
#[derive(Debug)]
pub(crate) struct CallBudget {
    nodes: u64,
    solver: Solver,
}

impl CallBudget {
    /// Creates a budget of this many nodes.
    pub(crate) fn new(nodes: u64) -> CallBudget {
        CallBudget { nodes, solver: Solver::new() }
    }

    /// Searches for up to `limit` solutions and deducts the nodes from the budget. Returns the first two
    /// solutions found.
    ///
    /// # Errors
    ///
    /// Returns `NodeBudget` if the search needs more nodes than remain.
    pub(crate) fn search(&mut self, clues: Clues<'_>, limit: u64) -> CallResult<[Option<Grid>; 2]> {
        let (found, second) = self.solver.search_two(clues, Limits::solutions(limit).with_nodes(self.nodes));
        if found.end == End::NodeBudget {
            return Err(VeridokuStatus::NodeBudget);
        }
        self.nodes = self.nodes.saturating_sub(found.nodes);
        Ok([found.first, second])
    }
}
