//! The command line as it is typed; `args/making.rs` has the commands that make puzzles and print them.

mod making;

pub(crate) use making::{Booklet, Generate, Layout, Picture};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;
use veridoku_api::teaching::{self, Named, UnknownTechnique};
use veridoku_classic::{ALGORITHMS, Algorithm};
use veridoku_core::solve::Backend;
use veridoku_core::symmetry::Transform;
use veridoku_core::text::{FORMATS, Format};
use veridoku_logic::rating::Difficulty;

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
    pub(crate) color: Color,
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
each. If VERIDOKU_DATA names a folder with puzzle sets, these names stand for its files: easy, \
minimal, 17-clue, magictour, 11plus, 1106, serg, unsolvable.

Exit status: 0 measured, 1 an answer is wrong, 2 bad usage or unreadable input.";

const CANON_HELP: &str = "\
The canonical form is the first of all equivalent puzzles in the order of their lines, blanks before \
digits. It is defined for puzzles of clues with one solution, many or none. --json adds a transform \
that leads there, the number of automorphisms and a key of 128 bits.

An INPUT is a puzzle in any text form, a file, or - for standard input.

Exit status: 0 everything answered, 2 bad usage or unreadable input.";

const TRANSFORM_HELP: &str = "\
A transform is written as `transpose rows=456123789 columns=123456798 digits=912345678`, with what \
changes nothing left out: first rows become columns, then row 4 comes first, and so on, then every 1 \
becomes a 9. A random transform depends on the seed and the puzzle, not on its place in the input.

An INPUT is a puzzle in any text form, a file, or - for standard input.

Exit status: 0 everything answered, 2 bad usage or unreadable input.";

const DEDUP_HELP: &str = "\
Two puzzles are the same if moving rows, columns, bands and stacks, turning the grid over and renaming \
digits makes one of the other. With --against, a puzzle that is the same as one in FILE is a leak: it \
is left out of the stream, counted, and makes the exit status 1. --json tells of every puzzle what it \
is and which one it is the same as.

An INPUT is a puzzle in any text form, a file, or - for standard input.

Exit status: 0 no leaks, 1 leaks, 2 bad usage or unreadable input.";

/// When to use colours.
#[derive(Copy, Clone, Debug, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Makes this the choice for all output of the process.
    pub(crate) fn write_global(self) {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve puzzles, and prove that the solution is the only one
    #[command(after_help = INPUT_HELP)]
    Solve(Solve),
    /// Check whether puzzles are valid, unique and minimal, and say why not
    #[command(after_help = INPUT_HELP)]
    Check(Check),
    /// Count the solutions of puzzles, up to a limit
    #[command(after_help = INPUT_HELP)]
    Count(Count),
    /// Compare the textbook solvers on a puzzle: calls, placements, undos, depth, time
    #[command(after_help = INPUT_HELP)]
    Compare(Compare),
    /// Show what a textbook solver does, event by event
    #[command(after_help = INPUT_HELP)]
    Trace(Trace),
    /// Give the next logical step and say why it holds; tell mistakes first
    #[command(after_help = INPUT_HELP)]
    Hint(Hint),
    /// Solve puzzles by logic, step by step
    #[command(after_help = INPUT_HELP)]
    Path(PathArguments),
    /// Rate how hard puzzles are
    #[command(after_help = INPUT_HELP)]
    Rate(Rate),
    /// List the techniques that hints and paths know
    Techniques(Techniques),
    /// Run tests of single techniques in HoDoKu's library format
    StepsTest(StepsTest),
    /// Take out clues until none can go: one minimal puzzle, or all
    #[command(after_help = INPUT_HELP)]
    Minimize(Minimize),
    /// Give the canonical form of puzzles: the same for all that are the same but for their dress
    #[command(after_help = CANON_HELP)]
    Canon(Canon),
    /// Put puzzles in another dress: rows, columns, bands and stacks moved, digits renamed
    #[command(after_help = TRANSFORM_HELP)]
    Transform(TransformArguments),
    /// Give many dresses of each puzzle, and of the solution beside it
    #[command(after_help = TRANSFORM_HELP)]
    Augment(Augment),
    /// Stream out one of each class of equivalent puzzles, the first; tell leaks between two sets
    #[command(after_help = DEDUP_HELP)]
    Dedup(Dedup),
    /// Find the puzzles that differ in a few clues: some out, some in, one solution
    #[command(after_help = INPUT_HELP, visible_alias = "vicinity")]
    Neighbours(Neighbours),
    /// Make new puzzles: by level, clues, symmetry, pattern or technique, named by a seed
    #[command(after_help = making::GENERATE_HELP)]
    Generate(Generate),
    /// Print puzzles: a PDF with several on a page and the solutions at the end
    #[command(after_help = INPUT_HELP)]
    Booklet(Booklet),
    /// Draw a puzzle as an SVG picture
    #[command(after_help = INPUT_HELP)]
    Picture(Picture),
    /// Convert puzzles to another text form
    #[command(after_help = INPUT_HELP)]
    Convert(Convert),
    /// Measure the engines on sets of puzzles, after checking their answers
    #[command(after_help = BENCH_HELP)]
    Bench(Bench),
    /// Serve the page and the JSON interface, on this machine only unless asked otherwise
    #[cfg(feature = "serve")]
    Serve(Serve),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Print the manual page, of veridoku or of one command
    Man(Man),
}

