//! The command line as it is typed.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use veridoku_classic::{ALGORITHMS, Algorithm};
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
    pub(crate) color: Color,
}

const AFTER_HELP: &str = "\
Exit status: 0 everything answered as hoped, 1 an answer is \"no\" (no solution, many \
solutions), 2 bad usage or unreadable input.";

const INPUT_HELP: &str = "\
An INPUT is a puzzle in any text form, a file, or - for standard input. Without INPUT, standard \
input is read; on a terminal the sample puzzle is used.

Exit status: 0 everything answered as hoped, 1 an answer is \"no\", 2 bad usage or unreadable input.";

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
    /// Convert puzzles to another text form
    #[command(after_help = INPUT_HELP)]
    Convert(Convert),
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
    #[arg(long, value_name = "N")]
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

    #[command(flatten)]
    pub(crate) threads: Threads,

    #[command(flatten)]
    pub(crate) report: Report,
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

/// The names of the text forms, with what they look like.
fn format_parser() -> impl TypedValueParser<Value = &'static Format> {
    let names = FORMATS.iter().map(|format| PossibleValue::new(format.name()).help(format.description()));
    PossibleValuesParser::new(names)
        .try_map(|name| Format::by_name(&name).ok_or("there is no such text form"))
}
