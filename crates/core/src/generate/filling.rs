//! A solution grid to take clues from, quickly: nearly as likely as any other.
//!
//! `solution.rs` makes every grid exactly as likely as any other, and takes about as long as taking out the
//! clues. For puzzles less will do:
//!
//! ```text
//! a a a │ x · · │ x · ·      a  three boxes that share no house, each in any order
//! a a a │ · · · │ · · ·      x  a cell of each other box, one of the digits that are left for it
//! a a a │ · · · │ · · ·      ·  the first solution of the rest, of some dozens; from the start if there is none
//! ──────┼───────┼──────
//! x · · │ a a a │ x · ·      then any of the 3,359,232 ways to move the cells and 362,880 to rename the digits, so
//! · · · │ a a a │ · · ·      that no cell and no digit is preferred: only some classes of grids come a little
//! · · · │ a a a │ · · ·      more often than others
//! ```

use crate::cell::Cell;
use crate::digit::Digit;
use crate::grid::Grid;
use crate::random::Random;
use crate::solve::{Limits, Solver};
use crate::symmetry::Transform;

/// The row and column of a cell in each box beside the diagonal.
const SINGLE: [(usize, usize); 6] = [(0, 3), (3, 0), (0, 6), (6, 3), (3, 6), (6, 0)];

/// A random solution grid.
pub(super) fn fill(solver: &mut Solver, random: &mut Random) -> Grid {
    loop {
        let mut grid = Grid::EMPTY;
        for corner in [0, 3, 6] {
            for (place, digit) in random.order::<9>().into_iter().enumerate() {
                let cell = Cell::new(corner + place / 3, corner + place % 3);
                grid.set(cell, Some(Digit::ALL[usize::from(digit)]));
            }
        }
        for (row, column) in SINGLE {
            let cell = Cell::new(row, column);
            let left = grid.digits_left(cell);
            grid.set(cell, left.iter().nth(random.index(left.len())));
        }
        if let Some(solution) = solver.search(&grid, Limits::solutions(1)).first {
            return Transform::random(random).apply(&solution);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_is_in_every_cell() {
        let (mut solver, mut random) = (Solver::new(), Random::new(3));
        let mut seen = [[0_u32; 9]; Cell::COUNT];
        for _ in 0..9000 {
            let grid = fill(&mut solver, &mut random);
            assert!(grid.is_solved());
            for (cell, digit) in grid.values() {
                seen[cell.index()][digit.index()] += 1;
            }
        }
        // 1000 of each; 5.5 standard deviations for 729 counts.
        assert!(seen.iter().flatten().all(|count| (836..1164).contains(count)), "{seen:?}");
    }
}
