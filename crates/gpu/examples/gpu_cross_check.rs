//! Compares the answers of the GPUs, on every path, with those of both engines of the CPU on all backends,
//! for any number of puzzles and on all cores.
//!
//! ```sh
//! cargo run --release -p veridoku-gpu --example gpu_cross_check -- [PUZZLES [SEED [cpu]]]
//! ```
//!
//! The puzzles are those of the example `cross_check` of `veridoku-core`: random equivalents of the puzzles
//! in `testdata`, or of the whole sets if `VERIDOKU_DATA` names their folder, so the right answers are known.
//! The fingerprint is that of the same number of puzzles in `cross_check`. The word `cpu` leaves out the
//! GPUs. The program stops at the first difference.

#[path = "../testdata/sets.rs"]
mod sets;

use rayon::prelude::*;
use std::time::Instant;
use veridoku_core::solve::{self, Backend, Limits, SearchResult};
use veridoku_core::symmetry::Transform;
use veridoku_core::{Grid, Random, batch};
use veridoku_gpu::{PackedRows, Solver, unpack_answer};

const SETS: [&str; 8] = [
    "easy_100k",
    "minimal_100k",
    "17_clue",
    "magictour_top1465",
    "forum_hardest_11plus",
    "forum_hardest_1106",
    "serg_benchmark",
    "mostly_unsolvable_100k",
];

