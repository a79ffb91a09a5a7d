//! Benchmarks reading and writing puzzles as lines of text: the cost of processing a stream, apart from the
//! solving itself.
//!
//! Run with `cargo bench -p veridoku-formats --bench lines`.

#![allow(missing_docs, reason = "criterion_group! writes public functions without documentation")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use veridoku_core::{Grid, Puzzle, SAMPLE};
use veridoku_formats::Reader;

/// The number of lines in each benchmark input.
const COUNT: usize = 3000;

/// Parses the input directly into grids, and returns the number of puzzles.
fn take_plain(text: &[u8], grids: &mut Vec<Grid>) -> usize {
    let mut reader = Reader::new();
    reader.push(text);
    grids.clear();
    while reader.take_plain(COUNT, grids).is_some() {}
    grids.len()
}

/// Parses the input record by record, and returns the number of valid records.
fn next_item(text: &[u8]) -> usize {
    let mut reader = Reader::new();
    reader.push(text);
    std::iter::from_fn(|| reader.next_item()).filter(|item| item.record.is_ok()).count()
}

fn read(c: &mut Criterion) {
    let mut group = c.benchmark_group("read");
    group.throughput(Throughput::Elements(COUNT as u64));
    let mut grids = Vec::new();
    for (name, end) in [("lines", "\n"), ("CRLF lines", "\r\n"), ("lines with comments", "  # a comment\n")] {
        let text = format!("{SAMPLE}{end}").repeat(COUNT).into_bytes();
        assert_eq!(next_item(&text), COUNT);
        group.bench_function(format!("{name}, as records"), |bencher| {
            bencher.iter(|| next_item(black_box(&text)));
        });
        if !end.contains('#') {
            assert_eq!(take_plain(&text, &mut grids), COUNT);
            group.bench_function(format!("{name}, as grids"), |bencher| {
                bencher.iter(|| take_plain(black_box(&text), &mut grids));
            });
        }
    }
}

fn write(c: &mut Criterion) {
    let mut group = c.benchmark_group("write");
    let puzzle: Puzzle = SAMPLE.parse().expect("the sample is a puzzle");
    group.bench_function("to_line", |bencher| bencher.iter(|| black_box(puzzle.values()).to_line()));
    group.bench_function("to_string", |bencher| bencher.iter(|| black_box(&puzzle).to_string()));
}

criterion_group!(benches, read, write);
criterion_main!(benches);
