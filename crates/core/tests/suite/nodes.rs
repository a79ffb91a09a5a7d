//! Checks the number of nodes that both engines use, which must be the same on every backend and every
//! machine.
//!
//! If these numbers change, a search has changed. If that was intended, update them and say so in the commit
//! message.

use veridoku_core::batch;
use veridoku_core::solve::{self, Backend, Limits};
use veridoku_core::{Cell, Digit, Grid};

/// Returns three lists: puzzles of every difficulty, their variants with one clue removed (which usually have
/// many solutions), and their variants with one wrong clue (most of which have no solution).
fn puzzles() -> [Vec<Grid>; 3] {
    let lines = include_str!("../../testdata/rated.txt").lines().filter(|line| !line.starts_with('#'));
    let unique: Vec<Grid> = lines.map(|line| line[..81].parse().unwrap()).collect();
    let changed = |change: fn(Digit) -> Option<Digit>| {
        let variants = |&puzzle: &Grid| {
            let clues = Cell::all().filter_map(move |cell| Some((cell, puzzle.get(cell)?)));
            clues.map(move |(cell, digit)| {
                let mut puzzle = puzzle;
                puzzle.set(cell, change(digit));
                puzzle
            })
        };
        unique.iter().flat_map(variants).collect()
    };
    [unique.clone(), changed(|_| None), changed(|digit| Digit::from_index((digit.index() + 1) % 9))]
}

#[test]
fn every_backend_uses_the_expected_number_of_nodes() {
    let [mut singly, mut in_bulk] = [Vec::new(), Vec::new()];
    for backend in Backend::ALL {
        if let Some(mut solver) = solve::Solver::with_backend(backend) {
            let mut nodes = |puzzle: &Grid| solver.search(puzzle, Limits::UNIQUE).nodes;
            singly.push((backend, puzzles().map(|puzzles| puzzles.iter().map(&mut nodes).sum::<u64>())));
        }
        if let Some(solver) = batch::Solver::with_backend(backend) {
            let (mut solver, mut answers) = (solver.with_min_batch_size(0), Vec::new());
            let sums = puzzles().map(|puzzles| {
                solver.solve(&puzzles, Limits::UNIQUE, &mut answers);
                answers.iter().map(|answer| answer.nodes).sum::<u64>()
            });
            in_bulk.push((backend, sums));
        }
    }
    assert!(singly.len() > 1 || cfg!(not(any(target_arch = "x86_64", target_arch = "aarch64"))));
    for (backend, nodes) in singly {
        assert_eq!(nodes, [241, 8891, 2486], "one at a time, {}", backend.name());
    }
    for (backend, nodes) in in_bulk {
        assert_eq!(nodes, [223, 8140, 2333], "in bulk, {}", backend.name());
    }
}
