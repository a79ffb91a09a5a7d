//! The 81 cells, and sets of cells.
//!
//! ```text
//!          column 0 ……… 8
//! row 0     0  1  2 │  3  4  5 │  6  7  8       index = 9 · row + column
//!           9 10 11 │ 12 13 14 │ 15 16 17
//!          18 19 20 │ 21 22 23 │ 24 25 26       box   = 3 · (row / 3) + column / 3
//!          ─────────┼──────────┼─────────
//!             …           …          …          peers = the 20 other cells of its
//! row 8    72 73 74 │ 75 76 77 │ 78 79 80               row, column and box
//! ```

use crate::set::bit_set;
use std::fmt;
use std::str::FromStr;

/// One of the 81 cells.
///
/// Indices count from 0, but names count from 1: `r1c1` is the top left cell.
///
/// ```
/// use veridoku_core::Cell;
///
/// let cell: Cell = "r2c7".parse()?;
/// assert_eq!((cell.row_index(), cell.column_index(), cell.box_index()), (1, 6, 2));
/// assert_eq!(cell.peers().len(), 20);
/// assert_eq!(cell.to_string(), "r2c7");
/// # Ok::<(), veridoku_core::ParseCellError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

/// The peers of each cell, by index.
const PEERS: [CellSet; Cell::COUNT] = {
    let mut table = [CellSet::EMPTY; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT * Cell::COUNT {
        let (cell, other) = (Cell::at(index / Cell::COUNT), Cell::at(index % Cell::COUNT));
        let share_a_house = cell.row_index() == other.row_index()
            || cell.column_index() == other.column_index()
            || cell.box_index() == other.box_index();
        if share_a_house && cell.index() != other.index() {
            table[cell.index()] = table[cell.index()].with(other);
        }
        index += 1;
    }
    table
};

/// The peers of each cell in reading order.
const PEERS_IN_ORDER: [[Cell; 20]; Cell::COUNT] = {
    let mut table = [[Cell::at(0); 20]; Cell::COUNT];
    let mut cell = 0;
    while cell < Cell::COUNT {
        let (mut other, mut position) = (0, 0);
        while other < Cell::COUNT {
            if PEERS[cell].contains(Cell::at(other)) {
                table[cell][position] = Cell::at(other);
                position += 1;
            }
            other += 1;
        }
        cell += 1;
    }
    table
};

impl Cell {
    /// The number of cells.
    pub const COUNT: usize = 81;

    /// Returns the cell with this index, which must be below 81.
    #[inline]
    pub(crate) const fn at(index: usize) -> Cell {
        debug_assert!(index < Cell::COUNT);
        Cell(index as u8)
    }

    /// Returns the cell with this index, or `None` if the index is above 80.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Cell> {
        if index < Cell::COUNT { Some(Cell::at(index)) } else { None }
    }

    /// Returns the cell in this row and column, both from 0 to 8.
    ///
    /// # Panics
    ///
    /// Panics if the row or the column is 9 or more.
    #[inline]
    pub const fn new(row: usize, column: usize) -> Cell {
        assert!(row < 9 && column < 9, "rows and columns must be below 9");
        Cell::at(9 * row + column)
    }

    /// Iterates over all cells in index order: row by row, from left to right.
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone {
        (0..Cell::COUNT).map(Cell::at)
    }

    /// Returns the index, 0 to 80.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the index of the row, 0 to 8.
    #[inline]
    pub const fn row_index(self) -> usize {
        self.index() / 9
    }

    /// Returns the index of the column, 0 to 8.
    #[inline]
    pub const fn column_index(self) -> usize {
        self.index() % 9
    }

    /// Returns the index of the box, 0 to 8.
    #[inline]
    pub const fn box_index(self) -> usize {
        self.row_index() / 3 * 3 + self.column_index() / 3
    }

    /// Returns the 20 other cells that share a house with this one.
    pub const fn peers(self) -> CellSet {
        PEERS[self.index()]
    }

    /// Returns the 20 peers in reading order.
    #[inline]
    pub const fn peers_in_order(self) -> [Cell; 20] {
        PEERS_IN_ORDER[self.index()]
    }

    /// Returns whether the two cells are peers: different, and in the same house.
    pub const fn sees(self, other: Cell) -> bool {
        self.peers().contains(other)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("r{}c{}", self.row_index() + 1, self.column_index() + 1))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Cell, ParseCellError> {
        match *text.as_bytes() {
            [b'r' | b'R', row @ b'1'..=b'9', b'c' | b'C', column @ b'1'..=b'9'] => {
                Ok(Cell::new((row - b'1') as usize, (column - b'1') as usize))
            }
            _ => Err(ParseCellError),
        }
    }
}

