//! Runs the solvers on the puzzle sets: the samples in `testdata`, or the whole sets in `VERIDOKU_DATA`.
//!
//! Each test takes evenly spaced puzzles from each file. The fast solvers run on many of them; the others run
//! on a few, with a limited budget. With `VERIDOKU_WHOLE_SETS=1`, the fast solvers solve every puzzle of
//! every file. If the value is the name of a file, they solve every puzzle of that file. In both cases, use
//! `--release`.

use crate::{agrees, expected, sets};
use std::env;
use std::thread;
use veridoku_classic::{ALGORITHMS, Algorithm};
use veridoku_core::Puzzle;

/// The files, and how many of their puzzles the fast solvers solve by default; a sample may have fewer.
const SETS: [(&str, usize); 8] = [
    ("17_clue.txt", 2000),
    ("easy_100k.txt", 3000),
    ("forum_hardest_1106.txt", 75),
    ("forum_hardest_11plus.txt", 150),
    ("magictour_top1465.txt", 290),
    ("minimal_100k.txt", 3000),
    ("mostly_unsolvable_100k.txt", 3000),
    ("serg_benchmark.txt", 1000),
];

/// Returns about `count` evenly spaced puzzles of a file, or all if there are fewer.
fn sample(file: &str, count: usize) -> Vec<Puzzle> {
    let grids = sets::puzzles(file);
    assert!(!grids.is_empty(), "{file} has no puzzles");
    let step = (grids.len() / count).max(1);
    grids.into_iter().step_by(step).map(Puzzle::from).collect()
}

/// Runs the named solvers on the puzzles in parallel, and returns how many runs exhausted their budget.
fn unfinished(names: &[&str], puzzles: &[Puzzle], budget: u64) -> usize {
    let algorithms: Vec<_> = names.iter().map(|name| Algorithm::by_name(name).unwrap()).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let check = |puzzle: &Puzzle| {
        let expected = expected(puzzle, 2);
        algorithms.iter().filter(|algorithm| !agrees(algorithm, puzzle, &expected, budget)).count()
    };
    thread::scope(|scope| {
        let parts = puzzles.chunks(puzzles.len().div_ceil(threads));
        let parts: Vec<_> =
            parts.map(|part| scope.spawn(move || part.iter().map(check).sum::<usize>())).collect();
        parts.into_iter().map(|part| part.join().unwrap()).sum()
    })
}

#[test]
fn fast_solvers_agree_on_all_sets() {
    let whole = env::var("VERIDOKU_WHOLE_SETS").unwrap_or_default();
    for (file, count) in SETS {
        let count_wanted = if whole == "1" || whole == file { usize::MAX } else { count };
        let puzzles = sample(file, count_wanted);
        let is_whole = sets::whole_sets().is_some();
        assert!(puzzles.len() >= count || !is_whole, "{file} has {} puzzles", puzzles.len());
        let unfinished = unfinished(&["norvig", "dlx", "fast"], &puzzles, 1_000_000);
        println!("{file}: {} puzzles, {unfinished} runs out of budget", puzzles.len());
        assert_eq!(unfinished, 0, "{file}");
    }
}

#[test]
fn fewest_candidates_first_agrees_on_all_sets() {
    for (file, _) in SETS {
        let puzzles = sample(file, 30);
        let unfinished = unfinished(&["mrv"], &puzzles, 100_000);
        println!("{file}: {} puzzles, {unfinished} runs out of budget", puzzles.len());
        assert!(unfinished < puzzles.len() / 2, "{file}: {unfinished} of {}", puzzles.len());
    }
}

#[test]
fn slow_solvers_agree_within_their_budget() {
    let names: Vec<_> = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
    let slow = &names[1..9];
    for (file, _) in SETS {
        let puzzles = sample(file, 8);
        let budget = if file == "easy_100k.txt" { 5_000_000 } else { 50_000 };
        let unfinished = unfinished(slow, &puzzles, budget);
        println!("{file}: {} puzzles, {unfinished} runs out of budget", puzzles.len());
        assert!(unfinished == 0 || file != "easy_100k.txt", "{file}: {unfinished}");
    }
}
