//! The assumptions that a chain starts from.
//!
//! A premise is displayed as `r1c9=5`, `the candidates of r1c9` or `the places of 5 in row 1`, for example.

use std::fmt;
use veridoku_core::{Cell, Digit, House, HouseKind};

/// The assumptions that a chain starts from.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Premise {
    /// A candidate is assumed true.
    True(Cell, Digit),
    /// A candidate is assumed false.
    False(Cell, Digit),
    /// A candidate is assumed true, then assumed false.
    Either(Cell, Digit),
    /// Each candidate of a cell is assumed true in turn.
    Cell(Cell),
    /// Each place of a digit in a house is assumed true in turn.
    House(House, Digit),
}

/// The chain behind a step of a rating.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RatedChain {
    /// The assumptions that the chain starts from.
    pub premise: Premise,
    /// The number of nodes as Sudoku Explainer counts them, including those of nested chains. It affects the
    /// rating.
    pub nodes: u32,
}

/// Returns the cell with this index.
pub(super) fn cell(number: usize) -> Cell {
    Cell::new(number / 9, number % 9)
}

/// Returns the house with this index in the rating grid: boxes come first, then rows, then columns.
pub(super) fn house(number: usize) -> House {
    House::new([HouseKind::Box, HouseKind::Row, HouseKind::Column][number / 9], number % 9)
}

impl fmt::Display for Premise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Premise::True(cell, digit) => write!(f, "{cell}={digit}"),
            Premise::False(cell, digit) => write!(f, "{cell}<>{digit}"),
            Premise::Either(cell, digit) => write!(f, "{cell}={digit} or {cell}<>{digit}"),
            Premise::Cell(cell) => write!(f, "the candidates of {cell}"),
            Premise::House(house, digit) => write!(f, "the places of {digit} in {house}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::CELLS;
    use super::{cell, house};

    #[test]
    fn cells_and_houses_match_the_rating_grid() {
        for (number, cells) in CELLS.iter().enumerate() {
            let named: Vec<_> = cells.iter().map(|&number| cell(number as usize)).collect();
            assert!(named.iter().all(|&cell| house(number).cells().contains(cell)), "{number}");
        }
    }
}
