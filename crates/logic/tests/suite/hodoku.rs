//! Compares our scores and levels with those of HoDoKu, on puzzles that HoDoKu rated.

use crate::sets;
use veridoku_core::Puzzle;
use veridoku_logic::{Ladder, Position};

/// A puzzle with the level and score that HoDoKu gives it.
struct HodokuEntry {
    puzzle: Puzzle,
    level: String,
    score: u32,
}

/// Reads the rated puzzles.
fn rated() -> Vec<HodokuEntry> {
    let read = |line: &str| {
        let mut fields = line.split(',');
        let puzzle = fields.next()?.parse().ok()?;
        Some(HodokuEntry { puzzle, level: fields.next()?.to_string(), score: fields.next()?.parse().ok()? })
    };
    let text = sets::read("rated/hodoku_scores.csv");
    text.lines().skip(1).map(|line| read(line).expect("puzzle, level, score")).collect()
}

/// The puzzles whose rating is known to differ from HoDoKu's. The test also fails if one of them no longer
/// differs.
const KNOWN_DIFFERENCES: &[&str] = &[];

#[test]
fn levels_and_scores_match_hodoku() {
    let rated = rated();
    // Test all puzzles of the sample. Of the whole set, a debug build tests only every eighth.
    let stride = if cfg!(debug_assertions) && sets::whole_sets().is_some() { 8 } else { 1 };
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
