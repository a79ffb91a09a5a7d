//! The solvers on the puzzle collections in `VERIDOKU_DATA` or `../shared/data`.
//!
//! The collections are not part of the repository. Each test takes puzzles at even distances from
//! each file: many for the solvers that are up to them, few and with a budget for the others. With
//! `VERIDOKU_WHOLE_SETS` set, the strong solvers take every puzzle (use `--release`).

use crate::{agrees, puzzle, reference};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use veridoku_classic::{ALGORITHMS, Algorithm};
use veridoku_core::Puzzle;

/// The files, and how many of their puzzles the strong solvers take unless they take all.
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

/// The folder of the collections, if it is on this machine.
fn folder() -> Option<PathBuf> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"));
    let folder = env::var_os("VERIDOKU_DATA").map_or_else(beside, PathBuf::from).join("puzzles");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: neither VERIDOKU_DATA nor ../shared/data has the puzzle sets");
    None
}

/// About `count` puzzles at even distances from a file.
fn sample(folder: &Path, file: &str, count: usize) -> Vec<Puzzle> {
    let text = fs::read_to_string(folder.join(file)).unwrap();
    let is_puzzle = |line: &&str| !line.starts_with('#') && line.len() >= 81;
    let lines: Vec<&str> = text.lines().filter(is_puzzle).collect();
    let step = (lines.len() / count).max(1);
    lines.into_iter().step_by(step).map(|line| puzzle(&line[..81])).collect()
}

/// Runs the named solvers over the puzzles, on all processors; how many runs ran out of budget.
fn unfinished(names: &[&str], puzzles: &[Puzzle], budget: u64) -> usize {
    let algorithms: Vec<_> = names.iter().map(|name| Algorithm::by_name(name).unwrap()).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let check = |puzzle: &Puzzle| {
        let expected = reference::solutions(puzzle, 2);
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
fn strong_solvers_agree_on_all_sets() {
    let Some(folder) = folder() else { return };
    let whole = env::var_os("VERIDOKU_WHOLE_SETS").is_some();
    for (file, count) in SETS {
        let puzzles = sample(&folder, file, if whole { usize::MAX } else { count });
        assert!(puzzles.len() >= count, "{file} has {} puzzles", puzzles.len());
        let unfinished = unfinished(&["norvig", "dlx", "fast"], &puzzles, 1_000_000);
        println!("{file}: {} puzzles, {unfinished} runs out of budget", puzzles.len());
        assert_eq!(unfinished, 0, "{file}");
    }
}

#[test]
fn fewest_candidates_first_agrees_on_all_sets() {
    let Some(folder) = folder() else { return };
    for (file, _) in SETS {
        let puzzles = sample(&folder, file, 30);
        let unfinished = unfinished(&["mrv"], &puzzles, 100_000);
        println!("{file}: {} puzzles, {unfinished} runs out of budget", puzzles.len());
        assert!(unfinished < puzzles.len() / 2, "{file}: {unfinished} of {}", puzzles.len());
    }
}

#[test]
fn blind_solvers_agree_as_far_as_they_get() {
    let Some(folder) = folder() else { return };
    let names: Vec<_> = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
    let blind = &names[1..9];
    for (file, _) in SETS {
        let puzzles = sample(&folder, file, 8);
        let budget = if file == "easy_100k.txt" { 5_000_000 } else { 50_000 };
        let unfinished = unfinished(blind, &puzzles, budget);
        println!("{file}: {} puzzles, {unfinished} runs out of budget", puzzles.len());
        assert!(unfinished == 0 || file != "easy_100k.txt", "{file}: {unfinished}");
    }
}
