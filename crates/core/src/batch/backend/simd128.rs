//! Planes of 128 bits for WebAssembly, compiled only if the `simd128` feature is enabled.
#![allow(unsafe_code, reason = "reinterprets planes as slices of words")]

use std::arch::wasm32::*;

use super::super::plane::{Backend, Kernel, MAX_WORDS, Plane};
use crate::backend_macros::vector_methods;

/// Proof that the program was compiled with `simd128`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simd128;

/// A plane in one register.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Plane128(v128);

impl Plane for Plane128 {
    type Token = Simd128;
    const WORDS: usize = 2;
    // Without `FEW_REGISTERS`, Node.js 20 is 1.04 to 1.10 times as fast.

    #[inline(always)]
    fn splat(_: Simd128, word: u64) -> Self {
        Self(u64x2_splat(word))
    }
    #[inline(always)]
    fn from_words(_: Simd128, [low, high, ..]: [u64; MAX_WORDS]) -> Self {
        Self(u64x2(low, high))
    }
    #[inline(always)]
    fn words(self) -> [u64; MAX_WORDS] {
        let mut words = [0; MAX_WORDS];
        words[0] = u64x2_extract_lane::<0>(self.0);
        words[1] = u64x2_extract_lane::<1>(self.0);
        words
    }
    #[inline(always)]
    fn transpose_words(planes: [Self; 4]) -> [Self; 4] {
        planes
    }
    #[inline(always)]
    fn shift_left<const K: u32>(self) -> Self {
        Self(u64x2_shl(self.0, K))
    }
    #[inline(always)]
    fn shift_right<const K: u32>(self) -> Self {
        Self(u64x2_shr(self.0, K))
    }

    words_of_planes!();
    vector_methods! {
        and(self, b) => Self(v128_and(self.0, b.0));
        or(self, b) => Self(v128_or(self.0, b.0));
        xor(self, b) => Self(v128_xor(self.0, b.0));
        and_not(self, b) => Self(v128_andnot(self.0, b.0));
    }
}

impl Backend for Simd128 {
    type Plane = Plane128;
    type Narrow = Self;

    fn narrow(self) -> Self {
        self
    }

    #[inline(never)]
    fn frame<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run()
    }
}
