//! Words that several reports share.

use serde::{Serialize, Serializer};
use veridoku_core::{CellSet, Repetition, Verdict};

/// The version of the JSON schema, written as its number into every report.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Version;

impl Version {
    /// The number: it rises when a field changes its meaning or goes away.
    pub const NUMBER: u32 = 1;
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(Version::NUMBER)
    }
}

/// What is known about the solutions of a puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// There is exactly one.
    Unique,
    /// There is more than one.
    Multiple,
    /// There is none, though no rule is broken yet.
    None,
    /// A digit is repeated in a house.
    Invalid,
    /// The budget ran out before the answer was known.
    Undecided,
}

impl Status {
    /// The word for it, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Status::Unique => "unique",
            Status::Multiple => "multiple",
            Status::None => "none",
            Status::Invalid => "invalid",
            Status::Undecided => "undecided",
        }
    }
}

impl From<&Verdict> for Status {
    fn from(verdict: &Verdict) -> Status {
        match verdict {
            Verdict::Unique(_) => Status::Unique,
            Verdict::Multiple(..) => Status::Multiple,
            Verdict::None(_) => Status::None,
            Verdict::Invalid(_) => Status::Invalid,
            Verdict::Undecided { .. } => Status::Undecided,
        }
    }
}

/// A repeated digit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// The digit.
    pub digit: u8,
    /// The house, as `row 1`.
    pub house: String,
    /// The cells that hold the digit.
    pub cells: Vec<String>,
}

impl From<&Repetition> for Conflict {
    fn from(repetition: &Repetition) -> Conflict {
        Conflict {
            digit: repetition.digit.number(),
            house: repetition.house.to_string(),
            cells: cell_names(repetition.cells),
        }
    }
}

pub(crate) fn cell_names(cells: CellSet) -> Vec<String> {
    cells.iter().map(|cell| cell.to_string()).collect()
}
