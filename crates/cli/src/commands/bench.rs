//! `veridoku bench`: measures the engines on sets of puzzles.

use crate::args;
use crate::args::DeviceArg;
use crate::bench::{
    MIN_PUZZLES, MIN_PUZZLES_GPU, MeasuredEngine, PuzzleSet, Runner, StopAfter, measure, validate,
};
use crate::output::{ExitOutcome, Output, group_digits, message, write_json};
use anyhow::bail;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use veridoku_api::bench::BenchRow;
use veridoku_core::solve::{Backend, Limits};

pub(crate) fn run(options: &args::BenchArgs) -> anyhow::Result<ExitOutcome> {
    let backend = options.backend.unwrap_or_else(Backend::preferred);
    let on_gpu = options.device == DeviceArg::Gpu;
    let all_cores = std::thread::available_parallelism().ok().filter(|_| on_gpu);
    let threads = options.threads.or(all_cores).map_or(1, NonZeroUsize::get);
    let (many, min_puzzles) =
        if on_gpu { (MeasuredEngine::Gpu, MIN_PUZZLES_GPU) } else { (MeasuredEngine::Bulk, MIN_PUZZLES) };
    let (mut single, mut bulk) =
        (runner(MeasuredEngine::Single, backend, threads)?, runner(many, backend, threads)?);
    let limits = Limits::solutions(options.limit);
    let stop_after = options.rounds.map_or(StopAfter::Time(options.seconds), StopAfter::Rounds);
    let sets = if options.files.is_empty() {
        PuzzleSet::built_in(options.permute, min_puzzles)
    } else {
        let open = |file| PuzzleSet::open(file, options.from, options.permute, min_puzzles);
        options.files.iter().map(|file| open(file)).collect::<anyhow::Result<_>>()?
    };
    let width = sets.iter().map(|set| set.name.chars().count()).max().unwrap_or(0).max("set".len());
    let mut out = Output::standard();
    if !options.json.json {
        write_heading(width, &mut out)?;
    }
    let mut outcome = ExitOutcome::Success;
    let (mut ones, mut others) = (Vec::new(), Vec::new());
    for set in &sets {
        // A full GPU round is more than validation needs, and would take the single engine a long time.
        let sample = &set.puzzles[..set.puzzles.len().min(set.size.max(MIN_PUZZLES))];
        single.solve(sample, limits, &mut ones)?;
        bulk.solve(sample, limits, &mut others)?;
        if let Err(wrong) = validate(sample, limits, &ones, &others) {
            message(&format!("veridoku: {}: {wrong:#}", set.name));
            outcome = ExitOutcome::Negative;
            continue;
        }
        let runners = match options.engine {
            _ if on_gpu => &mut [&mut bulk][..],
            args::BenchEngineArg::Both => &mut [&mut single, &mut bulk][..],
            args::BenchEngineArg::Single => &mut [&mut single],
            args::BenchEngineArg::Bulk => &mut [&mut bulk],
        };
        for row in measure(set, runners, limits, stop_after)? {
            if options.json.json { write_json(&mut out, &row)? } else { write_row(&row, width, &mut out)? }
        }
        out.flush()?;
    }
    Ok(outcome)
}

/// Creates a runner. Returns an error if the processor does not support the backend.
fn runner(engine: MeasuredEngine, backend: Backend, threads: usize) -> anyhow::Result<Runner> {
    let Some(runner) = Runner::new(engine, backend, threads)? else {
        let available = Backend::ALL.into_iter().filter(|backend| backend.is_available());
        let names: Vec<&str> = available.map(Backend::name).collect();
        bail!("this processor does not support {}; available: {}", backend.name(), names.join(", "));
    };
    Ok(runner)
}

fn write_heading(width: usize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{:width$}  engine  backend   threads    puzzles  permuted    puzzles/s  clock  nodes/puzzle",
        "set"
    )
}

fn write_row(row: &BenchRow, width: usize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{:width$}  {:6}  {:8}  {:7}  {:>9}  {:8}  {:>11}  {:5}  {:>12.2}",
        row.set,
        row.engine,
        row.backend,
        row.threads,
        group_digits(row.puzzles as u64),
        if row.permuted { "yes" } else { "no" },
        rate(row.puzzles_per_second),
        row.clock,
        row.nodes_per_puzzle,
    )
}

/// Formats a rate as a whole number.
#[allow(clippy::cast_sign_loss, reason = "rates are positive")]
fn rate(per_second: f64) -> String {
    group_digits(per_second.round() as u64)
}
