//! Text for the terminal: drawings of grids and positions, labels of puzzles, wrapped lines.

pub mod candidates;
pub mod grid;
pub mod numbers;
pub mod puzzle_label;
pub mod text_width;
