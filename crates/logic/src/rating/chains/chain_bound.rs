//! How near the shortest chain from a source is, found with sets, so that only sources near enough are searched in order.
//!
//! ```text
//! level 1 {source} ──direct──▶ level 2 ──direct──▶ level 3 … until a level meets the goal
//! goal   refuted    a true candidate that makes the source false
//!        proved     the source itself, from what its falsehood makes true
//!        cycle      a true candidate that makes a partner of the source false, by a way that did not begin with it
//! ```
//!
//! The level at which a chain ends does not depend on the order of the search, so for chains the number of nodes is exact. Of a
//! cycle it is the least possible: whether it strikes anything is not asked.

use super::super::grid::{CELLS, PEER_SETS, ROWS, RatingGrid, bits, cells_of, is_pair};
use super::closure::{CandidateBits, EMPTY, LinkClosure, insert, intersection, members, union_with};

/// No chain within the limit.
pub(super) const NO_CHAIN: u32 = u32::MAX;

/// The nodes of the shortest chains from a source, by kind.
#[derive(Copy, Clone, Debug)]
pub(super) struct ChainBounds {
    pub(super) refuted: u32,
    pub(super) proved: u32,
}

impl LinkClosure {
    /// The nodes of the chain that proves the candidate false, unless they are more than the limit.
    pub(super) fn refutation_nodes(&self, candidate: u16, limit: u32) -> u32 {
        let number = self.number[candidate as usize] as usize;
        let mut source = EMPTY;
        insert(&mut source, number);
        self.nodes_to_reach(source, source, 1, &self.weak[number], limit)
    }

    /// The nodes of the chain that proves the candidate true, unless they are more than the limit.
    pub(super) fn proof_nodes(&self, candidate: u16, limit: u32) -> u32 {
        let number = self.number[candidate as usize] as usize;
        let mut source = EMPTY;
        insert(&mut source, number);
        let level = self.implied[number];
        self.nodes_to_reach(level, level, 1, &source, limit)
    }

    /// Whether a cycle from the candidate may have no more nodes than the limit.
    pub(super) fn can_cycle_within(&self, candidate: u16, limit: u32) -> bool {
        let number = self.number[candidate as usize] as usize;
        let mut source = EMPTY;
        insert(&mut source, number);
        members(&self.implied[number]).any(|partner| {
            let mut level = EMPTY;
            for other in members(&self.weak[number]).filter(|&other| other != partner) {
                union_with(&mut level, &self.implied[other]);
            }
            level[number / 64] &= !source[number / 64];
            let mut seen = level;
            union_with(&mut seen, &source);
            self.nodes_to_reach(level, seen, 2, &self.weak[partner], limit) != NO_CHAIN
        })
    }

    /// Whether a cycle through the candidate may strike one of these.
    pub(super) fn cycle_can_eliminate(&self, candidate: u16, victims: &[u16]) -> bool {
        let number = self.number[candidate as usize] as usize;
        // What leads back to the candidate is what its falsehood makes false.
        let (mut on, mut off) = (EMPTY, EMPTY);
        for partner in members(&self.implied[number]) {
            union_with(&mut on, &self.off[partner]);
            union_with(&mut off, &self.on[partner]);
        }
        on = intersection(&on, &self.on[number]);
        off = intersection(&off, &self.off[number]);
        victims.iter().any(|&victim| {
            let seen = &self.weak[self.number[victim as usize] as usize];
            intersection(&on, seen) != EMPTY && intersection(&off, seen) != EMPTY
        })
    }

    /// Twice the number of the first level that meets the goal.
    fn nodes_to_reach(
        &self,
        mut level: CandidateBits,
        mut seen: CandidateBits,
        first: u32,
        goal: &CandidateBits,
        limit: u32,
    ) -> u32 {
        let mut nodes = 2 * first;
        while nodes <= limit && level != EMPTY {
            if intersection(&level, goal) != EMPTY {
                return nodes;
            }
            level = self.next_level(&level, &mut seen);
            nodes += 2;
        }
        NO_CHAIN
    }

