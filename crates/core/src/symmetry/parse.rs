//! Parses transforms from their text form.

use super::transform::{Axes, Transform, is_permutation, keeps_bands};
use std::fmt;
use std::str::FromStr;

impl FromStr for Transform {
    type Err = ParseTransformError;

    /// Parses `identity`, or any of `transpose`, `rows=…`, `columns=…` and `digits=…`, each at most once.
    fn from_str(text: &str) -> Result<Transform, ParseTransformError> {
        let mut transform = Transform::IDENTITY;
        let mut seen = [false; 5];
        for word in text.split_whitespace() {
            let (name, value) =
                word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
            let error = |kind| ParseTransformError { word: word.to_string(), kind };
            let slot = match (name, value) {
                ("identity", None) => 0,
                ("transpose", None) => {
                    transform.axes = Axes::Exchanged;
                    1
                }
                ("rows", Some(value)) => {
                    transform.rows = parse_lines(value).ok_or_else(|| error(TransformErrorKind::Lines))?;
                    2
                }
                ("columns", Some(value)) => {
                    transform.columns = parse_lines(value).ok_or_else(|| error(TransformErrorKind::Lines))?;
                    3
                }
                ("digits", Some(value)) => {
                    transform.digits = parse_order(value)
                        .filter(is_permutation)
                        .ok_or_else(|| error(TransformErrorKind::Digits))?;
                    4
                }
                _ => return Err(error(TransformErrorKind::Word)),
            };
            if std::mem::replace(&mut seen[slot], true) {
                return Err(error(TransformErrorKind::Twice));
            }
        }
        if seen == [false; 5] {
            return Err(ParseTransformError { word: String::new(), kind: TransformErrorKind::Word });
        }
        Ok(transform)
    }
}

/// Parses nine digits from 1 to 9, and returns each of them minus 1.
fn parse_order(text: &str) -> Option<[u8; 9]> {
    let numbers = <[u8; 9]>::try_from(text.as_bytes()).ok()?;
    numbers.iter().all(|number| (b'1'..=b'9').contains(number)).then(|| numbers.map(|number| number - b'1'))
}

/// Parses an order of rows or columns that keeps bands or stacks together.
fn parse_lines(text: &str) -> Option<[u8; 9]> {
    parse_order(text).filter(keeps_bands)
}

/// The error returned when parsing a [`Transform`] fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTransformError {
    word: String,
    kind: TransformErrorKind,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum TransformErrorKind {
    Word,
    Twice,
    Lines,
    Digits,
}

impl fmt::Display for ParseTransformError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            TransformErrorKind::Word if self.word.is_empty() => f.write_str("found nothing, ")?,
            _ => write!(f, "found {:?}, ", self.word)?,
        }
        f.write_str(match self.kind {
            TransformErrorKind::Word => {
                "expected transpose, rows=123456789, columns=123456789, digits=123456789 or identity"
            }
            TransformErrorKind::Twice => "expected each word at most once",
            TransformErrorKind::Lines => {
                "expected the numbers 1 to 9 in an order that keeps 123, 456 and 789 together"
            }
            TransformErrorKind::Digits => "expected the digits 1 to 9 in any order",
        })
    }
}

impl std::error::Error for ParseTransformError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_may_come_in_any_order() {
        let transform: Transform = "digits=912345678  transpose\trows=456123789".parse().unwrap();
        assert_eq!(transform.to_string(), "transpose rows=456123789 digits=912345678");
        assert_eq!("identity".parse(), Ok(Transform::IDENTITY));
        assert_eq!("rows=123456789".parse(), Ok(Transform::IDENTITY));
        assert_eq!(Transform::IDENTITY.to_string(), "identity");
    }

    #[test]
    fn invalid_transforms_are_rejected_with_a_reason() {
        for (text, message) in [
            ("", "found nothing, expected transpose"),
            ("turn", "found \"turn\", expected transpose"),
            ("transpose transpose", "found \"transpose\", expected each word at most once"),
            ("rows=142356789", "found \"rows=142356789\", expected the numbers 1 to 9 in an order"),
            ("columns=12345678", "found \"columns=12345678\", expected the numbers"),
            ("digits=112345678", "found \"digits=112345678\", expected the digits 1 to 9 in any order"),
            ("digits=01234567é", "found \"digits=01234567é\", expected the digits"),
        ] {
            let error = text.parse::<Transform>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
