//! Computes what follows by singles from each assumption, for all assumptions at once: a filter for nested
//! dynamic chains.
//!
//! ```text
//! on[c]    the candidates that, if assumed true, make candidate c true               one bit each
//! off[c]   the candidates that, if assumed true, make candidate c false
//! group    a cell, or a digit in a house: all others off ─▶ on,   another on ─▶ off
//! ```
//!
//! The sets record neither the order of the consequences nor their parents, so one pass over a group handles
//! all assumptions. Whatever follows in the base grid also follows after an assumption. Therefore the sets of
//! the base grid are the starting point, and only groups that lost members have to be examined.
//!
//! There are two special cases. What follows from a candidate being false is known only if at most one
//! candidate follows from it directly. And if an assumption leads to a contradiction, its sets are
//! incomplete; they are then taken from its tree, which ends at the contradiction.

use super::super::grid::{CELLS, HOUSES, RatingGrid, bits};
use super::assumption_table::{self, AssumptionTable, AssumptionWords, COLUMN_WORDS};
use super::closure::{CandidateBits, EMPTY, have_common, insert, intersection};
use super::group::CandidateGroup;
use super::is_on;
use super::pruning;
use super::tree::ImplicationTree;

/// The candidates that follow directly from a candidate being false.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum OffImplication {
    Nothing,
    /// One candidate, given by its number. All other consequences follow from this candidate.
    One(u16),
    Several,
}

impl OffImplication {
    fn add(&mut self, number: u16) {
        *self = match *self {
            OffImplication::Nothing => OffImplication::One(number),
            OffImplication::One(other) if other == number => OffImplication::One(number),
            _ => OffImplication::Several,
        };
    }
}

/// What follows by singles from each candidate, in the base grid and in the grid after an assumption.
#[derive(Debug, Default)]
pub(super) struct Implications {
    /// For each candidate: its number among the candidates that are not eliminated.
    number: Vec<u16>,
    /// Whether the grid has too many candidates for the sets. If so, the filter rejects nothing.
    too_large: bool,
    /// For each candidate number: the groups for its cell, and for its digit in its box, row and column.
    groups_of: Vec<[u16; 4]>,
    groups: Vec<CandidateGroup>,
    before: AssumptionTable,
    after: AssumptionTable,
    /// The groups that have lost members.
    changed: Vec<u16>,
    queue: Vec<u16>,
    queued: Vec<bool>,
    /// For each candidate number: what follows directly if the candidate is false.
    off_implies: Vec<OffImplication>,
    /// For each candidate number: the candidates that are true, or false, if this candidate is assumed true.
    makes_on: Vec<CandidateBits>,
    makes_off: Vec<CandidateBits>,
}

/// Returns the index of the group for a digit in a house. The groups of the cells come first.
fn group_of(house: usize, digit: usize) -> usize {
    81 + house * 9 + digit
}

const GROUPS: usize = 81 + 27 * 9;

impl Implications {
    /// Computes the consequences in the base grid.
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

    /// Computes the consequences in the grid after an assumption.
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

    /// Lists all groups of a grid, and those that differ from the base grid. Returns the undecided
    /// candidates.
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

    /// Processes the changed groups, column by column, until nothing more follows.
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

    /// Transposes the tables into the sets of candidates that each assumption makes true and false.
    fn transpose(&mut self) {
        let count = self.groups_of.len();
        assumption_table::transpose_columns(&self.after.on, count, &mut self.makes_on);
        assumption_table::transpose_columns(&self.after.off, count, &mut self.makes_off);
    }

    fn number(&self, candidate: usize) -> usize {
        self.number[candidate] as usize
    }

    /// Reports whether assuming the candidate with this number true leads to a contradiction.
    fn is_contradictory(&self, number: usize) -> bool {
        self.after.is_contradictory(number)
    }

    /// Reports whether assuming the candidate true is known to lead to a contradiction.
    pub(super) fn is_refuted(&self, candidate: usize) -> bool {
        !self.too_large && self.is_contradictory(self.number(candidate))
    }

    /// Records what a candidate makes true and false before its tree reaches the contradiction.
    pub(super) fn record_tree(&mut self, candidate: usize, tree: &ImplicationTree) {
        let (mut on, mut off) = (EMPTY, EMPTY);
        for node in &tree.nodes[..tree.consequence_count] {
            let set = if is_on(node.literal) { &mut on } else { &mut off };
            insert(set, self.number(node.literal as usize / 2));
        }
        let number = self.number(candidate);
        (self.makes_on[number], self.makes_off[number]) = (on, off);
    }

    /// Reports whether assuming the candidate true may lead to a contradiction.
    pub(super) fn refutes_on(&self, candidate: usize) -> bool {
        self.too_large || self.is_contradictory(self.number(candidate))
    }

    /// Reports whether assuming the candidate false may lead to a contradiction.
    pub(super) fn refutes_off(&self, candidate: usize) -> bool {
        let number = self.number(candidate);
        self.too_large
            || match self.off_implies[number] {
                OffImplication::Nothing => false,
                OffImplication::One(off_implies) => self.is_contradictory(off_implies as usize),
                OffImplication::Several => true,
            }
    }

    /// Reports whether assuming the candidate true and assuming it false may have a common consequence.
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

    /// Reports whether these candidates can have a common consequence when each is assumed true in turn.
    pub(super) fn have_common(&self, candidates: impl Iterator<Item = usize>) -> bool {
        if self.too_large {
            return true;
        }
        have_common(&self.makes_on, &self.makes_off, candidates.map(|candidate| self.number(candidate)))
    }
}
