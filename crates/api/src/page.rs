//! Where a command prints an answer: the style, the width of the lines, and the outcome.

use crate::document::DocumentWriter;
use crate::error::Error;
#[cfg(feature = "pipeline")]
use crate::pipeline::{Pipeline, Sink};
use crate::render::text_width::TextWidth;
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;
use veridoku_formats::{Record, WriteErrorKind};

/// The outcome of an answer or of a whole run, ordered from best to worst.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitOutcome {
    /// All puzzles were answered.
    Success,
    /// An answer is negative: no solution, several solutions, a failed check.
    Negative,
    /// Something could not be read, or could not be written in the requested format.
    Unreadable,
}

impl ExitOutcome {
    /// Returns `Success` if the answer is positive, otherwise `Negative`.
    pub fn positive_if(is_positive: bool) -> ExitOutcome {
        if is_positive { ExitOutcome::Success } else { ExitOutcome::Negative }
    }

    /// Returns the exit status.
    pub fn exit_code(self) -> ExitCode {
        ExitCode::from(self as u8)
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

/// The place where an answer is printed.
pub struct Page<'a> {
    /// The style of the answer.
    pub style: OutputStyle,
    /// The width of lines; unlimited unless the output is a terminal.
    pub line_width: TextWidth,
    /// The width of text below a drawing, which is always wrapped.
    pub text_width: TextWidth,
    /// The output.
    pub out: &'a mut dyn Write,
    /// Prints a message about the answer that is not part of it.
    pub message: fn(&str),
    /// Writes puzzles in the text format of the command.
    pub document: &'a DocumentWriter,
    /// The number of threads that can share the work on one answer.
    pub threads: usize,
}

impl fmt::Debug for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").field("style", &self.style).finish_non_exhaustive()
    }
}

impl Page<'_> {
    /// Writes a puzzle in the text format of the command, or the error in its place.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn write_record(&mut self, record: &Record) -> io::Result<ExitOutcome> {
        match self.document.record(record) {
            Ok(text) => self.out.write_all(text.as_bytes()).map(|()| ExitOutcome::Success),
            Err(error) if error.kind == WriteErrorKind::Candidates => {
                self.write_error_text(&format!("{error}; --to sukaku supports them"))
            }
            Err(error) => self.write_error_text(&error.to_string()),
        }
    }

    /// Writes an error in place of an answer.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn write_error(&mut self, error: &Error) -> io::Result<ExitOutcome> {
        match self.style {
            OutputStyle::Json => write_json(self.out, error).map(|()| ExitOutcome::Unreadable),
            _ => self.write_error_text(&error.to_string()),
        }
    }

    /// Writes an error as text, as a message if an extra line would corrupt the document.
    fn write_error_text(&mut self, error: &str) -> io::Result<ExitOutcome> {
        if self.document.is_order_independent() {
            writeln!(self.out, "error: {error}")?;
        } else {
            (self.message)(&format!("veridoku: {error}"));
        }
        Ok(ExitOutcome::Unreadable)
    }

    /// Calls `write` for every item, and writes the texts in the order of the items. The threads of the page
    /// share the items.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn write_all<T: Send>(
        &mut self,
        items: impl Iterator<Item = T> + Send,
        write: impl Fn(T, &mut Page<'_>) -> io::Result<ExitOutcome> + Sync,
    ) -> io::Result<ExitOutcome> {
        #[cfg(feature = "pipeline")]
        if self.threads > 1 {
            let Page { style, line_width, text_width, message, document, threads, .. } = *self;
            let mut sink = PageSink { out: self.out, worst: ExitOutcome::Success };
            Pipeline::new(threads, 2 * threads).with_inline_items(1).run(items, &mut sink, |queue| {
                while let Some((number, item)) = queue.take() {
                    let mut text = Vec::new();
                    let out = &mut text;
                    let mut page = Page { style, line_width, text_width, out, message, document, threads: 1 };
                    let outcome = write(item, &mut page);
                    queue.submit(number, outcome.map(|outcome| (text, outcome)));
                }
            })?;
            return Ok(sink.worst);
        }
        let mut worst = ExitOutcome::Success;
        for item in items {
            worst = worst.max(write(item, self)?);
        }
        Ok(worst)
    }
}

/// Writes the texts of several threads.
#[cfg(feature = "pipeline")]
struct PageSink<'a> {
    out: &'a mut dyn Write,
    worst: ExitOutcome,
}

#[cfg(feature = "pipeline")]
impl Sink<io::Result<(Vec<u8>, ExitOutcome)>> for PageSink<'_> {
    type Error = io::Error;

    fn accept(&mut self, result: io::Result<(Vec<u8>, ExitOutcome)>) -> io::Result<()> {
        let (text, outcome) = result?;
        self.worst = self.worst.max(outcome);
        self.out.write_all(&text)
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
    Ok(ExitOutcome::Unreadable)
}
