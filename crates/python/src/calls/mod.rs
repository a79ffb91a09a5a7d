//! Calls about one puzzle: text in, dict out, the answers of `veridoku-api`.

pub(crate) mod compare;
pub(crate) mod generate;
pub(crate) mod judge;
pub(crate) mod rate;
pub(crate) mod solutions;
pub(crate) mod symmetry;
pub(crate) mod teach;
