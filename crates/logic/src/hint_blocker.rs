//! Checks a puzzle before giving a hint: mistakes and contradictions are reported instead of a step.

use crate::{Notation, Position, PuzzleVerdicts, Uniqueness};
use veridoku_core::{Board, Candidate, Grid, Puzzle, Verdict};

/// The reason why there is no hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HintBlocker {
    /// The puzzle is solved.
    Solved,
    /// The puzzle breaks the rules or has no solution.
    Unsolvable(Box<Verdict>),
    /// Some digits or eliminations contradict the solution.
    Mistakes(Vec<Mistake>),
    /// The givens have several solutions, but none of them is consistent with the player's digits and
    /// eliminations.
    NoSolutionFromHere(Box<Verdict>),
}

/// A digit or an elimination that contradicts the solution.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// A wrong digit was placed.
    Written(Candidate),
    /// The correct digit was eliminated from its cell.
    Eliminated(Candidate),
}

impl Mistake {
    /// Describes the mistake in a sentence, without revealing the correct digit of a wrongly filled cell.
    pub fn sentence(self, notation: Notation) -> String {
        match self {
            Mistake::Written(wrong) => {
                format!("{} is not {}.", notation.cell(wrong.cell()), wrong.digit())
            }
            Mistake::Eliminated(right) => {
                format!(
                    "{} was eliminated from {}, but it belongs there.",
                    right.digit(),
                    notation.cell(right.cell())
                )
            }
        }
    }
}

impl HintBlocker {
    /// Returns the position in which to search for a step, given the verdicts on the puzzle.
    ///
    /// The position includes the player's digits and eliminations, so steps that were already made are not
    /// found again.
    ///
    /// # Errors
    ///
    /// Returns the reason why there is no hint: mistakes, no solution, or a puzzle that is already solved.
    pub fn check(puzzle: &Puzzle, verdicts: &PuzzleVerdicts) -> Result<Position, HintBlocker> {
        let mut uniqueness = Uniqueness::Unknown;
        match (&verdicts.givens, &verdicts.whole) {
            (Some(Verdict::Unique(solution)), _) => {
                let mistakes = mistakes(puzzle, solution);
                if !mistakes.is_empty() {
                    return Err(HintBlocker::Mistakes(mistakes));
                }
                uniqueness = Uniqueness::Known;
            }
            (Some(givens @ (Verdict::None(_) | Verdict::Invalid(_))), _) => {
                return Err(HintBlocker::Unsolvable(Box::new(givens.clone())));
            }
            (Some(Verdict::Multiple(..)), whole @ (Verdict::None(_) | Verdict::Invalid(_))) => {
                return Err(HintBlocker::NoSolutionFromHere(Box::new(whole.clone())));
            }
            // The givens are unknown or undecided, so the player's digits cannot be blamed.
            (_, whole @ (Verdict::None(_) | Verdict::Invalid(_))) => {
                return Err(HintBlocker::Unsolvable(Box::new(whole.clone())));
            }
            _ => {}
        }
        match Board::new(puzzle) {
            Ok(board) if board.values().is_solved() => Err(HintBlocker::Solved),
            Ok(board) => Ok(Position::of_board(&board, puzzle.givens(), uniqueness)),
            Err(_) => Err(HintBlocker::Unsolvable(Box::new(Verdict::unsolvable(puzzle)))),
        }
    }
}

