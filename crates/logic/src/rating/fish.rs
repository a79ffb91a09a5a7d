//! Basic fish: X-wing, swordfish and jellyfish.
//!
//! Columns are tried as base lines before rows. The outer loop runs over combinations of lines, and the inner
//! loop over digits. The finders of the hint engine search digit by digit and allow fins, so they would find
//! fish in a different order.

use super::grid::{CELLS, COLUMNS, ROWS, RatingGrid, bits, count};
use super::hint::{RatingHint, stop_at};
use super::scale::Rule;
use super::subsets::subsets;
use std::ops::ControlFlow;

/// A basic fish: N base lines in which all places of a digit are in the same N cover lines.
#[derive(Copy, Clone, Debug)]
pub(super) struct BasicFish {
    /// The index of the first house of the same kind as the cover lines.
    pub(super) cover: usize,
    /// The base lines.
    pub(super) bases: u16,
    /// The cover lines.
    pub(super) covers: u16,
    pub(super) digit: usize,
}

impl BasicFish {
    /// Returns the eliminations: the places of the digit in the cover lines that are not in the base lines.
    pub(super) fn eliminations(self, grid: &RatingGrid) -> Vec<(u8, u16)> {
        bits(self.covers)
            .flat_map(|line| {
                let house = self.cover + line;
                bits(grid.places[house][self.digit] & !self.bases).map(move |index| CELLS[house][index])
            })
            .map(|cell| (cell, 1 << self.digit))
            .collect()
    }
}

/// Calls `visit` for every basic fish of this size.
pub(super) fn each<B>(
    grid: &RatingGrid,
    size: u32,
    mut visit: impl FnMut(BasicFish) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for (base, cover) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
        let mut eligible = [0_u16; 9];
        let mut any = 0;
        for digit in 0..9 {
            if u32::from(grid.placed[digit]) + 2 * size > 9 {
                continue;
            }
            eligible[digit] = (0..9)
                .filter(|&line| (2..=size).contains(&count(grid.places[base + line][digit])))
                .fold(0, |mask, line| mask | 1 << line);
            if count(eligible[digit]) >= size {
                any |= eligible[digit];
            } else {
                eligible[digit] = 0;
            }
        }
        subsets(any, size, |bases| {
            for digit in 0..9 {
                if bases & !eligible[digit] != 0 {
                    continue;
                }
                let covers = bits(bases).fold(0, |union, line| union | grid.places[base + line][digit]);
                if count(covers) == size {
                    visit(BasicFish { cover, bases, covers, digit })?;
                }
            }
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}

/// Returns the first basic fish that eliminates something.
pub(super) fn find(grid: &RatingGrid, size: u32) -> Option<RatingHint> {
    let rule = match size {
        2 => Rule::XWing,
        3 => Rule::Swordfish,
        _ => Rule::Jellyfish,
    };
    each(grid, size, |fish| stop_at(RatingHint::eliminating(rule, fish.eliminations(grid)))).break_value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_x_wing_eliminates_from_the_rest_of_its_cover_rows() {
        let grid = RatingGrid::BLANK.confined(COLUMNS, 1, &[9, 63]).confined(COLUMNS + 4, 1, &[13, 67]);
        let hint = find(&grid, 2).unwrap();
        let eliminated: Vec<_> = (9..18)
            .chain(63..72)
            .filter(|cell| ![9, 13, 63, 67].contains(cell))
            .map(|cell| (cell, 1))
            .collect();
        assert_eq!(hint.as_eliminations(), (Rule::XWing, 32, &eliminated[..]));
        assert!(find(&RatingGrid::BLANK, 2).is_none());
    }
}
