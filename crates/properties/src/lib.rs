//! Properties of veridoku that must hold for any input bytes.
//!
//! ```text
//! fuzz/corpus ──▶ fuzz/fuzz_targets (libFuzzer, hours)          ──▶ property(bytes), panics if it does not hold
//!             ╰─▶ tests/corpus.rs (cargo test, a few seconds)   ─╯
//! ```
//!
//! Each file has one property. The bytes are parsed so that most of them mean something: otherwise a fuzzer
//! would only ever test error messages. The work for an input is bounded, so that a fuzzer can try many.

mod api;
mod c_interface;
mod engines;
mod http;
mod logic;
mod output;
mod pairs;
mod reader;
mod round_trip;
mod solvers;

/// A named property.
#[derive(Copy, Clone, Debug)]
pub struct Property {
    /// The name of the fuzz target and of the folder with its corpus.
    pub name: &'static str,
    /// Checks the property. Panics if it does not hold.
    pub check: fn(&[u8]),
}

/// All properties.
pub const PROPERTIES: [Property; 9] = [
    Property { name: "api", check: api::check },
    Property { name: "c_interface", check: c_interface::check },
    Property { name: "engines", check: engines::check },
    Property { name: "http", check: http::check },
    Property { name: "logic", check: logic::check },
    Property { name: "output", check: output::check },
    Property { name: "reader", check: reader::check },
    Property { name: "round_trip", check: round_trip::check },
    Property { name: "solvers", check: solvers::check },
];

/// Checks a property, given by its name.
///
/// # Panics
///
/// Panics if the property does not hold, or if there is none of this name.
pub fn check(name: &str, bytes: &[u8]) {
    let property = PROPERTIES.iter().find(|property| property.name == name);
    (property.expect("the name of a property").check)(bytes);
}
