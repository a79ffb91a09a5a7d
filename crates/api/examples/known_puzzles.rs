//! Prints puzzles that need rare techniques, for `src/generate/known_puzzles.txt`.
//!
//! ```sh
//! cargo run --release -p veridoku-api --example known_puzzles -- web/data/practice CODE... \
//!   >> crates/api/src/generate/known_puzzles.txt
//! ```
//!
//! The search starts near the practice positions of each technique, given by its code. If that takes long, it
//! continues near the first puzzles that it finds.

use serde_json::json;
use std::collections::HashSet;
use std::error::Error;
use std::path::Path;
use veridoku_api::generate::{Maker, Tools};
use veridoku_core::Grid;
use veridoku_core::symmetry::Canonizer;
use veridoku_logic::TECHNIQUES;

/// The number of puzzles for each technique.
const WANTED: usize = 3;
/// The number of attempts after which the search continues near the puzzles found.
const ATTEMPTS_NEAR_POSITIONS: u64 = 2000;
/// The maximum number of attempts for each technique.
const MAX_ATTEMPTS: u64 = 20_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("expected the folder of the practice positions")?;
    for code in arguments {
        let found = puzzles(&code, Path::new(&folder))?;
        for puzzle in &found {
            println!("{code} {puzzle}");
        }
        eprintln!("{code}: {} puzzles", found.len());
    }
    Ok(())
}

/// Searches for puzzles that need a technique.
fn puzzles(code: &str, folder: &Path) -> Result<Vec<Grid>, Box<dyn Error>> {
    let entry =
        TECHNIQUES.iter().find(|entry| entry.code == code).ok_or("expected the code of a technique")?;
    let options = serde_json::from_value(json!({"technique": entry.name, "seed": 1, "rating": false}))?;
    let mut maker = Maker::new(&options)?.near(positions(code, folder)?);
    let (mut tools, mut canonizer) = (Tools::default(), Canonizer::default());
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for attempt in 0..MAX_ATTEMPTS {
        if let Some(made) = maker.attempt(&mut tools, 0, attempt) {
            let puzzle: Grid = made.puzzle.parse()?;
            if seen.insert(canonizer.canonical(&puzzle).grid) {
                found.push(puzzle);
            }
        }
        if found.len() == WANTED {
            break;
        }
        if attempt >= ATTEMPTS_NEAR_POSITIONS && !found.is_empty() {
            maker = maker.near(found.clone());
        }
    }
    Ok(found)
}

/// Reads the givens of the practice positions of a technique.
fn positions(code: &str, folder: &Path) -> Result<Vec<Grid>, Box<dyn Error>> {
    let text = std::fs::read_to_string(folder.join(format!("{code}.json")))?;
    let lines: Vec<String> = serde_json::from_str(&text)?;
    lines.iter().map(|line| Ok(veridoku_formats::read(line)?.puzzle.given_values())).collect()
}
