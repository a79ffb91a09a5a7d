//! Random puzzles for tests that need some and have no data beside the repository.
//!
//! Included with `#[path]`, since only tests need it.

use veridoku_core::{Cell, Digit, Grid, solve};

/// A small generator of random numbers (Marsaglia's xorshift).
pub(crate) struct Random(u64);

impl Random {
    /// A generator that begins here; the seed is not zero.
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }

    fn shuffled<T>(&mut self, mut items: Vec<T>) -> Vec<T> {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
        items
    }

    /// A minimal puzzle: a grid from three random boxes, and clues taken out while the solution is unique.
    pub(crate) fn puzzle(&mut self) -> Grid {
        let mut grid = Grid::EMPTY;
        for r#box in 0..3 {
            for (place, digit) in self.shuffled(Digit::ALL.to_vec()).into_iter().enumerate() {
                grid.set(Cell::new(3 * r#box + place / 3, 3 * r#box + place % 3), Some(digit));
            }
        }
        let mut grid = solve::solutions(&grid).next().expect("three boxes on the diagonal can be filled up");
        for cell in self.shuffled(Cell::all().collect()) {
            let digit = grid.get(cell);
            grid.set(cell, None);
            if !solve::is_unique(&grid) {
                grid.set(cell, digit);
            }
        }
        grid
    }
}
