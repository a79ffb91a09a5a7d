//! `veridoku bench`: measures the engines on sets of puzzles.

use crate::args::{DeviceArg, JsonArgs, parse_threads};
use crate::bench::{
    MIN_PUZZLES, MIN_PUZZLES_GPU, MeasuredEngine, PuzzleSet, Runner, StopAfter, measure, validate,
};
use crate::output::{ExitOutcome, Output, group_digits, message, write_json};
use crate::text_width::{self, TextWidth};
use anyhow::bail;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::time::Duration;
use veridoku_api::bench::BenchRow;
use veridoku_api::{command, command_values};
use veridoku_core::solve::{Backend, Limits};
use veridoku_formats::Format;

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Puzzle files in any text format, or names of puzzle sets
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,

    /// Text format of the files (see 'convert --help') [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = command_values::format(), hide_possible_values = true)]
    from: Option<&'static Format>,

    /// Engine to measure
    #[arg(long, value_name = "ENGINE", default_value = "both")]
    engine: BenchEngineArg,

    /// Device to measure; with gpu, a round has at least 8388608 puzzles
    #[arg(long, value_name = "DEVICE", default_value = "cpu", conflicts_with_all = ["engine", "backend"])]
    device: DeviceArg,

    /// Permute digits, rows, columns, bands and stacks of each puzzle at random, with this seed
    #[arg(long, value_name = "SEED")]
    permute: Option<u64>,

    /// Instruction set to use [default: `VERIDOKU_BACKEND`, or the fastest one available]
    #[arg(long, value_name = "NAME", value_parser = backend_parser())]
    backend: Option<Backend>,

    /// Number of threads [default: 1; with --device gpu: all cores, for validation]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,

    /// Time to run each engine on each set
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = command_values::seconds)]
    seconds: Duration,

    /// Number of rounds per engine and set, instead of --seconds
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    rounds: Option<NonZeroU32>,

    /// Stop after N solutions per puzzle
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    #[command(flatten)]
    json: JsonArgs,
}

/// The engines to measure.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BenchEngineArg {
    /// One puzzle at a time
    Single,
    /// Many puzzles at once
    Bulk,
    /// Both, in alternating rounds
    Both,
}

/// Parses the name of an instruction set.
fn backend_parser() -> impl TypedValueParser<Value = Backend> {
    let by_name = |name: &str| Backend::ALL.into_iter().find(|backend| backend.name() == name);
    PossibleValuesParser::new(Backend::ALL.map(Backend::name))
        .try_map(move |name| by_name(&name).ok_or("unknown instruction set"))
}

/// The notes in the help of the command.
const NOTES: &[&str] = &[
    "Before anything is timed, both engines solve every puzzle: each solution must match the clues and obey \
     the rules, and both engines must find the same number of solutions. Then the engines take turns, one \
     round each; the fastest round counts. A single thread is timed by its CPU time, several threads by \
     wall-clock time. Sets of fewer than 16384 puzzles are repeated to fill a round.",
    "Without FILE, the benchmark uses 16384 random permutations of each of two built-in puzzles: an easy \
     one, and a hard one by Arto Inkala. These names select puzzle sets: easy, minimal, 17-clue, magictour, \
     11plus, 1106, serg, unsolvable. If VERIDOKU_DATA names a directory, the sets are files in its \
     subdirectory 'puzzles'; otherwise, a built-in sample of each is used.",
];

/// Returns the help text after the options of the command.
pub(crate) fn help() -> String {
    let status = command::exit_status("an answer is wrong");
    command::help(&["bench", "bench --threads 8 --seconds 5 puzzles.txt"], &[NOTES[0], NOTES[1], &status])
}

pub(crate) fn run(options: &BenchArgs) -> anyhow::Result<ExitOutcome> {
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
        PuzzleSet::built_in(options.permute)
    } else {
        let open = |file| PuzzleSet::open(file, options.from, options.permute);
        options.files.iter().map(|file| open(file)).collect::<anyhow::Result<_>>()?
    };
    let width = text_width::of_table();
    let set_width = sets.iter().map(|set| set.name.chars().count()).max().unwrap_or(0).max("set".len());
    let mut out = Output::standard();
    if !options.json.json {
        writeln!(out, "{}", table_line(HEADING.map(str::to_string), set_width, width))?;
    }
    let mut outcome = ExitOutcome::Success;
    let (mut ones, mut others) = (Vec::new(), Vec::new());
    for set in sets {
        // Only one round is in memory at a time, because that of a GPU takes two gigabytes.
        let set = set.into_round(min_puzzles);
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
            BenchEngineArg::Both => &mut [&mut single, &mut bulk][..],
            BenchEngineArg::Single => &mut [&mut single],
            BenchEngineArg::Bulk => &mut [&mut bulk],
        };
        for row in measure(&set, runners, limits, stop_after)? {
            if options.json.json {
                write_json(&mut out, &row)?;
            } else {
                writeln!(out, "{}", table_line(cells(&row), set_width, width))?;
            }
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

/// The heading of the table.
const HEADING: [&str; 9] =
    ["set", "engine", "backend", "threads", "puzzles", "permuted", "puzzles/s", "clock", "nodes/puzzle"];

/// Returns the cells of a row of the table.
fn cells(row: &BenchRow) -> [String; 9] {
    [
        row.set.clone(),
        row.engine.to_string(),
        row.backend.to_string(),
        row.threads.to_string(),
        group_digits(row.puzzles as u64),
        if row.permuted { "yes" } else { "no" }.to_string(),
        rate(row.puzzles_per_second),
        row.clock.to_string(),
        format!("{:.2}", row.nodes_per_puzzle),
    ]
}

/// Returns a line of the table. On a narrow terminal, the least important columns are left out.
fn table_line(cells: [String; 9], set_width: usize, width: TextWidth) -> String {
    let [set, engine, backend, threads, puzzles, permuted, rate, clock, nodes] = cells;
    let mut columns = [
        format!("{set:set_width$}"),
        format!("  {engine:6}"),
        format!("  {backend:8}"),
        format!("  {threads:>7}"),
        format!("  {puzzles:>9}"),
        format!("  {permuted:8}"),
        format!("  {rate:>11}"),
        format!("  {clock:5}"),
        format!("  {nodes:>12}"),
    ];
    for least_important in [7, 5, 2, 4, 3, 8] {
        if !width.fits(columns.concat().chars().count()) {
            columns[least_important].clear();
        }
    }
    columns.concat()
}

/// Formats a rate as a whole number.
#[allow(clippy::cast_sign_loss, reason = "rates are positive")]
fn rate(per_second: f64) -> String {
    group_digits(per_second.round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_fits_a_narrow_terminal() {
        let line = |width| table_line(HEADING.map(str::to_string), 12, width);
        for columns in [40, 60, 80] {
            assert!(line(TextWidth::Columns(columns)).len() <= columns);
        }
        assert!(HEADING.iter().all(|name| line(TextWidth::Unlimited).contains(name)));
    }
}