/// Where the puzzles come from.
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// Puzzles in any text form, files, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<OsString>,

    /// Read this text form only, instead of detecting it (convert --help lists them)
    #[arg(long, value_name = "FORM", value_parser = format_parser(), hide_possible_values = true)]
    pub(crate) from: Option<&'static Format>,
}

/// How many threads work.
#[derive(Copy, Clone, Debug, Args)]
pub(crate) struct Threads {
    /// Use so many threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Whether the answers are put as JSON.
#[derive(Copy, Clone, Debug, Args)]
pub(crate) struct Json {
    /// Print JSON, one object per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// How the answers are put.
#[derive(Debug, Args)]
pub(crate) struct Report {
    /// Print one JSON object per answer and line
    #[arg(long, conflicts_with = "draw")]
    pub(crate) json: bool,

    /// When to draw pictures: auto draws a single puzzle on a terminal
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) draw: Draw,
}

/// When to draw pictures.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Draw {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Stream all solutions, up to --limit
    #[arg(long)]
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
    #[arg(long, value_name = "DEVICE", default_value = "cpu", conflicts_with_all = ["all", "engine", "budget"])]
    pub(crate) device: DeviceName,

    #[command(flatten)]
    pub(crate) threads: Threads,

    #[command(flatten)]
    pub(crate) report: Report,
}

/// What large batches are solved on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DeviceName {
    /// The processor
    Cpu,
    /// All NVIDIA GPUs of this machine
    Gpu,
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Give up after so many guesses per search
    #[arg(long, value_name = "N", default_value_t = veridoku_api::DEFAULT_NODES)]
    pub(crate) budget: u64,

    #[command(flatten)]
    pub(crate) threads: Threads,

    #[command(flatten)]
    pub(crate) report: Report,
}

#[derive(Debug, Args)]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Stop counting at so many solutions
    #[arg(long, value_name = "N", default_value_t = veridoku_api::count::DEFAULT_LIMIT)]
    pub(crate) limit: u64,

    /// Give up after so many guesses per puzzle
    #[arg(long, value_name = "N", default_value_t = veridoku_api::count::DEFAULT_NODES)]
    pub(crate) budget: u64,

    #[command(flatten)]
    pub(crate) threads: Threads,

    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Args)]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Compare only these solvers
    #[arg(long = "algorithm", value_name = "NAME", value_parser = algorithm_parser(), value_delimiter = ',')]
    pub(crate) algorithms: Vec<&'static Algorithm>,

    /// Stop each solver after so many calls
    #[arg(long, value_name = "N", default_value_t = veridoku_api::compare::DEFAULT_CALLS)]
    pub(crate) budget: u64,

    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Args)]
