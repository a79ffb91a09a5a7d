//! Parsers for the values of options on the command line.

use crate::technique_options::{TechniqueName, UnknownTechnique};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use veridoku_classic::ALGORITHMS;
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

/// Parses the name of a technique.
///
/// # Errors
///
/// Returns an error that suggests the closest name, or the command that lists all names.
pub fn technique(name: &str) -> Result<TechniqueName, String> {
    name.parse().map_err(|error: UnknownTechnique| match error.suggestion() {
        Some(_) => error.to_string(),
        None => format!("{error}; `veridoku techniques` lists all techniques"),
    })
}
