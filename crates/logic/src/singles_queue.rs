//! The singles of a position in the order in which they came up.
//!
//! A player who writes a digit looks at what it does to its surroundings, and works through the singles that
//! come of it one after the other. So does HoDoKu, and its score of a puzzle depends on it: a cell that is a
//! hidden single now is a naked single, and cheaper, when another single goes first. The order is part of the
//! history of a position and cannot be read from its candidates, so the position writes it down:
//!
//! ```text
//! naked    r9c4=6 │ r4c2=8, r4c7=9, …       done │ still open, oldest first
//! hidden   r2c8=3, r4c5=3 │ r5c1=5, …
//! ```

use veridoku_core::{Candidate, CellSet};

/// The singles that came up and may still be open, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SinglesQueue {
    naked: SinglesList,
    hidden: SinglesList,
}

/// A list whose beginning is done with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SinglesList {
    singles: Vec<Candidate>,
    done: usize,
}

impl SinglesList {
    fn open(&self) -> &[Candidate] {
        &self.singles[self.done..]
    }

    /// Skips the oldest singles as long as their cells are filled.
    fn skip_filled(&mut self, empty: CellSet) {
        let filled = |single: &&Candidate| !empty.contains(single.cell());
        self.done += self.open().iter().take_while(filled).count();
    }
}

impl SinglesQueue {
    /// The cells that came down to one candidate, some of which may be filled by now.
    pub(crate) fn naked(&self) -> &[Candidate] {
        self.naked.open()
    }

    /// The digits that came down to one place in a house, some of which may be placed by now.
    pub(crate) fn hidden(&self) -> &[Candidate] {
        self.hidden.open()
    }

    /// SinglesList that a cell has come down to this candidate.
    pub(crate) fn add_naked(&mut self, single: Candidate) {
        self.naked.singles.push(single);
    }

    /// SinglesList that a digit has come down to this place in a house.
    pub(crate) fn add_hidden(&mut self, single: Candidate) {
        self.hidden.singles.push(single);
    }

    /// Forgets what is done, so that nobody has to skip it again.
    pub(crate) fn tidy(&mut self, empty: CellSet) {
        self.naked.skip_filled(empty);
        self.hidden.skip_filled(empty);
    }
}
