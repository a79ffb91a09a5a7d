//! A batch: the puzzles that are answered in one go, in input order.
//!
//! ```text
//! position   0     1     2     3     4     5
//! grids      grid  grid  grid  -     grid  grid     one each, as the bulk engine takes them
//! forms      0: line           4: line0             the plain lines from there on
//! others                 2: record with a remark    all that is no plain line
//!                              3: error
//! ```
//!
//! Most input is plain lines, of 81 characters and nothing else: of those only the grids are kept.

use std::borrow::Cow;
use veridoku_api::Error;
use veridoku_core::text::{Format, Reader, Record};
use veridoku_core::{Cell, Digit, Grid};

/// A puzzle, or what stands in its place.
#[derive(Debug)]
pub(crate) struct InputEntry {
    /// The puzzle, or why it could not be read.
    pub(crate) record: Result<Record, Error>,
    /// The text form in which it was found.
    pub(crate) form: Option<&'static Format>,
}

impl InputEntry {
    /// What stands where nothing could be read.
    pub(crate) fn failed(error: Error) -> InputEntry {
        InputEntry { record: Err(error), form: None }
    }

    /// The values, if there is nothing else that restricts the solutions.
    fn values(&self) -> Option<Grid> {
        let puzzle = &self.record.as_ref().ok()?.puzzle;
        puzzle.written_candidates().is_none().then_some(*puzzle.values())
    }
}

/// Entries in input order.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    grids: Vec<Grid>,
    /// The form of the plain lines from a position on.
    forms: Vec<(usize, &'static Format)>,
    /// The entries at these positions are no plain lines.
    others: Vec<(usize, InputEntry)>,
}

/// One entry of a batch.
#[derive(Copy, Clone, Debug)]
pub(crate) enum EntryRef<'b> {
    /// A plain line, in this form.
    Plain(&'b Grid, &'static Format),
    /// Anything else.
    Other(&'b InputEntry),
}

impl<'b> EntryRef<'b> {
    /// The record, or why there is none.
    pub(crate) fn record(self) -> Result<Cow<'b, Record>, &'b Error> {
        match self {
            EntryRef::Plain(&grid, _) => Ok(Cow::Owned(Record::from(grid))),
            EntryRef::Other(entry) => entry.record.as_ref().map(Cow::Borrowed),
        }
    }

    /// The text form in which it was found.
    pub(crate) fn form(self) -> Option<&'static Format> {
        match self {
            EntryRef::Plain(_, form) => Some(form),
            EntryRef::Other(entry) => entry.form,
        }
    }

    /// Whether the values say all about the puzzle, so that the grid of the batch stands for it.
    pub(crate) fn is_grid(self) -> bool {
        match self {
            EntryRef::Plain(..) => true,
            EntryRef::Other(entry) => entry.values().is_some(),
        }
    }
}

impl Batch {
    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        self.grids.len()
    }

    /// Whether there is no entry.
    pub(crate) fn is_empty(&self) -> bool {
        self.grids.is_empty()
    }

    /// The grids, if all entries are plain lines.
    pub(crate) fn plain_grids(&self) -> Option<&[Grid]> {
        self.others.is_empty().then_some(&self.grids)
    }

    /// Takes all entries out.
    pub(crate) fn clear(&mut self) {
        self.grids.clear();
        self.forms.clear();
        self.others.clear();
    }

    /// Lends the values of the entries to an engine; where they do not say all about one
    /// ([`Item::is_grid`]), a grid that costs it nothing. Until they are given back, the batch is not to
    /// be looked at.
    pub(crate) fn lend_grids(&mut self) -> Vec<Grid> {
        std::mem::take(&mut self.grids)
    }

    /// Gives lent grids back.
    pub(crate) fn give_back(&mut self, grids: Vec<Grid>) {
        self.grids = grids;
    }

    /// Adds an entry behind the others.
    pub(crate) fn push(&mut self, entry: InputEntry) {
        self.others.push((self.grids.len(), entry));
        let grid = self.others.last().and_then(|(_, entry)| entry.values());
        self.grids.push(grid.unwrap_or_else(refuted_at_once));
    }

    /// Adds plain lines from a reader until there are so many entries; says whether there were any.
    pub(crate) fn take_plain(&mut self, reader: &mut Reader, most: usize) -> bool {
        let position = self.grids.len();
        let Some(form) = reader.take_plain(most - position, &mut self.grids) else { return false };
        if self.forms.last().is_none_or(|&(_, last)| last != form) {
            self.forms.push((position, form));
        }
        true
    }

    /// Keeps of the entries from a position on those for which it is said so, in order.
    pub(crate) fn retain_from(&mut self, start: usize, mut is_kept: impl FnMut() -> bool) {
        // Where each entry goes, or would go.
        let mut places = Vec::with_capacity(self.grids.len() - start);
        let mut place = start;
        for position in start..self.grids.len() {
            let kept = is_kept();
            places.push((place, kept));
            if kept {
                self.grids.swap(place, position);
                place += 1;
            }
        }
        self.grids.truncate(place);
        let new =
            |position: usize| if position < start { (position, true) } else { places[position - start] };
        for (position, _) in &mut self.forms {
            *position = new(*position).0;
        }
        // Of two forms that begin at one place the first has no entry left.
        self.forms.reverse();
        self.forms.dedup_by_key(|(position, _)| *position);
        self.forms.reverse();
        self.others.retain_mut(|(position, _)| {
            let (place, kept) = new(*position);
            *position = place;
            kept
        });
    }

    /// The entries in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = EntryRef<'_>> {
        let mut others = self.others.iter().peekable();
        let mut forms = self.forms.iter().peekable();
        let mut form = None;
        self.grids.iter().enumerate().filter_map(move |(position, grid)| {
            if let Some((_, next)) = forms.next_if(|(start, _)| *start == position) {
                form = Some(*next);
            }
            match others.next_if(|(place, _)| *place == position) {
                Some((_, entry)) => Some(EntryRef::Other(entry)),
                // Whatever is no other entry has its form: nothing is left out.
                None => form.map(|form| EntryRef::Plain(grid, form)),
            }
        })
    }
}

/// A grid with two equal digits side by side.
fn refuted_at_once() -> Grid {
    let mut grid = Grid::EMPTY;
    grid.set(Cell::new(0, 0), Some(Digit::One));
    grid.set(Cell::new(0, 1), Some(Digit::One));
    grid
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_api::ErrorKind;

    /// What each entry is: the digit in its first cell and its form, or its error.
    fn told(batch: &Batch) -> Vec<String> {
        let message = |item: EntryRef<'_>| match item {
            EntryRef::Plain(grid, form) => format!("{} {}", grid.to_string().split_at(1).0, form.name()),
            EntryRef::Other(entry) => entry.record.as_ref().unwrap_err().error.clone(),
        };
        batch.iter().map(message).collect()
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
    fn those_kept_stay_as_they_are() {
        let all = told(&sample());
        assert_eq!(all.len(), 8);
        for kept in 0_u32..256 {
            for start in 0..8 {
                let mut batch = sample();
                let mut position = start;
                batch.retain_from(start, || {
                    position += 1;
                    kept >> (position - 1) & 1 == 1
                });
                let rest = (0..8).filter(|&at| at < start || kept >> at & 1 == 1).map(|at| all[at].clone());
                assert_eq!(told(&batch), rest.collect::<Vec<_>>(), "{kept:b} from {start}");
            }
        }
    }
}
