//! The bytes of a stream, cut into lines.
//!
//! Bytes arrive in chunks of any size and leave as lines without their ends (`\n`, `\r\n` or
//! `\r`), or one by one inside an XML document. Only the unfinished tail is kept; of a line beyond
//! the limit nothing is kept.
//!
//! ```text
//! buffer   ....consumed....|current line, searched up to here|new bytes|room for more
//!                          start                             searched  end
//! ```

use super::cells::{self, PlainBlanks, RUN};
use super::error::{ParseError, ParseErrorKind};
use super::reader::LIMIT;
use super::source::Source;
use crate::cell::Cell;
use crate::grid::Grid;

/// How a document starts. Any other `<` is part of a line, or else a mail address, a candidate
/// grid with marks or a page of HTML would swallow what follows.
const OPENINGS: [&[u8]; 5] = [b"<?xml", b"<!--", b"<!DOCTYPE", b"<opensudoku", b"<sudoku"];

/// The input as it arrives.
#[derive(Clone, Debug)]
pub(super) struct Input {
    /// What is behind the end means nothing: room that is kept, so that it is not cleared for every chunk.
    buffer: Vec<u8>,
    start: usize,
    searched: usize,
    end: usize,
    /// The line and column at `start`.
    line: u64,
    column: u64,
    ended: bool,
    behind: Behind,
    /// Whether the rest of an overlong line is being passed over.
    skipping: bool,
}

/// What lies behind us and has to do with the next byte.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Behind {
    /// Nothing at all: a byte-order mark may come.
    Nothing,
    /// A `\r`: a `\n` would belong to the same line end.
    Return,
    /// Anything else.
    Text,
}

/// What could be taken from the input.
#[derive(Debug)]
pub(super) enum Taken<'a> {
    /// A line.
    Line(Source<'a>),
    /// A line that is no text, or too long.
    Bad(ParseError),
    /// Nothing before more bytes come.
    Wait,
    /// Nothing, ever.
    End,
}

impl Input {
    pub(super) fn new() -> Input {
        Input {
            buffer: Vec::new(),
            start: 0,
            searched: 0,
            end: 0,
            line: 1,
            column: 1,
            ended: false,
            behind: Behind::Nothing,
            skipping: false,
        }
    }

