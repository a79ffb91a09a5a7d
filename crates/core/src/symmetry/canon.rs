//! The canonical form of a grid: among all equivalent grids, the one whose line of 81 characters sorts first.
//!
//! Blanks sort before digits, so the form begins with as many blanks as possible, and its digits first appear
//! in ascending order. The form of a solution grid begins with 123456789. The form is defined for every grid,
//! whether it has one solution, many or none.
//!
//! There are 3,359,232 ways to permute the cells (the digits are then labelled in order of appearance). They
//! are not tried one by one: the form is built row by row, and only the permutations that lead to the
//! smallest rows so far are kept.
//!
//! ```text
//! row 1   . . . | . . 1 | . 2 3     the 18 rows of the grid and its transpose are tried;
//!                                   suppose that 3 of them have the smallest pattern
//!         └─┬─┘   └┬┘     └─┬┘      the order of the columns is fixed only as far as it matters:
//!         any      any      2 and 3 could still be exchanged
//! row 2   . . 2 | …                 the 2 other rows of the band are tried; here, a digit from stack 3
//!                                   appears first: it becomes the 2, and the other one the 3
//! ```
//!
//! A `PartialTransform` fixes the order of columns, stacks and digits only as far as the rows so far require.
//! It stores them as ordered partitions, as in `nauty` by Brendan McKay. Each row refines the partitions from
//! left to right. In each part, blank columns come first. Then comes the column with the smallest label: a
//! digit of the first row that has no label yet gets the smallest label that its part allows, and a new digit
//! gets the next free label. If several columns tie, each is tried. A partial transform whose row becomes
//! larger than the best one is dropped at that cell.
//!
//! If many rows tie, as in a grid full of ones, all permutations would be kept. To limit the memory used, the
//! partial transforms are continued to the last row in chunks of a few thousand, and each chunk is compared
//! with the best rows of the previous chunks.
//!
//! At the end, every remaining partial transform leads to the same form, and so does every order that its
//! partitions still allow. The number of automorphisms is therefore the total number of these orders.
//! Searching row by row with elimination is an old idea from the Sudoku players' forum, used in programs by
//! Glenn Fowler and Mladen Dobrichev. Leaving the order of columns open makes sparse puzzles fast.

use super::ordered_partition::OrderedPartition;
use super::row_search::RowSearch;
use super::transform::{Axes, Transform};
use crate::grid::Grid;

/// The canonical form of a grid, with a transform that produces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The canonical form.
    pub grid: Grid,
    /// A transform from the grid to its canonical form.
    pub transform: Transform,
    /// The number of cell permutations that, with a suitable renaming of the digits, leave the grid
    /// unchanged; at least 1.
    pub automorphisms: u64,
}

/// Returns the canonical form of a grid.
///
/// ```
/// use veridoku_core::Grid;
/// use veridoku_core::symmetry::canonical;
///
/// let puzzle: Grid =
///     ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...".parse()?;
/// let canonical = canonical(&puzzle);
/// assert_eq!(canonical.transform.apply(&puzzle), canonical.grid);
/// assert_eq!(canonical.automorphisms, 1);
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
pub fn canonical(grid: &Grid) -> Canonical {
    Canonizer::default().canonical(grid)
}

/// Computes canonical forms, reusing its buffers.
#[derive(Clone, Debug, Default)]
pub struct Canonizer {
    /// The partial transforms that lead to the smallest rows so far, grouped by their number of rows.
    partials: [Vec<PartialTransform>; 10],
}

/// The maximum number of partial transforms in a chunk. Each chunk is continued to the last row before the
/// next chunk is started.
const CHUNK_SIZE: usize = 4096;

/// The smallest form found so far.
struct BestForm {
    /// The rows of the form; unknown cells are `OPEN`.
    form: [[u8; 9]; 9],
    /// The number of automorphisms counted so far.
    automorphisms: u64,
    /// The first partial transform that leads to this form.
    partial: Option<PartialTransform>,
}

/// A grid or its transpose, with lookup tables.
#[derive(Clone, Debug)]
pub(super) struct OrientedGrid {
    pub(super) numbers: [[u8; 9]; 9],
    /// The column of each number in each row, or `ABSENT` if the row does not contain the number.
    pub(super) columns: [[u8; 10]; 9],
    /// The filled columns of each row, one bit per column.
    pub(super) filled: [u16; 9],
    /// The rows that contain a digit twice, one bit per row.
    repeating: u16,
}