/// Returns the digits and eliminations that contradict the solution.
fn mistakes(puzzle: &Puzzle, solution: &Grid) -> Vec<Mistake> {
    let written = puzzle
        .values()
        .values()
        .filter(|&(cell, digit)| solution.get(cell) != Some(digit))
        .map(|(cell, digit)| Mistake::Written(Candidate::new(cell, digit)));
    let candidates = puzzle.candidates();
    let eliminated = puzzle
        .empty_cells()
        .iter()
        .filter_map(|cell| Some(Candidate::new(cell, solution.get(cell)?)))
        .filter(|&right| !candidates.contains(right))
        // A wrong digit also rules out correct candidates in the cells that it sees; that is not another
        // mistake.
        .filter(|&right| {
            let sees_it = |peer| puzzle.values().get(peer) == Some(right.digit());
            !right.cell().peers().iter().any(sees_it)
        })
        .map(Mistake::Eliminated);
    written.chain(eliminated).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    use veridoku_core::SAMPLE;

    fn check(puzzle: &Puzzle) -> Result<Position, HintBlocker> {
        HintBlocker::check(puzzle, &PuzzleVerdicts::of(puzzle))
    }

    #[test]
    fn a_wrong_digit_is_a_mistake() {
        let puzzle: Puzzle = SAMPLE.parse().unwrap();
        let mut values = *puzzle.values();
        let cell = "r1c3".parse().unwrap();
        values.set(cell, veridoku_core::Digit::from_number(2));
        let wrong = Puzzle::new(values, puzzle.givens());
        let Err(HintBlocker::Mistakes(mistakes)) = check(&wrong) else { panic!("r1c3 is 4") };
        assert_eq!(mistakes.len(), 1);
        assert_eq!(mistakes[0].sentence(Notation::RowColumn), "r1c3 is not 2.");
        assert_eq!(mistakes[0].sentence(Notation::Letters), "A3 is not 2.");
    }

    #[test]
    fn an_eliminated_solution_digit_is_a_mistake() {
        let puzzle: Puzzle = SAMPLE.parse().unwrap();
        let mut candidates = puzzle.candidates();
        candidates.remove(Candidate::new("r1c3".parse().unwrap(), veridoku_core::Digit::Four));
        let wrong = puzzle.with_candidates(&candidates);
        let Err(HintBlocker::Mistakes(mistakes)) = check(&wrong) else { panic!("r1c3 is 4") };
        assert_eq!(
            mistakes[0].sentence(Notation::RowColumn),
            "4 was eliminated from r1c3, but it belongs there."
        );
    }

    #[test]
    fn a_solved_grid_needs_no_hint() {
        let puzzle: Puzzle = SAMPLE.parse().unwrap();
        let solution = veridoku_core::solve::unique_solution(&puzzle).expect("a unique solution");
        assert_eq!(check(&Puzzle::new(solution, puzzle.givens())), Err(HintBlocker::Solved));
    }

    #[test]
    fn digits_that_fit_no_solution_are_reported_separately_from_unsolvable_givens() {
        // Row 1 lacks 1 and 9, and either can go in r1c8 or r1c9. A 1 in r2c8 rules out 1 in both cells.
        let givens: Puzzle =
            "2345678..".chars().chain(".".repeat(72).chars()).collect::<String>().parse().unwrap();
        let mut values = *givens.values();
        values.set("r2c8".parse().unwrap(), Some(veridoku_core::Digit::One));
        let wrong = Puzzle::new(values, givens.givens());
        assert!(matches!(check(&wrong), Err(HintBlocker::NoSolutionFromHere(_))));
        let all_given = Puzzle::new(values, values.filled());
        assert!(matches!(check(&all_given), Err(HintBlocker::Unsolvable(_))));
    }

    /// The verdicts are taken from the caller: nothing is searched again.
    #[test]
    fn the_verdicts_of_the_caller_are_used() {
        let puzzle: Puzzle = SAMPLE.parse().unwrap();
        let undecided = Verdict::Undecided { budget: 1, solution: None };
        let verdicts = PuzzleVerdicts { whole: undecided.clone(), givens: Some(undecided) };
        let position = HintBlocker::check(&puzzle, &verdicts).unwrap();
        assert_eq!(position.uniqueness(), Uniqueness::Unknown);
        assert_eq!(check(&puzzle).unwrap().uniqueness(), Uniqueness::Known);
    }
}
