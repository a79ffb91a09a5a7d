//! Everything that follows from each candidate, as sets: a filter for the ordered searches.
//!
//! ```text
//! weak[i]         the candidates that are false if i is true
//! implied[i]      the candidates that must be true if i is false
//! direct[i]       the candidates implied by those in weak[i]
//! on[i], off[i]   all candidates that are true, or false, if i is true, over any number of links
//! ```
//!
//! The sets are bit sets over the live candidates (those not yet eliminated), which are numbered 0, 1, 2 … in
//! grid order. If only links of the unchanged grid are used, the consequences do not depend on the order in
//! which they are found. Most searches find nothing, and the sets show that at a fraction of the cost: a tree
//! contains no literals that are missing from its set, so trees whose sets have nothing in common share no
//! literal.

use super::super::grid::{CELLS, HOUSES, INDEXES, RatingGrid, bits, is_pair};
use super::nested_cache::GridKey;
use super::pruning;

/// The number of words in a set of live candidates.
const WORDS: usize = 5;

/// A set of live candidates, one bit each.
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

/// Numbers the live candidates of a grid in grid order, and returns how many there are.
pub(super) fn number_candidates(grid: &RatingGrid, numbers: &mut Vec<u16>) -> usize {
    numbers.resize(729, 0);
    let mut count = 0;
    for cell in 0..81 {
        for digit in bits(grid.candidates[cell]) {
            numbers[cell * 9 + digit] = count;
            count += 1;
        }
    }
    count as usize
}

/// Reports whether the `on` sets of these candidate numbers, or their `off` sets, have a member in common.
pub(super) fn have_common(
    on: &[CandidateBits],
    off: &[CandidateBits],
    mut numbers: impl Iterator<Item = usize>,
) -> bool {
    let Some(first) = numbers.next() else { return false };
    let (mut common_on, mut common_off) = (on[first], off[first]);
    numbers.all(|number| narrow(&mut common_on, &mut common_off, &on[number], &off[number]))
}

/// Intersects a pair of sets with another pair, in place. Returns false if both results are empty.
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

/// All consequences of each live candidate of a grid, using only the links of the unchanged grid.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkClosure {
    /// For each candidate: its number among the candidates that are not eliminated.
    pub(super) number: Vec<u16>,
    /// Whether the grid has too many candidates for the sets. If so, the filter rejects nothing.
    pub(super) too_large: bool,
    pub(super) weak: Vec<CandidateBits>,
    /// For each candidate: the candidates that must be true if it is false.
    pub(super) implied: Vec<CandidateBits>,
    pub(super) direct: Vec<CandidateBits>,
    pub(super) on: Vec<CandidateBits>,
    pub(super) off: Vec<CandidateBits>,
    done: Vec<bool>,
    /// The candidates that, if assumed true, turn out to be false.
    pub(super) refuted: CandidateBits,
}

