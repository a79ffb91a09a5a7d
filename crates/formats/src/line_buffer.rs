//! Buffers the bytes of a stream and splits them into lines.
//!
//! Bytes arrive in chunks of any size and leave as lines without their line breaks (`\n`, `\r\n` or
//! `\r`), or one byte at a time inside an XML document. Only the unfinished last line is kept, and a
//! line that exceeds the maximum length is not kept at all.
//!
//! ```text
//! buffer   ....consumed....|current line, searched up to here|new bytes|unused
//!                          start                             searched  end
//! ```

use crate::cells;
use crate::error::{ParseError, ParseErrorKind};
use crate::record::LIMIT;
use crate::span::Span;
use veridoku_core::plain_lines::{self, PlainBlanks};
use veridoku_core::{Cell, Grid};

/// The strings that can start an XML document. Any other `<` is part of a line. Otherwise text such as
/// `<me@example.org>`, a candidate grid with marks, or an HTML page would consume the lines after it.
const OPENINGS: [&[u8]; 5] = [b"<?xml", b"<!--", b"<!DOCTYPE", b"<opensudoku", b"<sudoku"];

/// The part of the input that has been received but not yet consumed.
#[derive(Clone, Debug)]
pub(crate) struct LineBuffer {
    /// Bytes from `end` onwards are unused. They are kept so that the space is not zeroed again for every
    /// chunk.
    buffer: Vec<u8>,
    start: usize,
    searched: usize,
    end: usize,
    /// The line and column of the byte at `start`.
    line: u64,
    column: u64,
    ended: bool,
    preceding: PrecedingByte,
    /// Whether the rest of an overlong line is being skipped.
    skipping: bool,
}

/// The kind of byte before `start`, which affects how the next byte is read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum PrecedingByte {
    /// No byte: this is the start of the input, and a byte-order mark may follow.
    None,
    /// A `\r`. If a `\n` follows, it is part of the same line break.
    CarriageReturn,
    /// Any other byte.
    Other,
}

/// The result of taking a line.
#[derive(Debug)]
pub(crate) enum NextLine<'a> {
    /// A complete line.
    Line(Span<'a>),
    /// A line that is too long or not valid text.
    Bad(ParseError),
    /// More bytes are needed.
    NeedMore,
    /// The end of the input.
    End,
}

impl LineBuffer {
    pub(crate) fn new() -> LineBuffer {
        LineBuffer {
            buffer: Vec::new(),
            start: 0,
            searched: 0,
            end: 0,
            line: 1,
            column: 1,
            ended: false,
            preceding: PrecedingByte::None,
            skipping: false,
        }
    }

    /// Returns the number of bytes that have not been consumed.
    pub(crate) fn len(&self) -> usize {
        self.end - self.start
    }

