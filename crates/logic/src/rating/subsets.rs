//! Naked and hidden pairs, triplets and quads, and direct hidden subsets, which place a digit.
//!
//! The order is Sudoku Explainer's. The hint engine uses a different one, which also prefers locked subsets.
//! Here the combinations within a house are tried in the order of their binary numbers, `0b0011`, `0b0101`,
//! `0b0110`, `0b1001`, and so on, where bit `i` represents the `i`-th cell or digit.

use super::grid::{CELLS, RatingGrid, bits, count};
use super::hint::{RatingHint, stop_at};
use super::scale::Rule;
use super::singles::KINDS;
use std::ops::ControlFlow;

/// Calls `visit` for every subset of `size` set bits of a nine-bit mask, in increasing numerical order.
pub(super) fn subsets<B>(
    within: u16,
    size: u32,
    mut visit: impl FnMut(u16) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if count(within) < size {
        return ControlFlow::Continue(());
    }
    // Enumerate the subsets of the bit positions instead: mapping them to the bits of the mask preserves the
    // order.
    let items: [u16; 9] = {
        let mut items = [0; 9];
        for (item, bit) in items.iter_mut().zip(bits(within)) {
            *item = 1 << bit;
        }
        items
    };
    let end = 1_u32 << count(within);
    let mut chosen = (1_u32 << size) - 1;
    while chosen < end {
        visit(bits(chosen as u16).fold(0, |mask, bit| mask | items[bit]))?;
        if chosen == 0 {
            break;
        }
        // The next larger number with the same number of set bits (Gosper's hack).
        let lowest = chosen & chosen.wrapping_neg();
        let ripple = chosen + lowest;
        chosen = ripple | (((chosen ^ ripple) >> 2) / lowest);
    }
    ControlFlow::Continue(())
}

/// A naked or hidden subset: N digits in N cells of a house.
#[derive(Copy, Clone, Debug)]
pub(super) struct HouseSubset {
    pub(super) house: usize,
    /// The cells of the subset, as a mask of their indices in the house.
    pub(super) places: u16,
    /// The digits of the subset.
    pub(super) digits: u16,
}

impl HouseSubset {
    /// Returns the eliminations of a hidden subset: all other digits in its cells.
    pub(super) fn hidden_removals(self, grid: &RatingGrid) -> Vec<(u8, u16)> {
        self.eliminations(grid, self.places, !self.digits)
    }

    /// Returns the eliminations of a naked subset: its digits in all other cells of the house.
    pub(super) fn naked_removals(self, grid: &RatingGrid) -> Vec<(u8, u16)> {
        self.eliminations(grid, !self.places & 0x1FF, self.digits)
    }

    fn eliminations(self, grid: &RatingGrid, places: u16, digits: u16) -> Vec<(u8, u16)> {
        bits(places)
            .map(|index| CELLS[self.house][index])
            .map(|cell| (cell, grid.candidates[cell as usize] & digits))
            .filter(|&(_, eliminated)| eliminated != 0)
            .collect()
    }
}

