//! The values of the 81 cells, which may break the rules.
//!
//! A `Grid` is the unchecked result of parsing: each cell holds a digit or is blank. It is stored as 81
//! bytes, with 0 for a blank, so that the engines can load it directly.

use crate::cell::{Cell, CellSet};
use crate::cell_names::{DefaultNames, Naming};
use crate::digit::{Digit, DigitSet};
use crate::house::{House, HouseSet};
use std::fmt;
use std::str::FromStr;

/// The values of the 81 cells, possibly contradictory.
///
/// ```
/// use veridoku_core::{Cell, Digit, Grid};
///
/// let mut grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(grid.get(Cell::new(0, 0)), Some(Digit::Five));
/// assert_eq!(grid.filled().len(), 30);
///
/// grid.set(Cell::new(0, 8), Some(Digit::Five));
/// let repetition = grid.repetitions().next().unwrap();
/// assert_eq!(repetition.to_string(), "two 5s in row 1: r1c1, r1c9");
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid([u8; Cell::COUNT]);

/// A word in which each of the eight bytes is 1.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// The bits of [`Grid::digit_counts`] that are set if a digit, other than a blank, occurs more than once.
const REPEATED: u64 = 0xee_eeee_eee0;

impl Grid {
    /// The empty grid.
    pub const EMPTY: Grid = Grid([0; Cell::COUNT]);

    /// Returns the value of the cell, if it has one.
    #[inline]
    pub const fn get(&self, cell: Cell) -> Option<Digit> {
        Digit::from_number(self.0[cell.index()])
    }

    /// Sets the value of the cell, or clears it.
    #[inline]
    pub const fn set(&mut self, cell: Cell, value: Option<Digit>) {
        self.0[cell.index()] = match value {
            Some(digit) => digit.number(),
            None => 0,
        };
    }

    /// Returns the numbers in the cells, in index order, with 0 for a blank.
    pub const fn as_bytes(&self) -> &[u8; Cell::COUNT] {
        &self.0
    }

    /// Returns the grid with these numbers, where 0 is a blank, or `None` if a number is above 9.
    #[inline]
    pub fn from_bytes(numbers: [u8; Cell::COUNT]) -> Option<Grid> {
        // Check eight bytes at a time: adding 118 to the low seven bits of a byte sets its highest bit if
        // they exceed 9. The OR covers bytes whose highest bit was already set.
        let (eights, rest) = numbers.as_chunks::<8>();
        let over = eights.iter().fold(0, |over, eight| {
            let eight = u64::from_le_bytes(*eight);
            over | eight | ((eight & (0x7f * BYTES)) + 0x76 * BYTES)
        });
        let is_digit = over & (0x80 * BYTES) == 0 && rest.iter().all(|&number| number <= 9);
        is_digit.then_some(Grid(numbers))
    }

    /// Returns the 81 ASCII characters of the grid, with `.` for blanks.
    ///
    /// ```
    /// use veridoku_core::Grid;
    ///
    /// assert_eq!(Grid::EMPTY.to_line(), [b'.'; 81]);
    /// ```
    #[inline]
    pub fn to_line(&self) -> [u8; Cell::COUNT] {
        self.line_with(b'.')
    }

    /// Returns the 81 characters of the grid, with this character for blanks.
    #[inline]
    pub fn line_with(&self, blank: u8) -> [u8; Cell::COUNT] {
        // This loop compiles to a few vector instructions. `map` on an array of this length would compile to
        // one call per cell.
        let mut line = self.0;
        for byte in &mut line {
            *byte = if *byte == 0 { blank } else { b'0' + *byte };
        }
        line
    }

    /// Returns a mutable reference to the numbers in the cells. The caller must write only numbers up to 9,
    /// with 0 for a blank.
    #[inline]
    pub(crate) fn numbers_mut(&mut self) -> &mut [u8; Cell::COUNT] {
        &mut self.0
    }

    /// Returns a grid filled in by `write`, which must write only numbers up to 9, with 0 for a blank.
    #[inline]
    pub(crate) fn written(write: impl FnOnce(&mut [u8; Cell::COUNT])) -> Grid {
        let mut grid = Grid::EMPTY;
        write(&mut grid.0);
        debug_assert!(grid.0.iter().all(|&number| number <= 9), "numbers must be at most 9");
        grid
    }

    /// Iterates over the filled cells and their values, in index order.
    pub fn values(&self) -> impl Iterator<Item = (Cell, Digit)> {
        Cell::all().filter_map(|cell| Some((cell, self.get(cell)?)))
    }

    /// Returns the cells with a value.
    pub fn filled(&self) -> CellSet {
        self.differences(&Grid::EMPTY)
    }

    /// Returns the cells with this value.
    pub fn cells_with(&self, digit: Digit) -> CellSet {
        self.values().filter(|&(_, value)| value == digit).map(|(cell, _)| cell).collect()
    }

    /// Returns the digits that do not occur in any peer of the cell. The value of the cell itself is ignored.
    pub fn digits_left(&self, cell: Cell) -> DigitSet {
        !cell.peers().iter().filter_map(|peer| self.get(peer)).collect::<DigitSet>()
    }

