//! Parsers for the values of options on the command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::time::Duration;
use veridoku_classic::ALGORITHMS;
use veridoku_core::symmetry::{ParseTransformError, Transform};
use veridoku_formats::{FORMATS, Format};

/// Accepts the name of a textbook solver.
pub fn algorithm_name() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(
        ALGORITHMS.iter().map(|algorithm| PossibleValue::new(algorithm.name).help(algorithm.description)),
    )
}

/// Accepts the name of a text format.
pub fn format_name() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(
        FORMATS.iter().map(|format| PossibleValue::new(format.name()).help(format.description())),
    )
}

/// Parses the name of a text format.
pub fn format() -> impl TypedValueParser<Value = &'static Format> {
    format_name().try_map(|name| Format::by_name(&name).ok_or("unknown text format"))
}

/// Parses a number of seconds, up to an hour.
///
/// # Errors
///
/// Returns an error if the text is not such a number.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds, for example 0.5")?;
    if !(0.0..=3600.0).contains(&seconds) {
        return Err("expected 0 to 3600 seconds".to_string());
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// Accepts a transform.
///
/// # Errors
///
/// Returns an error if the text is not a transform.
pub fn transform(text: &str) -> Result<String, ParseTransformError> {
    text.parse::<Transform>().map(|_| text.to_string())
}
