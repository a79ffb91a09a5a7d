//! Planes of 256 bits with three-input logic, for CPUs that execute 512-bit instructions in two halves.
//!
//! There, wider planes save no time in the execution units. With planes of 256 bits, the boards (30 KB) fit
//! into a first-level cache of 32 KB, which those of 512 bits do not.
#![allow(unsafe_code, reason = "calls intrinsics; a token proves that the CPU supports them")]

use std::arch::x86_64::*;

use super::super::plane::{Backend, Kernel, MAX_WORDS, Plane};
use crate::backend_macros::vector_methods;

/// Proof that the CPU has AVX-512.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512Narrow(());

impl Avx512Narrow {
    /// Creates a token.
    ///
    /// # Safety
    ///
    /// The CPU must have the instructions that [`frame`](Backend::frame) enables.
    pub(super) unsafe fn new() -> Self {
        Self(())
    }
}

/// Prefetches a value into the second-level cache.
#[inline(always)]
pub(super) fn prefetch<T>(what: &T) {
    let first = std::ptr::from_ref(what).cast::<i8>();
    let last = first.wrapping_add(size_of::<T>().saturating_sub(1));
    // SAFETY: every x86-64 CPU has the prefetch instruction, which accepts any address.
    unsafe {
        _mm_prefetch::<_MM_HINT_T1>(first);
        _mm_prefetch::<_MM_HINT_T1>(last);
    }
}

/// A plane in one register. The field is private, so that a plane can only be created with a token.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Plane256(__m256i);

/// Calls intrinsics.
macro_rules! simd {
    ($e:expr) => {
        // SAFETY: tokens and planes exist only if `Avx512::detect` found the instructions.
        unsafe { $e }
    };
}

impl Plane for Plane256 {
    type Token = Avx512Narrow;
    const WORDS: usize = 4;

    #[inline(always)]
    fn splat(_: Avx512Narrow, word: u64) -> Self {
        Self(simd!(_mm256_set1_epi64x(word as i64)))
    }
    #[inline(always)]
    fn from_words(_: Avx512Narrow, words: [u64; MAX_WORDS]) -> Self {
        // SAFETY: tokens and planes exist only if `Avx512::detect` found AVX-512; the array has 8 words.
        Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn prefetch<T>(_: Avx512Narrow, what: &T) {
        prefetch(what);
    }
    #[inline(always)]
    fn words(self) -> [u64; MAX_WORDS] {
        let mut words = [0; MAX_WORDS];
        // SAFETY: tokens and planes exist only if `Avx512::detect` found AVX-512; the array has 8 words.
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
    #[inline(always)]
    fn swap_bits<const K: u32>(self, a: Self, b: Self) -> (Self, Self) {
        (self.select(a, b.shift_left::<K>()), self.select(a.shift_right::<K>(), b))
    }

    words_of_planes!();
    vector_methods! {
        and(self, b) => Self(simd!(_mm256_and_si256(self.0, b.0)));
        or(self, b) => Self(simd!(_mm256_or_si256(self.0, b.0)));
        xor(self, b) => Self(simd!(_mm256_xor_si256(self.0, b.0)));
        and_not(self, b) => Self(simd!(_mm256_andnot_si256(b.0, self.0)));
        and3(self, b, c) => Self(simd!(_mm256_ternarylogic_epi64::<0x80>(self.0, b.0, c.0)));
        or3(self, b, c) => Self(simd!(_mm256_ternarylogic_epi64::<0xfe>(self.0, b.0, c.0)));
        xor3(self, b, c) => Self(simd!(_mm256_ternarylogic_epi64::<0x96>(self.0, b.0, c.0)));
        majority(self, b, c) => Self(simd!(_mm256_ternarylogic_epi64::<0xe8>(self.0, b.0, c.0)));
        majority_not(self, b, c) => Self(simd!(_mm256_ternarylogic_epi64::<0x8e>(self.0, b.0, c.0)));
        or_and(self, b, c) => Self(simd!(_mm256_ternarylogic_epi64::<0xf8>(self.0, b.0, c.0)));
        or_and_not(self, b, c) => Self(simd!(_mm256_ternarylogic_epi64::<0xf4>(self.0, b.0, c.0)));
        xor_and_not(self, b, c) => Self(simd!(_mm256_ternarylogic_epi64::<0xb4>(self.0, b.0, c.0)));
        or_xor(self, b, c) => Self(simd!(_mm256_ternarylogic_epi64::<0xf6>(self.0, b.0, c.0)));
        and_or(self, b, c) => Self(simd!(_mm256_ternarylogic_epi64::<0xe0>(self.0, b.0, c.0)));
        and_not_both(self, b, c) => Self(simd!(_mm256_ternarylogic_epi64::<0x70>(self.0, b.0, c.0)));
        and_neither(self, b, c) => Self(simd!(_mm256_ternarylogic_epi64::<0x10>(self.0, b.0, c.0)));
        select(self, yes, no) => Self(simd!(_mm256_ternarylogic_epi64::<0xca>(self.0, yes.0, no.0)));
        greater_step(self, b, c) => Self(simd!(_mm256_ternarylogic_epi64::<0xb2>(self.0, b.0, c.0)));
    }
}

impl Backend for Avx512Narrow {
    type Plane = Plane256;
    type Narrow = Self;

    fn narrow(self) -> Self {
        self
    }

    #[inline(always)]
    fn frame<K: Kernel>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
        #[inline(never)]
        fn framed<K: Kernel>(kernel: K) -> K::Output {
            kernel.run()
        }
        // SAFETY: the contract of `new` guarantees that the CPU has all features that `framed` enables.
        unsafe { framed(kernel) }
    }
}
