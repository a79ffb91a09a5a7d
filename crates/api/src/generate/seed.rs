//! Seeds: a number or any other text, `7` as well as `daily 2026-11-15`.
//!
//! A number is used as it is, any other text is hashed (64-bit FNV-1a). In JSON, a number that every parser
//! can represent exactly is written as a number, everything else as a string; both are accepted.

use super::number_or_text::NumberOrText;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};

/// The largest integer that every JSON parser represents exactly.
const LARGEST_EXACT: u64 = (1 << 53) - 1;

/// The seed of the random numbers.
///
/// ```
/// use veridoku_api::generate::Seed;
///
/// assert_eq!(Seed::new("7").number(), 7);
/// assert_eq!(Seed::new("daily").to_string(), "daily");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed {
    text: String,
    number: u64,
}

impl Seed {
    /// Creates a seed from a string.
    pub fn new(text: &str) -> Seed {
        let hash = |text: &str| {
            text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            })
        };
        // Only digits count as a number: `+7` is hashed like any other text.
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| is_number).unwrap_or_else(|| hash(text));
        Seed { text: text.to_string(), number }
    }

    /// Creates a random seed that is short enough to be copied by hand.
    pub fn random() -> Seed {
        // `RandomState` is the only source of randomness in the standard library.
        Seed::new(&(RandomState::new().build_hasher().finish() >> 32).to_string())
    }

    /// Returns the number that the seed stands for.
    pub fn number(&self) -> u64 {
        self.number
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl From<&NumberOrText> for Seed {
    fn from(written: &NumberOrText) -> Seed {
        Seed::new(written.as_str())
    }
}

impl JsonSchema for Seed {
    fn schema_name() -> Cow<'static, str> {
        "Seed".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["integer", "string"]})
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.number <= LARGEST_EXACT && self.number.to_string() == self.text {
            serializer.serialize_u64(self.number)
        } else {
            serializer.serialize_str(&self.text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_serialized_as_given() {
        let json = |text: &str| serde_json::to_string(&Seed::new(text)).unwrap();
        assert_eq!([json("7"), json("007"), json("a b")], ["7", "\"007\"", "\"a b\""]);
        assert_eq!(json("18446744073709551615"), "\"18446744073709551615\"");
        // From 2⁵³ on, some parsers cannot distinguish adjacent numbers.
        assert_eq!(json("9007199254740991"), "9007199254740991");
        assert_eq!(json("9007199254740992"), "\"9007199254740992\"");
        assert_ne!(Seed::new("+7").number(), 7);
        // The published hash of this text.
        assert_eq!(Seed::new("foobar").number(), 0x8594_4171_f739_67e8);
    }
}
