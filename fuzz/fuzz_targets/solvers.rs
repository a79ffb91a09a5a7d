//! All textbook solvers that finish within their budget agree with the engine on any board.
//!
//! The first byte selects the kind of board. The other bytes are pairs of cell and digit:
//!
//! | first byte | board |
//! |---|---|
//! | below 64 | an empty grid with these values written into it |
//! | 64 to 127 | a solved grid in which most pairs clear their cell and the others write their digit |
//! | 128 or more | a sukaku: the candidates of a solved grid, with most pairs added and the others removed |

#![no_main]

use libfuzzer_sys::fuzz_target;
use veridoku_classic::{ALGORITHMS, RunOutcome};
use veridoku_core::solve::{self, Limits};
use veridoku_core::{Candidate, CandidateSet, Cell, Digit, Grid, Puzzle};

use veridoku_core::SAMPLE_SOLUTION as SOLVED;
const BUDGET: u64 = 1_000;

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let pairs = rest.chunks_exact(2).map(|pair| {
        (
            Cell::from_index(pair[0] as usize % 81).unwrap(),
            Digit::from_index(pair[1] as usize % 9).unwrap(),
            pair[1],
        )
    });
    let solved: Grid = SOLVED.parse().unwrap();
    let puzzle = if first > 127 {
        let mut candidates: CandidateSet =
            solved.values().map(|(cell, digit)| Candidate::new(cell, digit)).collect();
        for (cell, digit, byte) in pairs {
            if byte < 240 {
                candidates.insert(Candidate::new(cell, digit));
            } else {
                candidates.remove(Candidate::new(cell, digit));
            }
        }
        Puzzle::from(&candidates)
    } else {
        let mut grid = if first > 63 { solved } else { Grid::EMPTY };
        for (cell, digit, byte) in pairs {
            grid.set(cell, (first <= 63 || byte > 200).then_some(digit));
        }
        Puzzle::from(grid)
    };
    let truth = solve::search(&puzzle, Limits::UNIQUE);
    if let Some(solution) = &truth.first {
        assert!(solution.is_solved() && puzzle.values().is_part_of(solution));
    }
    for algorithm in &ALGORITHMS {
        match (algorithm.solve_up_to(&puzzle, 2, BUDGET), truth.count) {
            (RunOutcome::OutOfBudget { .. }, _) => {}
            (RunOutcome::None, 0) => {}
            (RunOutcome::Unique(found), 1) => assert_eq!(Some(&found), truth.unique()),
            (RunOutcome::Multiple { solutions: [one, two], .. }, 2) => {
                assert!(one != two && one.is_solved() && two.is_solved());
            }
            (answer, _) => panic!("{}: found {answer:?}, expected {truth:?}: {puzzle:?}", algorithm.name),
        }
    }
});
