//! Solves billions of different puzzles, which the CPU generates meanwhile, and checks the answers.
//!
//! ```sh
//! cargo run --release -p veridoku-gpu --example gpu_billions -- MILLIONS FILE [SEED]
//! ```
//!
//! ```text
//! CPU: generate ──rows──▶ GPUs: solve ──rows──▶ CPU: check ──▶ sums
//!        ▲                                        │
//!        └───────────────── buffers ──────────────┘
//! ```
//!
//! Every puzzle is equivalent to one of FILE, with 81 characters per line: bands, stacks, rows, columns and
//! digits are permuted at random, and the grid may be transposed. [`RELABELINGS`] puzzles share everything
//! but the digits. So the sum of all numbers of solutions, with at most two counted per puzzle, is known. One
//! answer in [`SAMPLE`] is compared with that of the CPU. The program fails if anything is wrong. The sums
//! depend only on the arguments.

#![allow(clippy::cast_precision_loss, reason = "rates do not need 52-bit precision")]

use rayon::prelude::*;
use std::sync::mpsc;
use std::time::Instant;
use veridoku_core::batch::{self, ParallelSolver};
use veridoku_core::solve::{Limits, SearchResult};
use veridoku_core::symmetry::Transform;
use veridoku_core::{Grid, Random};
use veridoku_gpu::{Error, PackedRow, PackedRows, Solver, pack_grid, unpack_answer, unpack_grid};

/// Number of puzzles in a buffer.
const BUFFER: usize = 1 << 22;
/// Number of puzzles that a thread generates or checks at a time.
const TASK: usize = 1 << 14;
/// Number of puzzles that share everything but the digits.
const RELABELINGS: usize = 64;
/// One in this many answers is compared with the CPU.
const SAMPLE: usize = 1 << 10;
/// Number of pairs of buffers: one is filled, one is solved, one is checked, and one is waiting.
const BUFFERS: usize = 4;

/// Sums over puzzles or answers.
#[derive(Copy, Clone, Default, PartialEq, Eq)]
struct Sums {
    puzzles: u64,
    solutions: u64,
    nodes: u64,
    /// The sum of all words of the answers, modulo 2⁶⁴.
    words: u64,
    sampled: u64,
    wrong: u64,
}

impl Sums {
    fn plus(self, other: Sums) -> Sums {
        Sums {
            puzzles: self.puzzles + other.puzzles,
            solutions: self.solutions + other.solutions,
            nodes: self.nodes + other.nodes,
            words: self.words.wrapping_add(other.words),
            sampled: self.sampled + other.sampled,
            wrong: self.wrong + other.wrong,
        }
    }
}

/// A pair of buffers on its way, and the number of solutions that its puzzles must have.
struct Load {
    puzzles: PackedRows,
    answers: PackedRows,
    solutions: u64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (millions, file, seed) = match &arguments[..] {
        [millions, file] => (millions, file, 1),
        [millions, file, seed] => (millions, file, seed.parse()?),
        _ => return Err("expected MILLIONS FILE [SEED]".into()),
    };
    let loads = (millions.parse::<usize>()? * 1_000_000).div_ceil(BUFFER);
    let text = std::fs::read_to_string(file)?;
    let set: Vec<Grid> = text.lines().filter_map(|line| line.get(..81)?.parse().ok()).collect();
    if set.is_empty() {
        return Err("found no puzzle".into());
    }
    let mut known = Vec::new();
    ParallelSolver::new().solve(&set, Limits::UNIQUE, &mut known);
    let originals: Vec<(Grid, u64)> =
        set.into_iter().zip(known).map(|(grid, answer)| (grid, answer.count)).collect();

