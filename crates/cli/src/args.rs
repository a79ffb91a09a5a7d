//! Command-line arguments: the options shared by all commands, and the arguments of the solving commands.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, ValueEnum};
use std::ffi::OsString;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;
use veridoku_api::command_values;
use veridoku_core::solve::Backend;
use veridoku_formats::Format;

/// Solve, check, explain, rate and generate Sudoku puzzles.
///
/// Reads 9×9 puzzles in any common text format from arguments, files or standard input.
/// Prints one answer per line, in input order. Without a command, solves a sample puzzle.
#[derive(Debug, Parser)]
#[command(name = "veridoku", version, max_term_width = 100, after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    // After the options of every command.
    #[arg(display_order = 900)]
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(help = "When to use colours: auto, always or never")]
    #[arg(long_help = "When to use colours: auto, always or never\n\n\
                       With auto, colours are used on a terminal unless NO_COLOR is set.")]
    pub(crate) color: ColorArg,
}

const AFTER_HELP: &str = "\
Examples:
  veridoku solve puzzles.txt > solutions.txt
  veridoku hint --draw always puzzle.txt
  veridoku generate --level hard --count 10

Exit status: 0 on success; 1 if an answer is negative (no solution, several solutions, a failed check); \
2 on bad usage or unreadable input.

Use 'veridoku COMMAND --help' for the options of a command.";

/// When to use colours.
#[derive(Copy, Clone, Debug, ValueEnum)]
pub(crate) enum ColorArg {
    Auto,
    Always,
    Never,
}

impl ColorArg {
    /// Applies this choice to all output of the process.
    pub(crate) fn write_global(self) {
        match self {
            ColorArg::Auto => anstream::ColorChoice::Auto,
            ColorArg::Always => anstream::ColorChoice::Always,
            ColorArg::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// The source of the puzzles.
#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// Puzzles in any text format, files, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<OsString>,

    /// Text format of the input (see 'convert --help') [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = command_values::format(), hide_possible_values = true)]
    #[arg(help_heading = "Input options")]
    pub(crate) from: Option<&'static Format>,

    /// Process only every Nth puzzle, starting with puzzle I
    ///
    /// Splits the work over N runs: 1/N to N/N together cover the whole input.
    #[arg(long, value_name = "I/N", value_parser = parse_shard, help_heading = "Input options")]
    #[arg(default_value = "1/1", hide_default_value = true)]
    pub(crate) shard: Shard,
}

/// A share of the input: every `count`th puzzle, starting with puzzle `number`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Counted from 1.
    pub(crate) number: u64,
    pub(crate) count: u64,
}

impl Shard {
    /// The whole input.
    pub(crate) const ALL: Shard = Shard { number: 1, count: 1 };
}

/// The number of threads, and the output file.
#[derive(Clone, Debug, Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    /// Write the answers to FILE
    ///
    /// FILE is created once all answers are complete; until then, they are collected in FILE.part.
    /// FILE.job records the command and its input.
    #[arg(long, value_name = "FILE", help_heading = "Output options")]
    pub(crate) output: Option<PathBuf>,

    /// Continue an interrupted run with the same --output
    ///
    /// Continues after the last complete line, or does nothing if the run had finished.
    #[arg(long, requires = "output", help_heading = "Output options")]
    pub(crate) resume: bool,
}

impl From<ThreadArgs> for RunArgs {
    /// Creates arguments for a run that writes to standard output.
    fn from(threads: ThreadArgs) -> RunArgs {
        RunArgs { threads, output: None, resume: false }
    }
}

/// The number of threads.
#[derive(Copy, Clone, Debug, Args)]
pub(crate) struct ThreadArgs {
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads, help_heading = "Performance options")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Whether to print JSON.
#[derive(Copy, Clone, Debug, Args)]
pub(crate) struct JsonArgs {
    /// Print JSON, one object per line
    #[arg(long, help_heading = "Output options")]
    pub(crate) json: bool,
}

