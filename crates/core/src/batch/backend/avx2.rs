//! Planes of 256 bits with two-input logic, for CPUs without AVX-512.
#![allow(unsafe_code, reason = "calls intrinsics; a token proves that the CPU supports them")]

use std::arch::x86_64::*;

use super::super::plane::{Backend, Kernel, MAX_WORDS, Plane};
use crate::backend_macros::vector_methods;

/// Proof that the CPU has AVX2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Returns the token if the CPU has the required instructions.
    pub(crate) fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self(()))
    }
}

/// A plane in one register. The field is private, so that a plane can only be created with a token.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Plane256(__m256i);

/// Calls intrinsics.
macro_rules! simd {
    ($e:expr) => {
        // SAFETY: tokens and planes exist only if `Avx2::detect` found the instructions.
        unsafe { $e }
    };
}

impl Plane for Plane256 {
    type Token = Avx2;
    const WORDS: usize = 4;
    const FEW_REGISTERS: bool = true;

    #[inline(always)]
    fn splat(_: Avx2, word: u64) -> Self {
        Self(simd!(_mm256_set1_epi64x(word as i64)))
    }
    #[inline(always)]
    fn from_words(_: Avx2, words: [u64; MAX_WORDS]) -> Self {
        // SAFETY: tokens and planes exist only if `Avx2::detect` found AVX2; the array has at least 4 words.
        Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn words(self) -> [u64; MAX_WORDS] {
        let mut words = [0; MAX_WORDS];
        // SAFETY: tokens and planes exist only if `Avx2::detect` found AVX2; the array has at least 4 words.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        words
    }
    #[inline(always)]
    fn transpose_words([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        simd!({
            let (ab0, ab1) = (_mm256_unpacklo_epi64(a.0, b.0), _mm256_unpackhi_epi64(a.0, b.0));
            let (cd0, cd1) = (_mm256_unpacklo_epi64(c.0, d.0), _mm256_unpackhi_epi64(c.0, d.0));
            [
                Self(_mm256_permute2x128_si256::<0x20>(ab0, cd0)),
                Self(_mm256_permute2x128_si256::<0x20>(ab1, cd1)),
                Self(_mm256_permute2x128_si256::<0x31>(ab0, cd0)),
                Self(_mm256_permute2x128_si256::<0x31>(ab1, cd1)),
            ]
        })
    }
    #[inline(always)]
    fn shift_left<const K: u32>(self) -> Self {
        Self(simd!(_mm256_sll_epi64(self.0, _mm_cvtsi32_si128(K as i32))))
    }
    #[inline(always)]
    fn shift_right<const K: u32>(self) -> Self {
        Self(simd!(_mm256_srl_epi64(self.0, _mm_cvtsi32_si128(K as i32))))
    }

    words_of_planes!();
    vector_methods! {
        and(self, b) => Self(simd!(_mm256_and_si256(self.0, b.0)));
        or(self, b) => Self(simd!(_mm256_or_si256(self.0, b.0)));
        xor(self, b) => Self(simd!(_mm256_xor_si256(self.0, b.0)));
        and_not(self, b) => Self(simd!(_mm256_andnot_si256(b.0, self.0)));
    }
}

impl Backend for Avx2 {
    type Plane = Plane256;
    type Narrow = Self;

    fn narrow(self) -> Self {
        self
    }

    #[inline(always)]
    fn frame<K: Kernel>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        #[inline(never)]
        fn framed<K: Kernel>(kernel: K) -> K::Output {
            kernel.run()
        }
        // SAFETY: `self` exists only if `Avx2::detect` found all features that `framed` enables.
        unsafe { framed(kernel) }
    }
}
