//! Writes puzzles in a text format, for the commands with the option `--to`.
//!
//! Formats with one line per record can be written by any thread. Other formats have separators or numbers
//! between records, so a single writer must count the records; [`DocumentWriter::is_order_independent`]
//! distinguishes the two cases.

use std::sync::{Mutex, PoisonError};
use veridoku_formats::{Format, Record, WriteError, Writer};

/// Writes records in a text format.
#[derive(Debug)]
pub struct DocumentWriter {
    format: &'static Format,
    /// The shared writer, which counts the records.
    writer: Mutex<Writer>,
}

impl DocumentWriter {
    /// Creates a writer for this format.
    pub fn new(format: &'static Format) -> DocumentWriter {
        DocumentWriter { format, writer: Mutex::new(Writer::new(format)) }
    }

    /// Returns the format.
    pub fn format(&self) -> &'static Format {
        self.format
    }

    /// Reports whether the text of a record is independent of its position.
    pub fn is_order_independent(&self) -> bool {
        self.format.is_one_line()
    }

    /// Returns the text that precedes the first record.
    pub fn header(&self) -> String {
        let mut text = String::new();
        Writer::new(self.format).header(&mut text);
        text
    }

    /// Returns the text of a record.
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot represent the record.
    pub fn record(&self, record: &Record) -> Result<String, WriteError> {
        let mut text = String::new();
        if self.is_order_independent() {
            Writer::new(self.format).record(record, &mut text)?;
        } else {
            self.writer.lock().unwrap_or_else(PoisonError::into_inner).record(record, &mut text)?;
        }
        Ok(text)
    }

    /// Returns the text that follows the last record.
    pub fn footer(&self) -> String {
        let mut text = String::new();
        Writer::new(self.format).footer(&mut text);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_core::SAMPLE;
    use veridoku_formats::FORMATS;

    #[test]
    fn one_line_records_do_not_depend_on_their_position() {
        let record = veridoku_formats::read(SAMPLE).unwrap();
        let formats: Vec<&Format> = FORMATS.iter().filter(|format| format.is_one_line()).collect();
        assert!(formats.len() > 5);
        for format in formats {
            let mut writer = Writer::new(format);
            let [mut first, mut second] = [String::new(), String::new()];
            writer.record(&record, &mut first).unwrap();
            writer.record(&record, &mut second).unwrap();
            assert_eq!(first, second, "{}", format.name());
        }
    }
}
