//! What is typed to find out which puzzles are the same, and to make others of them.
//!
//! A file of its own because these commands are for researchers, and explain themselves at length.

use super::{InputArgs, JsonArgs, RunArgs, ThreadArgs, format_parser};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use veridoku_core::symmetry::Transform;
use veridoku_core::text::Format;

pub(super) const CANON_HELP: &str = "\
The canonical form is the first of all equivalent puzzles in the order of their lines, blanks before \
digits. It is defined for puzzles of clues with one solution, many or none, and for puzzles of \
candidates (sukaku), whose lines have 729 characters. --json adds a transform that leads there, the \
number of automorphisms and a key of 128 bits. Automorphisms are counted as ways to move the cells; names for \
digits that do not appear count once.

An INPUT is a puzzle in any text form, a file, or - for standard input.

Exit status: 0 everything answered, 2 bad usage or unreadable input.";

pub(super) const TRANSFORM_HELP: &str = "\
A transform is written as `transpose rows=456123789 columns=123456798 digits=912345678`, with what \
changes nothing left out: first rows become columns, then row 4 comes first, and so on, then every 1 \
becomes a 9. A random transform depends on the seed and the puzzle, not on its place in the input.

An INPUT is a puzzle in any text form, a file, or - for standard input.

Exit status: 0 everything answered, 2 bad usage or unreadable input.";

pub(super) const DEDUP_HELP: &str = "\
Two puzzles are the same if moving rows, columns, bands and stacks, turning the grid over and renaming \
digits makes one of the other. With --against, a puzzle that is the same as one in FILE is a leak: it \
is left out of the stream, counted, and makes the exit status 1. --json tells of every puzzle what it \
is, and in `same_as` which one it is the same as: the number of that entry in its set, all inputs one after \
the other, counted from 1, unreadable ones too; so among the lines of the answer, for a leak among those of FILE.

One run has to see all puzzles: --shard is refused, but for --show leaked, where each puzzle stands alone.

An INPUT is a puzzle in any text form, a file, or - for standard input.

Exit status: 0 no leaks, 1 leaks, 2 bad usage or unreadable input.";

#[derive(Debug, Args)]
pub(crate) struct MinimizeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// All minimal puzzles among the clues, up to --limit; those of a single puzzle as they are found
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
    pub(crate) work: RunArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CanonArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Print the key of 128 bits instead of the form
    #[arg(long, conflicts_with = "json")]
    pub(crate) key: bool,

    #[command(flatten)]
    pub(crate) work: RunArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
#[group(id = "which", required = true, multiple = false, args = ["by", "seed"])]
pub(crate) struct TransformArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

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
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
pub(crate) struct AugmentArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

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
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DedupArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Hold the puzzles against those of this file (or of a puzzle, or - for standard input)
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<OsString>,

    /// Which puzzles to stream out: the first of each class, the repeated ones, or the leaks
    #[arg(long, value_name = "WHICH", default_value = "first", conflicts_with = "json")]
    pub(crate) show: DedupShow,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Which puzzles are streamed out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DedupShow {
    /// The first of each class, without leaks
    First,
    /// Those that are the same as an earlier one
    Repeated,
    /// Those that are the same as one of the other file
    Leaked,
}

#[derive(Debug, Args)]
pub(crate) struct NeighboursArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Take out so many clues
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) remove: usize,

    /// Add so many clues
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) add: usize,

    /// Leave out puzzles with redundant clues
    #[arg(long)]
    pub(crate) minimal: bool,

    /// Stop after so many neighbours per puzzle; those of a single one are written as they are found
    #[arg(long, value_name = "N", default_value_t = veridoku_api::neighbours::DEFAULT_LIMIT)]
    pub(crate) limit: u64,

    /// Give up after so many guesses and searches per puzzle
    #[arg(long, value_name = "N", default_value_t = veridoku_api::neighbours::DEFAULT_NODES)]
    pub(crate) budget: u64,

    #[command(flatten)]
    pub(crate) work: RunArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}
