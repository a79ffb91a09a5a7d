//! Planes of 128 bits, for aarch64.
#![allow(unsafe_code, reason = "calls intrinsics; a token proves that the CPU supports them")]

use std::arch::aarch64::*;

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

impl Plane for Plane128 {
    type Token = Neon;
    const WORDS: usize = 2;

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
        (self.select(a, b.shift_left::<K>()), self.select(a.shift_right::<K>(), b))
    }

    words_of_planes!();
    vector_methods! {
        and(self, b) => Self(simd!(vandq_u64(self.0, b.0)));
        or(self, b) => Self(simd!(vorrq_u64(self.0, b.0)));
        xor(self, b) => Self(simd!(veorq_u64(self.0, b.0)));
        and_not(self, b) => Self(simd!(vbicq_u64(self.0, b.0)));
        select(self, yes, no) => Self(simd!(vbslq_u64(self.0, yes.0, no.0)));
    }
}

impl Backend for Neon {
    type Plane = Plane128;

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
