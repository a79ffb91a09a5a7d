//! Checks generated puzzles with an independent engine, the crate `sudoku`.
//!
//! ```text
//! standard input ──▶ unique solution? half-turn symmetry? LOW to HIGH clues? no duplicates?
//! ```
//!
//! `judge LOW HIGH < puzzles.txt` panics at the first line that fails one of these checks.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, BufRead};
use sudoku::Sudoku;

fn main() -> io::Result<()> {
    let mut bounds = std::env::args().skip(1).filter_map(|text| text.parse::<usize>().ok());
    let (low, high) = (bounds.next().unwrap_or(17), bounds.next().unwrap_or(81));
    let (mut seen, mut clues_of) = (HashSet::new(), BTreeMap::<usize, u64>::new());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let puzzle = Sudoku::from_str_line(&line).unwrap_or_else(|error| panic!("{line}: {error:?}"));
        assert!(puzzle.is_uniquely_solvable(), "{line}: does not have exactly one solution");
        let numbers = puzzle.to_bytes();
        let is_symmetric =
            numbers.iter().zip(numbers.iter().rev()).all(|(one, other)| (*one == 0) == (*other == 0));
        assert!(is_symmetric, "{line}: the clue pattern is not symmetric under a half turn");
        let clues = numbers.iter().filter(|&&number| number != 0).count();
        assert!((low..=high).contains(&clues), "{line}: {clues} clues, expected {low} to {high}");
        assert!(seen.insert(numbers), "{line}: duplicate");
        *clues_of.entry(clues).or_default() += 1;
    }
    println!("{} puzzles pass all checks", seen.len());
    for (clues, count) in clues_of {
        println!("{clues} clues {count:8}");
    }
    Ok(())
}
