//! Rates all puzzles in a file and prints those whose rating differs from the rating given there. Each line
//! has the form `puzzle,rating` or `puzzle,ER/EP/ED`.
//!
//! `cargo run --release -p veridoku-logic --example rating -- FILE`

use std::io::BufRead;
use std::time::Instant;
use veridoku_core::Puzzle;
use veridoku_logic::rating::{Rater, RatingLimits};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: rating FILE")?;
    let mut rater = Rater::default();
    let (mut all, mut same) = (0, 0);
    let start = Instant::now();
    for line in std::io::BufReader::new(std::fs::File::open(path)?).lines() {
        let line = line?;
        let mut fields = line.split(',');
        let Some(Ok(puzzle)) = fields.next().map(str::parse::<Puzzle>) else { continue };
        let expected = fields.next().unwrap_or_default();
        let puzzle_start = Instant::now();
        let found = match rater.rate(&puzzle, RatingLimits::default()) {
            Ok(answer) if expected.contains('/') => format!("{}/{}/{}", answer.er, answer.ep, answer.ed),
            Ok(answer) => answer.er.to_string(),
            Err(unrated) => unrated.to_string(),
        };
        all += 1;
        if found == expected {
            same += 1;
        } else {
            println!("{puzzle} {expected} {found} {:.3} s", puzzle_start.elapsed().as_secs_f64());
        }
    }
    println!("{same} of {all} ratings agree, {:.2} s", start.elapsed().as_secs_f64());
    Ok(())
}
