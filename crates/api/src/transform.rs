//! A transformed puzzle, which is equivalent to the original.

use crate::canon::is_sukaku;
use crate::error::{Error, ErrorKind};
use crate::operation::{PuzzleOperation, PuzzleText};
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use veridoku_core::symmetry::Transform;
use veridoku_core::{Puzzle, Random};
use veridoku_formats::Record;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The transform, as `transpose rows=456123789 columns=123456798 digits=912345678`.
    pub by: Option<String>,
    /// The seed of a random transform, if no transform is given.
    pub seed: Option<u64>,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The transform.
    pub transform: String,
    /// The transformed puzzle.
    pub result: String,
    /// The transformed solution, if the record has one.
    pub solution: Option<String>,
}

/// Transforms a puzzle.
///
/// # Errors
///
/// Returns an error if the transform cannot be parsed, or the record has a wrong solution.
pub fn report(record: &Record, options: &Options) -> Result<Report, Error> {
    let transform = match &options.by {
        Some(text) => read(text)?,
        None => Transform::random(&mut random(&record.puzzle, options.seed.unwrap_or_default())),
    };
    check_solution(record)?;
    Ok(transformed(record, &transform))
}

/// Checks that the solution of a record solves its puzzle: a wrong solution would stay wrong under every
/// transform.
///
/// # Errors
///
/// Returns an error if the record has a wrong solution.
pub fn check_solution(record: &Record) -> Result<(), Error> {
    let Some(solution) = &record.solution else { return Ok(()) };
    let candidates = record.puzzle.candidates();
    let is_possible = |(cell, digit)| candidates.digits(cell).contains(digit);
    let fits = record.puzzle.given_values().is_part_of(solution)
        && (!is_sukaku(&record.puzzle) || solution.values().all(is_possible));
    if solution.is_solved() && fits {
        return Ok(());
    }
    let message = "found a solution that does not solve the puzzle, expected a correct one or none";
    Err(Error::new(ErrorKind::Unsupported, message))
}

/// Parses a transform.
///
/// # Errors
///
/// Returns an error if the text is not a transform.
pub fn read(text: &str) -> Result<Transform, Error> {
    text.parse().map_err(|error| Error::new(ErrorKind::Unknown, format!("invalid transform: {error}")))
}

/// Applies a transform to a record and describes the result.
pub fn transformed(record: &Record, transform: &Transform) -> Report {
    let Record { puzzle, solution, .. } = apply(record, transform);
    Report {
        version: Version,
        puzzle: record.puzzle.to_string(),
        transform: transform.to_string(),
        result: puzzle.to_string(),
        solution: solution.map(|solution| solution.to_string()),
    }
}

/// Applies a transform to the puzzle and the solution of a record; the other fields stay.
#[must_use]
pub fn apply(record: &Record, transform: &Transform) -> Record {
    Record {
        puzzle: transform.apply_to_puzzle(&record.puzzle),
        solution: record.solution.map(|solution| transform.apply(&solution)),
        fields: record.fields.clone(),
    }
}

/// Creates a random number generator that depends only on the seed and the puzzle, not on its place in a
/// stream, so that threads can take puzzles in any order.
pub fn random(puzzle: &Puzzle, seed: u64) -> Random {
    // 64-bit FNV-1a of the puzzle text.
    let stream = puzzle.to_string().bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Random::stream(seed, stream)
}

/// Runs the operation.
#[derive(Debug)]
pub struct TransformPuzzle;

impl PuzzleOperation for TransformPuzzle {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Permute rows, columns and digits to get an equivalent puzzle";

    fn run(puzzle: PuzzleText<'_>, options: &Options) -> Result<Report, Error> {
        report(puzzle.record, options)
    }

    fn example() -> Value {
        json!({"by": "transpose"})
    }
}