/// Options for the output of answers.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Print JSON, one object per line
    #[arg(long, conflicts_with = "draw", help_heading = "Output options")]
    pub(crate) json: bool,

    /// When to draw grids
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output options")]
    pub(crate) draw: DrawWhen,
}

/// When to draw grids.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DrawWhen {
    /// Draw a single puzzle if the output is a terminal
    Auto,
    /// Draw every puzzle
    Always,
    /// Print text only
    Never,
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Print all solutions, up to --limit
    #[arg(long, conflicts_with = "output")]
    pub(crate) all: bool,

    /// With --all, maximum number of solutions per puzzle
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "all")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: u64,

    #[command(flatten)]
    pub(crate) options: veridoku_api::solve::Options,

    /// Device that solves large batches
    #[arg(long, value_name = "DEVICE", default_value = "cpu", help_heading = "Performance options")]
    pub(crate) device: DeviceArg,

    #[command(flatten)]
    pub(crate) run: RunArgs,

    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// The device that solves large batches.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DeviceArg {
    /// The processor
    Cpu,
    /// All NVIDIA GPUs of this machine; fails if there are none
    Gpu,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Puzzle files in any text format, or names of puzzle sets
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,

    /// Text format of the files (see 'convert --help') [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = command_values::format(), hide_possible_values = true)]
    pub(crate) from: Option<&'static Format>,

    /// Engine to measure
    #[arg(long, value_name = "ENGINE", default_value = "both")]
    pub(crate) engine: BenchEngineArg,

    /// Device to measure; with gpu, a round has at least 2097152 puzzles
    #[arg(long, value_name = "DEVICE", default_value = "cpu", conflicts_with_all = ["engine", "backend"])]
    pub(crate) device: DeviceArg,

    /// Permute digits, rows, columns, bands and stacks of each puzzle at random, with this seed
    #[arg(long, value_name = "SEED")]
    pub(crate) permute: Option<u64>,

    /// Instruction set to use [default: `VERIDOKU_BACKEND`, or the fastest one available]
    #[arg(long, value_name = "NAME", value_parser = backend_parser())]
    pub(crate) backend: Option<Backend>,

    /// Number of threads [default: 1; with --device gpu: all cores, for validation]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Time to run each engine on each set
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = command_values::seconds)]
    pub(crate) seconds: Duration,

    /// Number of rounds per engine and set, instead of --seconds
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub(crate) rounds: Option<NonZeroU32>,

    /// Stop after N solutions per puzzle
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: u64,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
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

#[cfg(feature = "serve")]
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Address to listen on; 0.0.0.0 accepts connections from the network
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: String,

    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 8729)]
    pub(crate) port: u16,

    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// Shell that will run the script
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Command to document [default: veridoku itself]
    pub(crate) command: Option<String>,
}

/// Parses the name of an instruction set.
fn backend_parser() -> impl TypedValueParser<Value = Backend> {
    let by_name = |name: &str| Backend::ALL.into_iter().find(|backend| backend.name() == name);
    PossibleValuesParser::new(Backend::ALL.map(Backend::name))
        .try_map(move |name| by_name(&name).ok_or("unknown instruction set"))
}

/// Parses a share of the input, such as `2/8`.
fn parse_shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/');
    let numbers = parts.and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
    match numbers {
        Some((number, count)) if (1..=count).contains(&number) => Ok(Shard { number, count }),
        _ => Err("expected I/N with I from 1 to N, for example 2/8".to_string()),
    }
}

/// The upper limit of `--threads`. A larger number is probably a typo, and that many threads could exhaust
/// the memory.
const MAX_THREADS: usize = 4096;

/// Parses a number of threads.
fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|&threads: &NonZeroUsize| threads.get() <= MAX_THREADS);
    number.ok_or_else(|| format!("expected a number of threads, 1 to {MAX_THREADS}"))
}
