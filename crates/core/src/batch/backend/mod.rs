//! The instruction sets that the engine runs on, one file each: how wide a plane is, and how its
//! operations are done.
//!
//! | file | planes | needs |
//! |---|---|---|
//! | `avx512.rs` | 512 bits, three-input logic | AVX-512 F, BW, DQ, VL |
//! | `avx2.rs` | 256 bits | AVX2 |
//! | `neon.rs` | 128 bits | aarch64 |
//! | `simd128.rs` | 128 bits | wasm, compiled for `simd128` |
//! | `portable.rs` | 64 bits | nothing |
//!
//! A backend is a token without size, made only where the processor was asked, and a plane cannot be
//! made without one.

#![allow(
    clippy::wildcard_imports,
    clippy::cast_possible_wrap,
    reason = "dozens of intrinsics, which take words as signed"
)]

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
pub(crate) mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod simd128;
