//! Scores and levels beside HoDoKu's, on a thousand puzzles it has rated.

#[path = "../../../testdata/sets.rs"]
#[allow(dead_code, reason = "not every test needs every set")]
mod sets;

use std::collections::BTreeMap;
use veridoku_core::Puzzle;
use veridoku_logic::{Ladder, Position};

/// A puzzle with HoDoKu's level and score.
struct Rated {
    puzzle: Puzzle,
    level: String,
    score: u32,
}

/// The rated puzzles; nothing, and a word about it, where the data are not there.
fn rated() -> Option<Vec<Rated>> {
    let path = sets::folder().join("rated/hodoku_scores.csv");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: no {}; set VERIDOKU_DATA to the folder with the puzzle sets", path.display());
        return None;
    };
    let read = |line: &str| {
        let mut fields = line.split(',');
        let puzzle = fields.next()?.parse().ok()?;
        Some(Rated { puzzle, level: fields.next()?.to_string(), score: fields.next()?.parse().ok()? })
    };
    Some(text.lines().skip(1).map(|line| read(line).expect("puzzle, level, score")).collect())
}

#[test]
fn levels_and_scores_are_those_of_hodoku() {
    let Some(rated) = rated() else { return };
    // All of them in a release build, every eighth in a debug build.
    let stride = if cfg!(debug_assertions) { 8 } else { 1 };
    let ladder = Ladder::hodoku();
    let (mut same_level, mut same_score, mut near_score, mut all) = (0, 0, 0, 0_usize);
    let mut differences: BTreeMap<(String, &str), usize> = BTreeMap::new();
    for entry in rated.iter().step_by(stride) {
        let position = Position::new(&entry.puzzle).expect("a puzzle without contradiction");
        let path = ladder.climb(&position);
        all += 1;
        let score = path.score();
        same_level += usize::from(path.level().name() == entry.level);
        same_score += usize::from(score == entry.score);
        near_score += usize::from(score.abs_diff(entry.score) * 20 <= entry.score);
        if path.level().name() != entry.level {
            *differences.entry((entry.level.clone(), path.level().name())).or_default() += 1;
        }
    }
    eprintln!(
        "{all} puzzles: same level {same_level}, same score {same_score}, score within 5 % {near_score}"
    );
    for ((theirs, ours), count) in &differences {
        eprintln!("  {theirs} there, {ours} here: {count}");
    }
    assert!(same_level * 100 >= 97 * all, "{same_level} of {all} levels are the same");
    assert!(near_score * 100 >= 90 * all, "{near_score} of {all} scores are near");
}
