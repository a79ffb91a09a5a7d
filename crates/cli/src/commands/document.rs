//! Writes puzzles in a text format, for `convert`, `transform` and `augment`.
//!
//! Formats with one line per record can be written by any thread. Other formats have separators or numbers
//! between records, so a single writer must count the records; `is_order_independent` distinguishes the two
//! cases.

use crate::job::ErrorTarget;
use crate::output::{ExitOutcome, OutputStyle, message};
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use veridoku_formats::{Format, Record, WriteErrorKind, Writer};

/// Writes records in a text format.
#[derive(Debug)]
pub(super) struct DocumentWriter {
    format: &'static Format,
    /// The shared writer, which counts the records.
    writer: Mutex<Writer>,
}

impl DocumentWriter {
    /// Creates a writer for this format.
    pub(super) fn new(format: &'static Format) -> DocumentWriter {
        DocumentWriter { format, writer: Mutex::new(Writer::new(format)) }
    }

    /// Returns the format.
    pub(super) fn format(&self) -> &'static Format {
        self.format
    }

    /// Reports whether the text of a record is independent of its position.
    pub(super) fn is_order_independent(&self) -> bool {
        self.format.is_one_line()
    }

    /// Writes the text that precedes the first record.
    pub(super) fn begin(&self, style: OutputStyle, out: &mut dyn Write) -> io::Result<()> {
        let mut text = String::new();
        if style != OutputStyle::Json {
            Writer::new(self.format).header(&mut text);
        }
        out.write_all(text.as_bytes())
    }

    /// Writes a record.
    pub(super) fn record(&self, record: &Record, out: &mut dyn Write) -> io::Result<ExitOutcome> {
        let mut text = String::new();
        let written = if self.is_order_independent() {
            Writer::new(self.format).record(record, &mut text)
        } else {
            self.writer.lock().unwrap_or_else(PoisonError::into_inner).record(record, &mut text)
        };
        let Err(error) = written else {
            return out.write_all(text.as_bytes()).map(|()| ExitOutcome::Success);
        };
        let remedy =
            if error.kind == WriteErrorKind::Candidates { "; --to sukaku supports them" } else { "" };
        match self.errors() {
            ErrorTarget::Output => writeln!(out, "error: {error}{remedy}")?,
            ErrorTarget::Stderr => message(&format!("veridoku: {error}{remedy}")),
        }
        Ok(ExitOutcome::Unreadable)
    }

    /// Writes the text that follows the last record.
    pub(super) fn end(&self, style: OutputStyle, out: &mut dyn Write) -> io::Result<()> {
        let mut text = String::new();
        if style != OutputStyle::Json {
            Writer::new(self.format).footer(&mut text);
        }
        out.write_all(text.as_bytes())
    }

    /// Returns the destination for errors.
    pub(super) fn errors(&self) -> ErrorTarget {
        if self.format.is_one_line() { ErrorTarget::Output } else { ErrorTarget::Stderr }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SAMPLE;
    use veridoku_formats::FORMATS;

    #[test]
    fn one_line_records_do_not_depend_on_their_position() {
        let record = veridoku_formats::read(SAMPLE).unwrap();
        let forms: Vec<&Format> = FORMATS.iter().filter(|format| format.is_one_line()).collect();
        assert!(forms.len() > 5);
        for format in forms {
            let mut writer = Writer::new(format);
            let [mut first, mut second] = [String::new(), String::new()];
            writer.record(&record, &mut first).unwrap();
            writer.record(&record, &mut second).unwrap();
            assert_eq!(first, second, "{}", format.name());
        }
    }
}
