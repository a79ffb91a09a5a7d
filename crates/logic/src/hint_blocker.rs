//! What stands in the way of a hint: mistakes are told before any step.

use crate::explain::Notation;
use crate::position::Position;
use veridoku_core::{Candidate, Grid, Puzzle, Verdict};

/// The nodes spent on the solution of the puzzle.
const BUDGET: u64 = 1_000_000;

/// What has to be told before any step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HintBlocker {
    /// All cells are filled, and rightly.
    Solved,
    /// The givens contradict the rules, or have no solution: there is nothing to explain.
    Unsolvable(Box<Verdict>),
    /// Something in the position is not true of the solution.
    Mistakes(Vec<Mistake>),
    /// The givens have several solutions, and what was written and struck beside them fits none of these.
    NoSolutionFromHere(Box<Verdict>),
}

/// Something that is not true of the solution.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// A wrong digit was written.
    Written(Candidate),
    /// The right digit was struck from its cell.
    Eliminated(Candidate),
}

impl Mistake {
    /// The mistake in a sentence; what the right digit is stays a secret for a written one.
    pub fn sentence(self, notation: Notation) -> String {
        match self {
            Mistake::Written(wrong) => {
                format!("{} is not {}.", notation.cell(wrong.cell()), wrong.digit())
            }
            Mistake::Eliminated(right) => {
                format!(
                    "{} was struck from {}, but belongs there.",
                    right.digit(),
                    notation.cell(right.cell())
                )
            }
        }
    }
}

impl HintBlocker {
    /// The position from which steps may be looked for.
    ///
    /// What the player has written and struck is taken as it is, so a step that has been made is not found again.
    ///
    /// # Errors
    ///
    /// What has to be told before any step: mistakes, that there is no solution, or that nothing is left to do.
    pub fn check(puzzle: &Puzzle) -> Result<Position, HintBlocker> {
        let givens = Puzzle::new(puzzle.given_values(), puzzle.givens());
        match Verdict::of(&givens, BUDGET) {
            Verdict::Unique(solution) => {
                let mistakes = mistakes(puzzle, &solution);
                if !mistakes.is_empty() {
                    return Err(HintBlocker::Mistakes(mistakes));
                }
            }
            verdict @ (Verdict::Multiple(..) | Verdict::Undecided { .. }) => {
                let whole = Verdict::of(puzzle, BUDGET);
                if matches!(whole, Verdict::None(_) | Verdict::Invalid(_)) {
                    let givens_are_right = matches!(verdict, Verdict::Multiple(..));
                    let whole = Box::new(whole);
                    // Without any given nothing can be said to have been added to them.
                    return Err(if givens_are_right && !puzzle.givens().is_empty() {
                        HintBlocker::NoSolutionFromHere(whole)
                    } else {
                        HintBlocker::Unsolvable(whole)
                    });
                }
            }
            verdict => return Err(HintBlocker::Unsolvable(Box::new(verdict))),
        }
        match Position::new(puzzle) {
            Ok(position) if position.is_solved() => Err(HintBlocker::Solved),
            Ok(position) => Ok(position),
            Err(_) => Err(HintBlocker::Unsolvable(Box::new(Verdict::unsolvable(puzzle)))),
        }
    }
}

/// What differs from the solution.
fn mistakes(puzzle: &Puzzle, solution: &Grid) -> Vec<Mistake> {
    let written = puzzle
        .values()
        .values()
        .filter(|&(cell, digit)| solution.get(cell) != Some(digit))
        .map(|(cell, digit)| Mistake::Written(Candidate::new(cell, digit)));
    let candidates = puzzle.candidates();
    let struck = puzzle
        .empty_cells()
        .iter()
        .filter_map(|cell| Some(Candidate::new(cell, solution.get(cell)?)))
        .filter(|&right| !candidates.contains(right))
        // A wrong digit excludes right ones around it: that is one mistake, not several.
        .filter(|&right| {
            let sees_it = |peer| puzzle.values().get(peer) == Some(right.digit());
            !right.cell().peers().iter().any(sees_it)
        })
        .map(Mistake::Eliminated);
    written.chain(struck).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    use veridoku_core::SAMPLE;

    #[test]
    fn a_wrong_digit_is_told_before_anything_else() {
        let puzzle: Puzzle = SAMPLE.parse().unwrap();
        let mut values = *puzzle.values();
        let cell = "r1c3".parse().unwrap();
        values.set(cell, veridoku_core::Digit::from_number(2));
        let wrong = Puzzle::new(values, puzzle.givens());
        let Err(HintBlocker::Mistakes(mistakes)) = HintBlocker::check(&wrong) else { panic!("r1c3 is 4") };
        assert_eq!(mistakes.len(), 1);
        assert_eq!(mistakes[0].sentence(Notation::RowColumn), "r1c3 is not 2.");
        assert_eq!(mistakes[0].sentence(Notation::Letters), "A3 is not 2.");
    }

    #[test]
    fn a_struck_truth_is_a_mistake() {
        let puzzle: Puzzle = SAMPLE.parse().unwrap();
        let mut candidates = puzzle.candidates();
        candidates.remove(Candidate::new("r1c3".parse().unwrap(), veridoku_core::Digit::Four));
        let wrong = puzzle.with_candidates(&candidates);
        let Err(HintBlocker::Mistakes(mistakes)) = HintBlocker::check(&wrong) else { panic!("r1c3 is 4") };
        assert_eq!(mistakes[0].sentence(Notation::RowColumn), "4 was struck from r1c3, but belongs there.");
    }

    #[test]
    fn a_solved_grid_needs_no_hint() {
        let veridoku_core::solve::Solved::Unique(solution) =
            veridoku_core::solve::solve(&SAMPLE.parse::<Grid>().unwrap())
        else {
            panic!("the sample is unique")
        };
        let puzzle: Puzzle = SAMPLE.parse().unwrap();
        assert_eq!(HintBlocker::check(&Puzzle::new(solution, puzzle.givens())), Err(HintBlocker::Solved));
    }

    #[test]
    fn digits_that_fit_no_solution_are_not_the_fault_of_the_givens() {
        // Row 1 lacks 1 and 9, and both can stand in either place; 1 in r2c8 leaves r1c8 and r1c9 without it.
        let givens: Puzzle =
            "2345678..".chars().chain(".".repeat(72).chars()).collect::<String>().parse().unwrap();
        let mut values = *givens.values();
        values.set("r2c8".parse().unwrap(), Some(veridoku_core::Digit::One));
        let wrong = Puzzle::new(values, givens.givens());
        assert!(matches!(HintBlocker::check(&wrong), Err(HintBlocker::NoSolutionFromHere(_))));
        let all_given = Puzzle::new(values, values.filled());
        assert!(matches!(HintBlocker::check(&all_given), Err(HintBlocker::Unsolvable(_))));
    }
}
