//! The reader of streams: bytes in, records out, in any form.

use super::cells::PlainBlanks;
use super::error::ParseError;
use super::format::Format;
use super::framer::{AfterByte, Framer};
use super::line_buffer::{LineBuffer, NextLine};
use super::record::Record;
use super::table::FORMATS;
use crate::grid::Grid;

/// The longest line or record: 1 MiB.
pub(super) const LIMIT: usize = 1 << 20;

/// Reads many puzzles from bytes that arrive in chunks of any size. It does no I/O itself.
///
/// Empty lines and comment lines (`#`) are passed over. What cannot be read gives an error in its
/// place, and reading goes on with the next record. Memory is bounded as long as the items are
/// drained after each chunk.
///
/// ```
/// use veridoku_core::text::Reader;
///
/// let mut reader = Reader::new();
/// let mut lines = Vec::new();
/// for chunk in ["# two puzzles, one of them bad\n..", &".".repeat(79), "\n12", "3\n"] {
///     reader.push(chunk.as_bytes());
///     while let Some(item) = reader.next_item() {
///         lines.push((item.line, item.record.is_ok()));
///     }
/// }
/// reader.finish();
/// assert!(reader.next_item().is_none());
/// assert_eq!(lines, [(2, true), (3, false)]);
/// ```
#[derive(Clone, Debug)]
pub struct Reader {
    input: LineBuffer,
    framer: Framer,
    finished: bool,
}

/// A record of a stream, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The line on which the record starts, counted from 1.
    pub line: u64,
    /// The form, if it is known.
    pub format: Option<&'static Format>,
    /// The record, or what is wrong with it.
    pub record: Result<Record, ParseError>,
}

impl Reader {
    /// A reader that detects the form of every record.
    pub fn new() -> Reader {
        Reader { input: LineBuffer::new(), framer: Framer::new(None), finished: false }
    }

    /// A reader of one form. A puzzle in another one is an error that names it, unless their texts
    /// look the same ([`Format::reads_as`]); forms of one line take any blank.
    pub fn with_format(format: &'static Format) -> Reader {
        Reader { framer: Framer::new(Some(format)), ..Reader::new() }
    }

    /// Adds bytes. Drain the items with [`Reader::next_item`] before the next chunk.
    pub fn push(&mut self, bytes: &[u8]) {
        self.input.push(bytes);
    }

    /// Adds bytes that are written into room for so many, as many as the writer says: for who reads them from somewhere and
    /// would only copy them. Drain the items before the next chunk.
    ///
    /// ```
    /// use std::io::Read;
    /// use veridoku_core::text::Reader;
    ///
    /// let text = format!("{}\n", ".".repeat(81));
    /// let mut file = text.as_bytes();
    /// let mut reader = Reader::new();
    /// while reader.push_with(1 << 16, |room| file.read(room))? > 0 {}
    /// assert_eq!(reader.next_item().unwrap().line, 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the writer; then nothing is added.
    pub fn push_with<E>(
        &mut self,
        room: usize,
        write: impl FnOnce(&mut [u8]) -> Result<usize, E>,
    ) -> Result<usize, E> {
        self.input.push_with(room, write)
    }

    /// Says that there are no more bytes. Then drain the last items.
    pub fn finish(&mut self) {
        self.input.finish();
    }

    /// The next item; nothing until more bytes come, or after [`Reader::finish`] for good.
    pub fn next_item(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.framer.pop() {
                return Some(item);
            }
            if self.framer.accepts_plain_lines()
                && let Some(item) = self.plain_line()
            {
                return Some(item);
            }
            if !self.advance() {
                return self.framer.pop();
            }
        }
    }

    /// Takes the plain lines that come next, of 81 digits and blanks and nothing else, as long as
    /// they are of one form: appends their grids, at limit so many, and gives the form. Nothing if
    /// something else comes next, which is for [`Reader::next_item`].
    ///
    /// It is the quick way for the bulk of all input: `next_item` would give the same, as records.
    ///
    /// ```
    /// use veridoku_core::text::Reader;
    ///
    /// let mut reader = Reader::new();
    /// let dots = ".".repeat(81);
    /// reader.push(format!("{dots}\n{dots}\n{dots}  # my first\n").as_bytes());
    /// let mut grids = Vec::new();
    /// let format = reader.take_plain(1000, &mut grids);
    /// assert_eq!((grids.len(), format.unwrap().name()), (2, "line"));
    /// assert!(reader.take_plain(1000, &mut grids).is_none());
    /// assert_eq!(reader.next_item().unwrap().line, 3);
    /// ```
    pub fn take_plain(&mut self, limit: usize, grids: &mut Vec<Grid>) -> Option<&'static Format> {
        if self.framer.has_ready() || !self.framer.accepts_plain_lines() {
            return None;
        }
        let blanks = self.input.take_plain_lines(limit, grids)?;
        Some(self.framer.plain_line(plain_format(blanks)))
    }

    /// The next item, if it is a plain line of 81 characters.
    #[inline]
    fn plain_line(&mut self) -> Option<Item> {
        let (line, grid, blanks) = self.input.take_plain()?;
        let format = self.framer.plain_line(plain_format(blanks));
        Some(Item { line, format: Some(format), record: Ok(Record::from(grid)) })
    }

    /// Moves on by a line or byte; says whether it could.
    fn advance(&mut self) -> bool {
        if self.framer.in_document() {
            return self.advance_document();
        }
        if self.framer.may_begin_document() {
            match self.input.at_document() {
                Some(true) => {
                    self.framer.begin_document();
                    return true;
                }
                Some(false) => {}
                None => return false,
            }
        }
        match self.input.take_line() {
            NextLine::Line(source) => self.framer.line(source),
            NextLine::Bad(error) => self.framer.bad_line(error),
            NextLine::NeedMore => return false,
            NextLine::End => return self.end(),
        }
        true
    }

    /// Moves on by a byte of a document, or leaves it where a line starts with 81 cells.
    fn advance_document(&mut self) -> bool {
        let Some(at_cells) = self.input.at_cells() else { return false };
        let place = self.input.place();
        if let Some(next) = self.input.peek().filter(|&next| at_cells || self.framer.rejects(next)) {
            self.framer.abort_document(next, place);
            return true;
        }
        let Some((byte, place)) = self.input.take_byte() else { return self.end() };
        if let AfterByte::SkipLine = self.framer.byte(byte, place) {
            self.input.skip_line();
        }
        true
    }

    /// Ends the last record, once.
    fn end(&mut self) -> bool {
        if self.input.is_done() && !self.finished {
            self.finished = true;
            self.framer.finish(self.input.place());
        }
        false
    }
}

/// The form of a plain line: one of the first two rows of the table; a test holds them there.
fn plain_format(blanks: PlainBlanks) -> &'static Format {
    match blanks {
        PlainBlanks::Dots => &FORMATS[0],
        PlainBlanks::Zeros => &FORMATS[1],
    }
}

impl Default for Reader {
    fn default() -> Reader {
        Reader::new()
    }
}
