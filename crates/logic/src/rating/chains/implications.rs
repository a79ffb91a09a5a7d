//! What follows from every assumption at once by singles, without order and parents: a sieve for dynamic chains inside.
//!
//! ```text
//! on[c]    the candidates, assumed true in turn, under which candidate c is true     a bit each
//! off[c]   those under which it is false
//! group    a cell, or a digit of a house: all others off ─▶ on,   another on ─▶ off
//! ```
//!
//! A candidate assumed false is foretold where one candidate, or none, follows at once. One pass over a group serves all assumptions. What follows before an assumption still follows after it, so the rows of
//! the grid before are the start, and only groups that lost members need a look. An assumption under which a
//! candidate is both true and false is given up: its tree ends somewhere on the way, and has to tell what is in it.

use super::super::grid::{CELLS, HOUSES, RatingGrid, bits};
use super::assumption_table::{self, AssumptionTable, AssumptionWords, COLUMN_WORDS};
use super::closure::{CandidateBits, EMPTY, have_common, insert, intersection};
use super::group::CandidateGroup;
use super::is_on;
use super::pruning;
use super::tree::ImplicationTree;

/// What follows at once from the falsehood of a candidate.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum OffImplication {
    Nothing,
    /// One candidate, by its number: all that follows from it follows from the falsehood, and nothing else.
    One(u16),
    Several,
}

impl OffImplication {
    fn add(&mut self, number: u16) {
        *self = match *self {
            OffImplication::Nothing => OffImplication::One(number),
            OffImplication::One(prefilter) if prefilter == number => OffImplication::One(number),
            _ => OffImplication::Several,
        };
    }
}

/// What follows in the grid before the assumptions, and in the grid that one leaves.
#[derive(Debug, Default)]
pub(super) struct Implications {
    /// By candidate: its number among the live ones.
    number: Vec<u16>,
    /// Whether there are too many candidates: then everything passes.
    too_large: bool,
    /// By number: its cell, then its digit in box, row and column.
    groups_of: Vec<[u16; 4]>,
    groups: Vec<CandidateGroup>,
    before: AssumptionTable,
    after: AssumptionTable,
    /// The groups that have changed.
    changed: Vec<u16>,
    queue: Vec<u16>,
    queued: Vec<bool>,
    /// By number: the candidate that follows from its falsehood, if it is one.
    off_implies: Vec<OffImplication>,
    /// The same by assumption that a candidate is true: what it makes true, what it makes false.
    makes_on: Vec<CandidateBits>,
    makes_off: Vec<CandidateBits>,
}

/// The group of a digit in a house; cells are groups by their own number.
fn group_of(house: usize, digit: usize) -> usize {
    81 + house * 9 + digit
}

const GROUPS: usize = 81 + 27 * 9;

impl Implications {
    /// Works out the grid before the assumptions.
    pub(super) fn build(&mut self, base: &RatingGrid) {
        self.number.resize(729, 0);
        self.groups_of.clear();
        let mut count = 0;
        for cell in 0..81 {
            for digit in bits(base.candidates[cell]) {
                self.number[cell * 9 + digit] = count;
                count += 1;
                let house = |kind: usize| group_of(HOUSES[cell][kind] as usize, digit) as u16;
                self.groups_of.push([cell as u16, house(0), house(1), house(2)]);
            }
        }
        let count = count as usize;
        self.too_large = count > assumption_table::MAX_CANDIDATES || !pruning::is_enabled();
        if self.too_large {
            return;
        }
        self.before.clear();
        self.after.clear();
        for number in 0..count {
            self.before.assume(number);
        }
        self.queued.clear();
        self.queued.resize(GROUPS, false);
        self.list_groups(base, None);
        std::mem::swap(&mut self.before, &mut self.after);
        self.propagate();
        std::mem::swap(&mut self.before, &mut self.after);
    }

    /// Works out the grid that an assumption leaves.
    pub(super) fn restrict(&mut self, base: &RatingGrid, work: &RatingGrid) {
        if self.too_large {
            return;
        }
        let undecided = self.list_groups(work, Some(base));
        self.after.contradictory = self.before.contradictory;
        let count = self.groups_of.len();
        for column in 0..count.div_ceil(64 * COLUMN_WORDS) {
            let open: AssumptionWords =
                std::array::from_fn(|word| undecided.get(column * COLUMN_WORDS + word).copied().unwrap_or(0));
            let columns = [
                (&self.before.on[column], &mut self.after.on[column]),
                (&self.before.off[column], &mut self.after.off[column]),
            ];
            for (before, after) in columns {
                for (number, (before, after)) in before.iter().zip(after).take(count).enumerate() {
                    let stays = 0_u64.wrapping_sub(undecided[number / 64] >> (number % 64) & 1);
                    *after = std::array::from_fn(|word| before[word] & open[word] & stays);
                }
            }
        }
        self.propagate();
        self.transpose();
    }

