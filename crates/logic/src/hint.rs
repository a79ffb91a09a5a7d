//! The next hint for a player: mistakes first, then the simplest step from the position as it is.

use crate::explain::Notation;
use crate::ladder::Ladder;
use crate::position::Position;
use crate::step::Step;
use crate::technique::Technique;
use veridoku_core::{Candidate, Grid, Puzzle, Verdict};

/// The nodes spent on the solution of the puzzle.
const BUDGET: u64 = 1_000_000;

/// What can be said about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// All cells are filled, and rightly.
    Solved,
    /// The givens contradict the rules, or have no solution: there is nothing to explain.
    Unsolvable(Box<Verdict>),
    /// Something in the position is not true of the solution.
    Mistakes(Vec<Mistake>),
    /// The next step.
    Step(Box<Step>),
    /// No technique of the ladder goes on from here.
    Nothing,
}

/// Something that is not true of the solution.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// A wrong digit was written.
    Written(Candidate),
    /// The right digit was struck from its cell.
    Struck(Candidate),
}

impl Mistake {
    /// The mistake in a sentence; what the right digit is stays a secret for a written one.
    pub fn sentence(self, notation: Notation) -> String {
        match self {
            Mistake::Written(wrong) => {
                format!("{} is not {}.", notation.cell(wrong.cell()), wrong.digit())
            }
            Mistake::Struck(right) => {
                format!(
                    "{} was struck from {}, but belongs there.",
                    right.digit(),
                    notation.cell(right.cell())
                )
            }
        }
    }
}

impl Hint {
    /// The hint for a written position, from the techniques of the ladder.
    ///
    /// What the player has written and struck is taken as it is, so a step that has been made is not
    /// offered again.
    pub fn of(puzzle: &Puzzle, ladder: &Ladder) -> Hint {
        Hint::search(puzzle, ladder).0
    }

    /// The hint for a written position, and the techniques before it that were not looked for to the end.
    ///
    /// There are such techniques only where a position has so many candidates that a search used up its budget.
    pub fn search(puzzle: &Puzzle, ladder: &Ladder) -> (Hint, Vec<Technique>) {
        match Hint::start(puzzle) {
            Ok(position) => {
                let mut findings = ladder.look(&position);
                let hint = findings.steps.pop().map_or(Hint::Nothing, |step| Hint::Step(Box::new(step)));
                (hint, findings.cut_short)
            }
            Err(obstacle) => (obstacle, Vec::new()),
        }
    }

    /// The position from which steps may be looked for.
    ///
    /// # Errors
    ///
    /// What has to be told before any step: mistakes, that there is no solution, or that nothing is left to do.
    pub fn start(puzzle: &Puzzle) -> Result<Position, Hint> {
        let givens = Puzzle::new(puzzle.given_values(), puzzle.givens());
        match Verdict::of(&givens, BUDGET) {
            Verdict::Unique(solution) => {
                let mistakes = mistakes(puzzle, &solution);
                if !mistakes.is_empty() {
                    return Err(Hint::Mistakes(mistakes));
                }
            }
            Verdict::Multiple(..) | Verdict::Undecided { .. } => {
                let whole = Verdict::of(puzzle, BUDGET);
                if matches!(whole, Verdict::None(_) | Verdict::Invalid(_)) {
                    return Err(Hint::Unsolvable(Box::new(whole)));
                }
            }
            verdict => return Err(Hint::Unsolvable(Box::new(verdict))),
        }
        match Position::new(puzzle) {
            Ok(position) if position.is_solved() => Err(Hint::Solved),
            Ok(position) => Ok(position),
            Err(_) => Err(Hint::Unsolvable(Box::new(Verdict::unsolvable(puzzle)))),
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
        .map(Mistake::Struck);
    written.chain(struck).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn a_wrong_digit_is_told_before_anything_else() {
        let puzzle: Puzzle = SAMPLE.parse().unwrap();
        let mut values = *puzzle.values();
        let cell = "r1c3".parse().unwrap();
        values.set(cell, veridoku_core::Digit::from_number(2));
        let wrong = Puzzle::new(values, puzzle.givens());
        let Hint::Mistakes(mistakes) = Hint::of(&wrong, &Ladder::teacher()) else { panic!("r1c3 is 4") };
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
        let Hint::Mistakes(mistakes) = Hint::of(&wrong, &Ladder::teacher()) else { panic!("r1c3 is 4") };
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
        assert_eq!(Hint::of(&Puzzle::new(solution, puzzle.givens()), &Ladder::teacher()), Hint::Solved);
    }
}
