//! Puzzles written in a text form, one behind the other: what `convert`, `transform` and `augment` share.
//!
//! A form of one line is written line by line, by any thread. Others have gaps and numbers between their records, which
//! one writer has to count: `is_countless` tells them apart.

use crate::job::ErrorTarget;
use crate::output::{ExitOutcome, OutputStyle, message};
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use veridoku_core::text::{Format, Record, WriteErrorKind, Writer};

/// The text that is being written.
#[derive(Debug)]
pub(super) struct DocumentWriter {
    format: &'static Format,
    /// Counts the records that it writes.
    writer: Mutex<Writer>,
}

impl DocumentWriter {
    /// A document in this form.
    pub(super) fn new(format: &'static Format) -> DocumentWriter {
        DocumentWriter { format, writer: Mutex::new(Writer::new(format)) }
    }

    /// The form.
    pub(super) fn format(&self) -> &'static Format {
        self.format
    }

    /// Whether a record reads the same wherever it stands.
    pub(super) fn is_countless(&self) -> bool {
        self.format.is_one_line()
    }

    /// Writes what stands before the records.
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
        let written = if self.is_countless() {
            Writer::new(self.format).record(record, &mut text)
        } else {
            self.writer.lock().unwrap_or_else(PoisonError::into_inner).record(record, &mut text)
        };
        let Err(error) = written else {
            return out.write_all(text.as_bytes()).map(|()| ExitOutcome::Success);
        };
        let remedy = if error.kind == WriteErrorKind::Candidates { "; --to sukaku can" } else { "" };
        match self.errors() {
            ErrorTarget::Output => writeln!(out, "error: {error}{remedy}")?,
            ErrorTarget::Stderr => message(&format!("veridoku: {error}{remedy}")),
        }
        Ok(ExitOutcome::Unreadable)
    }

    /// Writes what stands after the records.
    pub(super) fn end(&self, style: OutputStyle, out: &mut dyn Write) -> io::Result<()> {
        let mut text = String::new();
        if style != OutputStyle::Json {
            Writer::new(self.format).footer(&mut text);
        }
        out.write_all(text.as_bytes())
    }

    /// Where errors go.
    pub(super) fn errors(&self) -> ErrorTarget {
        if self.format.is_one_line() { ErrorTarget::Output } else { ErrorTarget::Stderr }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SAMPLE;
    use veridoku_core::text::{self, FORMATS};

    #[test]
    fn a_record_of_a_countless_form_reads_the_same_wherever_it_stands() {
        let record = text::read(SAMPLE).unwrap();
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
