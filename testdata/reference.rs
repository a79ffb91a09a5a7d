//! The simple reference that every engine has to agree with, and a source of random boards.
//!
//! Included with `#[path]`, since only tests need it.

use veridoku_core::{CandidateSet, Cell, Digit, Grid};

/// A solved grid to take digits out of.
pub(crate) const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A solver too simple to be wrong: asks the rules again for every cell, fills the one with the
/// fewest digits left, and tries them all. Gives up to `limit` solutions.
pub(crate) fn naive(candidates: &CandidateSet, limit: usize) -> Vec<Grid> {
    fn fill(candidates: &CandidateSet, grid: &mut Grid, limit: usize, found: &mut Vec<Grid>) {
        let left = |cell| candidates.digits(cell) & grid.digits_left(cell);
        let empty = Cell::all().filter(|&cell| grid.get(cell).is_none());
        let Some(cell) = empty.min_by_key(|&cell| left(cell).len()) else { return found.push(*grid) };
        for digit in left(cell) {
            if found.len() < limit {
                grid.set(cell, Some(digit));
                fill(candidates, grid, limit, found);
                grid.set(cell, None);
            }
        }
    }
    let mut found = Vec::new();
    let mut grid = Grid::EMPTY;
    fill(candidates, &mut grid, limit, &mut found);
    found
}

/// A small deterministic source of numbers (Marsaglia's xorshift).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// A number below the bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    /// Any cell.
    pub(crate) fn cell(&mut self) -> Cell {
        Cell::from_index(self.below(Cell::COUNT)).expect("the number is below 81")
    }

    /// Any digit.
    pub(crate) fn digit(&mut self) -> Digit {
        Digit::ALL[self.below(Digit::COUNT)]
    }
}
