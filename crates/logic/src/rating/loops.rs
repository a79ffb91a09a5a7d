//! Unique rectangles and loops, types 1 to 4, found by walking from every bivalue cell.
//!
//! ```text
//! a b ───── a b        A closed walk through cells that all have the candidates a and b. If the cells are
//!  │         │         coloured alternately, each house on the way has one cell of each colour. If the
//! a b ───── a b c      cells had no other candidates, a and b could be exchanged.
//! ```
//!
//! The walk reproduces Sudoku Explainer's, including its quirks: which loops it finds, and in which order,
//! determines which of several equal hints is applied. Sudoku Explainer drops a second hint that has the same
//! cells and type. That is not necessary here, because the first hint with the lowest rating is used in any
//! case.

use super::grid::{CELLS, HOUSE_SETS, HOUSES, INDEXES, PEER_SETS, RatingGrid, bits};
use super::hint::RatingHint;
use super::scale::{self, Rule};
use super::subsets::subsets;
use std::ops::ControlFlow;

/// One cell of the walk, with the state of the search among its neighbours.
#[derive(Copy, Clone, Debug)]
struct WalkFrame {
    cell: u8,
    /// The kind of house (0 box, 1 row, 2 column) through which the walk entered the cell; 3 for the first
    /// cell.
    entered_by: u8,
    /// The kind of house through which the walk is trying to leave the cell.
    kind: u8,
    /// The cells of the house being tried that contain both digits and have not been tried yet.
    rest: u128,
    /// The number of further cells that are allowed to have arbitrary extra digits.
    extras_allowed: i8,
    /// The extra digits of all cells tried so far, including neighbours from which no loop was found.
    extras: u16,
}

/// Returns the loop hint with the lowest rating. Ties are broken by the lowest type, then by the order of
/// discovery.
pub(super) fn find(grid: &RatingGrid) -> Option<RatingHint> {
    let mut best: Option<(f64, u8, RatingHint)> = None;
    for start in (0..81).filter(|&cell| grid.count(cell) == 2) {
        let pair = grid.candidates[start];
        walk(grid, start, pair, |cells| {
            if is_deadly(cells) {
                LoopPattern { grid, cells, pair }.hints(&mut |kind, hint| {
                    if best
                        .as_ref()
                        .is_none_or(|(rating, lowest, _)| (hint.rating, kind) < (*rating, *lowest))
                    {
                        best = Some((hint.rating, kind, hint));
                    }
                });
            }
        });
    }
    best.map(|(_, _, hint)| hint)
}

/// Removes the cells that no closed walk can pass through. A walk must be able to enter a cell through one
/// kind of house and leave it through another.
fn closable_cells(mut cells: u128) -> u128 {
    loop {
        let mut left = cells;
        let mut rest = cells;
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let others = cells & !(1 << cell);
            let ways = HOUSES[cell].iter().filter(|&&house| others & HOUSE_SETS[house as usize] != 0);
            if ways.count() < 2 {
                left &= !(1 << cell);
            }
        }
        if left == cells {
            return cells;
        }
        cells = left;
    }
}

/// Calls `visit` for every closed walk of at least four cells that starts at `start`.
fn walk(grid: &RatingGrid, start: usize, pair: u16, mut visit: impl FnMut(&[u8])) {
    let eligible = (0..81)
        .filter(|&cell| grid.candidates[cell] & pair == pair)
        .fold(0_u128, |cells, cell| cells | 1 << cell);
    if eligible.count_ones() < 4 || closable_cells(eligible) >> start & 1 == 0 {
        return;
    }
    let reach = |cell: u8, kind: usize| eligible & HOUSE_SETS[HOUSES[cell as usize][kind] as usize];
    let first = start as u8;
    let mut frames: Vec<WalkFrame> = Vec::with_capacity(16);
    let mut cells: Vec<u8> = Vec::with_capacity(16);
    let mut visited = 1_u128 << start;
    frames.push(WalkFrame {
        cell: first,
        entered_by: 3,
        kind: 0,
        rest: reach(first, 0),
        extras_allowed: 2,
        extras: 0,
    });
    cells.push(first);
    while let Some(frame) = frames.last_mut() {
        if frame.rest == 0 || frame.kind == frame.entered_by {
            frame.kind += 1;
            if frame.kind < 3 {
                frame.rest = reach(frame.cell, frame.kind as usize);
            } else {
                visited &= !(1 << frame.cell);
                frames.pop();
                cells.pop();
            }
            continue;
        }
        let next = frame.rest.trailing_zeros() as u8;
        frame.rest &= frame.rest - 1;
        if next == first && cells.len() >= 4 {
            visit(&cells);
        } else if visited >> next & 1 == 0 {
            let digits = grid.candidates[next as usize];
            frame.extras = (frame.extras | digits) & !pair;
            let plain = digits == pair;
            if plain || frame.extras.is_power_of_two() || frame.extras_allowed > 0 {
                let extras_allowed = if plain { frame.extras_allowed } else { frame.extras_allowed - 1 };
                let (entered_by, extras) = (frame.kind, frame.extras);
                visited |= 1 << next;
                cells.push(next);
                frames.push(WalkFrame {
                    cell: next,
                    entered_by,
                    kind: 0,
                    rest: reach(next, 0),
                    extras_allowed,
                    extras,
                });
            }
        }
    }
}

