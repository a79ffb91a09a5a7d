//! Computes the closure of the grid after an assumption from the closure of the grid before it.
//!
//! ```text
//! before      on[x], off[x]                         everything that follows from x
//! undecided   the candidates not decided yet        all sets are restricted to them
//! new links   a strong link a ─ b that is new       if a is false, b is true, with all its consequences
//! after       on[x], off[x], plus the consequences of the new links from all candidates in off[x]
//! ```
//!
//! All consequences of the assumption by singles must have been found. Then decided candidates can be
//! ignored: every link between undecided candidates still exists, and a link that leads to a decided
//! candidate also starts at one. So only the new links, which are few, have to be added. Every implication
//! also holds in reverse (contraposition): `x` makes `a` false if and only if `a` makes `x` false. Therefore
//! the new links alone show which other candidates now refute themselves.

use super::super::grid::{CELLS, RatingGrid, bits, is_pair};
use super::closure::{CandidateBits, EMPTY, LinkClosure, insert, intersection, members, union_with};

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

/// The closure of the grid after an assumption.
#[derive(Debug, Default)]
pub(super) struct ReducedClosure {
    undecided: CandidateBits,
    new_links: Vec<NewImplication>,
    /// For each candidate number: the index of its entry in `new_links`, or `NONE`.
    link_of: Vec<u16>,
    /// The candidates that have new links.
    link_sources: CandidateBits,
    /// The result. It uses the candidate numbers of the closure before the assumption.
    closure: LinkClosure,
    complete: bool,
}

impl ReducedClosure {
    /// Copies the candidate numbers from the closure of the base grid.
    pub(super) fn start(&mut self, before: &LinkClosure) {
        self.closure.number.clone_from(&before.number);
        self.closure.too_large = before.too_large;
        self.closure.on.resize(before.on.len(), EMPTY);
        self.closure.off.resize(before.on.len(), EMPTY);
        self.link_of.clear();
        self.link_of.resize(before.on.len(), NONE);
        self.new_links.clear();
    }

    /// Computes the consequences of all new links, and the candidates that refute themselves.
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

    /// Adds a new strong link, in both directions.
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

    /// Returns true if it is known that no candidate refutes itself.
    pub(super) fn is_consistent(&self) -> bool {
        self.closure.is_consistent()
    }

    /// Returns the closure with the sets of all undecided candidates.
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
