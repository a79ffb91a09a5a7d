//! Transforms that are determined only as far as the rows of a canonical form require.

use super::ordered_partition::OrderedPartition;
use super::transform::{Axes, Transform};
use crate::grid::Grid;

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
    pub(super) orientation: u8,
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

impl OrientedGrid {
    pub(super) fn new(grid: &Grid, axes: Axes) -> OrientedGrid {
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
    pub(super) fn new(orientation: u8) -> PartialTransform {
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
    pub(super) fn next_rows(&self, position: usize) -> impl Iterator<Item = usize> + use<> {
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
    pub(super) fn order_count(&self) -> u64 {
        self.stacks.order_count() * self.columns.iter().map(|order| order.order_count()).product::<u64>()
    }

    /// Returns one of the complete transforms that this partial transform allows.
    pub(super) fn transform(mut self, oriented: &OrientedGrid, first: &[u8; 9]) -> Transform {
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
