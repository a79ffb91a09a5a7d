//! Types that several reports share.

use serde::{Serialize, Serializer};
use veridoku_core::{CellSet, Repetition, Status};

/// The version of the JSON schema, which every report contains as a number.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Version;

impl Version {
    /// The version number. It is raised when a field changes its meaning or is removed.
    pub const NUMBER: u32 = 1;
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(Version::NUMBER)
    }
}

/// Serializes a status as its name.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde requires this signature")]
pub(crate) fn by_name<S: Serializer>(status: &Status, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(status.name())
}

/// A digit that a house contains more than once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// The digit.
    pub digit: u8,
    /// The house, as `row 1`.
    pub house: String,
    /// The cells that contain the digit.
    pub cells: Vec<String>,
}

impl From<&Repetition> for Conflict {
    fn from(repetition: &Repetition) -> Conflict {
        Conflict {
            digit: repetition.digit().number(),
            house: repetition.house().to_string(),
            cells: cell_names(repetition.cells()),
        }
    }
}

pub(crate) fn cell_names(cells: CellSet) -> Vec<String> {
    cells.iter().map(|cell| cell.to_string()).collect()
}
