//! Planes of 128 bits, for aarch64.
//!
//! Only the select has three inputs. The SHA-3 extension also has `a ^ b ^ c` and `a ^ (b & !c)`, which the
//! compiler uses on Apple's processors, where it is always enabled. On Neoverse V1 and V2, these instructions
//! have only one of the four execution units, so with them the engine would execute 1 to 3 % fewer
//! instructions, but take 3 % longer (estimated; see `bench/2026-11-19-engines.md`).
#![allow(unsafe_code, reason = "calls intrinsics; a token proves that the CPU supports them")]

use std::arch::aarch64::*;
use std::arch::asm;

use super::super::plane::{Backend, Kernel, MAX_WORDS, Plane};
use crate::backend_macros::vector_methods;

/// Proof that the CPU has NEON.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neon(());

impl Neon {
    /// Returns the token if the CPU has the required instructions.
    pub(crate) fn detect() -> Option<Self> {
        std::arch::is_aarch64_feature_detected!("neon").then_some(Self(()))
    }
}

/// A plane in one register. The field is private, so that a plane can only be created with a token.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Plane128(uint64x2_t);

/// Calls intrinsics.
macro_rules! simd {
    ($e:expr) => {
        // SAFETY: tokens and planes exist only if `Neon::detect` found the instructions.
        unsafe { $e }
    };
}

/// Applies an intrinsic for narrower lanes.
macro_rules! lanes {
    ($into:ident, $from:ident, $intrinsic:ident$(::<$n:literal>)?($a:ident, $b:ident)) => {
        Self(simd!($from($intrinsic$(::<$n>)?($into($a.0), $into($b.0)))))
    };
}

impl Plane for Plane128 {
    type Token = Neon;
    const WORDS: usize = 2;
    const SELECTS: bool = true;

    #[inline(always)]
    fn splat(_: Neon, word: u64) -> Self {
        Self(simd!(vdupq_n_u64(word)))
    }
    #[inline(always)]
    fn from_words(_: Neon, words: [u64; MAX_WORDS]) -> Self {
        // SAFETY: tokens and planes exist only if `Neon::detect` found NEON; the array has at least 2 words.
        Self(unsafe { vld1q_u64(words.as_ptr()) })
    }
    #[inline(always)]
    fn words(self) -> [u64; MAX_WORDS] {
        let mut words = [0; MAX_WORDS];
        // SAFETY: tokens and planes exist only if `Neon::detect` found NEON; the array has at least 2 words.
        unsafe { vst1q_u64(words.as_mut_ptr(), self.0) };
        words
    }
    #[inline(always)]
    fn transpose_words(planes: [Self; 4]) -> [Self; 4] {
        planes
    }
    #[inline(always)]
    fn shift_left<const K: u32>(self) -> Self {
        Self(simd!(vshlq_u64(self.0, vdupq_n_s64(i64::from(K)))))
    }
    #[inline(always)]
    fn shift_right<const K: u32>(self) -> Self {
        Self(simd!(vshlq_u64(self.0, vdupq_n_s64(-i64::from(K)))))
    }
    #[inline(always)]
    fn swap_bits<const K: u32>(self, a: Self, b: Self) -> (Self, Self) {
        match K {
            32 => (
                lanes!(vreinterpretq_u32_u64, vreinterpretq_u64_u32, vtrn1q_u32(a, b)),
                lanes!(vreinterpretq_u32_u64, vreinterpretq_u64_u32, vtrn2q_u32(a, b)),
            ),
            16 => (
                lanes!(vreinterpretq_u16_u64, vreinterpretq_u64_u16, vtrn1q_u16(a, b)),
                lanes!(vreinterpretq_u16_u64, vreinterpretq_u64_u16, vtrn2q_u16(a, b)),
            ),
            8 => (
                lanes!(vreinterpretq_u8_u64, vreinterpretq_u64_u8, vtrn1q_u8(a, b)),
                lanes!(vreinterpretq_u8_u64, vreinterpretq_u64_u8, vtrn2q_u8(a, b)),
            ),
            4 => (
                lanes!(vreinterpretq_u8_u64, vreinterpretq_u64_u8, vsliq_n_u8::<4>(a, b)),
                lanes!(vreinterpretq_u8_u64, vreinterpretq_u64_u8, vsriq_n_u8::<4>(b, a)),
            ),
            _ => (self.select(a, b.shift_left::<K>()), self.select(a.shift_right::<K>(), b)),
        }
    }

    #[inline(always)]
    fn select(self, mut yes: Self, no: Self) -> Self {
        // The compiler splits the intrinsic into three operations if `self` is the same in all rounds of a
        // loop, and elsewhere it often copies `self` in order to overwrite it. This instruction overwrites
        // `yes`, which is rarely needed afterwards.
        // SAFETY: planes exist only if `Neon::detect` found NEON; the instruction writes only `yes`.
        unsafe {
            asm!(
                "bif {0:v}.16b, {1:v}.16b, {2:v}.16b",
                inout(vreg) yes.0, in(vreg) no.0, in(vreg) self.0,
                options(pure, nomem, nostack, preserves_flags)
            );
        }
        yes
    }
    #[inline(always)]
    fn in_order(self) -> Self {
        let plane;
        // SAFETY: the assembly is only a comment, so the output is the input.
        unsafe {
            asm!("/* {0:v} */", inout(vreg) self.0 => plane, options(nomem, nostack, preserves_flags));
        }
        Self(plane)
    }

    words_of_planes!();
    vector_methods! {
        and(self, b) => Self(simd!(vandq_u64(self.0, b.0)));
        or(self, b) => Self(simd!(vorrq_u64(self.0, b.0)));
        xor(self, b) => Self(simd!(veorq_u64(self.0, b.0)));
        and_not(self, b) => Self(simd!(vbicq_u64(self.0, b.0)));
        majority(self, b, c) => Self(simd!(vbslq_u64(self.xor(b).0, c.0, self.0)));
        majority_not(self, b, c) => Self(simd!(vbslq_u64(self.0, b.and(c).0, b.or(c).0)));
        greater_step(self, b, c) => Self(simd!(vbslq_u64(self.xor(b).0, self.0, c.0)));
    }
}

impl Backend for Neon {
    type Plane = Plane128;
    type Narrow = Self;

    fn narrow(self) -> Self {
        self
    }

    #[inline(always)]
    fn frame<K: Kernel>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "neon")]
        #[inline(never)]
        fn framed<K: Kernel>(kernel: K) -> K::Output {
            kernel.run()
        }
        // SAFETY: `self` exists only if `Neon::detect` found all features that `framed` enables.
        unsafe { framed(kernel) }
    }
}
