//! The canonical form of a puzzle: of its clues, or of its candidates where some are written down.
//!
//! Candidates that are just those that the clues leave say nothing new, and the form is that of the clues, 81 characters. All
//! others make a sukaku, whose form has 729.

use crate::error::{Error, ErrorKind};
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use veridoku_core::symmetry::{Canonizer, Key, canonical_sukaku};
use veridoku_core::text::Record;
use veridoku_core::{CandidateSet, Grid, Puzzle};

/// What may be asked: nothing so far.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {}

/// What is answered.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The schema version.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The canonical form, as long: the same for all equivalent puzzles.
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

/// Finds the canonical form.
pub fn report(record: &Record, _options: &Options) -> Report {
    report_with(&mut Canonizer::default(), record)
}

/// The same, with the memory of an earlier search.
pub fn report_with(canonizer: &mut Canonizer, record: &Record) -> Report {
    let (puzzle, canonical, transform, automorphisms, key) = if is_sukaku(&record.puzzle) {
        let found = canonical_sukaku(&record.puzzle.candidates());
        let (key, form) = (Key::of_sukaku(&found.candidates), found.candidates.to_string());
        (record.puzzle.to_string(), form, found.transform, found.automorphisms, key)
    } else {
        let clues = record.puzzle.given_values();
        let found = canonizer.canonical(&clues);
        let (key, form) = (Key::of(&found.grid), found.grid.to_string());
        (clues.to_string(), form, found.transform, found.automorphisms, key)
    };
    Report {
        version: Version,
        puzzle,
        canonical,
        transform: transform.to_string(),
        automorphisms,
        key: key.to_string(),
        key_version: Key::VERSION,
    }
}

/// The key of the canonical form alone.
pub fn key(canonizer: &mut Canonizer, puzzle: &Puzzle) -> Key {
    if is_sukaku(puzzle) {
        Key::of_sukaku(&canonical_sukaku(&puzzle.candidates()).candidates)
    } else {
        Key::of(&canonizer.canonical(&puzzle.given_values()).grid)
    }
}

/// Whether the candidates that are written down say something that the values do not.
fn is_sukaku(puzzle: &Puzzle) -> bool {
    let differs = |written: &CandidateSet, cell| written.digits(cell) != puzzle.values().digits_left(cell);
    puzzle
        .written_candidates()
        .is_some_and(|written| puzzle.empty_cells().iter().any(|cell| differs(written, cell)))
}

/// The clues of a puzzle that consists of clues.
///
/// # Errors
///
/// When it has candidates that say more.
pub fn clues(puzzle: &Puzzle) -> Result<Grid, Error> {
    if is_sukaku(puzzle) {
        let message = "found a puzzle with candidates, expected one of clues only";
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    Ok(puzzle.given_values())
}
