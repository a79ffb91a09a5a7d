//! No finder of the ladder of hints falls over any position, and what it says is true of every solution.
//!
//! The first byte chooses what the others, pairs of cell and digit, do:
//!
//! | first byte | position |
//! |---|---|
//! | below 64 | these candidates and no others: mostly nonsense |
//! | below 128 | the candidates of a solved grid and these: a sukaku, with one solution or with several |
//! | others | a hard puzzle without these candidates, but for those of its solution |

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::ops::ControlFlow;
use veridoku_core::solve::{self, Solved};
use veridoku_core::{Board, Candidate, CandidateSet, Cell, Digit, Grid, Puzzle};
use veridoku_logic::{All, Position, FinderContext, SearchOptions, TECHNIQUES, Uniqueness, UniquenessNeed, Usage};

use veridoku_core::SAMPLE_SOLUTION as SOLVED;

const HARD: [&str; 3] = [
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
];

fn truth(solution: &Grid) -> CandidateSet {
    solution.values().map(|(cell, digit)| Candidate::new(cell, digit)).collect()
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let named: CandidateSet = rest
        .chunks_exact(2)
        .map(|pair| {
            let cell = Cell::from_index(usize::from(pair[0]) % Cell::COUNT).unwrap();
            Candidate::new(cell, Digit::from_index(usize::from(pair[1]) % Digit::COUNT).unwrap())
        })
        .collect();
    let puzzle = match first {
        0..64 => Puzzle::from(&named),
        64..128 => Puzzle::from(&(truth(&SOLVED.parse().unwrap()) | named)),
        _ => {
            let puzzle: Puzzle = HARD[usize::from(first) % HARD.len()].parse().unwrap();
            let Solved::Unique(solution) = solve::solve(&puzzle) else { panic!("a puzzle: {puzzle}") };
            let candidates = *Board::new(&puzzle).unwrap().candidates();
            puzzle.with_candidates(&(candidates - (named - truth(&solution))))
        }
    };
    let solutions: Vec<Grid> = match solve::solve(&puzzle) {
        Solved::None => Vec::new(),
        Solved::Unique(one) => vec![one],
        Solved::Multiple(one, two) => vec![one, two],
    };
    // Only givens make a solution unique: a sukaku may lack candidates that a deadly pattern would need. Where
    // there is no solution nothing can be wrong: all finders may run, and must come to an end.
    let unique_by_givens = first >= 128 || solutions.is_empty();
    let uniqueness = if unique_by_givens { Uniqueness::Known } else { Uniqueness::Unknown };
    let candidates = puzzle.candidates();
    let position = Position::from_parts(*puzzle.values(), puzzle.givens(), &candidates, uniqueness);
    let context = FinderContext::new(&position, SearchOptions { budget: 1_000, ..SearchOptions::default() });
    for entry in TECHNIQUES.iter().filter(|entry| entry.usage != Usage::Request) {
        if uniqueness == Uniqueness::Unknown && entry.uniqueness == UniquenessNeed::Needed {
            continue;
        }
        let mut all = All::default();
        let _: ControlFlow<()> = (entry.finder)(&context, &mut all);
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
