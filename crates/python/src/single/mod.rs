//! Functions for one puzzle: each takes puzzle text, calls `veridoku-api` and returns the report as a dict.

pub(crate) mod compare;
pub(crate) mod generate;
pub(crate) mod hint;
pub(crate) mod rate;
pub(crate) mod solutions;
pub(crate) mod solve;
pub(crate) mod symmetry;
