//! Puzzles equivalent to a given one: random transforms of it, or all cell permutations that preserve the
//! rules.

use crate::answer_output::{AnswerOutput, ExitOutcome};
use crate::canon::automorphisms;
use crate::command::{CommandInfo, NO_UNIQUE_SOLUTION, RunOptions};
#[cfg(feature = "cli")]
use crate::command_values;
use crate::error::Error;
use crate::operation::{InputPuzzle, PuzzleOperation, Schedule, at_most, line_format};
use crate::transform::{self, check_solution, transformed, write_transformed};
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};
use std::{io, iter};
use veridoku_core::symmetry::{Axes, Transform};
use veridoku_core::{Digit, DigitSet, Puzzle};
use veridoku_formats::Format;

/// The default number of equivalent puzzles.
pub const DEFAULT_COUNT: u64 = 10;

/// The number of equivalent puzzles in the answer to an untrusted client, and the most that the command
/// keeps in memory.
const MAX_BUFFERED: u64 = 10_000;

/// The number of cell permutations that are tried for an untrusted client. Most puzzles have no symmetry, so
/// that the first 10,000 give different puzzles.
const UNTRUSTED_PERMUTATIONS: u32 = 200_000;

/// The number of consecutive duplicates after which no further equivalent puzzle is expected.
const MAX_DUPLICATES: u32 = 1000;

/// The number of transforms from which on finding the automorphisms of a puzzle takes less time than hashing
/// its equivalents.
const RIGIDITY_COUNT: u64 = 64;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Number of equivalent puzzles per input (with --all: the maximum) [default: 10; with --all: no limit]
    #[cfg_attr(feature = "cli", arg(long, short = 'n', value_name = "N"))]
    #[schemars(description = "Number of equivalent puzzles; with `all`, the maximum. 10 by default.")]
    pub count: Option<u64>,

    /// Seed for the random transforms.
    #[cfg_attr(feature = "cli", arg(long, value_name = "SEED", default_value_t = 0))]
    pub seed: u64,

    /// Apply all 3359232 cell permutations, without renaming digits, instead of random transforms.
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "seed"))]
    pub all: bool,

    /// Text format to write, for example kaggle for puzzles with solutions [default: line, or sukaku for
    /// puzzles with candidates]
    #[cfg_attr(feature = "cli", arg(long, value_name = "FORMAT", value_parser = command_values::format()))]
    #[cfg_attr(feature = "cli", arg(hide_possible_values = true, help_heading = "Output options"))]
    #[serde(skip)]
    pub to: Option<&'static Format>,

    /// Whether the count of an untrusted client was reduced.
    #[cfg_attr(feature = "cli", arg(skip))]
    #[serde(skip)]
    pub is_capped: bool,

    /// The maximum number of cell permutations to try.
    #[cfg_attr(feature = "cli", arg(skip))]
    #[serde(skip)]
    pub permutations: Option<u32>,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The equivalent puzzles, all different.
    pub equivalents: Vec<transform::Report>,
    /// Whether more were requested than the server writes for one request.
    pub limit_reached: bool,
}

/// Finds equivalent puzzles.
#[derive(Debug)]
pub struct Augment;

impl PuzzleOperation for Augment {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Write many equivalent puzzles for each input";
    const COMMAND: CommandInfo = CommandInfo {
        details: "If the input contains a solution of the puzzle, the solution is transformed as well.",
        examples: &["augment --count 100 puzzles.txt", "augment --to kaggle puzzles.csv > more.csv"],
        notes: "The random transforms depend on the seed and the puzzle, but not on the position of the \
                puzzle in the input.",
        negative: NO_UNIQUE_SOLUTION,
        run_options: RunOptions::Threads,
        ..CommandInfo::DEFAULT
    };

