//! The nine digits, and sets of digits.

use crate::set::bit_set;
use std::fmt;
use std::str::FromStr;

/// One of the digits 1 to 9.
///
/// Indices count from 0, but numbers count from 1: the digit 5 has index 4 and number 5.
///
/// ```
/// use veridoku_core::Digit;
///
/// let five: Digit = "5".parse()?;
/// assert_eq!(five, Digit::Five);
/// assert_eq!((five.index(), five.number()), (4, 5));
/// # Ok::<(), veridoku_core::ParseDigitError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum Digit {
    One = 1,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
}

impl Digit {
    /// The number of digits.
    pub const COUNT: usize = 9;
    /// All digits in index order.
    pub const ALL: [Digit; 9] = [
        Digit::One,
        Digit::Two,
        Digit::Three,
        Digit::Four,
        Digit::Five,
        Digit::Six,
        Digit::Seven,
        Digit::Eight,
        Digit::Nine,
    ];

    /// Returns the digit with this index, which must be below 9.
    #[inline]
    pub(crate) const fn at(index: usize) -> Digit {
        Digit::ALL[index]
    }

    /// Returns the digit with this index, or `None` if the index is above 8.
    pub const fn from_index(index: usize) -> Option<Digit> {
        if index < 9 { Some(Digit::ALL[index]) } else { None }
    }

    /// Returns the digit with this number, or `None` if the number is not between 1 and 9.
    #[inline]
    pub const fn from_number(number: u8) -> Option<Digit> {
        Digit::from_index((number as usize).wrapping_sub(1))
    }

    /// Returns the digit for a character from `1` to `9`, or `None` for any other character.
    pub const fn from_char(character: char) -> Option<Digit> {
        match character {
            '1'..='9' => Digit::from_number(character as u8 - b'0'),
            _ => None,
        }
    }

    /// Returns the index, 0 to 8.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// Returns the number, 1 to 9.
    #[inline]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the digit as a character.
    pub const fn to_char(self) -> char {
        (b'0' + self.number()) as char
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_char(), f)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Digit {
    type Err = ParseDigitError;

    fn from_str(text: &str) -> Result<Digit, ParseDigitError> {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => Digit::from_char(character).ok_or(ParseDigitError),
            _ => Err(ParseDigitError),
        }
    }
}

/// The error returned when parsing a [`Digit`] or a [`DigitSet`] fails.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ParseDigitError;

impl fmt::Display for ParseDigitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a single digit from 1 to 9")
    }
}

impl std::error::Error for ParseDigitError {}

bit_set! {
    /// A set of digits.
    ///
    /// ```
    /// use veridoku_core::{Digit, DigitSet};
    ///
    /// let set: DigitSet = "157".parse()?;
    /// assert_eq!(set.len(), 3);
    /// assert_eq!(set.without(Digit::Five).to_string(), "17");
    /// assert_eq!((!set).to_string(), "234689");
    /// # Ok::<(), veridoku_core::ParseDigitError>(())
    /// ```
    pub struct DigitSet(u16), 9 of Digit, iterated by DigitSetIter;
}

impl fmt::Display for DigitSet {
    /// Writes the digits without separators, as in a candidate grid: `157`. The empty set is written as the
    /// empty string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; 9];
        for (byte, digit) in text.iter_mut().zip(self.iter()) {
            *byte = b'0' + digit.number();
        }
        f.pad(std::str::from_utf8(&text[..self.len()]).unwrap_or_default())
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl FromStr for DigitSet {
    type Err = ParseDigitError;

    fn from_str(text: &str) -> Result<DigitSet, ParseDigitError> {
        text.chars().map(|character| Digit::from_char(character).ok_or(ParseDigitError)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_convert_both_ways() {
        for (index, digit) in Digit::ALL.into_iter().enumerate() {
            assert_eq!(digit.index(), index);
            assert_eq!(Digit::from_index(index), Some(digit));
            assert_eq!(Digit::from_number(digit.number()), Some(digit));
            assert_eq!(digit.to_string().parse(), Ok(digit));
        }
        assert_eq!((Digit::from_number(0), Digit::from_number(10)), (None, None));
        for text in ["", "0", "10", "x", "٣"] {
            assert_eq!(text.parse::<Digit>(), Err(ParseDigitError), "{text:?}");
        }
    }

    #[test]
    fn every_digit_set_round_trips() {
        for bits in 0..512 {
            let set = DigitSet::from_bits(bits);
            assert_eq!(set.to_string().parse(), Ok(set));
            assert_eq!(set.iter().collect::<DigitSet>(), set);
            assert_eq!(set.iter().next_back(), set.last());
            assert_eq!(set.single().is_some(), set.len() == 1);
            assert_eq!(set | !set, DigitSet::ALL);
            assert_eq!(set & !set, DigitSet::EMPTY);
        }
    }
}
