//! The instruction sets of the bulk engine, one file each. A file defines the width of a plane and its
//! operations.
//!
//! | file | planes | requires |
//! |---|---|---|
//! | `avx512.rs` | 512 bits, three-input logic | AVX-512 F, BW, DQ, VL |
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

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
pub(crate) mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod simd128;
