//! Runs libFuzzer on the property `round_trip` of veridoku-properties.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| veridoku_properties::check("round_trip", bytes));
