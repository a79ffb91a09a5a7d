//! The last resort: placing a digit taken from the solution.
//!
//! As in HoDoKu, the digit goes in the middle cell of the list of empty cells. The placement gives the other
//! techniques new information.

use crate::{Evidence, FinderContext, Sink, Step, Technique};
use std::ops::ControlFlow;
use veridoku_core::Candidate;
use veridoku_core::solve::{self, End, Limits};

/// Places a digit of the solution, provided that the solution is unique and the budget suffices to prove
/// this.
pub(crate) fn brute_force(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let empty = position.empty_cells();
    let Some(cell) = empty.iter().nth(empty.len() / 2) else { return ControlFlow::Continue(()) };
    let limits = Limits::UNIQUE.with_nodes(context.options().budget);
    let found = solve::search(&position.to_puzzle(), limits);
    if found.end == End::NodeBudget {
        context.note_cut_short();
    }
    match found.unique().and_then(|solution| solution.get(cell)) {
        Some(digit) => {
            let placement = Candidate::new(cell, digit);
            sink.take(Step::placing(Technique::BruteForce, placement, Evidence::Solution))
        }
        None => ControlFlow::Continue(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    #[test]
    fn no_digit_is_placed_if_the_solution_is_not_unique() {
        assert!(Sketch::new().steps(brute_force).is_empty());
    }
}
