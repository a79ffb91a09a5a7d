//! The cells of two candidates that a cycle through such cells can go through, if it strikes anything.
//!
//! ```text
//! ┌─ a true ─▶ b false, c true ─▶ c false, d true ─ … ─┐      a circle: every candidate leads to every other
//! └────────────────────────────────────────────────────┘
//! e struck: sees its digit true in one cell of the circle and false in another
//! ```
//!
//! A file of its own because most grids have pair cells without such a cycle, and this tells so at a small part of the cost of
//! the search in order. Candidates of pair cells are numbered by the place of
//! their cell among the pair cells: `2 * place` (the lower digit) and `2 * place + 1`.

use super::super::grid::{PEER_SETS, RatingGrid, bits};
use super::pruning;

/// The most pair cells that are looked at: a set has two bits for each.
const MAX_CELLS: usize = 64;

/// The lower one of every two bits.
const LOWER: u128 = u128::MAX / 3;

/// The cells of two candidates, with buffers.
#[derive(Debug)]
pub(super) struct BivalueCycles {
    cells: Vec<usize>,
    /// By cell: its place among the pair cells.
    index_of: [u8; 81],
    /// By candidate: those that are true if it is, at once.
    steps: Vec<u128>,
    /// By digit: the candidates of it.
    of_digit: [u128; 9],
    /// By candidate that may be struck: those of its digit that it sees.
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

/// The candidates of the same cells with the other digit.
fn partners(set: u128) -> u128 {
    (set & LOWER) << 1 | set >> 1 & LOWER
}

impl BivalueCycles {
    /// The cells through which a cycle can go that strikes one of these; all of them if there are too many to tell.
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
        let strikes = |index: usize| {
            // What follows from the lower digit and leads back to it; leading back is following from its contrary.
            let circle = self.reach(self.steps[2 * index]) & partners(self.reach(self.steps[2 * index + 1]));
            circle >> (2 * index) & 1 == 1
                && self.ends.iter().any(|ends| circle & ends != 0 && partners(circle) & ends != 0)
        };
        let cells = (0..self.cells.len()).filter(|&index| strikes(index));
        cells.fold(0, |set, index| set | 1 << self.cells[index])
    }

    /// All that is true if these are.
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

    /// The candidates of pair cells.
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
