//! Measures how many puzzles per second each engine solves on each backend of this machine. It also prints
//! the number of nodes and a fingerprint of all answers. For each engine, both must be the same on every
//! backend and every machine.
//!
//! It needs only the core crate, so it runs wherever the core does, for example in Node.js, under an emulator
//! or on a phone. It measures the samples in `testdata`, or the whole sets if `VERIDOKU_DATA` names their
//! folder. Only rates and node counts of the whole sets can be compared with those in `bench`.
//!
//! ```text
//! cargo run --release -p veridoku-core --example rates -- [SECONDS [PART OF A SET'S NAME]...]
//! ```
//!
//! Every set is first solved once to get the nodes and the fingerprint, and then repeatedly in slices until
//! the time is up. The reported rate is the 90th percentile of the slices, in thousands of puzzles per
//! second.

#[path = "../testdata/sets.rs"]
mod sets;

use std::time::{Duration, Instant};
use veridoku_core::Grid;
use veridoku_core::batch;
use veridoku_core::solve::{self, Backend, Limits, SearchResult};

/// The puzzle sets, and how many times each is repeated for the bulk engine. Small sets are repeated because
/// they would not fill its slots.
const SETS: [(&str, usize); 8] = [
    ("easy_100k", 1),
    ("minimal_100k", 1),
    ("17_clue", 1),
    ("magictour_top1465", 10),
    ("forum_hardest_11plus", 1),
    ("forum_hardest_1106", 10),
    ("serg_benchmark", 1),
    ("mostly_unsolvable_100k", 1),
];

/// The number of puzzles that the single-puzzle engine solves between two readings of the clock.
const SINGLE_CHUNK: usize = 1 << 6;

/// The number of puzzles in a batch.
const BATCH_SIZE: usize = 1 << 13;

/// The minimum duration of a slice. Reading the clock takes a microsecond on some systems, so slices must not
/// be too short; if they were much longer, most would be interrupted by other processes.
const SLICE: Duration = Duration::from_millis(2);

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().map_or(1.0, |text| text.parse().expect("seconds, such as 0.5"));
    let name_parts: Vec<String> = arguments.collect();
    println!("| backend | engine | set | puzzles | nodes | answers | thousands per second |");
    println!("|---|---|---|--:|--:|---|--:|");
    for (name, repeats) in SETS {
        if !name_parts.is_empty() && !name_parts.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let puzzles = sets::puzzles(&format!("{name}.txt"));
        let length = Duration::from_secs_f64(seconds);
        for backend in Backend::ALL {
            let (Some(mut single), Some(bulk)) =
                (solve::Solver::with_backend(backend), batch::Solver::with_backend(backend))
            else {
                continue;
            };
            let mut bulk = bulk.with_min_batch_size(0);
            let mut solve_singly = |puzzles: &[Grid], answers: &mut Vec<SearchResult>| {
                answers.clear();
                answers.extend(puzzles.iter().map(|grid| single.search(grid, Limits::UNIQUE)));
            };
            let mut solve_in_bulk = |puzzles: &[Grid], answers: &mut Vec<SearchResult>| {
                bulk.solve(puzzles, Limits::UNIQUE, answers);
            };
            let engines: [(&str, usize, usize, &mut SolveFn); 2] = [
                ("single", 1, SINGLE_CHUNK, &mut solve_singly),
                ("bulk", repeats, BATCH_SIZE, &mut solve_in_bulk),
            ];
            for (engine, repeats, size, solve) in engines {
                let (nodes, fingerprint) = solve_once(&puzzles, solve);
                let rate = rate(&puzzles.repeat(repeats), size, length, solve) / 1e3;
                let (backend, count) = (backend.name(), puzzles.len());
                println!(
                    "| {backend} | {engine} | {name} | {count} | {nodes} | {fingerprint:016x} | {rate:.1} |"
                );
            }
        }
    }
}

/// A function that solves puzzles and writes the answers.
type SolveFn<'a> = dyn FnMut(&[Grid], &mut Vec<SearchResult>) + 'a;

/// Returns the total number of nodes, and a fingerprint of the answers and their node counts.
fn solve_once(puzzles: &[Grid], solve: &mut SolveFn) -> (u64, u64) {
    let mut answers = Vec::new();
    solve(puzzles, &mut answers);
    // The FNV-1a hash (Fowler, Noll and Vo), which is the same on every machine.
    let mut fingerprint = 0xcbf2_9ce4_8422_2325_u64;
    let mut add =
        |byte: u8| fingerprint = (fingerprint ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    for (grid, answer) in puzzles.iter().zip(&answers) {
        if let Some(solution) = answer.first {
            assert!(solution.is_solved() && grid.is_part_of(&solution), "{grid}: {solution}");
            solution.as_bytes().iter().copied().for_each(&mut add);
        }
        answer.count.to_le_bytes().into_iter().chain(answer.nodes.to_le_bytes()).for_each(&mut add);
    }
    (answers.iter().map(|answer| answer.nodes).sum(), fingerprint)
}

/// Measures the rate in slices, and returns the 90th percentile in puzzles per second.
fn rate(puzzles: &[Grid], size: usize, length: Duration, solve: &mut SolveFn) -> f64 {
    // Shuffle, because some sets are sorted by difficulty and the slices must be comparable.
    let mut shuffled = puzzles.to_vec();
    let mut random = 1_u64;
    for last in (1..shuffled.len()).rev() {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        shuffled.swap(last, (random >> 33) as usize % (last + 1));
    }
    let (mut answers, mut rates) = (Vec::new(), Vec::new());
    let mut batches = shuffled.chunks(size).cycle();
    let start = Instant::now();
    while rates.is_empty() || start.elapsed() < length {
        let (begin, mut solved) = (Instant::now(), 0);
        while begin.elapsed() < SLICE {
            let batch = batches.next().unwrap_or_default();
            solve(batch, &mut answers);
            solved += batch.len() as u32;
        }
        rates.push(f64::from(solved) / begin.elapsed().as_secs_f64());
    }
    rates.sort_by(f64::total_cmp);
    rates[rates.len() * 9 / 10]
}