pub(crate) struct Trace {
    #[command(flatten)]
    pub(crate) input: Input,

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
    pub(crate) json: Json,
}

/// Which techniques are tried, and how cells are named.
#[derive(Clone, Debug, Args)]
pub(crate) struct Teaching {
    /// How cells are named
    #[arg(long, value_name = "NAMES", default_value = "r1c1")]
    pub(crate) notation: Notation,

    /// The techniques: teacher (all that help a player), hodoku (those of HoDoKu's ratings) or all
    /// (also what is slow) [default: teacher, or those named by --technique]
    #[arg(long, value_name = "NAME")]
    pub(crate) ladder: Option<LadderName>,

    /// Only these techniques, by name, short code or abbreviation, like "Hidden Pair", h2 or hp (see techniques)
    #[arg(long = "technique", value_name = "NAME", value_parser = parse_technique, value_delimiter = ',')]
    pub(crate) techniques: Vec<Named>,

    /// Do not use techniques that rest on the uniqueness of the solution
    #[arg(long)]
    pub(crate) no_uniqueness: bool,

    /// Tell two fish with the same base as one step, a Siamese fish
    #[arg(long)]
    pub(crate) siamese: bool,

    /// Let grouped chains run through almost locked sets
    #[arg(long)]
    pub(crate) als_chains: bool,

    /// Stop the search for a technique after so many choices, and say so; searches with lower limits of their own
    /// look further in proportion to a larger one (at most 100000000) [default: 10000000]
    #[arg(long, value_name = "N")]
    pub(crate) budget: Option<u64>,
}

/// How cells are named.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Notation {
    /// r1c1 to r9c9
    #[value(name = "r1c1")]
    RowColumn,
    /// A1 to J9, rows by letter
    #[value(name = "a1")]
    Letters,
}

/// Which ladder of techniques is climbed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LadderName {
    /// All techniques that help a player
    Teacher,
    /// The techniques of HoDoKu's ratings
    Hodoku,
    /// Every technique, the slow ones too
    All,
}

impl From<Notation> for teaching::NotationName {
    fn from(notation: Notation) -> teaching::NotationName {
        match notation {
            Notation::RowColumn => teaching::NotationName::RowColumn,
            Notation::Letters => teaching::NotationName::Letters,
        }
    }
}

impl From<LadderName> for teaching::LadderName {
    fn from(name: LadderName) -> teaching::LadderName {
        match name {
            LadderName::Teacher => teaching::LadderName::Teacher,
            LadderName::Hodoku => teaching::LadderName::Hodoku,
            LadderName::All => teaching::LadderName::All,
        }
    }
}

impl From<HintLevel> for teaching::HintLevel {
    fn from(level: HintLevel) -> teaching::HintLevel {
        match level {
            HintLevel::Where => teaching::HintLevel::Where,
            HintLevel::What => teaching::HintLevel::What,
            HintLevel::Full => teaching::HintLevel::Full,
        }
    }
}

impl From<&Teaching> for teaching::Techniques {
    fn from(asked: &Teaching) -> teaching::Techniques {
        teaching::Techniques {
            ladder: asked.ladder.map(teaching::LadderName::from),
            only: asked.techniques.clone(),
            uniqueness: Some(!asked.no_uniqueness),
            siamese: Some(asked.siamese),
            als_chains: Some(asked.als_chains),
            budget: asked.budget,
        }
    }
}

/// How much a hint tells.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HintLevel {
    /// Where to look
    Where,
    /// Which technique it is, and where
    What,
    /// The whole step
    Full,
}

#[derive(Debug, Args)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) input: Input,

    /// How much is told
    #[arg(long, value_name = "LEVEL", default_value = "full", conflicts_with = "all")]
    pub(crate) level: HintLevel,

    /// List every step of the position, technique by technique
    #[arg(long)]
    pub(crate) all: bool,

    /// Print an SVG picture of the position and the step
    #[arg(long, conflicts_with_all = ["all", "json", "draw"])]
    pub(crate) svg: bool,

    #[command(flatten)]
    pub(crate) teaching: Teaching,

    #[command(flatten)]
    pub(crate) threads: Threads,

    #[command(flatten)]
    pub(crate) report: Report,
}

