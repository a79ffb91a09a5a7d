//! Everything that follows from each candidate, as sets: a filter for the ordered searches.
//!
//! ```text
//! weak[i]         the candidates made false by i               bit sets over the live candidates,
//! implied[i]      the candidates made true by i being false    numbered 0, 1, 2 … in grid order
//! direct[i]       the candidates made true by those of weak[i]
//! on[i], off[i]   everything that follows from i, however far
//! ```
//!
//! With the links of the unchanged grid, the consequences do not depend on the order in which they are found.
//! Most searches find nothing, and the sets show that at a fraction of the cost: a tree contains no more
//! literals than its set, so a literal that is missing from one of the sets is not common to the trees
//! either.

use super::super::grid::{CELLS, HOUSES, INDEXES, RatingGrid, bits, is_pair};
use super::pruning;

/// The number of words of a set of live candidates.
const WORDS: usize = 5;

/// A set of live candidates.
pub(super) type CandidateBits = [u64; WORDS];

pub(super) fn contains(set: &CandidateBits, number: usize) -> bool {
    set[number / 64] >> (number % 64) & 1 == 1
}

pub(super) fn insert(set: &mut CandidateBits, number: usize) {
    set[number / 64] |= 1 << (number % 64);
}

pub(super) fn union_with(set: &mut CandidateBits, other: &CandidateBits) {
    for (word, other) in set.iter_mut().zip(other) {
        *word |= other;
    }
}

/// Returns the intersection of two sets.
pub(super) fn intersection(one: &CandidateBits, two: &CandidateBits) -> CandidateBits {
    std::array::from_fn(|word| one[word] & two[word])
}

/// Reports whether the sets of these numbers have a true or a false candidate in common.
pub(super) fn have_common(
    on: &[CandidateBits],
    off: &[CandidateBits],
    mut numbers: impl Iterator<Item = usize>,
) -> bool {
    let Some(first) = numbers.next() else { return false };
    let (mut common_on, mut common_off) = (on[first], off[first]);
    numbers.all(|number| narrow(&mut common_on, &mut common_off, &on[number], &off[number]))
}

/// Intersects two sets with two others; reports whether anything is left.
fn narrow(
    on: &mut CandidateBits,
    off: &mut CandidateBits,
    other_on: &CandidateBits,
    other_off: &CandidateBits,
) -> bool {
    let mut left = 0;
    for word in 0..WORDS {
        on[word] &= other_on[word];
        off[word] &= other_off[word];
        left |= on[word] | off[word];
    }
    left != 0
}

/// Iterates over the members of a set.
pub(super) fn members(set: &CandidateBits) -> impl Iterator<Item = usize> + use<> {
    let (set, mut word) = (*set, 0);
    let mut rest = set[0];
    std::iter::from_fn(move || {
        while rest == 0 {
            word += 1;
            rest = *set.get(word)?;
        }
        let number = word * 64 + rest.trailing_zeros() as usize;
        rest &= rest - 1;
        Some(number)
    })
}

/// The empty set.
pub(super) const EMPTY: CandidateBits = [0; WORDS];

/// The closure of a grid.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct LinkClosure {
    /// For each candidate: its number among the live ones.
    pub(super) number: Vec<u16>,
    /// Whether there are too many candidates for the sets. Then the filter lets everything pass.
    pub(super) too_large: bool,
    pub(super) weak: Vec<CandidateBits>,
    /// For each candidate: those that it makes true directly if it is false.
    pub(super) implied: Vec<CandidateBits>,
    pub(super) direct: Vec<CandidateBits>,
    pub(super) on: Vec<CandidateBits>,
    pub(super) off: Vec<CandidateBits>,
    done: Vec<bool>,
    /// The candidates that are false if they are true.
    pub(super) refuted: CandidateBits,
}

impl LinkClosure {
    /// Computes the sets of a grid.
    pub(in super::super) fn build(&mut self, grid: &RatingGrid) {
        self.number.resize(729, 0);
        let mut count = 0;
        for cell in 0..81 {
            for digit in bits(grid.candidates[cell]) {
                self.number[cell * 9 + digit] = count;
                count += 1;
            }
        }
        let count = count as usize;
        self.too_large = count > 64 * WORDS || !pruning::is_enabled();
        if self.too_large {
            return;
        }
        for sets in [&mut self.weak, &mut self.implied, &mut self.direct, &mut self.on, &mut self.off] {
            sets.clear();
            sets.resize(count, [0; WORDS]);
        }
        self.done.clear();
        self.done.resize(count, false);
        self.link(grid);
        self.refuted = EMPTY;
        for start in 0..count {
            self.close(start);
            if contains(&self.off[start], start) {
                insert(&mut self.refuted, start);
            }
        }
    }

    /// Reports whether no candidate refutes itself. Then there is neither a forcing chain nor a cycle that
    /// eliminates anything. A candidate that a cycle eliminates makes one half of the cycle false, hence the
    /// other half true, hence itself false. And if a candidate follows from its own negation, its partner
    /// refutes itself.
    pub(super) fn is_consistent(&self) -> bool {
        !self.too_large && self.refuted == EMPTY
    }

