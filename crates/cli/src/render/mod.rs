//! Drawings for the terminal: solved grids, and positions with their candidates.

pub(crate) mod candidates;
pub(crate) mod grid;
