//! No finder of the hint ladder panics on any position, and every step it finds is true of every solution.
//!
//! The first byte selects the kind of position, the second one the technique: running all of them takes a
//! hundred times as long. The other bytes are pairs of cell and digit that list candidates:
//!
//! | first byte | position |
//! |---|---|
//! | below 64 | the listed candidates and no others, usually contradictory |
//! | 64 to 127 | a sukaku: the candidates of a solved grid plus the listed ones, with one or more solutions |
//! | 128 or more | a hard puzzle without the listed candidates, except those of its solution |
//!
//! Bit 5 of the first byte selects the options for hints instead of the default ones.

use crate::pairs;
use std::ops::ControlFlow;
use veridoku_core::{Board, Candidate, CandidateSet, Grid, Puzzle, SAMPLE_SOLUTION, solve};
use veridoku_logic::{
    AllSteps, FinderContext, Position, SearchOptions, TECHNIQUES, Uniqueness, UniquenessNeed, Usage,
};

/// The maximum number of choices in a search.
const BUDGET: u64 = 200;
/// The maximum number of listed candidates.
const LISTED: usize = 400;

const HARD: [&str; 3] = [
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
];

pub(crate) fn check(bytes: &[u8]) {
    let &[kind, technique, ref rest @ ..] = bytes else { return };
    let techniques = TECHNIQUES.iter().filter(|entry| entry.usage != Usage::Request);
    let Some(entry) = techniques.cycle().nth(usize::from(technique)) else { return };
    let listed: CandidateSet = pairs::candidates(rest).take(LISTED).map(|(candidate, _)| candidate).collect();
    let puzzle = match kind {
        0..64 => Puzzle::from(&listed),
        64..128 => {
            let solution: Grid = SAMPLE_SOLUTION.parse().expect("the sample has a solution");
            Puzzle::from(&(solution_candidates(&solution) | listed))
        }
        _ => {
            let puzzle: Puzzle = HARD[usize::from(kind) % HARD.len()].parse().expect("a puzzle");
            let solution = solve::unique_solution(&puzzle).expect("a unique solution");
            let candidates = *Board::new(&puzzle).expect("no contradiction").candidates();
            puzzle.with_candidates(&(candidates - (listed - solution_candidates(&solution))))
        }
    };
    let solutions: Vec<Grid> = solve::solutions(&puzzle).take(2).collect();
    // Uniqueness techniques are valid only if the givens have a unique solution: a sukaku may lack candidates
    // of a deadly pattern. Without any solution, no step can be wrong, so every finder may run but must end.
    let unique_by_givens = kind >= 128 || solutions.is_empty();
    let uniqueness = if unique_by_givens { Uniqueness::Known } else { Uniqueness::Unknown };
    if uniqueness == Uniqueness::Unknown && entry.uniqueness == UniquenessNeed::Needed {
        return;
    }
    let candidates = puzzle.candidates();
    let position = Position::from_parts(*puzzle.values(), puzzle.givens(), &candidates, uniqueness);
    let options = if kind & 0x20 == 0 { SearchOptions::default() } else { SearchOptions::teacher() };
    let context = FinderContext::new(&position, SearchOptions { budget: BUDGET, ..options });
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

/// Returns the candidates of a solution.
fn solution_candidates(solution: &Grid) -> CandidateSet {
    solution.values().map(|(cell, digit)| Candidate::new(cell, digit)).collect()
}
