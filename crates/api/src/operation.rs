//! What an operation is.
//!
//! ```text
//! Operation            a JSON request in, a report out: the server, the browser, Python
//!   ▲
//! PuzzleOperation      options and a report about one puzzle, and how the command line prints it
//! ```
//!
//! Most operations are about one puzzle. They implement [`PuzzleOperation`], which makes them an
//! [`Operation`] whose request contains the text of the puzzle.

use crate::answer_output::{AnswerOutput, ExitOutcome, OutputStyle, write_json};
use crate::command::{CommandInfo, RunOptions};
use crate::error::Error;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt::Debug;
use std::io;
use veridoku_core::SAMPLE;
use veridoku_formats::{FORMATS, Format, Reader, Record};

/// The name of an operation in requests, in the catalogue and on the command line. The list of operations
/// implements this trait.
pub trait OperationName {
    /// The name.
    const NAME: &'static str;
}

/// An operation: a request in JSON, and a report that answers it.
pub trait Operation: OperationName {
    /// The request.
    type Request: Clone + Debug + DeserializeOwned + JsonSchema + Serialize;
    /// The answer.
    type Report: Clone + Debug + JsonSchema + Serialize;
    /// What the operation does, in one line without a period.
    const ABOUT: &'static str;
    /// Whether the request contains a puzzle.
    const HAS_PUZZLE: bool = false;

    /// Caps the work that a request from an untrusted client may cause.
    ///
    /// The server and the engine in the browser share these caps, so both give the same answer to the same
    /// request. Budgets count nodes, calls and attempts, never seconds. The caps keep every operation to a
    /// few seconds on an ordinary machine.
    fn restrict(_request: &mut Self::Request) {}

    /// Answers a request.
    ///
    /// # Errors
    ///
    /// Returns an error if the request cannot be answered.
    fn respond(request: &Self::Request) -> Result<Self::Report, Error>;

    /// Returns an example of a request, for the documentation.
    fn example() -> Value {
        json!({})
    }
}

/// Visits operations.
pub trait OperationVisitor {
    /// Visits an operation.
    fn visit<O: Operation>(&mut self);
}

/// An operation about one puzzle.
pub trait PuzzleOperation: OperationName {
    /// The options. Their documentation is the help of the command and the description in the schema.
    type Options: Clone + Debug + Default + DeserializeOwned + JsonSchema + Serialize + Sync;
    /// The answer.
    type Report: Clone + Debug + JsonSchema + Serialize;

    /// What the operation does, in one line without a period.
    const ABOUT: &'static str;
    /// How the command line presents the operation.
    const COMMAND: CommandInfo = CommandInfo::DEFAULT;

    /// Caps the work that a request from an untrusted client may cause, as [`Operation::restrict`] does.
    fn restrict(_options: &mut Self::Options) {}

    /// Answers the question about a puzzle.
    ///
    /// # Errors
    ///
    /// Returns an error if the operation cannot be applied to the puzzle, or if an option is invalid.
    fn run(puzzle: InputPuzzle<'_>, options: &Self::Options) -> Result<Self::Report, Error>;

    /// Returns the outcome that determines the exit status of the command.
    fn outcome(_report: &Self::Report) -> ExitOutcome {
        ExitOutcome::Success
    }

    /// Writes the report as text, in the style of the output.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    fn write(
        _puzzle: InputPuzzle<'_>,
        _options: &Self::Options,
        report: &Self::Report,
        out: &mut AnswerOutput<'_>,
    ) -> io::Result<()> {
        write_json(out, report)
    }

    /// Writes the report as JSON, one object per line.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    fn write_json(report: &Self::Report, out: &mut AnswerOutput<'_>) -> io::Result<()> {
        write_json(out, report)
    }

    /// Returns the text format in which the command writes puzzles.
    fn format(_options: &Self::Options) -> &'static Format {
        line_format()
    }

    /// Returns how the command distributes the work over threads.
    fn schedule(_options: &Self::Options) -> Schedule {
        if Self::COMMAND.run_options == RunOptions::None { Schedule::Sequential } else { Schedule::Parallel }
    }

    /// Answers the question about a puzzle and writes the answer, or the error in its place.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    fn print(
        puzzle: InputPuzzle<'_>,
        options: &Self::Options,
        out: &mut AnswerOutput<'_>,
    ) -> io::Result<ExitOutcome> {
        print_report::<Self>(puzzle, options, out)
    }

    /// Returns the options of an example request, for the documentation.
    fn example() -> Value {
        json!({})
    }
}

