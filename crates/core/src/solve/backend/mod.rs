//! The instruction sets that the engine runs on, one file each, and the one
//! place that knows which of them this processor has.
//!
//! | file | vectors | needs |
//! |---|---|---|
//! | `avx512.rs` | 3 registers of 32 lanes | AVX-512 BW, VL, VBMI, BITALG |
//! | `avx2.rs` | 9 registers of 16 lanes, as `rows.rs` says | AVX2 |
//! | `neon.rs` | 18 registers of 8 lanes, as `pair.rs` says | aarch64 |
//! | `simd128.rs` | 18 registers of 8 lanes, as `pair.rs` says | wasm, compiled for `simd128` |
//! | `portable.rs` | 9 times 3 words, as `rows.rs` says | nothing |

#![allow(
    clippy::wildcard_imports,
    clippy::many_single_char_names,
    clippy::cast_sign_loss,
    reason = "dozens of intrinsics, nine registers, and numbers that intrinsics return as signed"
)]

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
#[cfg(any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
mod pair;
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
    /// 128-bit vectors of aarch64.
    Neon,
    /// 128-bit vectors of WebAssembly, in programs that were compiled for them.
    Simd128,
    /// Plain words, on every processor.
    Portable,
}

impl Backend {
    /// All of them, the fastest first.
    pub const ALL: [Self; 5] = [Self::Avx512, Self::Avx2, Self::Neon, Self::Simd128, Self::Portable];

    /// Whether this processor can run it.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => avx512::Avx512::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::Avx2::detect().is_some(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => neon::Neon::detect().is_some(),
            Self::Simd128 => cfg!(all(target_arch = "wasm32", target_feature = "simd128")),
            Self::Portable => true,
            _ => false,
        }
    }

    /// The name, as in `VERIDOKU_BACKEND`: `avx512`, `avx2`, `neon`, `simd128` or `portable`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Neon => "neon",
            Self::Simd128 => "simd128",
            Self::Portable => "portable",
        }
    }

    /// The fastest one that this processor can run.
    pub fn detect() -> Self {
        Self::ALL.into_iter().find(|backend| backend.is_available()).unwrap_or(Self::Portable)
    }

    /// The one that the environment variable `VERIDOKU_BACKEND` names, if this processor can run
    /// it, else the fastest. Asked once per process.
    ///
    /// Nobody is told if there is none of that name: a program that wants to tell asks [`Self::from_environment`].
    pub fn preferred() -> Self {
        static PREFERRED: OnceLock<Backend> = OnceLock::new();
        *PREFERRED.get_or_init(|| Self::from_environment().ok().flatten().unwrap_or_else(Self::detect))
    }

    /// The one that the environment variable `VERIDOKU_BACKEND` names; nothing if it is not set, or empty.
    ///
    /// # Errors
    ///
    /// If there is none of that name, or this processor cannot run it.
    pub fn from_environment() -> Result<Option<Self>, UnknownBackend> {
        let name = std::env::var_os("VERIDOKU_BACKEND").unwrap_or_default();
        let named = Self::ALL.into_iter().find(|backend| name == backend.name());
        match named.filter(|backend| backend.is_available()) {
            None if !name.is_empty() => Err(UnknownBackend { name: name.to_string_lossy().into_owned() }),
            named => Ok(named),
        }
    }
}

/// `VERIDOKU_BACKEND` names none of the instruction sets of this processor.
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
