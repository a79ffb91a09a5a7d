//! Benchmarks the bulk engine, which solves many puzzles at once, on every backend that this processor
//! supports.
//!
//! Run with `cargo bench -p veridoku-core --bench bulk`. Comparisons with other solvers are in `bench/`.

#![allow(missing_docs, reason = "criterion_group! writes public functions without documentation")]

#[path = "../testdata/sets.rs"]
mod sets;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use veridoku_core::batch::Solver;
use veridoku_core::solve::{Backend, Limits, SearchResult};

/// The number of puzzles in a batch.
const COUNT: usize = 1 << 14;

fn solve(c: &mut Criterion) {
    for set in ["easy_100k.txt", "minimal_100k.txt", "17_clue.txt"] {
        let mut puzzles = sets::puzzles(set);
        puzzles.truncate(COUNT);
        let mut group = c.benchmark_group(format!("bulk/{set}"));
        group.throughput(Throughput::Elements(puzzles.len() as u64)).sample_size(20);
        for backend in Backend::ALL {
            let Some(mut solver) = Solver::with_backend(backend) else { continue };
            let mut answers: Vec<SearchResult> = Vec::new();
            solver.solve(&puzzles, Limits::UNIQUE, &mut answers);
            let all_correct = puzzles.iter().zip(&answers).all(|(puzzle, answer)| {
                answer.count == 1
                    && answer
                        .first
                        .is_some_and(|solution| solution.is_solved() && puzzle.is_part_of(&solution))
            });
            assert!(all_correct, "{set} contains only unique puzzles");
            group.bench_function(BenchmarkId::from_parameter(backend.name()), |bencher| {
                bencher.iter(|| solver.solve(black_box(&puzzles), Limits::UNIQUE, &mut answers));
            });
        }
    }
}

criterion_group!(benches, solve);
criterion_main!(benches);
