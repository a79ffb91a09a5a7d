//! One node budget for all the searches of a call.

use crate::boundary::CallResult;
use crate::status::VeridokuStatus;
use veridoku_core::solve::{Clues, End, Limits, SearchResult, Solver};

/// The nodes that a call may still use, and the solver that uses them.
#[derive(Debug)]
pub(crate) struct CallBudget {
    nodes: u64,
    solver: Solver,
}

impl CallBudget {
    /// So many nodes.
    pub(crate) fn new(nodes: u64) -> CallBudget {
        CallBudget { nodes, solver: Solver::new() }
    }

    /// Searches, and pays for it.
    ///
    /// # Errors
    ///
    /// `NodeBudget` if the search needed more nodes than are left.
    pub(crate) fn search(&mut self, clues: Clues<'_>, limits: Limits) -> CallResult<SearchResult> {
        let found = self.solver.search(clues, limits.with_nodes(self.nodes));
        if found.end == End::NodeBudget {
            return Err(VeridokuStatus::NodeBudget);
        }
        self.nodes = self.nodes.saturating_sub(found.nodes);
        Ok(found)
    }
}
