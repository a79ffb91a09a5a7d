//! The board layout for vectors narrower than 512 bits. Each 512-bit vector is replaced by three narrower
//! ones, one for each row within the bands, with one lane per box.
//!
//! ```text
//!    512 bits                     narrower: BandRows([row 0, row 1, row 2])
//!
//!    m = row * 3 + stack          row i of every band      lane 4b + k
//!    0  1  2  3  …  26            b=0       b=1       b=2       unused
//!                                 k 0 1 2 · k 0 1 2 · k 0 1 2 · · · · ·
//! ```
//!
//! This 4 × 4 layout wastes seven of sixteen lanes, but makes every move cheap. Moving to another row of the
//! box only selects another register, moving to another stack is a shuffle within each 64-bit word, and
//! moving to another band is a shuffle of 64-bit words. A value that is the same in three rows, such as a
//! minicolumn, is a single vector.

use super::super::lanes::{CellLanes, Lanes, TIE_BREAKS};
use std::ops::{BitAnd, BitOr, BitXor};

/// A vector of sixteen lanes, nine of which represent the boxes.
pub(crate) trait BoxLanes: Lanes {
    /// Returns all ones in the lanes without a digit, and all zeros elsewhere.
    fn empty(self) -> Self;

    /// Reports whether any lane of nine vectors has no digit.
    fn any_empty(vectors: [Self; 9]) -> bool;

    /// Removes the lowest digit from each lane.
    fn without_lowest(self) -> Self;

    /// Returns the number of digits in each lane.
    fn len(self) -> Self;

    /// Adds numbers lane by lane.
    fn add_lanes(self, other: Self) -> Self;

    /// Multiplies the number in each lane by 2 to the power of `N`.
    fn shifted<const N: u32>(self) -> Self;

    /// Returns all ones in the lanes that hold exactly `number`, and all zeros elsewhere.
    fn equals(self, number: u16) -> Self;

    /// Returns the smaller number of each pair of lanes.
    fn lane_min(self, other: Self) -> Self;

    /// Returns the smallest number in any lane.
    fn min_lane(self) -> u16;

    /// Counts the lanes that are all ones; all other lanes must be all zeros.
    fn count(self) -> u32;

    /// Computes, for each lane, which or how many of the nine vectors are all ones there. Lanes that are not
    /// all ones must be all zeros. The result is only used in comparisons.
    #[inline(always)]
    fn tally([a, b, c, d, e, f, g, h, i]: [Self; 9]) -> Self {
        // A lane of all ones is −1, so the sum is the negated number of such lanes.
        let [x, y, z] =
            [a.add_lanes(b).add_lanes(c), d.add_lanes(e).add_lanes(f), g.add_lanes(h).add_lanes(i)];
        x.add_lanes(y).add_lanes(z)
    }

    /// Reports whether this is the tally of nine vectors in which all nine box lanes are all ones.
    #[inline(always)]
    fn is_full(self) -> bool {
        self.equals(9_u16.wrapping_neg()).count() == 9
    }
}

/// Returns the lane of the box in a given band and stack.
pub(super) const fn lane(band: usize, stack: usize) -> usize {
    4 * band + stack
}

/// A board in memory: sixteen lanes for each vector j and each row i.
#[repr(C, align(32))]
pub(super) struct BoardArrays(pub(super) [[[u16; 16]; 3]; 3]);

impl BoardArrays {
    /// Arranges 81 cells in the layout of the vectors; lanes without a cell get `rest`.
    #[inline(always)]
    pub(super) const fn new(cells: &[u16; 81], rest: u16) -> Self {
        let mut arrays = [[[rest; 16]; 3]; 3];
        let mut at = 0;
        while at < 9 {
            let (row, lane) = (at / 3 * 3, lane(at / 3, at % 3));
            let mut i = 0;
            while i < 3 {
                let first = (row + i) * 9 + at % 3 * 3;
                arrays[0][i][lane] = cells[first];
                arrays[1][i][lane] = cells[first + 1];
                arrays[2][i][lane] = cells[first + 2];
                i += 1;
            }
            at += 1;
        }
        Self(arrays)
    }

    /// Returns the 81 cells; the inverse of `new`.
    #[inline(always)]
    pub(super) fn cells(&self) -> [u16; 81] {
        let lanes = self.0.as_flattened().as_flattened();
        let mut cells = [0; 81];
        for (digits, &place) in cells.iter_mut().zip(&PLACES) {
            *digits = lanes[usize::from(place)];
        }
        cells
    }
}

/// The position of each cell in [`BoardArrays`], counted in lanes.
const PLACES: [u8; 81] = {
    let mut places = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        places[cell] = (48 * (column % 3) + 16 * (row % 3) + lane(row / 3, column / 3)) as u8;
        cell += 1;
    }
    places
};

/// The tie-break numbers of the cells, in the layout of the vectors.
pub(super) static TIE_BREAK_LANES: BoardArrays = BoardArrays::new(&TIE_BREAKS, u16::MAX);

/// Three vectors, one for each row within the bands.
#[derive(Clone, Copy)]
pub(crate) struct BandRows<F>(pub(super) [F; 3]);

/// Evaluates an expression for each of the three rows. This is a macro because a closure might not be
/// inlined, and would then run without the backend's instructions (seven times slower).
macro_rules! rows {
    ($a:ident in $x:expr => $e:expr) => {{
        let [a0, a1, a2] = $x.0;
        BandRows([
            {
                let $a = a0;
                $e
            },
            {
                let $a = a1;
                $e
            },
            {
                let $a = a2;
                $e
            },
        ])
    }};
    ($a:ident, $b:ident in $x:expr, $y:expr => $e:expr) => {{
        let ([a0, a1, a2], [b0, b1, b2]) = ($x.0, $y.0);
        BandRows([
            {
                let ($a, $b) = (a0, b0);
                $e
            },
            {
                let ($a, $b) = (a1, b1);
                $e
            },
            {
                let ($a, $b) = (a2, b2);
                $e
            },
        ])
    }};
}