    fn restrict(options: &mut Options) {
        options.is_capped = options.count.is_some_and(|count| count > MAX_BUFFERED);
        at_most(&mut options.count, DEFAULT_COUNT, MAX_BUFFERED);
        options.permutations = Some(UNTRUSTED_PERMUTATIONS);
    }

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        check_solution(puzzle.record)?;
        let options = Options { count: options.count.or(Some(DEFAULT_COUNT)), ..options.clone() };
        let equivalents: Vec<transform::Report> = transforms(&puzzle.record.puzzle, &options)
            .map(|transform| transformed(puzzle.record, &transform))
            .collect();
        let is_full = equivalents.len() as u64 == options.max_count();
        let gave_up = options.all && options.max_permutations() < Transform::GEOMETRIC_COUNT;
        let limit_reached = if is_full { options.is_capped } else { gave_up };
        Ok(Report { version: Version, equivalents, limit_reached })
    }

    fn format(options: &Options) -> &'static Format {
        options.to.unwrap_or_else(line_format)
    }

    fn schedule(options: &Options) -> Schedule {
        if options.max_count() > MAX_BUFFERED { Schedule::Shared } else { Schedule::Parallel }
    }

    /// Writes the equivalent puzzles, one report each.
    fn print(
        puzzle: InputPuzzle<'_>,
        options: &Options,
        out: &mut AnswerOutput<'_>,
    ) -> io::Result<ExitOutcome> {
        write_transformed(puzzle.record, transforms(&puzzle.record.puzzle, options), options.to, out)
    }

    fn example() -> Value {
        json!({"count": 2})
    }
}

impl Options {
    /// Returns the maximum number of cell permutations to try.
    fn max_permutations(&self) -> u32 {
        self.permutations.unwrap_or(Transform::GEOMETRIC_COUNT)
    }

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
    // Without automorphisms, different permutations give different puzzles, and so do different transforms,
    // unless they exchange digits that are not in the puzzle.
    let is_rigid = (options.all || options.max_count() >= RIGIDITY_COUNT) && automorphisms(puzzle) == 1;
    let digits: DigitSet = puzzle.values().values().map(|(_, digit)| digit).collect();
    let mut seen: HashSet<u128, BuildHasherDefault<FoldHasher>> = HashSet::default();
    let mut is_new = move |transform: &Transform| {
        if is_rigid && options.all {
            // Each permutation is tried only once.
            true
        } else if is_rigid && digits.len() >= 8 {
            seen.insert(code(transform))
        } else {
            seen.insert(fingerprint(&transform.apply_to_puzzle(puzzle)))
        }
    };
    let mut permutations = options.all.then(|| (0..options.max_permutations()).map(Transform::geometric));
    let mut random = transform::random(puzzle, options.seed);
    let next = move || match &mut permutations {
        Some(permutations) => permutations.find(&mut is_new),
        None => (0..MAX_DUPLICATES).map(|_| Transform::random(&mut random)).find(&mut is_new),
    };
    // If the count does not fit into `usize`, `usize::MAX` still exceeds the number of permutations.
    iter::from_fn(next).fuse().take(usize::try_from(options.max_count()).unwrap_or(usize::MAX))
}

/// Returns a number that no other transform has.
fn code(transform: &Transform) -> u128 {
    let pack =
        |numbers: [u8; 9]| numbers.into_iter().fold(0, |code: u64, number| code << 4 | u64::from(number));
    let digits = Digit::ALL.map(|digit| transform.digit(digit).number());
    let lines = u128::from(pack(transform.rows())) << 36 | u128::from(pack(transform.columns()));
    (lines << 36 | u128::from(pack(digits))) << 1 | u128::from(transform.axes() == Axes::Exchanged)
}

/// A hasher for numbers whose bits are random already, or which no client can choose.
#[derive(Default)]
struct FoldHasher(u64);

impl Hasher for FoldHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(byte.into());
        }
    }

    fn write_u128(&mut self, number: u128) {
        // The set uses the highest and the lowest bits.
        let product = u128::from(number as u64 ^ self.0) * 0x9e37_79b9_7f4a_7c15;
        let high = u128::from((number >> 64) as u64) * 0xd1b5_4a32_d192_ed03;
        let mixed = product ^ high;
        self.0 = mixed as u64 ^ (mixed >> 64) as u64;
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_core::{Grid, SAMPLE};

    #[test]
    fn more_transforms_begin_with_the_same_ones_and_give_different_puzzles() {
        // The second puzzle has automorphisms, and the third one lacks two digits.
        let few = "1........2........3........4........5........6........7......................2...";
        for text in [SAMPLE, &format!("1{}", ".".repeat(80)), few] {
            let puzzle = Puzzle::from(text.parse::<Grid>().unwrap());
            let found = |count| {
                let options = Options { count: Some(count), seed: 3, ..Options::default() };
                transforms(&puzzle, &options).collect::<Vec<_>>()
            };
            let (some, many) = (found(RIGIDITY_COUNT - 1), found(2 * RIGIDITY_COUNT));
            assert!(many.starts_with(&some), "{text}");
            let moved = many.iter().map(|transform| transform.apply_to_puzzle(&puzzle).to_string());
            assert_eq!(moved.collect::<HashSet<_>>().len(), many.len(), "{text}");
        }
    }
}
