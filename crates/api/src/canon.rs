//! The canonical form of a puzzle: of its clues, or of its candidates where some are written down.
//!
//! Candidates say nothing new as long as none is struck that the values leave, whether or not those are listed that
//! the values rule out; the form is then that of the clues, 81 characters. All others make a sukaku, whose form
//! has 729: the position as it stands, with the digits that were placed, since nobody can tell which strikes come from
//! them; candidates that the values rule out are left out.

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
    let (puzzle, canonical, transform, automorphisms, key) = if let Some(clues) = plain_clues(&record.puzzle)
    {
        let found = canonizer.canonical(&clues);
        let (key, form) = (Key::of(&found.grid), found.grid.to_string());
        (clues.to_string(), form, found.transform, found.automorphisms, key)
    } else {
        let found = canonical_sukaku(&possible(&record.puzzle));
        let (key, form) = (Key::of_sukaku(&found.candidates), found.candidates.to_string());
        (record.puzzle.to_string(), form, found.transform, found.automorphisms, key)
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
    match plain_clues(puzzle) {
        Some(clues) => Key::of(&canonizer.canonical(&clues).grid),
        None => Key::of_sukaku(&canonical_sukaku(&possible(puzzle)).candidates),
    }
}

/// The clues that say all about a puzzle: those given, and lone candidates where they stand for clues.
fn plain_clues(puzzle: &Puzzle) -> Option<Grid> {
    let values = puzzle.plain_values()?;
    Some(if values == *puzzle.values() { puzzle.given_values() } else { values })
}

/// Whether a candidate is struck that no clue rules out.
pub(crate) fn is_sukaku(puzzle: &Puzzle) -> bool {
    plain_clues(puzzle).is_none()
}

/// The candidates without those that the values rule out.
fn possible(puzzle: &Puzzle) -> CandidateSet {
    let mut possible = puzzle.candidates();
    for cell in puzzle.empty_cells() {
        possible.set_digits(cell, possible.digits(cell) & puzzle.values().digits_left(cell));
    }
    possible
}

/// The number of ways to move the cells that leave the puzzle as it is but for its digits' names.
pub(crate) fn automorphisms(puzzle: &Puzzle) -> u64 {
    match plain_clues(puzzle) {
        Some(clues) => Canonizer::default().canonical(&clues).automorphisms,
        None => canonical_sukaku(&possible(puzzle)).automorphisms,
    }
}

/// The clues of a puzzle that consists of clues.
///
/// # Errors
///
/// When it has candidates that say more.
pub fn clues(puzzle: &Puzzle) -> Result<Grid, Error> {
    plain_clues(puzzle).ok_or_else(|| {
        let message = "found a puzzle with candidates, expected one of clues only";
        Error::new(ErrorKind::Unsupported, message)
    })
}
