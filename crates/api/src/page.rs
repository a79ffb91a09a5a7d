//! Where a command prints an answer: the style, the width of the lines, and the outcome.

use crate::error::Error;
use crate::render::text_width::TextWidth;
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

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
}

impl fmt::Debug for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").field("style", &self.style).finish_non_exhaustive()
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