/// Reports whether every house of the loop has exactly one cell of each colour if the cells are coloured
/// alternately.
fn is_deadly(cells: &[u8]) -> bool {
    let mut houses = [0_u32; 2];
    for (index, &cell) in cells.iter().enumerate() {
        for house in HOUSES[cell as usize] {
            if houses[index % 2] >> house & 1 == 1 {
                return false;
            }
            houses[index % 2] |= 1 << house;
        }
    }
    houses[0] == houses[1]
}

/// A loop that would be a deadly pattern if some of its cells did not have extra digits.
struct LoopPattern<'a> {
    grid: &'a RatingGrid,
    cells: &'a [u8],
    pair: u16,
}

impl LoopPattern<'_> {
    fn hints(&self, report: &mut dyn FnMut(u8, RatingHint)) {
        let (grid, pair) = (self.grid, self.pair);
        let extra: Vec<usize> =
            self.cells.iter().map(|&cell| cell as usize).filter(|&cell| grid.count(cell) > 2).collect();
        match extra[..] {
            [] => {}
            [cell] => self.report(1, 0.0, vec![(cell as u8, pair)], report),
            [first, second] => {
                let extras = (grid.candidates[first] | grid.candidates[second]) & !pair;
                if extras.is_power_of_two() {
                    self.report(2, 0.0, self.type_2_removals(&extra), report);
                } else {
                    self.type_3(first, second, extras, report);
                }
                self.type_4(first, second, report);
            }
            _ => self.report(2, 0.0, self.type_2_removals(&extra), report),
        }
    }

    fn report(
        &self,
        kind: u8,
        addition: f64,
        removals: Vec<(u8, u16)>,
        report: &mut dyn FnMut(u8, RatingHint),
    ) {
        if let Some(hint) = RatingHint::eliminating(Rule::UniqueLoop, removals) {
            report(kind, hint.rated(scale::unique_loop(self.cells.len()) + addition));
        }
    }

    /// Returns the eliminations of type 2: one of these cells must have the extra digit, so no cell that sees
    /// all of them can have it.
    fn type_2_removals(&self, cells: &[usize]) -> Vec<(u8, u16)> {
        let extras = self.grid.candidates[cells[0]] & !self.pair;
        let digit = extras & extras.wrapping_neg();
        let seen = cells.iter().fold(u128::MAX, |seen, &cell| seen & PEER_SETS[cell]);
        (0..81)
            .filter(|&cell| seen >> cell & 1 == 1 && self.grid.candidates[cell] & digit != 0)
            .map(|cell| (cell as u8, digit))
            .collect()
    }

    /// Type 3: the two cells with extra digits act together as one cell of a naked or hidden subset.
    fn type_3(&self, first: usize, second: usize, extras: u16, report: &mut dyn FnMut(u8, RatingHint)) {
        let (grid, pair) = (self.grid, self.pair);
        for size in extras.count_ones()..=7 {
            for kind in 0..3 {
                let house = HOUSES[first][kind] as usize;
                if HOUSES[second][kind] as usize != house {
                    continue;
                }
                let (here, there) = (1_u16 << INDEXES[first][kind], 1_u16 << INDEXES[second][kind]);
                let empty = u32::from(grid.empty[house]);
                let digits_at = CELLS[house].map(|cell| grid.candidates[cell as usize]);
                if 2 * size <= empty {
                    let shared_extras = extras & grid.candidates[first] & grid.candidates[second];
                    let others = (0..9)
                        .filter(|&index| digits_at[index].count_ones() > 1)
                        .fold(0, |mask, index| mask | 1 << index);
                    // The first cell represents both cells: it is in every combination, and the second cell
                    // is in none. The combinations are tried in Sudoku Explainer's order.
                    let _: ControlFlow<()> = subsets((others | here) & !there, size, |places| {
                        if places & here == 0 {
                            return ControlFlow::Continue(());
                        }
                        let union = bits(places & !here).fold(0, |union, index| union | digits_at[index]);
                        let digits = union | extras;
                        if (union | shared_extras).count_ones() == size && digits.count_ones() == size {
                            let removals = bits(!(places | there) & 0x1FF)
                                .map(|index| (CELLS[house][index], digits_at[index] & digits))
                                .filter(|&(_, eliminated)| eliminated != 0)
                                .collect();
                            self.report(3, scale::subset_addition(size), removals, report);
                        }
                        ControlFlow::Continue(())
                    });
                }
                if 2 * size < empty {
                    self.type_3_hidden(house, here, there, !(pair | extras) & 0x1FF, size, report);
                }
            }
        }
    }

    /// Type 3 with a hidden subset: the two digits of the loop, together with other digits that are not extra
    /// digits.
    fn type_3_hidden(
        &self,
        house: usize,
        here: u16,
        there: u16,
        others: u16,
        size: u32,
        report: &mut dyn FnMut(u8, RatingHint),
    ) {
        if others == 0 {
            return;
        }
        let grid = self.grid;
        let _: ControlFlow<()> = subsets(others, size - 2, |chosen| {
            let digits = chosen | self.pair;
            let mut union = 0;
            for digit in bits(digits) {
                let places = grid.places[house][digit] & !there;
                if places == 0 {
                    return ControlFlow::Continue(());
                }
                union |= places;
            }
            if union.count_ones() == size {
                let places = union & !here;
                let removals = bits(places)
                    .map(|index| CELLS[house][index])
                    .map(|cell| (cell, grid.candidates[cell as usize] & !digits))
                    .filter(|&(_, eliminated)| eliminated != 0)
                    .collect();
                self.report(3, scale::subset_addition(places.count_ones()), removals, report);
            }
            ControlFlow::Continue(())
        });
    }

    /// Type 4: in a house that the two cells share, one digit of the loop has no other place, so the other
    /// digit of the loop is eliminated from both cells.
    fn type_4(&self, first: usize, second: usize, report: &mut dyn FnMut(u8, RatingHint)) {
        let grid = self.grid;
        let mut confined = 0_u16;
        for kind in 0..3 {
            let house = HOUSES[first][kind] as usize;
            if HOUSES[second][kind] as usize == house {
                let both_cells = 1_u16 << INDEXES[first][kind] | 1 << INDEXES[second][kind];
                for digit in bits(self.pair) {
                    if grid.places[house][digit] & !both_cells == 0 {
                        confined |= 1 << digit;
                    }
                }
            }
        }
        if confined != 0 {
            let kept = confined & confined.wrapping_neg();
            let eliminated = self.pair & !kept;
            self.report(4, 0.0, vec![(first as u8, eliminated), (second as u8, eliminated)], report);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a grid with these digits in the corners of a rectangle that lies in two boxes. Digit 1 has no
    /// other places.
    fn rectangle(digits: [&str; 4]) -> RatingGrid {
        let cells = [0, 3, 9, 12];
        let grid = (0..81)
            .filter(|cell| !cells.contains(cell))
            .fold(RatingGrid::BLANK, |grid, cell| grid.with(cell, "23456789"));
        cells.into_iter().zip(digits).fold(grid, |grid, (cell, digits)| grid.with(cell, digits))
    }

    #[test]
    fn type_1_eliminates_the_pair_from_the_only_cell_with_extra_digits() {
        let hint = find(&rectangle(["12", "12", "12", "123"])).unwrap();
        assert_eq!(hint.as_eliminations(), (Rule::UniqueLoop, 45, &[(12, 0b11)][..]));
    }

    #[test]
    fn type_2_eliminates_the_extra_digit_from_cells_that_see_both() {
        let hint = find(&rectangle(["12", "12", "123", "123"])).unwrap();
        let eliminated: Vec<_> = [10, 11, 13, 14, 15, 16, 17].map(|cell| (cell, 0b100)).into();
        assert_eq!(hint.as_eliminations(), (Rule::UniqueLoop, 45, &eliminated[..]));
    }

    #[test]
    fn cells_that_can_be_entered_only_one_way_are_not_closable() {
        let rectangle = 1 << 0 | 1 << 3 | 1 << 9 | 1 << 12;
        assert_eq!(closable_cells(rectangle | 1 << 6 | 1 << 80), rectangle);
        assert_eq!(closable_cells(1 << 0 | 1 << 3 | 1 << 30), 0);
    }
}
