//! Gives the shared library a name with the version of its interface, so that a program does not start with
//! an incompatible one.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = |part: &str| env::var(format!("CARGO_PKG_VERSION_{part}")).expect("Cargo sets the version");
    // Before 1.0, a new minor version may change the interface.
    let version = match version("MAJOR").as_str() {
        "0" => format!("0.{}", version("MINOR")),
        major => major.to_owned(),
    };
    let name = match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("linux" | "freebsd" | "netbsd" | "openbsd") => format!("-soname,libveridoku.so.{version}"),
        Ok("macos") => format!("-install_name,@rpath/libveridoku.{version}.dylib"),
        _ => return,
    };
    println!("cargo::rustc-link-arg-cdylib=-Wl,{name}");
}
