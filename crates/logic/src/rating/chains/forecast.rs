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

use super::super::grid::{CELLS, Grid, HOUSES, bits};
use super::closure::{EMPTY, Set, both, have_common, insert};
use super::columns::{self, Columns, LANES, Lanes};
use super::group::Group;
use super::is_on;
use super::shortcut;
use super::tree::Tree;

/// What follows at once from the falsehood of a candidate.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Partner {
    Nobody,
    /// One candidate, by its number: all that follows from it follows from the falsehood, and nothing else.
    One(u16),
    Several,
}

impl Partner {
    fn add(&mut self, number: u16) {
        *self = match *self {
            Partner::Nobody => Partner::One(number),
            Partner::One(known) if known == number => Partner::One(number),
            _ => Partner::Several,
        };
    }
}

/// What follows in the grid before the assumptions, and in the grid that one leaves.
#[derive(Debug, Default)]
pub(super) struct Forecast {
    /// By candidate: its number among the live ones.
    number: Vec<u16>,
    /// Whether there are too many candidates: then everything passes.
    crowded: bool,
    /// By number: its cell, then its digit in box, row and column.
    groups_of: Vec<[u16; 4]>,
    groups: Vec<Group>,
    before: Columns,
    after: Columns,
    /// The groups that have changed.
    changed: Vec<u16>,
    queue: Vec<u16>,
    queued: Vec<bool>,
    /// By number: the candidate that follows from its falsehood, if it is one.
    partner: Vec<Partner>,
    /// The same by assumption that a candidate is true: what it makes true, what it makes false.
    makes_on: Vec<Set>,
    makes_off: Vec<Set>,
}

/// The group of a digit in a house; cells are groups by their own number.
fn group_of(house: usize, digit: usize) -> usize {
    81 + house * 9 + digit
}

const GROUPS: usize = 81 + 27 * 9;

impl Forecast {
    /// Works out the grid before the assumptions.
    pub(super) fn lay(&mut self, base: &Grid) {
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
        self.crowded = count > columns::SPAN || !shortcut::are_taken();
        if self.crowded {
            return;
        }
        self.before.clear();
        self.after.clear();
        for number in 0..count {
            self.before.assume(number);
        }
        self.queued.clear();
        self.queued.resize(GROUPS, false);
        self.gather(base, None);
        std::mem::swap(&mut self.before, &mut self.after);
        self.settle();
        std::mem::swap(&mut self.before, &mut self.after);
    }

    /// Works out the grid that an assumption leaves.
    pub(super) fn narrow(&mut self, base: &Grid, work: &Grid) {
        if self.crowded {
            return;
        }
        let left = self.gather(work, Some(base));
        self.after.absurd = self.before.absurd;
        let count = self.groups_of.len();
        for column in 0..count.div_ceil(64 * LANES) {
            let open: Lanes =
                std::array::from_fn(|lane| left.get(column * LANES + lane).copied().unwrap_or(0));
            let columns = [
                (&self.before.on[column], &mut self.after.on[column]),
                (&self.before.off[column], &mut self.after.off[column]),
            ];
            for (before, after) in columns {
                for (number, (before, after)) in before.iter().zip(after).take(count).enumerate() {
                    let stays = 0_u64.wrapping_sub(left[number / 64] >> (number % 64) & 1);
                    *after = std::array::from_fn(|lane| before[lane] & open[lane] & stays);
                }
            }
        }
        self.settle();
        self.turn();
    }