    /// Returns whether every house contains every digit.
    pub fn is_solved(&self) -> bool {
        House::all().all(|house| {
            house.cells().iter().filter_map(|cell| self.get(cell)).collect::<DigitSet>() == DigitSet::ALL
        })
    }

    /// Returns whether `solution` has the same value in every filled cell of this grid.
    pub fn is_part_of(&self, solution: &Grid) -> bool {
        self.values().all(|(cell, digit)| solution.get(cell) == Some(digit))
    }

    /// Returns the cells in which the two grids differ.
    #[inline]
    pub fn differences(&self, other: &Grid) -> CellSet {
        let ((words, last), (others, other_last)) = (self.0.as_chunks::<8>(), other.0.as_chunks::<8>());
        // Build the mask as two 64-bit halves, because shifting a 128-bit number would take longer than the
        // rest of this function.
        let gather = |words: &[[u8; 8]], others: &[[u8; 8]]| {
            words.iter().zip(others).rev().fold(0, |bits, (word, other)| {
                // XOR leaves 0 in each byte that is equal in both grids. All bytes are below 128, so adding
                // 127 sets the top bit of exactly those bytes that are not 0. The multiplication gathers the
                // eight top bits.
                let difference = u64::from_le_bytes(*word) ^ u64::from_le_bytes(*other);
                let tops = (difference + 0x7f * BYTES) & (0x80 * BYTES);
                bits << 8 | (tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
            })
        };
        let low = gather(&words[..8], &others[..8]);
        let high = gather(&words[8..], &others[8..]) | u64::from(last != other_last) << 16;
        CellSet::from_bits(u128::from(low) | u128::from(high) << 64)
    }

    /// Returns whether any digit occurs twice in a house.
    pub fn has_repetition(&self) -> bool {
        self.digit_counts().iter().any(|counts| counts & REPEATED != 0)
    }

    /// Returns the houses in which a digit occurs more than once.
    pub fn houses_with_repetition(&self) -> HouseSet {
        let counts = self.digit_counts().into_iter().rev();
        HouseSet::from_bits(counts.fold(0, |houses, counts| houses << 1 | u32::from(counts & REPEATED != 0)))
    }

    /// Returns how often each digit occurs in each house, in four bits per digit. The lowest four bits count
    /// the blanks.
    fn digit_counts(&self) -> [u64; House::COUNT] {
        let mut counts = [0; House::COUNT];
        for (row, numbers) in self.0.as_chunks::<9>().0.iter().enumerate() {
            for stack in 0..3 {
                let mut triad = 0;
                for column in 3 * stack..3 * stack + 3 {
                    let one = 1_u64 << (4 * numbers[column]);
                    counts[9 + column] += one;
                    triad += one;
                }
                counts[row] += triad;
                counts[18 + row / 3 * 3 + stack] += triad;
            }
        }
        counts
    }

    /// Returns the grid with these values added.
    #[must_use]
    pub fn with(mut self, values: impl IntoIterator<Item = (Cell, Digit)>) -> Grid {
        for (cell, digit) in values {
            self.set(cell, Some(digit));
        }
        self
    }

    /// Iterates over the digits that occur more than once in a house, house by house.
    pub fn repetitions(&self) -> impl Iterator<Item = Repetition> {
        let repeated = House::all().zip(self.digit_counts()).filter(|(_, counts)| counts & REPEATED != 0);
        repeated.flat_map(move |(house, counts)| {
            let is_repeated = move |digit: &Digit| counts >> (4 * digit.number()) & 0xf > 1;
            DigitSet::ALL.iter().filter(is_repeated).map(move |digit| {
                let has_digit = |cell: &Cell| self.get(*cell) == Some(digit);
                Repetition { digit, house, cells: house.cells().iter().filter(has_digit).collect() }
            })
        })
    }
}

impl Default for Grid {
    fn default() -> Grid {
        Grid::EMPTY
    }
}

impl fmt::Display for Grid {
    /// Writes the 81-character line with `.` for blanks; `{:#}` draws a 9×9 board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return f.write_str(std::str::from_utf8(&self.to_line()).unwrap_or_default());
        }
        for cell in Cell::all() {
            let before = match (cell.row_index(), cell.column_index()) {
                (0, 0) => "",
                (3 | 6, 0) => "\n------+-------+------\n",
                (_, 0) => "\n",
                (_, 3 | 6) => " | ",
                _ => " ",
            };
            f.write_str(before)?;
            fmt::Write::write_char(f, self.get(cell).map_or('.', Digit::to_char))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

impl FromStr for Grid {
    type Err = ParseGridError;

    /// Reads exactly 81 characters, each a digit or a blank (`.` or `0`). The crate
    /// `veridoku-formats` has a tolerant reader of all text formats.
    fn from_str(text: &str) -> Result<Grid, ParseGridError> {
        let mut grid = Grid::EMPTY;
        let mut count = 0;
        for (position, character) in text.chars().enumerate() {
            let value = match character {
                '.' | '0' => None,
                _ => Some(
                    Digit::from_char(character).ok_or(ParseGridError::NotACell { position, character })?,
                ),
            };
            if let Some(cell) = Cell::from_index(position) {
                grid.set(cell, value);
            }
            count += 1;
        }
        if count == Cell::COUNT { Ok(grid) } else { Err(ParseGridError::WrongLength { count }) }
    }
}

/// The error returned when parsing a [`Grid`] fails.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ParseGridError {
    /// The text does not have 81 characters.
    WrongLength {
        /// The number of characters found.
        count: usize,
    },
    /// A character is neither a digit nor a blank.
    NotACell {
        /// The position of the character, counted from 0.
        position: usize,
        /// The character.
        character: char,
    },
}

impl fmt::Display for ParseGridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseGridError::WrongLength { count } => {
                write!(f, "found {count} cells, expected 81")
            }
            ParseGridError::NotACell { position, character } => write!(
                f,
                "found {character:?} at character {}, expected a digit from 1 to 9, or . or 0 for a blank",
                position + 1
            ),
        }
    }
}

