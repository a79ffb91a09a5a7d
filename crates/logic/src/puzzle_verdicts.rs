//! The verdicts that hints, paths and ratings need, found once for a puzzle.

use veridoku_core::{Candidate, Grid, Puzzle, Verdict};

/// The verdict on a puzzle, and the verdict on its givens alone.
///
/// A hint compares the player's digits and eliminations with the solution of the givens; a rating needs the
/// solution of the whole puzzle. One search is enough if there is nothing but givens, or if the givens have
/// only one solution.
///
/// ```
/// use veridoku_core::{Puzzle, SAMPLE, Status};
/// use veridoku_logic::PuzzleVerdicts;
///
/// let puzzle: Puzzle = SAMPLE.parse()?;
/// let verdicts = PuzzleVerdicts::of(&puzzle);
/// assert_eq!(verdicts.whole.status(), Status::Unique);
/// assert_eq!(verdicts.givens, Some(verdicts.whole));
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleVerdicts {
    /// The verdict on the puzzle with all its digits and candidates.
    pub whole: Verdict,
    /// The verdict on the givens, or `None` for a puzzle without givens that is not empty.
    pub givens: Option<Verdict>,
}

impl PuzzleVerdicts {
    /// The maximum number of nodes of a search.
    pub const NODES: u64 = 1_000_000;

    /// Finds the verdicts on a puzzle.
    pub fn of(puzzle: &Puzzle) -> PuzzleVerdicts {
        let givens = Puzzle::from(puzzle.given_values());
        if givens == *puzzle {
            let whole = Verdict::of(puzzle, PuzzleVerdicts::NODES);
            return PuzzleVerdicts { givens: Some(whole.clone()), whole };
        }
        let givens = (!puzzle.givens().is_empty()).then(|| Verdict::of(&givens, PuzzleVerdicts::NODES));
        let whole = match &givens {
            Some(Verdict::Unique(solution)) if fits(puzzle, solution) => Verdict::Unique(*solution),
            Some(Verdict::Unique(_) | Verdict::None(_) | Verdict::Invalid(_)) => Verdict::unsolvable(puzzle),
            Some(Verdict::Multiple(..) | Verdict::Undecided { .. }) | None => {
                Verdict::of(puzzle, PuzzleVerdicts::NODES)
            }
        };
        PuzzleVerdicts { whole, givens }
    }
}

/// Reports whether the digits and candidates of the puzzle agree with a solution.
fn fits(puzzle: &Puzzle, solution: &Grid) -> bool {
    let candidates = puzzle.candidates();
    solution.values().all(|(cell, digit)| candidates.contains(Candidate::new(cell, digit)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_core::{Cell, Digit, SAMPLE, SAMPLE_SOLUTION, Status};

    #[test]
    fn derived_verdicts_are_those_of_a_search() {
        let sample: Puzzle = SAMPLE.parse().unwrap();
        let solution: Grid = SAMPLE_SOLUTION.parse().unwrap();
        let open = Cell::new(0, 2);
        let with = |puzzle: &Puzzle, digit| {
            let mut values = *puzzle.values();
            values.set(open, Some(digit));
            Puzzle::new(values, puzzle.givens())
        };
        let right = solution.get(open).unwrap();
        let wrong = Digit::ALL.into_iter().find(|&digit| digit != right).unwrap();
        let [mut fewer, mut none_left] = [sample.candidates(); 2];
        fewer.remove(Candidate::new(open, wrong));
        none_left.remove(Candidate::new(open, right));
        let several = Puzzle::from(Grid::EMPTY.with([(Cell::new(8, 8), Digit::One)]));
        let two_ones = Puzzle::from(Grid::EMPTY.with([0, 1].map(|row| (Cell::new(row, 0), Digit::One))));
        for puzzle in [
            sample.clone(),
            with(&sample, right),
            with(&sample, wrong),
            sample.clone().with_candidates(&fewer),
            sample.clone().with_candidates(&none_left),
            Puzzle::from(&sample.candidates()),
            with(&several, wrong),
            with(&two_ones, wrong),
            several,
            two_ones,
            Puzzle::default(),
        ] {
            let verdicts = PuzzleVerdicts::of(&puzzle);
            let givens = Puzzle::from(puzzle.given_values());
            assert_eq!(verdicts.whole, Verdict::of(&puzzle, PuzzleVerdicts::NODES), "{puzzle}");
            match verdicts.givens {
                Some(verdict) => assert_eq!(verdict, Verdict::of(&givens, PuzzleVerdicts::NODES), "{puzzle}"),
                None => assert!(puzzle.givens().is_empty() && puzzle != givens),
            }
        }
        assert_eq!(PuzzleVerdicts::of(&with(&sample, right)).whole.status(), Status::Unique);
    }
}
