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

use crate::error::{Error, ErrorKind};
use crate::page::{ExitOutcome, OutputStyle, Page, write_json};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt::Debug;
use std::io;
use veridoku_core::SAMPLE;
use veridoku_formats::{FORMATS, Format, Item, Reader, Record};

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

    /// Caps the work that a request from an untrusted client may cause.
    ///
    /// The server and the engine in the browser share these caps, so both give the same answer to the same
    /// request. Budgets count nodes, calls and attempts, never seconds. The caps keep every operation to a
    /// few seconds on an ordinary machine.
    fn bound(_request: &mut Self::Request) {}

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

/// The bounds of options on the command line.
#[cfg(feature = "cli")]
pub trait CommandOptions: clap::Args {}
#[cfg(feature = "cli")]
impl<O: clap::Args> CommandOptions for O {}

/// The bounds of options on the command line: none without the feature `cli`.
#[cfg(not(feature = "cli"))]
pub trait CommandOptions {}
#[cfg(not(feature = "cli"))]
impl<O> CommandOptions for O {}

/// An operation about one puzzle.
pub trait PuzzleOperation: OperationName {
    /// The options. Their documentation is the help of the command and the description in the schema.
    type Options: Clone + CommandOptions + Debug + Default + DeserializeOwned + JsonSchema + Serialize + Sync;
    /// The answer.
    type Report: Clone + Debug + JsonSchema + Serialize;

    /// What the operation does, in one line without a period.
    const ABOUT: &'static str;
    /// More about it, for the long help of the command.
    const DETAILS: &'static str = "";
    /// Other names of the command.
    const ALIASES: &'static [&'static str] = &[];
    /// Examples of the command, without the name of the program.
    const EXAMPLES: &'static [&'static str] = &[];
    /// The text styles that the command offers.
    const TEXT: TextStyles = TextStyles::Lines;
    /// How the command distributes puzzles over threads.
    const SCHEDULE: Schedule = Schedule::Parallel;

    /// Caps the work that a request from an untrusted client may cause, as [`Operation::bound`] does.
    fn limit(_options: &mut Self::Options) {}

    /// Answers the question about a puzzle.
    ///
    /// # Errors
    ///
    /// Returns an error if the operation cannot be applied to the puzzle, or if an option is invalid.
    fn run(puzzle: PuzzleText<'_>, options: &Self::Options) -> Result<Self::Report, Error>;

    /// Returns the outcome that determines the exit status of the command.
    fn outcome(_report: &Self::Report) -> ExitOutcome {
        ExitOutcome::Success
    }

    /// Writes the report as text, in the style of the page.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    fn write(
        _puzzle: PuzzleText<'_>,
        _options: &Self::Options,
        report: &Self::Report,
        page: &mut Page<'_>,
    ) -> io::Result<()> {
        write_json(page.out, report)
    }

    /// Writes the report as JSON, one object per line.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    fn write_json(report: &Self::Report, page: &mut Page<'_>) -> io::Result<()> {
        write_json(page.out, report)
    }

    /// Reports whether the text of every answer is a single line, so that an interrupted command can be
    /// resumed.
    fn is_one_line(_options: &Self::Options) -> bool {
        false
    }

    /// Returns the text format in which the command writes puzzles.
    fn format(_options: &Self::Options) -> &'static Format {
        line_format()
    }

    /// Reports whether the answer to a puzzle may be too long to be kept in memory. If so, the command
    /// answers one puzzle after another, and the threads share the work on each.
    fn is_long(_options: &Self::Options) -> bool {
        false
    }

    /// Answers the question about a puzzle and writes the answer, or the error in its place.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    fn print(
        puzzle: PuzzleText<'_>,
        options: &Self::Options,
        page: &mut Page<'_>,
    ) -> io::Result<ExitOutcome> {
        print_report::<Self>(puzzle, options, page)
    }

    /// Returns the help text after the options of the command.
    fn help() -> String {
        let examples: String =
            Self::EXAMPLES.iter().flat_map(|example| ["  veridoku ", example, "\n"]).collect();
        format!(
            "Examples:\n{examples}\n\
             INPUT is a puzzle in any text format, a file, or - for standard input. Without INPUT, standard \
             input is read, or a sample puzzle is used if standard input is a terminal.\n\n\
             Exit status: 0 on success, 1 if an answer is negative, 2 on bad usage or unreadable input."
        )
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
    puzzle: PuzzleText<'_>,
    options: &O::Options,
    page: &mut Page<'_>,
) -> io::Result<ExitOutcome> {
    let report = match O::run(puzzle, options) {
        Ok(report) => report,
        Err(error) => return page.write_error(&error),
    };
    match page.style {
        OutputStyle::Json => O::write_json(&report, page)?,
        _ => O::write(puzzle, options, &report, page)?,
    }
    Ok(O::outcome(&report))
}

/// The text styles that a command offers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TextStyles {
    /// Lines only.
    Lines,
    /// Lines, and drawings of grids.
    Drawings,
    /// Lines, and drawings of grids. If there are several puzzles, each line starts with its puzzle.
    LabelledDrawings,
}

/// How a command distributes puzzles over threads.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// On all threads. The answers can be written to a file, and an interrupted run can be resumed.
    Parallel,
    /// Like `Parallel`, but the answer to a single puzzle is printed while it is being computed.
    Streamed,
    /// On all threads, to standard output.
    ToStandardOutput,
    /// On one thread, one puzzle after another.
    Sequential,
    /// One puzzle only, unless the output is JSON: the answer is a complete document.
    Single,
}

impl<P: PuzzleOperation> Operation for P {
    type Request = PuzzleRequest<P::Options>;
    type Report = P::Report;
    const ABOUT: &'static str = P::ABOUT;

    fn bound(request: &mut Self::Request) {
        P::limit(&mut request.options);
    }

    fn respond(request: &Self::Request) -> Result<Self::Report, Error> {
        let (record, format) = request.read()?;
        P::run(PuzzleText { record: &record, format }, &request.options)
    }

    fn example() -> Value {
        json!({"puzzle": SAMPLE, "options": P::example()})
    }
}

/// A parsed puzzle and the text format that it was read from.
#[derive(Copy, Clone, Debug)]
pub struct PuzzleText<'a> {
    /// The puzzle.
    pub record: &'a Record,
    /// The text format, if it is known.
    pub format: Option<&'static Format>,
}

impl<'a> From<&'a Record> for PuzzleText<'a> {
    fn from(record: &'a Record) -> PuzzleText<'a> {
        PuzzleText { record, format: None }
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
        reader.finish();
        let item = reader
            .next_item()
            .ok_or_else(|| Error::new(ErrorKind::Unreadable, "found no puzzle, expected one"))?;
        let record = item.record?;
        match reader.next_item() {
            None => Ok((record, item.format)),
            Some(Item { record: Err(error), .. }) => Err(error.into()),
            Some(second) => Err(Error {
                line: Some(second.line),
                ..Error::new(ErrorKind::Unreadable, "found a second puzzle, expected only one")
            }),
        }
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