#[derive(Debug, Args)]
pub(crate) struct PathArguments {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Explain each step in plain words, instead of one line each
    #[arg(long, conflicts_with = "json")]
    pub(crate) explain: bool,

    #[command(flatten)]
    pub(crate) teaching: Teaching,

    #[command(flatten)]
    pub(crate) threads: Threads,

    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Args)]
pub(crate) struct Rate {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Rate on one scale only, which is faster than both
    #[arg(long, value_name = "SCALE")]
    pub(crate) only: Option<Scale>,

    /// The highest rating of interest, such as 9.0: above it only "harder than" is said
    #[arg(long, value_name = "RATING")]
    pub(crate) up_to: Option<Difficulty>,

    /// How many nodes of chains a rating may take
    #[arg(long, value_name = "NODES")]
    pub(crate) budget: Option<u64>,

    /// How many seconds the rating of one puzzle may take; it says so when they are over
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) timeout: Option<Duration>,

    /// Tell the rated steps
    #[arg(long)]
    pub(crate) steps: bool,

    #[command(flatten)]
    pub(crate) threads: Threads,

    #[command(flatten)]
    pub(crate) json: Json,
}

/// The scales of a rating.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scale {
    /// Sudoku Explainer's ER, EP and ED
    Er,
    /// HoDoKu's level and score
    Score,
}

#[derive(Debug, Args)]
pub(crate) struct Techniques {
    /// Show these in full, by name, short code or abbreviation
    #[arg(value_name = "NAME", value_parser = parse_technique)]
    pub(crate) names: Vec<Named>,

    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Args)]
pub(crate) struct StepsTest {
    /// Files in library format, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Only tests of these codes, like 0603 or 0603-2
    #[arg(long = "code", value_name = "CODE", value_delimiter = ',')]
    pub(crate) codes: Vec<String>,

    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Args)]
pub(crate) struct Minimize {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Stream all minimal puzzles among the clues, up to --limit
    #[arg(long, conflicts_with = "seed")]
    pub(crate) all: bool,

    /// Stop after so many minimal puzzles per puzzle
    #[arg(long, value_name = "N", default_value_t = veridoku_api::minimize::DEFAULT_LIMIT, requires = "all")]
    pub(crate) limit: u64,

    /// The seed of the order in which clues are taken out
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Give up after so many guesses per search, with --all of all searches
    #[arg(long, value_name = "N", default_value_t = veridoku_api::DEFAULT_NODES)]
    pub(crate) budget: u64,

    #[command(flatten)]
    pub(crate) threads: Threads,

    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Args)]
pub(crate) struct Canon {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Print the key of 128 bits instead of the form
    #[arg(long, conflicts_with = "json")]
    pub(crate) key: bool,

    #[command(flatten)]
    pub(crate) threads: Threads,

    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Args)]
#[group(id = "which", required = true, multiple = false, args = ["by", "seed"])]
pub(crate) struct TransformArguments {
    #[command(flatten)]
    pub(crate) input: Input,

    /// The transform
    #[arg(long, value_name = "TRANSFORM", value_parser = clap::value_parser!(Transform))]
    pub(crate) by: Option<Transform>,

    /// A random transform with this seed
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,

    /// The text form to write
    #[arg(long, value_name = "FORM", value_parser = format_parser(), default_value = "line")]
    #[arg(hide_possible_values = true)]
    pub(crate) to: &'static Format,

    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Args)]
pub(crate) struct Augment {
    #[command(flatten)]
    pub(crate) input: Input,

    /// So many different dresses per puzzle, with --all at most [default: 10; with --all no limit]
    #[arg(long, value_name = "N")]
    pub(crate) count: Option<u64>,

    /// The seed
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub(crate) seed: u64,

