//! Runs libFuzzer on the property `c_interface` of veridoku-properties.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| veridoku_properties::check("c_interface", bytes));
