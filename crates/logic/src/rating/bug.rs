//! The bivalue universal grave (BUG): a grid that would be a deadly pattern if it were not for a few extra
//! candidates.
//!
//! The extra candidates are collected house by house. Without them, every empty cell must have two
//! candidates, and every digit must have two places or none in each house. The details follow Sudoku
//! Explainer, for example which house identifies an extra candidate and when the search gives up. The BUG
//! finder of the hint engine finds fewer BUGs, because it must prove its steps.

use super::grid::{CELLS, HOUSES, PEER_SETS, PEERS, RatingGrid, bits};
use super::hint::{RatingHint, stop_at};
use super::scale::{self, Rule};
use super::subsets::subsets;
use std::ops::ControlFlow;

/// The cells with more than two candidates, and their extra digits.
#[derive(Debug, Default)]
struct BugExtras {
    /// The cells, in the order in which they were found.
    cells: Vec<usize>,
    /// The extra digits of each cell, in the same order.
    digits: Vec<u16>,
    /// The extra digits of all cells combined.
    all: u16,
    /// The cells that see all of `cells`.
    common: u128,
}

/// Returns the first BUG hint.
pub(super) fn find(grid: &RatingGrid) -> Option<RatingHint> {
    let extras = BugExtras::collect(grid)?;
    if extras.cells.len() == 1 {
        let cell = extras.cells[0];
        let removals = vec![(cell as u8, grid.candidates[cell] & !extras.all)];
        return RatingHint::eliminating(Rule::Bug, removals);
    }
    if extras.all.is_power_of_two() {
        return extras.type_2(grid).or_else(|| extras.type_4(grid));
    }
    if extras.common == 0 {
        return None;
    }
    extras.type_4(grid).or_else(|| extras.type_3(grid))
}

/// Creates a hint of type 2, 3 or 4, whose subset adds to the rating.
fn eliminating(removals: Vec<(u8, u16)>, addition: f64) -> Option<RatingHint> {
    let rating = scale::BUG_TYPE_2.value() + addition;
    RatingHint::eliminating(Rule::Bug, removals).map(|hint| hint.rated(rating))
}

impl BugExtras {
    /// Collects the extra candidates. Returns `None` if the grid would not be deadly without them.
    fn collect(grid: &RatingGrid) -> Option<BugExtras> {
        let large =
            (0..81).filter(|&cell| grid.count(cell) > 2).fold(0_u128, |cells, cell| cells | 1 << cell);
        let mut extras = BugExtras { common: u128::MAX >> 47, ..BugExtras::default() };
        let mut rest = grid.clone();
        for house in 0..27 {
            for digit in 0..9 {
                let places = grid.places[house][digit];
                if matches!(places.count_ones(), 0 | 2) {
                    continue;
                }
                let mut larger = bits(places)
                    .map(|index| CELLS[house][index] as usize)
                    .filter(|&cell| large >> cell & 1 == 1);
                let cell = larger.next()?;
                if larger.next().is_none() {
                    extras.add(cell, digit);
                    rest.eliminate(cell, digit);
                    if extras.cells.len() > 1 && extras.all.count_ones() > 1 && extras.common == 0 {
                        return None;
                    }
                }
            }
        }
        let bivalue = (0..81).all(|cell| matches!(rest.count(cell), 0 | 2));
        let filled = 81 - (0..81).filter(|&cell| rest.count(cell) == 2).count();
        let paired = rest.places.iter().flatten().all(|places| matches!(places.count_ones(), 0 | 2));
        (bivalue && filled == 81 - usize::from(grid.empty_count) && paired && !extras.cells.is_empty())
            .then_some(extras)
    }

    fn add(&mut self, cell: usize, digit: usize) {
        if let Some(index) = self.cells.iter().position(|&other| other == cell) {
            self.digits[index] |= 1 << digit;
        } else {
            self.cells.push(cell);
            self.digits.push(1 << digit);
        }
        self.all |= 1 << digit;
        self.common &= PEER_SETS[cell];
        for &other in &self.cells {
            self.common &= !(1 << other);
        }
    }

    /// Type 2: there is only one extra digit. It is eliminated from every cell that sees all cells with an
    /// extra candidate.
    fn type_2(&self, grid: &RatingGrid) -> Option<RatingHint> {
        let removals = PEERS[self.cells[0]]
            .into_iter()
            .filter(|&cell| self.common >> cell & 1 == 1 && grid.candidates[cell as usize] & self.all != 0)
            .map(|cell| (cell, self.all))
            .collect();
        eliminating(removals, 0.0)
    }

    /// Returns the houses that all the cells share, each with its kind (0 box, 1 row, 2 column).
    fn shared_houses(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..3).filter_map(|kind| {
            let house = HOUSES[self.cells[0]][kind];
            self.cells.iter().all(|&cell| HOUSES[cell][kind] == house).then_some((kind, house as usize))
        })
    }

    /// Type 4: two cells share exactly one digit apart from the extra digits. One of the two cells must have
    /// that digit, so each keeps only that digit and its own extra digits.
    fn type_4(&self, grid: &RatingGrid) -> Option<RatingHint> {
        let [first, second] = self.cells[..] else { return None };
        let common = grid.candidates[first] & grid.candidates[second] & !self.all;
        if common.count_ones() != 1 || self.shared_houses().next().is_none() {
            return None;
        }
        let eliminated = |index: usize| grid.candidates[self.cells[index]] & !self.digits[index] & !common;
        eliminating(vec![(first as u8, eliminated(0)), (second as u8, eliminated(1))], 0.0)
    }

    /// Type 3: the cells with extra digits act together as one cell of a naked subset, in a house that they
    /// share.
    fn type_3(&self, grid: &RatingGrid) -> Option<RatingHint> {
        for (kind, house) in self.shared_houses() {
            let cells: Vec<usize> = PEERS[self.cells[0]]
                .into_iter()
                .map(usize::from)
                .filter(|&cell| self.common >> cell & 1 == 1 && HOUSES[cell][kind] as usize == house)
                .collect();
            for size in (2..=6).filter(|&size| cells.len() >= size as usize) {
                let found = subsets((1 << cells.len()) - 1, size - 1, |chosen| {
                    let mut union = 0;
                    for index in bits(chosen) {
                        let digits = grid.candidates[cells[index]];
                        if digits.count_ones() < 2 {
                            return ControlFlow::Continue(());
                        }
                        union |= digits;
                    }
                    if union.count_ones() != size || (union | self.all).count_ones() != size {
                        return ControlFlow::Continue(());
                    }
                    let removals = (0..cells.len())
                        .filter(|&index| chosen >> index & 1 == 0)
                        .map(|index| (cells[index] as u8, grid.candidates[cells[index]] & union))
                        .filter(|&(_, eliminated)| eliminated != 0)
                        .collect();
                    stop_at(eliminating(removals, scale::subset_addition(size)))
                });
                if let Some(hint) = found.break_value() {
                    return Some(hint);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_extra_candidate_of_a_bug_must_be_true() {
        let cells = [0, 3, 9, 12];
        let filled = (0..81).filter(|cell| !cells.contains(cell));
        let mut grid = filled.fold(RatingGrid::BLANK, |grid, cell| grid.with(cell, ""));
        grid.empty_count = 4;
        let plain = grid.clone().with(0, "12").with(3, "12").with(9, "12").with(12, "12");
        assert!(find(&plain).is_none());
        let grid = grid.with(0, "12").with(3, "12").with(9, "12").with(12, "123");
        assert_eq!(find(&grid).unwrap().as_eliminations(), (Rule::Bug, 56, &[(12, 0b11)][..]));
    }
}
