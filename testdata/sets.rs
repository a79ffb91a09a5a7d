//! The puzzle sets that lie beside the repository, for the tests of every crate.
//!
//! Included with `#[path]`, since only tests need it.

use std::io::Write;
use std::path::PathBuf;
use veridoku_core::Grid;

/// The folder with the data: `VERIDOKU_DATA`, or `shared/data` beside the repository.
pub(crate) fn folder() -> PathBuf {
    std::env::var_os("VERIDOKU_DATA")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from)
}

/// The puzzles of a set; nothing, and a word about it, where the data are not there.
pub(crate) fn puzzles(name: &str) -> Option<Vec<Grid>> {
    let path = folder().join("puzzles").join(name);
    let Ok(text) = std::fs::read_to_string(&path) else {
        // Not by `eprintln!`, which is shown of tests that fail only.
        let word = format!("skipped: no {}; set VERIDOKU_DATA to the folder with the data", path.display());
        let _ = writeln!(std::io::stderr(), "{word}");
        return None;
    };
    let lines = text.lines().filter(|line| line.len() >= 81 && !line.starts_with('#'));
    Some(lines.map(|line| line[..81].parse().expect("a line of the set is a puzzle")).collect())
}
