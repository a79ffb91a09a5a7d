//! Macros that the backends of both engines share.
//!
//! The engines inline nearly everything into a few functions, which are compiled for the instructions of a
//! backend. Without optimization, the local variables of an inlined function do not share stack memory with
//! others, so a search would need up to 2 MB of stack. `build.rs` therefore sets `cfg(unoptimized)` in such
//! builds, and the functions that contribute most are then not inlined. Optimized builds do not change.
//!
//! A WebAssembly module with `simd128` runs only where that is supported, so it has no portable backend. That
//! makes the module smaller and faster: V8 probably compiles smaller functions with a better register allocator.

/// Defines an enum that holds the state of an engine, generic over the token of a backend, with one variant
/// for each backend of the target. `detect` creates the state if this processor supports the backend.
macro_rules! backend_enum {
    ($(#[$attribute:meta])* enum $name:ident($state:ident)) => {
        $(#[$attribute])*
        enum $name {
            #[cfg(target_arch = "x86_64")]
            Avx512($state<super::backend::avx512::Avx512>),
            #[cfg(target_arch = "x86_64")]
            Avx2($state<super::backend::avx2::Avx2>),
            #[cfg(target_arch = "aarch64")]
            Neon($state<super::backend::neon::Neon>),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Simd128($state<super::backend::simd128::Simd128>),
            #[cfg(not(target_feature = "simd128"))]
            Portable($state<super::backend::portable::Portable>),
        }

        impl $name {
            fn detect(backend: Backend) -> Option<$name> {
                Some(match backend {
                    #[cfg(target_arch = "x86_64")]
                    Backend::Avx512 => {
                        $name::Avx512($state::new(super::backend::avx512::Avx512::detect()?))
                    }
                    #[cfg(target_arch = "x86_64")]
                    Backend::Avx2 => $name::Avx2($state::new(super::backend::avx2::Avx2::detect()?)),
                    #[cfg(target_arch = "aarch64")]
                    Backend::Neon => $name::Neon($state::new(super::backend::neon::Neon::detect()?)),
                    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                    Backend::Simd128 => $name::Simd128($state::new(super::backend::simd128::Simd128)),
                    #[cfg(not(target_feature = "simd128"))]
                    Backend::Portable => $name::fallback(),
                    _ => return None,
                })
            }

            /// Creates the state for the backend that needs no detection.
            fn fallback() -> $name {
                #[cfg(target_feature = "simd128")]
                let state = $name::Simd128($state::new(super::backend::simd128::Simd128));
                #[cfg(not(target_feature = "simd128"))]
                let state = $name::Portable($state::new(super::backend::portable::Portable));
                state
            }

            fn backend(&self) -> Backend {
                match self {
                    #[cfg(target_arch = "x86_64")]
                    $name::Avx512(_) => Backend::Avx512,
                    #[cfg(target_arch = "x86_64")]
                    $name::Avx2(_) => Backend::Avx2,
                    #[cfg(target_arch = "aarch64")]
                    $name::Neon(_) => Backend::Neon,
                    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                    $name::Simd128(_) => Backend::Simd128,
                    #[cfg(not(target_feature = "simd128"))]
                    $name::Portable(_) => Backend::Portable,
                }
            }
        }
    };
}

/// Evaluates an expression with the state in an enum that [`backend_enum`] defined.
macro_rules! with_state {
    ($name:ident, $engine:expr, $state:ident => $call:expr) => {
        match $engine {
            #[cfg(target_arch = "x86_64")]
            $name::Avx512($state) => $call,
            #[cfg(target_arch = "x86_64")]
            $name::Avx2($state) => $call,
            #[cfg(target_arch = "aarch64")]
            $name::Neon($state) => $call,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            $name::Simd128($state) => $call,
            #[cfg(not(target_feature = "simd128"))]
            $name::Portable($state) => $call,
        }
    };
}

/// Defines methods with arguments and results of type `Self`. They are inlined: a method that is not inlined
/// is compiled without the instructions of its backend.
macro_rules! vector_methods {
    ($($name:ident($this:ident $(, $other:ident)*) => $value:expr;)*) => {$(
        #[cfg_attr(not(unoptimized), inline(always))]
        fn $name($this $(, $other: Self)*) -> Self {
            $value
        }
    )*};
}

/// Implements the operators `&`, `|` and `^` for a vector type.
macro_rules! bit_operators {
    ($type:ty $(where $generic:ident: $bound:ident)?; $a:ident, $b:ident => $and:expr, $or:expr, $xor:expr) => {
        impl $(<$generic: $bound>)? std::ops::BitAnd for $type {
            type Output = Self;
            #[cfg_attr(not(unoptimized), inline(always))]
            fn bitand(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                $and
            }
        }

        impl $(<$generic: $bound>)? std::ops::BitOr for $type {
            type Output = Self;
            #[cfg_attr(not(unoptimized), inline(always))]
            fn bitor(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                $or
            }
        }

        impl $(<$generic: $bound>)? std::ops::BitXor for $type {
            type Output = Self;
            #[cfg_attr(not(unoptimized), inline(always))]
            fn bitxor(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                $xor
            }
        }
    };
}

/// Evaluates an expression for each of three elements. This is a macro because a closure might not be
/// inlined.
macro_rules! each_of_three {
    ($a:ident in $x:expr => $value:expr) => {
        crate::backend_macros::each_of_three!($a, _unused in $x, [(); 3] => $value)
    };
    ($a:ident, $b:ident in $x:expr, $y:expr => $value:expr) => {{
        let ([a0, a1, a2], [b0, b1, b2]) = ($x, $y);
        [
            {
                let ($a, $b) = (a0, b0);
                $value
            },
            {
                let ($a, $b) = (a1, b1);
                $value
            },
            {
                let ($a, $b) = (a2, b2);
                $value
            },
        ]
    }};
}

pub(crate) use {backend_enum, bit_operators, each_of_three, vector_methods, with_state};
