//! Compares every answer of the GPUs with that of the CPU, then measures the rate in puzzles per second,
//! from grids in memory to answers in memory.
//!
//! ```sh
//! cargo run --release -p veridoku-gpu --example gpu_rates -- MILLIONS FILE…
//! ```
//!
//! Each FILE, with 81 characters per line, is repeated until there are MILLIONS · 2²⁰ puzzles. The name
//! `random` stands for the same number of boards with random clues. Files after the word `candidates` are
//! solved as sets of candidates (sukaku), and the rate of the CPU is printed too. For files after the word
//! `kernel`, only the kernels are timed, with CUDA events on the first GPU and with the puzzles already in
//! its memory. For files after the word `rows`, the answers are packed rows; two rates are printed, for
//! puzzles that are packed too and for grids. The program fails if an answer is wrong.

#![allow(clippy::cast_precision_loss, reason = "rates do not need 52-bit precision")]

use std::time::Instant;
use veridoku_core::batch::ParallelSolver;
use veridoku_core::solve::{End, Limits, SearchResult};
use veridoku_core::{CandidateSet, Grid, Puzzle};
use veridoku_gpu::{Error, Solver, pack_grid, unpack_answer};

/// What to measure.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Measurement {
    Grids,
    Candidates,
    Kernel,
    Rows,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().ok_or("expected the number of puzzles in millions")?.parse::<usize>()? << 20;
    let start = Instant::now();
    let mut gpu = Solver::new()?;
    println!(
        "{} ready after {:.1} s",
        gpu.devices().collect::<Vec<_>>().join(", "),
        start.elapsed().as_secs_f64()
    );
    for error in gpu.device_errors() {
        println!("skipped a GPU: {error}");
    }
    let mut measurement = Measurement::Grids;
    let mut wrong = 0;
    for file in arguments {
        match file.as_str() {
            "candidates" => measurement = Measurement::Candidates,
            "kernel" => measurement = Measurement::Kernel,
            "rows" => measurement = Measurement::Rows,
            file => {
                let set = if file == "random" { random(count) } else { read(file)? };
                wrong += match measurement {
                    Measurement::Grids => measure(&mut gpu, file, &set, count)?,
                    Measurement::Candidates => measure_candidates(&mut gpu, file, &set, count)?,
                    Measurement::Kernel => measure_kernels(&mut gpu, file, &set, count)?,
                    Measurement::Rows => measure_rows(&mut gpu, file, &set, count)?,
                };
            }
        }
    }
    if wrong > 0 { Err(format!("{wrong} answers are wrong").into()) } else { Ok(()) }
}

fn measure(gpu: &mut Solver, file: &str, set: &[Grid], count: usize) -> Result<usize, Error> {
    let (mut answers, mut expected) = (Vec::new(), Vec::new());
    let puzzles: Vec<Grid> = set.iter().copied().cycle().take(count).collect();
    gpu.solve(&puzzles, Limits::UNIQUE, &mut answers)?;
    ParallelSolver::new().solve(set, Limits::UNIQUE, &mut expected);
    let wrong = count_wrong(&puzzles, &answers, &expected);
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        gpu.solve(&puzzles, Limits::UNIQUE, &mut answers)?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    // Check the answers of the timed run too.
    let wrong = wrong + count_wrong(&puzzles, &answers, &expected);
    let nodes = answers.iter().map(|answer| answer.nodes).sum::<u64>() as f64 / count as f64;
    let rate = count as f64 / best / 1e6;
    println!("{file}: {wrong} wrong of {count}, {rate:.1} million puzzles/s, {nodes:.2} nodes/puzzle");
    Ok(wrong)
}

fn measure_candidates(gpu: &mut Solver, file: &str, set: &[Grid], count: usize) -> Result<usize, Error> {
    let grids: Vec<Grid> = set.iter().copied().cycle().take(count).collect();
    let puzzles: Vec<CandidateSet> = grids.iter().map(|&grid| Puzzle::from(grid).candidates()).collect();
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
    let wrong = count_wrong(&grids, &answers, &expected);
    let [rate, cpu] = [best, best_cpu].map(|seconds| count as f64 / seconds / 1e6);
    println!("{file}: {wrong} wrong of {count} sukaku, {rate:.1} million puzzles/s, CPU {cpu:.1}");
    Ok(wrong)
}

