//! How hard a puzzle is.

use crate::path::{Climb, climb};
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use veridoku_core::text::Record;
use veridoku_logic::Ladder;

/// What may be asked.
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
    /// The level in HoDoKu's words: `Easy`, `Medium`, `Hard`, `Unfair`, `Extreme`.
    pub level: Option<&'static str>,
    /// HoDoKu's score: the sum of the scores of all steps.
    pub score: Option<u32>,
    /// The technique with the highest score.
    pub hardest: Option<&'static str>,
    /// Why the puzzle cannot be rated.
    pub reason: Option<String>,
}

/// Rates.
pub fn report(record: &Record, _options: &Options) -> Report {
    let puzzle = &record.puzzle;
    let Climb { path, reason, .. } = climb(puzzle, &Ladder::hodoku());
    // A path that stops at two solutions says nothing about difficulty.
    let path = path.filter(|path| reason.is_none() || path.is_solved());
    Report {
        version: Version,
        puzzle: puzzle.to_string(),
        level: path.as_ref().map(|path| path.level().name()),
        score: path.as_ref().map(veridoku_logic::Path::score),
        hardest: path.as_ref().and_then(veridoku_logic::Path::hardest).map(veridoku_logic::Technique::name),
        reason,
    }
}
