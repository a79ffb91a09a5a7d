//! A value of a request that may be a number or a text: `24` and `"24-28"`, `7` and `"daily"`.

use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize};
use std::fmt;

/// From here on a number that is no integer of 64 bits may be another one than was written.
const LARGEST: f64 = 9_007_199_254_740_992.0;

/// What was written, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Written(String);

impl Written {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<T: fmt::Display> From<T> for Written {
    fn from(value: T) -> Written {
        Written(value.to_string())
    }
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Written, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Written;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or a text")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Written, E> {
                Ok(text.into())
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Written, E> {
                Ok(number.into())
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Written, E> {
                Ok(number.into())
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Written, E> {
                // A number of so many digits is not what was written any more.
                if number.abs() >= LARGEST {
                    return Err(E::custom(
                        "found a number that is too large to be read exactly, expected it as text",
                    ));
                }
                Ok(number.into())
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        let read = |json: &str| serde_json::from_str::<Written>(json).ok().map(|written| written.0);
        for exact in ["7", "-1", "0", "2.5", "18446744073709551615", "-9223372036854775808"] {
            assert_eq!(read(exact).as_deref(), Some(exact));
        }
        assert_eq!(read("\"daily\"").as_deref(), Some("daily"));
        for wrong in ["18446744073709551616", "-9223372036854775809", "1e300", "true", "null"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
