//! Finds the smallest next row of a canonical form. `canon.rs` builds the form from nine such rows.
//!
//! Computing a canonical form spends most of its time here. The values of a row are tried from left to right.
//! If a value is smaller than the best one so far, all earlier results are discarded.

use super::partial_transform::{Labelling, OrientedGrid, PartialTransform};

/// The search for the smallest next row.
pub(super) struct RowSearch<'f> {
    /// The first non-blank row of the form.
    first: &'f [u8; 9],
    /// The smallest row so far; unknown cells are larger than any number.
    pub(super) best: [u8; 9],
    /// The partial transforms that lead to the smallest row so far.
    pub(super) found: Vec<PartialTransform>,
    /// The number of blanks with which the smallest row starts. A row with fewer is larger, which is cheap to
    /// find out and excludes most rows.
    leading_blanks: usize,
}

/// A row of the source grid whose columns are being ordered.
#[derive(Copy, Clone)]
pub(super) struct RowSource<'s> {
    pub(super) oriented: &'s OrientedGrid,
    pub(super) row: usize,
}

impl RowSource<'_> {
    fn number(self, stack: usize, column: usize) -> u8 {
        self.oriented.numbers[self.row][3 * stack + column]
    }

    /// Returns the filled columns of a stack, one bit per column.
    fn filled(self, stack: usize) -> u8 {
        (self.oriented.filled[self.row] >> (3 * stack) & 7) as u8
    }

    /// Returns the maximum number of blanks with which the row can start.
    fn leading_blanks(self, partial: &PartialTransform) -> usize {
        let (mut blanks, mut position) = (0, 0);
        while position < 3 {
            let end = partial.stacks.end(position);
            let (mut blank_stacks, mut in_next_stack) = (0, 0);
            for place in position..end {
                let stack = partial.stacks.at(place);
                let filled = self.filled(stack);
                if filled == 0 {
                    blank_stacks += 1;
                } else {
                    in_next_stack = in_next_stack.max(partial.columns[stack].leading_blanks(filled));
                }
            }
            blanks += 3 * blank_stacks;
            if position + blank_stacks < end {
                return blanks + in_next_stack;
            }
            position = end;
        }
        blanks
    }
}

/// Returns the number of blanks with which a row starts.
fn leading_blanks(row: &[u8; 9]) -> usize {
    row.iter().take_while(|&&value| value == 0).count()
}

impl<'f> RowSearch<'f> {
    /// Starts a search for a row that is not larger than `best`. The buffer `found` is cleared and reused.
    pub(super) fn new(first: &'f [u8; 9], best: [u8; 9], mut found: Vec<PartialTransform>) -> RowSearch<'f> {
        found.clear();
        RowSearch { first, leading_blanks: leading_blanks(&best), best, found }
    }

    /// Tries a value in a column. Returns false if it is larger than the best one. If it is smaller, it
    /// becomes the best one, and the transforms found so far are discarded.
    pub(super) fn try_value(&mut self, column: usize, value: u8) -> bool {
        if value < self.best[column] {
            self.best[column] = value;
            self.best[column + 1..].fill(u8::MAX);
            self.found.clear();
        }
        value == self.best[column]
    }

    /// Tries a row of the source grid as the next row.
    pub(super) fn add_row(&mut self, oriented: &OrientedGrid, partial: PartialTransform, row: usize) {
        let source = RowSource { oriented, row };
        if source.leading_blanks(&partial) < self.leading_blanks {
            return;
        }
        self.add_promising_row(source, partial);
        self.leading_blanks = leading_blanks(&self.best);
    }

    fn add_promising_row(&mut self, source: RowSource<'_>, mut partial: PartialTransform) {
        let RowSource { oriented, row } = source;
        if partial.labelling == Labelling::NotStarted && oriented.filled[row] != 0 {
            if oriented.is_distinct(row) {
                return self.first_filled_row(source, partial);
            }
            partial.labelling = Labelling::Immediate;
        }
        if partial.is_discrete() {
            return self.row_with_fixed_columns(source, partial);
        }
        self.choose_stack(source, partial, 0);
    }

    /// Tries a row of the source grid when the position of every column is already fixed.
    fn row_with_fixed_columns(&mut self, source: RowSource<'_>, mut partial: PartialTransform) {
        for column in 0..9 {
            let number = source.oriented.numbers[source.row][partial.column(column)];
            let value = partial.label(source.oriented, self.first, number);
            if !self.try_value(column, value) {
                return;
            }
        }
        self.found.push(partial);
    }

    /// Tries a row of the source grid as the first non-blank row. Its digits get the labels 1, 2, 3, …, but
    /// which digit gets which label is decided later.
    fn first_filled_row(&mut self, source: RowSource<'_>, mut partial: PartialTransform) {
        partial.labelling = Labelling::Deferred(source.row as u8);
        if source.oriented.filled[source.row] == 0o777 {
            partial.next_label = 10;
            if (0..9).all(|column| self.try_value(column, column as u8 + 1)) {
                self.found.push(partial);
            }
            return;
        }
        partial.stacks.split_by(|stack| source.filled(stack).count_ones());
        for stack_position in 0..3 {
            let stack = partial.stacks.at(stack_position);
            let filled = source.filled(stack);
            partial.columns[stack].split_by(|column| u32::from(filled >> column & 1));
            for position in 0..3 {
                let is_filled = filled >> partial.columns[stack].at(position) & 1 != 0;
                let value = if is_filled { partial.next_label } else { 0 };
                partial.next_label += u8::from(is_filled);
                if !self.try_value(3 * stack_position + position, value) {
                    return;
                }
            }
        }
        self.found.push(partial);
    }

    /// Chooses the stack for this position of the result, and continues to the right.
    fn choose_stack(&mut self, source: RowSource<'_>, mut partial: PartialTransform, stack_position: usize) {
        if stack_position == 3 {
            self.found.push(partial);
            return;
        }
        let blanks = partial.stacks.split_off(stack_position, |stack| source.filled(stack) == 0);
        if blanks > 0 {
            if (3 * stack_position..3 * (stack_position + blanks)).all(|column| self.try_value(column, 0)) {
                self.choose_stack(source, partial, stack_position + blanks);
            }
            return;
        }
        for choice in stack_position..partial.stacks.end(stack_position) {
            let mut chosen = partial;
            chosen.stacks.individualize(partial.stacks.at(choice) as u8);
            self.choose_column(source, chosen, stack_position, 0);
        }
    }

    /// Chooses the column for this position within a stack of the result, and continues to the right.
    fn choose_column(
        &mut self,
        source: RowSource<'_>,
        mut partial: PartialTransform,
        stack_position: usize,
        position: usize,
    ) {
        if position == 3 {
            return self.choose_stack(source, partial, stack_position + 1);
        }
        let stack = partial.stacks.at(stack_position);
        let column = 3 * stack_position + position;
        let filled = source.filled(stack);
        let blanks = partial.columns[stack].split_off(position, |column| filled >> column & 1 == 0);
        if blanks > 0 {
            if (column..column + blanks).all(|column| self.try_value(column, 0)) {
                self.choose_column(source, partial, stack_position, position + blanks);
            }
            return;
        }
        for choice in position..partial.columns[stack].end(position) {
            let mut chosen = partial;
            let from = partial.columns[stack].at(choice);
            chosen.columns[stack].individualize(from as u8);
            let value = chosen.label(source.oriented, self.first, source.number(stack, from));
            if self.try_value(column, value) {
                self.choose_column(source, chosen, stack_position, position + 1);
            }
        }
    }
}
