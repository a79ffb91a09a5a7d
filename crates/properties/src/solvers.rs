//! All textbook solvers that finish within their budget agree with the engine on any board.
//!
//! The first byte selects the kind of board. The other bytes are pairs of cell and digit:
//!
//! | first byte | board |
//! |---|---|
//! | below 64 | an empty grid with these values written into it |
//! | 64 to 127 | a solved grid in which most pairs clear their cell and the others write their digit |
//! | 128 or more | a sukaku: the candidates of a solved grid, with most pairs added and the others removed |

use crate::pairs;
use veridoku_classic::{ALGORITHMS, RunOutcome};
use veridoku_core::solve::{self, Limits};
use veridoku_core::{Candidate, CandidateSet, Grid, Puzzle, SAMPLE_SOLUTION};

const BUDGET: u64 = 1_000;

pub(crate) fn check(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let pairs = pairs::candidates(rest);
    let solved: Grid = SAMPLE_SOLUTION.parse().expect("the sample has a solution");
    let puzzle = if first > 127 {
        let mut candidates: CandidateSet =
            solved.values().map(|(cell, digit)| Candidate::new(cell, digit)).collect();
        for (candidate, byte) in pairs {
            if byte < 240 {
                candidates.insert(candidate);
            } else {
                candidates.remove(candidate);
            }
        }
        Puzzle::from(&candidates)
    } else {
        let mut grid = if first > 63 { solved } else { Grid::EMPTY };
        for (candidate, byte) in pairs {
            grid.set(candidate.cell(), (first <= 63 || byte > 200).then_some(candidate.digit()));
        }
        Puzzle::from(grid)
    };
    let truth = solve::search(&puzzle, Limits::UNIQUE);
    if let Some(solution) = &truth.first {
        assert!(solution.is_solved() && puzzle.values().is_part_of(solution));
    }
    for algorithm in &ALGORITHMS {
        match (algorithm.solve_up_to(&puzzle, 2, BUDGET), truth.count) {
            (RunOutcome::OutOfBudget { .. }, _) | (RunOutcome::None, 0) => {}
            (RunOutcome::Unique(found), 1) => assert_eq!(Some(&found), truth.unique()),
            (RunOutcome::Multiple { solutions: [one, two], .. }, 2) => {
                assert!(one != two && one.is_solved() && two.is_solved());
            }
            (answer, _) => panic!("{}: found {answer:?}, expected {truth:?}: {puzzle:?}", algorithm.name),
        }
    }
}
