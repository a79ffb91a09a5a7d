//! The backend for WebAssembly: sixteen lanes are stored in two 128-bit registers (see `pair.rs`).
//!
//! A WebAssembly program cannot detect features while it runs: the host rejects a whole module if it contains
//! an unsupported instruction. So this file is compiled only if the `simd128` feature is enabled.
#![allow(unsafe_code)]

use super::super::lanes::{ALL, Token, VectorBoard, VectorJob};
use super::pair::{Register, RegisterPair};
use super::rows::BandRows;
use crate::backend_macros::{bit_operators, vector_methods};
use std::arch::wasm32::*;

/// Proof that the program was compiled with `simd128`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simd128;

/// Eight lanes.
#[derive(Clone, Copy)]
pub(crate) struct Vector(v128);

bit_operators! {
    Vector; a, b =>
    Self(v128_and(a.0, b.0)),
    Self(v128_or(a.0, b.0)),
    Self(v128_xor(a.0, b.0))
}

impl Register for Vector {
    type Token = Simd128;

    #[inline(always)]
    fn splat(_: Simd128, lane: u16) -> Self {
        Self(u16x8_splat(lane))
    }

    #[inline(always)]
    fn load(_: Simd128, lanes: &[u16; 8]) -> Self {
        // SAFETY: the array has sixteen bytes, and the load does not require alignment.
        Self(unsafe { v128_load(lanes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self) -> [u16; 8] {
        let mut lanes = [0; 8];
        // SAFETY: the array has sixteen bytes, and the store does not require alignment.
        unsafe { v128_store(lanes.as_mut_ptr().cast(), self.0) };
        lanes
    }

    #[inline(always)]
    fn any(self) -> bool {
        v128_any_true(self.0)
    }

    #[inline(always)]
    fn any_empty(self) -> bool {
        !u16x8_all_true(self.0)
    }

    #[inline(always)]
    fn equals(self, number: u16) -> Self {
        Self(u16x8_eq(self.0, u16x8_splat(number)))
    }

    #[inline(always)]
    fn below(self, number: u16) -> Self {
        // A signed comparison suffices because the lanes hold small numbers, and it takes one instruction on
        // more processors than an unsigned one.
        Self(i16x8_lt(self.0, u16x8_splat(number)))
    }

    #[inline(always)]
    fn shifted<const N: u32>(self) -> Self {
        Self(u16x8_shl(self.0, N))
    }

    #[inline(always)]
    fn shifted_down<const N: u32>(self) -> Self {
        Self(u16x8_shr(self.0, N))
    }

    #[inline(always)]
    fn min_lane(self) -> u16 {
        let four = u16x8_min(self.0, u64x2_shuffle::<1, 0>(self.0, self.0));
        let two = u16x8_min(four, u32x4_shuffle::<1, 0, 2, 3>(four, four));
        u16x8_extract_lane::<0>(two).min(u16x8_extract_lane::<1>(two))
    }

    #[inline(always)]
    fn count(low: Self, high: Self) -> u32 {
        u8x16_bitmask(i8x16_narrow_i16x8(low.0, high.0)).count_ones()
    }

    #[inline(always)]
    fn upper_lower(low: Self, high: Self) -> Self {
        Self(u64x2_shuffle::<1, 2>(low.0, high.0))
    }

    #[inline(always)]
    fn lower_lower(first: Self, second: Self) -> Self {
        Self(u64x2_shuffle::<0, 2>(first.0, second.0))
    }

    #[inline(always)]
    fn upper_upper(first: Self, second: Self) -> Self {
        Self(u64x2_shuffle::<1, 3>(first.0, second.0))
    }

    #[inline(always)]
    fn lower_upper(low: Self, high: Self) -> Self {
        Self(u64x2_shuffle::<0, 3>(low.0, high.0))
    }

    vector_methods! {
        without(self, other) => Self(v128_andnot(self.0, other.0));
        empty(self) => self.equals(0);
        digits(self) => Self(v128_and(self.0, u16x8_splat(ALL)));
        without_lowest(self) => self & Self(u16x8_sub(self.0, u16x8_splat(1)));
        len(self) => Self(u16x8_extadd_pairwise_u8x16(u8x16_popcnt(self.0)));
        add_lanes(self, other) => Self(u16x8_add(self.0, other.0));
        lane_min(self, other) => Self(u16x8_min(self.0, other.0));
        next_stack(self) => Self(u16x8_shuffle::<1, 2, 0, 3, 5, 6, 4, 7>(self.0, self.0));
        prev_stack(self) => Self(u16x8_shuffle::<2, 0, 1, 3, 6, 4, 5, 7>(self.0, self.0));
    }
}

impl Token for Simd128 {
    type Cells = BandRows<RegisterPair<Vector>>;

    #[inline(always)]
    fn run<J: VectorJob<Self>>(self, job: J) -> J::Output {
        job.run(self)
    }

    #[inline(always)]
    fn read_bytes(self, bytes: &[u8; 81]) -> VectorBoard<Self> {
        let [a, b, c] = [read_rows::<0>(bytes), read_rows::<1>(bytes), read_rows::<2>(bytes)];
        [
            BandRows::new([a[0], b[0], c[0]]),
            BandRows::new([a[1], b[1], c[1]]),
            BandRows::new([a[2], b[2], c[2]]),
        ]
    }

    #[inline(always)]
    fn write(self, [c0, c1, c2]: VectorBoard<Self>, values: &mut [u8; 81]) {
        let ([x0, y0, z0], [x1, y1, z1], [x2, y2, z2]) = (c0.rows(), c1.rows(), c2.rows());
        let [x, y, z] =
            [digits_of_rows([x0, x1, x2]), digits_of_rows([y0, y1, y2]), digits_of_rows([z0, z1, z2])];
        let rows = [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]];
        let mut row = 0;
        // Each store writes a row and seven more bytes, which the next row overwrites. Only the last row must
        // not write more.
        while row < 8 {
            // SAFETY: the last store ends before byte 80, and stores do not require alignment.
            unsafe { v128_store(values.as_mut_ptr().add(9 * row).cast(), rows[row]) };
            row += 1;
        }
        // SAFETY: the store writes bytes 72–79, and does not require alignment.
        unsafe { v128_store64_lane::<0>(rows[8], values.as_mut_ptr().add(72).cast()) };
        values[80] = u8x16_extract_lane::<8>(rows[8]);
    }
}

/// Reads row I of every band: the candidates of its cells, for each of the three columns of a stack.
#[inline(always)]
fn read_rows<const I: usize>(bytes: &[u8; 81]) -> [RegisterPair<Vector>; 3] {
    let [first, second, third] = [read_row::<I, 0>(bytes), read_row::<I, 1>(bytes), read_row::<I, 2>(bytes)];
    let [[a, b], [c, d], [e, f]] = [first, second, third];
    [
        RegisterPair { low: Vector::lower_lower(a, c), high: Vector::lower_upper(e, f) },
        RegisterPair { low: Vector::upper_upper(a, c), high: Vector::upper_upper(e, f) },
        RegisterPair { low: Vector::lower_lower(b, d), high: f },
    ]
}

/// Reads the candidates of row I of band B: first those of the cells in the first and second columns of the
/// stacks, then those in the third columns. Unused lanes get all candidates.
#[inline(always)]
fn read_row<const I: usize, const B: usize>(bytes: &[u8; 81]) -> [Vector; 2] {
    const NO: i8 = -1;
    let low_bytes = i8x16(-1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0);
    let high_bytes = i8x16(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
    // Sixteen bytes are loaded, so the last row is read from an earlier byte.
    let (start, by_column) = if 27 * B + 9 * I + 16 > 81 {
        (81 - 16, i8x16(7, 10, 13, NO, 8, 11, 14, NO, 9, 12, 15, NO, NO, NO, NO, NO))
    } else {
        (27 * B + 9 * I, i8x16(0, 3, 6, NO, 1, 4, 7, NO, 2, 5, 8, NO, NO, NO, NO, NO))
    };
    // SAFETY: the load ends within the 81 bytes, and does not require alignment.
    let row = unsafe { v128_load(bytes.as_ptr().add(start).cast()) };
    // Unused lanes read the number 0, which has all candidates.
    let numbers = u8x16_swizzle(row, by_column);
    let (low, high) = (u8x16_swizzle(low_bytes, numbers), u8x16_swizzle(high_bytes, numbers));
    [
        Vector(u8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(low, high)),
        Vector(u8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(low, high)),
    ]
}

/// Returns the digits of the same row of the three bands, nine bytes each, followed by other bytes. The
/// vectors are the cells in the three columns of the stacks.
#[inline(always)]
fn digits_of_rows([a, b, c]: [RegisterPair<Vector>; 3]) -> [v128; 3] {
    const NO: i8 = -1;
    let ab_low = digits(u8x16_narrow_i16x8(a.low.0, b.low.0));
    let ab_high = digits(u8x16_narrow_i16x8(a.high.0, b.high.0));
    let c = digits(u8x16_narrow_i16x8(c.low.0, c.high.0));
    let ab_first = i8x16(0, 8, NO, 1, 9, NO, 2, 10, NO, 0, 0, 0, 0, 0, 0, 0);
    let ab_second = i8x16(4, 12, NO, 5, 13, NO, 6, 14, NO, 0, 0, 0, 0, 0, 0, 0);
    let c_first = i8x16(NO, NO, 0, NO, NO, 1, NO, NO, 2, 0, 0, 0, 0, 0, 0, 0);
    let c_second = i8x16(NO, NO, 4, NO, NO, 5, NO, NO, 6, 0, 0, 0, 0, 0, 0, 0);
    let c_third = i8x16(NO, NO, 8, NO, NO, 9, NO, NO, 10, 0, 0, 0, 0, 0, 0, 0);
    [
        v128_or(u8x16_swizzle(ab_low, ab_first), u8x16_swizzle(c, c_first)),
        v128_or(u8x16_swizzle(ab_low, ab_second), u8x16_swizzle(c, c_second)),
        v128_or(u8x16_swizzle(ab_high, ab_first), u8x16_swizzle(c, c_third)),
    ]
}

/// Returns the digit in each byte: 1 to 8 for a single bit, 9 if all bits are set.
#[inline(always)]
fn digits(bytes: v128) -> v128 {
    let low = v128_and(bytes, u8x16_splat(15));
    let high = u8x16_shr(bytes, 4);
    let low_digits = u8x16(0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 9);
    let high_digits = u8x16(0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0);
    v128_or(u8x16_swizzle(low_digits, low), u8x16_swizzle(high_digits, high))
}
