//! Sets `cfg(unoptimized)` in builds without optimization, and `cfg(simd128_only)` in WebAssembly with vector
//! instructions; `src/backend_macros.rs` explains what they are for.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(unoptimized, simd128_only)");
    if std::env::var("OPT_LEVEL").is_ok_and(|level| level == "0") {
        println!("cargo::rustc-cfg=unoptimized");
    }
    let features = std::env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    if features.split(',').any(|feature| feature == "simd128") {
        println!("cargo::rustc-cfg=simd128_only");
    }
}