    /// Appends bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.start);
        self.buffer.truncate(self.end - self.start);
        self.buffer.extend_from_slice(bytes);
        self.discard_consumed(bytes.len());
    }

    /// Appends bytes that `write` puts directly into the buffer. `write` gets a slice of `room` bytes and
    /// returns the number of bytes that it filled.
    pub(crate) fn push_with<E>(
        &mut self,
        room: usize,
        write: impl FnOnce(&mut [u8]) -> Result<usize, E>,
    ) -> Result<usize, E> {
        self.buffer.copy_within(self.start..self.end, 0);
        let kept = self.end - self.start;
        if self.buffer.len() < kept + room {
            self.buffer.resize(kept + room, 0);
        }
        let written = write(&mut self.buffer[kept..kept + room]);
        let count = written.as_ref().map_or(0, |&count| count.min(room));
        self.discard_consumed(count);
        written.map(|_| count)
    }

    /// Updates the offsets after the consumed bytes were removed and `count` bytes were appended.
    fn discard_consumed(&mut self, count: usize) {
        let kept = self.end - self.start;
        self.searched -= self.start;
        self.start = 0;
        self.end = kept + count;
        if self.skipping {
            // An overlong line is being skipped, so do not keep any part of it.
            let new = &self.buffer[kept..self.end];
            let passed = new.iter().position(|&byte| is_end(byte)).unwrap_or(count);
            self.buffer.copy_within(kept + passed..self.end, kept);
            self.end -= passed;
        }
    }

    /// Marks the end of the input.
    pub(crate) fn finish(&mut self) {
        self.ended = true;
    }

    fn rest(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Skips a byte-order mark, or the `\n` of a `\r\n` line break. Returns `true` if another byte is
    /// available.
    fn skip_line_break(&mut self) -> bool {
        match self.preceding {
            PrecedingByte::Other => {}
            PrecedingByte::None => {
                const MARK: &[u8] = b"\xef\xbb\xbf";
                let rest = self.rest();
                if rest.len() < MARK.len() && MARK.starts_with(rest) && !self.ended {
                    return false;
                }
                if rest.starts_with(MARK) {
                    self.start += MARK.len();
                }
                self.preceding = PrecedingByte::Other;
            }
            PrecedingByte::CarriageReturn => {
                if self.start < self.end {
                    self.preceding = PrecedingByte::Other;
                    self.start += usize::from(self.buffer[self.start] == b'\n');
                }
            }
        }
        self.searched = self.searched.max(self.start);
        self.start < self.end
    }

    /// Takes a line of exactly 81 digits and dots, and returns it with its line number. Most input consists
    /// of such lines, so they are parsed in place, without searching for the end of the line.
    #[inline]
    pub(crate) fn take_plain(&mut self) -> Option<(u64, Grid, PlainBlanks)> {
        if self.skipping || self.column != 1 || !self.skip_line_break() {
            return None;
        }
        let rest = self.rest();
        let line: &[u8; Cell::COUNT] = rest.first_chunk()?;
        let end = *rest.get(Cell::COUNT)?;
        if !is_end(end) {
            return None;
        }
        let (grid, blanks) = plain_lines::read_line(line)?;
        let number = self.line;
        self.end_line(Cell::COUNT);
        Some((number, grid, blanks))
    }

    /// Takes up to `limit` consecutive plain lines with the same blank character, and appends their grids.
    /// Returns the blank character, or `None` if the next line is not plain.
    pub(crate) fn take_plain_lines(&mut self, limit: usize, grids: &mut Vec<Grid>) -> Option<PlainBlanks> {
        if limit == 0 {
            return None;
        }
        let (_, grid, first) = self.take_plain()?;
        grids.push(grid);
        let end: &[u8] = if self.preceding == PrecedingByte::CarriageReturn { b"\r\n" } else { b"\n" };
        if !self.skip_line_break() {
            return Some(first);
        }
        let length = Cell::COUNT + end.len();
        let count = (self.rest().len() / length).min(limit - 1);
        let taken = plain_lines::read_lines(&self.rest()[..count * length], end, first, grids);
        self.start += taken * length;
        self.searched = self.start;
        self.line += taken as u64;
        Some(first)
    }

    /// Moves out the bytes of an incomplete line at the end of the buffer, provided that nothing precedes
    /// them and they could be the start of a plain line. Returns `false` if there are other bytes.
    pub(crate) fn take_partial_line(&mut self, bytes: &mut Vec<u8>) -> bool {
        if self.skipping || self.column != 1 {
            return false;
        }
        self.skip_line_break();
        if self.rest().len() > Cell::COUNT || self.rest().iter().any(|&byte| is_end(byte)) {
            return false;
        }
        bytes.extend_from_slice(self.rest());
        self.start = self.end;
        self.searched = self.end;
        true
    }

    /// Counts lines that were read elsewhere. The buffer must be empty.
    pub(crate) fn pass_lines(&mut self, lines: u64) {
        self.preceding = PrecedingByte::Other;
        self.line += lines;
    }

    /// Moves past a line of this length, including the first byte of its line break.
    fn end_line(&mut self, length: usize) {
        let returned = self.rest().get(length) == Some(&b'\r');
        self.preceding = if returned { PrecedingByte::CarriageReturn } else { PrecedingByte::Other };
        self.start = (self.start + length + 1).min(self.end);
        self.searched = self.start;
        self.line += 1;
        self.column = 1;
    }

    /// Reports whether an XML document starts here, that is, whether one of [`OPENINGS`] follows, after
    /// optional white space. Returns `None` if more bytes are needed to decide.
    pub(crate) fn at_document(&mut self) -> Option<bool> {
        self.skip_pending();
        if self.skipping || !self.skip_line_break() {
            return Some(false);
        }
        let rest = self.unindented();
        let is_start = |opening: &[u8]| match rest.get(opening.len()) {
            Some(next) => {
                rest.starts_with(opening) && (opening.ends_with(b"-") || b" \t\r\n/>".contains(next))
            }
            None => rest == opening,
        };
        let may_grow = |opening: &[u8]| rest.len() <= opening.len() && opening.starts_with(rest);
        if !self.ended && OPENINGS.into_iter().any(may_grow) {
            return None;
        }
        Some(OPENINGS.into_iter().any(is_start))
    }

    /// Reports whether a line that begins with 81 cells starts here. Such a line is a puzzle even inside an
    /// unclosed document. Returns `None` if more bytes are needed to decide.
    pub(crate) fn at_cells(&mut self) -> Option<bool> {
        if self.column != 1 || !self.skip_line_break() {
            return Some(false);
        }
        let mut cells = 0;
        for &byte in self.unindented().iter().take(2 * Cell::COUNT + 1) {
            match byte {
                b'+' => {}
                _ if cells::is_cell(char::from(byte)) && byte.is_ascii() => cells += 1,
                _ => return Some(cells == Cell::COUNT),
            }
            if cells > Cell::COUNT {
                return Some(false);
            }
        }
        match (self.ended, self.unindented().len()) {
            (true, _) => Some(cells == Cell::COUNT),
            (false, length) => (length > 2 * Cell::COUNT).then_some(false),
        }
    }

    /// Returns the unread bytes, without up to 64 bytes of leading indentation.
    fn unindented(&self) -> &[u8] {
        const INDENT: usize = 64;
        let rest = self.rest();
        let indent = rest.iter().take(INDENT).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        &rest[indent..]
    }

    /// Returns the next byte without consuming it.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        if self.skip_line_break() { self.rest().first().copied() } else { None }
    }

    /// Skips the rest of the line.
    pub(crate) fn skip_line(&mut self) {
        self.skipping = true;
        self.skip_pending();
    }

    /// If a line is being skipped, skips its available bytes.
    fn skip_pending(&mut self) {
        if !self.skipping {
            return;
        }
        if let Some(length) = self.rest().iter().position(|&byte| is_end(byte)) {
            self.skipping = false;
            self.end_line(length);
        } else {
            self.start = self.end;
            self.searched = self.start;
        }
    }

    /// Takes one byte, and returns it with its line and column.
    pub(crate) fn take_byte(&mut self) -> Option<(u8, (u64, u64))> {
        if !self.skip_line_break() {
            return None;
        }
        let byte = self.buffer[self.start];
        let position = (self.line, self.column);
        if is_end(byte) {
            self.end_line(0);
        } else {
            self.start += 1;
            self.searched = self.start;
            // UTF-8 continuation bytes do not advance the column.
            self.column += u64::from(byte & 0xc0 != 0x80);
        }
        Some((byte, position))
    }

    /// Reports whether all input has been consumed.
    pub(crate) fn is_done(&mut self) -> bool {
        !self.skip_line_break() && self.ended
    }

    /// Returns the current line and column.
    pub(crate) fn position(&self) -> (u64, u64) {
        (self.line, self.column)
    }

    /// Takes the next line.
    pub(crate) fn take_line(&mut self) -> NextLine<'_> {
        if !self.skip_line_break() {
            self.skipping &= !self.ended;
            return if self.ended { NextLine::End } else { NextLine::NeedMore };
        }
        if self.skipping {
            self.skip_pending();
            return self.take_line();
        }
        let found = self.buffer[self.searched..self.end].iter().position(|&byte| is_end(byte));
        let end = found.map(|position| self.searched + position);
        let (line, column) = (self.line, self.column);
        let length = end.unwrap_or(self.end) - self.start;
        if length > LIMIT {
            self.skip_line();
            return NextLine::Bad(ParseError { line, column, kind: ParseErrorKind::TooLong });
        }
        if end.is_none() && !self.ended {
            self.searched = self.end;
            return NextLine::NeedMore;
        }
        let start = self.start;
        self.end_line(length);
        match text(&self.buffer[start..start + length], line, column) {
            Ok(text) => NextLine::Line(Span::at(line, column, text)),
            Err(error) => NextLine::Bad(error),
        }
    }
}

/// Reports whether the byte ends a line.
fn is_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// Returns the bytes as text, or an error if they contain invalid UTF-8 or a NUL byte.
pub(crate) fn text(bytes: &[u8], line: u64, column: u64) -> Result<&str, ParseError> {
    let (valid, broken) = match std::str::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let (valid, rest) = bytes.split_at(error.valid_up_to());
            (std::str::from_utf8(valid).unwrap_or_default(), rest.first().copied())
        }
    };
    if let Some(offset) = valid.find('\0') {
        return Err(Span::at(line, column, valid).unexpected(offset, "text"));
    }
    match broken {
        None => Ok(valid),
        Some(byte) => Err(Span::at(line, column, valid).error(valid.len(), ParseErrorKind::NotUtf8 { byte })),
    }
}
