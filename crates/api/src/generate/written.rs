//! A value of a request that may be a number or a text: `24` and `"24-28"`, `7` and `"daily"`.

use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize};
use std::fmt;

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

            fn visit_f64<E: Error>(self, number: f64) -> Result<Written, E> {
                Ok(number.into())
            }
        }
        deserializer.deserialize_any(Reader)
    }
}
