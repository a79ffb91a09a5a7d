//! How a narrow machine holds one lane per minirow: three vectors, one for
//! each row of the bands, with one lane per box.
//!
//! ```text
//!    512 bits                     narrower: Rows([row 0, row 1, row 2])
//!
//!    m = row * 3 + stack          row i of every band      lane 4b + k
//!    0  1  2  3  …  26            b=0       b=1       b=2       unused
//!                                 k 0 1 2 · k 0 1 2 · k 0 1 2 · · · · ·
//! ```
//!
//! The four-by-four frame costs seven lanes of sixteen and makes every move
//! cheap: to another row of the box is another register, to another stack a
//! shuffle inside 64 bits, to another band a shuffle of 64-bit words. And what
//! is the same in three rows, such as a minicolumn, is a single vector.

use super::super::lanes::{CellLanes, Lanes, TIE_BREAKS};
use std::ops::{BitAnd, BitOr, BitXor};

/// A vector of sixteen lanes, of which nine are the boxes.
pub(crate) trait BoxLanes: Lanes {
    /// All ones in the lanes without a digit, all zeros elsewhere.
    fn empty(self) -> Self;

    /// Whether some lane of nine vectors has no digit.
    fn any_empty(vectors: [Self; 9]) -> bool;

    /// Each lane without its lowest digit.
    fn without_lowest(self) -> Self;

    /// Number of digits in each lane.
    fn len(self) -> Self;

    /// Lane-wise sum of numbers.
    fn add_lanes(self, other: Self) -> Self;

    /// Lane-wise numbers times 2 to the power `N`.
    fn shifted<const N: u32>(self) -> Self;

    /// All ones in the lanes that hold exactly `number`.
    fn equals(self, number: u16) -> Self;

    /// Lane-wise minimum.
    fn lane_min(self, other: Self) -> Self;

    /// The least of all lanes.
    fn min_lane(self) -> u16;

    /// The number of lanes that are all ones, the others being all zeros.
    fn count(self) -> u32;

    /// Which of nine vectors are all ones, or how many, lane by lane, the others being all zeros; it is only compared.
    #[inline(always)]
    fn tally([a, b, c, d, e, f, g, h, i]: [Self; 9]) -> Self {
        // All ones is minus one.
        let [x, y, z] =
            [a.add_lanes(b).add_lanes(c), d.add_lanes(e).add_lanes(f), g.add_lanes(h).add_lanes(i)];
        x.add_lanes(y).add_lanes(z)
    }

    /// Whether this is the tally of nine vectors with nine lanes each.
    #[inline(always)]
    fn is_full(self) -> bool {
        self.equals(9_u16.wrapping_neg()).count() == 9
    }
}

/// The lane of box (b, k) in a frame.
pub(super) const fn lane(band: usize, stack: usize) -> usize {
    4 * band + stack
}

/// A board in memory: sixteen lanes for vector j and row i.
#[repr(C, align(32))]
pub(super) struct BoardArrays(pub(super) [[[u16; 16]; 3]; 3]);

impl BoardArrays {
    /// The places of 81 cells; lanes without a cell get `rest`.
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

    /// The reverse of `new`.
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

/// Where the cells are in [`BoardArrays`], counted in lanes from its beginning.
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

/// The numbers of the cells, ready to load.
pub(super) static TIE_BREAK_LANES: BoardArrays = BoardArrays::new(&TIE_BREAKS, u16::MAX);

/// One vector for each row of the bands.
#[derive(Clone, Copy)]
pub(crate) struct BandRows<F>(pub(super) [F; 3]);

/// The same expression for each of the three rows. A macro and not a closure:
/// what is not inlined into the frame of its backend is lost (seven times slower).
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
