//! New puzzles: by level, clues, symmetry, pattern or technique, named by their seed.
//!
//! | file | what it knows |
//! |---|---|
//! | `maker.rs` | what is asked, understood; attempts at a puzzle |
//! | `impossible.rs` | what nobody can have |
//! | `level.rs` | levels by name, ranges of ratings |
//! | `seed.rs` | seeds: numbers or any text |
//! | `written.rs` | a value that may be a number or a text |

mod level;
mod maker;
mod seed;
mod validate;
mod written;

pub use level::{LEVELS, Level, ParseRatingsError, Ratings};
pub use maker::{Maker, Tools};
pub use seed::Seed;
pub use written::Written;

use crate::error::{Error, ErrorKind};
use crate::technique_options::TechniqueName;
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};

/// The most puzzles that one request may ask for.
pub const MOST: u64 = 1000;
/// The attempts at a puzzle when nobody asks for another number, in one request.
pub const DEFAULT_ATTEMPTS: u64 = 10_000;

/// What may be asked.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of puzzles, 1 unless asked otherwise.
    pub count: Option<u64>,
    /// A level by name, or a range of ratings like `7.0-8.3`.
    pub level: Option<Written>,
    /// A range of Sudoku Explainer's ratings, instead of a level.
    pub er: Option<Written>,
    /// A number of clues, or a range like `24-28`.
    pub clues: Option<Written>,
    /// How the clues lie: `none`, `rotate180` and so on.
    pub symmetry: Option<String>,
    /// Where the clues lie: 81 signs, `.` or `0` for a blank, anything else for a clue.
    pub pattern: Option<String>,
    /// A technique that is needed: the techniques up to it suffice, without it they do not.
    pub technique: Option<TechniqueName>,
    /// Whether each clue must be needed.
    pub minimal: bool,
    /// A number or any text: the same seed gives the same puzzles. A random one if there is none.
    pub seed: Option<Written>,
    /// The index of the first puzzle, 0 unless asked otherwise.
    pub index: u64,
    /// The attempts at a puzzle before giving up.
    pub attempts: Option<u64>,
    /// Whether puzzles are rated though no level is asked for; they are unless this says `false`.
    pub rating: Option<bool>,
}

/// A puzzle that was made.
#[derive(Clone, Debug, Serialize)]
pub struct Made {
    /// The schema version.
    pub version: Version,
    /// The index: the seed and the index name the puzzle.
    pub index: u64,
    /// The puzzle, 81 characters.
    pub puzzle: String,
    /// Its one solution.
    pub solution: String,
    /// The number of clues.
    pub clues: usize,
    /// The seed as it was given.
    pub seed: Seed,
    /// The name of the level, if the puzzle is rated.
    pub level: Option<&'static str>,
    /// Sudoku Explainer's rating of the hardest step, if the puzzle is rated.
    pub er: Option<f64>,
    /// The version of the method: the same seed gives the same puzzle as long as it is the same. It covers the ratings
    /// and techniques that a level, a rating or a technique asks for.
    pub generator: u32,
}

/// What is answered.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The schema version.
    pub version: Version,
    /// The seed.
    pub seed: Seed,
    /// The puzzles.
    pub puzzles: Vec<Made>,
    /// The number of attempts that it took.
    pub attempts: u64,
    /// Why there are fewer than asked for.
    pub reason: Option<String>,
}

/// Makes puzzles.
///
/// # Errors
///
/// When something asked for does not exist, or too many puzzles are asked for.
pub fn report(options: &Options) -> Result<Report, Error> {
    let (count, most) = (options.count.unwrap_or(1), options.attempts.unwrap_or(DEFAULT_ATTEMPTS));
    if count > MOST {
        let message = format!("found a count of {count}, expected at most {MOST} in one request");
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    let maker = Maker::new(options)?;
    let mut tools = Tools::default();
    let mut report = Report {
        version: Version,
        seed: maker.seed().clone(),
        puzzles: Vec::new(),
        attempts: 0,
        reason: None,
    };
    for index in (0..count).map(|place| options.index + place) {
        let made = (0..most).find_map(|attempt| {
            report.attempts += 1;
            maker.attempt(&mut tools, index, attempt)
        });
        let Some(made) = made else {
            report.reason = Some(format!("gave up after {most} attempts at puzzle {index}"));
            break;
        };
        report.puzzles.push(made);
    }
    Ok(report)
}
