//! The writer, which writes a sequence of records in one format.

use crate::error::WriteError;
use crate::format::Format;
use crate::record::Record;

/// A writer for any number of records, which together form one document.
///
/// ```
/// use veridoku_formats::{Format, Record, Writer};
/// use veridoku_core::Grid;
///
/// let mut text = String::new();
/// let mut writer = Writer::new(Format::by_name("kaggle").unwrap());
/// writer.header(&mut text);
/// writer.record(&Record::from(Grid::EMPTY), &mut text)?;
/// writer.record(&Record::from(Grid::EMPTY), &mut text)?;
/// writer.footer(&mut text);
/// assert!(text.starts_with("quizzes,solutions\n0000"));
/// assert_eq!(text.lines().count(), 3);
/// # Ok::<(), veridoku_formats::WriteError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Writer {
    format: &'static Format,
    number: u64,
}

impl Writer {
    /// Creates a writer for this format.
    pub fn new(format: &'static Format) -> Writer {
        Writer { format, number: 0 }
    }

    /// Appends the text that comes before the first record.
    pub fn header(&mut self, out: &mut String) {
        out.push_str(self.format.header);
    }

    /// Appends a record.
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot represent the record; nothing is appended in that case.
    pub fn record(&mut self, record: &Record, out: &mut String) -> Result<(), WriteError> {
        self.format.write(record, self.number, out)?;
        self.number += 1;
        Ok(())
    }

    /// Appends the text that comes after the last record.
    pub fn footer(&mut self, out: &mut String) {
        out.push_str(self.format.footer);
    }
}
