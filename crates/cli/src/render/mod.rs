//! Drawings for the terminal: grids, and positions with candidates.

pub(crate) mod candidates;
pub(crate) mod grid;
