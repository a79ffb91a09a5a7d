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
//! candidate is both true and false is given up: its tree ends somewhere on the way, and anything may be in it.

use super::super::grid::{CELLS, Grid, HOUSES, bits};
use super::closure::{EMPTY, Set, both, contains, insert, narrow};

/// The words of a set.
const WORDS: usize = EMPTY.len();

/// A cell, or a digit of a house, with the numbers of its candidates.
#[derive(Copy, Clone, Debug)]
struct Group {
    members: [u16; 9],
    count: u8,
}

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

/// The most candidates that are foretold.
const SPAN: usize = 64 * WORDS;

/// One word of the assumptions, for every candidate.
type Column = [u64; SPAN];

/// Under which assumptions each candidate is true and false, 64 assumptions a column.
#[derive(Clone, Debug, Default)]
struct Columns {
    on: Vec<Column>,
    off: Vec<Column>,
    /// The assumptions under which a candidate is both.
    absurd: Set,
}

impl Columns {
    fn clear(&mut self) {
        for columns in [&mut self.on, &mut self.off] {
            columns.clear();
            columns.resize(WORDS, [0; SPAN]);
        }
        self.absurd = EMPTY;
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
        self.crowded = count > 64 * WORDS;
        if self.crowded {
            return;
        }
        self.before.clear();
        self.after.clear();
        for number in 0..count {
            self.before.on[number / 64][number] = 1 << (number % 64);
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
        for word in 0..self.groups_of.len().div_ceil(64) {
            let columns = [
                (&self.before.on[word], &mut self.after.on[word]),
                (&self.before.off[word], &mut self.after.off[word]),
            ];
            for (before, after) in columns {
                for (number, (before, after)) in before.iter().zip(after).enumerate() {
                    let stays = 0_u64.wrapping_sub(left[number / 64] >> (number % 64) & 1);
                    *after = before & left[word] & stays;
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
        for word in 0..self.groups_of.len().div_ceil(64) {
            let (on, off) = (&mut self.after.on[word], &mut self.after.off[word]);
            self.queue.clone_from(&self.changed);
            for &group in &self.queue {
                self.queued[group as usize] = true;
            }
            let mut place = 0;
            while let Some(&number) = self.queue.get(place) {
                place += 1;
                self.queued[number as usize] = false;
                let group = &self.groups[number as usize];
                for member in bits(group.pass(on, off, &mut self.after.absurd[word])) {
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
        let words = self.groups_of.len().div_ceil(64);
        self.makes_on.resize(SPAN, EMPTY);
        self.makes_off.resize(SPAN, EMPTY);
        for (columns, sets) in [(&self.after.on, &mut self.makes_on), (&self.after.off, &mut self.makes_off)]
        {
            for from in 0..words {
                for to in 0..words {
                    let mut block = [0; 64];
                    block.copy_from_slice(&columns[from][to * 64..to * 64 + 64]);
                    transpose(&mut block);
                    for row in 0..64 {
                        sets[from * 64 + row][to] = block[row];
                    }
                }
            }
        }
    }

    fn number(&self, candidate: usize) -> usize {
        self.number[candidate] as usize
    }

    /// Whether a contradiction follows from the candidate of this number.
    fn is_absurd(&self, number: usize) -> bool {
        contains(&self.after.absurd, number)
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
                    self.is_absurd(number)
                        || self.is_absurd(partner)
                        || both(&self.makes_on[number], &self.makes_on[partner]) != EMPTY
                        || both(&self.makes_off[number], &self.makes_off[partner]) != EMPTY
                }
                Partner::Several => true,
            }
    }

    /// Whether these candidates, all assumed true in turn, can have a consequence in common.
    pub(super) fn have_common(&self, candidates: impl Iterator<Item = usize>) -> bool {
        let (mut on, mut off): (Set, Set) = ([u64::MAX; WORDS], [u64::MAX; WORDS]);
        for candidate in candidates {
            let number = self.number(candidate);
            let open = self.refutes_on(candidate);
            if !open && !narrow(&mut on, &mut off, &self.makes_on[number], &self.makes_off[number]) {
                return false;
            }
        }
        true
    }
}

impl Group {
    fn new(numbers: impl Iterator<Item = u16>) -> Group {
        let mut group = Group { members: [0; 9], count: 0 };
        for number in numbers {
            group.members[group.count as usize] = number;
            group.count += 1;
        }
        group
    }

    fn members(&self) -> &[u16] {
        &self.members[..self.count as usize]
    }

    /// Adds what follows inside the group in one column; gives the members that have changed.
    fn pass(&self, on: &mut Column, off: &mut Column, absurd: &mut u64) -> u16 {
        // Before and after each member: where all are false, where any is true.
        let mut ahead = [(u64::MAX, 0); 9];
        let (mut all_off, mut any_on) = (u64::MAX, 0);
        for (slot, &member) in ahead.iter_mut().zip(self.members()) {
            *slot = (all_off, any_on);
            all_off &= off[member as usize];
            any_on |= on[member as usize];
        }
        let mut changed = 0;
        let (mut all_off, mut any_on) = (u64::MAX, 0);
        for (place, &member) in self.members().iter().enumerate().rev() {
            let (was_on, was_off) = (on[member as usize], off[member as usize]);
            let new_on = ahead[place].0 & all_off & !was_on & !*absurd;
            let new_off = (ahead[place].1 | any_on) & !was_off & !*absurd;
            all_off &= was_off;
            any_on |= was_on;
            if new_on | new_off != 0 {
                on[member as usize] = was_on | new_on;
                off[member as usize] = was_off | new_off;
                *absurd |= (was_on | new_on) & (was_off | new_off);
                changed |= 1 << place;
            }
        }
        changed
    }
}

/// Exchanges rows and columns of 64 × 64 bits, by halves, quarters and so on.
fn transpose(block: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_FFFF_FFFF_u64;
    while width > 0 {
        let mut row = 0;
        while row < 64 {
            let swap = (block[row] >> width ^ block[row + width]) & mask;
            block[row] ^= swap << width;
            block[row + width] ^= swap;
            row = (row + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::transpose;

    #[test]
    fn rows_become_columns() {
        let word = |row: u64| row.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ row << 40;
        let before: [u64; 64] = std::array::from_fn(|row| word(row as u64));
        let mut after = before;
        transpose(&mut after);
        for row in 0..64 {
            for column in 0..64 {
                assert_eq!(before[row] >> column & 1, after[column] >> row & 1, "{row} {column}");
            }
        }
    }
}