    let mut gpu = Solver::new()?;
    println!("{}", gpu.devices().collect::<Vec<_>>().join(", "));
    let (free, generate_from) = mpsc::channel();
    for _ in 0..BUFFERS {
        free.send(Load { puzzles: gpu.rows(BUFFER)?, answers: gpu.rows(BUFFER)?, solutions: 0 })?;
    }
    let (generated, solve_from) = mpsc::sync_channel::<Load>(BUFFERS);
    let (solved, check_from) = mpsc::sync_channel::<Load>(BUFFERS);
    let start = Instant::now();
    let sums = std::thread::scope(|scope| {
        let originals = &originals;
        scope.spawn(move || {
            for (number, mut load) in (0..loads).zip(generate_from) {
                load.solutions = generate(originals, seed, number, load.puzzles.as_mut_slice());
                // If the receiver has stopped, it returns an error.
                if generated.send(load).is_err() {
                    return;
                }
            }
        });
        let gpu_thread = scope.spawn(move || -> Result<(), Error> {
            for mut load in solve_from {
                gpu.solve_rows(&load.puzzles, Limits::UNIQUE, &mut load.answers)?;
                if solved.send(load).is_err() {
                    break;
                }
            }
            Ok(())
        });
        let mut sums = Sums::default();
        for load in check_from {
            let found = check(load.puzzles.as_slice(), load.answers.as_slice());
            sums = sums.plus(found);
            sums.wrong += u64::from(found.solutions != load.solutions);
            // The generator may have finished.
            let _ = free.send(load);
        }
        // After an error, the generator must not wait for more buffers.
        drop(free);
        gpu_thread.join().unwrap_or(Err(Error::Panic)).map(|()| sums)
    })?;
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{} puzzles in {seconds:.2} s, {:.1} million per second; {} solutions, {} nodes, sum of words \
         {:016x}; \
         {} compared with the CPU, {} wrong",
        sums.puzzles,
        sums.puzzles as f64 / seconds / 1e6,
        sums.solutions,
        sums.nodes,
        sums.words,
        sums.sampled,
        sums.wrong
    );
    let is_complete = sums.puzzles == (loads * BUFFER) as u64;
    if sums.wrong == 0 && is_complete { Ok(()) } else { Err("answers are wrong or missing".into()) }
}

/// Fills rows with packed puzzles. Returns the number of their solutions, with at most two counted for each.
fn generate(originals: &[(Grid, u64)], seed: u64, number: usize, rows: &mut [PackedRow]) -> u64 {
    let tasks = rows.par_chunks_mut(TASK).enumerate();
    let solutions = tasks.map(|(task, rows)| {
        let mut random = Random::stream(seed, (number * (BUFFER / TASK) + task) as u64);
        let relabelings: Vec<[u8; 256]> = (0..RELABELINGS).map(|_| relabeling(&mut random)).collect();
        let mut solutions = 0;
        for rows in rows.chunks_mut(RELABELINGS) {
            let (grid, count) = &originals[random.index(originals.len())];
            let original = pack_grid(&Transform::random(&mut random).apply(grid));
            solutions += count * rows.len() as u64;
            for (row, table) in rows.iter_mut().zip(&relabelings) {
                *row = original
                    .map(|word| u32::from_le_bytes(word.to_le_bytes().map(|byte| table[byte as usize])));
            }
        }
        solutions
    });
    solutions.sum()
}

/// Returns a table that permutes the digits of two packed cells at random.
fn relabeling(random: &mut Random) -> [u8; 256] {
    let digits: [u8; 9] = random.permutation();
    let map = |value: usize| if value == 0 { 0 } else { digits.get(value - 1).map_or(0, |digit| digit + 1) };
    std::array::from_fn(|cells| map(cells & 15) | map(cells >> 4) << 4)
}

/// Sums up the answers, and compares some of them with the CPU.
fn check(puzzles: &[PackedRow], answers: &[PackedRow]) -> Sums {
    let tasks = puzzles.par_chunks(TASK).zip(answers.par_chunks(TASK));
    let sums = tasks.map(|(puzzles, answers)| {
        let mut sums = Sums { puzzles: answers.len() as u64, ..Sums::default() };
        for row in answers {
            // An answer ends with the reason in two bits, the nodes in 15 bits and the solutions in 15 bits.
            let status = row[row.len() - 1];
            sums.wrong += u64::from(status.is_multiple_of(4));
            sums.nodes += u64::from(status >> 2 & 0x7fff);
            sums.solutions += u64::from(status >> 17);
            sums.words = row.iter().fold(sums.words, |sum, &word| sum.wrapping_add(word.into()));
        }
        let sample = |row: &PackedRow| unpack_grid(row).unwrap_or(Grid::EMPTY);
        // Different rows of each task.
        let offset = sums.words as usize % SAMPLE;
        let sampled: Vec<Grid> = puzzles.iter().skip(offset).step_by(SAMPLE).map(sample).collect();
        let rows = answers.iter().skip(offset).step_by(SAMPLE);
        for ((row, puzzle), expected) in rows.zip(&sampled).zip(batch::solve(&sampled, Limits::UNIQUE)) {
            let is_right = unpack_answer(row).is_some_and(|answer| agree(puzzle, &answer, &expected));
            sums.sampled += 1;
            sums.wrong += u64::from(!is_right);
        }
        sums
    });
    sums.reduce(Sums::default, Sums::plus)
}

/// Reports whether two answers agree. If there are several solutions, any of them may come first.
fn agree(puzzle: &Grid, gpu: &SearchResult, cpu: &SearchResult) -> bool {
    (gpu.count, gpu.end, gpu.unique()) == (cpu.count, cpu.end, cpu.unique())
        && gpu.first.is_some() == (gpu.count > 0)
        && gpu.first.is_none_or(|solution| solution.is_solved() && puzzle.is_part_of(&solution))
}