/// Calls `visit` for every hidden subset of this size in the houses that have more than `empty_above` empty
/// cells.
pub(super) fn each_hidden<B>(
    grid: &RatingGrid,
    size: u32,
    empty_above: u32,
    mut visit: impl FnMut(HouseSubset) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for house in KINDS.into_iter().flat_map(|first| first..first + 9) {
        if u32::from(grid.empty[house]) <= empty_above {
            continue;
        }
        let places = &grid.places[house];
        let eligible = (0..9)
            .filter(|&digit| (2..=size).contains(&count(places[digit])))
            .fold(0, |mask, digit| mask | 1 << digit);
        subsets(eligible, size, |digits| {
            let union = bits(digits).fold(0, |union, digit| union | places[digit]);
            if count(union) == size {
                visit(HouseSubset { house, places: union, digits })?;
            }
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}

/// Calls `visit` for every naked subset of this size in the houses that have at least `2 * size` empty cells.
pub(super) fn each_naked<B>(
    grid: &RatingGrid,
    size: u32,
    mut visit: impl FnMut(HouseSubset) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for house in KINDS.into_iter().flat_map(|first| first..first + 9) {
        if u32::from(grid.empty[house]) < 2 * size {
            continue;
        }
        let digits_at = CELLS[house].map(|cell| grid.candidates[cell as usize]);
        let eligible = (0..9)
            .filter(|&index| (2..=size).contains(&count(digits_at[index])))
            .fold(0, |mask, index| mask | 1 << index);
        subsets(eligible, size, |places| {
            let union = bits(places).fold(0, |union, index| union | digits_at[index]);
            if count(union) == size {
                visit(HouseSubset { house, places, digits: union })?;
            }
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}

/// Returns the first hidden subset that leaves another digit only one place in the same house.
pub(super) fn direct_hidden(grid: &RatingGrid, size: u32) -> Option<RatingHint> {
    let rule = if size == 2 { Rule::DirectHiddenPair } else { Rule::DirectHiddenTriplet };
    each_hidden(grid, size, size, |set| {
        for digit in bits(!set.digits & 0x1FF) {
            let places = grid.places[set.house][digit];
            let rest = places & !set.places;
            if count(places) > 1 && rest.is_power_of_two() {
                let cell = CELLS[set.house][rest.trailing_zeros() as usize] as usize;
                return ControlFlow::Break(RatingHint::placing(rule, cell, digit));
            }
        }
        ControlFlow::Continue(())
    })
    .break_value()
}

/// Returns the first hidden subset that eliminates something.
pub(super) fn hidden(grid: &RatingGrid, size: u32) -> Option<RatingHint> {
    let rule = match size {
        2 => Rule::HiddenPair,
        3 => Rule::HiddenTriplet,
        _ => Rule::HiddenQuad,
    };
    each_hidden(grid, size, 2 * size, |set| stop_at(RatingHint::eliminating(rule, set.hidden_removals(grid))))
        .break_value()
}

/// Returns the first naked subset that eliminates something.
pub(super) fn naked(grid: &RatingGrid, size: u32) -> Option<RatingHint> {
    let rule = match size {
        2 => Rule::NakedPair,
        3 => Rule::NakedTriplet,
        _ => Rule::NakedQuad,
    };
    each_naked(grid, size, |set| stop_at(RatingHint::eliminating(rule, set.naked_removals(grid))))
        .break_value()
}

#[cfg(test)]
mod tests {
    use super::super::grid::ROWS;
    use super::*;

    #[test]
    fn subsets_of_a_mask_come_in_increasing_order() {
        let mut seen = Vec::new();
        let _: ControlFlow<()> = subsets(0b10_1101, 2, |set| {
            seen.push(set);
            ControlFlow::Continue(())
        });
        assert_eq!(seen, [0b101, 0b1001, 0b1100, 0b10_0001, 0b10_0100, 0b10_1000]);
    }

    #[test]
    fn a_naked_pair_eliminates_its_digits_from_the_rest_of_the_row() {
        let grid = RatingGrid::BLANK.with(0, "12").with(4, "12");
        let eliminated: Vec<_> = [1, 2, 3, 5, 6, 7, 8].map(|cell| (cell, 0b11)).into();
        assert_eq!(naked(&grid, 2).unwrap().as_eliminations(), (Rule::NakedPair, 30, &eliminated[..]));
        assert!(naked(&grid, 3).is_none());
    }

    #[test]
    fn a_hidden_pair_eliminates_other_digits_from_its_cells() {
        let grid = RatingGrid::BLANK.confined(ROWS, 8, &[0, 4]).confined(ROWS, 9, &[0, 4]);
        let eliminated = [(0, 0b111_1111), (4, 0b111_1111)];
        assert_eq!(hidden(&grid, 2).unwrap().as_eliminations(), (Rule::HiddenPair, 34, &eliminated[..]));
        assert!(direct_hidden(&grid, 2).is_none());
    }

    #[test]
    fn a_hidden_pair_is_direct_if_it_leaves_another_digit_one_place() {
        let grid = RatingGrid::BLANK.confined(ROWS, 8, &[0, 4]).confined(ROWS, 9, &[0, 4]).confined(
            ROWS,
            1,
            &[0, 8],
        );
        assert_eq!(direct_hidden(&grid, 2).unwrap().as_placement(), (Rule::DirectHiddenPair, 20, (8, 1)));
    }
}
