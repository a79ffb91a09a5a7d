//! The backend for WebAssembly: sixteen lanes are stored in two 128-bit registers (see `pair.rs`).
//!
//! A WebAssembly program cannot detect features while it runs: the host rejects a whole module if it contains
//! an unsupported instruction. So this file is compiled only if the `simd128` feature is enabled.
#![allow(unsafe_code)]

use super::super::lanes::{ALL, Token, VectorJob};
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
}