/// The error returned when parsing a [`Cell`] fails.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ParseCellError;

impl fmt::Display for ParseCellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a cell from r1c1 to r9c9")
    }
}

impl std::error::Error for ParseCellError {}

bit_set! {
    /// A set of cells.
    ///
    /// ```
    /// use veridoku_core::{Cell, CellSet};
    ///
    /// let set: CellSet = "r1c1, r1c7".parse()?;
    /// assert!(set.contains(Cell::new(0, 6)));
    /// assert_eq!(set.to_string(), "r1c1, r1c7");
    /// assert_eq!(set.common_peers().len(), 7, "the rest of row 1");
    /// # Ok::<(), veridoku_core::ParseCellError>(())
    /// ```
    pub struct CellSet(u128), 81 of Cell, iterated by CellSetIter;
}

impl CellSet {
    /// Returns the cells that see every cell of the set. For the empty set, these are all cells.
    #[must_use]
    pub fn common_peers(self) -> CellSet {
        self.iter().fold(CellSet::ALL, |common, cell| common & cell.peers())
    }
}

impl fmt::Display for CellSet {
    /// Writes the names of the cells: `r1c1, r1c7`. The empty set is written as the empty string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, cell) in self.iter().enumerate() {
            if position > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{cell}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CellSet {
    /// Draws the board, with `x` for each cell in the set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in Cell::all() {
            let mark = if self.contains(cell) { 'x' } else { '.' };
            let space = if cell.column_index() == 8 { '\n' } else { ' ' };
            write!(f, "{mark}{space}")?;
        }
        Ok(())
    }
}

impl FromStr for CellSet {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<CellSet, ParseCellError> {
        text.split([',', ' ']).filter(|name| !name.is_empty()).map(str::parse::<Cell>).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_convert_both_ways() {
        for (index, cell) in Cell::all().enumerate() {
            assert_eq!(cell.index(), index);
            assert_eq!(Cell::new(cell.row_index(), cell.column_index()), cell);
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert!(cell.houses().iter().all(|house| house.cells().contains(cell)));
        }
        assert_eq!(Cell::from_index(81), None);
        for text in ["", "r0c1", "r1c10", "c1r1", "r1", "r1c1 ", "é1c1"] {
            assert_eq!(text.parse::<Cell>(), Err(ParseCellError), "{text:?}");
        }
    }

    #[test]
    fn peers_follow_the_rules() {
        for one in Cell::all() {
            assert_eq!(one.peers().len(), 20);
            assert!(one.peers().iter().eq(one.peers_in_order()), "{one}");
            for other in Cell::all() {
                let share = one.row_index() == other.row_index()
                    || one.column_index() == other.column_index()
                    || one.box_index() == other.box_index();
                assert_eq!(one.sees(other), one != other && share, "{one} {other}");
            }
        }
    }

    #[test]
    fn debug_draws_the_board() {
        let drawn = format!("{:?}", CellSet::only(Cell::new(1, 0)));
        assert!(drawn.starts_with(". . . . . . . . .\nx . "));
        assert_eq!(drawn.lines().count(), 9);
    }
}
