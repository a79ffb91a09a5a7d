//! Vectors of sixteen lanes that consist of two 128-bit registers.
//!
//! ```text
//!            lane   0 1 2 3   4 5 6 7            8 9 …
//!    low          [ band 0  | band 1  ]    high  [ band 2  | unused  ]
//!           stack   0 1 2 ·   0 1 2 ·              0 1 2 ·   · · · ·
//! ```
//!
//! As in all layouts of `rows.rs`, seven of sixteen lanes are unused, but every move is a single instruction
//! per register: a shuffle within each 64-bit word moves to another stack, and a selection of two of the four
//! 64-bit words moves to another band. An instruction set only has to implement the trait [`Register`]; this
//! file combines two registers into a vector.

use super::super::lanes::Lanes;
use super::rows::BoxLanes;
use crate::backend_macros::{bit_operators, vector_methods};
use std::ops::{BitAnd, BitOr, BitXor};

/// A register of eight lanes. A value of this type proves that the processor has the instructions.
pub(crate) trait Register:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// The token that proves that the processor has the instructions. It is required to create the first
    /// register.
    type Token: Copy;

    /// Returns a register with the same number in every lane.
    fn splat(token: Self::Token, lane: u16) -> Self;

    /// Loads a register.
    fn load(token: Self::Token, lanes: &[u16; 8]) -> Self;

    /// Returns the lanes of the register.
    fn store(self) -> [u16; 8];

    /// Returns `self & !other`.
    fn without(self, other: Self) -> Self;

    /// Returns the bits in at least two of the three registers.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        (self & b) | ((self ^ b) & c)
    }

    /// Reduces each lane to the bits of `other`, except that a lane that is zero in `other` stays unchanged.
    /// `other` must be a subset of `self`.
    #[inline(always)]
    fn and_where_any(self, other: Self) -> Self {
        self & (other | other.empty())
    }

    /// Reports whether any bit is set.
    fn any(self) -> bool;

    /// Reports whether any lane is zero.
    fn any_empty(self) -> bool;

    /// Returns all ones in the lanes that are zero, and all zeros elsewhere.
    fn empty(self) -> Self;

    /// Returns all ones in the lanes that hold exactly `number`, and all zeros elsewhere.
    fn equals(self, number: u16) -> Self;

    /// Returns all ones in the lanes that hold less than `number`, and all zeros elsewhere.
    fn below(self, number: u16) -> Self;

    /// Keeps the nine bits of each lane that represent digits.
    fn digits(self) -> Self;

    /// Clears the lowest set bit of each lane.
    fn without_lowest(self) -> Self;

    /// Returns the number of set bits in each lane.
    fn len(self) -> Self;

    /// Adds numbers lane by lane.
    fn add_lanes(self, other: Self) -> Self;

    /// Multiplies the number in each lane by 2 to the power of `N`.
    fn shifted<const N: u32>(self) -> Self;

    /// Divides the number in each lane by 2 to the power of `N`, and rounds down.
    fn shifted_down<const N: u32>(self) -> Self;

    /// Returns the smaller number of each pair of lanes.
    fn lane_min(self, other: Self) -> Self;

    /// Returns the smallest number in any lane.
    fn min_lane(self) -> u16;

    /// Counts, in two registers, the lanes that are all ones; all other lanes must be all zeros.
    fn count(low: Self, high: Self) -> u32;

    /// Returns lanes 1, 2, 0, 3 of each half.
    fn next_stack(self) -> Self;

    /// Returns lanes 2, 0, 1, 3 of each half.
    fn prev_stack(self) -> Self;

    /// Returns the upper half of `low`, then the lower half of `high`.
    fn upper_lower(low: Self, high: Self) -> Self;

    /// Returns the lower half of `first`, then the lower half of `second`.
    fn lower_lower(first: Self, second: Self) -> Self;

    /// Returns the upper half of `first`, then the upper half of `second`.
    fn upper_upper(first: Self, second: Self) -> Self;

    /// Returns the lower half of `low`, then the upper half of `high`.
    fn lower_upper(low: Self, high: Self) -> Self;
}

/// Sixteen lanes, nine of which represent the boxes.
#[derive(Clone, Copy)]
pub(crate) struct RegisterPair<R> {
    pub(super) low: R,
    pub(super) high: R,
}

impl<R> RegisterPair<R> {
    #[cfg(target_arch = "aarch64")]
    #[inline(always)]
    pub(super) fn new(low: R, high: R) -> Self {
        Self { low, high }
    }

