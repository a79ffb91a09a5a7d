//! Arguments of the commands for equivalent and related puzzles: `minimize`, `canon`, `transform`, `augment`,
//! `dedup` and `neighbours`.

use super::{InputArgs, JsonArgs, RunArgs, ThreadArgs};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use veridoku_api::command_values;
use veridoku_core::symmetry::Transform;
use veridoku_formats::Format;

pub(crate) const CANON_HELP: &str = "\
Examples:
  veridoku canon puzzle.txt
  veridoku canon --key puzzles.txt | sort | uniq -d

The canonical form is the first of all equivalent puzzles in lexicographic order, with blanks before digits. \
It is defined for puzzles with one, several or no solutions, and for puzzles given as candidates (sukaku), \
which are printed as 729 characters. --json adds a transform from the puzzle to its canonical form, the \
number of automorphisms and a 128-bit key. Automorphisms are counted as permutations of the cells: \
renaming digits that do not appear in the puzzle does not add to the count.

INPUT is a puzzle in any text format, a file, or - for standard input.

Exit status: 0 on success, 2 on bad usage or unreadable input.";

pub(crate) const TRANSFORM_HELP: &str = "\
Examples:
  veridoku transform --by transpose puzzle.txt
  veridoku transform --seed 7 puzzle.txt

A transform is written as 'transpose rows=456123789 columns=123456798 digits=912345678'; parts that change \
nothing can be left out. This example transposes the grid, moves rows 4 to 6 above rows 1 to 3, swaps the \
last two columns, and decreases every digit by one, with 1 becoming 9. A random transform depends on the \
seed and the puzzle, but not on the position of the puzzle in the input.

INPUT is a puzzle in any text format, a file, or - for standard input.

Exit status: 0 on success, 1 if the text format includes the solution but a puzzle has no unique solution, \
2 on bad usage or unreadable input.";

pub(crate) const AUGMENT_HELP: &str = "\
Examples:
  veridoku augment --count 100 puzzles.txt
  veridoku augment --to kaggle puzzles.csv > more.csv

The random transforms depend on the seed and the puzzle, but not on the position of the puzzle in the input.

INPUT is a puzzle in any text format, a file, or - for standard input.

Exit status: 0 on success, 1 if the text format includes the solution but a puzzle has no unique solution, \
2 on bad usage or unreadable input.";

pub(crate) const DEDUP_HELP: &str = "\
Examples:
  veridoku dedup puzzles.txt > unique.txt
  veridoku dedup --against train.txt test.txt

Two puzzles are equivalent if one can be turned into the other by permuting rows, columns, bands and stacks, \
transposing the grid and renaming digits. With --against, a puzzle that is equivalent to one in FILE is a \
leak. By default, leaks are counted but not printed. If there are any, the exit status is 1.

--json reports every puzzle. The field `same_as` is the number of the equivalent puzzle in the input or, for \
a leak, in FILE. Numbers start at 1 and include unreadable entries.

--shard is only allowed with --show leaked, because all other results depend on the whole input.

INPUT is a puzzle in any text format, a file, or - for standard input.

Exit status: 0 if there are no leaks, 1 if there are leaks, 2 on bad usage or unreadable input.";

#[derive(Debug, Args)]
pub(crate) struct MinimizeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Find all minimal puzzles that use some of the clues, up to --limit
    #[arg(long, conflicts_with = "seed")]
    pub(crate) all: bool,

    /// With --all, maximum number of minimal puzzles per input
    #[arg(long, value_name = "N", default_value_t = veridoku_api::minimize::DEFAULT_LIMIT, requires = "all")]
    pub(crate) limit: u64,

    /// Seed for the order in which clues are removed
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Maximum number of guesses per search (with --all: in total, over all searches)
    #[arg(long, value_name = "N", default_value_t = veridoku_api::DEFAULT_NODES)]
    pub(crate) budget: u64,

    #[command(flatten)]
    pub(crate) run: RunArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CanonArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Print the 128-bit key instead of the canonical form
    #[arg(long, conflicts_with = "json", help_heading = "Output options")]
    pub(crate) key: bool,

    #[command(flatten)]
    pub(crate) run: RunArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
#[group(id = "which", required = true, multiple = false, args = ["by", "seed"])]
pub(crate) struct TransformArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Apply this transform
    #[arg(long, value_name = "TRANSFORM", value_parser = clap::value_parser!(Transform))]
    pub(crate) by: Option<Transform>,

    /// Apply a random transform with this seed
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,

    /// Text format to write
    #[arg(long, value_name = "FORMAT", value_parser = command_values::format(), default_value = "line")]
    #[arg(hide_possible_values = true, help_heading = "Output options")]
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

    /// Number of equivalent puzzles per input (with --all: the maximum) [default: 10; with --all: no limit]
    #[arg(long, value_name = "N")]
    pub(crate) count: Option<u64>,

    /// Seed for the random transforms
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Apply all 3359232 cell permutations, without renaming digits, instead of random transforms
    #[arg(long, conflicts_with = "seed")]
    pub(crate) all: bool,

    /// Text format to write, for example kaggle for puzzles with solutions
    #[arg(long, value_name = "FORMAT", value_parser = command_values::format(), default_value = "line")]
    #[arg(hide_possible_values = true, help_heading = "Output options")]
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

    /// Find leaks: puzzles equivalent to one in FILE (a file, a puzzle, or - for standard input)
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<OsString>,

    /// Which puzzles to print
    #[arg(long, value_name = "WHICH", default_value = "first", conflicts_with = "json")]
    #[arg(help_heading = "Output options")]
    pub(crate) show: DedupShow,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Which puzzles `dedup` prints.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DedupShow {
    /// The first puzzle of each group of equivalent puzzles, except leaks
    First,
    /// Puzzles that are equivalent to an earlier one
    Repeated,
    /// Puzzles that are equivalent to one in the file given by --against
    Leaked,
}

#[derive(Debug, Args)]
pub(crate) struct NeighboursArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Number of clues to remove
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) remove: usize,

    /// Number of clues to add
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) add: usize,

    /// Print only minimal puzzles
    #[arg(long)]
    pub(crate) minimal: bool,

    /// Maximum number of neighbours per puzzle
    #[arg(long, value_name = "N", default_value_t = veridoku_api::neighbours::DEFAULT_LIMIT)]
    pub(crate) limit: u64,

    /// Maximum total number of guesses, searches and clue changes per puzzle
    #[arg(long, value_name = "N", default_value_t = veridoku_api::neighbours::DEFAULT_NODES)]
    pub(crate) budget: u64,

    #[command(flatten)]
    pub(crate) run: RunArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}