    /// All 3359232 ways to move the cells, digits kept, instead of random dresses
    #[arg(long, conflicts_with = "seed")]
    pub(crate) all: bool,

    /// The text form to write; kaggle for instance has puzzle and solution
    #[arg(long, value_name = "FORM", value_parser = format_parser(), default_value = "line")]
    #[arg(hide_possible_values = true)]
    pub(crate) to: &'static Format,

    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Args)]
pub(crate) struct Dedup {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Hold the puzzles against those of this file
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<PathBuf>,

    /// Which puzzles to stream out: the first of each class, the repeated ones, or the leaks
    #[arg(long, value_name = "WHICH", default_value = "first", conflicts_with = "json")]
    pub(crate) show: Show,

    #[command(flatten)]
    pub(crate) threads: Threads,

    #[command(flatten)]
    pub(crate) json: Json,
}

/// Which puzzles are streamed out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Show {
    /// The first of each class, without leaks
    First,
    /// Those that are the same as an earlier one
    Repeated,
    /// Those that are the same as one of the other file
    Leaked,
}

#[derive(Debug, Args)]
pub(crate) struct Neighbours {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Take out so many clues
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) remove: usize,

    /// Add so many clues
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) add: usize,

    /// Leave out puzzles with redundant clues
    #[arg(long)]
    pub(crate) minimal: bool,

    /// Stop after so many neighbours per puzzle
    #[arg(long, value_name = "N", default_value_t = veridoku_api::neighbours::DEFAULT_LIMIT)]
    pub(crate) limit: u64,

    /// Give up after so many guesses and searches per puzzle
    #[arg(long, value_name = "N", default_value_t = veridoku_api::neighbours::DEFAULT_NODES)]
    pub(crate) budget: u64,

    #[command(flatten)]
    pub(crate) threads: Threads,

    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) input: Input,

    /// The text form to write; a form with a place for the solution gets it worked out
    #[arg(long, value_name = "FORM", value_parser = format_parser(), default_value = "line")]
    pub(crate) to: &'static Format,

    #[command(flatten)]
    pub(crate) json: Json,
}

#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Files of puzzles in any text form, or names of sets
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,

    /// Read this text form only, instead of detecting it (convert --help lists them)
    #[arg(long, value_name = "FORM", value_parser = format_parser(), hide_possible_values = true)]
    pub(crate) from: Option<&'static Format>,

    /// Measure this engine
    #[arg(long, value_name = "ENGINE", default_value = "both")]
    pub(crate) engine: BenchEngine,

    /// Measure this device: gpu stands for the engine of NVIDIA GPUs, in rounds of at least 2097152 puzzles
    #[arg(long, value_name = "DEVICE", default_value = "cpu", conflicts_with_all = ["engine", "backend"])]
    pub(crate) device: DeviceName,

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
    pub(crate) json: Json,
}

/// Which engines are measured.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BenchEngine {
    /// One puzzle at a time
    Single,
    /// Many puzzles at once
    Bulk,
    /// Both, by turns
    Both,
}

#[cfg(feature = "serve")]
#[derive(Debug, Args)]
pub(crate) struct Serve {
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
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct Man {
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
fn parse_technique(name: &str) -> Result<Named, String> {
    name.parse().map_err(|error: UnknownTechnique| match error.suggestion() {
        Some(_) => error.to_string(),
        None => format!("{error}; `veridoku techniques` lists them"),
    })
}

/// The form of 81 characters.
pub(crate) fn line_format() -> &'static Format {
    Format::by_name("line").unwrap_or(&FORMATS[0])
}

/// A number of threads.
fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a number of threads, 1 or more".to_string())
}

/// The names of the text forms, with what they look like.
fn format_parser() -> impl TypedValueParser<Value = &'static Format> {
    let names = FORMATS.iter().map(|format| PossibleValue::new(format.name()).help(format.description()));
    PossibleValuesParser::new(names)
        .try_map(|name| Format::by_name(&name).ok_or("there is no such text form"))
}
