//! Ratings as whole numbers of tenths.
//!
//! Sudoku Explainer adds up its ratings in floating point and compares the sums, so two hints can differ by
//! nothing but a rounding error. To reproduce that, the finders calculate with `f64`. Everywhere else,
//! ratings are [`Difficulty`] values.

use std::fmt;

/// A rating on Sudoku Explainer's scale, in tenths.
///
/// ```
/// use veridoku_logic::rating::Difficulty;
///
/// assert_eq!(Difficulty::from_tenths(72).to_string(), "7.2");
/// assert_eq!("7.2".parse(), Ok(Difficulty::from_tenths(72)));
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Difficulty(u16);

impl Difficulty {
    /// The end of the scale, 20.0, which Sudoku Explainer reports if no rule applies.
    pub const HIGHEST: Difficulty = Difficulty(200);

    /// Creates a rating from a number of tenths.
    pub const fn from_tenths(tenths: u16) -> Difficulty {
        Difficulty(tenths)
    }

    /// Returns the rating in tenths.
    pub const fn tenths(self) -> u16 {
        self.0
    }

    /// Returns the rating as a floating-point number, such as 7.2.
    pub const fn value(self) -> f64 {
        self.0 as f64 / 10.0
    }

    /// Rounds a floating-point rating to tenths.
    #[expect(clippy::cast_sign_loss, reason = "ratings are positive")]
    pub(super) const fn of(sum: f64) -> Difficulty {
        Difficulty(((sum + 0.05) * 10.0) as u16)
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.0 / 10, self.0 % 10))
    }
}

/// The error for a string or number that is not a valid rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDifficultyError(String);

impl fmt::Display for ParseDifficultyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a rating like 9 or 7.2, up to 20.0, found `{}`", self.0)
    }
}

impl std::error::Error for ParseDifficultyError {}

impl std::str::FromStr for Difficulty {
    type Err = ParseDifficultyError;

    fn from_str(text: &str) -> Result<Difficulty, ParseDifficultyError> {
        let error = || ParseDifficultyError(text.to_string());
        let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
        let number =
            |part: &str| part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse::<u16>().ok());
        match (number(whole).flatten(), number(tenth).flatten()) {
            (Some(whole @ 0..=20), Some(tenth @ 0..=9)) => Some(Difficulty(whole * 10 + tenth))
                .filter(|&rating| rating <= Difficulty::HIGHEST)
                .ok_or_else(error),
            _ => Err(error()),
        }
    }
}

impl TryFrom<f64> for Difficulty {
    type Error = ParseDifficultyError;

    /// Converts a number whose shortest decimal form is a rating: 7.2 is accepted, 7.25 is an error.
    fn try_from(number: f64) -> Result<Difficulty, ParseDifficultyError> {
        number.to_string().parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_ratings_are_rejected() {
        for text in ["", "x", "7.25", "-1", "20.1", "20.9", "21.0", "+7", "7.", "1e1"] {
            assert!(text.parse::<Difficulty>().is_err(), "{text}");
        }
        assert_eq!("20.0".parse(), Ok(Difficulty::HIGHEST));
        assert_eq!("9".parse(), Ok(Difficulty::from_tenths(90)));
    }

    #[test]
    fn numbers_are_accepted_like_their_decimal_form() {
        for tenths in 0..=200 {
            let rating = Difficulty::from_tenths(tenths);
            assert_eq!(Difficulty::try_from(rating.value()), Ok(rating));
        }
        for number in [7.25, 20.1, 25.0, -3.0, -0.0, 1e300, f64::NAN, f64::INFINITY] {
            assert!(Difficulty::try_from(number).is_err(), "{number}");
        }
    }
}
