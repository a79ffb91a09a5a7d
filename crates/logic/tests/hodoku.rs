//! Compares our scores and levels with those of HoDoKu, on a thousand puzzles that HoDoKu rated.

#[path = "../../../testdata/sets.rs"]
#[allow(dead_code, reason = "not every test needs every set")]
mod sets;

use std::io::Write;
use veridoku_core::Puzzle;
use veridoku_logic::{Ladder, Position};

/// A puzzle with the level and score that HoDoKu gives it.
struct HodokuEntry {
    puzzle: Puzzle,
    level: String,
    score: u32,
}

/// Reads the rated puzzles. Prints a message and returns `None` if the data is not available.
fn rated() -> Option<Vec<HodokuEntry>> {
    let path = sets::folder().join("rated/hodoku_scores.csv");
    let Ok(text) = std::fs::read_to_string(&path) else {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: {} not found; set VERIDOKU_DATA to the data folder",
            path.display()
        );
        return None;
    };
    let read = |line: &str| {
        let mut fields = line.split(',');
        let puzzle = fields.next()?.parse().ok()?;
        Some(HodokuEntry { puzzle, level: fields.next()?.to_string(), score: fields.next()?.parse().ok()? })
    };
    Some(text.lines().skip(1).map(|line| read(line).expect("puzzle, level, score")).collect())
}

/// The puzzles whose rating is known to differ from HoDoKu's. The test also fails if one of them no longer
/// differs.
const KNOWN_DIFFERENCES: &[&str] = &[];

#[test]
fn levels_and_scores_match_hodoku() {
    let Some(rated) = rated() else { return };
    // Test all puzzles in a release build, and every eighth one in a debug build.
    let stride = if cfg!(debug_assertions) { 8 } else { 1 };
    let ladder = Ladder::hodoku();
    let mut differences = Vec::new();
    for entry in rated.iter().step_by(stride) {
        let position = Position::new(&entry.puzzle).expect("a puzzle without contradiction");
        let path = ladder.path(&position);
        let (level, score) = (path.level().name(), path.score());
        let line = entry.puzzle.to_string();
        let same = level == entry.level && score == entry.score;
        if same == KNOWN_DIFFERENCES.contains(&line.as_str()) {
            differences.push(format!("{line}: HoDoKu {} {}, ours {level} {score}", entry.level, entry.score));
        }
    }
    assert!(!rated.is_empty(), "the file has no puzzles");
    assert!(differences.is_empty(), "{} unexpected results:\n{}", differences.len(), differences.join("\n"));
}