    #[cfg(target_arch = "aarch64")]
    #[inline(always)]
    pub(super) fn registers(self) -> [R; 2] {
        [self.low, self.high]
    }
}

bit_operators! {
    RegisterPair<R> where R: Register; a, b =>
    Self { low: a.low & b.low, high: a.high & b.high },
    Self { low: a.low | b.low, high: a.high | b.high },
    Self { low: a.low ^ b.low, high: a.high ^ b.high }
}

impl<R: Register> Lanes for RegisterPair<R> {
    #[inline(always)]
    fn at_most_three(self) -> Self {
        let Self { low, high } = self;
        Self { low: low & low.len().below(4), high: high & high.len().below(4) }
    }

    #[inline(always)]
    fn at_least_three_or_all(self) -> Self {
        let Self { low, high } = self;
        Self { low: low | low.len().below(3).digits(), high: high | high.len().below(3).digits() }
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        let Self { low, high } = self;
        Self { low: R::upper_lower(low, high), high: R::lower_upper(low, high) }
    }

    #[inline(always)]
    fn prev_band(self) -> Self {
        let Self { low, high } = self;
        Self { low: R::lower_lower(high, low), high: R::upper_upper(low, high) }
    }

    #[inline(always)]
    fn any(self) -> bool {
        (self.low | self.high).any()
    }

    vector_methods! {
        without(self, other) => Self { low: self.low.without(other.low), high: self.high.without(other.high) };
        majority(self, b, c) => Self {
            low: self.low.majority(b.low, c.low),
            high: self.high.majority(b.high, c.high),
        };
        next_stack(self) => Self { low: self.low.next_stack(), high: self.high.next_stack() };
        prev_stack(self) => Self { low: self.low.prev_stack(), high: self.high.prev_stack() };
    }
}

impl<R: Register> BoxLanes for RegisterPair<R> {
    type Token = R::Token;

    #[inline(always)]
    fn splat(token: R::Token, lane: u16) -> Self {
        let register = R::splat(token, lane);
        Self { low: register, high: register }
    }

    #[inline(always)]
    fn load(token: R::Token, lanes: &[u16; 16]) -> Self {
        let halves = lanes.as_chunks::<8>().0;
        Self { low: R::load(token, &halves[0]), high: R::load(token, &halves[1]) }
    }

    #[inline(always)]
    fn store(self) -> [u16; 16] {
        let mut lanes = [0; 16];
        let (low, high) = lanes.split_at_mut(8);
        low.copy_from_slice(&self.low.store());
        high.copy_from_slice(&self.high.store());
        lanes
    }

    #[inline(always)]
    fn any_empty([a, b, c, d, e, f, g, h, i]: [Self; 9]) -> bool {
        let [x, y, z] = [a.lane_min(b).lane_min(c), d.lane_min(e).lane_min(f), g.lane_min(h).lane_min(i)];
        let Self { low, high } = x.lane_min(y).lane_min(z);
        low.lane_min(high).any_empty()
    }

    #[inline(always)]
    fn shifted<const N: u32>(self) -> Self {
        Self { low: self.low.shifted::<N>(), high: self.high.shifted::<N>() }
    }

    #[inline(always)]
    fn shifted_down<const N: u32>(self) -> Self {
        Self { low: self.low.shifted_down::<N>(), high: self.high.shifted_down::<N>() }
    }

    #[inline(always)]
    fn equals(self, number: u16) -> Self {
        Self { low: self.low.equals(number), high: self.high.equals(number) }
    }

    #[inline(always)]
    fn min_lane(self) -> u16 {
        self.low.lane_min(self.high).min_lane()
    }

    #[inline(always)]
    fn count(self) -> u32 {
        R::count(self.low, self.high)
    }

    vector_methods! {
        and_where_any(self, other) => Self {
            low: self.low.and_where_any(other.low),
            high: self.high.and_where_any(other.high),
        };
        empty(self) => Self { low: self.low.empty(), high: self.high.empty() };
        without_lowest(self) => Self { low: self.low.without_lowest(), high: self.high.without_lowest() };
        len(self) => Self { low: self.low.len(), high: self.high.len() };
        add_lanes(self, other) => Self { low: self.low.add_lanes(other.low), high: self.high.add_lanes(other.high) };
        lane_min(self, other) => Self { low: self.low.lane_min(other.low), high: self.high.lane_min(other.high) };
    }
}