    /// Adds bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.start);
        self.buffer.truncate(self.end - self.start);
        self.buffer.extend_from_slice(bytes);
        self.moved_up(bytes.len());
    }

    /// Adds the bytes that are written into room for so many, as many as it is said there are.
    pub(super) fn push_with<E>(
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
        self.moved_up(count);
        written.map(|_| count)
    }

    /// Notes that what was consumed is gone, and that there are so many new bytes.
    fn moved_up(&mut self, count: usize) {
        let kept = self.end - self.start;
        self.searched -= self.start;
        self.start = 0;
        self.end = kept + count;
        if self.skipping {
            // Nothing of an overlong line is kept.
            let new = &self.buffer[kept..self.end];
            let passed = new.iter().position(|&byte| is_end(byte)).unwrap_or(count);
            self.buffer.copy_within(kept + passed..self.end, kept);
            self.end -= passed;
        }
    }

    /// There are no more bytes.
    pub(super) fn finish(&mut self) {
        self.ended = true;
    }

    fn rest(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Passes over a byte-order mark and the second half of a line end. Says whether the next byte
    /// is part of a line.
    fn settle(&mut self) -> bool {
        match self.behind {
            Behind::Text => {}
            Behind::Nothing => {
                const MARK: &[u8] = b"\xef\xbb\xbf";
                let rest = self.rest();
                if rest.len() < MARK.len() && MARK.starts_with(rest) && !self.ended {
                    return false;
                }
                if rest.starts_with(MARK) {
                    self.start += MARK.len();
                }
                self.behind = Behind::Text;
            }
            Behind::Return => {
                if self.start < self.end {
                    self.behind = Behind::Text;
                    self.start += usize::from(self.buffer[self.start] == b'\n');
                }
            }
        }
        self.searched = self.searched.max(self.start);
        self.start < self.end
    }

    /// Takes a line of exactly 81 digits and dots, with its number: the bulk of all input, read
    /// in place and without a search for the end of the line.
    #[inline]
    pub(super) fn take_plain(&mut self) -> Option<(u64, Grid, PlainBlanks)> {
        if self.skipping || self.column != 1 || !self.settle() {
            return None;
        }
        let rest = self.rest();
        let line: &[u8; Cell::COUNT] = rest.first_chunk()?;
        let end = *rest.get(Cell::COUNT)?;
        if !is_end(end) {
            return None;
        }
        let mut grid = Grid::EMPTY;
        let blanks = cells::read_plain(line, grid.numbers_mut())?;
        let number = self.line;
        self.end_line(Cell::COUNT);
        Some((number, grid, blanks))
    }

    /// Takes such lines as long as their blanks are the same, and appends their grids, at most so
    /// many. Gives the blanks; nothing if there is no such line.
    pub(super) fn take_plain_lines(&mut self, most: usize, grids: &mut Vec<Grid>) -> Option<PlainBlanks> {
        if most == 0 {
            return None;
        }
        let (_, grid, first) = self.take_plain()?;
        grids.push(grid);
        let end: &[u8] = if self.behind == Behind::Return { b"\r\n" } else { b"\n" };
        if !self.settle() {
            return Some(first);
        }
        let length = Cell::COUNT + end.len();
        let before = grids.len();
        let count = (self.rest().len() / length).min(most - 1);
        let lines = &self.rest()[..count * length];
        grids.reserve(count);
        if first == PlainBlanks::Dots {
            let mut run = [Grid::EMPTY; RUN];
            for lines in lines.chunks_exact(RUN * length) {
                if !cells::read_dotted(lines, end, &mut run) {
                    break;
                }
                grids.extend_from_slice(&run);
            }
        }
        let read = (grids.len() - before) * length;
        for line in lines[read..].chunks_exact(length) {
            let Some((cells, rest)) = line.split_first_chunk() else { break };
            // One or two bytes: not worth a call.
            let is_end = rest.first() == end.first() && rest.last() == end.last();
            // Read here and copied, which costs less than to clear the place where it goes.
            let mut grid = Grid::EMPTY;
            if !is_end || cells::read_plain(cells, grid.numbers_mut()) != Some(first) {
                break;
            }
            grids.push(grid);
        }
        let taken = grids.len() - before;
        self.start += taken * length;
        self.searched = self.start;
        self.line += taken as u64;
        Some(first)
    }

    /// Goes behind a line of this length and the first byte of its end.
    fn end_line(&mut self, length: usize) {
        let returned = self.rest().get(length) == Some(&b'\r');
        self.behind = if returned { Behind::Return } else { Behind::Text };
        self.start = (self.start + length + 1).min(self.end);
        self.searched = self.start;
        self.line += 1;
        self.column = 1;
    }

    /// Whether a document starts here: white space and one of [`OPENINGS`]. Nothing is said before
    /// enough bytes have come.
    pub(super) fn at_document(&mut self) -> Option<bool> {
        self.pass_skipped();
        if self.skipping || !self.settle() {
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

    /// Whether a line begins here that starts with 81 cells: a puzzle of its own, whatever is open.
    /// Nothing is said before enough bytes have come.
    pub(super) fn at_cells(&mut self) -> Option<bool> {
        if self.column != 1 || !self.settle() {
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

    /// What is left, without some white space at the start of the line.
    fn unindented(&self) -> &[u8] {
        const INDENT: usize = 64;
        let rest = self.rest();
        let indent = rest.iter().take(INDENT).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        &rest[indent..]
    }

    /// The next byte.
    pub(super) fn peek(&mut self) -> Option<u8> {
        if self.settle() { self.rest().first().copied() } else { None }
    }

    /// Passes over the rest of the line.
    pub(super) fn skip_line(&mut self) {
        self.skipping = true;
        self.pass_skipped();
    }

    /// Passes over what there is of a line that is being skipped.
    fn pass_skipped(&mut self) {
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

    /// Takes a byte, with its line and column.
    pub(super) fn take_byte(&mut self) -> Option<(u8, (u64, u64))> {
        if !self.settle() {
            return None;
        }
        let byte = self.buffer[self.start];
        let place = (self.line, self.column);
        if is_end(byte) {
            self.end_line(0);
        } else {
            self.start += 1;
            self.searched = self.start;
            // Bytes inside a character do not count.
            self.column += u64::from(byte & 0xc0 != 0x80);
        }
        Some((byte, place))
    }

    /// Whether everything has been taken.
    pub(super) fn is_done(&mut self) -> bool {
        !self.settle() && self.ended
    }

    /// The present line and column.
    pub(super) fn place(&self) -> (u64, u64) {
        (self.line, self.column)
    }

    /// Takes the next line.
    pub(super) fn take_line(&mut self) -> Taken<'_> {
        if !self.settle() {
            self.skipping &= !self.ended;
            return if self.ended { Taken::End } else { Taken::Wait };
        }
        if self.skipping {
            self.pass_skipped();
            return self.take_line();
        }
        let found = self.buffer[self.searched..self.end].iter().position(|&byte| is_end(byte));
        let end = found.map(|position| self.searched + position);
        let (line, column) = (self.line, self.column);
        let length = end.unwrap_or(self.end) - self.start;
        if length > LIMIT {
            self.skip_line();
            return Taken::Bad(ParseError { line, column, kind: ParseErrorKind::TooLong });
        }
        if end.is_none() && !self.ended {
            self.searched = self.end;
            return Taken::Wait;
        }
        let start = self.start;
        self.end_line(length);
        match text(&self.buffer[start..start + length], line, column) {
            Ok(text) => Taken::Line(Source::at(line, column, text)),
            Err(error) => Taken::Bad(error),
        }
    }
}

/// Whether the byte ends a line.
fn is_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// The bytes as text, without NUL.
pub(super) fn text(bytes: &[u8], line: u64, column: u64) -> Result<&str, ParseError> {
    let (valid, broken) = match std::str::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let (valid, rest) = bytes.split_at(error.valid_up_to());
            (std::str::from_utf8(valid).unwrap_or_default(), rest.first().copied())
        }
    };
    if let Some(offset) = valid.find('\0') {
        return Err(Source::at(line, column, valid).unexpected(offset, "text"));
    }
    match broken {
        None => Ok(valid),
        Some(byte) => {
            Err(Source::at(line, column, valid).error(valid.len(), ParseErrorKind::NotUtf8 { byte }))
        }
    }
}
