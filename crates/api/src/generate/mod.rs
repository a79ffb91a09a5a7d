//! New puzzles by level, clues, symmetry, pattern or technique, reproducible by seed.
//!
//! | file | contents |
//! |---|---|
//! | `maker.rs` | parsed options, and attempts at a puzzle |
//! | `validate.rs` | options that no puzzle can satisfy |
//! | `level.rs` | named levels and ranges of ratings |
//! | `seed.rs` | seeds: numbers or any text |
//! | `number_or_text.rs` | a JSON value that may be a number or a string |

mod level;
mod maker;
mod number_or_text;
mod seed;
mod validate;

pub use level::{LEVELS, Level, ParseRatingsError, Ratings};
pub use maker::{Maker, Tools};
pub use number_or_text::NumberOrText;
pub use seed::Seed;

use crate::error::{Error, ErrorKind};
use crate::operation::{Operation, OptionsRequest, at_most};
use crate::technique_options::TechniqueName;
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The maximum number of puzzles in one request.
pub const MAX_COUNT: u64 = 1000;
/// The default number of attempts at each puzzle.
pub const DEFAULT_ATTEMPTS: u64 = 10_000;

/// The number of puzzles in the answer to an untrusted client.
const UNTRUSTED_COUNT: u64 = 20;
/// The number of attempts at each of these puzzles.
const UNTRUSTED_ATTEMPTS: u64 = 2000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of puzzles; 1 by default.
    pub count: Option<u64>,
    /// A level by name, or a range of ratings like `7.0-8.3`.
    pub level: Option<NumberOrText>,
    /// A range of Sudoku Explainer's ratings, instead of a level.
    pub er: Option<NumberOrText>,
    /// A number of clues, or a range like `24-28`.
    pub clues: Option<NumberOrText>,
    /// The symmetry of the clue pattern, for example `none` or `rotate180`.
    pub symmetry: Option<String>,
    /// The cells that have clues: 81 characters, `.` or `0` for a blank, anything else for a clue.
    pub pattern: Option<String>,
    /// A technique that the puzzle requires: the techniques up to and including it solve the puzzle, the
    /// easier ones alone do not.
    pub technique: Option<TechniqueName>,
    /// Whether every clue must be needed.
    pub minimal: bool,
    /// A number or any text; the same seed gives the same puzzles. Random by default.
    pub seed: Option<NumberOrText>,
    /// The index of the first puzzle; 0 by default.
    pub index: u64,
    /// The number of attempts at each puzzle before giving up.
    pub attempts: Option<u64>,
    /// Whether to rate puzzles even if no level is requested; `true` by default.
    pub rating: Option<bool>,
}

/// A generated puzzle.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct GeneratedPuzzle {
    /// The version of the JSON schema.
    pub version: Version,
    /// The index; seed and index identify the puzzle.
    pub index: u64,
    /// The puzzle, 81 characters.
    pub puzzle: String,
    /// Its only solution.
    pub solution: String,
    /// The number of clues.
    pub clues: usize,
    /// The seed as it was given.
    pub seed: Seed,
    /// The name of the level, if the puzzle is rated.
    pub level: Option<&'static str>,
    /// Sudoku Explainer's rating of the hardest step, if the puzzle is rated.
    pub er: Option<f64>,
    /// The version of the generator: a seed gives the same puzzle as long as the version stays the same. It
    /// also covers the ratings and techniques that the request depends on.
    pub generator: u32,
}

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

    fn bound(request: &mut Self::Request) {
        at_most(&mut request.options.count, 1, UNTRUSTED_COUNT);
        at_most(&mut request.options.attempts, UNTRUSTED_ATTEMPTS, UNTRUSTED_ATTEMPTS);
    }

    fn respond(request: &Self::Request) -> Result<Report, Error> {
        report(&request.options)
    }

    fn example() -> Value {
        json!({"options": {"count": 1, "seed": "openapi"}})
    }
}

/// Generates puzzles.
///
/// # Errors
///
/// Returns an error if a requested item does not exist, or too many puzzles are requested.
pub fn report(options: &Options) -> Result<Report, Error> {
    let (count, attempts) = (options.count.unwrap_or(1), options.attempts.unwrap_or(DEFAULT_ATTEMPTS));
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
        let made = (0..attempts).find_map(|attempt| {
            report.attempts += 1;
            maker.attempt(&mut tools, index, attempt)
        });
        let Some(made) = made else {
            report.reason = Some(format!("gave up after {attempts} attempts at puzzle {index}"));
            break;
        };
        report.puzzles.push(made);
    }
    Ok(report)
}
