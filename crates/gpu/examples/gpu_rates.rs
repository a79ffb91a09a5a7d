//! Puzzles per second on all GPUs, from grids in memory to answers in memory, after comparing every answer with the
//! CPU's.
//!
//! ```sh
//! cargo run --release -p veridoku-gpu --example gpu_rates -- MILLIONS FILE…
//! ```
//!
//! Each file, 81 characters a line, is repeated up to so many million puzzles. `random` stands for as many boards
//! of random clues. After `candidates` puzzles are sets of candidates (sukaku), and the rate of the CPU is given too.

#![allow(clippy::cast_precision_loss, reason = "rates need no 52 bits")]

use std::time::Instant;
use veridoku_core::batch::{Answer, ParallelSolver};
use veridoku_core::solve::Limits;
use veridoku_core::{CandidateSet, Grid, Puzzle};
use veridoku_gpu::{Error, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().ok_or("expected a number of millions")?.parse::<usize>()? << 20;
    let start = Instant::now();
    let mut gpu = Solver::new()?;
    println!(
        "{} ready after {:.1} s",
        gpu.devices().collect::<Vec<_>>().join(", "),
        start.elapsed().as_secs_f64()
    );
    let (mut answers, mut expected) = (Vec::new(), Vec::new());
    let mut as_candidates = false;
    for file in arguments {
        if file == "candidates" {
            as_candidates = true;
            continue;
        }
        let set = if file == "random" { random(count) } else { read(&file)? };
        if as_candidates {
            measure_candidates(&mut gpu, &file, &set, count)?;
            continue;
        }
        let puzzles: Vec<Grid> = set.iter().copied().cycle().take(count).collect();
        gpu.solve(&puzzles, Limits::UNIQUE, &mut answers)?;
        ParallelSolver::new().solve(&set, Limits::UNIQUE, &mut expected);
        let wrong = answers.iter().zip(expected.iter().cycle()).filter(|(gpu, cpu)| differ(gpu, cpu)).count();
        let mut best = f64::INFINITY;
        for _ in 0..5 {
            let start = Instant::now();
            gpu.solve(&puzzles, Limits::UNIQUE, &mut answers)?;
            best = best.min(start.elapsed().as_secs_f64());
        }
        let nodes = answers.iter().map(|answer| answer.nodes).sum::<u64>() as f64 / count as f64;
        let rate = count as f64 / best / 1e6;
        println!("{file}: {wrong} wrong of {count}, {rate:.1} million puzzles/s, {nodes:.2} nodes/puzzle");
    }
    Ok(())
}

fn measure_candidates(gpu: &mut Solver, file: &str, set: &[Grid], count: usize) -> Result<(), Error> {
    let puzzles: Vec<CandidateSet> =
        set.iter().cycle().take(count).map(|&grid| Puzzle::from(grid).candidates()).collect();
    let (mut answers, mut expected) = (Vec::new(), Vec::new());
    let mut cpu = ParallelSolver::new();
    let (mut best, mut best_cpu) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..4 {
        let start = Instant::now();
        gpu.solve_candidates(&puzzles, Limits::UNIQUE, &mut answers)?;
        best = best.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        cpu.solve_candidates(&puzzles, Limits::UNIQUE, &mut expected);
        best_cpu = best_cpu.min(start.elapsed().as_secs_f64());
    }
    let wrong = answers.iter().zip(&expected).filter(|(gpu, cpu)| differ(gpu, cpu)).count();
    let [rate, cpu] = [best, best_cpu].map(|seconds| count as f64 / seconds / 1e6);
    println!("{file}: {wrong} wrong of {count} sukaku, {rate:.1} million puzzles/s, CPU {cpu:.1}");
    Ok(())
}

fn differ(gpu: &Answer, cpu: &Answer) -> bool {
    gpu.count != cpu.count
        || gpu.end != cpu.end
        || (cpu.count == 1 && gpu.first != cpu.first)
        || gpu.first.is_some_and(|solution| !solution.is_solved())
}

fn read(file: &str) -> Result<Vec<Grid>, Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(file)?;
    Ok(text.lines().filter_map(|line| line.get(..81)?.parse().ok()).collect())
}

/// Boards of random clues, most of them without a solution: 8 to 31 digits at random places.
fn random(count: usize) -> Vec<Grid> {
    let mut state = 1_u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let board = |_| {
        let mut numbers = [0; 81];
        for _ in 0..8 + below(24) {
            numbers[below(81)] = 1 + below(9) as u8;
        }
        Grid::from_bytes(numbers).unwrap_or(Grid::EMPTY)
    };
    (0..count).map(board).collect()
}
