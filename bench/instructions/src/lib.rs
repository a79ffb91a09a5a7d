//! What `benches/engines.rs` counts the instructions of: a few fixed puzzles in many dresses.

use veridoku_core::Grid;
use veridoku_core::batch;
use veridoku_core::solve::{self, Backend, Limits};
use veridoku_core::text::Reader;

/// An easy puzzle, one with 17 clues and one of the hardest, by Royle and by Arto Inkala.
const PUZZLES: [&str; 3] = [
    veridoku_core::SAMPLE,
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
];

/// A text of so many lines: the puzzle with this number, its digits renamed in turn.
pub fn text(number: usize, lines: usize) -> Vec<u8> {
    let renamed = |shift: usize| {
        PUZZLES[number].bytes().map(move |byte| match byte {
            b'1'..=b'9' => b'1' + (byte - b'1' + shift as u8) % 9,
            blank => blank,
        })
    };
    (0..lines).flat_map(|line| renamed(line % 9).chain([b'\n'])).collect()
}

/// Reads lines.
pub fn read(text: &[u8]) -> Vec<Grid> {
    let mut reader = Reader::new();
    reader.push(text);
    let mut grids = Vec::new();
    while reader.take_plain(usize::MAX, &mut grids).is_some() {}
    grids
}

/// Solves one at a time; gives the number of nodes.
pub fn solve_single(backend: Backend, puzzles: &[Grid]) -> u64 {
    let mut solver = solve::Solver::with_backend(backend).expect("the backend is available");
    puzzles.iter().map(|puzzle| solver.search(puzzle, Limits::UNIQUE).nodes).sum()
}

/// Solves many at once; gives the number of nodes.
pub fn solve_bulk(backend: Backend, puzzles: &[Grid]) -> u64 {
    let solver = batch::Solver::with_backend(backend).expect("the backend is available");
    let mut answers = Vec::new();
    solver.with_min_batch_size(0).solve(puzzles, Limits::UNIQUE, &mut answers);
    assert!(answers.iter().all(|answer| answer.count == 1), "the puzzles are unique");
    answers.iter().map(|answer| answer.nodes).sum()
}
