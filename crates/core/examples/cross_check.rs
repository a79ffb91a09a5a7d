//! Compares the answers of both engines on all backends of this machine, for any number of puzzles.
//!
//! The puzzles are random equivalents of those in `testdata`, or of the whole sets if `VERIDOKU_DATA` names
//! their folder. So the right answer is known: that of the original, transformed in the same way.
//!
//! ```text
//! cargo run --release -p veridoku-core --example cross_check -- [PUZZLES [SEED]]
//! ```
//!
//! The fingerprint depends only on the sets, the seed and the number of puzzles, so runs on several machines
//! can be compared. The program stops at the first difference.

#[path = "../testdata/sets.rs"]
mod sets;

use std::io::Write;
use veridoku_core::solve::{self, Backend, Limits, SearchResult};
use veridoku_core::symmetry::Transform;
use veridoku_core::{Grid, Random, batch};

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

/// The number of puzzles that are solved and compared at once.
const CHUNK: u64 = 1 << 13;
/// The number of chunks between two lines of output.
const CHUNKS_PER_LINE: u64 = 1 << 4;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let (puzzles, seed) = (numbers.next().unwrap_or(1_000_000_u64), numbers.next().unwrap_or(1));
    let originals: Vec<Grid> = SETS.iter().flat_map(|set| sets::puzzles(&format!("{set}.txt"))).collect();
    let known: Vec<SearchResult> = originals.iter().map(|grid| solve::search(grid, Limits::UNIQUE)).collect();
    let mut solvers: Vec<(solve::Solver, batch::Solver)> = Backend::ALL
        .into_iter()
        .filter_map(|backend| {
            let bulk = batch::Solver::with_backend(backend)?.with_min_batch_size(0);
            Some((solve::Solver::with_backend(backend)?, bulk))
        })
        .collect();
    let names: Vec<&str> = solvers.iter().map(|(single, _)| single.backend().name()).collect();
    println!("{} originals; backends of both engines: {}", originals.len(), names.join(", "));

    let (mut done, mut fingerprint) = (0, 0xcbf2_9ce4_8422_2325_u64);
    for number in 0..puzzles.div_ceil(CHUNK) {
        let mut random = Random::stream(seed, number);
        let (mut chunk, mut expected) = (Vec::new(), Vec::new());
        for _ in 0..CHUNK.min(puzzles - done) {
            let (index, transform) = (random.index(originals.len()), Transform::random(&mut random));
            chunk.push(transform.apply(&originals[index]));
            let first = known[index].first.map(|solution| transform.apply(&solution));
            expected.push(SearchResult { first, ..known[index] });
        }
        let (mut single_answers, mut bulk_answers) = (Vec::new(), Vec::new());
        for (single, bulk) in &mut solvers {
            let found: Vec<SearchResult> =
                chunk.iter().map(|puzzle| single.search(puzzle, Limits::UNIQUE)).collect();
            check(&chunk, &found, &expected, &mut single_answers);
            let mut found = Vec::new();
            bulk.solve(&chunk, Limits::UNIQUE, &mut found);
            check(&chunk, &found, &expected, &mut bulk_answers);
        }
        for answer in &expected {
            let solution = answer.unique().unwrap_or(&Grid::EMPTY);
            for &byte in solution.as_bytes().iter().chain(&[answer.count as u8]) {
                // The FNV-1a hash (Fowler, Noll and Vo), which is the same on every machine.
                fingerprint = (fingerprint ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        done += chunk.len() as u64;
        if (number + 1) % CHUNKS_PER_LINE == 0 || done == puzzles {
            let answers = done * 2 * solvers.len() as u64;
            println!("{done} puzzles, {answers} answers, 0 differences, fingerprint {fingerprint:016x}");
            std::io::stdout().flush().expect("standard output can be written");
        }
    }
}

/// Compares the answers of an engine with the known ones, and with those of its first backend, which must
/// have visited the same nodes. The first backend stores its answers in `first_backend`.
fn check(
    puzzles: &[Grid],
    found: &[SearchResult],
    expected: &[SearchResult],
    first_backend: &mut Vec<SearchResult>,
) {
    if first_backend.is_empty() {
        first_backend.extend_from_slice(found);
    }
    assert!(puzzles.len() == found.len() && found == first_backend, "two backends differ");
    for ((puzzle, found), expected) in puzzles.iter().zip(found).zip(expected) {
        // Engines may find different solutions first if there are several.
        let is_right = (found.count, found.end, found.unique())
            == (expected.count, expected.end, expected.unique())
            && found.first.is_some() == (found.count > 0)
            && found.first.is_none_or(|first| first.is_solved() && puzzle.is_part_of(&first));
        assert!(is_right, "{puzzle}: found {found:?}, expected {expected:?}");
    }
}
