//! The budget of a search. A search that needs more than its budget stops and sets a flag.
//!
//! ```text
//! context.budget(limit) ──▶ SearchBudget ── spend(1), spend(1), … ──▶ Break, and a flag in the context
//!                                                                                 │
//!                          Findings, SolutionPath: cut_short ◀── ladder ◀─────────╯
//! ```
//!
//! Costs are counted in choices, never in time, so the same position always yields the same steps.

use std::cell::Cell;
use std::ops::ControlFlow;
use veridoku_core::stop;

/// A search checks whether it should stop each time it has used this much of its budget.
const CHECK_INTERVAL: u64 = 64;

/// The remaining budget of a search.
#[derive(Debug)]
pub(crate) struct SearchBudget<'s> {
    left: Cell<u64>,
    cut_short: &'s Cell<bool>,
}

impl<'s> SearchBudget<'s> {
    /// Creates a budget that sets the flag `cut_short` if a search needs more than `limit`.
    pub(crate) fn new(limit: u64, cut_short: &'s Cell<bool>) -> SearchBudget<'s> {
        SearchBudget { left: Cell::new(limit), cut_short }
    }

    /// Records that the search is incomplete, even if it stayed within the budget.
    pub(crate) fn cut(&self) {
        self.cut_short.set(true);
    }

    /// Deducts the cost of a choice. If too little of the budget is left, or the search should stop, breaks
    /// and records that the search was cut short.
    pub(crate) fn spend(&self, cost: u64) -> ControlFlow<()> {
        let is_due = |left: u64| left / CHECK_INTERVAL != self.left.get() / CHECK_INTERVAL;
        let should_stop = |left: &u64| is_due(*left) && stop::is_requested();
        if let Some(left) = self.left.get().checked_sub(cost).filter(|left| !should_stop(left)) {
            self.left.set(left);
            ControlFlow::Continue(())
        } else {
            self.left.set(0);
            self.cut_short.set(true);
            ControlFlow::Break(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spending_the_whole_budget_does_not_cut_the_search_short() {
        let flag = Cell::new(false);
        let budget = SearchBudget::new(3, &flag);
        assert!(budget.spend(1).is_continue() && budget.spend(2).is_continue());
        assert!(!flag.get());
        assert!(budget.spend(1).is_break() && flag.get());
    }

    #[test]
    fn an_overdrawn_budget_allows_no_more_choices() {
        let flag = Cell::new(false);
        let budget = SearchBudget::new(3, &flag);
        assert!(budget.spend(4).is_break());
        assert!(budget.spend(1).is_break(), "a cheaper choice is refused too");
    }
}
