//! The instruction sets of the bulk engine, one file each. A file defines the width of a plane and its
//! operations.
//!
//! | file | planes | requires |
//! |---|---|---|
//! | `avx512.rs` | 512 bits, three-input logic | AVX-512 F, BW, DQ, VL |
//! | `avx512_narrow.rs` | 256 bits, three-input logic | the same, on CPUs that execute it in two halves |
//! | `avx2.rs` | 256 bits | AVX2 |
//! | `neon.rs` | 128 bits | aarch64 |
//! | `simd128.rs` | 128 bits | wasm, compiled with `simd128` |
//! | `portable.rs` | 64 bits | nothing |
//!
//! A backend is a zero-sized token. It is created only after successful feature detection, and no plane can
//! be created without one.

#![allow(
    clippy::wildcard_imports,
    clippy::cast_possible_wrap,
    reason = "the backends use dozens of intrinsics, whose parameters are signed"
)]

/// Defines the methods of a plane that return slices of words. The type must be a transparent wrapper of a
/// register.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
macro_rules! words_of_planes {
    () => {
        #[inline(always)]
        fn words_of(planes: &[Self]) -> &[u64] {
            // SAFETY: a plane consists of initialized words and its alignment is at least that of `u64`.
            unsafe { std::slice::from_raw_parts(planes.as_ptr().cast(), planes.len() * Self::WORDS) }
        }

        #[inline(always)]
        fn words_of_mut(planes: &mut [Self]) -> &mut [u64] {
            // SAFETY: as in `words_of`; any bit pattern is a valid plane, and the borrow is exclusive.
            unsafe { std::slice::from_raw_parts_mut(planes.as_mut_ptr().cast(), planes.len() * Self::WORDS) }
        }
    };
}

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512_narrow;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
#[cfg(not(target_feature = "simd128"))]
pub(crate) mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod simd128;
