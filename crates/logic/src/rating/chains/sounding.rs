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

use super::super::grid::{CELLS, Grid, PEER_SETS, ROWS, bits, cells_of, is_pair};
use super::closure::{Closure, EMPTY, Set, both, insert, members, unite};

/// No chain within the limit.
pub(super) const NEVER: u32 = u32::MAX;

/// The nodes of the shortest chains from a source, by kind.
#[derive(Copy, Clone, Debug)]
pub(super) struct Depths {
    pub(super) refuted: u32,
    pub(super) proved: u32,
}

impl Closure {
    /// The nodes of the chain that proves the candidate false, unless they are more than the limit.
    pub(super) fn depth_of_refutation(&self, candidate: u16, limit: u32) -> u32 {
        let number = self.number[candidate as usize] as usize;
        let mut source = EMPTY;
        insert(&mut source, number);
        self.sound(source, source, 1, &self.weak[number], limit)
    }

    /// The nodes of the chain that proves the candidate true, unless they are more than the limit.
    pub(super) fn depth_of_proof(&self, candidate: u16, limit: u32) -> u32 {
        let number = self.number[candidate as usize] as usize;
        let mut source = EMPTY;
        insert(&mut source, number);
        let level = self.implied[number];
        self.sound(level, level, 1, &source, limit)
    }

    /// Whether a cycle from the candidate may have no more nodes than the limit.
    pub(super) fn can_cycle_within(&self, candidate: u16, limit: u32) -> bool {
        let number = self.number[candidate as usize] as usize;
        let mut source = EMPTY;
        insert(&mut source, number);
        members(&self.implied[number]).any(|partner| {
            let mut level = EMPTY;
            for other in members(&self.weak[number]).filter(|&other| other != partner) {
                unite(&mut level, &self.implied[other]);
            }
            level[number / 64] &= !source[number / 64];
            let mut seen = level;
            unite(&mut seen, &source);
            self.sound(level, seen, 2, &self.weak[partner], limit) != NEVER
        })
    }

    /// Whether a cycle through the candidate may strike one of these.
    pub(super) fn cycle_strikes(&self, candidate: u16, victims: &[u16]) -> bool {
        let number = self.number[candidate as usize] as usize;
        // What leads back to the candidate is what its falsehood makes false.
        let (mut on, mut off) = (EMPTY, EMPTY);
        for partner in members(&self.implied[number]) {
            unite(&mut on, &self.off[partner]);
            unite(&mut off, &self.on[partner]);
        }
        on = both(&on, &self.on[number]);
        off = both(&off, &self.off[number]);
        victims.iter().any(|&victim| {
            let seen = &self.weak[self.number[victim as usize] as usize];
            both(&on, seen) != EMPTY && both(&off, seen) != EMPTY
        })
    }

    /// Twice the number of the first level that meets the goal.
    fn sound(&self, mut level: Set, mut seen: Set, first: u32, goal: &Set, limit: u32) -> u32 {
        let mut nodes = 2 * first;
        while nodes <= limit && level != EMPTY {
            if both(&level, goal) != EMPTY {
                return nodes;
            }
            level = self.step(&level, &mut seen);
            nodes += 2;
        }
        NEVER
    }

    /// The candidates that a level makes true, if they were not seen before.
    fn step(&self, level: &Set, seen: &mut Set) -> Set {
        let mut next = EMPTY;
        for (word, &level) in level.iter().enumerate() {
            let mut rest = level;
            while rest != 0 {
                unite(&mut next, &self.direct[word * 64 + rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
        }
        for (word, known) in next.iter_mut().zip(seen) {
            *word &= !*known;
            *known |= *word;
        }
        next
    }

    /// The candidates that the truth of one makes true and false within so many nodes: through them goes every cycle of
    /// two nodes less that strikes it.
    pub(super) fn torn_within(&self, candidate: u16, nodes: u32) -> Set {
        let mut level = EMPTY;
        insert(&mut level, self.number[candidate as usize] as usize);
        let (mut on, mut off) = (level, EMPTY);
        for _ in 0..nodes / 2 {
            for number in members(&level) {
                unite(&mut off, &self.weak[number]);
            }
            level = self.step(&level, &mut on);
        }
        both(&on, &off)
    }
}

/// The links of one digit, as sets of cells.
#[derive(Clone, Debug)]
struct Plane {
    listed: bool,
    /// The cells whose falsehood makes another true.
    strong: u128,
    /// By cell false: those that are true then.
    implied: [u128; 81],
    /// By cell true: those that the cells it makes false make true.
    direct: [u128; 81],
}

/// What may be found with the links of one digit.
#[derive(Debug)]
pub(super) struct Planes(Vec<Plane>);

impl Default for Planes {
    fn default() -> Planes {
        let plane = Plane { listed: false, strong: 0, implied: [0; 81], direct: [0; 81] };
        Planes(vec![plane; 9])
    }
}

impl Planes {
    /// Begins with another grid.
    pub(super) fn begin(&mut self) {
        for plane in &mut self.0 {
            plane.listed = false;
        }
    }

    fn plane(&mut self, grid: &Grid, digit: usize) -> &Plane {
        let plane = &mut self.0[digit];
        if !plane.listed {
            plane.list(grid, digit);
        }
        plane
    }

    /// Whether a chain of the digit proves the candidate false.
    pub(super) fn refutes(&mut self, grid: &Grid, candidate: u16) -> bool {
        let (cell, digit) = (candidate as usize / 9, candidate as usize % 9);
        self.plane(grid, digit).reaches(1 << cell, 1 << cell, PEER_SETS[cell])
    }

    /// Whether a chain of the digit proves the candidate true.
    pub(super) fn proves(&mut self, grid: &Grid, candidate: u16) -> bool {
        let (cell, digit) = (candidate as usize / 9, candidate as usize % 9);
        let plane = self.plane(grid, digit);
        plane.reaches(plane.implied[cell], plane.implied[cell], 1 << cell)
    }

    /// Whether a cycle of the digit may go through the candidate.
    pub(super) fn can_cycle(&mut self, grid: &Grid, candidate: u16) -> bool {
        let (cell, digit) = (candidate as usize / 9, candidate as usize % 9);
        let plane = self.plane(grid, digit);
        cells_of(plane.implied[cell]).any(|partner| {
            let others = PEER_SETS[cell] & plane.strong & !(1 << partner);
            let level = cells_of(others).fold(0, |level, other| level | plane.implied[other]) & !(1 << cell);
            plane.reaches(level, level | 1 << cell, PEER_SETS[partner])
        })
    }
}

impl Plane {
    fn list(&mut self, grid: &Grid, digit: usize) {
        let places = (0..9)
            .fold(0_u128, |places, row| places | u128::from(grid.places[ROWS + row][digit]) << (9 * row));
        self.listed = true;
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
