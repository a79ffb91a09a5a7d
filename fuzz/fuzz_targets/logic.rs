//! No finder of the hint ladder panics on any position, and every step it finds is true of every solution.
//!
//! The first byte selects the kind of position. The other bytes are pairs of cell and digit that list
//! candidates:
//!
//! | first byte | position |
//! |---|---|
//! | below 64 | the listed candidates and no others, usually contradictory |
//! | 64 to 127 | a sukaku: the candidates of a solved grid plus the listed ones, with one or more solutions |
//! | 128 or more | a hard puzzle without the listed candidates, except those of its solution |

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::ops::ControlFlow;
use veridoku_core::{Board, Candidate, CandidateSet, Cell, Digit, Grid, Puzzle, solve};
use veridoku_logic::{
    AllSteps, FinderContext, Position, SearchOptions, TECHNIQUES, Uniqueness, UniquenessNeed, Usage,
};

use veridoku_core::SAMPLE_SOLUTION as SOLVED;

const HARD: [&str; 3] = [
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
];

/// Returns the candidates of a solution.
fn solution_candidates(solution: &Grid) -> CandidateSet {
    solution.values().map(|(cell, digit)| Candidate::new(cell, digit)).collect()
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let listed: CandidateSet = rest
        .chunks_exact(2)
        .map(|pair| {
            let cell = Cell::from_index(usize::from(pair[0]) % Cell::COUNT).unwrap();
            Candidate::new(cell, Digit::from_index(usize::from(pair[1]) % Digit::COUNT).unwrap())
        })
        .collect();
    let puzzle = match first {
        0..64 => Puzzle::from(&listed),
        64..128 => Puzzle::from(&(solution_candidates(&SOLVED.parse().unwrap()) | listed)),
        _ => {
            let puzzle: Puzzle = HARD[usize::from(first) % HARD.len()].parse().unwrap();
            let Some(solution) = solve::unique_solution(&puzzle) else {
                panic!("no unique solution: {puzzle}")
            };
            let candidates = *Board::new(&puzzle).unwrap().candidates();
            puzzle.with_candidates(&(candidates - (listed - solution_candidates(&solution))))
        }
    };
    let solutions: Vec<Grid> = solve::solutions(&puzzle).take(2).collect();
    // Uniqueness techniques are valid only if the givens have a unique solution: a sukaku may lack candidates
    // of a deadly pattern. Without any solution, no step can be wrong, so every finder may run but must end.
    let unique_by_givens = first >= 128 || solutions.is_empty();
    let uniqueness = if unique_by_givens { Uniqueness::Known } else { Uniqueness::Unknown };
    let candidates = puzzle.candidates();
    let position = Position::from_parts(*puzzle.values(), puzzle.givens(), &candidates, uniqueness);
    let context = FinderContext::new(&position, SearchOptions { budget: 1_000, ..SearchOptions::default() });
    for entry in TECHNIQUES.iter().filter(|entry| entry.usage != Usage::Request) {
        if uniqueness == Uniqueness::Unknown && entry.uniqueness == UniquenessNeed::Needed {
            continue;
        }
        let mut all = AllSteps::default();
        let _: ControlFlow<()> = entry.technique.finder()(&context, &mut all);
        for step in &all.0 {
            assert!(step.is_useful(&position), "{step:?}");
            for solution in &solutions {
                let holds = |candidate: Candidate| solution.get(candidate.cell()) == Some(candidate.digit());
                assert!(step.placements.iter().all(holds), "{step:?} {puzzle:?}");
                assert!(!step.eliminations.iter().any(holds), "{step:?} {puzzle:?}");
            }
        }
    }
});
