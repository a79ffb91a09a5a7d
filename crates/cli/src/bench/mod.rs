//! Benchmarks of the engines, for `veridoku bench`.
//!
//! ```text
//! files ──sets──▶ puzzles ──permute──▶ validate ──▶ round ─▶ round ─▶ … ──▶ one row per engine
//!                                      both engines;  engines alternate;
//!                                      also warm-up   the fastest round counts
//! ```
//!
//! The engines alternate so that other activity on the machine affects both. A single thread is timed by its
//! CPU clock, which excludes the time when other processes use the core. Several threads are timed by the
//! wall clock.

#![allow(clippy::cast_precision_loss, reason = "rates do not need more than 52 bits of precision")]

mod permute;
mod runner;
mod sets;
mod validate;

pub(crate) use runner::{MeasuredEngine, Runner};
pub(crate) use sets::{MIN_PUZZLES, MIN_PUZZLES_GPU, PuzzleSet};
pub(crate) use validate::validate;

use crate::clock::{Clock, Stopwatch};
use std::num::NonZeroU32;
use std::time::Duration;
use veridoku_api::Version;
use veridoku_api::bench::BenchRow;
use veridoku_core::solve::{Limits, SearchResult};

/// The minimum number of rounds. With fewer, all of them might be disturbed by other processes.
const MIN_ROUNDS: u32 = 3;

/// When to stop measuring.
#[derive(Copy, Clone, Debug)]
pub(crate) enum StopAfter {
    /// Stop when each engine has run for this long.
    Time(Duration),
    /// Stop after this many rounds.
    Rounds(NonZeroU32),
}

/// The measured times of an engine.
#[derive(Debug)]
struct RoundTimes {
    best: Duration,
    total: Duration,
    rounds: u32,
}

/// Measures engines on a set in alternating rounds, and returns one row per engine.
pub(crate) fn measure(
    set: &PuzzleSet,
    runners: &mut [&mut Runner],
    limits: Limits,
    stop_after: StopAfter,
) -> anyhow::Result<Vec<BenchRow>> {
    let mut answers = Vec::new();
    let mut nodes = Vec::new();
    for runner in &mut *runners {
        runner.solve(&set.puzzles, limits, &mut answers)?;
        nodes.push(nodes_per_puzzle(&answers));
    }
    let mut times: Vec<RoundTimes> = runners
        .iter()
        .map(|_| RoundTimes { best: Duration::MAX, total: Duration::ZERO, rounds: 0 })
        .collect();
    while times.iter().any(|times| times.needs_more(stop_after)) {
        for (runner, times) in runners.iter_mut().zip(&mut times) {
            let stopwatch = Stopwatch::start();
            runner.solve(&set.puzzles, limits, &mut answers)?;
            times.add(stopwatch.elapsed(clock(runner)));
        }
    }
    let rows = runners.iter().zip(&times).zip(nodes);
    Ok(rows.map(|((runner, times), nodes)| row(set, runner, limits, times, nodes)).collect())
}

fn clock(runner: &Runner) -> Clock {
    if runner.threads == 1 { Clock::cpu_or_wall() } else { Clock::Wall }
}

fn nodes_per_puzzle(answers: &[SearchResult]) -> f64 {
    answers.iter().map(|answer| answer.nodes).sum::<u64>() as f64 / answers.len() as f64
}

fn row(
    set: &PuzzleSet,
    runner: &Runner,
    limits: Limits,
    times: &RoundTimes,
    nodes_per_puzzle: f64,
) -> BenchRow {
    BenchRow {
        version: Version,
        set: set.name.clone(),
        engine: runner.engine.name(),
        backend: runner.backend,
        threads: runner.threads,
        puzzles: set.puzzles.len(),
        set_puzzles: set.size,
        permuted: set.seed.is_some(),
        limit: limits.solutions,
        puzzles_per_second: set.puzzles.len() as f64 / times.best.as_secs_f64().max(1e-9),
        nodes_per_puzzle,
        clock: clock(runner).name(),
        seconds: times.total.as_secs_f64(),
        rounds: times.rounds,
    }
}

impl RoundTimes {
    fn needs_more(&self, stop_after: StopAfter) -> bool {
        match stop_after {
            StopAfter::Time(time) => self.rounds < MIN_ROUNDS || self.total < time,
            StopAfter::Rounds(rounds) => self.rounds < rounds.get(),
        }
    }

    fn add(&mut self, time: Duration) {
        self.best = self.best.min(time);
        self.total += time;
        self.rounds += 1;
    }
}