fn measure_kernels(gpu: &mut Solver, file: &str, set: &[Grid], count: usize) -> Result<usize, Error> {
    let (mut answers, mut expected) = (Vec::new(), Vec::new());
    let puzzles: Vec<Grid> = set.iter().copied().cycle().take(count).collect();
    ParallelSolver::new().solve(set, Limits::UNIQUE, &mut expected);
    let (mut best, mut best_search) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..4 {
        let times = gpu.time_kernels(&puzzles, Limits::UNIQUE, &mut answers)?;
        best = best.min((times.expand + times.search + times.pack).as_secs_f64());
        best_search = best_search.min(times.search.as_secs_f64());
    }
    // The kernels alone leave some puzzles unfinished, which must not count as wrong.
    let finished = answers.iter_mut().zip(expected.iter().cycle());
    let mut unfinished = 0;
    for (answer, expected) in finished.filter(|(answer, _)| answer.end == End::NodeBudget) {
        *answer = *expected;
        unfinished += 1;
    }
    let wrong = count_wrong(&puzzles, &answers, &expected);
    let [rate, search] = [best, best_search].map(|seconds| count as f64 / seconds / 1e6);
    println!(
        "{file}: {wrong} wrong of {count}, {unfinished} not finished, kernels {rate:.1} million puzzles/s, \
         the search alone {search:.1}"
    );
    Ok(wrong)
}

fn measure_rows(gpu: &mut Solver, file: &str, set: &[Grid], count: usize) -> Result<usize, Error> {
    let mut expected = Vec::new();
    ParallelSolver::new().solve(set, Limits::UNIQUE, &mut expected);
    let grids: Vec<Grid> = set.iter().copied().cycle().take(count).collect();
    let (mut puzzles, mut rows) = (gpu.rows(count)?, gpu.rows(count)?);
    for (row, grid) in puzzles.as_mut_slice().iter_mut().zip(&grids) {
        *row = pack_grid(grid);
    }
    let mut wrong = 0;
    let mut rates = [0.0; 2];
    for (path, rate) in rates.iter_mut().enumerate() {
        let mut best = f64::INFINITY;
        for _ in 0..7 {
            rows.as_mut_slice().fill([0; 12]);
            let start = Instant::now();
            match path {
                0 => gpu.solve_rows(&puzzles, Limits::UNIQUE, &mut rows)?,
                _ => gpu.solve_into_rows(&grids, Limits::UNIQUE, &mut rows)?,
            }
            best = best.min(start.elapsed().as_secs_f64());
        }
        *rate = count as f64 / best / 1e6;
        let answers: Vec<SearchResult> = rows.as_slice().iter().filter_map(unpack_answer).collect();
        wrong += count_wrong(&grids, &answers, &expected);
    }
    let [packed, unpacked] = rates;
    println!(
        "{file}: {wrong} wrong of 2 · {count}, {packed:.1} million packed puzzles/s, {unpacked:.1} million \
         grids/s to packed answers"
    );
    Ok(wrong)
}

/// Counts the answers that differ from those of the CPU. `expected` is repeated to match the number of
/// answers.
fn count_wrong(puzzles: &[Grid], answers: &[SearchResult], expected: &[SearchResult]) -> usize {
    let missing = puzzles.len().abs_diff(answers.len());
    let pairs = puzzles.iter().zip(answers).zip(expected.iter().cycle());
    missing + pairs.filter(|((puzzle, gpu), cpu)| differ(puzzle, gpu, cpu)).count()
}

/// Reports whether two answers differ. If there are several solutions, any of them may come first.
fn differ(puzzle: &Grid, gpu: &SearchResult, cpu: &SearchResult) -> bool {
    gpu.count != cpu.count
        || gpu.end != cpu.end
        || gpu.first.is_some() != (gpu.count > 0)
        || (cpu.count == 1 && gpu.first != cpu.first)
        || gpu.first.is_some_and(|solution| !solution.is_solved() || !puzzle.is_part_of(&solution))
}

fn read(file: &str) -> Result<Vec<Grid>, Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(file)?;
    Ok(text.lines().filter_map(|line| line.get(..81)?.parse().ok()).collect())
}

/// Returns boards with 8 to 31 clues in random cells, most of them without a solution.
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
