//! The names of cells and houses in messages.
//!
//! Grids, boards and verdicts use these names to explain what is wrong with a puzzle. The names can be
//! replaced, because notations differ: some people write `A1` and `row A` instead of `r1c1` and `row 1`.

use crate::cell::{Cell, CellSet};
use crate::house::{House, HouseKind};

/// A notation: the functions that name cells and houses.
#[derive(Copy, Clone, Debug)]
pub struct CellNames {
    /// Returns the name of a cell.
    pub cell: fn(Cell) -> String,
    /// Returns the name of a house.
    pub house: fn(House) -> String,
}

impl Default for CellNames {
    /// Returns the default names: `r1c1` and `row 1`.
    fn default() -> CellNames {
        CellNames { cell: |cell| cell.to_string(), house: |house| house.to_string() }
    }
}

/// A notation that can append the names of cells and houses to a string.
pub(crate) trait Naming: Copy {
    /// Appends the name of a cell.
    fn cell(self, cell: Cell, text: &mut String);

    /// Appends the name of a house.
    fn house(self, house: House, text: &mut String);

    /// Appends the names of several cells: `r1c1, r1c7`.
    fn cells(self, cells: CellSet, text: &mut String) {
        for (position, cell) in cells.iter().enumerate() {
            text.push_str(if position == 0 { "" } else { ", " });
            self.cell(cell, text);
        }
    }
}

impl Naming for CellNames {
    fn cell(self, cell: Cell, text: &mut String) {
        text.push_str(&(self.cell)(cell));
    }

    fn house(self, house: House, text: &mut String) {
        text.push_str(&(self.house)(house));
    }
}

/// The names of [`CellNames::default`], but without allocating a string for each name. A stream of puzzles
/// can produce millions of messages.
#[derive(Copy, Clone, Debug)]
pub(crate) struct DefaultNames;

/// The names of all cells in one string, four characters per cell.
const CELLS: &str = {
    const BYTES: [u8; 4 * Cell::COUNT] = {
        let mut bytes = [0; 4 * Cell::COUNT];
        let mut index = 0;
        while index < Cell::COUNT {
            let cell = Cell::at(index);
            bytes[4 * index] = b'r';
            bytes[4 * index + 1] = b'1' + cell.row_index() as u8;
            bytes[4 * index + 2] = b'c';
            bytes[4 * index + 3] = b'1' + cell.column_index() as u8;
            index += 1;
        }
        bytes
    };
    match std::str::from_utf8(&BYTES) {
        Ok(names) => names,
        Err(_) => panic!("cell names are ASCII"),
    }
};

impl Naming for DefaultNames {
    fn cell(self, cell: Cell, text: &mut String) {
        text.push_str(&CELLS[4 * cell.index()..][..4]);
    }

    fn house(self, house: House, text: &mut String) {
        text.push_str(match house.kind() {
            HouseKind::Row => "row ",
            HouseKind::Column => "column ",
            HouseKind::Box => "box ",
        });
        push_number(house.index_in_kind() + 1, text);
    }
}

/// Appends a number below 100.
pub(crate) fn push_number(number: usize, text: &mut String) {
    let digit = |value: usize| char::from(b'0' + (value % 10) as u8);
    debug_assert!(number < 100, "only numbers below 100 are supported");
    if number >= 10 {
        text.push(digit(number / 10));
    }
    text.push(digit(number));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_names_match_display() {
        let written = |naming: &dyn Fn(&mut String)| {
            let mut text = String::new();
            naming(&mut text);
            text
        };
        for cell in Cell::all() {
            let default = written(&|text| DefaultNames.cell(cell, text));
            assert_eq!(default, cell.to_string());
            assert_eq!(default, written(&|text| CellNames::default().cell(cell, text)));
        }
        for house in House::all() {
            let default = written(&|text| DefaultNames.house(house, text));
            assert_eq!(default, house.to_string());
            assert_eq!(default, written(&|text| CellNames::default().house(house, text)));
        }
        for number in 0..100 {
            assert_eq!(written(&|text| push_number(number, text)), number.to_string());
        }
    }
}