    /// Lists the groups of a grid and queues those that have changed; gives the candidates that are not decided.
    fn gather(&mut self, grid: &Grid, base: Option<&Grid>) -> Set {
        let mut left = EMPTY;
        self.groups.clear();
        self.changed.clear();
        self.partner.clear();
        self.partner.resize(self.groups_of.len(), Partner::Nobody);
        for cell in 0..81 {
            let digits = grid.candidates[cell];
            let numbers = bits(digits).map(|digit| self.number[cell * 9 + digit]);
            let group = Group::new(numbers);
            if group.count > 1 {
                for &number in group.members() {
                    insert(&mut left, number as usize);
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
                let group = Group::new(numbers);
                if group.count > 1 && base.is_none_or(|base| base.places[house][digit] != places) {
                    self.changed.push(group_of(house, digit) as u16);
                }
                self.groups.push(group);
            }
        }
        for group in self.groups.iter().filter(|group| group.count == 2) {
            let [one, two, ..] = group.members;
            self.partner[one as usize].add(two);
            self.partner[two as usize].add(one);
        }
        left
    }

    /// Goes through the groups until nothing follows any more, one column after the other.
    fn settle(&mut self) {
        for column in 0..self.groups_of.len().div_ceil(64 * LANES) {
            let (on, off) = (&mut self.after.on[column], &mut self.after.off[column]);
            self.queue.clone_from(&self.changed);
            for &group in &self.queue {
                self.queued[group as usize] = true;
            }
            let mut place = 0;
            while let Some(&number) = self.queue.get(place) {
                place += 1;
                self.queued[number as usize] = false;
                let group = &self.groups[number as usize];
                for member in bits(group.pass(on, off, &mut self.after.absurd[column])) {
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
    fn turn(&mut self) {
        let count = self.groups_of.len();
        columns::turn(&self.after.on, count, &mut self.makes_on);
        columns::turn(&self.after.off, count, &mut self.makes_off);
    }

    fn number(&self, candidate: usize) -> usize {
        self.number[candidate] as usize
    }

    /// Whether a contradiction follows from the candidate of this number.
    fn is_absurd(&self, number: usize) -> bool {
        self.after.is_absurd(number)
    }

    /// Whether a contradiction follows from the candidate true, by what is foretold.
    pub(super) fn is_refuted(&self, candidate: usize) -> bool {
        !self.crowded && self.is_absurd(self.number(candidate))
    }

    /// Takes over what a candidate makes true and false before the contradiction.
    pub(super) fn tell(&mut self, candidate: usize, tree: &Tree) {
        let (mut on, mut off) = (EMPTY, EMPTY);
        for node in &tree.nodes[..tree.members] {
            let set = if is_on(node.literal) { &mut on } else { &mut off };
            insert(set, self.number(node.literal as usize / 2));
        }
        let number = self.number(candidate);
        (self.makes_on[number], self.makes_off[number]) = (on, off);
    }

    /// Whether a contradiction can follow from the candidate true.
    pub(super) fn refutes_on(&self, candidate: usize) -> bool {
        self.crowded || self.is_absurd(self.number(candidate))
    }

    /// Whether a contradiction can follow from the candidate false.
    pub(super) fn refutes_off(&self, candidate: usize) -> bool {
        let number = self.number(candidate);
        self.crowded
            || match self.partner[number] {
                Partner::Nobody => false,
                Partner::One(partner) => self.is_absurd(partner as usize),
                Partner::Several => true,
            }
    }

    /// Whether something can follow from the candidate both true and false.
    pub(super) fn has_double(&self, candidate: usize) -> bool {
        let number = self.number(candidate);
        self.crowded
            || match self.partner[number] {
                Partner::Nobody => false,
                Partner::One(partner) => {
                    let partner = partner as usize;
                    self.is_absurd(partner)
                        || both(&self.makes_on[number], &self.makes_on[partner]) != EMPTY
                        || both(&self.makes_off[number], &self.makes_off[partner]) != EMPTY
                }
                Partner::Several => true,
            }
    }

    /// Whether these candidates, all assumed true in turn, can have a consequence in common.
    pub(super) fn have_common(&self, candidates: impl Iterator<Item = usize>) -> bool {
        if self.crowded {
            return true;
        }
        have_common(&self.makes_on, &self.makes_off, candidates.map(|candidate| self.number(candidate)))
    }
}