/// The entry in `OrientedGrid::columns` for a number that the row does not contain.
pub(super) const ABSENT: u8 = 9;

/// The value of an unknown cell, which is larger than any number.
const OPEN: u8 = u8::MAX;

/// When the digits of the first non-blank row get their labels.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Labelling {
    /// All rows so far are blank, so there is nothing to label yet.
    NotStarted,
    /// The source row with this index is the first non-blank row. Each of its digits gets a label when the
    /// label is first needed.
    Deferred(u8),
    /// The first non-blank row contains a digit twice, so every digit gets its label as soon as it appears.
    Immediate,
}

/// A transform that is determined only as far as the rows so far require.
#[derive(Copy, Clone, Debug)]
pub(super) struct PartialTransform {
    /// 0 for the grid, 1 for its transpose.
    orientation: u8,
    pub(super) labelling: Labelling,
    /// The rows chosen so far.
    pub(super) rows: [u8; 9],
    pub(super) stacks: OrderedPartition,
    /// The order of the columns within each stack of the source grid.
    pub(super) columns: [OrderedPartition; 3],
    /// The label of each number, or 0 if it has none yet.
    pub(super) labels: [u8; 10],
    /// The next free label.
    pub(super) next_label: u8,
}

impl Canonizer {
    /// Returns the canonical form of a grid.
    pub fn canonical(&mut self, grid: &Grid) -> Canonical {
        let orientations = [OrientedGrid::new(grid, Axes::Kept), OrientedGrid::new(grid, Axes::Exchanged)];
        let mut best = BestForm { form: [[OPEN; 9]; 9], automorphisms: 0, partial: None };
        self.partials[0].clear();
        self.partials[0].extend([0, 1].map(PartialTransform::new));
        self.search_rows(&orientations, &mut best, 0);
        let first = best.first_filled_row(9);
        let transform = best.partial.map_or(Transform::IDENTITY, |partial| {
            partial.transform(&orientations[usize::from(partial.orientation)], &first)
        });
        let grid = Grid::written(|numbers| numbers.copy_from_slice(best.form.as_flattened()));
        Canonical { grid, transform, automorphisms: best.automorphisms }
    }

    /// Extends all partial transforms that have `position` rows, one row at a time, until they are complete.
    fn search_rows(&mut self, orientations: &[OrientedGrid; 2], best: &mut BestForm, position: usize) {
        if position == 9 {
            best.automorphisms += self.partials[9].iter().map(PartialTransform::order_count).sum::<u64>();
            best.partial = best.partial.or(self.partials[9].first().copied());
            return;
        }
        let first = best.first_filled_row(position);
        let partials = std::mem::take(&mut self.partials[position]);
        for chunk in partials.chunks(CHUNK_SIZE) {
            let buffer = std::mem::take(&mut self.partials[position + 1]);
            let mut search = RowSearch::new(&first, position, best.form[position], buffer);
            for partial in chunk {
                let oriented = &orientations[usize::from(partial.orientation)];
                for row in partial.next_rows(position) {
                    search.add_row(oriented, partial, row);
                }
            }
            if search.best != best.form[position] {
                best.form[position] = search.best;
                best.form[position + 1..].fill([OPEN; 9]);
                (best.automorphisms, best.partial) = (0, None);
            }
            self.partials[position + 1] = search.found;
            if !self.partials[position + 1].is_empty() {
                self.search_rows(orientations, best, position + 1);
            }
        }
        self.partials[position] = partials;
    }
}

impl BestForm {
    /// Returns the first non-blank row among the first `rows` rows of the form, or a blank row if all of them
    /// are blank.
    fn first_filled_row(&self, rows: usize) -> [u8; 9] {
        self.form[..rows].iter().copied().find(|row| *row != [0; 9]).unwrap_or_default()
    }
}

impl OrientedGrid {
    fn new(grid: &Grid, axes: Axes) -> OrientedGrid {
        let bytes = grid.as_bytes();
        let mut oriented =
            OrientedGrid { numbers: [[0; 9]; 9], columns: [[ABSENT; 10]; 9], filled: [0; 9], repeating: 0 };
        for row in 0..9 {
            for column in 0..9 {
                let index = if axes == Axes::Kept { 9 * row + column } else { 9 * column + row };
                let number = bytes[index];
                oriented.numbers[row][column] = number;
                if number != 0 {
                    let entry = &mut oriented.columns[row][usize::from(number)];
                    oriented.repeating |= u16::from(*entry != ABSENT) << row;
                    *entry = column as u8;
                    oriented.filled[row] |= 1 << column;
                }
            }
        }
        oriented
    }

