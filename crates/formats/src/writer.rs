//! The writer, which writes a sequence of records in one format.

use crate::error::{WriteError, WriteErrorKind};
use crate::format::Format;
use crate::open_candidates::candidates_left;
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
        let before = out.len();
        let listed = record.puzzle.written_candidates();
        let is_plain = listed.is_none_or(|listed| *listed == candidates_left(record.puzzle.values()));
        let written = if is_plain || self.format.capabilities.candidates.is_yes() {
            (self.format.write)(record, self.number, out)
        } else {
            Err(WriteErrorKind::Candidates)
        };
        self.number += u64::from(written.is_ok());
        written.map_err(|kind| {
            out.truncate(before);
            WriteError { format: self.format.name, kind }
        })
    }

    /// Appends the text that comes after the last record.
    pub fn footer(&mut self, out: &mut String) {
        out.push_str(self.format.footer);
    }
}
