//! Sets `cfg(unoptimized)` in builds without optimization, and declares `cfg(simd128_only)`, which is set by
//! `crates/wasm/build`; `src/backend_macros.rs` explains what they are for.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(unoptimized, simd128_only)");
    if std::env::var("OPT_LEVEL").is_ok_and(|level| level == "0") {
        println!("cargo::rustc-cfg=unoptimized");
    }
}
