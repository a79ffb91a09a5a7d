//! Planes of 512 bits with three-input logic: every operation of the engine is one instruction.
#![allow(unsafe_code, reason = "calls intrinsics; a token proves that the CPU supports them")]

use std::arch::x86_64::*;
use std::sync::OnceLock;

use super::super::plane::{Backend, Kernel, MAX_WORDS, Plane};
use super::avx512_narrow::{self, Avx512Narrow};
use crate::backend_macros::vector_methods;

/// Proof that the CPU has AVX-512.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// Returns the token if the CPU has the required instructions.
    pub(crate) fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self(()))
    }
}

/// Reports whether this CPU executes 512-bit instructions in two halves: AMD's family 25 (Zen 4).
fn executes_in_halves() -> bool {
    static HALVES: OnceLock<bool> = OnceLock::new();
    *HALVES.get_or_init(|| {
        #[allow(unused_unsafe, reason = "older compilers declare it unsafe")]
        // SAFETY: every x86-64 CPU has the instruction.
        let (vendor, signature) = unsafe { (__cpuid(0), __cpuid(1).eax) };
        let vendor = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes);
        let family = (signature >> 8 & 0xf) + (signature >> 20 & 0xff);
        vendor.as_flattened() == b"AuthenticAMD" && family == 25
    })
}

/// A plane in one register. The field is private, so that a plane can only be created with a token.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Plane512(__m512i);

/// Calls intrinsics.
macro_rules! simd {
    ($e:expr) => {
        // SAFETY: tokens and planes exist only if `Avx512::detect` found the instructions.
        unsafe { $e }
    };
}

impl Plane for Plane512 {
    type Token = Avx512;
    const WORDS: usize = 8;

    #[inline(always)]
    fn splat(_: Avx512, word: u64) -> Self {
        Self(simd!(_mm512_set1_epi64(word as i64)))
    }
    #[inline(always)]
    fn from_words(_: Avx512, words: [u64; MAX_WORDS]) -> Self {
        // SAFETY: tokens and planes exist only if `Avx512::detect` found AVX-512; the array has 8 words.
        Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn prefetch<T>(_: Avx512, what: &T) {
        avx512_narrow::prefetch(what);
    }
    #[inline(always)]
    fn words(self) -> [u64; MAX_WORDS] {
        let mut words = [0; MAX_WORDS];
        // SAFETY: tokens and planes exist only if `Avx512::detect` found AVX-512; the array has 8 words.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) };
        words
    }
    #[inline(always)]
    fn transpose_words([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        simd!({
            let (ab0, ab1) = (_mm512_unpacklo_epi64(a.0, b.0), _mm512_unpackhi_epi64(a.0, b.0));
            let (cd0, cd1) = (_mm512_unpacklo_epi64(c.0, d.0), _mm512_unpackhi_epi64(c.0, d.0));
            let low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
            let high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
            [
                Self(_mm512_permutex2var_epi64(ab0, low, cd0)),
                Self(_mm512_permutex2var_epi64(ab1, low, cd1)),
                Self(_mm512_permutex2var_epi64(ab0, high, cd0)),
                Self(_mm512_permutex2var_epi64(ab1, high, cd1)),
            ]
        })
    }
    #[inline(always)]
    fn shift_left<const K: u32>(self) -> Self {
        Self(simd!(_mm512_sll_epi64(self.0, _mm_cvtsi32_si128(K as i32))))
    }
    #[inline(always)]
    fn shift_right<const K: u32>(self) -> Self {
        Self(simd!(_mm512_srl_epi64(self.0, _mm_cvtsi32_si128(K as i32))))
    }
    #[inline(always)]
    fn swap_bits<const K: u32>(self, a: Self, b: Self) -> (Self, Self) {
        (self.select(a, b.shift_left::<K>()), self.select(a.shift_right::<K>(), b))
    }

    words_of_planes!();
    vector_methods! {
        and(self, b) => Self(simd!(_mm512_and_si512(self.0, b.0)));
        or(self, b) => Self(simd!(_mm512_or_si512(self.0, b.0)));
        xor(self, b) => Self(simd!(_mm512_xor_si512(self.0, b.0)));
        and_not(self, b) => Self(simd!(_mm512_andnot_si512(b.0, self.0)));
        and3(self, b, c) => Self(simd!(_mm512_ternarylogic_epi64::<0x80>(self.0, b.0, c.0)));
        or3(self, b, c) => Self(simd!(_mm512_ternarylogic_epi64::<0xfe>(self.0, b.0, c.0)));
        xor3(self, b, c) => Self(simd!(_mm512_ternarylogic_epi64::<0x96>(self.0, b.0, c.0)));
        majority(self, b, c) => Self(simd!(_mm512_ternarylogic_epi64::<0xe8>(self.0, b.0, c.0)));
        majority_not(self, b, c) => Self(simd!(_mm512_ternarylogic_epi64::<0x8e>(self.0, b.0, c.0)));
        or_and(self, b, c) => Self(simd!(_mm512_ternarylogic_epi64::<0xf8>(self.0, b.0, c.0)));
        or_and_not(self, b, c) => Self(simd!(_mm512_ternarylogic_epi64::<0xf4>(self.0, b.0, c.0)));
        xor_and_not(self, b, c) => Self(simd!(_mm512_ternarylogic_epi64::<0xb4>(self.0, b.0, c.0)));
        or_xor(self, b, c) => Self(simd!(_mm512_ternarylogic_epi64::<0xf6>(self.0, b.0, c.0)));
        and_or(self, b, c) => Self(simd!(_mm512_ternarylogic_epi64::<0xe0>(self.0, b.0, c.0)));
        and_not_both(self, b, c) => Self(simd!(_mm512_ternarylogic_epi64::<0x70>(self.0, b.0, c.0)));
        and_neither(self, b, c) => Self(simd!(_mm512_ternarylogic_epi64::<0x10>(self.0, b.0, c.0)));
        select(self, yes, no) => Self(simd!(_mm512_ternarylogic_epi64::<0xca>(self.0, yes.0, no.0)));
        greater_step(self, b, c) => Self(simd!(_mm512_ternarylogic_epi64::<0xb2>(self.0, b.0, c.0)));
    }
}

impl Backend for Avx512 {
    type Plane = Plane512;
    type Narrow = Avx512Narrow;

    fn narrow(self) -> Avx512Narrow {
        // SAFETY: `self` proves that the CPU has the same instructions.
        unsafe { Avx512Narrow::new() }
    }

    fn prefers_narrow(self) -> bool {
        executes_in_halves()
    }

    #[inline(always)]
    fn frame<K: Kernel>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
        #[inline(never)]
        fn framed<K: Kernel>(kernel: K) -> K::Output {
            kernel.run()
        }
        // SAFETY: `self` exists only if `Avx512::detect` found all features that `framed` enables.
        unsafe { framed(kernel) }
    }
}
