//! Random minimal puzzles for tests that must run without the external puzzle sets.
//!
//! Tests include this file with `#[path]`.

use veridoku_core::{Cell, Digit, Grid, solve};

/// A deterministic generator of puzzles, driven by Marsaglia's xorshift.
pub(crate) struct RandomPuzzles(u64);

impl RandomPuzzles {
    /// Creates a generator. The seed must not be zero, because xorshift would then return only zeros.
    pub(crate) fn new(seed: u64) -> RandomPuzzles {
        RandomPuzzles(seed)
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

    /// Returns the next minimal puzzle.
    ///
    /// Fills the three diagonal boxes at random, solves the rest, and removes every clue that the unique
    /// solution does not need.
    pub(crate) fn puzzle(&mut self) -> Grid {
        let mut grid = Grid::EMPTY;
        for r#box in 0..3 {
            for (place, digit) in self.shuffled(Digit::ALL.to_vec()).into_iter().enumerate() {
                grid.set(Cell::new(3 * r#box + place / 3, 3 * r#box + place % 3), Some(digit));
            }
        }
        let mut grid = solve::solutions(&grid)
            .next()
            .expect("a grid with only the diagonal boxes filled has a solution");
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
