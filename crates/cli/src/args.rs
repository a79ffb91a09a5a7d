//! The command line as it is typed: what all commands share, and those about solving. In `args/` are those that teach,
//! that tell which puzzles are the same, and that make puzzles and print them.

mod generate;
mod symmetry;
mod techniques;

pub(crate) use generate::{BookletArgs, GenerateArgs, PictureArgs};
pub(crate) use symmetry::{
    AugmentArgs, CanonArgs, DedupArgs, DedupShow, MinimizeArgs, NeighboursArgs, TransformArgs,
};
pub(crate) use techniques::{HintArgs, ListTechniquesArgs, PathArgs, RateArgs, ScaleArg, StepsTestArgs};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;
use veridoku_api::technique_options::{TechniqueName, UnknownTechnique};
use veridoku_classic::{ALGORITHMS, Algorithm};
use veridoku_core::solve::Backend;
use veridoku_core::text::{FORMATS, Format};

/// The Sudoku engine: solves, proves, explains and compares.
///
/// Reads 9×9 puzzles in any common text form, from arguments, files or standard input, and
/// answers each with one line, in order. Without a command it solves a sample puzzle.
#[derive(Debug, Parser)]
#[command(name = "veridoku", version, max_term_width = 100, after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(help = "When to use colours: auto (obeys NO_COLOR and pipes), always or never")]
    pub(crate) color: ColorArg,
}

const AFTER_HELP: &str = "\
Exit status: 0 everything answered as hoped, 1 an answer is \"no\" (no solution, many \
solutions), 2 bad usage or unreadable input.";

const INPUT_HELP: &str = "\
An INPUT is a puzzle in any text form, a file, or - for standard input. Without INPUT, standard \
input is read; on a terminal the sample puzzle is used.

Exit status: 0 everything answered as hoped, 1 an answer is \"no\", 2 bad usage or unreadable input.";

const BENCH_HELP: &str = "\
Both engines solve every puzzle first: each solution must hold the clues and obey the rules, and the \
engines must agree on none, one and many. Then they take turns, round by round; the fastest round \
counts. One thread is timed by its CPU time, several by the clock on the wall. A set of fewer than \
16384 puzzles is repeated until a round has as many.

Without FILE two puzzles are taken, an easy one and a hard one by Arto Inkala, in 16384 random permutations \
each. If VERIDOKU_DATA names a folder, these names stand for files in its folder puzzles: easy, \
minimal, 17-clue, magictour, 11plus, 1106, serg, unsolvable.

Exit status: 0 measured, 1 an answer is wrong, 2 bad usage or unreadable input.";

/// When to use colours.
#[derive(Copy, Clone, Debug, ValueEnum)]
pub(crate) enum ColorArg {
    Auto,
    Always,
    Never,
}

