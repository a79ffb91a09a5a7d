//! Batches of puzzles, in input order.
//!
//! ```text
//! position   0     1     2     3     4     5
//! grids      grid  grid  grid  -     grid  grid     one per entry, as the bulk engine takes them
//! formats    0: line           4: zeros             the format of the plain lines that follow
//! others                 2: record with a comment   entries that are not plain lines
//!                              3: error
//! ```
//!
//! Most input consists of plain lines, which have 81 characters and nothing else. For these, only the grids
//! are stored. If all entries are plain lines, the batch holds their text at first, and the thread that
//! answers them reads the grids ([`Batch::parse`]).

use crate::args::Shard;
use std::borrow::Cow;
use veridoku_api::Error;
use veridoku_core::plain_lines::{self, PlainBlanks};
use veridoku_core::{Cell, Digit, Grid};
use veridoku_formats::{Format, Reader, Record};

/// A puzzle, or the error that takes its place.
#[derive(Debug)]
pub(crate) struct InputEntry {
    /// The puzzle, or the reason why it could not be read.
    pub(crate) record: Result<Record, Error>,
    /// The text format of the puzzle.
    pub(crate) format: Option<&'static Format>,
}

impl InputEntry {
    /// Creates an entry for input that could not be read.
    pub(crate) fn failed(error: Error) -> InputEntry {
        InputEntry { record: Err(error), format: None }
    }

    /// Returns the values of the puzzle, unless candidates restrict it further.
    fn values(&self) -> Option<Grid> {
        let puzzle = &self.record.as_ref().ok()?.puzzle;
        puzzle.written_candidates().is_none().then_some(*puzzle.values())
    }
}

/// Entries in input order.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// The text of plain lines. Its length is not meaningful: the bytes are kept for the next block.
    block_text: Vec<u8>,
    /// The plain lines in the text that are not parsed yet. They follow the other entries.
    block: Option<PlainBlock>,
    grids: Vec<Grid>,
    /// The formats of the plain lines, each with the position of the first line to which it applies.
    formats: Vec<(usize, &'static Format)>,
    /// The entries that are not plain lines, with their positions.
    others: Vec<(usize, InputEntry)>,
}

/// Plain lines that are not parsed yet.
#[derive(Copy, Clone, Debug)]
pub(crate) struct PlainBlock {
    pub(crate) lines: usize,
    pub(crate) line_end: &'static [u8],
    pub(crate) blanks: PlainBlanks,
    pub(crate) format: &'static Format,
}

/// A reference to an entry of a batch.
#[derive(Copy, Clone, Debug)]
pub(crate) enum EntryRef<'b> {
    /// A plain line in this format.
    Plain(&'b Grid, &'static Format),
    /// Any other entry.
    Other(&'b InputEntry),
}

impl<'b> EntryRef<'b> {
    /// Returns the record, or the reason why it could not be read.
    pub(crate) fn record(self) -> Result<Cow<'b, Record>, &'b Error> {
        match self {
            EntryRef::Plain(&grid, _) => Ok(Cow::Owned(Record::from(grid))),
            EntryRef::Other(entry) => entry.record.as_ref().map(Cow::Borrowed),
        }
    }

    /// Returns the text format of the puzzle.
    pub(crate) fn format(self) -> Option<&'static Format> {
        match self {
            EntryRef::Plain(_, format) => Some(format),
            EntryRef::Other(entry) => entry.format,
        }
    }

    /// Reports whether the grid in the batch represents the puzzle completely.
    pub(crate) fn is_grid(self) -> bool {
        match self {
            EntryRef::Plain(..) => true,
            EntryRef::Other(entry) => entry.values().is_some(),
        }
    }
}

impl Batch {
    /// Returns the number of entries.
    pub(crate) fn len(&self) -> usize {
        self.grids.len() + self.block.map_or(0, |block| block.lines)
    }

    /// Reports whether the batch is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reports whether the batch holds only unparsed lines.
    pub(crate) fn is_block(&self) -> bool {
        self.block.is_some() && self.grids.is_empty()
    }

    /// Returns memory for the text of plain lines.
    pub(crate) fn block_text(&mut self, bytes: usize) -> &mut [u8] {
        if self.block_text.len() < bytes {
            self.block_text.resize(bytes, 0);
        }
        &mut self.block_text[..bytes]
    }

    /// Returns the memory itself, to exchange it for text that is already in memory.
    pub(crate) fn block_buffer(&mut self) -> &mut Vec<u8> {
        &mut self.block_text
    }

    /// Appends the plain lines that are at the start of the block text.
    pub(crate) fn set_block(&mut self, block: PlainBlock) {
        self.block = Some(block);
    }

    /// Parses the plain lines of the block text, if there are any.
    pub(crate) fn parse(&mut self) {
        if let Some(PlainBlock { lines, line_end, blanks, format }) = self.block.take() {
            let text = &self.block_text[..lines * (Cell::COUNT + line_end.len())];
            self.formats.push((self.grids.len(), format));
            let read = plain_lines::read_lines(text, line_end, blanks, &mut self.grids);
            assert_eq!(read, lines, "the lines were checked");
        }
    }

    /// Returns the grids, if all entries are plain lines.
    pub(crate) fn plain_grids(&self) -> Option<&[Grid]> {
        self.others.is_empty().then_some(&self.grids)
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.block = None;
        self.grids.clear();
        self.formats.clear();
        self.others.clear();
    }

