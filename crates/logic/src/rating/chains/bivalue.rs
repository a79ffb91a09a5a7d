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

use super::super::grid::{Grid, PEER_SETS, bits};
use super::shortcut;

/// The most pair cells that are looked at: a set has two bits for each.
const MOST: usize = 64;

/// The lower one of every two bits.
const LOWER: u128 = u128::MAX / 3;

/// The cells of two candidates, with buffers.
#[derive(Debug)]
pub(super) struct Bivalue {
    cells: Vec<usize>,
    /// By cell: its place among the pair cells.
    place_of: [u8; 81],
    /// By candidate: those that are true if it is, at once.
    steps: Vec<u128>,
    /// By digit: the candidates of it.
    of_digit: [u128; 9],
    /// By candidate that may be struck: those of its digit that it sees.
    ends: Vec<u128>,
}

impl Default for Bivalue {
    fn default() -> Bivalue {
        Bivalue {
            cells: Vec::new(),
            place_of: [0; 81],
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

impl Bivalue {
    /// The cells through which a cycle can go that strikes one of these; all of them if there are too many to tell.
    pub(super) fn torn(&mut self, grid: &Grid, refuted: impl Iterator<Item = u16>) -> u128 {
        let pairs = grid.cells_with(2);
        self.cells.clear();
        self.cells.extend((0..81).filter(|&cell| pairs >> cell & 1 == 1));
        if self.cells.len() > MOST || !shortcut::are_taken() {
            return pairs;
        }
        self.number(grid, pairs);
        self.ends.clear();
        for candidate in refuted {
            let (cell, digit) = (candidate as usize / 9, candidate as usize % 9);
            self.ends.push(self.candidates_of(pairs & PEER_SETS[cell]) & self.of_digit[digit]);
        }
        let strikes = |place: usize| {
            // What follows from the lower digit and leads back to it; leading back is following from its contrary.
            let circle = self.reach(self.steps[2 * place]) & partners(self.reach(self.steps[2 * place + 1]));
            circle >> (2 * place) & 1 == 1
                && self.ends.iter().any(|ends| circle & ends != 0 && partners(circle) & ends != 0)
        };
        let torn = (0..self.cells.len()).filter(|&place| strikes(place));
        torn.fold(0, |torn, place| torn | 1 << self.cells[place])
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
            candidates |= 3 << (2 * self.place_of[cells.trailing_zeros() as usize]);
            cells &= cells - 1;
        }
        candidates
    }

    fn number(&mut self, grid: &Grid, pairs: u128) {
        self.of_digit = [0; 9];
        for (place, &cell) in self.cells.iter().enumerate() {
            self.place_of[cell] = place as u8;
            for (which, digit) in bits(grid.candidates[cell]).enumerate() {
                self.of_digit[digit] |= 1 << (2 * place + which);
            }
        }
        self.steps.clear();
        for place in 0..self.cells.len() {
            let cell = self.cells[place];
            let peers = self.candidates_of(pairs & PEER_SETS[cell]);
            for digit in bits(grid.candidates[cell]) {
                self.steps.push(partners(peers & self.of_digit[digit]));
            }
        }
    }
}
