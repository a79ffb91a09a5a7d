//! The cells of two candidates that a cycle through such cells can go through, if it strikes anything.
//!
//! ```text
//! e true ─▶ its digit false in both ends of the cycle ─▶ round both ways ─▶ both candidates of every cell true
//! ```
//!
//! A file of its own because most grids have pair cells without such a cycle, and this tells so at a small part of the cost of
//! the search in order. Candidates of pair cells are numbered by the place of
//! their cell among the pair cells: `2 * place` (the lower digit) and `2 * place + 1`.

use super::super::grid::{Grid, PEER_SETS, bits};

/// The most pair cells that are looked at: a set has two bits for each.
const MOST: usize = 64;

/// The lower one of every two bits.
const LOWER: u128 = u128::MAX / 3;

/// The cells of two candidates, with buffers.
#[derive(Debug, Default)]
pub(super) struct Bivalue {
    cells: Vec<usize>,
    /// By candidate: all that is true if it is.
    reach: Vec<u128>,
    /// By digit: the candidates of it.
    of_digit: [u128; 9],
}

/// The candidates of the same cells with the other digit.
fn partners(set: u128) -> u128 {
    (set & LOWER) << 1 | set >> 1 & LOWER
}

impl Bivalue {
    /// The cells through which such a cycle can go; all of them if there are too many to tell.
    pub(super) fn torn(&mut self, grid: &Grid) -> u128 {
        let pairs = grid.cells_with(2);
        self.cells.clear();
        self.cells.extend((0..81).filter(|&cell| pairs >> cell & 1 == 1));
        if self.cells.len() > MOST {
            return pairs;
        }
        self.number(grid);
        self.close();
        let mut torn = 0;
        for cell in (0..81).filter(|&cell| PEER_SETS[cell] & pairs != 0) {
            if grid.candidates[cell] == 0 {
                continue;
            }
            let peers = self.seen_from(cell);
            for digit in bits(grid.candidates[cell]) {
                let ends = peers & self.of_digit[digit];
                let mut rest = partners(ends);
                let mut reach = 0;
                while rest != 0 {
                    reach |= self.reach[rest.trailing_zeros() as usize];
                    rest &= rest - 1;
                }
                if reach & ends != 0 {
                    torn |= reach & reach >> 1 & LOWER;
                }
            }
        }
        let cells = self.cells.iter().enumerate().filter(|&(place, _)| torn >> (2 * place) & 1 == 1);
        cells.fold(0, |set, (_, &cell)| set | 1 << cell)
    }

    /// The candidates of the pair cells that a cell sees.
    fn seen_from(&self, cell: usize) -> u128 {
        self.cells.iter().enumerate().fold(0, |seen, (place, &other)| {
            seen | (PEER_SETS[cell] >> other & 1) * 3 << (2 * place)
        })
    }

    fn number(&mut self, grid: &Grid) {
        self.of_digit = [0; 9];
        for (place, &cell) in self.cells.iter().enumerate() {
            for (which, digit) in bits(grid.candidates[cell]).enumerate() {
                self.of_digit[digit] |= 1 << (2 * place + which);
            }
        }
        self.reach.clear();
        for place in 0..self.cells.len() {
            let cell = self.cells[place];
            let peers = self.seen_from(cell);
            for (which, digit) in bits(grid.candidates[cell]).enumerate() {
                let own = 1 << (2 * place + which);
                self.reach.push(own | partners(peers & self.of_digit[digit]));
            }
        }
    }

    /// Follows the links to their ends.
    fn close(&mut self) {
        for over in 0..self.reach.len() {
            let further = self.reach[over];
            for reach in &mut self.reach {
                // All ones where the candidate is reached.
                *reach |= further & 0_u128.wrapping_sub(*reach >> over & 1);
            }
        }
    }
}
