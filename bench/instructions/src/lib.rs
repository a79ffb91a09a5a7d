//! The functions and puzzles that `benches/engines.rs` measures.
//!
//! The input is a few fixed puzzles, repeated with their digits renamed.

use veridoku_core::Grid;
use veridoku_core::batch;
use veridoku_core::solve::{self, Backend, Limits};
use veridoku_formats::Reader;

/// An easy puzzle, a 17-clue puzzle from Gordon Royle's list, and one of the hardest, by Arto Inkala.
const PUZZLES: [&str; 3] = [
    veridoku_core::SAMPLE,
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
];

/// Returns a string of `lines` lines: puzzle `index` of `PUZZLES` with its digits rotated line by line.
pub fn text(index: usize, lines: usize) -> Vec<u8> {
    let renamed = |shift: usize| {
        PUZZLES[index].bytes().map(move |byte| match byte {
            b'1'..=b'9' => b'1' + (byte - b'1' + shift as u8) % 9,
            blank => blank,
        })
    };
    (0..lines).flat_map(|line| renamed(line % 9).chain([b'\n'])).collect()
}

/// Parses the lines of a string into grids.
pub fn read(text: &[u8]) -> Vec<Grid> {
    let mut reader = Reader::new();
    reader.push(text);
    let mut grids = Vec::new();
    while reader.take_plain(usize::MAX, &mut grids).is_some() {}
    grids
}

/// Solves the puzzles one at a time and returns the total number of nodes.
pub fn solve_single(backend: Backend, puzzles: &[Grid]) -> u64 {
    let mut solver = solve::Solver::with_backend(backend).expect("the backend is available");
    puzzles.iter().map(|puzzle| solver.search(puzzle, Limits::UNIQUE).nodes).sum()
}

/// Solves the puzzles with the bulk engine and returns the total number of nodes.
pub fn solve_bulk(backend: Backend, puzzles: &[Grid]) -> u64 {
    let solver = batch::Solver::with_backend(backend).expect("the backend is available");
    let mut answers = Vec::new();
    solver.with_min_batch_size(0).solve(puzzles, Limits::UNIQUE, &mut answers);
    assert!(answers.iter().all(|answer| answer.count == 1), "every puzzle has a unique solution");
    answers.iter().map(|answer| answer.nodes).sum()
}
