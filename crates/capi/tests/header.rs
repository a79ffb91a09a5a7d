//! The header says what the source says; `UPDATE_HEADER=1` in the environment makes it so.

use std::path::Path;

/// The header as cbindgen writes it from the source.
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
    String::from_utf8(header).expect("a header is text")
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
        "run UPDATE_HEADER=1 cargo test -p veridoku-capi --test header to write {}",
        path.display()
    );
}
