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
use super::closure::{
    CandidateBits, EMPTY, LinkClosure, have_common, insert, intersection, number_candidates,
};
use super::links::is_on;
use super::pruning;
use super::tree::ImplicationTree;

/// The number of words in a set of candidates.
const WORDS: usize = EMPTY.len();

/// The number of columns in the table.
const COLUMN_COUNT: usize = WORDS.div_ceil(COLUMN_WORDS);

/// The maximum number of candidates in a grid that the table can handle.
const MAX_CANDIDATES: usize = 64 * WORDS;

/// The number of words per column. Two words fit into one 128-bit vector register; wider columns are rarely
/// faster.
const COLUMN_WORDS: usize = 2;

/// A set of assumptions within one column, one bit per assumption.
type AssumptionWords = [u64; COLUMN_WORDS];

/// One column of the table: a set of assumptions for every candidate.
type AssumptionColumn = [AssumptionWords; MAX_CANDIDATES];

/// The assumptions that make each candidate true (`on`) or false (`off`), 128 assumptions per column.
///
/// ```text
///               assumptions 0 … 127   128 … 255
/// candidate 0   [ word 0, word 1 ]    [ word 2, word 3 ]
/// candidate 1   [ word 0, word 1 ]    [ word 2, word 3 ]
/// …                   column 0              column 1
/// ```
///
/// Each assumption is that one candidate is true. The table is filled one column at a time, and then
/// transposed into one set of candidates per assumption.
#[derive(Clone, Debug, Default)]
struct AssumptionTable {
    on: Vec<AssumptionColumn>,
    off: Vec<AssumptionColumn>,
    /// For each column: the assumptions that lead to a contradiction.
    contradictory: [AssumptionWords; COLUMN_COUNT],
}

impl AssumptionTable {
    fn clear(&mut self) {
        for columns in [&mut self.on, &mut self.off] {
            columns.clear();
            columns.resize(COLUMN_COUNT, [[0; COLUMN_WORDS]; MAX_CANDIDATES]);
        }
        self.contradictory = [[0; COLUMN_WORDS]; COLUMN_COUNT];
    }

    /// Marks the candidate with this number as true under its own assumption.
    fn assume(&mut self, number: usize) {
        self.on[number / 64 / COLUMN_WORDS][number][number / 64 % COLUMN_WORDS] = 1 << (number % 64);
    }

    /// Reports whether the assumption with this number leads to a contradiction.
    fn is_contradictory(&self, number: usize) -> bool {
        self.contradictory[number / 64 / COLUMN_WORDS][number / 64 % COLUMN_WORDS] >> (number % 64) & 1 == 1
    }
}

/// Converts the columns into one set of candidates per assumption. `count` is the number of candidates.
fn transpose_columns(columns: &[AssumptionColumn], count: usize, sets: &mut Vec<CandidateBits>) {
    let words = count.div_ceil(64);
    sets.resize(MAX_CANDIDATES, EMPTY);
    for column in 0..words.div_ceil(COLUMN_WORDS) {
        for to in 0..words {
            let mut block = [[0; COLUMN_WORDS]; 64];
            block.copy_from_slice(&columns[column][to * 64..to * 64 + 64]);
            transpose(&mut block);
            for word in 0..COLUMN_WORDS.min(words - column * COLUMN_WORDS) {
                let from = (column * COLUMN_WORDS + word) * 64;
                for row in 0..64 {
                    sets[from + row][to] = block[row][word];
                }
            }
        }
    }
}

