//! What one long search among many short ones costs: when the answers of a stream come back, with and without it.
//!
//! ```sh
//! cargo run --release -p veridoku-gpu --example gpu_adversary -- FILE PUZZLE LIMIT
//! ```
//!
//! A million puzzles of the file, 81 characters a line, go to the GPUs in batches of 8,192; the puzzle takes the place of one
//! in the first batch. Answers are those up to so many solutions; that to the puzzle is compared with the CPU's, and it
//! ends with an error if they differ, or if a batch is missing.

use std::time::{Duration, Instant};
use veridoku_core::Grid;
use veridoku_core::batch::{Answer, BatchSource, PuzzleBatch};
use veridoku_core::solve::{self, End, Limits};
use veridoku_gpu::Solver;

/// The puzzles of a batch.
const PORTION: usize = 1 << 13;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, puzzle, limit] = &arguments[..] else { return Err("expected FILE PUZZLE LIMIT".into()) };
    let text = std::fs::read_to_string(file)?;
    let set: Vec<Grid> = text.lines().filter_map(|line| line.get(..81)?.parse().ok()).collect();
    let mut puzzles: Vec<Grid> = set.into_iter().cycle().take(1 << 20).collect();
    let puzzle: Grid = puzzle.parse()?;
    let limits = Limits::solutions(limit.parse()?);
    let mut gpu = Solver::new()?;
    for round in ["memory allocated", "without", "without", "with", "with", "with"] {
        if round == "with" {
            puzzles[PORTION / 2] = puzzle;
        }
        let mut watch = Watch { puzzles: &puzzles, start: Instant::now(), back: Vec::new(), hard: None };
        gpu.stream(&mut watch, limits)?;
        if watch.back.len() != puzzles.len() / PORTION {
            return Err("a batch did not come back".into());
        }
        watch.back.sort();
        let [.., last_but_one, last] = watch.back[..] else { return Err("too few batches".into()) };
        println!("{round}: {} batches, last but one {last_but_one:?}, last {last:?}", watch.back.len());
        if let (Some(answer), "with") = (watch.hard, round) {
            println!("    {} solutions, {} nodes, {:?}", answer.count, answer.nodes, answer.end);
            let start = Instant::now();
            let cpu = solve::search(&puzzle, limits.with_nodes(100_000_000));
            println!("    one thread of the CPU: {} nodes in {:?}", cpu.nodes, start.elapsed());
            if cpu.end != End::NodeBudget && (cpu.count, cpu.end) != (answer.count, answer.end) {
                return Err("the CPU has another answer".into());
            }
        }
    }
    Ok(())
}

/// Hands puzzles out, and notes when they come back.
struct Watch<'p> {
    puzzles: &'p [Grid],
    start: Instant,
    back: Vec<Duration>,
    /// The answer in the middle of the first batch.
    hard: Option<Answer>,
}

impl<'p> BatchSource<'p, Grid> for Watch<'p> {
    fn next(&mut self) -> Option<PuzzleBatch<'p, Grid>> {
        let (batch, rest) = self.puzzles.split_at_checked(PORTION)?;
        self.puzzles = rest;
        Some(PuzzleBatch::owned(batch.to_vec(), Vec::new()))
    }

    fn done(&mut self, number: usize, batch: PuzzleBatch<'p, Grid>) {
        self.back.push(self.start.elapsed());
        if number == 0 {
            self.hard = Some(batch.answers()[PORTION / 2]);
        }
    }
}
