//! Which puzzles of a stream are the same: the report about each. There is no request for it, since an
//! answer depends on all puzzles before it.

use crate::vocabulary::Version;
use serde::Serialize;

/// What a puzzle is among the others.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// The first of its class.
    First,
    /// The same as an earlier one.
    Repeated,
    /// The same as one in the set that it is held against.
    Leaked,
}

/// What is answered about a puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The schema version.
    pub version: Version,
    /// The puzzle, 81 characters, or 729 if it is one of candidates.
    pub puzzle: String,
    /// What it is among the others.
    pub place: Place,
    /// For a puzzle that is the same as another: the number of that one in its set, counted from 1. Entries that
    /// cannot be read are counted as well, so that for a repeated puzzle it is a line of the answer.
    pub same_as: Option<u64>,
    /// The hash of the canonical form, 32 hexadecimal digits.
    pub key: String,
}