    /// Returns the candidates that a cycle can pass through if it eliminates something: a candidate that it
    /// eliminates makes them both true and false.
    pub(super) fn cycle_candidates(&self) -> CandidateBits {
        members(&self.refuted).fold(EMPTY, |mut candidates, number| {
            union_with(&mut candidates, &intersection(&self.on[number], &self.off[number]));
            candidates
        })
    }

    fn link(&mut self, grid: &RatingGrid) {
        // Every candidate makes the others of its cell, and of its digit in each house, false.
        for cell in 0..81 {
            let mut all = [0; WORDS];
            for digit in bits(grid.candidates[cell]) {
                insert(&mut all, self.number[cell * 9 + digit] as usize);
            }
            for digit in bits(grid.candidates[cell]) {
                self.weak[self.number[cell * 9 + digit] as usize] = all;
            }
        }
        for house in 0..27 {
            for digit in 0..9 {
                let numbers = |index: usize| self.number[CELLS[house][index] as usize * 9 + digit] as usize;
                let mut all = [0; WORDS];
                for index in bits(grid.places[house][digit]) {
                    insert(&mut all, numbers(index));
                }
                for index in bits(grid.places[house][digit]) {
                    let number = self.number[CELLS[house][index] as usize * 9 + digit] as usize;
                    union_with(&mut self.weak[number], &all);
                }
            }
        }
        // A candidate does not make itself false.
        for cell in 0..81 {
            for digit in bits(grid.candidates[cell]) {
                let number = self.number[cell * 9 + digit] as usize;
                self.weak[number][number / 64] &= !(1 << (number % 64));
            }
        }
        // A false candidate makes its only alternative in a cell or house true. Record that for every
        // candidate that makes it false.
        for cell in 0..81 {
            for digit in bits(grid.candidates[cell]) {
                let number = self.number[cell * 9 + digit] as usize;
                let mut implied = [0; WORDS];
                if grid.count(cell) == 2 {
                    let other = (grid.candidates[cell] & !(1 << digit)).trailing_zeros() as usize;
                    insert(&mut implied, self.number[cell * 9 + other] as usize);
                }
                for kind in 0..3 {
                    let house = HOUSES[cell][kind] as usize;
                    let places = grid.places[house][digit];
                    if is_pair(places) {
                        let there = (places & !(1 << INDEXES[cell][kind])).trailing_zeros() as usize;
                        insert(&mut implied, self.number[CELLS[house][there] as usize * 9 + digit] as usize);
                    }
                }
                self.implied[number] = implied;
                if implied != [0; WORDS] {
                    let weak = self.weak[number];
                    for word in 0..WORDS {
                        let mut rest = weak[word];
                        while rest != 0 {
                            let other = word * 64 + rest.trailing_zeros() as usize;
                            rest &= rest - 1;
                            union_with(&mut self.direct[other], &implied);
                        }
                    }
                }
            }
        }
    }

    /// Follows the links from one candidate, using the sets that are already complete.
    fn close(&mut self, start: usize) {
        let (mut on, mut off): (CandidateBits, CandidateBits) = ([0; WORDS], [0; WORDS]);
        insert(&mut on, start);
        let mut rest = on;
        while let Some(word) = rest.iter().position(|&word| word != 0) {
            let number = word * 64 + rest[word].trailing_zeros() as usize;
            rest[word] &= rest[word] - 1;
            if self.done[number] {
                union_with(&mut on, &self.on[number]);
                union_with(&mut off, &self.off[number]);
                for (word, complete) in rest.iter_mut().zip(&self.on[number]) {
                    *word &= !complete;
                }
            } else {
                union_with(&mut off, &self.weak[number]);
                for word in 0..WORDS {
                    let new = self.direct[number][word] & !on[word];
                    on[word] |= new;
                    rest[word] |= new;
                }
            }
        }
        self.on[start] = on;
        self.off[start] = off;
        self.done[start] = true;
    }

    /// Reports whether a chain can lead from the candidate being true to it being false.
    pub(super) fn refutes_itself(&self, candidate: u16) -> bool {
        self.too_large || contains(&self.refuted, self.number[candidate as usize] as usize)
    }

    /// Reports whether a chain can lead from one candidate being true to another being true.
    pub(super) fn implies(&self, from: u16, to: u16) -> bool {
        let [from, to] = [from, to].map(|candidate| self.number[candidate as usize] as usize);
        self.too_large || contains(&self.on[from], to)
    }

    /// Reports whether a chain can lead from one candidate being true to another being false.
    pub(super) fn refutes(&self, from: u16, to: u16) -> bool {
        let [from, to] = [from, to].map(|candidate| self.number[candidate as usize] as usize);
        self.too_large || contains(&self.off[from], to)
    }

    /// Reports whether these candidates, each assumed true in turn, can have a consequence in common.
    pub(super) fn have_common(&self, candidates: impl Iterator<Item = usize>) -> bool {
        if self.too_large {
            return true;
        }
        have_common(&self.on, &self.off, candidates.map(|candidate| self.number[candidate] as usize))
    }
}
