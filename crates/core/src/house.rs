//! The 27 houses: nine rows, nine columns and nine boxes.

use crate::cell::{Cell, CellSet};
use crate::set::bit_set;
use std::fmt;
use std::str::FromStr;

/// The three kinds of house.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum HouseKind {
    Row,
    Column,
    Box,
}

impl HouseKind {
    /// All kinds, in the order of their house indices.
    pub const ALL: [HouseKind; 3] = [HouseKind::Row, HouseKind::Column, HouseKind::Box];
}

impl fmt::Display for HouseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        })
    }
}

impl FromStr for HouseKind {
    type Err = ParseHouseError;

    /// Parses `row`, `column` or `box`, or one of the abbreviations `r`, `c` and `b`.
    fn from_str(text: &str) -> Result<HouseKind, ParseHouseError> {
        match text {
            "r" | "row" => Ok(HouseKind::Row),
            "c" | "column" => Ok(HouseKind::Column),
            "b" | "box" => Ok(HouseKind::Box),
            _ => Err(ParseHouseError),
        }
    }
}

/// A row, a column or a box: nine cells that must contain each digit once.
///
/// Rows have the indices 0 to 8, columns 9 to 17, boxes 18 to 26.
///
/// ```
/// use veridoku_core::{House, HouseKind};
///
/// let house: House = "box 5".parse()?;
/// assert_eq!(house, House::new(HouseKind::Box, 4));
/// assert_eq!(house.cells().to_string(), "r4c4, r4c5, r4c6, r5c4, r5c5, r5c6, r6c4, r6c5, r6c6");
/// # Ok::<(), veridoku_core::ParseHouseError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u8);

/// The cells of each house in reading order.
const CELLS: [[Cell; 9]; House::COUNT] = {
    let mut table = [[Cell::at(0); 9]; House::COUNT];
    let mut index = 0;
    while index < 9 {
        let mut position = 0;
        while position < 9 {
            let (row, column) = (index / 3 * 3 + position / 3, index % 3 * 3 + position % 3);
            table[index][position] = Cell::new(index, position);
            table[9 + index][position] = Cell::new(position, index);
            table[18 + index][position] = Cell::new(row, column);
            position += 1;
        }
        index += 1;
    }
    table
};

/// The cells of each house as a set.
const CELL_SETS: [CellSet; House::COUNT] = {
    let mut table = [CellSet::EMPTY; House::COUNT];
    let mut index = 0;
    while index < House::COUNT {
        let mut position = 0;
        while position < 9 {
            table[index] = table[index].with(CELLS[index][position]);
            position += 1;
        }
        index += 1;
    }
    table
};

impl House {
    /// The number of houses.
    pub const COUNT: usize = 27;

    /// Returns the house with this index, which must be below 27.
    pub(crate) const fn at(index: usize) -> House {
        debug_assert!(index < House::COUNT);
        House(index as u8)
    }

    /// Returns the house with this index, or `None` if the index is above 26.
    pub const fn from_index(index: usize) -> Option<House> {
        if index < House::COUNT { Some(House::at(index)) } else { None }
    }

    /// Returns the house of this kind with this index, where the houses of each kind have the indices 0 to 8.
    ///
    /// # Panics
    ///
    /// Panics if the index is 9 or more.
    pub const fn new(kind: HouseKind, index: usize) -> House {
        assert!(index < 9, "there are nine houses of each kind");
        House::at(kind as usize * 9 + index)
    }

    /// Iterates over all houses in index order: rows, columns, boxes.
    pub fn all() -> HouseSetIter {
        HouseSet::ALL.iter()
    }

    /// Returns the index among all houses, 0 to 26.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the kind of house.
    pub const fn kind(self) -> HouseKind {
        HouseKind::ALL[self.index() / 9]
    }

    /// Returns the index among the houses of its kind, 0 to 8.
    pub const fn index_in_kind(self) -> usize {
        self.index() % 9
    }

    /// Returns the set of the nine cells.
    pub const fn cells(self) -> CellSet {
        CELL_SETS[self.index()]
    }

    /// Returns the nine cells in reading order.
    pub const fn cells_in_order(self) -> [Cell; 9] {
        CELLS[self.index()]
    }
}

impl Cell {
    /// Returns the house of this kind that contains the cell.
    pub const fn house(self, kind: HouseKind) -> House {
        let index = match kind {
            HouseKind::Row => self.row_index(),
            HouseKind::Column => self.column_index(),
            HouseKind::Box => self.box_index(),
        };
        House::new(kind, index)
    }

    /// Returns the three houses that contain the cell: its row, column and box.
    pub fn houses(self) -> [House; 3] {
        HouseKind::ALL.map(|kind| self.house(kind))
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} {}", self.kind(), self.index_in_kind() + 1))
    }
}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for House {
    type Err = ParseHouseError;

    /// Parses names such as `row 1`, `column 2` and `box 3`, and abbreviations such as `r1`, `c2` and `b3`.
    fn from_str(text: &str) -> Result<House, ParseHouseError> {
        let name = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let kind: HouseKind = name.trim_end().parse()?;
        match text[name.len()..].parse() {
            Ok(number @ 1..=9) => Ok(House::new(kind, number - 1)),
            _ => Err(ParseHouseError),
        }
    }
}

/// The error returned when parsing a [`House`], a [`HouseKind`] or a [`HouseSet`] fails.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ParseHouseError;

impl fmt::Display for ParseHouseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected row, column or box followed by a number from 1 to 9")
    }
}

impl std::error::Error for ParseHouseError {}

bit_set! {
    /// A set of houses.
    ///
    /// ```
    /// use veridoku_core::{House, HouseKind, HouseSet};
    ///
    /// let rows: HouseSet = House::all().filter(|house| house.kind() == HouseKind::Row).collect();
    /// assert_eq!(rows.len(), 9);
    /// assert_eq!((rows & "row 4, box 1".parse()?).to_string(), "row 4");
    /// # Ok::<(), veridoku_core::ParseHouseError>(())
    /// ```
    pub struct HouseSet(u32), 27 of House, iterated by HouseSetIter;
}

impl fmt::Display for HouseSet {
    /// Writes the names of the houses: `row 4, box 1`. The empty set is written as the empty string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, house) in self.iter().enumerate() {
            if position > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{house}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for HouseSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl FromStr for HouseSet {
    type Err = ParseHouseError;

    fn from_str(text: &str) -> Result<HouseSet, ParseHouseError> {
        text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::parse::<House>).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_convert_both_ways() {
        for (index, house) in House::all().enumerate() {
            assert_eq!(house.index(), index);
            assert_eq!(House::new(house.kind(), house.index_in_kind()), house);
            assert_eq!(house.to_string().parse(), Ok(house));
            assert_eq!(house.cells().len(), 9);
            assert_eq!(house.cells_in_order().into_iter().collect::<CellSet>(), house.cells());
        }
        assert_eq!("b9".parse(), Ok(House::new(HouseKind::Box, 8)));
        for text in ["", "row", "row 0", "row 10", "block 1", "row one", "r 1 "] {
            assert_eq!(text.parse::<House>(), Err(ParseHouseError), "{text:?}");
        }
    }

    #[test]
    fn every_cell_has_one_house_of_each_kind() {
        for kind in HouseKind::ALL {
            let houses = House::all().filter(|house| house.kind() == kind);
            let cells: Vec<Cell> = houses.flat_map(House::cells_in_order).collect();
            assert_eq!(cells.len(), 81);
            assert_eq!(cells.into_iter().collect::<CellSet>(), CellSet::ALL);
        }
    }
}
