//! How cells and houses are called in a sentence.
//!
//! A file of its own because the reasons of grids, boards and verdicts share it, and because people do not agree:
//! what is `r1c1` and `row 1` here is `A1` and `row A` elsewhere.

use crate::cell::{Cell, CellSet};
use crate::house::House;

/// What to call cells and houses.
#[derive(Copy, Clone, Debug)]
pub struct Names {
    /// The name of a cell.
    pub cell: fn(Cell) -> String,
    /// The name of a house.
    pub house: fn(House) -> String,
}

impl Default for Names {
    /// `r1c1`, `row 1`.
    fn default() -> Names {
        Names { cell: |cell| cell.to_string(), house: |house| house.to_string() }
    }
}

impl Names {
    /// The names of several cells: `r1c1, r1c7`.
    pub(crate) fn cells(self, cells: CellSet) -> String {
        let names: Vec<String> = cells.iter().map(self.cell).collect();
        names.join(", ")
    }
}
