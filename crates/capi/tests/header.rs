//! Checks that the C header is up to date with the source. If the environment variable `UPDATE_HEADER` is
//! set, the header is regenerated first.

use std::path::Path;

/// Generates the header from the source.
fn generate_header() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config =
        cbindgen::Config::from_file(folder.join("cbindgen.toml")).expect("cbindgen.toml can be read");
    let mut header = Vec::new();
    cbindgen::Builder::new()
        .with_crate(folder)
        .with_config(config)
        .generate()
        .expect("cbindgen can read the source")
        .write(&mut header);
    String::from_utf8(header).expect("the header is UTF-8")
}

#[test]
fn the_header_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/veridoku.h");
    let header = generate_header();
    if std::env::var_os("UPDATE_HEADER").is_some() {
        std::fs::write(&path, &header).expect("the header can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        kept == header,
        "run UPDATE_HEADER=1 cargo test -p veridoku-capi --test header to update {}",
        path.display()
    );
}
