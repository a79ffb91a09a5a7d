//! What a search may still cost, and the note it leaves when that does not suffice.
//!
//! ```text
//! context.budget(most) ──▶ Budget ── spend(1), spend(1), … ──▶ Break, and a note in the context
//!                                                                      │
//!                             Findings, Path: cut_short ◀── ladder ◀───╯
//! ```
//!
//! A cost is counted in choices, never in time: the same position always gives the same steps.

use std::cell::Cell;
use std::ops::ControlFlow;

/// What a search may still cost.
#[derive(Debug)]
pub(crate) struct SearchBudget<'s> {
    left: Cell<u64>,
    cut_short: &'s Cell<bool>,
}

impl<'s> SearchBudget<'s> {
    /// A budget that leaves its note here.
    pub(crate) fn new(most: u64, cut_short: &'s Cell<bool>) -> SearchBudget<'s> {
        SearchBudget { left: Cell::new(most), cut_short }
    }

    /// Notes that the search leaves something out, whatever is left of the budget.
    pub(crate) fn cut(&self) {
        self.cut_short.set(true);
    }

    /// Pays for a choice; breaks, and notes that the search was cut short, when too little is left.
    pub(crate) fn spend(&self, cost: u64) -> ControlFlow<()> {
        if let Some(left) = self.left.get().checked_sub(cost) {
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
    fn the_last_choice_it_pays_for_is_no_cut() {
        let note = Cell::new(false);
        let budget = SearchBudget::new(3, &note);
        assert!(budget.spend(1).is_continue() && budget.spend(2).is_continue());
        assert!(!note.get());
        assert!(budget.spend(1).is_break() && note.get());
    }

    #[test]
    fn once_spent_it_pays_for_nothing() {
        let note = Cell::new(false);
        let budget = SearchBudget::new(3, &note);
        assert!(budget.spend(4).is_break());
        assert!(budget.spend(1).is_break(), "a smaller choice after a larger one is not made");
    }
}
