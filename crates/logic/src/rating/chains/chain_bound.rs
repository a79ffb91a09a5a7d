//! Computes the length of the shortest chain from each source, so that only promising sources need an ordered
//! search.
//!
//! ```text
//! level 1 {source} ──direct──▶ level 2 ──direct──▶ level 3 … until a level contains a goal candidate
//! goal   refuted    a true candidate that makes the source false
//!        proved     the source itself; level 1 then holds what follows directly if the source is false
//!        cycle      a true candidate that makes a partner of the source false, on another path
//! ```
//!
//! A level is a set of candidates. The level at which a chain ends does not depend on the search order, so
//! the number of nodes is exact for chains. For cycles it is a lower bound, because a cycle may eliminate
//! nothing.

use super::super::grid::{CELLS, PEER_SETS, ROWS, RatingGrid, bits, cells_of, is_pair};
use super::closure::{CandidateBits, EMPTY, LinkClosure, insert, intersection, members, union_with};

/// The value that means "no chain within the limit".
pub(super) const NO_CHAIN: u32 = u32::MAX;

/// The numbers of nodes of the shortest chains that prove a source false (`refuted`) or true (`proved`).
#[derive(Copy, Clone, Debug)]
pub(super) struct ChainBounds {
    pub(super) refuted: u32,
    pub(super) proved: u32,
}

impl LinkClosure {
    /// Returns the number of nodes of the shortest chain that proves the candidate false, or [`NO_CHAIN`] if
    /// it exceeds the limit.
    pub(super) fn refutation_nodes(&self, candidate: u16, limit: u32) -> u32 {
        let number = self.number[candidate as usize] as usize;
        let mut source = EMPTY;
        insert(&mut source, number);
        self.nodes_to_reach(source, source, 1, &self.weak[number], limit)
    }

    /// Returns the number of nodes of the shortest chain that proves the candidate true, or [`NO_CHAIN`] if
    /// it exceeds the limit.
    pub(super) fn proof_nodes(&self, candidate: u16, limit: u32) -> u32 {
        let number = self.number[candidate as usize] as usize;
        let mut source = EMPTY;
        insert(&mut source, number);
        let level = self.implied[number];
        self.nodes_to_reach(level, level, 1, &source, limit)
    }

    /// Reports whether there may be a cycle of at most `limit` nodes through the candidate.
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

    /// Reports whether a cycle through the candidate may eliminate one of the `victims`.
    pub(super) fn cycle_can_eliminate(&self, candidate: u16, victims: &[u16]) -> bool {
        let number = self.number[candidate as usize] as usize;
        // By contraposition, a literal implies the candidate if the negation of the literal follows from the
        // candidate being false.
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

    /// Returns the number of nodes of the shortest chain to a goal candidate: two for each level up to the
    /// first one that contains such a candidate. Returns [`NO_CHAIN`] if that exceeds the limit. `first` is
    /// the number of the starting level.
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

    /// Returns the candidates that a level makes true, and adds them to `seen`. Candidates already seen are
    /// left out.
    fn next_level(&self, level: &CandidateBits, seen: &mut CandidateBits) -> CandidateBits {
        let mut next = EMPTY;
        for (word, &level) in level.iter().enumerate() {
            let mut rest = level;
            while rest != 0 {
                union_with(&mut next, &self.direct[word * 64 + rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
        }
        for (word, seen_word) in next.iter_mut().zip(seen) {
            *word &= !*seen_word;
            *seen_word |= *word;
        }
        next
    }

    /// Returns the candidates that become both true and false within this number of nodes if `candidate` is
    /// assumed true. A cycle that eliminates `candidate` and is at least two nodes shorter passes only
    /// through these candidates.
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

/// The links between the candidates of one digit, as sets of cells.
#[derive(Clone, Debug)]
struct DigitLinks {
    built: bool,
    /// The cells whose candidate has a strong link.
    strong: u128,
    /// For each cell: the cells that must have the digit if this cell does not.
    implied: [u128; 81],
    /// For each cell: the cells that must have the digit if this cell has it, following one weak and one
    /// strong link.
    direct: [u128; 81],
}

/// The links of each digit, used to filter the sources of the X pass.
#[derive(Debug)]
pub(super) struct SingleDigitLinks(Vec<DigitLinks>);

impl Default for SingleDigitLinks {
    fn default() -> SingleDigitLinks {
        let links = DigitLinks { built: false, strong: 0, implied: [0; 81], direct: [0; 81] };
        SingleDigitLinks(vec![links; 9])
    }
}

impl SingleDigitLinks {
    /// Discards the links of the previous grid.
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

    /// Reports whether a chain within the digit proves the candidate false.
    pub(super) fn refutes(&mut self, grid: &RatingGrid, candidate: u16) -> bool {
        let (cell, digit) = (candidate as usize / 9, candidate as usize % 9);
        self.digit_links(grid, digit).reaches(1 << cell, 1 << cell, PEER_SETS[cell])
    }

    /// Reports whether a chain within the digit proves the candidate true.
    pub(super) fn proves(&mut self, grid: &RatingGrid, candidate: u16) -> bool {
        let (cell, digit) = (candidate as usize / 9, candidate as usize % 9);
        let links = self.digit_links(grid, digit);
        links.reaches(links.implied[cell], links.implied[cell], 1 << cell)
    }

    /// Reports whether a cycle within the digit may pass through the candidate.
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
