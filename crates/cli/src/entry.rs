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
//! are stored.

use std::borrow::Cow;
use veridoku_api::Error;
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
    grids: Vec<Grid>,
    /// The formats of the plain lines, each with the position of the first line to which it applies.
    formats: Vec<(usize, &'static Format)>,
    /// The entries that are not plain lines, with their positions.
    others: Vec<(usize, InputEntry)>,
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
        self.grids.len()
    }

    /// Reports whether the batch is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.grids.is_empty()
    }

    /// Returns the grids, if all entries are plain lines.
    pub(crate) fn plain_grids(&self) -> Option<&[Grid]> {
        self.others.is_empty().then_some(&self.grids)
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
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

    /// Appends plain lines from a reader, up to `max` entries in total. Returns whether there were any.
    pub(crate) fn take_plain(&mut self, reader: &mut Reader, max: usize) -> bool {
        let position = self.grids.len();
        let Some(format) = reader.take_plain(max - position, &mut self.grids) else { return false };
        if self.formats.last().is_none_or(|&(_, last)| last != format) {
            self.formats.push((position, format));
        }
        true
    }

    /// Removes the entries from `start` on for which `retain` returns `false`. `retain` is called once per
    /// entry, in order.
    pub(crate) fn retain_from(&mut self, start: usize, mut retain: impl FnMut() -> bool) {
        // The new position of each entry, and whether it is kept.
        let mut places = Vec::with_capacity(self.grids.len() - start);
        let mut place = start;
        for position in start..self.grids.len() {
            let is_retained = retain();
            places.push((place, is_retained));
            if is_retained {
                self.grids.swap(place, position);
                place += 1;
            }
        }
        self.grids.truncate(place);
        let new =
            |position: usize| if position < start { (position, true) } else { places[position - start] };
        for (position, _) in &mut self.formats {
            *position = new(*position).0;
        }
        // If two formats now start at the same position, the first has no entries left.
        self.formats.reverse();
        self.formats.dedup_by_key(|(position, _)| *position);
        self.formats.reverse();
        self.others.retain_mut(|(position, _)| {
            let (place, is_retained) = new(*position);
            *position = place;
            is_retained
        });
    }

    /// Returns the entries in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = EntryRef<'_>> {
        let mut others = self.others.iter().peekable();
        let mut formats = self.formats.iter().peekable();
        let mut format = None;
        self.grids.iter().enumerate().filter_map(move |(position, grid)| {
            if let Some((_, next)) = formats.next_if(|(start, _)| *start == position) {
                format = Some(*next);
            }
            match others.next_if(|(place, _)| *place == position) {
                Some((_, entry)) => Some(EntryRef::Other(entry)),
                // A plain line always has a format, so no entry is skipped.
                None => format.map(|format| EntryRef::Plain(grid, format)),
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

    fn sample() -> Batch {
        let mut batch = Batch::default();
        let mut reader = Reader::new();
        for digit in 1..=3 {
            reader.push(format!("{digit}{}\n", ".".repeat(80)).as_bytes());
        }
        batch.take_plain(&mut reader, 3);
        batch.push(InputEntry::failed(Error::new(ErrorKind::Unreadable, "bad")));
        let mut reader = Reader::new();
        for digit in 4..=6 {
            reader.push(format!("{digit}{}\n", "0".repeat(80)).as_bytes());
        }
        batch.take_plain(&mut reader, 7);
        batch.push(InputEntry::failed(Error::new(ErrorKind::Unreadable, "worse")));
        batch
    }

    #[test]
    fn retained_entries_are_unchanged() {
        let all = describe_all(&sample());
        assert_eq!(all.len(), 8);
        for mask in 0_u32..256 {
            for start in 0..8 {
                let mut batch = sample();
                let mut position = start;
                batch.retain_from(start, || {
                    position += 1;
                    mask >> (position - 1) & 1 == 1
                });
                let rest = (0..8).filter(|&at| at < start || mask >> at & 1 == 1).map(|at| all[at].clone());
                assert_eq!(describe_all(&batch), rest.collect::<Vec<_>>(), "{mask:b} from {start}");
            }
        }
    }
}
