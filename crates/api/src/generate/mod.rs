//! New puzzles by level, clues, symmetry, pattern or technique, reproducible by seed.
//!
//! | file | contents |
//! |---|---|
//! | `options.rs` | the options, and the help of the command |
//! | `maker.rs` | parsed options, and attempts at a puzzle |
//! | `required_technique.rs` | a technique that a puzzle must need; puzzles near `known_puzzles.txt` that need it |
//! | `validate.rs` | options that no puzzle can satisfy |
//! | `level.rs` | named levels and ranges of ratings |
//! | `seed.rs` | seeds: numbers or any text |
//! | `number_or_text.rs` | a JSON value that may be a number or a string |

mod level;
mod maker;
mod number_or_text;
mod options;
mod required_technique;
mod seed;
mod validate;

pub use level::{LEVELS, Level, ParseRatingsError, Ratings};
pub use maker::{GeneratedPuzzle, Maker, Tools};
pub use number_or_text::NumberOrText;
pub use options::{INTERRUPTIBLE_ATTEMPTS, Options, REQUEST_ATTEMPTS, help};
pub use seed::Seed;

use crate::error::{Error, ErrorKind};
use crate::operation::{Operation, OptionsRequest, at_most};
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// The maximum number of puzzles in one request.
pub const MAX_COUNT: u64 = 1000;

/// The number of puzzles in the answer to an untrusted client.
const UNTRUSTED_COUNT: u64 = 20;
/// The number of attempts at each of these puzzles.
const UNTRUSTED_ATTEMPTS: u64 = 2000;

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The seed.
    pub seed: Seed,
    /// The puzzles.
    pub puzzles: Vec<GeneratedPuzzle>,
    /// The number of attempts made.
    pub attempts: u64,
    /// Why there are fewer than requested.
    pub reason: Option<String>,
}

/// Generates puzzles.
#[derive(Debug)]
pub struct Generate;

impl Operation for Generate {
    type Request = OptionsRequest<Options>;
    type Report = Report;
    const ABOUT: &'static str = "Generate puzzles by level, clues, symmetry, pattern or technique";

    fn restrict(request: &mut Self::Request) {
        request.options.requested = request.options.count.filter(|&count| count > UNTRUSTED_COUNT);
        at_most(&mut request.options.count, 1, UNTRUSTED_COUNT);
        at_most(&mut request.options.attempts, UNTRUSTED_ATTEMPTS, UNTRUSTED_ATTEMPTS);
    }

    fn respond(request: &Self::Request) -> Result<Report, Error> {
        report_until(&request.options, REQUEST_ATTEMPTS, veridoku_core::stop::is_requested)
    }

    fn example() -> Value {
        json!({"options": {"count": 1, "seed": "openapi"}})
    }
}

/// Generates puzzles until `stop` returns true. Makes `default_attempts` attempts at each puzzle unless the
/// options limit them.
///
/// # Errors
///
/// Returns an error if a requested item does not exist, or too many puzzles are requested.
pub fn report_until(
    options: &Options,
    default_attempts: u64,
    mut stop: impl FnMut() -> bool,
) -> Result<Report, Error> {
    let (count, attempts) = (options.count.unwrap_or(1), options.attempts.unwrap_or(default_attempts));
    if count > MAX_COUNT {
        let message = format!("found a count of {count}, expected at most {MAX_COUNT} in one request");
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    let maker = Maker::new(options)?;
    let mut tools = Tools::default();
    let mut report = Report {
        version: Version,
        seed: maker.seed().clone(),
        puzzles: Vec::new(),
        attempts: 0,
        reason: None,
    };
    for index in (0..count).map(|place| options.index + place) {
        let made = (0..attempts).take_while(|_| !stop()).find_map(|attempt| {
            report.attempts += 1;
            maker.attempt(&mut tools, index, attempt)
        });
        let Some(made) = made else {
            report.reason = Some(attempts_exhausted(index, attempts));
            break;
        };
        report.puzzles.push(made);
    }
    if let (None, Some(requested)) = (&report.reason, options.requested) {
        report.reason =
            Some(format!("found a count of {requested}, expected at most {count} in one request"));
    }
    Ok(report)
}

/// Returns the reason for a missing puzzle.
pub fn attempts_exhausted(index: u64, attempts: u64) -> String {
    format!("gave up after {attempts} attempts at puzzle {index}")
}
