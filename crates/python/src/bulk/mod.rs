//! Calls about many puzzles: a file for each.
//!
//! Each reads rows on all threads and makes columns of answers. A row that cannot be read is answered with its reason
//! and nothing else, and the others with what they would be answered alone: where a row stands, and beside which others,
//! changes nothing.

pub(crate) mod augment;
mod belt;
pub(crate) mod canon;
pub(crate) mod device;
pub(crate) mod generate;
pub(crate) mod path;
pub(crate) mod rate;
pub(crate) mod solve;
mod writer;