impl ColorArg {
    /// Makes this the choice for all output of the process.
    pub(crate) fn write_global(self) {
        match self {
            ColorArg::Auto => anstream::ColorChoice::Auto,
            ColorArg::Always => anstream::ColorChoice::Always,
            ColorArg::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve puzzles, and prove that the solution is the only one
    #[command(after_help = INPUT_HELP)]
    Solve(SolveArgs),
    /// Check whether puzzles are valid, unique and minimal, and say why not
    #[command(after_help = INPUT_HELP)]
    Check(CheckArgs),
    /// Count the solutions of puzzles, up to a limit
    #[command(after_help = INPUT_HELP)]
    Count(CountArgs),
    /// Compare the textbook solvers on a puzzle: calls, placements, undos, depth, time
    #[command(after_help = INPUT_HELP)]
    Compare(CompareArgs),
    /// Show what a textbook solver does, event by event
    #[command(after_help = INPUT_HELP)]
    Trace(TraceArgs),
    /// Give the next logical step and say why it holds; tell mistakes first
    #[command(after_help = INPUT_HELP)]
    Hint(HintArgs),
    /// Solve puzzles by logic, step by step
    #[command(after_help = INPUT_HELP)]
    Path(PathArgs),
    /// Rate how hard puzzles are
    ///
    /// A line for each puzzle: ED=ER/EP/ED of Sudoku Explainer (the hardest step, the hardest up to the first digit placed, the first step)
    /// with its hardest rule, then HoDoKu's level and score with its hardest technique.
    #[command(after_help = INPUT_HELP)]
    Rate(RateArgs),
    /// List the techniques that hints and paths know
    Techniques(ListTechniquesArgs),
    /// Run tests of single techniques in HoDoKu's library format
    StepsTest(StepsTestArgs),
    /// Take out clues until none can go: one minimal puzzle, or all
    #[command(after_help = INPUT_HELP)]
    Minimize(MinimizeArgs),
    /// Give the canonical form of puzzles: the same for all that are the same but for their dress
    #[command(after_help = symmetry::CANON_HELP)]
    Canon(CanonArgs),
    /// Put puzzles in another dress: rows, columns, bands and stacks moved, digits renamed
    #[command(after_help = symmetry::TRANSFORM_HELP)]
    Transform(TransformArgs),
    /// Give many dresses of each puzzle, and of the solution beside it
    #[command(after_help = symmetry::TRANSFORM_HELP)]
    Augment(AugmentArgs),
    /// Stream out one of each class of equivalent puzzles, the first; tell leaks between two sets
    #[command(after_help = symmetry::DEDUP_HELP)]
    Dedup(DedupArgs),
    /// Find the puzzles that differ in a few clues: some out, some in, one solution
    #[command(after_help = INPUT_HELP, visible_alias = "neighbours")]
    Neighbours(NeighboursArgs),
    /// Make new puzzles: by level, clues, symmetry, pattern or technique, named by a seed
    #[command(after_help = generate::generate_help())]
    Generate(GenerateArgs),
    /// Print puzzles: a PDF with several on a page and the solutions at the end
    #[command(after_help = INPUT_HELP)]
    Booklet(BookletArgs),
    /// Draw a puzzle as an SVG picture
    #[command(after_help = INPUT_HELP)]
    Picture(PictureArgs),
    /// Convert puzzles to another text form
    #[command(after_help = INPUT_HELP)]
    Convert(ConvertArgs),
    /// Measure the engines on sets of puzzles, after checking their answers
    #[command(after_help = BENCH_HELP)]
    Bench(BenchArgs),
    /// Serve the page and the JSON interface, on this machine only unless asked otherwise
    #[cfg(feature = "serve")]
    Serve(ServeArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page, of veridoku or of one command
    Man(ManArgs),
}

/// Where the puzzles come from.
#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// Puzzles in any text form, files, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<OsString>,

    /// Read this text form only, instead of detecting it (convert --help lists them)
    #[arg(long, value_name = "FORM", value_parser = format_parser(), hide_possible_values = true)]
    pub(crate) from: Option<&'static Format>,

    /// Take only every Nth puzzle, from the Ith on: the runs 1/N to N/N share the work
    #[arg(long, value_name = "I/N", value_parser = parse_shard, default_value = "1/1", hide_default_value = true)]
    pub(crate) shard: Shard,
}

/// One of so many shares of the input: every `count`th puzzle, from the `number`th on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// From 1 on.
    pub(crate) number: u64,
    pub(crate) count: u64,
}

impl Shard {
    /// The whole input.
    pub(crate) const ALL: Shard = Shard { number: 1, count: 1 };
}

/// How the work on puzzles is done: by how many threads, and where the answers go.
#[derive(Clone, Debug, Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    /// Write the answers to FILE, which is there when all are; until then FILE.part grows, and FILE.job says what was asked
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Go on where an interrupted run with the same --output stopped; nothing if it came to its end
    #[arg(long, requires = "output")]
    pub(crate) resume: bool,
}

impl From<ThreadArgs> for RunArgs {
    /// To standard output.
    fn from(threads: ThreadArgs) -> RunArgs {
        RunArgs { threads, output: None, resume: false }
    }
}

