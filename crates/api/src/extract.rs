//! The grid in a longer text, such as the answer of a language model.

use crate::error::{Error, ErrorKind};
use crate::operation::{Operation, OptionsRequest};
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use veridoku_core::Grid;
use veridoku_formats::Extraction;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The text that contains the grid.
    pub text: String,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The last grid without blanks, or the last one if all have blanks: 81 characters.
    pub grid: Option<String>,
    /// Why there is no grid.
    pub reason: Option<String>,
    /// Why the grid may not be the intended one.
    #[schemars(with = "Vec<String>")]
    pub warnings: Vec<String>,
}

/// Finds the grid in a text.
#[derive(Debug)]
pub struct Extract;

/// Finds the grid in a text, if the feature `grading` is enabled.
pub(crate) fn find_grid(text: &str) -> Result<Extraction, Error> {
    if cfg!(feature = "grading") {
        Ok(veridoku_formats::extract(text))
    } else {
        Err(Error::new(ErrorKind::Unsupported, "this build of the engine cannot grade answers"))
    }
}

impl Operation for Extract {
    type Request = OptionsRequest<Options>;
    type Report = Report;
    const ABOUT: &'static str = "Find the grid in a text, such as the answer of a language model";

    fn respond(request: &Self::Request) -> Result<Report, Error> {
        let found = find_grid(&request.options.text)?;
        Ok(Report {
            version: Version,
            grid: found.grid.as_ref().map(Grid::to_string),
            reason: found.reason,
            warnings: found.warnings,
        })
    }

    fn example() -> Value {
        let rows = ["534678912", "672195348", "198342567", "859761423", "426853791"];
        let more = ["713924856", "961537284", "287419635", "345286179"];
        json!({"options": {"text": format!("Solved:\n{}\n{}", rows.join("\n"), more.join("\n"))}})
    }
}