impl std::error::Error for ParseGridError {}

/// A digit that occurs more than once in a house.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    digit: Digit,
    house: House,
    /// The cells of the house that hold the digit: at least two.
    cells: CellSet,
}

impl Repetition {
    /// Returns the digit.
    pub const fn digit(&self) -> Digit {
        self.digit
    }

    /// Returns the house.
    pub const fn house(&self) -> House {
        self.house
    }

    /// Returns the two or more cells of the house that hold the digit.
    pub const fn cells(&self) -> CellSet {
        self.cells
    }
}

impl Repetition {
    /// Appends a description that uses these names for cells and houses.
    pub(crate) fn describe(&self, names: impl Naming, text: &mut String) {
        const COUNTS: [&str; 10] =
            ["no ", "one ", "two ", "three ", "four ", "five ", "six ", "seven ", "eight ", "nine "];
        text.push_str(COUNTS[self.cells.len()]);
        text.push(self.digit.to_char());
        text.push_str("s in ");
        names.house(self.house, text);
        text.push_str(": ");
        names.cells(self.cells, text);
    }
}

impl fmt::Display for Repetition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.describe(DefaultNames, &mut text);
        f.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::SAMPLE_SOLUTION as SOLVED;

    #[test]
    fn numbers_above_nine_are_rejected_in_every_cell() {
        for cell in 0..Cell::COUNT {
            for number in 0..=u8::MAX {
                let mut numbers = [9; Cell::COUNT];
                numbers[cell] = number;
                assert_eq!(Grid::from_bytes(numbers).is_some(), number <= 9, "{number} in cell {cell}");
            }
        }
    }

    #[test]
    fn a_solved_grid_has_every_digit_in_every_house() {
        let mut grid: Grid = SOLVED.parse().unwrap();
        assert!(grid.is_solved());
        assert_eq!(grid.repetitions().count(), 0);
        assert_eq!(grid.to_string(), SOLVED);
        grid.set(Cell::new(0, 0), None);
        assert!(!grid.is_solved());
        assert_eq!(grid.digits_left(Cell::new(0, 0)).to_string(), "5");
        assert!(grid.is_part_of(&SOLVED.parse().unwrap()));
        assert_eq!(grid.differences(&SOLVED.parse().unwrap()).to_string(), "r1c1");
    }

    #[test]
    fn filled_cells_are_those_with_a_value() {
        let mut grid = Grid::EMPTY;
        for (position, cell) in Cell::all().enumerate() {
            assert_eq!(grid.filled().len(), position);
            grid.set(cell, Digit::from_index(position % 9));
            assert!(grid.filled().contains(cell), "{cell}");
        }
        assert_eq!(grid.filled(), CellSet::ALL);
        assert_eq!(Grid::from_bytes([10; 81]), None);
        assert_eq!(Grid::from_bytes(*grid.as_bytes()), Some(grid));
    }

    #[test]
    fn repetitions_name_every_house_and_cell() {
        let grid: Grid = format!("5.5{}5..{}", ".".repeat(6), ".".repeat(69)).parse().unwrap();
        let texts: Vec<String> = grid.repetitions().map(|repetition| repetition.to_string()).collect();
        assert_eq!(
            texts,
            [
                "two 5s in row 1: r1c1, r1c3",
                "two 5s in column 1: r1c1, r2c1",
                "three 5s in box 1: r1c1, r1c3, r2c1"
            ]
        );
        let houses: HouseSet = grid.repetitions().map(|repetition| repetition.house()).collect();
        assert_eq!((grid.houses_with_repetition(), houses.len()), (houses, 3));
    }

    #[test]
    fn invalid_lines_are_rejected_with_a_reason() {
        let parse_error = |text: &str| text.parse::<Grid>().unwrap_err().to_string();
        assert_eq!(parse_error(&SOLVED[1..]), "found 80 cells, expected 81");
        assert_eq!(parse_error(&format!("{SOLVED}1")), "found 82 cells, expected 81");
        assert_eq!(
            parse_error(&SOLVED.replacen('4', "x", 1)),
            "found 'x' at character 3, expected a digit from 1 to 9, or . or 0 for a blank"
        );
    }
}
