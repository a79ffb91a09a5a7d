//! The streaming reader, which takes bytes and returns records, in any format.

use crate::format::Format;
use crate::formats::FORMATS;
use crate::framer::{Framer, Item};
use crate::line_buffer::{LineBuffer, NextLine};
use crate::record::Record;
use veridoku_core::Grid;
use veridoku_core::plain_lines::PlainBlanks;

/// A reader for a stream of puzzles. The bytes can arrive in chunks of any size, and the reader does no I/O
/// itself.
///
/// Empty lines and comment lines (`#`) are skipped. A record that cannot be parsed yields an error in its
/// place, and reading continues with the next record. Memory use is bounded if the items are drained
/// after each chunk.
///
/// ```
/// use veridoku_formats::Reader;
///
/// let mut reader = Reader::new();
/// let mut lines = Vec::new();
/// for chunk in ["# two puzzles, the second is invalid\n..", &".".repeat(79), "\n12", "3\n"] {
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

impl Reader {
    /// Creates a reader that detects the format of every record.
    pub fn new() -> Reader {
        Reader { input: LineBuffer::new(), framer: Framer::new(None), finished: false }
    }

    /// Creates a reader for one format. A puzzle in another format yields an error that names that format,
    /// unless the two look the same ([`Format::reads_as`]). One-line formats accept any blank character.
    pub fn with_format(format: &'static Format) -> Reader {
        Reader { framer: Framer::new(Some(format)), ..Reader::new() }
    }

    /// Adds bytes. Drain the items with [`Reader::next_item`] before adding the next chunk.
    pub fn push(&mut self, bytes: &[u8]) {
        self.input.push(bytes);
    }

    /// Adds bytes that `write` puts directly into the reader's buffer, which avoids a copy when reading
    /// from a file or socket.
    ///
    /// `write` gets a slice of `room` bytes and returns how many of them it filled. Drain the items with
    /// [`Reader::next_item`] before adding the next chunk.
    ///
    /// ```
    /// use std::io::Read;
    /// use veridoku_formats::Reader;
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
    /// Returns the error of `write`; no bytes are added in that case.
    pub fn push_with<E>(
        &mut self,
        room: usize,
        write: impl FnOnce(&mut [u8]) -> Result<usize, E>,
    ) -> Result<usize, E> {
        self.input.push_with(room, write)
    }

    /// Returns the number of bytes that were added but do not belong to an item yet.
    pub fn buffered_bytes(&self) -> usize {
        self.input.len()
    }

    /// Marks the end of the input. Drain the remaining items with [`Reader::next_item`] afterwards.
    pub fn finish(&mut self) {
        self.input.finish();
    }

    /// Returns the next item, or `None` if more bytes are needed. After [`Reader::finish`], `None` means the
    /// end of the input.
    pub fn next_item(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.framer.ready.pop_front() {
                return Some(item);
            }
            if self.framer.accepts_plain_lines()
                && let Some(item) = self.plain_line()
            {
                return Some(item);
            }
            if !self.advance() {
                return self.framer.ready.pop_front();
            }
        }
    }

    /// Reads up to `limit` consecutive plain lines (81 digits and blanks, nothing else) that share one
    /// format, appends their grids and returns the format. Returns `None` if the next line is not plain;
    /// use [`Reader::next_item`] to read it.
    ///
    /// This is the fast path for most input. `next_item` would return the same puzzles as records.
    ///
    /// ```
    /// use veridoku_formats::Reader;
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
        if !self.framer.ready.is_empty() || !self.framer.accepts_plain_lines() {
            return None;
        }
        let blanks = self.input.take_plain_lines(limit, grids)?;
        Some(self.framer.plain_line(plain_format(blanks)))
    }

    /// Prepares for plain lines that the caller reads without the reader. Returns `false` if the reader has
    /// bytes or items that come first. Otherwise moves its last bytes, the start of an incomplete line, to
    /// `bytes`; the caller puts them in front of the bytes that follow.
    ///
    /// If the bytes turn out to be plain lines, call [`Reader::pass_plain_lines`], otherwise push them back.
    ///
    /// ```
    /// use veridoku_core::plain_lines;
    /// use veridoku_formats::Reader;
    ///
    /// let mut reader = Reader::new();
    /// reader.push(b"# my puzzles\n...");
    /// assert!(reader.next_item().is_none());
    /// let mut bytes = Vec::new();
    /// assert!(reader.take_partial_line(&mut bytes));
    /// bytes.extend_from_slice(&[b'.'; 78]);
    /// bytes.push(b'\n');
    /// let blanks = plain_lines::blanks(&bytes, b"\n").unwrap();
    /// assert_eq!(reader.pass_plain_lines(1, blanks).name(), "line");
    /// reader.push(b"hello\n");
    /// assert_eq!(reader.next_item().unwrap().line, 3);
    /// ```
    pub fn take_partial_line(&mut self, bytes: &mut Vec<u8>) -> bool {
        self.framer.ready.is_empty()
            && self.framer.accepts_plain_lines()
            && self.input.take_partial_line(bytes)
    }

    /// Counts plain lines that the caller has read after [`Reader::take_partial_line`]. Returns their format.
    pub fn pass_plain_lines(&mut self, lines: u64, blanks: PlainBlanks) -> &'static Format {
        self.input.pass_lines(lines);
        self.framer.plain_line(plain_format(blanks))
    }

    /// Returns the next item if it is a plain line of 81 characters.
    #[inline]
    fn plain_line(&mut self) -> Option<Item> {
        let (line, grid, blanks) = self.input.take_plain()?;
        let format = self.framer.plain_line(plain_format(blanks));
        Some(Item { line, format: Some(format), record: Ok(Record::from(grid)) })
    }

    /// Processes one line or byte of the input. Returns `false` if none is available.
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

    /// Processes one byte of an XML document. If a line starts with 81 cells, aborts the document instead.
    fn advance_document(&mut self) -> bool {
        let Some(at_cells) = self.input.at_cells() else { return false };
        let position = self.input.position();
        if let Some(next) = self.input.peek().filter(|&next| at_cells || self.framer.rejects(next)) {
            self.framer.abort_document(next, position);
            return true;
        }
        let Some((byte, position)) = self.input.take_byte() else { return self.end() };
        if self.framer.byte(byte, position) {
            self.input.skip_line();
        }
        true
    }

    /// Finishes the last record when the end of the input is reached. Does so only once, and always returns
    /// `false`.
    fn end(&mut self) -> bool {
        if self.input.is_done() && !self.finished {
            self.finished = true;
            self.framer.finish(self.input.position());
        }
        false
    }
}

/// Returns the format of a plain line: one of the first two entries of the format table. A test checks the
/// order of these two.
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
