//! The instruction sets of the engine, one file each, and their runtime detection.
//!
//! | file | vectors | requires |
//! |---|---|---|
//! | `avx512.rs` | 3 registers of 32 lanes | AVX-512 BW, VL, VBMI, BITALG |
//! | `avx2.rs` | 9 registers of 16 lanes (see `rows.rs`) | AVX2 |
//! | `neon.rs` | 18 registers of 8 lanes (see `pair.rs`) | aarch64 |
//! | `simd128.rs` | 18 registers of 8 lanes (see `pair.rs`) | wasm, compiled with `simd128` |
//! | `portable.rs` | 9 × 3 words (see `rows.rs`) | nothing |

#![allow(
    clippy::wildcard_imports,
    clippy::many_single_char_names,
    clippy::cast_sign_loss,
    reason = "the backends use dozens of intrinsics, which return signed numbers, and name registers a to i"
)]

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
#[cfg(any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
mod pair;
#[cfg(not(target_feature = "simd128"))]
pub(crate) mod portable;
mod rows;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod simd128;

use std::fmt;
use std::sync::OnceLock;

/// An instruction set that the engine can run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Backend {
    /// 512-bit vectors with byte permutes and bit counts (Ice Lake, Zen 4 and later).
    Avx512,
    /// 256-bit vectors (Haswell, Zen and later).
    Avx2,
    /// 128-bit vectors on aarch64.
    Neon,
    /// 128-bit WebAssembly vectors, in programs that were compiled for them.
    Simd128,
    /// Plain 64-bit words, on every processor.
    Portable,
}

impl Backend {
    /// All backends, from the fastest to the slowest.
    pub const ALL: [Self; 5] = [Self::Avx512, Self::Avx2, Self::Neon, Self::Simd128, Self::Portable];

    /// Reports whether this processor can run the backend.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => avx512::Avx512::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::Avx2::detect().is_some(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => neon::Neon::detect().is_some(),
            Self::Simd128 => cfg!(all(target_arch = "wasm32", target_feature = "simd128")),
            Self::Portable => cfg!(not(target_feature = "simd128")),
            _ => false,
        }
    }

    /// Returns the name of the backend, as used in `VERIDOKU_BACKEND`: `avx512`, `avx2`, `neon`, `simd128` or
    /// `portable`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Neon => "neon",
            Self::Simd128 => "simd128",
            Self::Portable => "portable",
        }
    }

    /// Returns the fastest backend that this processor can run.
    pub fn detect() -> Self {
        Self::ALL.into_iter().find(|backend| backend.is_available()).unwrap_or(Self::Portable)
    }

    /// Returns the backend named by the environment variable `VERIDOKU_BACKEND` if this processor can run it,
    /// or the fastest available backend otherwise. The variable is read once per process.
    ///
    /// An unknown name is silently ignored; call [`Self::from_environment`] to detect it.
    pub fn preferred() -> Self {
        static PREFERRED: OnceLock<Backend> = OnceLock::new();
        *PREFERRED.get_or_init(|| Self::from_environment().ok().flatten().unwrap_or_else(Self::detect))
    }

    /// Returns the backend named by the environment variable `VERIDOKU_BACKEND`, or `None` if the variable is
    /// unset or empty.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no backend of that name, or if this processor cannot run it.
    pub fn from_environment() -> Result<Option<Self>, UnknownBackend> {
        let name = std::env::var_os("VERIDOKU_BACKEND").unwrap_or_default();
        let named = Self::ALL.into_iter().find(|backend| name == backend.name());
        match named.filter(|backend| backend.is_available()) {
            None if !name.is_empty() => Err(UnknownBackend { name: name.to_string_lossy().into_owned() }),
            named => Ok(named),
        }
    }
}

/// The error returned if `VERIDOKU_BACKEND` does not name a backend that this processor can run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownBackend {
    name: String,
}

impl fmt::Display for UnknownBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VERIDOKU_BACKEND is {:?}, expected one of:", self.name)?;
        let available = Backend::ALL.into_iter().filter(|backend| backend.is_available());
        available
            .map(Backend::name)
            .enumerate()
            .try_for_each(|(number, name)| write!(f, "{} {name}", if number > 0 { "," } else { "" }))
    }
}

impl std::error::Error for UnknownBackend {}
