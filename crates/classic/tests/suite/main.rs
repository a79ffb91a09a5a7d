//! A test suite that runs every solver on the same data.
//!
//! | file | content |
//! |---|---|
//! | `cases.rs`, `cases.txt` | hand-made puzzles of every kind |
//! | `data_sets.rs` | the puzzle sets: their samples, or whole |
//! | `random.rs` | random puzzles with explicit candidates |
//! | `counts.rs` | the numbers of calls, both published and measured here |
//! | `events.rs` | the rules that every trace follows |
//! | `observers.rs` | counting and budgets |
//! | `traces.rs` | recordings |
//! | `leetcode.rs` | the solution for LeetCode |
//!
//! The expected results come from `testdata/reference.rs`, the naive solver that all crates share.

mod cases;
mod counts;
mod data_sets;
mod events;
mod leetcode;
mod observers;
mod random;
#[path = "../../testdata/reference.rs"]
mod reference;
#[path = "../../testdata/sets.rs"]
mod sets;
mod traces;

use veridoku_classic::{Algorithm, RunOutcome};
use veridoku_core::{Grid, Puzzle};

use veridoku_core::SAMPLE;

/// Parses a puzzle of 81 characters or 729 candidates.
fn puzzle(text: &str) -> Puzzle {
    match text.len() {
        729 => Puzzle::from(&text.parse().unwrap()),
        _ => Puzzle::from(text.parse::<Grid>().unwrap()),
    }
}

/// Returns the first `limit` solutions of a puzzle according to the reference solver.
fn expected(puzzle: &Puzzle, limit: usize) -> Vec<Grid> {
    reference::naive(&puzzle.candidates(), limit)
}

/// Compares the result of a solver, up to two solutions, with the reference. Returns whether the solver
/// finished within its budget.
fn agrees(algorithm: &Algorithm, puzzle: &Puzzle, expected: &[Grid], budget: u64) -> bool {
    let name = algorithm.name;
    match algorithm.solve_up_to(puzzle, 2, budget) {
        RunOutcome::None => assert_eq!(expected, [], "{name} finds none: {puzzle:?}"),
        RunOutcome::Unique(solution) => assert_eq!(expected, [solution], "{name}: {puzzle:?}"),
        RunOutcome::Multiple { solutions: [one, two], count, .. } => {
            assert_eq!((expected.len(), count), (2, 2), "{name} finds two: {puzzle:?}");
            assert_ne!(one, two, "{name}: {puzzle:?}");
            assert!(solves(puzzle, &one) && solves(puzzle, &two), "{name}: {puzzle:?}");
        }
        RunOutcome::OutOfBudget { found } => {
            assert!(found.is_none_or(|solution| solves(puzzle, &solution)), "{name}: {puzzle:?}");
            return false;
        }
        RunOutcome::First(_) => panic!("{name} stops before the limit: {puzzle:?}"),
    }
    true
}

/// Reports whether the grid is solved and consistent with the values and candidates of the puzzle.
fn solves(puzzle: &Puzzle, solution: &Grid) -> bool {
    let candidates = puzzle.candidates();
    solution.is_solved() && solution.values().all(|(cell, digit)| candidates.digits(cell).contains(digit))
}