/// Transposes the 64 × 64 bits of each word of a column, by swapping blocks of decreasing size.
fn transpose(block: &mut [AssumptionWords; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_FFFF_FFFF_u64;
    while width > 0 {
        let mut row = 0;
        while row < 64 {
            for word in 0..COLUMN_WORDS {
                let swap = (block[row][word] >> width ^ block[row + width][word]) & mask;
                block[row][word] ^= swap << width;
                block[row + width][word] ^= swap;
            }
            row = (row + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

/// The candidates of a cell, or the places of a digit in a house, as candidate numbers. Exactly one is true.
///
/// ```text
/// a b c     c is true if a and b are false      c is false if a or b is true
/// ```
///
/// This is the only rule that is applied here, and most of the time is spent on it.
#[derive(Copy, Clone, Debug)]
struct CandidateGroup {
    members: [u16; 9],
    count: u8,
}

impl CandidateGroup {
    fn new(numbers: impl Iterator<Item = u16>) -> CandidateGroup {
        let mut group = CandidateGroup { members: [0; 9], count: 0 };
        for number in numbers {
            group.members[group.count as usize] = number;
            group.count += 1;
        }
        group
    }

    fn members(&self) -> &[u16] {
        &self.members[..self.count as usize]
    }

    /// Propagates truth values within the group under all assumptions of one column. Returns a mask of the
    /// members that changed.
    fn propagate(
        &self,
        on: &mut AssumptionColumn,
        off: &mut AssumptionColumn,
        contradictory: &mut AssumptionWords,
    ) -> u16 {
        // For each assumption: whether at least one member is not false (`one`), at least two members are not
        // false (`two`), and at least one member is true (`any_on`).
        let (mut one, mut two, mut any_on) = ([0; COLUMN_WORDS], [0; COLUMN_WORDS], [0; COLUMN_WORDS]);
        for &member in self.members() {
            let (is_on, is_off) = (&on[member as usize], &off[member as usize]);
            for word in 0..COLUMN_WORDS {
                two[word] |= one[word] & !is_off[word];
                one[word] |= !is_off[word];
                any_on[word] |= is_on[word];
            }
        }
        let (mut last, mut other, mut new) = ([0; COLUMN_WORDS], [0; COLUMN_WORDS], 0);
        for word in 0..COLUMN_WORDS {
            // It is a contradiction if all members are false.
            contradictory[word] |= !one[word];
            let open = !contradictory[word];
            last[word] = !two[word] & !any_on[word] & open;
            other[word] = any_on[word] & two[word] & open;
            new |= last[word] | other[word];
        }
        // In most calls, nothing new follows.
        if new == 0 {
            return 0;
        }
        let mut changed = 0;
        // The assumptions under which an earlier member is true. A second true member is a contradiction.
        let mut before = [0; COLUMN_WORDS];
        for (index, &member) in self.members().iter().enumerate() {
            let (is_on, is_off) = (&mut on[member as usize], &mut off[member as usize]);
            let mut new = 0;
            for word in 0..COLUMN_WORDS {
                let new_on = last[word] & !is_off[word];
                let new_off = other[word] & !is_on[word] & !is_off[word];
                contradictory[word] |= is_on[word] & before[word];
                before[word] |= is_on[word];
                is_on[word] |= new_on;
                is_off[word] |= new_off;
                new |= new_on | new_off;
            }
            changed |= u16::from(new != 0) << index;
        }
        changed
    }
}

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
        let count = number_candidates(base, &mut self.number);
        self.groups_of.clear();
        for cell in 0..81 {
            for digit in bits(base.candidates[cell]) {
                let house = |kind: usize| group_of(HOUSES[cell][kind] as usize, digit) as u16;
                self.groups_of.push([cell as u16, house(0), house(1), house(2)]);
            }
        }
        self.too_large = count > MAX_CANDIDATES || !pruning::is_enabled();
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
        transpose_columns(&self.after.on, count, &mut self.makes_on);
        transpose_columns(&self.after.off, count, &mut self.makes_off);
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

/// A filter that checks quickly, before any trees are grown, whether several assumptions can have a common
/// consequence.
#[derive(Copy, Clone, Debug)]
pub(super) enum Prefilter<'a> {
    Nothing,
    /// The consequences that follow over the links of the unchanged grid.
    Closure(&'a LinkClosure),
    /// The consequences that follow from singles alone.
    Implications(&'a Implications),
}

impl Prefilter<'_> {
    /// Reports whether these candidates can have a common consequence when each is assumed true in turn.
    pub(super) fn have_common(self, candidates: impl Iterator<Item = usize>) -> bool {
        match self {
            Prefilter::Nothing => true,
            Prefilter::Closure(closure) => closure.have_common(candidates),
            Prefilter::Implications(implications) => implications.have_common(candidates),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{COLUMN_WORDS, transpose};

    #[test]
    fn rows_become_columns() {
        let pattern = |row: u64| row.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ row << 40;
        let before: [[u64; COLUMN_WORDS]; 64] =
            std::array::from_fn(|row| std::array::from_fn(|word| pattern((row + 64 * word) as u64)));
        let mut after = before;
        transpose(&mut after);
        for row in 0..64 {
            for column in 0..64 {
                for word in 0..COLUMN_WORDS {
                    let [there, here] = [before[row][word] >> column, after[column][word] >> row];
                    assert_eq!(there & 1, here & 1, "{row} {column} {word}");
                }
            }
        }
    }
}
