//! Transforms, which turn a puzzle into an equivalent one.
//!
//! ```text
//!              transpose            rows, columns                  digits
//!  1 2 . …       1 4 . …       row i of the result is          1 becomes the first
//!  4 . . …  ──▶  2 . . …  ──▶  row `rows[i]` of the       ──▶  of `digits`, 2 the
//!  …             …             source; columns likewise        second, and so on
//! ```
//!
//! Rows move within their band, bands move as a whole, and the same applies to columns and stacks. This gives
//! 2 · 6⁸ = 3,359,232 ways to permute the cells, times 9! to rename the digits. In text form, a transform has
//! up to four words, in any order. Words that would change nothing are omitted:
//!
//! ```text
//! transpose rows=456123789 columns=123456798 digits=912345678
//! ```
//!
//! Here rows 4, 5 and 6 come first, the last two columns are exchanged, and every 1 becomes a 9. The
//! transform that changes nothing is written `identity`.

use crate::candidate::CandidateSet;
use crate::cell::{Cell, CellSet};
use crate::digit::Digit;
use crate::grid::Grid;
use crate::puzzle::Puzzle;
use crate::random::Random;
use std::fmt;

/// A symmetry of Sudoku: a permutation of cells and digits that preserves the rules.
///
/// ```
/// use veridoku_core::Grid;
/// use veridoku_core::symmetry::Transform;
///
/// let transform: Transform = "transpose digits=912345678".parse()?;
/// let grid: Grid = format!("12{}", ".".repeat(79)).parse()?;
/// assert_eq!(transform.apply(&grid).to_string(), format!("9{}1{}", ".".repeat(8), ".".repeat(71)));
/// assert_eq!(transform.inverse().apply(&transform.apply(&grid)), grid);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Transform {
    pub(super) axes: Axes,
    /// For each row of the result, the row from which it is taken, after any transposition.
    pub(super) rows: [u8; 9],
    /// For each column of the result, the column from which it is taken, after any transposition.
    pub(super) columns: [u8; 9],
    /// For each digit, the digit that replaces it, both counted from 0.
    pub(super) digits: [u8; 9],
}

/// Whether a transform exchanges rows and columns.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axes {
    /// Rows stay rows, and columns stay columns.
    Kept,
    /// Rows become columns, and columns become rows.
    Exchanged,
}

/// The numbers 0 to 8 in ascending order.
const IN_ORDER: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// All orders of three items.
const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

impl Transform {
    /// The transform that changes nothing.
    pub const IDENTITY: Transform =
        Transform { axes: Axes::Kept, rows: IN_ORDER, columns: IN_ORDER, digits: IN_ORDER };

    /// The number of ways to permute the cells.
    pub const GEOMETRIC_COUNT: u32 = 3_359_232;

    /// Returns the transform that first transposes the grid if the axes are exchanged, then takes row i of
    /// the result from row `rows[i]` and column i from column `columns[i]`, and finally replaces digit i by
    /// `digits[i]`. Rows, columns and digits are counted from 0.
    ///
    /// Returns `None` if one of the arrays is not a permutation, or if the rows of a band or the columns of a
    /// stack would be separated.
    pub fn new(axes: Axes, rows: [u8; 9], columns: [u8; 9], digits: [u8; 9]) -> Option<Transform> {
        let is_valid = is_permutation(&digits) && keeps_bands(&rows) && keeps_bands(&columns);
        is_valid.then_some(Transform { axes, rows, columns, digits })
    }

    /// Returns the transform with this number among the 3,359,232 that move cells but keep the digits. Number
    /// 0 is the identity.
    ///
    /// # Panics
    ///
    /// Panics if the number is [`Transform::GEOMETRIC_COUNT`] or more.
    pub fn geometric(number: u32) -> Transform {
        assert!(number < Transform::GEOMETRIC_COUNT, "there are 3359232 ways to permute the cells");
        let mut rest = number;
        let mut lines = [IN_ORDER; 2];
        for lines in &mut lines {
            let mut orders = [ORDERS[0]; 4];
            for order in &mut orders {
                *order = ORDERS[(rest % 6) as usize];
                rest /= 6;
            }
            for (line, from) in lines.iter_mut().enumerate() {
                *from = 3 * orders[0][line / 3] + orders[1 + line / 3][line % 3];
            }
        }
        let [rows, columns] = lines;
        let axes = if rest == 0 { Axes::Kept } else { Axes::Exchanged };
        Transform { axes, rows, columns, digits: IN_ORDER }
    }

    /// Returns a random transform, with all transforms equally likely.
    pub fn random(random: &mut Random) -> Transform {
        let number = random.below(u64::from(Transform::GEOMETRIC_COUNT)) as u32;
        Transform { digits: random.permutation(), ..Transform::geometric(number) }
    }

