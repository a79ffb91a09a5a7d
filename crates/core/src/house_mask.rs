//! Finds the houses that contain at least one cell, or at least two cells, of a set. All 27 houses are tested
//! at once.
//!
//! ```text
//! band    ......... ......... .........    27 cells, three rows
//! rows           r         r         r     one bit per row, at its last cell
//! columns                     ccccccccc    one bit per column
//! boxes                         b  b  b    one bit per box, at its first column
//! ```
//!
//! This is ten times faster than checking one house at a time. The speed matters because explaining why a
//! puzzle has no solution runs the check for all nine digits after every placement. Masks of several sets of
//! cells are combined first; only the result is converted to a set of houses.

use crate::cell::CellSet;
use crate::house::HouseSet;
use std::ops::{BitAnd, BitOr, Not};

/// The first cell of each row in a band.
const FIRST: u32 = 0o001_001_001;
/// The last cell of each row in a band.
const LAST: u32 = 0o400_400_400;
/// The first row of a band.
const ROW: u32 = 0o777;
/// The first column of each box in a band.
const BOXES: u32 = 0o111;

/// A set of houses, in the layout shown at the top of this file. The unused bits are arbitrary.
#[derive(Copy, Clone, Debug)]
pub(crate) struct HouseMask {
    /// The rows, by band.
    rows: [u32; 3],
    columns: u32,
    /// The boxes, by band.
    boxes: [u32; 3],
}

/// Splits a set of cells into its three bands.
#[inline]
fn bands(cells: CellSet) -> [u32; 3] {
    let bits = cells.bits();
    [bits as u32 & 0o777_777_777, (bits >> 27) as u32 & 0o777_777_777, (bits >> 54) as u32]
}

/// Marks each non-empty row of a band by setting the bit of its last cell. The other bits of the result are
/// arbitrary.
#[inline]
fn rows(band: u32) -> u32 {
    // Adding 0xFF carries into bit 8 of a row if any of its bits 0–7 is set; the OR covers bit 8 itself.
    ((band & !LAST) + (LAST - FIRST)) | band
}

impl HouseMask {
    /// The empty set of houses.
    pub(crate) const NONE: HouseMask = HouseMask { rows: [0; 3], columns: 0, boxes: [0; 3] };

    /// Returns the houses that contain any of these cells.
    #[inline]
    pub(crate) fn any(cells: CellSet) -> HouseMask {
        let mut mask = HouseMask::NONE;
        for (index, band) in bands(cells).into_iter().enumerate() {
            let row = (band | band >> 9 | band >> 18) & ROW;
            mask.rows[index] = rows(band);
            mask.columns |= row;
            mask.boxes[index] = row | row >> 1 | row >> 2;
        }
        mask
    }

    /// Returns the houses that contain two or more of these cells.
    #[inline]
    pub(crate) fn two(cells: CellSet) -> HouseMask {
        let mut mask = HouseMask::NONE;
        let mut above = 0;
        for (index, band) in bands(cells).into_iter().enumerate() {
            // Remove the first cell of each row, then look for rows that still have a cell.
            mask.rows[index] = rows(band & (band - ((rows(band) & LAST) >> 8)));
            let (a, b, c) = (band & ROW, band >> 9 & ROW, band >> 18);
            let (row, twice) = (a | b | c, a & b | (a | b) & c);
            mask.columns |= twice | above & row;
            above |= row;
            // The box has two cells in the same column, or cells in two columns.
            let pairs = row & row >> 1 | (row | row >> 1) & row >> 2;
            mask.boxes[index] = twice | twice >> 1 | twice >> 2 | pairs & BOXES;
        }
        mask
    }

    /// Returns the marked houses as a set.
    #[inline]
    pub(crate) fn houses(self) -> HouseSet {
        let (mut rows, mut boxes) = (0, 0);
        for band in 0..3 {
            let (row, place) = ((self.rows[band] & LAST) >> 8, self.boxes[band] & BOXES);
            rows |= ((row | row >> 8 | row >> 16) & 0o7) << (3 * band);
            boxes |= ((place | place >> 2 | place >> 4) & 0o7) << (3 * band);
        }
        HouseSet::from_bits(rows | (self.columns & ROW) << 9 | boxes << 18)
    }

    #[inline]
    fn combine_with(self, other: HouseMask, combine: impl Fn(u32, u32) -> u32) -> HouseMask {
        let three = |[a, b, c]: [u32; 3], [d, e, f]: [u32; 3]| [combine(a, d), combine(b, e), combine(c, f)];
        HouseMask {
            rows: three(self.rows, other.rows),
            columns: combine(self.columns, other.columns),
            boxes: three(self.boxes, other.boxes),
        }
    }
}

/// Intersection: the houses marked in both masks.
impl BitAnd for HouseMask {
    type Output = HouseMask;

    #[inline]
    fn bitand(self, other: HouseMask) -> HouseMask {
        self.combine_with(other, |mine, others| mine & others)
    }
}

/// Union: the houses marked in either mask.
impl BitOr for HouseMask {
    type Output = HouseMask;

    #[inline]
    fn bitor(self, other: HouseMask) -> HouseMask {
        self.combine_with(other, |mine, others| mine | others)
    }
}

/// Complement: the houses that are not marked.
impl Not for HouseMask {
    type Output = HouseMask;

    #[inline]
    fn not(self) -> HouseMask {
        self.combine_with(HouseMask::NONE, |mine, _| !mine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Cell;
    use crate::house::House;

    #[test]
    fn masks_agree_with_counting_cells_house_by_house() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            u128::from(state >> 20) << 40 ^ u128::from(state >> 24)
        };
        let lone = Cell::all().map(CellSet::only);
        let mut sets: Vec<CellSet> = lone.chain([CellSet::EMPTY, CellSet::ALL]).collect();
        for round in 0..3000 {
            // Use sets of different sizes: each AND halves the number of cells on average.
            let bits = (0..=round % 5).fold(u128::MAX, |bits, _| bits & random());
            sets.push(CellSet::from_bits(bits));
        }
        for pair in sets.windows(2) {
            let with = |least: usize, cells: CellSet| -> HouseSet {
                House::all().filter(|house| (house.cells() & cells).len() >= least).collect()
            };
            let (any, two) = (HouseMask::any(pair[0]), HouseMask::two(pair[1]));
            let (some, more) = (with(1, pair[0]), with(2, pair[1]));
            assert_eq!((any.houses(), two.houses()), (some, more), "{pair:?}");
            assert_eq!((any & two).houses(), some & more, "{pair:?}");
            assert_eq!((any | two).houses(), some | more, "{pair:?}");
            assert_eq!((!any).houses(), !some, "{pair:?}");
        }
    }
}