/// How many threads work.
#[derive(Copy, Clone, Debug, Args)]
pub(crate) struct ThreadArgs {
    /// Use so many threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Whether the answers are put as JSON.
#[derive(Copy, Clone, Debug, Args)]
pub(crate) struct JsonArgs {
    /// Print JSON, one object per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// How the answers are put.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Print one JSON object per answer and line
    #[arg(long, conflicts_with = "draw")]
    pub(crate) json: bool,

    /// When to draw pictures: auto draws a single puzzle on a terminal
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) draw: DrawWhen,
}

/// When to draw pictures.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DrawWhen {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Stream all solutions, up to --limit
    #[arg(long, conflicts_with = "output")]
    pub(crate) all: bool,

    /// Stop after so many solutions per puzzle
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "all")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: u64,

    /// Use a textbook solver instead of the engine (see compare)
    #[arg(long, value_name = "NAME", value_parser = algorithm_parser(), conflicts_with = "all")]
    pub(crate) engine: Option<&'static Algorithm>,

    /// Give up after so many guesses per puzzle, with --engine after so many calls [default:
    /// 10000000; with --all 100000000]
    #[arg(long, value_name = "N")]
    pub(crate) budget: Option<u64>,

    /// Solve large batches on this device: gpu needs an NVIDIA GPU, and stops where there is none
    #[arg(long, value_name = "DEVICE", default_value = "cpu")]
    pub(crate) device: DeviceArg,

    #[command(flatten)]
    pub(crate) work: RunArgs,

    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// What large batches are solved on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DeviceArg {
    /// The processor
    Cpu,
    /// All NVIDIA GPUs of this machine
    Gpu,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Give up after so many guesses per search
    #[arg(long, value_name = "N", default_value_t = veridoku_api::DEFAULT_NODES)]
    pub(crate) budget: u64,

    #[command(flatten)]
    pub(crate) work: RunArgs,

    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Stop counting at so many solutions
    #[arg(long, value_name = "N", default_value_t = veridoku_api::count::DEFAULT_LIMIT)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: u64,

    /// Give up after so many guesses per puzzle
    #[arg(long, value_name = "N", default_value_t = veridoku_api::count::DEFAULT_NODES)]
    pub(crate) budget: u64,

    #[command(flatten)]
    pub(crate) work: RunArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Compare only these solvers
    #[arg(long = "algorithm", value_name = "NAME", value_parser = algorithm_parser(), value_delimiter = ',')]
    pub(crate) algorithms: Vec<&'static Algorithm>,

    /// Stop each solver after so many calls
    #[arg(long, value_name = "N", default_value_t = veridoku_api::compare::DEFAULT_CALLS)]
    pub(crate) budget: u64,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The solver to watch
    #[arg(long, value_name = "NAME", value_parser = algorithm_parser(), default_value = "resume")]
    pub(crate) algorithm: &'static Algorithm,

    /// Show so many events
    #[arg(long, value_name = "N", default_value_t = veridoku_api::trace::DEFAULT_LIMIT)]
    pub(crate) limit: usize,

    /// Stop the solver after so many calls
    #[arg(long, value_name = "N", default_value_t = veridoku_api::compare::DEFAULT_CALLS)]
    pub(crate) budget: u64,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The text form to write; a form with a place for the solution gets it worked out
    #[arg(long, value_name = "FORM", value_parser = format_parser(), default_value = "line")]
    pub(crate) to: &'static Format,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Files of puzzles in any text form, or names of sets
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,

    /// Read this text form only, instead of detecting it (convert --help lists them)
    #[arg(long, value_name = "FORM", value_parser = format_parser(), hide_possible_values = true)]
    pub(crate) from: Option<&'static Format>,

    /// Measure this engine
    #[arg(long, value_name = "ENGINE", default_value = "both")]
    pub(crate) engine: BenchEngineArg,

    /// Measure this device: gpu stands for the engine of NVIDIA GPUs, in rounds of at least 2097152 puzzles
    #[arg(long, value_name = "DEVICE", default_value = "cpu", conflicts_with_all = ["engine", "backend"])]
    pub(crate) device: DeviceArg,

    /// Permute digits, rows, columns, bands and stacks of each puzzle at random, with this seed
    #[arg(long, value_name = "SEED")]
    pub(crate) permute: Option<u64>,

    /// Use these instructions [default: that of `VERIDOKU_BACKEND`, or the best that the processor has]
    #[arg(long, value_name = "NAME", value_parser = backend_parser())]
    pub(crate) backend: Option<Backend>,

    /// Use so many threads [default: 1; with --device gpu, to check its answers, all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Let each engine work so long on each set
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = parse_seconds)]
    pub(crate) seconds: Duration,

    /// Let each engine work through each set so many times, instead of --seconds
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub(crate) rounds: Option<NonZeroU32>,

    /// Stop after so many solutions per puzzle
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: u64,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Which engines are measured.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BenchEngineArg {
    /// One puzzle at a time
    Single,
    /// Many puzzles at once
    Bulk,
    /// Both, by turns
    Both,
}

