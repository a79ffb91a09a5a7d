//! A puzzle in another dress.

use crate::canon::is_sukaku;
use crate::error::{Error, ErrorKind};
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use veridoku_core::symmetry::Transform;
use veridoku_core::text::Record;
use veridoku_core::{Puzzle, Random};

/// What may be asked.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The transform, as `transpose rows=456123789 columns=123456798 digits=912345678`.
    pub by: Option<String>,
    /// The seed of a random transform, where none is given.
    pub seed: Option<u64>,
}

/// What is answered.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The schema version.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The transform.
    pub transform: String,
    /// The puzzle in its new dress.
    pub result: String,
    /// The solution that stood beside the puzzle, in the same dress.
    pub solution: Option<String>,
}

/// Transforms.
///
/// # Errors
///
/// When the transform cannot be read, or the solution beside the puzzle is wrong.
pub fn report(record: &Record, options: &Options) -> Result<Report, Error> {
    let transform = match &options.by {
        Some(text) => read(text)?,
        None => Transform::random(&mut random(&record.puzzle, options.seed.unwrap_or_default())),
    };
    check_solution(record)?;
    Ok(dressed(record, &transform))
}

/// Refuses a solution beside a puzzle that is none of its solutions: a wrong label would be as wrong in every dress.
///
/// # Errors
///
/// When there is one.
pub fn check_solution(record: &Record) -> Result<(), Error> {
    let Some(solution) = &record.solution else { return Ok(()) };
    let candidates = record.puzzle.candidates();
    let is_possible = |(cell, digit)| candidates.digits(cell).contains(digit);
    let fits = record.puzzle.given_values().is_part_of(solution)
        && (!is_sukaku(&record.puzzle) || solution.values().all(is_possible));
    if solution.is_solved() && fits {
        return Ok(());
    }
    let message = "found a solution beside the puzzle that is none of its solutions, expected one or none";
    Err(Error::new(ErrorKind::Unsupported, message))
}

/// Reads a transform.
///
/// # Errors
///
/// When it is none.
pub fn read(text: &str) -> Result<Transform, Error> {
    text.parse().map_err(|error| Error::new(ErrorKind::Unknown, format!("no transform: {error}")))
}

/// The report about one transform of a record.
pub fn dressed(record: &Record, transform: &Transform) -> Report {
    let Record { puzzle, solution, .. } = apply(record, transform);
    Report {
        version: Version,
        puzzle: record.puzzle.to_string(),
        transform: transform.to_string(),
        result: puzzle.to_string(),
        solution: solution.map(|solution| solution.to_string()),
    }
}

/// The record with its puzzle and its solution in another dress, and the same fields.
#[must_use]
pub fn apply(record: &Record, transform: &Transform) -> Record {
    Record {
        puzzle: transform.apply_to_puzzle(&record.puzzle),
        solution: record.solution.map(|solution| transform.apply(&solution)),
        fields: record.fields.clone(),
    }
}

/// Random numbers that depend on the seed and the puzzle alone, not on its place in a stream: threads may
/// take puzzles in any order.
pub fn random(puzzle: &Puzzle, seed: u64) -> Random {
    // FNV-1a with 64 bits over the text of the puzzle.
    let stream = puzzle.to_string().bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Random::stream(seed, stream)
}
