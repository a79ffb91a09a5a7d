//! What a chain begins with, for those who want to check it: `r1c9=5`, `the candidates of r1c9`, `the places of 5 in row 1`.
//!
//! A file of its own because the searches know only trees and literals, and whoever reads a step wants cells and houses.

use std::fmt;
use veridoku_core::{Cell, Digit, House, HouseKind};

/// What a chain begins with.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Premise {
    /// A candidate assumed true.
    True(Cell, Digit),
    /// A candidate assumed false.
    False(Cell, Digit),
    /// A candidate assumed true, then false.
    Either(Cell, Digit),
    /// All candidates of a cell, assumed true in turn.
    Cell(Cell),
    /// All places of a digit in a house, assumed in turn.
    House(House, Digit),
}

/// How a step was reached that rests on chains.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RatedChain {
    /// What it begins with.
    pub premise: Premise,
    /// How many nodes Sudoku Explainer counts in it, those of the chains inside included: the rating rests on them.
    pub nodes: u32,
}

/// The cell of a plain number.
pub(super) fn cell(number: usize) -> Cell {
    Cell::new(number / 9, number % 9)
}

/// The house of a plain number: boxes, rows, columns.
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
    fn numbers_are_those_of_the_grid() {
        for (number, cells) in CELLS.iter().enumerate() {
            let named: Vec<_> = cells.iter().map(|&number| cell(number as usize)).collect();
            assert!(named.iter().all(|&cell| house(number).cells().contains(cell)), "{number}");
        }
    }
}
