//! A JSON value that may be a number or a string: `24` and `"24-28"`, `7` and `"daily"`.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// From this value on, a floating-point number may differ from the number in the text.
const LARGEST: f64 = 9_007_199_254_740_992.0;

/// A number or a string, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct NumberOrText(String);

impl NumberOrText {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<T: fmt::Display> From<T> for NumberOrText {
    fn from(value: T) -> NumberOrText {
        NumberOrText(value.to_string())
    }
}

impl JsonSchema for NumberOrText {
    fn schema_name() -> Cow<'static, str> {
        "NumberOrText".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["number", "string"]})
    }
}

impl<'de> Deserialize<'de> for NumberOrText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<NumberOrText, D::Error> {
        struct NumberOrTextVisitor;
        impl Visitor<'_> for NumberOrTextVisitor {
            type Value = NumberOrText;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or a string")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<NumberOrText, E> {
                Ok(text.into())
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<NumberOrText, E> {
                Ok(number.into())
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<NumberOrText, E> {
                Ok(number.into())
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<NumberOrText, E> {
                // A number this large may have been rounded.
                if number.abs() >= LARGEST {
                    return Err(E::custom(
                        "found a number too large to be represented exactly, expected a string",
                    ));
                }
                Ok(number.into())
            }
        }
        deserializer.deserialize_any(NumberOrTextVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_text() {
        let read = |json: &str| serde_json::from_str::<NumberOrText>(json).ok().map(|value| value.0);
        for exact in ["7", "-1", "0", "2.5", "18446744073709551615", "-9223372036854775808"] {
            assert_eq!(read(exact).as_deref(), Some(exact));
        }
        assert_eq!(read("\"daily\"").as_deref(), Some("daily"));
        for wrong in ["18446744073709551616", "-9223372036854775809", "1e300", "true", "null"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