    /// Returns whether all digits in a row are different.
    pub(super) fn is_distinct(&self, row: usize) -> bool {
        self.repeating >> row & 1 == 0
    }
}

impl PartialTransform {
    fn new(orientation: u8) -> PartialTransform {
        PartialTransform {
            orientation,
            labelling: Labelling::NotStarted,
            rows: [0; 9],
            stacks: OrderedPartition::UNIT,
            columns: [OrderedPartition::UNIT; 3],
            labels: [0; 10],
            next_label: 1,
        }
    }

    /// Iterates over the rows of the source grid that may come next, given the rows before this position.
    fn next_rows(&self, position: usize) -> impl Iterator<Item = usize> + use<> {
        let before = self.rows[..position].iter().fold(0_u16, |rows, row| rows | 1 << row);
        let band = if position.is_multiple_of(3) { 0o777 } else { 0o7 << (self.rows[position - 1] / 3 * 3) };
        (0..9).filter(move |row| (band & !before) >> row & 1 != 0)
    }

    /// Returns the label of a number. A number without a label gets the smallest possible one. `first` is the
    /// first non-blank row of the form.
    pub(super) fn label(&mut self, oriented: &OrientedGrid, first: &[u8; 9], number: u8) -> u8 {
        let number = usize::from(number);
        if number == 0 || self.labels[number] != 0 {
            return self.labels[number];
        }
        let column = match self.labelling {
            Labelling::Deferred(row) => oriented.columns[usize::from(row)][number],
            Labelling::NotStarted | Labelling::Immediate => ABSENT,
        };
        self.labels[number] = if column == ABSENT {
            self.next_label += 1;
            self.next_label - 1
        } else {
            let stack = self.stacks.individualize(column / 3);
            first[3 * stack + self.columns[usize::from(column / 3)].individualize(column % 3)]
        };
        self.labels[number]
    }

    /// Returns whether the position of every column is fixed.
    pub(super) fn is_discrete(&self) -> bool {
        self.stacks.is_discrete() && self.columns.iter().all(|order| order.is_discrete())
    }

    /// Returns the source column for a column of the result, or one of the possible source columns if it is
    /// not fixed yet.
    pub(super) fn column(&self, column: usize) -> usize {
        let stack = self.stacks.at(column / 3);
        3 * stack + self.columns[stack].at(column % 3)
    }

    /// Returns the number of complete transforms that this partial transform allows.
    fn order_count(&self) -> u64 {
        self.stacks.order_count() * self.columns.iter().map(|order| order.order_count()).product::<u64>()
    }

    /// Returns one of the complete transforms that this partial transform allows.
    fn transform(mut self, oriented: &OrientedGrid, first: &[u8; 9]) -> Transform {
        let mut digits = [0; 9];
        for number in oriented.numbers.as_flattened() {
            self.label(oriented, first, *number);
        }
        // Digits that do not occur in the grid get the remaining labels.
        for (digit, label) in digits.iter_mut().enumerate() {
            if self.labels[digit + 1] == 0 {
                self.labels[digit + 1] = self.next_label;
                self.next_label += 1;
            }
            *label = self.labels[digit + 1] - 1;
        }
        let columns = std::array::from_fn(|column| self.column(column) as u8);
        let axes = if self.orientation == 0 { Axes::Kept } else { Axes::Exchanged };
        Transform { axes, rows: self.rows, columns, digits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_whose_rows_tie_need_little_memory() {
        let constant = "1".repeat(81);
        let striped = "111111111222222222333333333".repeat(3);
        let boxes = "111222333".repeat(3) + &"444555666".repeat(3) + &"777888999".repeat(3);
        let blank_row = ".........".to_string() + &"1".repeat(72);
        for text in [constant, striped, boxes, blank_row] {
            let grid: Grid = text.parse().unwrap();
            let mut canonizer = Canonizer::default();
            let found = canonizer.canonical(&grid);
            assert_eq!(found.transform.apply(&grid), found.grid, "{text}");
            let partials: usize = canonizer.partials.iter().map(Vec::capacity).sum();
            assert!(
                partials * size_of::<PartialTransform>() < 16 << 20,
                "{partials} partial transforms: {text}"
            );
            let isomorph = Transform::random(&mut crate::random::Random::new(5)).apply(&grid);
            let other = canonizer.canonical(&isomorph);
            assert_eq!((other.grid, other.automorphisms), (found.grid, found.automorphisms), "{text}");
        }
    }
}
