//! Types that several reports share.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use veridoku_core::{CellSet, Repetition, Status};

/// The default node budget of a search: about ten seconds.
pub const DEFAULT_NODES: u64 = 10_000_000;

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

impl JsonSchema for Version {
    fn schema_name() -> Cow<'static, str> {
        "Version".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "const": Version::NUMBER})
    }
}

/// A status, serialized as its name.
#[derive(Copy, Clone, Debug)]
pub struct StatusName(pub Status);

impl Serialize for StatusName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl JsonSchema for StatusName {
    fn schema_name() -> Cow<'static, str> {
        "Status".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let all = [Status::Unique, Status::Multiple, Status::None, Status::Invalid, Status::Undecided];
        json_schema!({
            "type": "string",
            "description": "Whether there is no solution, one or several, or a rule is broken.",
            "enum": all.map(Status::name),
        })
    }
}

/// Serializes a status as its name.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde requires this signature")]
pub(crate) fn by_name<S: Serializer>(status: &Status, serializer: S) -> Result<S::Ok, S::Error> {
    StatusName(*status).serialize(serializer)
}

/// Serializes cells as their names.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde requires this signature")]
pub(crate) fn by_cell_name<S: Serializer>(cells: &CellSet, serializer: S) -> Result<S::Ok, S::Error> {
    cell_names(*cells).serialize(serializer)
}

/// A digit that a house contains more than once.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
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