impl<F: BoxLanes> BitAnd for BandRows<F> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        rows!(a, b in self, other => a & b)
    }
}

impl<F: BoxLanes> BitOr for BandRows<F> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        rows!(a, b in self, other => a | b)
    }
}

impl<F: BoxLanes> BitXor for BandRows<F> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        rows!(a, b in self, other => a ^ b)
    }
}

impl<F: BoxLanes> Lanes for BandRows<F> {
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        rows!(a, b in self, other => a.without(b))
    }

    #[inline(always)]
    fn at_most_three(self) -> Self {
        rows!(row in self => row.at_most_three())
    }

    #[inline(always)]
    fn at_least_three_or_all(self) -> Self {
        rows!(row in self => row.at_least_three_or_all())
    }

    #[inline(always)]
    fn next_stack(self) -> Self {
        rows!(row in self => row.next_stack())
    }

    #[inline(always)]
    fn prev_stack(self) -> Self {
        rows!(row in self => row.prev_stack())
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        rows!(row in self => row.next_band())
    }

    #[inline(always)]
    fn prev_band(self) -> Self {
        rows!(row in self => row.prev_band())
    }

    #[inline(always)]
    fn any(self) -> bool {
        let [a, b, c] = self.0;
        a.or3(b, c).any()
    }
}

impl<F: BoxLanes> CellLanes for BandRows<F> {
    type Boxes = F;
    type Mask = Self;
    type DecidedTally = F;

    #[inline(always)]
    fn single(self) -> Self {
        rows!(row in self => row.without_lowest().empty())
    }

    #[inline(always)]
    fn only(self, mask: Self) -> Self {
        self & mask
    }

    #[inline(always)]
    fn count(mask: Self) -> u32 {
        let [a, b, c] = mask.0;
        a.count() + b.count() + c.count()
    }

    #[inline(always)]
    fn tally([Self([a, b, c]), Self([d, e, f]), Self([g, h, i])]: [Self; 3]) -> F {
        F::tally([a, b, c, d, e, f, g, h, i])
    }

    #[inline(always)]
    fn has_grown(tally: F, before: F) -> bool {
        (tally ^ before).any()
    }

    #[inline(always)]
    fn is_full(tally: F) -> bool {
        tally.is_full()
    }

    #[inline(always)]
    fn replace(self, mask: Self, other: Self) -> Self {
        self.without(mask) | (other & mask)
    }

    #[inline(always)]
    fn and_where_any(self, other: Self) -> Self {
        rows!(row, kept in self, other => row & (kept | kept.empty()))
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        rows!(row in self => row.without_lowest())
    }

    #[inline(always)]
    fn any_empty(cells: [Self; 3]) -> bool {
        let [Self([a, b, c]), Self([d, e, f]), Self([g, h, i])] = cells;
        F::any_empty([a, b, c, d, e, f, g, h, i])
    }

    #[inline(always)]
    fn matching(self) -> Self {
        let [a, b, c] = self.0;
        let (a1, b1, c1) = (a.next_stack(), b.next_stack(), c.next_stack());
        let (a2, b2, c2) = (a.prev_stack(), b.prev_stack(), c.prev_stack());
        Self([(b1 & c2).or_both(b2, c1), (c1 & a2).or_both(c2, a1), (a1 & b2).or_both(a2, b1)])
    }

    #[inline(always)]
    fn union_of_rows(self) -> F {
        let [a, b, c] = self.0;
        a.or3(b, c)
    }

    #[inline(always)]
    fn in_one_row(self) -> F {
        let [a, b, c] = self.0;
        a.exactly_one(b, c)
    }

    #[inline(always)]
    fn not_in_other_rows(self, digits: F) -> Self {
        Self::spread(digits & self.in_one_row())
    }

    #[inline(always)]
    fn other_rows(self) -> Self {
        let [a, b, c] = self.0;
        Self([b | c, c | a, a | b])
    }

    #[inline(always)]
    fn next_row(self) -> Self {
        let [a, b, c] = self.0;
        Self([b, c, a])
    }

    #[inline(always)]
    fn prev_row(self) -> Self {
        let [a, b, c] = self.0;
        Self([c, a, b])
    }

    #[inline(always)]
    fn spread(boxes: F) -> Self {
        Self([boxes; 3])
    }

    #[inline(always)]
    fn len(self) -> Self {
        rows!(row in self => row.len())
    }

    #[inline(always)]
    fn add_lanes(self, other: Self) -> Self {
        rows!(a, b in self, other => a.add_lanes(b))
    }

    #[inline(always)]
    fn shifted<const N: u32>(self) -> Self {
        rows!(row in self => row.shifted::<N>())
    }

    #[inline(always)]
    fn equals(self, number: u16) -> Self {
        rows!(row in self => row.equals(number))
    }

    #[inline(always)]
    fn overall_min([a, b, c, d]: [Self; 4]) -> u16 {
        let left = rows!(x, y in a, b => x.lane_min(y));
        let right = rows!(x, y in c, d => x.lane_min(y));
        let [x, y, z] = rows!(x, y in left, right => x.lane_min(y)).0;
        x.lane_min(y).lane_min(z).min_lane()
    }
}
