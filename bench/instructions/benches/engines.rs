//! Counts the instructions of the reader and of both engines.
//!
//! The counts are the same in every run, so even a change of 0.1 % is visible on a busy machine. Valgrind
//! does not support AVX-512, so only the AVX2 and the portable backend are measured.

use gungraun::{library_benchmark, library_benchmark_group, main};
use std::hint::black_box;
use veridoku_core::Grid;
use veridoku_core::solve::Backend;
use veridoku_instructions::{read, solve_bulk, solve_single, text};

/// Number of puzzles in a batch.
const BATCH: usize = 2048;

fn puzzles(index: usize, count: usize) -> Vec<Grid> {
    read(&text(index, count))
}

#[library_benchmark]
#[bench::lines(text(0, 1000))]
fn reading(text: Vec<u8>) -> Vec<Grid> {
    read(black_box(&text))
}

#[library_benchmark]
#[bench::easy_avx2(Backend::Avx2, puzzles(0, 100))]
#[bench::easy_portable(Backend::Portable, puzzles(0, 100))]
#[bench::seventeen_avx2(Backend::Avx2, puzzles(1, 100))]
#[bench::hardest_avx2(Backend::Avx2, puzzles(2, 20))]
#[bench::hardest_portable(Backend::Portable, puzzles(2, 20))]
fn single(backend: Backend, puzzles: Vec<Grid>) -> u64 {
    solve_single(backend, black_box(&puzzles))
}

#[library_benchmark]
#[bench::easy_avx2(Backend::Avx2, puzzles(0, BATCH))]
#[bench::easy_portable(Backend::Portable, puzzles(0, BATCH))]
#[bench::seventeen_avx2(Backend::Avx2, puzzles(1, BATCH))]
#[bench::hardest_avx2(Backend::Avx2, puzzles(2, BATCH))]
fn bulk(backend: Backend, puzzles: Vec<Grid>) -> u64 {
    solve_bulk(backend, black_box(&puzzles))
}

library_benchmark_group!(name = engines, benchmarks = [reading, single, bulk]);
main!(library_benchmark_groups = engines);
