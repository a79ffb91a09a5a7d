//! Finds the smallest first two rows of a grid without blanks in one step.
//!
//! The first row is 123456789 for every order of the columns, so it is the second row that determines the
//! order of all columns. Trying the orders cell by cell would be most of the work for a solution grid.
//! However, the digits of the second row in the first box can come from the first row in only two ways: from
//! both of the other boxes, or all from one box:
//!
//! ```text
//! 1 2 3 | 4 5 6 | 7 8 9        1 2 3 | 4 5 6 | 7 8 9
//! 4 5 7 | …                    4 5 6 | 7 8 9 | 1 2 3 in some order
//! two from one stack,          all three from one:
//! one from the other           six orders of its columns
//! ```
//!
//! On the left, the stack that provides two digits becomes the second stack. The only choice is which of
//! these two digits is labelled 4. Everything after that follows from left to right, because each new digit
//! from the third stack gets the next free position there. On the right, all six orders of the first three
//! columns are tried.

use super::ordered_partition::OrderedPartition;
use super::partial_transform::{ABSENT, OrientedGrid, PartialTransform};
use super::row_search::RowSearch;

/// Two rows without blanks that are tried as the first two rows of the canonical form.
pub(super) struct FullRowPair {
    /// For each column, the digit of the second row, given as the column of that digit in the first row.
    first_columns: [u8; 9],
    /// The digits of the first row.
    firsts: [u8; 9],
}

/// All orders of three columns.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Marks a column that has no position yet.
const OPEN: u8 = 9;

impl FullRowPair {
    /// Returns the pair if both rows are full and no digit occurs twice in the second row or in one box.
    pub(super) fn new(oriented: &OrientedGrid, first: usize, second: usize) -> Option<FullRowPair> {
        if oriented.filled[first] & oriented.filled[second] != 0o777 || !oriented.is_distinct(second) {
            return None;
        }
        // This uses plain loops because it runs 36 times per grid, and closures over arrays are not always
        // inlined.
        let mut first_columns = [ABSENT; 9];
        for (column, first_column) in first_columns.iter_mut().enumerate() {
            *first_column = oriented.columns[first][usize::from(oriented.numbers[second][column])];
            if *first_column == ABSENT || *first_column / 3 == column as u8 / 3 {
                return None;
            }
        }
        Some(FullRowPair { first_columns, firsts: oriented.numbers[first] })
    }

    /// Tries all orders of the columns that may lead to the smallest second row.
    pub(super) fn search(&self, search: &mut RowSearch<'_>, partial: &PartialTransform) {
        for stack in 0..3 {
            let start = 3 * stack;
            let [a, b, c] = [
                self.first_columns[start] / 3,
                self.first_columns[start + 1] / 3,
                self.first_columns[start + 2] / 3,
            ];
            if a == b && b == c {
                for order in ORDERS {
                    self.try_order(search, partial, stack, order, [3, 4, 5]);
                }
                continue;
            }
            // The column whose digit comes from a different stack than the other two goes last.
            let (one, other, odd) = if a == b {
                (0, 1, 2)
            } else if a == c {
                (0, 2, 1)
            } else {
                (1, 2, 0)
            };
            self.try_order(search, partial, stack, [one, other, odd], [3, 4, 6]);
            self.try_order(search, partial, stack, [other, one, odd], [3, 4, 6]);
        }
    }

    /// Returns the label in the fourth cell of the second row if the columns of this stack come first, in
    /// this order.
    fn fourth_value(&self, stack: usize, order: [usize; 3]) -> u8 {
        let second = self.first_columns[3 * stack + order[0]];
        let first_column = usize::from(self.first_columns[usize::from(second)]);
        // A digit from the third stack gets the first free label there: 7, or 8 if the first box already has
        // the 7.
        let all_from_one = self.first_columns[3 * stack + order[2]] / 3 == second / 3;
        let of_third = if all_from_one { 7 } else { 8 };
        (0..3)
            .find(|&position| 3 * stack + order[position] == first_column)
            .map_or(of_third, |position| position as u8 + 1)
    }

    /// Tries to put the columns of this stack first, in this order. Their digits in the second row have these
    /// positions in the first row.
    fn try_order(
        &self,
        search: &mut RowSearch<'_>,
        partial: &PartialTransform,
        stack: usize,
        order: [usize; 3],
        positions: [u8; 3],
    ) {
        // Most orders fail at the fourth cell, which is cheap to compute.
        let values = [positions[0] + 1, positions[1] + 1, positions[2] + 1];
        let [best @ .., _, _, _, _, _, _] = search.best;
        if best < values || best == values && search.best[3] < self.fourth_value(stack, order) {
            return;
        }
        let mut position_of = [OPEN; 9];
        let mut column_at = [0; 9];
        let mut put = |position_of: &mut [u8; 9], column: usize, position: u8| {
            position_of[column] = position;
            column_at[usize::from(position)] = column;
        };
        for (position, column) in order.into_iter().enumerate() {
            let first_column = usize::from(self.first_columns[3 * stack + column]);
            put(&mut position_of, 3 * stack + column, position as u8);
            put(&mut position_of, first_column, positions[position]);
            if !search.try_value(position, positions[position] + 1) {
                return;
            }
        }
        let second = usize::from(self.first_columns[3 * stack + order[0]]) / 3;
        // Columns of the third stack get the positions from `next` on, in the order in which their digits
        // appear. One column of the second stack may still have no position.
        let mut next = 6;
        if positions[2] == 6 {
            next = 7;
            let open = (3 * second..3 * second + 3).find(|&column| position_of[column] == OPEN);
            put(&mut position_of, open.unwrap_or_default(), 5);
        }
        for position in 3..9 {
            let first_column = usize::from(self.first_columns[column_at[position]]);
            if position_of[first_column] == OPEN {
                position_of[first_column] = next;
                column_at[usize::from(next)] = first_column;
                next += 1;
            }
            if !search.try_value(position, position_of[first_column] + 1) {
                return;
            }
        }
        let mut partial = *partial;
        partial.stacks =
            OrderedPartition::discrete([stack as u8, second as u8, 3 - stack as u8 - second as u8]);
        for position in 0..3 {
            let columns = &column_at[3 * position..3 * position + 3];
            let within = [columns[0] as u8 % 3, columns[1] as u8 % 3, columns[2] as u8 % 3];
            partial.columns[partial.stacks.at(position)] = OrderedPartition::discrete(within);
        }
        for (column, number) in self.firsts.into_iter().enumerate() {
            partial.labels[usize::from(number)] = position_of[column] + 1;
        }
        search.found.push(partial);
    }
}
