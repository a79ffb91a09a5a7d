//! Where a command prints an answer: the style, the width of the lines, and the outcome.

use crate::document::DocumentWriter;
use crate::error::{Error, ErrorKind};
#[cfg(feature = "pipeline")]
use crate::pipeline::{Pipeline, Sink};
use crate::render::numbers::group_digits;
use crate::render::text_width::TextWidth;
use serde::Serialize;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::ops::ControlFlow;
use veridoku_core::Grid;
use veridoku_formats::{Record, WriteErrorKind};

/// The outcome of an answer or of a whole run, ordered from best to worst.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitOutcome {
    /// All puzzles were answered.
    Success,
    /// An answer is negative or incomplete: a solution that the command needs does not exist or is not
    /// unique, a check failed, or a budget ran out.
    Negative,
    /// Something could not be read, or could not be written in the requested format.
    Unreadable,
    /// The run could not finish: its output file is incomplete.
    Unfinished,
}

impl ExitOutcome {
    /// Returns `Success` if the answer is positive, otherwise `Negative`.
    pub fn positive_if(is_positive: bool) -> ExitOutcome {
        if is_positive { ExitOutcome::Success } else { ExitOutcome::Negative }
    }

    /// Returns the exit status.
    pub fn exit_status(self) -> u8 {
        self as u8
    }
}

impl From<&Error> for ExitOutcome {
    /// Returns the outcome if the error takes the place of an answer.
    fn from(error: &Error) -> ExitOutcome {
        if error.kind == ErrorKind::Unsolved { ExitOutcome::Negative } else { ExitOutcome::Unreadable }
    }
}

/// The style of an answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum OutputStyle {
    /// One JSON object per line.
    Json,
    /// One line of text.
    Line,
    /// One line of text that starts with the puzzle it is about.
    LabelledLine,
    /// A drawing for the terminal.
    Picture,
}

/// Where errors are written, unless the style is JSON.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ErrorTarget {
    /// To the output, in place of the answer.
    Output,
    /// To standard error, because an extra line would corrupt the output document.
    Message,
}

/// The output of an answer. Text is written with [`Write`].
pub struct AnswerOutput<'a> {
    /// The style of the answer.
    pub style: OutputStyle,
    /// The width of lines; unlimited unless the output is a terminal.
    pub line_width: TextWidth,
    /// The width of text below a drawing, which is always wrapped.
    pub text_width: TextWidth,
    /// The destination of the text.
    pub writer: &'a mut dyn Write,
    /// Prints a message about the answer that is not part of it.
    pub message: fn(&str),
    /// Where errors are written.
    pub errors: ErrorTarget,
    /// Writes puzzles in the text format of the command.
    pub document: &'a DocumentWriter,
    /// The number of threads that can share the work on one answer.
    pub threads: usize,
}

impl fmt::Debug for AnswerOutput<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnswerOutput").field("style", &self.style).finish_non_exhaustive()
    }
}

