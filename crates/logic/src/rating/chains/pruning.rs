//! A switch for all filters, bounds and caches of the searches.
//!
//! None of them may change the steps of a rating. The tests below rate puzzles with and without them, and
//! compare the steps. [`is_enabled`] returns false only in these tests.

#[cfg(not(test))]
pub(super) const fn is_enabled() -> bool {
    true
}

#[cfg(test)]
pub(super) fn is_enabled() -> bool {
    tests::ENABLED.get()
}

#[cfg(test)]
mod tests {
    use crate::rating::{Rated, RatedStep, Rater, RatingLimits, Rule};
    use std::cell::Cell;
    use veridoku_core::Puzzle;

    thread_local! {
        pub(super) static ENABLED: Cell<bool> = const { Cell::new(true) };
    }

    /// Rates a puzzle with a new rater, with or without pruning, and returns the rating and all steps.
    fn steps(puzzle: &Puzzle, enabled: bool) -> (Rated, Vec<RatedStep>) {
        ENABLED.set(enabled);
        let mut steps = Vec::new();
        let rated = Rater::default().rate_with(puzzle, RatingLimits::default(), |step| steps.push(step));
        ENABLED.set(true);
        (rated.expect("a rating"), steps)
    }

    #[test]
    fn pruning_changes_no_step() {
        let mut compared = 0;
        for line in include_str!("../../../testdata/rated.txt").lines() {
            let Some((text, rating)) = line.split_once(' ').filter(|_| !line.starts_with('#')) else {
                continue;
            };
            let er: f64 = rating.split('/').next().and_then(|er| er.parse().ok()).expect("a rating");
            // Puzzles with a lower rating need no chains.
            if er >= 6.5 {
                let puzzle: Puzzle = text.parse().expect("a puzzle");
                assert_eq!(steps(&puzzle, true), steps(&puzzle, false), "{line}");
                compared += 1;
            }
        }
        assert!(compared >= 25, "{compared} puzzles");
    }

    #[test]
    fn pruning_changes_no_step_of_nested_dynamic_chains() {
        // A puzzle from the database of the hardest puzzles, with ER 11.4. None of the puzzles that were
        // rated with PGExplainer needs nested dynamic chains.
        let text = "......7....71.9...68..7......1.9.6.....3...2..4......3..8.6.1..5......4..1...2..5";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let (rated, pruned_steps) = steps(&puzzle, true);
        assert!(pruned_steps.iter().any(|step| step.rule == Rule::NestedDynamicChains));
        assert_eq!((rated, pruned_steps), steps(&puzzle, false));
    }
}