/// The number of puzzles that a thread compares at once.
const CHUNK: usize = 1 << 13;
/// The number of puzzles that the GPUs solve at once.
const ROUND: usize = 1 << 20;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let puzzles: usize = arguments.next().map_or(Ok(1 << 20), |text| text.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let mut gpu = match arguments.next().as_deref() {
        Some("cpu") => None,
        Some(other) => return Err(format!("expected `cpu`, found {other}").into()),
        None => Some(Gpu::new()?),
    };
    let originals: Vec<Grid> = SETS.iter().flat_map(|set| sets::puzzles(&format!("{set}.txt"))).collect();
    let known: Vec<SearchResult> =
        originals.par_iter().map(|grid| solve::search(grid, Limits::UNIQUE)).collect();
    let backends: Vec<Backend> = Backend::ALL.into_iter().filter(|backend| backend.is_available()).collect();
    let names: Vec<&str> = backends.iter().map(|backend| backend.name()).collect();
    let paths = if gpu.is_some() { 3 } else { 0 };
    println!(
        "{} originals; backends of both engines: {}; {paths} paths of the GPUs; {} threads",
        originals.len(),
        names.join(", "),
        rayon::current_num_threads()
    );
    let engines = || -> Vec<(solve::Solver, batch::Solver)> {
        let engines = backends.iter().filter_map(|&backend| {
            let bulk = batch::Solver::with_backend(backend)?.with_min_batch_size(0);
            Some((solve::Solver::with_backend(backend)?, bulk))
        });
        engines.collect()
    };

    let (start, mut fingerprint) = (Instant::now(), 0xcbf2_9ce4_8422_2325_u64);
    for first in (0..puzzles).step_by(ROUND) {
        let count = ROUND.min(puzzles - first);
        let chunks: Vec<(Vec<Grid>, Vec<SearchResult>)> = (0..count.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                let mut random = Random::stream(seed, (first / CHUNK + chunk) as u64);
                let puzzle = |_| {
                    let (index, transform) = (random.index(originals.len()), Transform::random(&mut random));
                    let first = known[index].first.map(|solution| transform.apply(&solution));
                    (transform.apply(&originals[index]), SearchResult { first, ..known[index] })
                };
                (0..CHUNK.min(count - CHUNK * chunk)).map(puzzle).unzip()
            })
            .collect();
        if let Some(gpu) = &mut gpu {
            gpu.compare(&chunks)?;
        }
        chunks.par_iter().for_each_init(engines, |engines, (puzzles, expected)| {
            let (mut first_single, mut first_bulk) = (Vec::new(), Vec::new());
            for (single, bulk) in engines {
                let found: Vec<SearchResult> =
                    puzzles.iter().map(|puzzle| single.search(puzzle, Limits::UNIQUE)).collect();
                check_backend(puzzles, found, expected, &mut first_single);
                let mut found = Vec::new();
                bulk.solve(puzzles, Limits::UNIQUE, &mut found);
                check_backend(puzzles, found, expected, &mut first_bulk);
            }
        });
        for answer in chunks.iter().flat_map(|(_, expected)| expected) {
            let solution = answer.unique().unwrap_or(&Grid::EMPTY);
            for &byte in solution.as_bytes().iter().chain(&[answer.count as u8]) {
                // The FNV-1a hash (Fowler, Noll and Vo), which is the same on every machine.
                fingerprint = (fingerprint ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        let done = first + count;
        println!(
            "{done} puzzles, {} answers, 0 differences, fingerprint {fingerprint:016x}, {:.0} s",
            done * (2 * backends.len() + paths),
            start.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

/// The GPUs, with memory for a round.
struct Gpu {
    solver: Solver,
    puzzles: Vec<Grid>,
    answers: Vec<SearchResult>,
    /// Packed puzzles and answers.
    rows: [PackedRows; 2],
}

impl Gpu {
    fn new() -> Result<Gpu, veridoku_gpu::Error> {
        let solver = Solver::new()?;
        let rows = [solver.rows(ROUND)?, solver.rows(ROUND)?];
        Ok(Gpu { solver, puzzles: Vec::new(), answers: Vec::new(), rows })
    }

    /// Solves chunks on every path, and compares the answers.
    fn compare(&mut self, chunks: &[(Vec<Grid>, Vec<SearchResult>)]) -> Result<(), veridoku_gpu::Error> {
        let Gpu { solver, puzzles, answers, rows: [packed, packed_answers] } = self;
        puzzles.clear();
        puzzles.extend(chunks.iter().flat_map(|(puzzles, _)| puzzles));
        solver.solve(puzzles, Limits::UNIQUE, answers)?;
        let check_all = |answers: &[SearchResult]| {
            chunks.par_iter().zip(answers.par_chunks(CHUNK)).for_each(|((puzzles, expected), found)| {
                check(puzzles, found, expected);
            });
        };
        check_all(answers);
        let unpack = |rows: &PackedRows| -> Vec<SearchResult> {
            let rows = rows.as_slice()[..puzzles.len()].par_iter();
            rows.map(|row| unpack_answer(row).expect("the row is an answer")).collect()
        };
        solver.solve_into_rows(puzzles, Limits::UNIQUE, packed_answers)?;
        assert!(unpack(packed_answers) == *answers, "packed answers differ");
        for (row, puzzle) in packed.as_mut_slice().iter_mut().zip(&*puzzles) {
            *row = veridoku_gpu::pack_grid(puzzle);
        }
        packed_answers.as_mut_slice().fill([0; 12]);
        solver.solve_rows(packed, Limits::UNIQUE, packed_answers)?;
        assert!(unpack(packed_answers) == *answers, "answers to packed puzzles differ");
        Ok(())
    }
}

/// Compares the answers of an engine with the known ones, and with those of its first backend, which must
/// have visited the same nodes. The first backend stores its answers in `first_backend`.
fn check_backend(
    puzzles: &[Grid],
    found: Vec<SearchResult>,
    expected: &[SearchResult],
    first_backend: &mut Vec<SearchResult>,
) {
    check(puzzles, &found, expected);
    if first_backend.is_empty() {
        *first_backend = found;
    } else {
        assert!(found == *first_backend, "two backends differ");
    }
}

/// Compares answers with the known ones. If there are several solutions, any of them may come first.
fn check(puzzles: &[Grid], found: &[SearchResult], expected: &[SearchResult]) {
    assert_eq!(puzzles.len(), found.len(), "an answer is missing");
    for ((puzzle, found), expected) in puzzles.iter().zip(found).zip(expected) {
        let is_right = (found.count, found.end, found.unique())
            == (expected.count, expected.end, expected.unique())
            && found.first.is_some() == (found.count > 0)
            && found.first.is_none_or(|first| first.is_solved() && puzzle.is_part_of(&first));
        assert!(is_right, "{puzzle}: found {found:?}, expected {expected:?}");
    }
}
