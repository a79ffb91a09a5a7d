//! The singles of a position in the order in which they appeared.
//!
//! After placing a digit, a player looks at the cells that it affects and works through the resulting singles
//! one by one. HoDoKu does the same, and its scores depend on the order: a cell that is a hidden single now
//! may become a naked single, which is cheaper, if another single is placed first. The order depends on the
//! history of the position, not only on its candidates, so the position records it:
//!
//! ```text
//! naked    r9c4=6 │ r4c2=8, r4c7=9, …       done │ still open, oldest first
//! hidden   r2c8=3, r4c5=3 │ r5c1=5, …
//! ```

use veridoku_core::{Candidate, CellSet};

/// Two lists of singles that may still be open, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SinglesQueue {
    naked: SinglesList,
    hidden: SinglesList,
}

/// A list of singles, the first `done` of which are no longer open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SinglesList {
    singles: Vec<Candidate>,
    done: usize,
}

impl SinglesList {
    fn open(&self) -> &[Candidate] {
        &self.singles[self.done..]
    }

    /// Skips the oldest singles, up to the first one whose cell is still empty.
    fn skip_filled(&mut self, empty: CellSet) {
        let filled = |single: &&Candidate| !empty.contains(single.cell());
        self.done += self.open().iter().take_while(filled).count();
    }
}

impl SinglesQueue {
    /// Returns the naked singles; some of their cells may already be filled.
    pub(crate) fn naked(&self) -> &[Candidate] {
        self.naked.open()
    }

    /// Returns the hidden singles; some of them may already be placed.
    pub(crate) fn hidden(&self) -> &[Candidate] {
        self.hidden.open()
    }

    /// Adds the last candidate of a cell.
    pub(crate) fn add_naked(&mut self, single: Candidate) {
        self.naked.singles.push(single);
    }

    /// Adds the last candidate of a digit in a house.
    pub(crate) fn add_hidden(&mut self, single: Candidate) {
        self.hidden.singles.push(single);
    }

    /// Skips the oldest singles whose cells are already filled, so that later searches do not visit them.
    pub(crate) fn tidy(&mut self, empty: CellSet) {
        self.naked.skip_filled(empty);
        self.hidden.skip_filled(empty);
    }
}