#[cfg(feature = "serve")]
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Listen on this address; 0.0.0.0 lets the whole network in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: String,

    /// Listen on this port; 0 takes any free one
    #[arg(long, value_name = "N", default_value_t = 8729)]
    pub(crate) port: u16,

    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The command; veridoku itself if none is named
    pub(crate) command: Option<String>,
}

/// The names of the textbook solvers, with what they do.
fn algorithm_parser() -> impl TypedValueParser<Value = &'static Algorithm> {
    let names =
        ALGORITHMS.iter().map(|algorithm| PossibleValue::new(algorithm.name).help(algorithm.description));
    PossibleValuesParser::new(names)
        .try_map(|name| Algorithm::by_name(&name).ok_or("there is no such textbook solver"))
}

/// The names of the instruction sets.
fn backend_parser() -> impl TypedValueParser<Value = Backend> {
    let by_name = |name: &str| Backend::ALL.into_iter().find(|backend| backend.name() == name);
    PossibleValuesParser::new(Backend::ALL.map(Backend::name))
        .try_map(move |name| by_name(&name).ok_or("there is no such instruction set"))
}

/// A number of seconds, not too many to be meant.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds, 0.5 for instance")?;
    if !(0.0..=3600.0).contains(&seconds) {
        return Err("expected 0 to 3600 seconds".to_string());
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// A name of techniques; the nearest is told if there is none.
fn parse_technique(name: &str) -> Result<TechniqueName, String> {
    name.parse().map_err(|error: UnknownTechnique| match error.suggestion() {
        Some(_) => error.to_string(),
        None => format!("{error}; `veridoku techniques` lists them"),
    })
}

/// The form of 81 characters.
pub(crate) fn line_format() -> &'static Format {
    Format::by_name("line").unwrap_or(&FORMATS[0])
}

/// A share of the input, as `2/8`.
fn parse_shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/');
    let numbers = parts.and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
    match numbers {
        Some((number, count)) if (1..=count).contains(&number) => Ok(Shard { number, count }),
        _ => Err("expected a share and how many there are, as 2/8: from 1/8 to 8/8".to_string()),
    }
}

/// More threads than any machine has cores for; a number beyond is a slip, and would cost its memory before it is noticed.
const MOST_THREADS: usize = 4096;

/// A number of threads.
fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|&threads: &NonZeroUsize| threads.get() <= MOST_THREADS);
    number.ok_or_else(|| format!("expected a number of threads, 1 to {MOST_THREADS}"))
}

/// The names of the text forms, with what they look like.
fn format_parser() -> impl TypedValueParser<Value = &'static Format> {
    let names = FORMATS.iter().map(|format| PossibleValue::new(format.name()).help(format.description()));
    PossibleValuesParser::new(names)
        .try_map(|name| Format::by_name(&name).ok_or("there is no such text form"))
}
