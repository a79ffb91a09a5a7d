//! Puzzles that are the same as a puzzle: some at random, or all ways to move its cells.

use crate::canon::automorphisms;
use crate::error::Error;
use crate::transform::{self, check_solution, dressed};
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use veridoku_core::Puzzle;
use veridoku_core::symmetry::Transform;
use veridoku_core::text::Record;

/// The number of dresses when nobody asks for another one.
pub const DEFAULT_COUNT: u64 = 10;

/// What may be asked.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of dresses; with `all`, the most.
    pub count: Option<u64>,
    /// The seed.
    pub seed: u64,
    /// All ways to move the cells, digits kept, instead of random dresses.
    pub all: bool,
}

/// What is answered.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The schema version.
    pub version: Version,
    /// The dresses, all of them different.
    pub dresses: Vec<transform::Report>,
}

/// Augments.
///
/// # Errors
///
/// When the solution beside the puzzle is wrong.
pub fn report(record: &Record, options: &Options) -> Result<Report, Error> {
    check_solution(record)?;
    let mut dresses = Vec::new();
    let most = Options { count: Some(options.count.unwrap_or(DEFAULT_COUNT)), ..options.clone() };
    visit(record, &most, |transform| {
        dresses.push(dressed(record, transform));
        ControlFlow::Continue(())
    });
    Ok(Report { version: Version, dresses })
}

/// How often a random dress that was there already is drawn again before there seem to be no more.
const PATIENCE: u32 = 1000;

/// Visits transforms that give different dresses, until there are as many as asked for or the visitor breaks.
///
/// Random dresses are drawn until one is new: a puzzle with many automorphisms may have fewer than asked for.
pub fn visit(record: &Record, options: &Options, mut visit: impl FnMut(&Transform) -> ControlFlow<()>) {
    let mut seen = HashSet::new();
    // Without automorphisms no two ways to move the cells give the same, and nothing has to be kept.
    let is_plain = options.all && automorphisms(&record.puzzle) == 1;
    let mut is_new = |transform: &Transform| {
        is_plain || seen.insert(fingerprint(&transform.apply_to_puzzle(&record.puzzle)))
    };
    if options.all {
        // Where numbers are small there are fewer dresses than they reach.
        let most = usize::try_from(options.count.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
        let transforms = (0..Transform::GEOMETRIC).map(Transform::geometric);
        for transform in transforms.filter(|transform| is_new(transform)).take(most) {
            if visit(&transform).is_break() {
                return;
            }
        }
        return;
    }
    let mut random = transform::random(&record.puzzle, options.seed);
    for _ in 0..options.count.unwrap_or(DEFAULT_COUNT) {
        let mut draw = || Some(Transform::random(&mut random)).filter(|transform| is_new(transform));
        let Some(transform) = (0..PATIENCE).find_map(|_| draw()) else { return };
        if visit(&transform).is_break() {
            return;
        }
    }
}

/// A hash of 128 bits: small enough to keep one for each of millions of dresses, and never the same for two of them.
fn fingerprint(puzzle: &Puzzle) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, puzzle).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}
