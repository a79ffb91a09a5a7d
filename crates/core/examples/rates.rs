//! How many puzzles a second each engine solves on each backend of this machine, with the number of
//! nodes and a fingerprint of all answers, which must be the same everywhere.
//!
//! It needs nothing but the core and the puzzle sets, so that it runs wherever the core does: in
//! Node.js, under an emulator, on a telephone.
//!
//! ```text
//! cargo run --release -p veridoku-core --example rates -- [SECONDS [PART OF A SET'S NAME]...]
//! ```
//!
//! Every set is first solved once, which gives nodes and fingerprint, and then again and again in slices
//! until the seconds are over; the rate is the 90th percentile of the slices, in thousands a second.

#[path = "../../../testdata/sets.rs"]
mod sets;

use std::time::{Duration, Instant};
use veridoku_core::Grid;
use veridoku_core::batch::{self, Answer};
use veridoku_core::solve::{self, Backend, Limits};

/// The sets, and how often each is repeated in a batch: the small ones would not fill the slots.
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

/// Puzzles solved one at a time between two looks at the clock.
const ALONE: usize = 1 << 6;

/// Puzzles in a batch.
const TOGETHER: usize = 1 << 13;

/// A slice goes on at least so long: looking at the clock costs a microsecond in some places. And not
/// much longer: then the system would give the processor to somebody else in most of them.
const SLICE: Duration = Duration::from_millis(2);

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().map_or(1.0, |text| text.parse().expect("seconds, such as 0.5"));
    let wanted: Vec<String> = arguments.collect();
    println!("| backend | engine | set | puzzles | nodes | answers | thousand a second |");
    println!("|---|---|---|--:|--:|---|--:|");
    for (name, repeats) in SETS {
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let Some(puzzles) = sets::puzzles(&format!("{name}.txt")) else { continue };
        let length = Duration::from_secs_f64(seconds);
        for backend in Backend::ALL {
            let (Some(mut alone), Some(bulk)) =
                (solve::Solver::with_backend(backend), batch::Solver::with_backend(backend))
            else {
                continue;
            };
            let mut bulk = bulk.with_min_batch_size(0);
            let mut solve_alone = |puzzles: &[Grid], answers: &mut Vec<Answer>| {
                answers.clear();
                answers.extend(puzzles.iter().map(|grid| Answer::from(alone.search(grid, Limits::UNIQUE))));
            };
            let mut solve_in_bulk = |puzzles: &[Grid], answers: &mut Vec<Answer>| {
                bulk.solve(puzzles, Limits::UNIQUE, answers);
            };
            let engines: [(&str, usize, usize, &mut Solve); 2] =
                [("single", 1, ALONE, &mut solve_alone), ("bulk", repeats, TOGETHER, &mut solve_in_bulk)];
            for (engine, repeats, size, solve) in engines {
                let (nodes, print) = once(&puzzles, solve);
                let rate = rate(&puzzles.repeat(repeats), size, length, solve) / 1e3;
                let (backend, count) = (backend.name(), puzzles.len());
                println!("| {backend} | {engine} | {name} | {count} | {nodes} | {print:016x} | {rate:.1} |");
            }
        }
    }
}

/// Solves puzzles and writes the answers.
type Solve<'a> = dyn FnMut(&[Grid], &mut Vec<Answer>) + 'a;

/// The nodes of all puzzles, and a fingerprint of what was answered and in how many nodes.
fn once(puzzles: &[Grid], solve: &mut Solve) -> (u64, u64) {
    let mut answers = Vec::new();
    solve(puzzles, &mut answers);
    // FNV-1a by Fowler, Noll and Vo: the same on every machine.
    let mut print = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |byte: u8| print = (print ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    for (grid, answer) in puzzles.iter().zip(&answers) {
        if let Some(solution) = answer.first {
            assert!(solution.is_solved() && grid.is_part_of(&solution), "{grid}: {solution}");
            solution.as_bytes().iter().copied().for_each(&mut add);
        }
        answer.count.to_le_bytes().into_iter().chain(answer.nodes.to_le_bytes()).for_each(&mut add);
    }
    (answers.iter().map(|answer| answer.nodes).sum(), print)
}

/// Puzzles a second, the 90th percentile of slices.
fn rate(puzzles: &[Grid], size: usize, length: Duration, solve: &mut Solve) -> f64 {
    // Some sets are sorted by difficulty: slices must be alike.
    let mut mixed = puzzles.to_vec();
    let mut random = 1_u64;
    for last in (1..mixed.len()).rev() {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        mixed.swap(last, (random >> 33) as usize % (last + 1));
    }
    let (mut answers, mut rates) = (Vec::new(), Vec::new());
    let mut batches = mixed.chunks(size).cycle();
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
