//! Puzzles equivalent to a given one: random transforms of it, or all cell permutations that preserve the
//! rules.

use crate::canon::automorphisms;
use crate::error::Error;
use crate::operation::{PuzzleOperation, PuzzleText, at_most};
use crate::transform::{self, check_solution, transformed};
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use veridoku_core::Puzzle;
use veridoku_core::symmetry::Transform;
use veridoku_formats::Record;

/// The default number of equivalent puzzles.
pub const DEFAULT_COUNT: u64 = 10;

/// The number of equivalent puzzles in the answer to an untrusted client.
const UNTRUSTED_COUNT: u64 = 10_000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of equivalent puzzles; with `all`, the maximum.
    pub count: Option<u64>,
    /// The seed.
    pub seed: u64,
    /// All cell permutations that preserve the rules, leaving the digits unchanged, instead of random
    /// transforms.
    pub all: bool,
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

/// Generates equivalent puzzles.
///
/// # Errors
///
/// Returns an error if the record has a wrong solution.
pub fn report(record: &Record, options: &Options) -> Result<Report, Error> {
    check_solution(record)?;
    let mut equivalents = Vec::new();
    let options = Options { count: Some(options.count.unwrap_or(DEFAULT_COUNT)), ..options.clone() };
    visit(record, &options, |transform| {
        equivalents.push(transformed(record, transform));
        ControlFlow::Continue(())
    });
    Ok(Report { version: Version, dresses: equivalents.clone(), equivalents })
}

/// The number of consecutive duplicates after which no further equivalent puzzle is expected.
const MAX_DUPLICATES: u32 = 1000;

/// Visits transforms that give different puzzles, until the requested number is reached or the visitor
/// breaks.
///
/// Duplicate results are drawn again. A puzzle with many automorphisms may have fewer equivalent puzzles than
/// requested.
pub fn visit(record: &Record, options: &Options, mut visit: impl FnMut(&Transform) -> ControlFlow<()>) {
    let mut seen = HashSet::new();
    // Without automorphisms, different permutations give different puzzles, so nothing needs to be
    // remembered.
    let is_plain = options.all && automorphisms(&record.puzzle) == 1;
    let mut is_new = |transform: &Transform| {
        is_plain || seen.insert(fingerprint(&transform.apply_to_puzzle(&record.puzzle)))
    };
    if options.all {
        // If the count does not fit into `usize`, `usize::MAX` still exceeds the number of permutations.
        let limit = usize::try_from(options.count.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
        let transforms = (0..Transform::GEOMETRIC_COUNT).map(Transform::geometric);
        for transform in transforms.filter(|transform| is_new(transform)).take(limit) {
            if visit(&transform).is_break() {
                return;
            }
        }
        return;
    }
    let mut random = transform::random(&record.puzzle, options.seed);
    for _ in 0..options.count.unwrap_or(DEFAULT_COUNT) {
        let mut draw = || Some(Transform::random(&mut random)).filter(|transform| is_new(transform));
        let Some(transform) = (0..MAX_DUPLICATES).find_map(|_| draw()) else { return };
        if visit(&transform).is_break() {
            return;
        }
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

/// Runs the operation.
#[derive(Debug)]
pub struct Augment;

impl PuzzleOperation for Augment {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Write many equivalent puzzles for each input";

    fn limit(options: &mut Options) {
        at_most(&mut options.count, DEFAULT_COUNT, UNTRUSTED_COUNT);
    }

    fn run(puzzle: PuzzleText<'_>, options: &Options) -> Result<Report, Error> {
        report(puzzle.record, options)
    }

    fn example() -> Value {
        json!({"count": 2})
    }
}
