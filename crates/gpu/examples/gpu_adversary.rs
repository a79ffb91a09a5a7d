//! Measures how much one long search delays many short ones, by comparing when the answers of a stream
//! arrive with and without the long search.
//!
//! ```sh
//! cargo run --release -p veridoku-gpu --example gpu_adversary -- FILE PUZZLE LIMIT
//! ```
//!
//! The program sends a million puzzles from FILE (81 characters per line) to the GPUs, in batches of 8,192.
//! PUZZLE replaces one puzzle of the first batch. LIMIT is the maximum number of solutions per puzzle. The
//! program compares the answer to PUZZLE with that of the CPU, and fails if the two differ or if a batch is
//! missing.

use std::time::{Duration, Instant};
use veridoku_core::Grid;
use veridoku_core::batch::{BatchSource, PuzzleBatch};
use veridoku_core::solve::{self, End, Limits, SearchResult};
use veridoku_gpu::Solver;

/// Number of puzzles per batch.
const BATCH_SIZE: usize = 1 << 13;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, puzzle, limit] = &arguments[..] else { return Err("expected FILE PUZZLE LIMIT".into()) };
    let text = std::fs::read_to_string(file)?;
    let set: Vec<Grid> = text.lines().filter_map(|line| line.get(..81)?.parse().ok()).collect();
    let mut puzzles: Vec<Grid> = set.into_iter().cycle().take(1 << 20).collect();
    let puzzle: Grid = puzzle.parse()?;
    let limits = Limits::solutions(limit.parse()?);
    let mut gpu = Solver::new()?;
    for round in ["warm-up", "without", "without", "with", "with", "with"] {
        if round == "with" {
            puzzles[BATCH_SIZE / 2] = puzzle;
        }
        let mut source =
            TimedSource { puzzles: &puzzles, start: Instant::now(), times: Vec::new(), hard: None };
        gpu.stream(&mut source, limits)?;
        if source.times.len() != puzzles.len() / BATCH_SIZE {
            return Err("a batch was not returned".into());
        }
        source.times.sort();
        let [.., second_last, last] = source.times[..] else { return Err("too few batches".into()) };
        println!("{round}: {} batches, second to last {second_last:?}, last {last:?}", source.times.len());
        if let (Some(answer), "with") = (source.hard, round) {
            println!("    {} solutions, {} nodes, {:?}", answer.count, answer.nodes, answer.end);
            let start = Instant::now();
            let cpu = solve::search(&puzzle, limits.with_nodes(100_000_000));
            println!("    one CPU thread: {} nodes in {:?}", cpu.nodes, start.elapsed());
            if cpu.end != End::NodeBudget && (cpu.count, cpu.end) != (answer.count, answer.end) {
                return Err("the CPU gives a different answer".into());
            }
        }
    }
    Ok(())
}

/// A source that records when its batches are returned.
struct TimedSource<'p> {
    puzzles: &'p [Grid],
    start: Instant,
    times: Vec<Duration>,
    /// The answer to the puzzle in the middle of the first batch.
    hard: Option<SearchResult>,
}

impl<'p> BatchSource<'p, Grid> for TimedSource<'p> {
    fn next(&mut self) -> Option<PuzzleBatch<'p, Grid>> {
        let (batch, rest) = self.puzzles.split_at_checked(BATCH_SIZE)?;
        self.puzzles = rest;
        Some(PuzzleBatch::owned(batch.to_vec(), Vec::new()))
    }

    fn done(&mut self, number: usize, batch: PuzzleBatch<'p, Grid>) {
        self.times.push(self.start.elapsed());
        if number == 0 {
            self.hard = Some(batch.answers()[BATCH_SIZE / 2]);
        }
    }
}
