//! The links between the candidates of a grid, listed in the order in which Sudoku Explainer follows them.
//!
//! ```text
//! strong  a false one makes true   [the other of a pair cell, the other place in box, row, column]
//! weak    a true one makes false   [others of the cell, places in the box, row, column]
//! ```
//!
//! A file of its own because the three passes of a search share the lists: X takes the second parts, Y the first
//! part of the strong ones. False candidates from which no strong link leads on are left out.

use super::super::grid::{CELLS, CROSSINGS, Grid, HOUSES, INDEXES, bits, is_pair};
use super::Cause;

use std::ops::Range;

/// Which links a pass uses between a false and a true candidate.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    X,
    Y,
    Xy,
}

impl Pass {
    pub(super) fn has_x(self) -> bool {
        self != Pass::Y
    }

    pub(super) fn has_y(self) -> bool {
        self != Pass::X
    }
}

/// A link from a false candidate to the true one it implies.
#[derive(Copy, Clone, Debug)]
pub(super) struct Strong {
    pub(super) to: u16,
    pub(super) cause: Cause,
}

/// The strong links of a candidate: `by_cell` (none or one), then those of houses.
#[derive(Copy, Clone, Debug)]
struct Strongs {
    to: [Strong; 4],
    by_cell: u8,
    count: u8,
}

/// Where the weak links of a candidate are listed, if they are.
#[derive(Copy, Clone, Debug)]
struct Weaks {
    listed: bool,
    start: u32,
    houses: u32,
    end: u32,
}

const NOTHING: Strongs = Strongs { to: [Strong { to: 0, cause: Cause::Cell }; 4], by_cell: 0, count: 0 };
const UNLISTED: Weaks = Weaks { listed: false, start: 0, houses: 0, end: 0 };

/// The links of a grid. Candidates are `cell * 9 + digit`.
#[derive(Debug)]
pub(super) struct Links {
    strong: Vec<Strongs>,
    weak: Vec<u16>,
    weak_of: Vec<Weaks>,
}

impl Default for Links {
    fn default() -> Links {
        Links { strong: vec![NOTHING; 729], weak: Vec::new(), weak_of: vec![UNLISTED; 729] }
    }
}

impl Links {
    /// Lists the strong links of a grid; the weak ones are listed when they are asked for.
    pub(super) fn list(&mut self, grid: &Grid) {
        self.weak.clear();
        for cell in 0..81 {
            let digits = grid.candidates[cell];
            for digit in bits(digits) {
                let mut strongs = NOTHING;
                let mut count = 0;
                if is_pair(digits) {
                    let other = (digits & !(1 << digit)).trailing_zeros() as usize;
                    strongs.to[0] = Strong { to: (cell * 9 + other) as u16, cause: Cause::Cell };
                    strongs.by_cell = 1;
                    count = 1;
                }
                for kind in 0..3 {
                    let house = HOUSES[cell][kind] as usize;
                    let places = grid.places[house][digit];
                    if !is_pair(places) {
                        continue;
                    }
                    let here = INDEXES[cell][kind];
                    let there = (places & !(1 << here)).trailing_zeros() as usize;
                    let to = u16::from(CELLS[house][there]) * 9 + digit as u16;
                    if strongs.to[..count].iter().all(|strong| strong.to != to) {
                        strongs.to[count] = Strong { to, cause: Cause::House(kind as u8) };
                        count += 1;
                    }
                }
                strongs.count = count as u8;
                self.strong[cell * 9 + digit] = strongs;
                self.weak_of[cell * 9 + digit] = UNLISTED;
            }
        }
    }

    /// The true candidates that a false one implies, in a pass.
    pub(super) fn strong(&self, candidate: u16, pass: Pass) -> &[Strong] {
        let strongs = &self.strong[candidate as usize];
        match pass {
            Pass::X => &strongs.to[strongs.by_cell as usize..strongs.count as usize],
            Pass::Y => &strongs.to[..strongs.by_cell as usize],
            Pass::Xy => &strongs.to[..strongs.count as usize],
        }
    }

    /// Where the false candidates that a true one implies in a pass are found.
    pub(super) fn weak(&mut self, grid: &Grid, candidate: u16, pass: Pass) -> Range<usize> {
        if !self.weak_of[candidate as usize].listed {
            self.list_weak(grid, candidate);
        }
        let weaks = self.weak_of[candidate as usize];
        let start = if pass.has_y() { weaks.start } else { weaks.houses };
        start as usize..weaks.end as usize
    }

    /// The false candidate at a place.
    pub(super) fn at(&self, place: usize) -> u16 {
        self.weak[place]
    }

    fn list_weak(&mut self, grid: &Grid, candidate: u16) {
        let (cell, digit) = (candidate as usize / 9, candidate as usize % 9);
        let start = self.weak.len() as u32;
        for other in bits(grid.candidates[cell] & !(1 << digit)) {
            if self.strong[cell * 9 + other].count > 0 {
                self.weak.push((cell * 9 + other) as u16);
            }
        }
        let houses = self.weak.len() as u32;
        for kind in 0..3 {
            let house = HOUSES[cell][kind] as usize;
            let mut places = grid.places[house][digit] & !(1 << INDEXES[cell][kind]);
            if kind > 0 {
                places &= !CROSSINGS[house][HOUSES[cell][0] as usize];
            }
            for index in bits(places) {
                let other = CELLS[house][index] as usize * 9 + digit;
                if self.strong[other].count > 0 {
                    self.weak.push(other as u16);
                }
            }
        }
        self.weak_of[candidate as usize] = Weaks { listed: true, start, houses, end: self.weak.len() as u32 };
    }
}
