//! Finds the consequences of an assumption by placing digits and looking ahead for singles, for a few rounds.
//!
//! Each round first collects all naked and hidden singles and then places them, so a fact never depends on
//! another fact of the same round.

use crate::{Cause, Position};
use veridoku_core::{Candidate, CellSet, Digit, DigitSet, House};

/// The statement that a candidate is true, or that it is false.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    pub(super) candidate: Candidate,
    pub(super) holds: bool,
}

impl Statement {
    /// Creates the statement that the candidate is true.
    pub(super) fn is(candidate: Candidate) -> Statement {
        Statement { candidate, holds: true }
    }

    /// Creates the statement that the candidate is false.
    pub(super) fn is_not(candidate: Candidate) -> Statement {
        Statement { candidate, holds: false }
    }
}

/// The maximum number of rounds in a lookahead.
const ROUNDS: usize = 4;

/// A fact found by the lookahead.
#[derive(Copy, Clone, Debug)]
pub(super) struct ForcedFact {
    pub(super) statement: Statement,
    pub(super) cause: Cause,
    /// If the cause is a conflict, the true candidate that makes this one false.
    pub(super) excluded_by: Option<Candidate>,
}

/// The candidates left under an assumption, and the facts found so far.
#[derive(Clone, Debug)]
pub(super) struct SinglesLookahead {
    left: [CellSet; Digit::COUNT],
    /// `left` when houses were last searched for hidden singles. All that were found then have been placed,
    /// so a digit is searched again only if its places have changed.
    searched: [CellSet; Digit::COUNT],
    open: CellSet,
    facts: Vec<ForcedFact>,
}

impl SinglesLookahead {
    /// Returns the consequences of an assumption. The first fact is the assumption itself.
    pub(super) fn assume(position: &Position, assumption: Statement) -> Vec<ForcedFact> {
        let Statement { candidate, holds } = assumption;
        let mut singles = SinglesLookahead {
            left: Digit::ALL.map(|digit| position.cells(digit)),
            searched: [CellSet::EMPTY; Digit::COUNT],
            open: position.empty_cells(),
            facts: Vec::with_capacity(64),
        };
        if holds {
            singles.place(candidate, Cause::Assumed);
        } else {
            singles.eliminate(candidate, Cause::Assumed, None);
            let cell = candidate.cell();
            let mut others = position.digits(cell).without(candidate.digit()).iter();
            if let (Some(last), None) = (others.next(), others.next()) {
                singles.place(Candidate::new(cell, last), Cause::LastInCell);
            }
        }
        for _ in 0..ROUNDS {
            if !singles.look_ahead() {
                break;
            }
        }
        singles.facts
    }

    /// Places a digit and eliminates the candidates that it excludes.
    fn place(&mut self, candidate: Candidate, cause: Cause) {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        self.facts.push(ForcedFact { statement: Statement::is(candidate), cause, excluded_by: None });
        self.open.remove(cell);
        self.left[digit.index()].remove(cell);
        for peer in self.left[digit.index()] & cell.peers() {
            self.eliminate(Candidate::new(peer, digit), Cause::Conflict, Some(candidate));
        }
        for other in Digit::ALL {
            if self.left[other.index()].contains(cell) {
                self.eliminate(Candidate::new(cell, other), Cause::Conflict, Some(candidate));
            }
        }
    }

    fn eliminate(&mut self, candidate: Candidate, cause: Cause, excluded_by: Option<Candidate>) {
        self.left[candidate.digit().index()].remove(candidate.cell());
        self.facts.push(ForcedFact { statement: Statement::is_not(candidate), cause, excluded_by });
    }

    /// Runs one round of the lookahead. Returns whether there were any singles.
    fn look_ahead(&mut self) -> bool {
        let mut found: Vec<(Candidate, Cause)> = Vec::new();
        let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        for cells in self.left {
            twice |= once & cells;
            once |= cells;
        }
        for cell in (once - twice) & self.open {
            let last = Digit::ALL.into_iter().find(|digit| self.left[digit.index()].contains(cell));
            found.extend(last.map(|digit| (Candidate::new(cell, digit), Cause::LastInCell)));
        }
        let is_changed = |digit: &Digit| self.left[digit.index()] != self.searched[digit.index()];
        let changed: DigitSet = Digit::ALL.into_iter().filter(is_changed).collect();
        self.searched = self.left;
        for house in House::all() {
            for digit in changed {
                let place = (self.left[digit.index()] & house.cells()).single();
                if let Some(cell) = place.filter(|&cell| self.open.contains(cell)) {
                    found.push((Candidate::new(cell, digit), Cause::LastInHouse(house)));
                }
            }
        }
        let before = self.facts.len();
        for &(candidate, cause) in &found {
            let known = |fact: &ForcedFact| fact.statement == Statement::is(candidate);
            if !self.facts[before..].iter().any(known) {
                self.place(candidate, cause);
            }
        }
        !found.is_empty()
    }
}
