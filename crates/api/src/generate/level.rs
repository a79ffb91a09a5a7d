//! Named levels of difficulty: ranges of Sudoku Explainer's rating.
//!
//! A level depends on the hardest step of a puzzle, not on the number of steps. The level that `rate` reports
//! is HoDoKu's, which is based on a sum of scores.

use std::fmt;
use std::str::FromStr;
use veridoku_logic::rating::Difficulty;

/// A range of ratings with a name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The name.
    pub name: &'static str,
    /// Other names.
    pub synonyms: &'static [&'static str],
    /// The lowest rating.
    pub low: Difficulty,
    /// The highest rating.
    pub high: Difficulty,
    /// The techniques that it requires.
    pub about: &'static str,
}

const fn level(
    name: &'static str,
    synonyms: &'static [&'static str],
    tenths: (u16, u16),
    about: &'static str,
) -> Level {
    let (low, high) = (Difficulty::from_tenths(tenths.0), Difficulty::from_tenths(tenths.1));
    Level { name, synonyms, low, high, about }
}

/// The levels, easiest first; together they cover every rating.
pub static LEVELS: &[Level] = &[
    level("easy", &["simple", "beginner", "gentle"], (0, 15), "hidden singles"),
    level("medium", &["moderate", "normal", "intermediate"], (16, 25), "naked singles, direct pairs"),
    level("hard", &["tough", "difficult", "tricky"], (26, 44), "locked candidates, subsets, fish, wings"),
    level("expert", &["unfair", "fiendish", "advanced"], (45, 69), "rectangles, quads, simple chains"),
    level("extreme", &["diabolical", "evil", "master"], (70, 89), "forcing chains"),
    level("nightmare", &["insane", "hardest", "inhuman"], (90, 200), "dynamic and nested chains"),
];

impl Level {
    /// Returns the level of a rating.
    pub fn of(rating: Difficulty) -> &'static Level {
        LEVELS.iter().find(|level| rating <= level.high).unwrap_or(&LEVELS[LEVELS.len() - 1])
    }

    /// Returns the level with this name or synonym.
    pub fn by_name(name: &str) -> Option<&'static Level> {
        let name = name.trim().to_ascii_lowercase();
        LEVELS.iter().find(|level| level.name == name || level.synonyms.contains(&name.as_str()))
    }
}

/// A range of ratings, both ends included.
///
/// ```
/// use veridoku_api::generate::Ratings;
///
/// assert_eq!("7.0-8.3".parse::<Ratings>()?.to_string(), "7.0-8.3");
/// assert_eq!("hard".parse::<Ratings>()?.to_string(), "2.6-4.4");
/// # Ok::<(), veridoku_api::generate::ParseRatingsError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ratings {
    /// The lowest rating.
    pub low: Difficulty,
    /// The highest rating.
    pub high: Difficulty,
}

impl From<&Level> for Ratings {
    fn from(level: &Level) -> Ratings {
        Ratings { low: level.low, high: level.high }
    }
}

impl fmt::Display for Ratings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.low, self.high)
    }
}

/// The error for a string that is not a range of ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRatingsError(String);

impl fmt::Display for ParseRatingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A string that starts with a digit is meant as a range, not as a name.
        if self.0.trim_start().starts_with(|sign: char| sign.is_ascii_digit() || sign == '-') {
            return match ends(&self.0) {
                Some((low, high)) => {
                    write!(f, "found {:?}, expected the lower rating first: {high}-{low}", self.0)
                }
                None => write!(
                    f,
                    "found {:?}, expected ratings like 7.0-8.3, from 0.0 to 20.0 with at most one decimal place",
                    self.0
                ),
            };
        }
        let names: Vec<&str> = LEVELS.iter().map(|level| level.name).collect();
        write!(
            f,
            "unknown level {:?}, expected one of {}, or a range of ratings like 7.0-8.3",
            self.0,
            names.join(", ")
        )
    }
}

impl std::error::Error for ParseRatingsError {}

impl FromStr for Ratings {
    type Err = ParseRatingsError;

    fn from_str(text: &str) -> Result<Ratings, ParseRatingsError> {
        if let Some(level) = Level::by_name(text) {
            return Ok(level.into());
        }
        match ends(text) {
            Some((low, high)) if low <= high => Ok(Ratings { low, high }),
            _ => Err(ParseRatingsError(text.to_string())),
        }
    }
}

/// Parses the two ends of a range; a single rating is both.
fn ends(text: &str) -> Option<(Difficulty, Difficulty)> {
    let (low, high) = text.split_once(['-', '–']).unwrap_or((text, text));
    Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
}

/// How the difficulty of a puzzle compares with the request.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    TooEasy,
    /// As requested, with the rating if it was computed.
    Fits(Option<Difficulty>),
    TooHard,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_no_gaps() {
        assert_eq!(LEVELS[0].low.tenths(), 0);
        for pair in LEVELS.windows(2) {
            assert_eq!(pair[0].high.tenths() + 1, pair[1].low.tenths(), "{}", pair[1].name);
        }
        for level in LEVELS {
            for name in level.synonyms.iter().chain([&level.name]) {
                assert_eq!(Level::by_name(&name.to_uppercase()), Some(level));
            }
            assert_eq!((Level::of(level.low), Level::of(level.high)), (level, level));
        }
    }

    #[test]
    fn ranges_are_parsed() {
        let read = |text: &str| text.parse::<Ratings>().map(|ratings| ratings.to_string()).ok();
        assert_eq!(read("7.2").as_deref(), Some("7.2-7.2"));
        assert_eq!(read(" 6 - 7.5 ").as_deref(), Some("6.0-7.5"));
        for wrong in ["8-7", "", "hardish", "1.2.3", "-", "50-60", "nan-inf", "2.65-2.66", "2.6-"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        let message = |text: &str| text.parse::<Ratings>().unwrap_err().to_string();
        assert_eq!(message("8-7"), "found \"8-7\", expected the lower rating first: 7.0-8.0");
        assert!(
            message("50-60").contains("from 0.0 to 20.0") && message("2.65-2.66").contains("one decimal")
        );
        assert!(message("hardish").starts_with("unknown level \"hardish\""));
        assert_eq!(read("20.0").as_deref(), Some("20.0-20.0"), "the highest");
    }
}
