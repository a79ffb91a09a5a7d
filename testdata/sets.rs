//! Reads the puzzle sets: the samples in this folder, or the whole sets if `VERIDOKU_DATA` names their folder.
//!
//! Tests, benchmarks and examples include this file with `#[path]`.

use std::path::PathBuf;
use veridoku_core::Grid;

/// Returns the folder with the whole sets, or `None` if the samples are to be used.
///
/// This is the only place that decides between the two. The whole sets make a test wider; no test needs them.
pub(crate) fn whole_sets() -> Option<PathBuf> {
    std::env::var_os("VERIDOKU_DATA").filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// Returns the contents of a data file, such as `rated/se_ratings.csv`.
///
/// # Panics
///
/// Panics if the file cannot be read, so that no test passes without its data.
pub(crate) fn read(name: &str) -> String {
    let samples = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let path = whole_sets().unwrap_or_else(samples).join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
}

/// Returns the puzzles of a set, such as `17_clue.txt`.
pub(crate) fn puzzles(name: &str) -> Vec<Grid> {
    let text = read(&format!("puzzles/{name}"));
    let lines = text.lines().filter(|line| line.len() >= 81 && !line.starts_with('#'));
    lines.map(|line| line[..81].parse().expect("every line of a set is a puzzle")).collect()
}
