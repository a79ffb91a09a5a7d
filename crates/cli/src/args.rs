//! Command-line arguments that several commands share.

use crate::file_system::ExistingFile;
use crate::text_width::{self, TextWidth};
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use veridoku_api::command_values;
use veridoku_formats::Format;

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

    /// Write the answers to FILE, or to standard output if it is -
    ///
    /// FILE is created once all answers are complete; until then, they are collected in FILE.part, and
    /// FILE.job records the command, its input and its progress. If the run cannot finish, the exit status is 3.
    #[arg(long, short, value_name = "FILE", value_parser = output_path(), help_heading = "Output options")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) force: ForceArgs,

    /// Continue an interrupted run with the same --output
    ///
    /// Continues after the last answer that had reached the disk, or does nothing if FILE exists.
    #[arg(long, requires = "output", conflicts_with = "force", help_heading = "Output options")]
    pub(crate) resume: bool,
}

impl RunArgs {
    /// Returns the output file, if the output is not standard output.
    pub(crate) fn output_file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// Returns the width of lines in the output. In a file, they are not wrapped.
    pub(crate) fn line_width(&self) -> TextWidth {
        self.output_file().map_or_else(text_width::of_output, |_| TextWidth::Unlimited)
    }
}

impl From<ThreadArgs> for RunArgs {
    /// Creates arguments for a run that writes to standard output.
    fn from(threads: ThreadArgs) -> RunArgs {
        RunArgs { threads, output: None, force: ForceArgs { force: false }, resume: false }
    }
}

/// Whether to replace an existing file.
#[derive(Copy, Clone, Debug, Args)]
pub(crate) struct ForceArgs {
    /// Replace FILE if it exists
    #[arg(long, help_heading = "Output options")]
    pub(crate) force: bool,
}

impl ForceArgs {
    /// Returns what to do with an existing file.
    pub(crate) fn existing(self) -> ExistingFile {
        if self.force { ExistingFile::Replace } else { ExistingFile::Keep }
    }
}

/// The number of threads.
#[derive(Copy, Clone, Debug, Args)]
pub(crate) struct ThreadArgs {
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads, help_heading = "Performance options")]
    pub(crate) threads: Option<NonZeroUsize>,
}

impl ThreadArgs {
    /// Returns the number of threads to use.
    pub(crate) fn count(self) -> usize {
        let all_cores = || std::thread::available_parallelism().ok();
        self.threads.or_else(all_cores).map_or(1, NonZeroUsize::get)
    }

    /// Creates a thread pool for this many tasks. If the system cannot start enough threads, it uses fewer,
    /// down to the current thread alone.
    pub(crate) fn pool(self, tasks: usize) -> anyhow::Result<ThreadPool> {
        let mut threads = self.count().min(tasks).max(1);
        let builder = |threads| ThreadPoolBuilder::new().num_threads(threads);
        while threads > 0 {
            if let Ok(pool) = builder(threads).build() {
                return Ok(pool);
            }
            threads /= 2;
        }
        Ok(builder(1).use_current_thread().build()?)
    }
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

/// The device that solves large batches.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DeviceArg {
    /// The processor
    Cpu,
    /// All NVIDIA GPUs of this machine; fails if there are none
    Gpu,
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

/// Accepts the name of a file to write, or - for standard output.
pub(crate) fn output_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path.is_dir() { Err("found a directory, expected the name of a file") } else { Ok(path) }
    })
}

/// Accepts the name of a file to write.
pub(crate) fn output_file() -> impl TypedValueParser<Value = PathBuf> {
    let error = "expected the name of a file, not standard output";
    output_path().try_map(move |path| if path.as_os_str() == "-" { Err(error) } else { Ok(path) })
}

/// The upper limit of `--threads`. A larger number is probably a typo, and that many threads could exhaust
/// the memory.
const MAX_THREADS: usize = 4096;

/// Parses a number of threads.
pub(crate) fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|&threads: &NonZeroUsize| threads.get() <= MAX_THREADS);
    number.ok_or_else(|| format!("expected a number of threads, 1 to {MAX_THREADS}"))
}