impl Write for AnswerOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl AnswerOutput<'_> {
    /// Writes a puzzle in the text format of the command, or the error in its place.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn write_record(&mut self, record: &Record) -> io::Result<ExitOutcome> {
        match self.document.record(record) {
            Ok(text) => self.write_all(text.as_bytes()).map(|()| ExitOutcome::Success),
            Err(error) if error.kind == WriteErrorKind::Candidates => {
                let message = format!("{error}; --to sukaku supports them");
                self.write_error(&Error::new(ErrorKind::Unwritable, message))
            }
            Err(error) => self.write_error(&error.into()),
        }
    }

    /// Writes an error in place of an answer.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn write_error(&mut self, error: &Error) -> io::Result<ExitOutcome> {
        if self.errors == ErrorTarget::Message && self.style != OutputStyle::Json {
            (self.message)(&format!("veridoku: {error}"));
            return Ok(error.into());
        }
        write_error(self.writer, self.style, error)
    }

    /// Prints a message if the limit or the budget ended a search, with their values. `noun` names what was
    /// searched for in `puzzle`.
    pub(crate) fn report_end(
        &self,
        noun: &str,
        puzzle: &dyn Display,
        limit: Option<u64>,
        budget: Option<u64>,
    ) {
        for (name, number) in [("limit", limit), ("budget", budget)] {
            if let Some(number) = number.map(group_digits) {
                (self.message)(&format!(
                    "veridoku: stopped at the {name} of {number}; there may be more {noun} of {puzzle}"
                ));
            }
        }
    }

    /// Calls `write` for every item, and writes the texts in the order of the items. The threads share the
    /// items.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn write_on_threads<T: Send>(
        &mut self,
        mut items: impl Iterator<Item = T> + Send,
        write: impl Fn(T, &mut AnswerOutput<'_>) -> io::Result<ExitOutcome> + Sync,
    ) -> io::Result<ExitOutcome> {
        #[cfg(feature = "pipeline")]
        if self.threads > 1 {
            let AnswerOutput { style, line_width, text_width, message, errors, document, threads, .. } =
                *self;
            let mut sink = OrderedTexts { writer: self.writer, worst: ExitOutcome::Success };
            let pipeline = Pipeline::new(threads, 2 * threads).with_inline_items(1);
            pipeline.run(&mut items, &mut sink, &|queue| {
                while let Some((number, item)) = queue.take() {
                    let mut text = Vec::new();
                    let writer = &mut text;
                    let mut out = AnswerOutput {
                        style,
                        line_width,
                        text_width,
                        writer,
                        message,
                        errors,
                        document,
                        threads: 1,
                    };
                    let outcome = write(item, &mut out);
                    queue.submit(number, outcome.map(|outcome| (text, outcome)));
                }
            })?;
            return Ok(sink.worst);
        }
        let mut worst = ExitOutcome::Success;
        for item in items.by_ref() {
            worst = worst.max(write(item, self)?);
        }
        Ok(worst)
    }
}

/// Writes the texts of several threads.
#[cfg(feature = "pipeline")]
struct OrderedTexts<'a> {
    writer: &'a mut dyn Write,
    worst: ExitOutcome,
}

#[cfg(feature = "pipeline")]
impl Sink<io::Result<(Vec<u8>, ExitOutcome)>> for OrderedTexts<'_> {
    type Error = io::Error;

    fn accept(&mut self, result: io::Result<(Vec<u8>, ExitOutcome)>) -> io::Result<()> {
        let (text, outcome) = result?;
        self.worst = self.worst.max(outcome);
        self.writer.write_all(&text)
    }
}

/// Prints the puzzles that a search finds, one per line.
///
/// A search may take minutes, so each puzzle is printed as soon as it is found, and an interrupted search
/// keeps its results. If several puzzles are processed in parallel, however, the results for each puzzle are
/// held back until those for earlier puzzles have been written.
pub(crate) struct Listing<'p, 'a> {
    out: &'p mut AnswerOutput<'a>,
    result: io::Result<()>,
}

impl<'p, 'a> Listing<'p, 'a> {
    pub(crate) fn new(out: &'p mut AnswerOutput<'a>) -> Listing<'p, 'a> {
        Listing { out, result: Ok(()) }
    }

    /// Prints a puzzle and flushes the output.
    pub(crate) fn push(&mut self, puzzle: &Grid) -> ControlFlow<()> {
        self.result = writeln!(self.out, "{puzzle}").and_then(|()| self.out.flush());
        if self.result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Returns the error that ended the listing, if there was one.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.result
    }
}

/// Writes a value as one line of JSON.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write_json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// Writes an error in place of the answer to a puzzle.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write_error(out: &mut dyn Write, style: OutputStyle, error: &Error) -> io::Result<ExitOutcome> {
    match style {
        OutputStyle::Json => write_json(out, error)?,
        OutputStyle::Line | OutputStyle::LabelledLine | OutputStyle::Picture => {
            writeln!(out, "error: {error}")?;
        }
    }
    Ok(error.into())
}