impl LinkClosure {
    /// Computes all sets for a grid.
    pub(crate) fn build(&mut self, grid: &RatingGrid) {
        let count = number_candidates(grid, &mut self.number);
        self.too_large = count > 64 * WORDS || !pruning::is_enabled();
        if self.too_large {
            return;
        }
        for sets in [&mut self.weak, &mut self.implied, &mut self.direct, &mut self.on, &mut self.off] {
            sets.clear();
            sets.resize(count, EMPTY);
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

    /// Returns true if it is known that no candidate refutes itself. If so, the grid has no forcing chain and
    /// no cycle that eliminates anything:
    ///
    /// - A candidate that a cycle eliminates makes one half of the cycle false, which makes the other half
    ///   true, which makes the candidate false.
    /// - If a candidate follows from its own negation, its partner refutes itself.
    pub(super) fn is_consistent(&self) -> bool {
        !self.too_large && self.refuted == EMPTY
    }

    /// Returns the candidates that a cycle with eliminations can pass through: those that become both true
    /// and false if some refuted candidate is assumed true.
    pub(super) fn cycle_candidates(&self) -> CandidateBits {
        members(&self.refuted).fold(EMPTY, |mut candidates, number| {
            union_with(&mut candidates, &intersection(&self.on[number], &self.off[number]));
            candidates
        })
    }

    fn link(&mut self, grid: &RatingGrid) {
        // A true candidate rules out all other candidates of its cell and all other places of its digit in
        // its houses.
        for cell in 0..81 {
            let mut all = EMPTY;
            for digit in bits(grid.candidates[cell]) {
                insert(&mut all, self.number[cell * 9 + digit] as usize);
            }
            for digit in bits(grid.candidates[cell]) {
                self.weak[self.number[cell * 9 + digit] as usize] = all;
            }
        }
        for house in 0..27 {
            for digit in 0..9 {
                let number = |index: usize| self.number[CELLS[house][index] as usize * 9 + digit] as usize;
                let mut all = EMPTY;
                for index in bits(grid.places[house][digit]) {
                    insert(&mut all, number(index));
                }
                for index in bits(grid.places[house][digit]) {
                    union_with(&mut self.weak[number(index)], &all);
                }
            }
        }
        // A candidate is not weakly linked to itself.
        for (number, weak) in self.weak.iter_mut().enumerate() {
            weak[number / 64] &= !(1 << (number % 64));
        }
        // If a candidate has only one alternative in its cell or in a house, that alternative is true when
        // the candidate is false. Record it for every candidate that makes this one false.
        for cell in 0..81 {
            for digit in bits(grid.candidates[cell]) {
                let number = self.number[cell * 9 + digit] as usize;
                let mut implied = EMPTY;
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
                if implied != EMPTY {
                    for other in members(&self.weak[number]) {
                        union_with(&mut self.direct[other], &implied);
                    }
                }
            }
        }
    }

    /// Collects all consequences of one candidate, using the sets that are already complete.
    fn close(&mut self, start: usize) {
        let (mut on, mut off) = (EMPTY, EMPTY);
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

    /// Reports whether assuming the candidate true can prove it false.
    pub(super) fn refutes_itself(&self, candidate: u16) -> bool {
        self.too_large || contains(&self.refuted, self.number[candidate as usize] as usize)
    }

    /// Reports whether assuming one candidate true can prove another one true.
    pub(super) fn implies(&self, from: u16, to: u16) -> bool {
        let [from, to] = [from, to].map(|candidate| self.number[candidate as usize] as usize);
        self.too_large || contains(&self.on[from], to)
    }

    /// Reports whether assuming one candidate true can prove another one false.
    pub(super) fn refutes(&self, from: u16, to: u16) -> bool {
        let [from, to] = [from, to].map(|candidate| self.number[candidate as usize] as usize);
        self.too_large || contains(&self.off[from], to)
    }

    /// Reports whether these candidates can have a common consequence when each is assumed true in turn.
    pub(super) fn have_common(&self, candidates: impl Iterator<Item = usize>) -> bool {
        if self.too_large {
            return true;
        }
        have_common(&self.on, &self.off, candidates.map(|candidate| self.number[candidate] as usize))
    }
}

/// The consequences of a candidate being false, if that candidate has a new strong link.
#[derive(Copy, Clone, Debug)]
struct NewImplication {
    candidate: u16,
    on: CandidateBits,
    off: CandidateBits,
    done: bool,
}

/// Marks a candidate that has no new link.
const NONE: u16 = u16::MAX;

/// The closures of the grid before and after an assumption, which nested searches use as filters.
///
/// ```text
/// before      on[x], off[x]                         everything that follows from x
/// undecided   the candidates not decided yet        all sets are restricted to them
/// new links   a strong link a ─ b that is new       if a is false, b is true, with all its consequences
/// after       on[x], off[x], plus the consequences of the new links from all candidates in off[x]
/// ```
///
/// All consequences of the assumption by singles must have been found. Then decided candidates can be
/// ignored: every link between undecided candidates still exists, and a link that leads to a decided
/// candidate also starts at one. So only the new links, which are few, have to be added. Every implication
/// also holds in reverse (contraposition): `x` makes `a` false if and only if `a` makes `x` false. Therefore
/// the new links alone show which other candidates now refute themselves.
///
/// The searches for nested forcing chains and for nested multiple chains examine the same grid, so both use
/// the same closures.
#[derive(Debug, Default)]
pub(super) struct NestedClosure {
    before: LinkClosure,
    /// The grid after the assumption.
    reduced_grid: Option<GridKey>,
    undecided: CandidateBits,
    new_links: Vec<NewImplication>,
    /// For each candidate number: the index of its entry in `new_links`, or `NONE`.
    link_of: Vec<u16>,
    /// The candidates that have new links.
    link_sources: CandidateBits,
    /// The closure after the assumption. It uses the candidate numbers of the closure before it.
    closure: LinkClosure,
    complete: bool,
}

impl NestedClosure {
    /// Starts with a new base grid. Builds its closure unless the caller provides it.
    pub(super) fn start(&mut self, base: &RatingGrid, closure: Option<&LinkClosure>) {
        match closure {
            Some(closure) => self.before.clone_from(closure),
            None => self.before.build(base),
        }
        self.reduced_grid = None;
        self.closure.number.clone_from(&self.before.number);
        self.closure.too_large = self.before.too_large;
        self.closure.on.resize(self.before.on.len(), EMPTY);
        self.closure.off.resize(self.before.on.len(), EMPTY);
        self.link_of.clear();
        self.link_of.resize(self.before.on.len(), NONE);
        self.new_links.clear();
    }

    /// Returns true if the working grid has no forcing chain and no cycle that eliminates anything.
    pub(super) fn is_consistent(&mut self, key: GridKey, base: &RatingGrid, work: &RatingGrid) -> bool {
        self.reduce(key, base, work);
        self.closure.is_consistent()
    }

    /// Computes the consequences of all new links, and the candidates that refute themselves.
    fn reduce(&mut self, key: GridKey, base: &RatingGrid, work: &RatingGrid) {
        if self.reduced_grid == Some(key) {
            return;
        }
        self.reduced_grid = Some(key);
        self.complete = false;
        if self.before.too_large {
            return;
        }
        self.undecided = EMPTY;
        for link in self.new_links.drain(..) {
            self.link_of[link.candidate as usize] = NONE;
        }
        self.link_sources = EMPTY;
        for cell in 0..81 {
            let digits = work.candidates[cell];
            if digits & digits.wrapping_sub(1) == 0 {
                continue;
            }
            for digit in bits(digits) {
                insert(&mut self.undecided, self.before.number[cell * 9 + digit] as usize);
            }
            if is_pair(digits) && digits != base.candidates[cell] {
                self.add_link(bits(digits).map(|digit| cell * 9 + digit));
            }
        }
        for house in 0..27 {
            for digit in 0..9 {
                let places = work.places[house][digit];
                if places != base.places[house][digit] && is_pair(places) {
                    let ends = bits(places).map(|index| CELLS[house][index] as usize * 9 + digit);
                    self.add_link(ends);
                }
            }
        }
        self.closure.refuted = intersection(&self.before.refuted, &self.undecided);
        for link in 0..self.new_links.len() {
            self.close(link);
            let link = &self.new_links[link];
            let refuted = intersection(&self.before.off[link.candidate as usize], &link.off);
            union_with(&mut self.closure.refuted, &intersection(&refuted, &self.undecided));
        }
    }

    /// Adds a new strong link, in both directions.
    fn add_link(&mut self, mut ends: impl Iterator<Item = usize>) {
        let (Some(one), Some(two)) = (ends.next(), ends.next()) else { return };
        let [one, two] = [one, two].map(|candidate| self.before.number[candidate] as usize);
        for (from, to) in [(one, two), (two, one)] {
            if self.link_of[from] == NONE {
                self.link_of[from] = self.new_links.len() as u16;
                let candidate = from as u16;
                self.new_links.push(NewImplication { candidate, on: EMPTY, off: EMPTY, done: false });
                insert(&mut self.link_sources, from);
            }
            let link = &mut self.new_links[self.link_of[from] as usize];
            union_with(&mut link.on, &self.before.on[to]);
            union_with(&mut link.off, &self.before.off[to]);
        }
    }

    /// Completes the consequences of a new link by following all other new links.
    fn close(&mut self, start: usize) {
        let NewImplication { candidate, mut on, mut off, .. } = self.new_links[start];
        let mut visited = EMPTY;
        insert(&mut visited, candidate as usize);
        loop {
            let mut next = None;
            for word in 0..visited.len() {
                let rest = off[word] & self.link_sources[word] & !visited[word];
                if rest != 0 {
                    next = Some(word * 64 + rest.trailing_zeros() as usize);
                    break;
                }
            }
            let Some(next) = next else { break };
            insert(&mut visited, next);
            let link = &self.new_links[self.link_of[next] as usize];
            union_with(&mut on, &link.on);
            union_with(&mut off, &link.off);
            if link.done {
                // The sets of this link already include all its consequences.
                for (word, complete) in visited.iter_mut().zip(&link.off) {
                    *word |= complete;
                }
            }
        }
        let link = &mut self.new_links[start];
        (link.on, link.off, link.done) =
            (intersection(&on, &self.undecided), intersection(&off, &self.undecided), true);
    }

    /// Returns the closure of the working grid, with the sets of all undecided candidates.
    pub(super) fn closure(&mut self, key: GridKey, base: &RatingGrid, work: &RatingGrid) -> &LinkClosure {
        self.reduce(key, base, work);
        if !self.complete && !self.before.too_large {
            for number in members(&self.undecided) {
                let mut on = intersection(&self.before.on[number], &self.undecided);
                let mut off = intersection(&self.before.off[number], &self.undecided);
                for link in members(&intersection(&off, &self.link_sources)) {
                    let link = &self.new_links[self.link_of[link] as usize];
                    union_with(&mut on, &link.on);
                    union_with(&mut off, &link.off);
                }
                self.closure.on[number] = on;
                self.closure.off[number] = off;
            }
        }
        self.complete = true;
        &self.closure
    }
}