    /// Returns whether rows and columns are exchanged.
    pub const fn axes(&self) -> Axes {
        self.axes
    }

    /// Returns, for each row of the result, the row from which it is taken after any transposition, counted
    /// from 0.
    pub const fn rows(&self) -> [u8; 9] {
        self.rows
    }

    /// Returns, for each column of the result, the column from which it is taken after any transposition,
    /// counted from 0.
    pub const fn columns(&self) -> [u8; 9] {
        self.columns
    }

    /// Returns the digit that replaces this one.
    pub const fn digit(&self, digit: Digit) -> Digit {
        Digit::at(self.digits[digit.index()] as usize)
    }

    /// Returns the cell to which this one moves.
    pub fn cell(&self, cell: Cell) -> Cell {
        let (row, column) = match self.axes {
            Axes::Kept => (cell.row_index(), cell.column_index()),
            Axes::Exchanged => (cell.column_index(), cell.row_index()),
        };
        let target_line = |lines: &[u8; 9], line| lines.iter().position(|&from| usize::from(from) == line);
        Cell::new(
            target_line(&self.rows, row).unwrap_or(row),
            target_line(&self.columns, column).unwrap_or(column),
        )
    }

    /// Returns the index of the source cell for the cell of the result with this index.
    fn source(&self, index: usize) -> usize {
        let (row, column) = (usize::from(self.rows[index / 9]), usize::from(self.columns[index % 9]));
        match self.axes {
            Axes::Kept => 9 * row + column,
            Axes::Exchanged => 9 * column + row,
        }
    }

    /// Applies the transform to a grid.
    #[must_use]
    pub fn apply(&self, grid: &Grid) -> Grid {
        // Tables of 16 need no bounds checks.
        let mut renamed = [0; 16];
        for (digit, new) in self.digits.into_iter().enumerate() {
            renamed[digit + 1] = new + 1;
        }
        let transposed: [u8; Cell::COUNT];
        let numbers = match self.axes {
            Axes::Kept => grid.as_bytes(),
            Axes::Exchanged => {
                transposed = std::array::from_fn(|index| grid.as_bytes()[9 * (index % 9) + index / 9]);
                &transposed
            }
        };
        let (lines, _) = numbers.as_chunks::<9>();
        Grid::written(|written| {
            for (line, row) in written.chunks_exact_mut(9).zip(self.rows) {
                let mut from = [0; 16];
                from[..9].copy_from_slice(&lines[usize::from(row)]);
                for (number, column) in line.iter_mut().zip(self.columns) {
                    *number = renamed[usize::from(from[usize::from(column & 15)] & 15)];
                }
            }
        })
    }

    /// Applies the transform to a set of cells.
    #[must_use]
    pub fn apply_to_cells(&self, cells: CellSet) -> CellSet {
        let bits = cells.bits();
        let moved = (0..Cell::COUNT).map(|index| (bits >> self.source(index) & 1) << index);
        CellSet::from_bits(moved.fold(0, |moved, bit| moved | bit))
    }

    /// Applies the transform to a set of candidates.
    #[must_use]
    pub fn apply_to_candidates(&self, candidates: &CandidateSet) -> CandidateSet {
        let mut moved = CandidateSet::EMPTY;
        for digit in Digit::ALL {
            moved.set_cells(self.digit(digit), self.apply_to_cells(candidates.cells(digit)));
        }
        moved
    }

    /// Applies the transform to the values, the givens and the candidates of a puzzle.
    #[must_use]
    pub fn apply_to_puzzle(&self, puzzle: &Puzzle) -> Puzzle {
        let values = self.apply(puzzle.values());
        // In most puzzles every value is given, so the givens need not be moved separately.
        let moved = if puzzle.givens() == puzzle.values().filled() {
            Puzzle::from(values)
        } else {
            Puzzle::new(values, self.apply_to_cells(puzzle.givens()))
        };
        match puzzle.written_candidates() {
            Some(candidates) => moved.with_candidates(&self.apply_to_candidates(candidates)),
            None => moved,
        }
    }

    /// Returns the transform that applies this one first, and then the other.
    #[must_use]
    pub fn then(&self, other: &Transform) -> Transform {
        // The rows of the result come from the rows of this transform, or from its columns if the other one
        // transposes.
        let (rows, columns) = match other.axes {
            Axes::Kept => (&self.rows, &self.columns),
            Axes::Exchanged => (&self.columns, &self.rows),
        };
        Transform {
            axes: if self.axes == other.axes { Axes::Kept } else { Axes::Exchanged },
            rows: other.rows.map(|row| rows[usize::from(row)]),
            columns: other.columns.map(|column| columns[usize::from(column)]),
            digits: self.digits.map(|digit| other.digits[usize::from(digit)]),
        }
    }