/// Prints the report about a puzzle, or the error in its place.
///
/// # Errors
///
/// Returns an error if writing fails.
pub(crate) fn print_report<O: PuzzleOperation + ?Sized>(
    puzzle: InputPuzzle<'_>,
    options: &O::Options,
    out: &mut AnswerOutput<'_>,
) -> io::Result<ExitOutcome> {
    let report = match O::run(puzzle, options) {
        Ok(report) => report,
        Err(error) => return out.write_error(&error),
    };
    match out.style {
        OutputStyle::Json => O::write_json(&report, out)?,
        _ => O::write(puzzle, options, &report, out)?,
    }
    Ok(O::outcome(&report))
}

/// How a command distributes the work over threads.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Several puzzles at a time, one on each thread.
    Parallel,
    /// Like `Parallel`, but the answer to a single puzzle is printed while it is being computed.
    Streamed,
    /// One puzzle after another; the threads share the work on each, because its answer may be too long to be
    /// kept in memory.
    Shared,
    /// One puzzle after another, on one thread.
    Sequential,
    /// One puzzle only, unless the output is JSON: the answer is a complete document.
    SingleDocument,
}

impl<P: PuzzleOperation> Operation for P {
    type Request = PuzzleRequest<P::Options>;
    type Report = P::Report;
    const ABOUT: &'static str = P::ABOUT;
    const HAS_PUZZLE: bool = true;

    fn restrict(request: &mut Self::Request) {
        P::restrict(&mut request.options);
    }

    fn respond(request: &Self::Request) -> Result<Self::Report, Error> {
        let (record, format) = request.read()?;
        P::run(InputPuzzle { record: &record, format }, &request.options)
    }

    fn example() -> Value {
        json!({"puzzle": SAMPLE, "options": P::example()})
    }
}

/// A parsed puzzle and the text format that it was read from.
#[derive(Copy, Clone, Debug)]
pub struct InputPuzzle<'a> {
    /// The puzzle.
    pub record: &'a Record,
    /// The text format, if it is known.
    pub format: Option<&'static Format>,
}

impl<'a> From<&'a Record> for InputPuzzle<'a> {
    fn from(record: &'a Record) -> InputPuzzle<'a> {
        InputPuzzle { record, format: None }
    }
}

/// A request about one puzzle.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
#[schemars(bound = "O: Default + JsonSchema + Serialize")]
pub struct PuzzleRequest<O> {
    /// The puzzle in any text format, for example 81 characters, LeetCode's JSON, or a link.
    pub puzzle: String,
    /// The name of the text format; by default it is detected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The options of the operation.
    #[serde(default = "O::default", bound(deserialize = "O: Default + Deserialize<'de>"))]
    pub options: O,
}

impl<O> PuzzleRequest<O> {
    /// Parses the puzzle.
    fn read(&self) -> Result<(Record, Option<&'static Format>), Error> {
        let mut reader = reader(self.from.as_deref())?;
        reader.push(self.puzzle.as_bytes());
        Ok(veridoku_formats::read_one(&mut reader)?)
    }
}

/// A request without a puzzle.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
#[schemars(bound = "O: Default + JsonSchema + Serialize")]
pub struct OptionsRequest<O> {
    /// The options of the operation.
    #[serde(default = "O::default", bound(deserialize = "O: Default + Deserialize<'de>"))]
    pub options: O,
}

/// Creates a reader for a text format, or for any format if there is no name.
///
/// # Errors
///
/// Returns an error if there is no such format.
pub(crate) fn reader(format: Option<&str>) -> Result<Reader, Error> {
    Ok(match format {
        Some(name) => Reader::with_format(text_format(name)?),
        None => Reader::new(),
    })
}

/// Returns the text format with this name.
///
/// # Errors
///
/// Returns an error if there is no such format.
pub fn text_format(name: &str) -> Result<&'static Format, Error> {
    Format::by_name(name).ok_or_else(|| Error::unknown("text format", name, FORMATS.iter().map(Format::name)))
}

/// Returns the text format that writes a puzzle as one line of 81 characters.
pub fn line_format() -> &'static Format {
    Format::by_name("line").unwrap_or(&FORMATS[0])
}

/// Sets an option to its default if it is missing, and caps it.
pub(crate) fn at_most<T: Copy + Ord>(option: &mut Option<T>, default: T, cap: T) {
    *option = Some(option.unwrap_or(default).min(cap));
}
