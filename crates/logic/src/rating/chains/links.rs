//! The links between the candidates of a grid, in the order in which Sudoku Explainer follows them.
//!
//! ```text
//! strong   false ─▶ true    the other candidate of a bivalue cell; the only other place in a house
//! weak     true ─▶ false    the other candidates of the cell; the other places in the box, row and column
//! ```
//!
//! The three passes of a search share these lists. The X pass uses the links within houses; the Y pass uses
//! the strong links within cells and all weak links; the XY pass uses all links. The weak lists omit
//! candidates that have no strong link, because no chain can continue from them.

use super::super::grid::{CELLS, CROSSINGS, HOUSES, INDEXES, RatingGrid, bits, is_pair};
use super::LinkCause;

use std::ops::Range;

/// The links that a pass uses: X links within houses, Y links within cells, or both.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ChainPass {
    X,
    Y,
    Xy,
}

impl ChainPass {
    pub(super) fn has_x(self) -> bool {
        self != ChainPass::Y
    }

    pub(super) fn has_y(self) -> bool {
        self != ChainPass::X
    }
}

/// The target of a strong link: a candidate that is true if the source of the link is false.
#[derive(Copy, Clone, Debug)]
pub(super) struct StrongTarget {
    pub(super) to: u16,
    pub(super) cause: LinkCause,
}

/// The strong links of a candidate: first those within its cell (`by_cell` is 0 or 1), then those in its
/// houses.
#[derive(Copy, Clone, Debug)]
struct StrongTargets {
    to: [StrongTarget; 4],
    by_cell: u8,
    count: u8,
}

/// The range of a candidate's weak links in the common list, if they have been collected.
#[derive(Copy, Clone, Debug)]
struct WeakRange {
    built: bool,
    start: u32,
    houses: u32,
    end: u32,
}

const NO_TARGETS: StrongTargets =
    StrongTargets { to: [StrongTarget { to: 0, cause: LinkCause::Cell }; 4], by_cell: 0, count: 0 };
const NOT_BUILT: WeakRange = WeakRange { built: false, start: 0, houses: 0, end: 0 };

/// The links of a grid. Candidates are numbered `cell * 9 + digit`.
#[derive(Debug)]
pub(super) struct ChainLinks {
    strong: Vec<StrongTargets>,
    weak: Vec<u16>,
    weak_of: Vec<WeakRange>,
}

impl Default for ChainLinks {
    fn default() -> ChainLinks {
        ChainLinks { strong: vec![NO_TARGETS; 729], weak: Vec::new(), weak_of: vec![NOT_BUILT; 729] }
    }
}

impl ChainLinks {
    /// Collects the strong links of a grid. Weak links are collected on first use.
    pub(super) fn build(&mut self, grid: &RatingGrid) {
        self.weak.clear();
        for cell in 0..81 {
            let digits = grid.candidates[cell];
            for digit in bits(digits) {
                let mut targets = NO_TARGETS;
                let mut count = 0;
                if is_pair(digits) {
                    let other = (digits & !(1 << digit)).trailing_zeros() as usize;
                    targets.to[0] = StrongTarget { to: (cell * 9 + other) as u16, cause: LinkCause::Cell };
                    targets.by_cell = 1;
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
                    if targets.to[..count].iter().all(|strong| strong.to != to) {
                        targets.to[count] = StrongTarget { to, cause: LinkCause::House(kind as u8) };
                        count += 1;
                    }
                }
                targets.count = count as u8;
                self.strong[cell * 9 + digit] = targets;
                self.weak_of[cell * 9 + digit] = NOT_BUILT;
            }
        }
    }

    /// Returns the candidates that are true if this candidate is false, according to the links of a pass.
    pub(super) fn strong(&self, candidate: u16, pass: ChainPass) -> &[StrongTarget] {
        let targets = &self.strong[candidate as usize];
        match pass {
            ChainPass::X => &targets.to[targets.by_cell as usize..targets.count as usize],
            ChainPass::Y => &targets.to[..targets.by_cell as usize],
            ChainPass::Xy => &targets.to[..targets.count as usize],
        }
    }

    /// Returns the range of the candidates that are false if this candidate is true, according to the links
    /// of a pass.
    pub(super) fn weak(&mut self, grid: &RatingGrid, candidate: u16, pass: ChainPass) -> Range<usize> {
        if !self.weak_of[candidate as usize].built {
            self.build_weak(grid, candidate);
        }
        let weaks = self.weak_of[candidate as usize];
        let start = if pass.has_y() { weaks.start } else { weaks.houses };
        start as usize..weaks.end as usize
    }

    /// Returns the candidate at an index of a range that [`ChainLinks::weak`] returned.
    pub(super) fn weak_target(&self, index: usize) -> u16 {
        self.weak[index]
    }

    fn build_weak(&mut self, grid: &RatingGrid, candidate: u16) {
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
        self.weak_of[candidate as usize] =
            WeakRange { built: true, start, houses, end: self.weak.len() as u32 };
    }
}
