//! Benchmarks the single-puzzle engine on every backend that this processor supports.
//!
//! Run with `cargo bench -p veridoku-core --bench single`. Comparisons with other solvers are in `bench/`.

#![allow(missing_docs, reason = "criterion_group! writes public functions without documentation")]

#[path = "../testdata/sets.rs"]
mod sets;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use veridoku_core::Grid;
use veridoku_core::solve::{Backend, Limits, Solver};

/// The number of puzzles from each set that one iteration solves.
const COUNT: usize = 300;

fn solve(c: &mut Criterion) {
    for set in ["easy_100k.txt", "17_clue.txt", "forum_hardest_1106.txt"] {
        let mut puzzles = sets::puzzles(set);
        puzzles.truncate(COUNT);
        let mut group = c.benchmark_group(format!("single/{set}"));
        group.throughput(Throughput::Elements(puzzles.len() as u64));
        for backend in Backend::ALL {
            let Some(mut solver) = Solver::with_backend(backend) else { continue };
            assert!(
                puzzles.iter().all(|puzzle| is_solved(&mut solver, puzzle)),
                "{set} contains only unique puzzles"
            );
            group.bench_function(BenchmarkId::from_parameter(backend.name()), |bencher| {
                bencher.iter(|| {
                    for puzzle in &puzzles {
                        black_box(solver.search(black_box(puzzle), Limits::UNIQUE));
                    }
                });
            });
        }
    }
}

fn is_solved(solver: &mut Solver, puzzle: &Grid) -> bool {
    let found = solver.search(puzzle, Limits::UNIQUE);
    found.count == 1
        && found.first.is_some_and(|solution| solution.is_solved() && puzzle.is_part_of(&solution))
}

criterion_group!(benches, solve);
criterion_main!(benches);