    /// Lists the groups of a grid and queues those that have changed; gives the candidates that are not decided.
    fn list_groups(&mut self, grid: &RatingGrid, base: Option<&RatingGrid>) -> CandidateBits {
        let mut undecided = EMPTY;
        self.groups.clear();
        self.changed.clear();
        self.off_implies.clear();
        self.off_implies.resize(self.groups_of.len(), OffImplication::Nothing);
        for cell in 0..81 {
            let digits = grid.candidates[cell];
            let numbers = bits(digits).map(|digit| self.number[cell * 9 + digit]);
            let group = CandidateGroup::new(numbers);
            if group.count > 1 {
                for &number in group.members() {
                    insert(&mut undecided, number as usize);
                }
                if base.is_none_or(|base| base.candidates[cell] != digits) {
                    self.changed.push(cell as u16);
                }
            }
            self.groups.push(group);
        }
        for house in 0..27 {
            for digit in 0..9 {
                let places = grid.places[house][digit];
                let numbers = bits(places).map(|index| self.number[CELLS[house][index] as usize * 9 + digit]);
                let group = CandidateGroup::new(numbers);
                if group.count > 1 && base.is_none_or(|base| base.places[house][digit] != places) {
                    self.changed.push(group_of(house, digit) as u16);
                }
                self.groups.push(group);
            }
        }
        for group in self.groups.iter().filter(|group| group.count == 2) {
            let [one, two, ..] = group.members;
            self.off_implies[one as usize].add(two);
            self.off_implies[two as usize].add(one);
        }
        undecided
    }

    /// Goes through the groups until nothing follows any more, one column after the other.
    fn propagate(&mut self) {
        for column in 0..self.groups_of.len().div_ceil(64 * COLUMN_WORDS) {
            let (on, off) = (&mut self.after.on[column], &mut self.after.off[column]);
            self.queue.clone_from(&self.changed);
            for &group in &self.queue {
                self.queued[group as usize] = true;
            }
            let mut index = 0;
            while let Some(&number) = self.queue.get(index) {
                index += 1;
                self.queued[number as usize] = false;
                let group = &self.groups[number as usize];
                for member in bits(group.propagate(on, off, &mut self.after.contradictory[column])) {
                    for other in self.groups_of[group.members[member] as usize] {
                        if other != number && !self.queued[other as usize] {
                            self.queued[other as usize] = true;
                            self.queue.push(other);
                        }
                    }
                }
            }
        }
    }

    /// Lists what each assumption makes true and false.
    fn transpose(&mut self) {
        let count = self.groups_of.len();
        assumption_table::transpose_columns(&self.after.on, count, &mut self.makes_on);
        assumption_table::transpose_columns(&self.after.off, count, &mut self.makes_off);
    }

    fn number(&self, candidate: usize) -> usize {
        self.number[candidate] as usize
    }

    /// Whether a contradiction follows from the candidate of this number.
    fn is_contradictory(&self, number: usize) -> bool {
        self.after.is_contradictory(number)
    }

    /// Whether a contradiction follows from the candidate true, by what is foretold.
    pub(super) fn is_refuted(&self, candidate: usize) -> bool {
        !self.too_large && self.is_contradictory(self.number(candidate))
    }

    /// Takes over what a candidate makes true and false before the contradiction.
    pub(super) fn record_tree(&mut self, candidate: usize, tree: &ImplicationTree) {
        let (mut on, mut off) = (EMPTY, EMPTY);
        for node in &tree.nodes[..tree.consequence_count] {
            let set = if is_on(node.literal) { &mut on } else { &mut off };
            insert(set, self.number(node.literal as usize / 2));
        }
        let number = self.number(candidate);
        (self.makes_on[number], self.makes_off[number]) = (on, off);
    }

    /// Whether a contradiction can follow from the candidate true.
    pub(super) fn refutes_on(&self, candidate: usize) -> bool {
        self.too_large || self.is_contradictory(self.number(candidate))
    }

    /// Whether a contradiction can follow from the candidate false.
    pub(super) fn refutes_off(&self, candidate: usize) -> bool {
        let number = self.number(candidate);
        self.too_large
            || match self.off_implies[number] {
                OffImplication::Nothing => false,
                OffImplication::One(off_implies) => self.is_contradictory(off_implies as usize),
                OffImplication::Several => true,
            }
    }

    /// Whether something can follow from the candidate both true and false.
    pub(super) fn has_double(&self, candidate: usize) -> bool {
        let number = self.number(candidate);
        self.too_large
            || match self.off_implies[number] {
                OffImplication::Nothing => false,
                OffImplication::One(off_implies) => {
                    let off_implies = off_implies as usize;
                    self.is_contradictory(off_implies)
                        || intersection(&self.makes_on[number], &self.makes_on[off_implies]) != EMPTY
                        || intersection(&self.makes_off[number], &self.makes_off[off_implies]) != EMPTY
                }
                OffImplication::Several => true,
            }
    }

    /// Whether these candidates, all assumed true in turn, can have a consequence in common.
    pub(super) fn have_common(&self, candidates: impl Iterator<Item = usize>) -> bool {
        if self.too_large {
            return true;
        }
        have_common(&self.makes_on, &self.makes_off, candidates.map(|candidate| self.number(candidate)))
    }
}