    /// Returns the inverse transform.
    #[must_use]
    pub fn inverse(&self) -> Transform {
        let (rows, columns) = (inverted(&self.rows), inverted(&self.columns));
        let (rows, columns) = match self.axes {
            Axes::Kept => (rows, columns),
            Axes::Exchanged => (columns, rows),
        };
        Transform { axes: self.axes, rows, columns, digits: inverted(&self.digits) }
    }
}

impl Default for Transform {
    fn default() -> Transform {
        Transform::IDENTITY
    }
}

impl fmt::Display for Transform {
    /// Writes `transpose rows=… columns=… digits=…` without the words that change nothing, or `identity`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        if self.axes == Axes::Exchanged {
            words.push("transpose".to_string());
        }
        for (name, order) in [("rows", self.rows), ("columns", self.columns), ("digits", self.digits)] {
            if order != IN_ORDER {
                let numbers: String = order.iter().map(|&index| char::from(b'1' + index)).collect();
                words.push(format!("{name}={numbers}"));
            }
        }
        f.pad(&if words.is_empty() { "identity".to_string() } else { words.join(" ") })
    }
}

impl fmt::Debug for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Transform({self})")
    }
}

/// Returns whether the array contains each of the numbers 0 to 8 once.
pub(super) fn is_permutation(order: &[u8; 9]) -> bool {
    order.iter().fold(0_u32, |seen, &number| seen | 1_u32.checked_shl(number.into()).unwrap_or(0)) == 0o777
}

/// Returns whether the array is a permutation that keeps the rows of each band, or the columns of each stack,
/// together.
pub(super) fn keeps_bands(order: &[u8; 9]) -> bool {
    is_permutation(order)
        && order.as_chunks::<3>().0.iter().all(|lines| lines.iter().all(|line| line / 3 == lines[0] / 3))
}

fn inverted(order: &[u8; 9]) -> [u8; 9] {
    let mut inverted = IN_ORDER;
    for (position, &number) in order.iter().enumerate() {
        inverted[usize::from(number)] = position as u8;
    }
    inverted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digit::DigitSet;
    use std::collections::HashSet;

    use crate::SAMPLE;

    #[test]
    fn transforms_form_a_group() {
        let mut random = Random::new(3);
        let grid: Grid = SAMPLE.parse().unwrap();
        for _ in 0..1000 {
            let [a, b, c] = [(); 3].map(|()| Transform::random(&mut random));
            assert_eq!(b.apply(&a.apply(&grid)), a.then(&b).apply(&grid));
            assert_eq!(a.then(&b).then(&c), a.then(&b.then(&c)));
            assert_eq!(a.then(&a.inverse()), Transform::IDENTITY);
            assert_eq!(a.inverse().then(&a), Transform::IDENTITY);
            assert_eq!(a.to_string().parse(), Ok(a));
            assert_eq!(Transform::new(a.axes, a.rows, a.columns, a.digits), Some(a));
        }
        assert_eq!(Transform::geometric(0), Transform::IDENTITY);
    }

    #[test]
    fn cells_houses_and_candidates_move_consistently() {
        let mut random = Random::new(4);
        let grid: Grid = SAMPLE.parse().unwrap();
        for _ in 0..200 {
            let transform = Transform::random(&mut random);
            let moved = transform.apply(&grid);
            for cell in Cell::all() {
                let target = transform.cell(cell);
                assert_eq!(moved.get(target), grid.get(cell).map(|digit| transform.digit(digit)));
                assert_eq!(transform.apply_to_cells(CellSet::only(cell)), CellSet::only(target));
                assert_eq!(transform.apply_to_cells(cell.peers()), target.peers(), "houses stay houses");
            }
            let mut candidates = CandidateSet::ALL;
            candidates.set_digits(Cell::new(0, 2), DigitSet::only(Digit::Four));
            let puzzle =
                Puzzle::new(grid, CellSet::ALL.without(Cell::new(0, 0))).with_candidates(&candidates);
            let moved_puzzle = transform.apply_to_puzzle(&puzzle);
            assert_eq!(moved_puzzle.candidates(), transform.apply_to_candidates(&puzzle.candidates()));
            assert_eq!(moved_puzzle.givens(), transform.apply_to_cells(puzzle.givens()));
            assert_eq!(transform.inverse().apply_to_puzzle(&moved_puzzle), puzzle);
        }
    }

    #[test]
    fn geometric_transforms_are_all_different() {
        let sampled: Vec<Transform> =
            (0..Transform::GEOMETRIC_COUNT).step_by(7).map(Transform::geometric).collect();
        assert!(
            sampled.iter().all(|transform| keeps_bands(&transform.rows) && keeps_bands(&transform.columns))
        );
        assert_eq!(sampled.iter().collect::<HashSet<_>>().len(), sampled.len());
    }
}
