//! Finds the bivalue cells that a Y-cycle with eliminations can pass through.
//!
//! ```text
//! ┌─ a true ─▶ b false, c true ─▶ c false, d true ─ … ─┐      a cycle: every candidate implies every other
//! └────────────────────────────────────────────────────┘
//! e is eliminated: it sees its digit true in one cell of the cycle and false in another
//! ```
//!
//! Most grids have bivalue cells but no such cycle, and this check shows that at a fraction of the cost of
//! the ordered search. A candidate is numbered by the index of its cell among the bivalue cells: `2 * index`
//! for the lower digit and `2 * index + 1` for the higher digit.

use super::super::grid::{PEER_SETS, RatingGrid, bits};
use super::pruning;

/// The maximum number of bivalue cells: a `u128` has two bits for each of them.
const MAX_CELLS: usize = 64;

/// A mask with the lower bit of each pair of bits set.
const LOWER: u128 = u128::MAX / 3;

/// The bivalue cells of a grid and the links between their candidates.
#[derive(Debug)]
pub(super) struct BivalueCycles {
    cells: Vec<usize>,
    /// The index of each cell among the bivalue cells.
    index_of: [u8; 81],
    /// For each candidate: the candidates of other cells that become true if it is true.
    steps: Vec<u128>,
    /// The candidates of each digit.
    of_digit: [u128; 9],
    /// For each candidate that may be eliminated: the candidates with the same digit that it sees in bivalue
    /// cells.
    ends: Vec<u128>,
}

impl Default for BivalueCycles {
    fn default() -> BivalueCycles {
        BivalueCycles {
            cells: Vec::new(),
            index_of: [0; 81],
            steps: Vec::new(),
            of_digit: [0; 9],
            ends: Vec::new(),
        }
    }
}

/// Maps each candidate of a set to the other candidate in the same cell.
fn partners(set: u128) -> u128 {
    (set & LOWER) << 1 | set >> 1 & LOWER
}

impl BivalueCycles {
    /// Returns the cells that a cycle can pass through if it eliminates one of the `refuted` candidates. If
    /// there are more than [`MAX_CELLS`] bivalue cells, returns all of them.
    pub(super) fn cycle_cells(&mut self, grid: &RatingGrid, refuted: impl Iterator<Item = u16>) -> u128 {
        let pairs = grid.cells_with(2);
        self.cells.clear();
        self.cells.extend((0..81).filter(|&cell| pairs >> cell & 1 == 1));
        if self.cells.len() > MAX_CELLS || !pruning::is_enabled() {
            return pairs;
        }
        self.number(grid, pairs);
        self.ends.clear();
        for candidate in refuted {
            let (cell, digit) = (candidate as usize / 9, candidate as usize % 9);
            self.ends.push(self.candidates_of(pairs & PEER_SETS[cell]) & self.of_digit[digit]);
        }
        let eliminates = |index: usize| {
            // The candidates that follow from the lower digit and that in turn imply it. By contraposition, a
            // candidate implies the lower digit if its partner follows from the higher digit.
            let cycle = self.reach(self.steps[2 * index]) & partners(self.reach(self.steps[2 * index + 1]));
            cycle >> (2 * index) & 1 == 1
                && self.ends.iter().any(|ends| cycle & ends != 0 && partners(cycle) & ends != 0)
        };
        let cells = (0..self.cells.len()).filter(|&index| eliminates(index));
        cells.fold(0, |set, index| set | 1 << self.cells[index])
    }

    /// Returns all candidates that are true if these candidates are true.
    fn reach(&self, start: u128) -> u128 {
        let (mut reach, mut rest) = (start, start);
        while rest != 0 {
            let new = self.steps[rest.trailing_zeros() as usize] & !reach;
            rest &= rest - 1;
            rest |= new;
            reach |= new;
        }
        reach
    }

    /// Returns both candidates of each of these bivalue cells.
    fn candidates_of(&self, mut cells: u128) -> u128 {
        let mut candidates = 0;
        while cells != 0 {
            candidates |= 3 << (2 * self.index_of[cells.trailing_zeros() as usize]);
            cells &= cells - 1;
        }
        candidates
    }

    fn number(&mut self, grid: &RatingGrid, pairs: u128) {
        self.of_digit = [0; 9];
        for (index, &cell) in self.cells.iter().enumerate() {
            self.index_of[cell] = index as u8;
            for (which, digit) in bits(grid.candidates[cell]).enumerate() {
                self.of_digit[digit] |= 1 << (2 * index + which);
            }
        }
        self.steps.clear();
        for index in 0..self.cells.len() {
            let cell = self.cells[index];
            let peers = self.candidates_of(pairs & PEER_SETS[cell]);
            for digit in bits(grid.candidates[cell]) {
                self.steps.push(partners(peers & self.of_digit[digit]));
            }
        }
    }
}
