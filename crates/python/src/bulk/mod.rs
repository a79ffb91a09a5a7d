//! Functions for many puzzles, each in its own file.
//!
//! Each function reads rows on several threads and returns columns of results. For a row that cannot be read,
//! only the reason is returned. The result of a row does not depend on its position or on the other rows.

pub(crate) mod augment;
pub(crate) mod canon;

pub(crate) mod device;

pub(crate) mod generate;
#[cfg(feature = "gpu")]
mod gpu;
pub(crate) mod grade;
pub(crate) mod path;
pub(crate) mod rate;
pub(crate) mod solve;
mod solve_task;
