//! The canonical form of a puzzle.

use crate::error::{Error, ErrorKind};
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use veridoku_core::symmetry::{Canonizer, Key};
use veridoku_core::text::Record;
use veridoku_core::{Grid, Puzzle};

/// What may be asked: nothing so far.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {}

/// What is answered.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The schema version.
    pub version: Version,
    /// The puzzle, 81 characters.
    pub puzzle: String,
    /// The canonical form: the same for all equivalent puzzles.
    pub canonical: String,
    /// A transform that leads there.
    pub transform: String,
    /// The number of ways to move the cells that leave the puzzle as it is but for its digits' names.
    pub automorphisms: u64,
    /// The hash of the canonical form, 32 hexadecimal digits.
    pub key: String,
    /// The version of the hash.
    pub key_version: u32,
}

/// Finds the canonical form of the clues.
///
/// # Errors
///
/// When the puzzle has candidates: only clues have a canonical form.
pub fn report(record: &Record, _options: &Options) -> Result<Report, Error> {
    report_with(&mut Canonizer::default(), record)
}

/// The same, with the memory of an earlier search.
///
/// # Errors
///
/// When the puzzle has candidates.
pub fn report_with(canonizer: &mut Canonizer, record: &Record) -> Result<Report, Error> {
    let clues = clues(&record.puzzle)?;
    let canonical = canonizer.canonical(&clues);
    Ok(Report {
        version: Version,
        puzzle: clues.to_string(),
        canonical: canonical.grid.to_string(),
        transform: canonical.transform.to_string(),
        automorphisms: canonical.automorphisms,
        key: Key::of(&canonical.grid).to_string(),
        key_version: Key::VERSION,
    })
}

/// The clues of a puzzle that consists of clues.
///
/// # Errors
///
/// When it has candidates.
pub fn clues(puzzle: &Puzzle) -> Result<Grid, Error> {
    match puzzle.written_candidates() {
        None => Ok(puzzle.given_values()),
        Some(_) => Err(Error::new(
            ErrorKind::Unsupported,
            "found a puzzle with candidates, expected one of clues only",
        )),
    }
}
