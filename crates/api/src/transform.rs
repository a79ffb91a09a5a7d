//! A transformed puzzle, which is equivalent to the original.

use crate::answer_output::{AnswerOutput, ExitOutcome, OutputStyle, write_json};
use crate::canon::is_sukaku;
use crate::command::{CommandInfo, NO_UNIQUE_SOLUTION, RunOptions};
#[cfg(feature = "cli")]
use crate::command_values;
use crate::convert::complete_for;
use crate::error::{Error, ErrorKind};
use crate::operation::{InputPuzzle, PuzzleOperation, line_format};
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::iter;
use veridoku_core::symmetry::Transform;
use veridoku_core::{Puzzle, Random};
use veridoku_formats::{Format, Record};

/// The number of transforms that a thread applies at a time when several threads share one puzzle.
const TRANSFORMS_PER_TASK: usize = 4096;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(feature = "cli", group(skip))]
#[cfg_attr(feature = "cli", command(group(clap::ArgGroup::new("which").required(true).args(["by", "seed"]))))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Apply this transform.
    #[cfg_attr(feature = "cli", arg(long, value_name = "TRANSFORM"))]
    #[cfg_attr(feature = "cli", arg(value_parser = command_values::transform))]
    #[schemars(description = "Apply this transform, for example \
                              `transpose rows=456123789 columns=123456798 digits=912345678`.")]
    pub by: Option<String>,

    /// Apply a random transform with this seed.
    #[cfg_attr(feature = "cli", arg(long, value_name = "SEED"))]
    pub seed: Option<u64>,

    /// Text format to write [default: line, or sukaku for puzzles with candidates]
    #[cfg_attr(feature = "cli", arg(long, value_name = "FORMAT", value_parser = command_values::format()))]
    #[cfg_attr(feature = "cli", arg(hide_possible_values = true, help_heading = "Output options"))]
    #[serde(skip)]
    pub to: Option<&'static Format>,
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
#[derive(Debug)]
pub struct TransformPuzzle;

impl PuzzleOperation for TransformPuzzle {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Permute rows, columns and digits to get an equivalent puzzle";
    const COMMAND: CommandInfo = CommandInfo {
        examples: &["transform --by transpose puzzle.txt", "transform --seed 7 puzzle.txt"],
        notes: "A transform is written as 'transpose rows=456123789 columns=123456798 digits=912345678'; \
                parts that change nothing can be left out. This example transposes the grid, moves rows 4 to \
                6 above rows 1 to 3, swaps the last two columns, and decreases every digit by one, with 1 \
                becoming 9. A random transform depends on the seed and the puzzle, but not on the position \
                of the puzzle in the input.",
        negative: NO_UNIQUE_SOLUTION,
        run_options: RunOptions::Threads,
        ..CommandInfo::DEFAULT
    };

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let transform = options.transform(&puzzle.record.puzzle)?;
        check_solution(puzzle.record)?;
        Ok(transformed(puzzle.record, &transform))
    }

    fn format(options: &Options) -> &'static Format {
        options.to.unwrap_or_else(line_format)
    }

    fn print(
        puzzle: InputPuzzle<'_>,
        options: &Options,
        out: &mut AnswerOutput<'_>,
    ) -> io::Result<ExitOutcome> {
        match options.transform(&puzzle.record.puzzle) {
            Ok(transform) => write_transformed(puzzle.record, iter::once(transform), options.to, out),
            Err(error) => out.write_error(&error),
        }
    }

    fn example() -> Value {
        json!({"by": "transpose"})
    }
}

impl Options {
    /// Returns the transform to apply to a puzzle.
    fn transform(&self, puzzle: &Puzzle) -> Result<Transform, Error> {
        let Some(text) = &self.by else {
            return Ok(Transform::random(&mut random(puzzle, self.seed.unwrap_or_default())));
        };
        text.parse().map_err(|error| Error::new(ErrorKind::Unknown, format!("invalid transform: {error}")))
    }
}

/// Checks that the solution of a record solves its puzzle: a wrong solution would stay wrong under every
/// transform.
///
/// # Errors
///
/// Returns an error if the record has a wrong solution.
pub(crate) fn check_solution(record: &Record) -> Result<(), Error> {
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

/// Writes the puzzles that transforms turn a record into, in the text format of the output or as JSON.
pub(crate) fn write_transformed(
    record: &Record,
    mut transforms: impl Iterator<Item = Transform> + Send,
    to: Option<&Format>,
    out: &mut AnswerOutput<'_>,
) -> io::Result<ExitOutcome> {
    if let Err(error) = check_solution(record) {
        return out.write_error(&error);
    }
    // If the format has a field for the solution, solve the puzzle once for all transforms.
    let (record, outcome) = complete_for(record, out);
    let chunks = iter::from_fn(|| Some(transforms.by_ref().take(TRANSFORMS_PER_TASK).collect()));
    let written =
        out.write_on_threads(chunks.take_while(|chunk: &Vec<_>| !chunk.is_empty()), |chunk, out| {
            let mut worst = ExitOutcome::Success;
            for transform in &chunk {
                worst = worst.max(match out.style {
                    OutputStyle::Json => {
                        write_json(out, &transformed(&record, transform))?;
                        ExitOutcome::Success
                    }
                    // Puzzles with candidates do not fit into a line of 81 characters.
                    _ if to.is_none() && is_sukaku(&record.puzzle) => {
                        writeln!(out, "{}", apply(&record, transform).puzzle)?;
                        ExitOutcome::Success
                    }
                    _ => out.write_record(&apply(&record, transform))?,
                });
            }
            Ok(worst)
        })?;
    Ok(outcome.max(written))
}

/// Applies a transform to a record and describes the result.
pub(crate) fn transformed(record: &Record, transform: &Transform) -> Report {
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
fn apply(record: &Record, transform: &Transform) -> Record {
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
