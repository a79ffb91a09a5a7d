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
use crate::backend_macros::{bit_operators, each_of_three, vector_methods};

/// A vector of sixteen lanes, nine of which represent the boxes.
pub(crate) trait BoxLanes: Lanes {
    /// The token that proves that the processor has the instructions. It is required to create the first
    /// vector.
    type Token: Copy;

    /// Returns a vector with the same number in every lane.
    fn splat(token: Self::Token, lane: u16) -> Self;

    /// Loads a vector.
    fn load(token: Self::Token, lanes: &[u16; 16]) -> Self;

    /// Returns the lanes of the vector.
    fn store(self) -> [u16; 16];

    /// Returns all ones in the lanes without a digit, and all zeros elsewhere.
    fn empty(self) -> Self;

    /// Reports whether any lane of nine vectors has no digit.
    fn any_empty(vectors: [Self; 9]) -> bool;

    /// Reduces each lane to the digits of `other`, except that a lane that is empty in `other` stays
    /// unchanged. `other` must be a subset of `self`.
    #[inline(always)]
    fn and_where_any(self, other: Self) -> Self {
        self & (other | other.empty())
    }

    /// Removes the lowest digit from each lane.
    fn without_lowest(self) -> Self;

    /// Returns the number of digits in each lane. Only the low nine bits may be set.
    fn len(self) -> Self;

    /// Adds numbers lane by lane.
    fn add_lanes(self, other: Self) -> Self;

    /// Multiplies the number in each lane by 2 to the power of `N`.
    fn shifted<const N: u32>(self) -> Self;

    /// Divides the number in each lane by 2 to the power of `N`, and rounds down.
    fn shifted_down<const N: u32>(self) -> Self;

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
const fn lane(band: usize, stack: usize) -> usize {
    4 * band + stack
}

/// A board in memory: sixteen lanes for each vector j and each row i.
#[repr(C, align(32))]
struct BoardArrays([[[u16; 16]; 3]; 3]);

impl BoardArrays {
    /// Arranges 81 cells in the layout of the vectors; lanes without a cell get `rest`.
    #[inline(always)]
    const fn new(cells: &[u16; 81], rest: u16) -> Self {
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
    fn cells(&self) -> [u16; 81] {
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
static TIE_BREAK_LANES: BoardArrays = BoardArrays::new(&TIE_BREAKS, u16::MAX);

/// Three vectors, one for each row within the bands.
#[derive(Clone, Copy)]
pub(crate) struct BandRows<F>([F; 3]);

/// Evaluates an expression for each of the three rows.
macro_rules! rows {
    ($($args:tt)*) => {
        BandRows(each_of_three!($($args)*))
    };
}

bit_operators! {
    BandRows<F> where F: BoxLanes; a, b =>
    rows!(a, b in a.0, b.0 => a & b),
    rows!(a, b in a.0, b.0 => a | b),
    rows!(a, b in a.0, b.0 => a ^ b)
}

impl<F: BoxLanes> Lanes for BandRows<F> {
    #[inline(always)]
    fn any(self) -> bool {
        let [a, b, c] = self.0;
        a.or3(b, c).any()
    }

    vector_methods! {
        without(self, other) => rows!(a, b in self.0, other.0 => a.without(b));
        majority(self, b, c) => Self([
            self.0[0].majority(b.0[0], c.0[0]),
            self.0[1].majority(b.0[1], c.0[1]),
            self.0[2].majority(b.0[2], c.0[2]),
        ]);
        at_most_three(self) => rows!(row in self.0 => row.at_most_three());
        at_least_three_or_all(self) => rows!(row in self.0 => row.at_least_three_or_all());
        next_stack(self) => rows!(row in self.0 => row.next_stack());
        prev_stack(self) => rows!(row in self.0 => row.prev_stack());
        next_band(self) => rows!(row in self.0 => row.next_band());
        prev_band(self) => rows!(row in self.0 => row.prev_band());
    }
}

impl<F: BoxLanes> BandRows<F> {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
    #[inline(always)]
    pub(super) fn new(rows: [F; 3]) -> Self {
        Self(rows)
    }

    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
    #[inline(always)]
    pub(super) fn rows(self) -> [F; 3] {
        self.0
    }

    #[inline(always)]
    fn load_board(token: F::Token, arrays: &BoardArrays) -> [Self; 3] {
        let [x, y, z] = &arrays.0;
        [
            Self([F::load(token, &x[0]), F::load(token, &x[1]), F::load(token, &x[2])]),
            Self([F::load(token, &y[0]), F::load(token, &y[1]), F::load(token, &y[2])]),
            Self([F::load(token, &z[0]), F::load(token, &z[1]), F::load(token, &z[2])]),
        ]
    }
}

impl<F: BoxLanes> CellLanes for BandRows<F> {
    type Token = F::Token;
    type Boxes = F;
    type Mask = Self;
    type DecidedTally = F;

    #[inline(always)]
    fn splat(token: F::Token, lane: u16) -> Self {
        Self::spread(F::splat(token, lane))
    }

    #[inline(always)]
    fn load(token: F::Token, cells: &[u16; 81], rest: u16) -> [Self; 3] {
        Self::load_board(token, &BoardArrays::new(cells, rest))
    }

    #[inline(always)]
    fn store(board: [Self; 3]) -> [u16; 81] {
        let mut arrays = BoardArrays([[[0; 16]; 3]; 3]);
        for (vector, rows) in arrays.0.iter_mut().zip(board) {
            for (lanes, row) in vector.iter_mut().zip(rows.0) {
                *lanes = row.store();
            }
        }
        arrays.cells()
    }

    #[inline(always)]
    fn tie_breaks(token: F::Token) -> [Self; 3] {
        Self::load_board(token, &TIE_BREAK_LANES)
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
    fn shifted<const N: u32>(self) -> Self {
        rows!(row in self.0 => row.shifted::<N>())
    }

    #[inline(always)]
    fn shifted_down<const N: u32>(self) -> Self {
        rows!(row in self.0 => row.shifted_down::<N>())
    }

    #[inline(always)]
    fn equals(self, number: u16) -> Self {
        rows!(row in self.0 => row.equals(number))
    }

    #[inline(always)]
    fn overall_min([a, b, c, d]: [Self; 4]) -> u16 {
        let left = rows!(x, y in a.0, b.0 => x.lane_min(y));
        let right = rows!(x, y in c.0, d.0 => x.lane_min(y));
        let [x, y, z] = rows!(x, y in left.0, right.0 => x.lane_min(y)).0;
        x.lane_min(y).lane_min(z).min_lane()
    }

    vector_methods! {
        single(self) => rows!(row in self.0 => row.without_lowest().empty());
        only(self, mask) => self & mask;
        replace(self, mask, other) => self.without(mask) | (other & mask);
        and_where_any(self, other) => rows!(row, kept in self.0, other.0 => row.and_where_any(kept));
        without_lowest(self) => rows!(row in self.0 => row.without_lowest());
        len(self) => rows!(row in self.0 => row.len());
        add_lanes(self, other) => rows!(a, b in self.0, other.0 => a.add_lanes(b));
    }
}
