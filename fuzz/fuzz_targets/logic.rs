//! Runs libFuzzer on the property `logic` of veridoku-properties.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| veridoku_properties::check("logic", bytes));
