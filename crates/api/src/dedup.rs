//! The report on each puzzle of a stream, which says whether it is equivalent to an earlier one.
//!
//! There is no request for this operation, because an answer depends on all earlier puzzles.

use crate::vocabulary::Version;
use serde::Serialize;

/// How a puzzle relates to the others.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Duplicate {
    /// The first puzzle of its class.
    First,
    /// Equivalent to an earlier puzzle.
    Repeated,
    /// Equivalent to a puzzle of the other set.
    Leaked,
}

/// The report on one puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 for a sukaku).
    pub puzzle: String,
    /// How the puzzle relates to the others.
    pub place: Duplicate,
    /// The number of the puzzle that this one is equivalent to, counted from 1 within its set. Unreadable
    /// entries are counted as well, so for a repeated puzzle it is the number of an output line.
    pub same_as: Option<u64>,
    /// The hash of the canonical form, 32 hexadecimal digits.
    pub key: String,
}
