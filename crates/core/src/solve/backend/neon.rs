//! The backend for aarch64: sixteen lanes are stored in two 128-bit registers (see `pair.rs`).
//!
//! The only three-input operation is the bitwise select, and counting the bits of a lane takes two
//! instructions. A board takes 18 of the 32 registers.
#![allow(unsafe_code)]

use super::super::lanes::{ALL, Token, VectorJob};
use super::pair::{Register, RegisterPair};
use super::rows::BandRows;
use crate::backend_macros::{bit_operators, vector_methods};
use std::arch::aarch64::*;

/// Proof that the processor has NEON.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neon(());

impl Neon {
    /// Returns the token if the processor has the required instructions. Only little-endian processors are
    /// supported, because lanes are also accessed as bytes and as 64-bit words.
    pub(crate) fn detect() -> Option<Self> {
        (cfg!(target_endian = "little") && std::arch::is_aarch64_feature_detected!("neon"))
            .then_some(Self(()))
    }
}

/// Eight lanes. A value can only be created with a token.
#[derive(Clone, Copy)]
pub(crate) struct Vector(uint16x8_t);

/// Calls intrinsics.
macro_rules! simd {
    ($e:expr) => {
        // SAFETY: every caller has a `Vector` or a `Neon`, and these exist only if `Neon::detect` found the
        // instructions.
        unsafe { $e }
    };
}

bit_operators! {
    Vector; a, b =>
    Self(simd!(vandq_u16(a.0, b.0))),
    Self(simd!(vorrq_u16(a.0, b.0))),
    Self(simd!(veorq_u16(a.0, b.0)))
}

impl Vector {
    /// Reorders the bytes of each half.
    #[inline(always)]
    fn shuffled(self, order: u64) -> Self {
        simd!({
            let order = vcombine_u64(vcreate_u64(order), vcreate_u64(order | UPPER));
            Self(vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(self.0), vreinterpretq_u8_u64(order))))
        })
    }

    /// Returns the two halves as 64-bit words.
    #[inline(always)]
    fn halves(self) -> uint64x2_t {
        simd!(vreinterpretq_u64_u16(self.0))
    }

    #[inline(always)]
    fn from_halves(halves: uint64x2_t) -> Self {
        Self(simd!(vreinterpretq_u16_u64(halves)))
    }
}

/// The offset that makes byte indices refer to the upper half.
const UPPER: u64 = 0x0808_0808_0808_0808;

impl Register for Vector {
    type Token = Neon;

    #[inline(always)]
    fn splat(_: Neon, lane: u16) -> Self {
        Self(simd!(vdupq_n_u16(lane)))
    }

    #[inline(always)]
    fn load(_: Neon, lanes: &[u16; 8]) -> Self {
        // SAFETY: the token exists only if `Neon::detect` found NEON; the array has eight lanes.
        Self(unsafe { vld1q_u16(lanes.as_ptr()) })
    }

    #[inline(always)]
    fn store(self) -> [u16; 8] {
        let mut lanes = [0; 8];
        // SAFETY: a `Vector` exists only if `Neon::detect` found NEON; the array has eight lanes.
        unsafe { vst1q_u16(lanes.as_mut_ptr(), self.0) };
        lanes
    }

    #[inline(always)]
    fn any(self) -> bool {
        simd!(vmaxvq_u16(self.0)) != 0
    }

    #[inline(always)]
    fn any_empty(self) -> bool {
        simd!(vminvq_u16(self.0)) == 0
    }

    #[inline(always)]
    fn equals(self, number: u16) -> Self {
        Self(simd!(vceqq_u16(self.0, vdupq_n_u16(number))))
    }

    #[inline(always)]
    fn below(self, number: u16) -> Self {
        Self(simd!(vcltq_u16(self.0, vdupq_n_u16(number))))
    }

    #[inline(always)]
    fn shifted<const N: u32>(self) -> Self {
        Self(simd!(vshlq_u16(self.0, vdupq_n_s16(N as i16))))
    }

    #[inline(always)]
    fn shifted_down<const N: u32>(self) -> Self {
        Self(simd!(vshlq_u16(self.0, vdupq_n_s16(-(N as i16)))))
    }

    #[inline(always)]
    fn min_lane(self) -> u16 {
        simd!(vminvq_u16(self.0))
    }

    #[inline(always)]
    fn count(low: Self, high: Self) -> u32 {
        // A lane of all ones is −1, so the sum is the negated number of such lanes.
        u32::from(simd!(vaddvq_u16(vaddq_u16(low.0, high.0))).wrapping_neg())
    }

    #[inline(always)]
    fn upper_lower(low: Self, high: Self) -> Self {
        Self(simd!(vextq_u16::<4>(low.0, high.0)))
    }

    #[inline(always)]
    fn lower_lower(first: Self, second: Self) -> Self {
        Self::from_halves(simd!(vzip1q_u64(first.halves(), second.halves())))
    }

    #[inline(always)]
    fn upper_upper(first: Self, second: Self) -> Self {
        Self::from_halves(simd!(vzip2q_u64(first.halves(), second.halves())))
    }

    #[inline(always)]
    fn lower_upper(low: Self, high: Self) -> Self {
        Self::from_halves(simd!(vcopyq_laneq_u64::<0, 0>(high.halves(), low.halves())))
    }

    vector_methods! {
        without(self, other) => Self(simd!(vbicq_u16(self.0, other.0)));
        empty(self) => Self(simd!(vceqzq_u16(self.0)));
        digits(self) => Self(simd!(vandq_u16(self.0, vdupq_n_u16(ALL))));
        without_lowest(self) => self & Self(simd!(vsubq_u16(self.0, vdupq_n_u16(1))));
        len(self) => Self(simd!(vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(self.0)))));
        add_lanes(self, other) => Self(simd!(vaddq_u16(self.0, other.0)));
        lane_min(self, other) => Self(simd!(vminq_u16(self.0, other.0)));
        next_stack(self) => self.shuffled(0x0706_0100_0504_0302);
        prev_stack(self) => self.shuffled(0x0706_0302_0100_0504);
    }
}

impl Token for Neon {
    type Cells = BandRows<RegisterPair<Vector>>;

    #[inline(always)]
    fn run<J: VectorJob<Self>>(self, job: J) -> J::Output {
        #[target_feature(enable = "neon")]
        fn frame<J: VectorJob<Neon>>(token: Neon, job: J) -> J::Output {
            job.run(token)
        }
        // SAFETY: the token exists only if `Neon::detect` found NEON.
        unsafe { frame(self, job) }
    }
}
