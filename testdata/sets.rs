//! Loads the external puzzle sets, which are not part of the repository.
//!
//! Tests, benchmarks and examples include this file with `#[path]`.

use std::io::Write;
use std::path::PathBuf;
use veridoku_core::Grid;

/// Returns the data folder: `VERIDOKU_DATA`, or `shared/data` next to the repository.
pub(crate) fn folder() -> PathBuf {
    std::env::var_os("VERIDOKU_DATA")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from)
}

/// Reads the puzzles of a set, or prints a note to standard error and returns `None` if the file is missing.
pub(crate) fn puzzles(name: &str) -> Option<Vec<Grid>> {
    let path = folder().join("puzzles").join(name);
    let Ok(text) = std::fs::read_to_string(&path) else {
        // The test harness captures `eprintln!` and shows it only for tests that fail.
        let note = format!("skipped: {} not found; set VERIDOKU_DATA to the data folder", path.display());
        let _ = writeln!(std::io::stderr(), "{note}");
        return None;
    };
    let lines = text.lines().filter(|line| line.len() >= 81 && !line.starts_with('#'));
    Some(lines.map(|line| line[..81].parse().expect("every line of a set is a puzzle")).collect())
}
