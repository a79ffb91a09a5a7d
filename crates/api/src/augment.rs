//! Puzzles equivalent to a given one: random transforms of it, or all cell permutations that preserve the
//! rules.

use crate::canon::automorphisms;
#[cfg(feature = "cli")]
use crate::command_values;
use crate::error::Error;
use crate::operation::{PuzzleOperation, PuzzleText, Schedule, at_most, line_format};
use crate::page::{ExitOutcome, Page};
use crate::transform::{self, check_solution, transformed, write_transformed};
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::{io, iter};
use veridoku_core::Puzzle;
use veridoku_core::symmetry::Transform;
use veridoku_formats::Format;

/// The default number of equivalent puzzles.
const DEFAULT_COUNT: u64 = 10;

/// The number of equivalent puzzles in the answer to an untrusted client, and the most that the command
/// keeps in memory.
const MAX_BUFFERED: u64 = 10_000;

/// The number of consecutive duplicates after which no further equivalent puzzle is expected.
const MAX_DUPLICATES: u32 = 1000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Number of equivalent puzzles per input (with --all: the maximum) [default: 10; with --all: no limit]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N"))]
    #[schemars(description = "Number of equivalent puzzles; with `all`, the maximum. 10 by default.")]
    pub count: Option<u64>,

    /// Seed for the random transforms.
    #[cfg_attr(feature = "cli", arg(long, value_name = "SEED", default_value_t = 0))]
    pub seed: u64,

    /// Apply all 3359232 cell permutations, without renaming digits, instead of random transforms.
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "seed"))]
    pub all: bool,

    /// Text format to write, for example kaggle for puzzles with solutions.
    #[cfg_attr(feature = "cli", arg(long, value_name = "FORMAT", value_parser = command_values::format()))]
    #[cfg_attr(feature = "cli", arg(default_value = "line", hide_possible_values = true))]
    #[cfg_attr(feature = "cli", arg(help_heading = "Output options"))]
    #[serde(skip)]
    pub to: Option<&'static Format>,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The equivalent puzzles, all different.
    pub equivalents: Vec<transform::Report>,
    /// The former name of `equivalents`.
    pub dresses: Vec<transform::Report>,
}

/// Finds equivalent puzzles.
#[derive(Debug)]
pub struct Augment;

impl PuzzleOperation for Augment {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Write many equivalent puzzles for each input";
    const DETAILS: &'static str =
        "If the input contains a solution of the puzzle, the solution is transformed as well.";
    const SCHEDULE: Schedule = Schedule::ToStandardOutput;

    fn limit(options: &mut Options) {
        at_most(&mut options.count, DEFAULT_COUNT, MAX_BUFFERED);
    }

    fn run(puzzle: PuzzleText<'_>, options: &Options) -> Result<Report, Error> {
        check_solution(puzzle.record)?;
        let options = Options { count: options.count.or(Some(DEFAULT_COUNT)), ..options.clone() };
        let equivalents: Vec<transform::Report> = transforms(&puzzle.record.puzzle, &options)
            .map(|transform| transformed(puzzle.record, &transform))
            .collect();
        Ok(Report { version: Version, dresses: equivalents.clone(), equivalents })
    }

    fn format(options: &Options) -> &'static Format {
        options.to.unwrap_or_else(line_format)
    }

    fn is_long(options: &Options) -> bool {
        options.max_count() > MAX_BUFFERED
    }

    /// Writes the equivalent puzzles, one report each.
    fn print(puzzle: PuzzleText<'_>, options: &Options, page: &mut Page<'_>) -> io::Result<ExitOutcome> {
        write_transformed(puzzle.record, transforms(&puzzle.record.puzzle, options), page)
    }

    fn help() -> String {
        "\
Examples:
  veridoku augment --count 100 puzzles.txt
  veridoku augment --to kaggle puzzles.csv > more.csv

The random transforms depend on the seed and the puzzle, but not on the position of the puzzle in the input.

INPUT is a puzzle in any text format, a file, or - for standard input.

Exit status: 0 on success, 1 if the text format includes the solution but a puzzle has no unique solution, \
2 on bad usage or unreadable input."
            .to_string()
    }

    fn example() -> Value {
        json!({"count": 2})
    }
}

impl Options {
    /// Returns the maximum number of equivalent puzzles.
    fn max_count(&self) -> u64 {
        self.count.unwrap_or(if self.all { u64::MAX } else { DEFAULT_COUNT })
    }
}

/// Returns transforms that give different puzzles, up to the requested number.
///
/// Duplicate results are drawn again. A puzzle with many automorphisms may have fewer equivalent puzzles than
/// requested.
pub fn transforms(puzzle: &Puzzle, options: &Options) -> impl Iterator<Item = Transform> + Send {
    // Without automorphisms, different permutations give different puzzles, so nothing needs to be
    // remembered.
    let is_plain = options.all && automorphisms(puzzle) == 1;
    let mut seen = HashSet::new();
    let mut is_new =
        move |transform: &Transform| is_plain || seen.insert(fingerprint(&transform.apply_to_puzzle(puzzle)));
    let mut permutations = options.all.then(|| (0..Transform::GEOMETRIC_COUNT).map(Transform::geometric));
    let mut random = transform::random(puzzle, options.seed);
    let next = move || match &mut permutations {
        Some(permutations) => permutations.find(&mut is_new),
        None => (0..MAX_DUPLICATES).map(|_| Transform::random(&mut random)).find(&mut is_new),
    };
    // If the count does not fit into `usize`, `usize::MAX` still exceeds the number of permutations.
    iter::from_fn(next).fuse().take(usize::try_from(options.max_count()).unwrap_or(usize::MAX))
}

/// Returns a 128-bit hash: small enough to keep millions of them, large enough that collisions do not occur
/// in practice.
fn fingerprint(puzzle: &Puzzle) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, puzzle).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}
