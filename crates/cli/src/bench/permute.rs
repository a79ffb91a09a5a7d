//! Turns puzzles into random equivalent ones by permuting digits, rows, columns, bands and stacks, and
//! transposing the grid. The number of solutions stays the same, but the order of the search changes.
//!
//! The idea of permuting puzzles before timing is from tdoku. It ensures that no engine can benefit from the
//! way in which a list happens to arrange its puzzles.

use veridoku_core::symmetry::{Axes, Transform};
use veridoku_core::{Grid, SplitMix};

/// A source of random permutations of puzzles, reproducible from its seed.
#[derive(Debug)]
pub(crate) struct Permuter {
    random: SplitMix,
}

impl Permuter {
    /// Creates a permuter with this seed.
    pub(crate) fn new(seed: u64) -> Permuter {
        Permuter { random: SplitMix::new(seed) }
    }

    /// Returns a random equivalent puzzle.
    pub(crate) fn permute(&mut self, grid: &Grid) -> Grid {
        let digits = self.order();
        let (rows, columns) = (self.lines(), self.lines());
        let axes = if self.random.index(2) == 1 { Axes::Exchanged } else { Axes::Kept };
        Transform::new(axes, rows, columns, digits).unwrap_or_default().apply(grid)
    }

    /// Returns a random order of the rows of a grid that keeps the rows of each band together.
    fn lines(&mut self) -> [u8; 9] {
        let bands = self.order::<3>();
        let within = [(); 3].map(|()| self.order::<3>());
        std::array::from_fn(|line| 3 * bands[line / 3] + within[line / 3][line % 3])
    }

    /// Returns the numbers below N in random order.
    fn order<const N: usize>(&mut self) -> [u8; N] {
        let mut order = std::array::from_fn(|index| index as u8);
        self.random.shuffle(&mut order);
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SAMPLE;
    use std::collections::HashSet;
    use veridoku_core::{Cell, Digit, solve};

    #[test]
    fn permuted_puzzles_are_equivalent_and_follow_the_seed() {
        let sample: Grid = SAMPLE.parse().unwrap();
        let permuted = |seed| {
            let mut permuter = Permuter::new(seed);
            [(); 200].map(|()| permuter.permute(&sample))
        };
        for grid in permuted(7) {
            assert_eq!(grid.filled().len(), sample.filled().len());
            assert!(solve::is_unique(&grid), "{grid}");
        }
        assert_eq!(permuted(7), permuted(7));
        assert_ne!(permuted(7), permuted(8));
        assert_eq!(permuted(7).into_iter().collect::<HashSet<_>>().len(), 200);
    }

    #[test]
    fn any_digit_can_reach_any_cell() {
        let mut corner = Grid::EMPTY;
        corner.set(Cell::new(0, 0), Some(Digit::One));
        let mut permuter = Permuter::new(0);
        let seen: HashSet<Grid> = (0..20_000).map(|_| permuter.permute(&corner)).collect();
        assert_eq!(seen.len(), 729);
    }
}
