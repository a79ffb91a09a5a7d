//! Planes of one 64-bit word: safe Rust, compiled on every platform.
//!
//! Arrays of words, which the compiler could map to the target's vector registers, were tried: two words
//! changed the speed by +1 %, four words by −47 %.

use super::super::plane::{Backend, Kernel, MAX_WORDS, Plane};
use crate::backend_macros::vector_methods;

/// The backend that works on every processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Plane for u64 {
    type Token = Portable;
    const WORDS: usize = 1;

    #[inline(always)]
    fn splat(_: Portable, word: u64) -> Self {
        word
    }
    #[inline(always)]
    fn from_words(_: Portable, [word, ..]: [u64; MAX_WORDS]) -> Self {
        word
    }
    #[inline(always)]
    fn words(self) -> [u64; MAX_WORDS] {
        let mut words = [0; MAX_WORDS];
        words[0] = self;
        words
    }
    #[inline(always)]
    fn words_of(planes: &[Self]) -> &[u64] {
        planes
    }
    #[inline(always)]
    fn words_of_mut(planes: &mut [Self]) -> &mut [u64] {
        planes
    }
    #[inline(always)]
    fn transpose_words(planes: [Self; 4]) -> [Self; 4] {
        planes
    }
    #[inline(always)]
    fn shift_left<const K: u32>(self) -> Self {
        self << K
    }
    #[inline(always)]
    fn shift_right<const K: u32>(self) -> Self {
        self >> K
    }

    vector_methods! {
        and(self, b) => self & b;
        or(self, b) => self | b;
        xor(self, b) => self ^ b;
        and_not(self, b) => self & !b;
    }
}

impl Backend for Portable {
    type Plane = u64;
    type Narrow = Self;

    fn narrow(self) -> Self {
        self
    }

    #[inline(never)]
    fn frame<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run()
    }
}
