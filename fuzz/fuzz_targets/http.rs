//! Runs libFuzzer on the property `http` of veridoku-properties.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| veridoku_properties::check("http", bytes));
