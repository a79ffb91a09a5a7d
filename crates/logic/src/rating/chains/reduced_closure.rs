//! The closure of the grid after an assumption, computed from the closure of the grid before it.
//!
//! ```text
//! before      on[x], off[x]                         everything that follows from x
//! undecided   the candidates not decided yet        all sets are restricted to them
//! new links   a  with a new strong link a ─ b       a false makes b true, and everything that follows from b
//! after       on[x] ∪ the sets of all new links a in off[x]
//! ```
//!
//! The consequences of the assumption by singles must be complete. Then decided candidates have no effect: a
//! link between undecided candidates still exists, and a link that leads to a decided candidate also starts
//! at one. So only the new links, which are few, have to be added. Every implication also holds in reverse
//! (contraposition): `x` makes `a` false if and only if `a` makes `x` false. So the candidates that newly
//! refute themselves can be read off the new links alone.

use super::super::grid::{CELLS, RatingGrid, bits, is_pair};
use super::closure::{CandidateBits, EMPTY, LinkClosure, insert, intersection, members, union_with};

/// The consequences of a false candidate that has a new strong link.
#[derive(Copy, Clone, Debug)]
struct NewImplication {
    candidate: u16,
    on: CandidateBits,
    off: CandidateBits,
    done: bool,
}

/// Marks a candidate without new links.
const NONE: u16 = u16::MAX;

/// The closure after an assumption.
#[derive(Debug, Default)]
pub(super) struct ReducedClosure {
    undecided: CandidateBits,
    new_links: Vec<NewImplication>,
    /// For each candidate number: the index of its new link.
    link_of: Vec<u16>,
    /// The candidates with new links.
    link_sources: CandidateBits,
    /// The result, with the candidate numbers of the closure before.
    closure: LinkClosure,
    complete: bool,
}

impl ReducedClosure {
    /// Takes over the candidate numbers of the closure before the assumptions.
    pub(super) fn start(&mut self, before: &LinkClosure) {
        self.closure.number.clone_from(&before.number);
        self.closure.too_large = before.too_large;
        self.closure.on.resize(before.on.len(), EMPTY);
        self.closure.off.resize(before.on.len(), EMPTY);
        self.link_of.clear();
        self.link_of.resize(before.on.len(), NONE);
        self.new_links.clear();
    }

    /// Computes the sets of the new links, and the candidates that refute themselves.
    pub(super) fn reduce(&mut self, before: &LinkClosure, base: &RatingGrid, work: &RatingGrid) {
        self.complete = false;
        if before.too_large {
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
                insert(&mut self.undecided, before.number[cell * 9 + digit] as usize);
            }
            if is_pair(digits) && digits != base.candidates[cell] {
                self.add_link(before, bits(digits).map(|digit| cell * 9 + digit));
            }
        }
        for house in 0..27 {
            for digit in 0..9 {
                let places = work.places[house][digit];
                if places != base.places[house][digit] && is_pair(places) {
                    let ends = bits(places).map(|index| CELLS[house][index] as usize * 9 + digit);
                    self.add_link(before, ends);
                }
            }
        }
        self.closure.refuted = intersection(&before.refuted, &self.undecided);
        for link in 0..self.new_links.len() {
            self.close(link);
            let link = &self.new_links[link];
            let refuted = intersection(&before.off[link.candidate as usize], &link.off);
            union_with(&mut self.closure.refuted, &intersection(&refuted, &self.undecided));
        }
    }

    /// Adds a new strong link in both directions.
    fn add_link(&mut self, before: &LinkClosure, mut ends: impl Iterator<Item = usize>) {
        let (Some(one), Some(two)) = (ends.next(), ends.next()) else { return };
        let [one, two] = [one, two].map(|candidate| before.number[candidate] as usize);
        for (from, to) in [(one, two), (two, one)] {
            if self.link_of[from] == NONE {
                self.link_of[from] = self.new_links.len() as u16;
                self.new_links.push(NewImplication {
                    candidate: from as u16,
                    on: EMPTY,
                    off: EMPTY,
                    done: false,
                });
                insert(&mut self.link_sources, from);
            }
            let link = &mut self.new_links[self.link_of[from] as usize];
            union_with(&mut link.on, &before.on[to]);
            union_with(&mut link.off, &before.off[to]);
        }
    }

    /// Adds to a new link everything that follows by other new links.
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
                // Its sets already include everything that follows from it.
                for (word, complete) in visited.iter_mut().zip(&link.off) {
                    *word |= complete;
                }
            }
        }
        let link = &mut self.new_links[start];
        (link.on, link.off, link.done) =
            (intersection(&on, &self.undecided), intersection(&off, &self.undecided), true);
    }

    /// Reports whether no candidate refutes itself.
    pub(super) fn is_consistent(&self) -> bool {
        self.closure.is_consistent()
    }

    /// Returns the full closure.
    pub(super) fn closure(&mut self, before: &LinkClosure) -> &LinkClosure {
        if !self.complete && !before.too_large {
            for number in members(&self.undecided) {
                let mut on = intersection(&before.on[number], &self.undecided);
                let mut off = intersection(&before.off[number], &self.undecided);
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
