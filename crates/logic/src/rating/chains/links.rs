//! Literals, and the links between the candidates of a grid, in the order in which Sudoku Explainer follows
//! them.
//!
//! ```text
//! strong   false ─▶ true    the other candidate of a bivalue cell; the only other place in a house
//! weak     true ─▶ false    the other candidates of the cell; the other places in the box, row and column
//! ```
//!
//! The three passes of a search for cycles and forcing chains share these lists. The X pass uses the links
//! within houses; the Y pass uses the strong links within cells and all weak links; the XY pass uses all
//! links. The weak lists omit candidates that have no strong link, because no chain can continue from them.

use super::super::grid::{CELLS, CROSSINGS, HOUSES, INDEXES, RatingGrid, bits, is_pair};
use super::super::scale::Rule;
use std::ops::Range;

/// The statement that a candidate is true, or that it is false.
pub(super) type Literal = u16;

/// The number of literals.
pub(super) const LITERALS: usize = 1458;

/// The number of words in a set of literals.
pub(super) const LITERAL_WORDS: usize = LITERALS.div_ceil(64);

/// Returns the literal stating that the candidate is true.
pub(super) fn on(cell: usize, digit: usize) -> Literal {
    ((cell * 9 + digit) * 2 + 1) as Literal
}

/// Returns the literal stating that the candidate is false.
pub(super) fn off(cell: usize, digit: usize) -> Literal {
    ((cell * 9 + digit) * 2) as Literal
}

/// Returns the cell of a literal.
pub(super) fn cell_of(literal: Literal) -> usize {
    literal as usize / 18
}

/// Returns the digit of a literal.
pub(super) fn digit_of(literal: Literal) -> usize {
    literal as usize / 2 % 9
}

/// Reports whether the literal states that its candidate is true.
pub(super) fn is_on(literal: Literal) -> bool {
    literal & 1 == 1
}

/// The reason why a literal is true. For a true candidate, `Cell` means that the cell has no other candidate,
/// and `House` (0 box, 1 row, 2 column) that the digit has no other place in that house. For a false
/// candidate, they name the cell or house that it shares with the true one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum LinkCause {
    /// The literal is the assumption itself.
    Assumed,
    Cell,
    House(u8),
    /// Another candidate of the cell, or another place of the digit in a house, is true.
    Weak,
    /// A pattern or a nested chain eliminates the candidate.
    Advanced,
}

/// Returns the reason why a true candidate makes another one false: the cell or the house that they share.
pub(super) fn cause_of_off(on: Literal, off: Literal) -> LinkCause {
    let (from, to) = (cell_of(on), cell_of(off));
    if from == to {
        return LinkCause::Cell;
    }
    let kind = (0..3).find(|&kind| HOUSES[from][kind] == HOUSES[to][kind]);
    kind.map_or(LinkCause::Advanced, |kind| LinkCause::House(kind as u8))
}

/// A hash that identifies a chain by its sequence of literals.
#[derive(Copy, Clone, Debug)]
pub(super) struct Fingerprint(pub(super) u64);

impl Fingerprint {
    pub(super) const SEPARATOR: u64 = 0xFFFF;

    pub(super) fn new() -> Fingerprint {
        Fingerprint(0x9E37_79B9_7F4A_7C15)
    }

    pub(super) fn add(&mut self, value: u64) {
        // Multiply and fold, as in wyhash. Two different chains have the same hash with a probability of
        // about 2^-64.
        let product = u128::from(self.0 ^ value.wrapping_mul(0xA24B_AED4_963E_E407)) * 0x9FB2_1C65_1E98_DF25;
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }
}

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

    /// Returns the rule of the cycles in this pass.
    pub(super) fn cycle_rule(self) -> Rule {
        match self {
            ChainPass::X => Rule::XCycle,
            ChainPass::Y => Rule::YCycle,
            ChainPass::Xy => Rule::XyCycle,
        }
    }

    /// Returns the rule of the forcing chains in this pass.
    pub(super) fn chain_rule(self) -> Rule {
        if self == ChainPass::Xy { Rule::ForcingChain } else { Rule::ForcingXChain }
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