    /// Takes the grids out of the batch, to pass them to an engine. An entry that a grid cannot represent
    /// completely ([`EntryRef::is_grid`]) has a placeholder that the engine rejects immediately. The batch
    /// must not be used until its grids are put back with [`Batch::restore_grids`].
    pub(crate) fn take_grids(&mut self) -> Vec<Grid> {
        std::mem::take(&mut self.grids)
    }

    /// Puts back the grids that were taken out.
    pub(crate) fn restore_grids(&mut self, grids: Vec<Grid>) {
        self.grids = grids;
    }

    /// Appends an entry.
    pub(crate) fn push(&mut self, entry: InputEntry) {
        self.others.push((self.grids.len(), entry));
        let grid = self.others.last().and_then(|(_, entry)| entry.values());
        self.grids.push(grid.unwrap_or_else(contradictory_grid));
    }

    /// Appends plain lines from a reader, up to `max` entries in total. Returns the position of the first, if
    /// there are any.
    pub(crate) fn take_plain(&mut self, reader: &mut Reader, max: usize) -> Option<usize> {
        let position = self.grids.len();
        let format = reader.take_plain(max - position, &mut self.grids)?;
        if self.formats.last().is_none_or(|&(_, last)| last != format) {
            self.formats.push((position, format));
        }
        Some(position)
    }

    /// Removes the plain lines from `start` on, up to the end, for which `is_selected` returns `false`.
    pub(crate) fn retain_plain(&mut self, start: usize, mut is_selected: impl FnMut() -> bool) {
        let mut lines = self.grids.split_off(start);
        lines.retain(|_| is_selected());
        self.grids.append(&mut lines);
    }

    /// Returns the entries in order. The batch must be parsed.
    pub(crate) fn iter(&self) -> impl Iterator<Item = EntryRef<'_>> {
        let mut others = self.others.iter().peekable();
        let mut formats = self.formats.iter().peekable();
        let mut format = None;
        self.grids.iter().enumerate().map(move |(position, grid)| {
            while let Some((_, next)) = formats.next_if(|(start, _)| *start <= position) {
                format = Some(*next);
            }
            match others.next_if(|(place, _)| *place == position) {
                Some((_, entry)) => EntryRef::Other(entry),
                None => EntryRef::Plain(grid, format.expect("every plain line has a format")),
            }
        })
    }
}

/// Returns a grid with an obvious contradiction.
fn contradictory_grid() -> Grid {
    let mut grid = Grid::EMPTY;
    grid.set(Cell::new(0, 0), Some(Digit::One));
    grid.set(Cell::new(0, 1), Some(Digit::One));
    grid
}

/// Selects the entries to answer.
#[derive(Debug)]
pub(crate) struct EntrySelection {
    shard: Shard,
    /// The number of entries read so far.
    seen: u64,
    /// The number of selected entries still to skip.
    skipped: u64,
}

impl EntrySelection {
    /// Selects the entries of a shard.
    pub(crate) fn of(shard: Shard) -> EntrySelection {
        EntrySelection { shard, seen: 0, skipped: 0 }
    }

    /// Skips the first `count` selected entries.
    pub(crate) fn skip(&mut self, count: u64) {
        self.skipped = count;
    }

    /// Reports whether all following entries are selected.
    pub(crate) fn is_all(&self) -> bool {
        self.shard == Shard::ALL && self.skipped == 0
    }

    /// Reports whether the next entry is selected.
    pub(crate) fn selects_next(&mut self) -> bool {
        let is_ours = self.seen % self.shard.count == self.shard.number - 1;
        self.seen += 1;
        let is_answered = is_ours && self.skipped > 0;
        self.skipped -= u64::from(is_answered);
        is_ours && !is_answered
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_api::ErrorKind;

    /// Describes each entry: the digit in its first cell and its format, or its error.
    fn describe_all(batch: &Batch) -> Vec<String> {
        let describe = |item: EntryRef<'_>| match item {
            EntryRef::Plain(grid, format) => format!("{} {}", grid.to_string().split_at(1).0, format.name()),
            EntryRef::Other(entry) => entry.record.as_ref().unwrap_err().error.clone(),
        };
        batch.iter().map(describe).collect()
    }

    #[test]
    fn only_selected_lines_are_taken() {
        for mask in 0_u32..64 {
            let mut batch = Batch::default();
            let mut number = 0;
            let mut is_selected = || {
                number += 1;
                mask >> (number - 1) & 1 == 1
            };
            for (digits, blank) in [(1..=3, "."), (4..=6, "0")] {
                let mut reader = Reader::new();
                for digit in digits {
                    reader.push(format!("{digit}{}\n", blank.repeat(80)).as_bytes());
                }
                let start = batch.take_plain(&mut reader, 100).unwrap();
                batch.retain_plain(start, &mut is_selected);
                batch.push(InputEntry::failed(Error::new(ErrorKind::Unreadable, "bad")));
            }
            let all = ["1 line", "2 line", "3 line", "bad", "4 zeros", "5 zeros", "6 zeros", "bad"];
            let bits = [0, 1, 2, 31, 3, 4, 5, 31];
            let expected = all.iter().zip(bits).filter(|(_, bit)| (mask | 1 << 31) >> bit & 1 == 1);
            assert_eq!(describe_all(&batch), expected.map(|(text, _)| *text).collect::<Vec<_>>(), "{mask:b}");
        }
    }
}
