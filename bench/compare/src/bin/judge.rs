//! Generated puzzles judged by an engine that did not make them, the crate `sudoku`.
//!
//! ```text
//! lines on standard input ──▶ one solution? half a turn the same? so many clues? none twice?
//! ```
//!
//! It stops at the first line that is not as asked: `judge LOW HIGH < puzzles.txt` for puzzles of LOW to HIGH clues whose
//! clues lie the same after half a turn.

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
        assert!(puzzle.is_uniquely_solvable(), "{line}: not exactly one solution");
        let numbers = puzzle.to_bytes();
        let is_turned = numbers.iter().zip(numbers.iter().rev()).all(|(one, other)| (*one == 0) == (*other == 0));
        assert!(is_turned, "{line}: the clues lie otherwise after half a turn");
        let clues = numbers.iter().filter(|&&number| number != 0).count();
        assert!((low..=high).contains(&clues), "{line}: {clues} clues");
        assert!(seen.insert(numbers), "{line}: there already");
        *clues_of.entry(clues).or_default() += 1;
    }
    println!("{} puzzles as asked", seen.len());
    for (clues, count) in clues_of {
        println!("{clues} clues {count:8}");
    }
    Ok(())
}
