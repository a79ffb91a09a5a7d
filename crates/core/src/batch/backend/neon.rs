//! Planes of 128 bits, for aarch64.
#![allow(unsafe_code, reason = "calls intrinsics; a token proves that the CPU supports them")]

use std::arch::aarch64::*;

use super::super::plane::{Backend, Kernel, MAX_WORDS, Plane};

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

impl Plane for Plane128 {
    type Token = Neon;
    const WORDS: usize = 2;

    #[inline(always)]
    fn splat(_: Neon, word: u64) -> Self {
        // SAFETY: tokens and planes exist only if `Neon::detect` found NEON.
        Self(unsafe { vdupq_n_u64(word) })
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
    fn words_of(planes: &[Self]) -> &[u64] {
        // SAFETY: a plane consists of 2 initialized words and its alignment is at least that of `u64`.
        unsafe { std::slice::from_raw_parts(planes.as_ptr().cast(), planes.len() * Self::WORDS) }
    }
    #[inline(always)]
    fn words_of_mut(planes: &mut [Self]) -> &mut [u64] {
        // SAFETY: as in `words_of`; any bit pattern is a valid plane, and the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(planes.as_mut_ptr().cast(), planes.len() * Self::WORDS) }
    }
    #[inline(always)]
    fn transpose_words(planes: [Self; 4]) -> [Self; 4] {
        planes
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        // SAFETY: tokens and planes exist only if `Neon::detect` found NEON.
        Self(unsafe { vandq_u64(self.0, b.0) })
    }
    #[inline(always)]
    fn or(self, b: Self) -> Self {
        // SAFETY: tokens and planes exist only if `Neon::detect` found NEON.
        Self(unsafe { vorrq_u64(self.0, b.0) })
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: tokens and planes exist only if `Neon::detect` found NEON.
        Self(unsafe { veorq_u64(self.0, b.0) })
    }
    #[inline(always)]
    fn and_not(self, b: Self) -> Self {
        // SAFETY: tokens and planes exist only if `Neon::detect` found NEON.
        Self(unsafe { vbicq_u64(self.0, b.0) })
    }
    #[inline(always)]
    fn shift_left<const K: u32>(self) -> Self {
        // SAFETY: tokens and planes exist only if `Neon::detect` found NEON.
        Self(unsafe { vshlq_u64(self.0, vdupq_n_s64(i64::from(K))) })
    }
    #[inline(always)]
    fn shift_right<const K: u32>(self) -> Self {
        // SAFETY: tokens and planes exist only if `Neon::detect` found NEON.
        Self(unsafe { vshlq_u64(self.0, vdupq_n_s64(-i64::from(K))) })
    }
    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        // SAFETY: tokens and planes exist only if `Neon::detect` found NEON.
        Self(unsafe { vbslq_u64(self.0, yes.0, no.0) })
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
