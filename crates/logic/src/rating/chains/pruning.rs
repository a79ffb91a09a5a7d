//! Whether the searches may take shortcuts: sieves, cuts, and what is kept from one grid or strength to the next.
//!
//! Every step is the same with them and without them. A file of its own because that is a claim about all of them together, and
//! the test that compares both stands here: the searches ask [`are_taken`], and only this test says no.

#[cfg(not(test))]
pub(super) const fn is_enabled() -> bool {
    true
}

#[cfg(test)]
pub(super) fn is_enabled() -> bool {
    tests::TAKEN.get()
}

#[cfg(test)]
mod tests {
    use crate::rating::{Rated, RatedStep, Rater, RatingLimits, Rule};
    use std::cell::Cell;
    use veridoku_core::Puzzle;

    thread_local! {
        pub(super) static TAKEN: Cell<bool> = const { Cell::new(true) };
    }

    /// The steps of a puzzle that are rated from nothing, with or without shortcuts.
    fn steps(puzzle: &Puzzle, taken: bool) -> (Rated, Vec<RatedStep>) {
        TAKEN.set(taken);
        let mut steps = Vec::new();
        let rated = Rater::default().rate_with(puzzle, RatingLimits::default(), |step| steps.push(step));
        TAKEN.set(true);
        (rated.expect("a rating"), steps)
    }

    #[test]
    fn shortcuts_change_no_step() {
        let mut compared = 0;
        for line in include_str!("../../../../../testdata/rated.txt").lines() {
            let Some((text, rating)) = line.split_once(' ').filter(|_| !line.starts_with('#')) else {
                continue;
            };
            let er: f64 = rating.split('/').next().and_then(|er| er.parse().ok()).expect("a rating");
            // Below there are no chains.
            if er >= 6.5 {
                let puzzle: Puzzle = text.parse().expect("a puzzle");
                assert_eq!(steps(&puzzle, true), steps(&puzzle, false), "{line}");
                compared += 1;
            }
        }
        assert!(compared >= 25, "{compared} puzzles");
    }

    #[test]
    fn shortcuts_change_no_step_of_dynamic_chains_inside_dynamic_chains() {
        // From the database of the hardest puzzles, ER 11.4: none that PGExplainer has rated for us has such a step.
        let text = "......7....71.9...68..7......1.9.6.....3...2..4......3..8.6.1..5......4..1...2..5";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let (rated, steps_taken) = steps(&puzzle, true);
        assert!(steps_taken.iter().any(|step| step.rule == Rule::NestedDynamicChains));
        assert_eq!((rated, steps_taken), steps(&puzzle, false));
    }
}