    /// The candidates that a level makes true, if they were not seen before.
    fn next_level(&self, level: &CandidateBits, seen: &mut CandidateBits) -> CandidateBits {
        let mut next = EMPTY;
        for (word, &level) in level.iter().enumerate() {
            let mut rest = level;
            while rest != 0 {
                union_with(&mut next, &self.direct[word * 64 + rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
        }
        for (word, prefilter) in next.iter_mut().zip(seen) {
            *word &= !*prefilter;
            *prefilter |= *word;
        }
        next
    }

    /// The candidates that the truth of one makes true and false within so many nodes: through them goes every cycle of
    /// two nodes less that strikes it.
    pub(super) fn cycle_candidates_within(&self, candidate: u16, nodes: u32) -> CandidateBits {
        let mut level = EMPTY;
        insert(&mut level, self.number[candidate as usize] as usize);
        let (mut on, mut off) = (level, EMPTY);
        for _ in 0..nodes / 2 {
            for number in members(&level) {
                union_with(&mut off, &self.weak[number]);
            }
            level = self.next_level(&level, &mut on);
        }
        intersection(&on, &off)
    }
}

/// The links of one digit, as sets of cells.
#[derive(Clone, Debug)]
struct DigitLinks {
    built: bool,
    /// The cells whose falsehood makes another true.
    strong: u128,
    /// By cell false: those that are true then.
    implied: [u128; 81],
    /// By cell true: those that the cells it makes false make true.
    direct: [u128; 81],
}

/// What may be found with the links of one digit.
#[derive(Debug)]
pub(super) struct SingleDigitLinks(Vec<DigitLinks>);

impl Default for SingleDigitLinks {
    fn default() -> SingleDigitLinks {
        let links = DigitLinks { built: false, strong: 0, implied: [0; 81], direct: [0; 81] };
        SingleDigitLinks(vec![links; 9])
    }
}

impl SingleDigitLinks {
    /// Begins with another grid.
    pub(super) fn start(&mut self) {
        for links in &mut self.0 {
            links.built = false;
        }
    }

    fn digit_links(&mut self, grid: &RatingGrid, digit: usize) -> &DigitLinks {
        let links = &mut self.0[digit];
        if !links.built {
            links.build(grid, digit);
        }
        links
    }

    /// Whether a chain of the digit proves the candidate false.
    pub(super) fn refutes(&mut self, grid: &RatingGrid, candidate: u16) -> bool {
        let (cell, digit) = (candidate as usize / 9, candidate as usize % 9);
        self.digit_links(grid, digit).reaches(1 << cell, 1 << cell, PEER_SETS[cell])
    }

    /// Whether a chain of the digit proves the candidate true.
    pub(super) fn proves(&mut self, grid: &RatingGrid, candidate: u16) -> bool {
        let (cell, digit) = (candidate as usize / 9, candidate as usize % 9);
        let links = self.digit_links(grid, digit);
        links.reaches(links.implied[cell], links.implied[cell], 1 << cell)
    }

    /// Whether a cycle of the digit may go through the candidate.
    pub(super) fn can_cycle(&mut self, grid: &RatingGrid, candidate: u16) -> bool {
        let (cell, digit) = (candidate as usize / 9, candidate as usize % 9);
        let links = self.digit_links(grid, digit);
        cells_of(links.implied[cell]).any(|partner| {
            let others = PEER_SETS[cell] & links.strong & !(1 << partner);
            let level = cells_of(others).fold(0, |level, other| level | links.implied[other]) & !(1 << cell);
            links.reaches(level, level | 1 << cell, PEER_SETS[partner])
        })
    }
}

impl DigitLinks {
    fn build(&mut self, grid: &RatingGrid, digit: usize) {
        let places = (0..9)
            .fold(0_u128, |places, row| places | u128::from(grid.places[ROWS + row][digit]) << (9 * row));
        self.built = true;
        self.strong = 0;
        for cell in cells_of(places) {
            (self.implied[cell], self.direct[cell]) = (0, 0);
        }
        for house in 0..27 {
            let pair = grid.places[house][digit];
            if is_pair(pair) {
                let ends = bits(pair).fold(0_u128, |ends, index| ends | 1 << CELLS[house][index]);
                for cell in cells_of(ends) {
                    self.implied[cell] |= ends & !(1 << cell);
                }
                self.strong |= ends;
            }
        }
        for cell in cells_of(self.strong) {
            for other in cells_of(PEER_SETS[cell] & places) {
                self.direct[other] |= self.implied[cell];
            }
        }
    }

    fn reaches(&self, mut level: u128, mut seen: u128, goal: u128) -> bool {
        while level != 0 {
            if level & goal != 0 {
                return true;
            }
            level = cells_of(level).fold(0, |next, cell| next | self.direct[cell]) & !seen;
            seen |= level;
        }
        false
    }
}
