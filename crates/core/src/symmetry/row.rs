//! The smallest next row of a canonical form: the step that `canon.rs` takes nine times.
//!
//! A file of its own, since this is where the time goes. Cells are offered from left to right; whoever
//! offers a smaller one makes all that was found before worthless.

use super::canon::{Names, Side, Way};
use super::full::FullPair;

/// The search for the smallest next row.
pub(super) struct RowSearch<'f> {
    /// The first row that is not blank.
    first: &'f [u8; 9],
    /// The number of rows before this one.
    position: usize,
    /// The smallest row so far; what is open is larger than any number.
    pub(super) best: [u8; 9],
    /// The ways that lead to it.
    pub(super) found: Vec<Way>,
}

/// A row that is being put in order.
#[derive(Copy, Clone)]
pub(super) struct Source<'s> {
    pub(super) side: &'s Side,
    pub(super) row: usize,
}

impl Source<'_> {
    fn number(self, stack: usize, column: usize) -> u8 {
        self.side.numbers[self.row][3 * stack + column]
    }

    /// The filled columns of a stack, one bit each.
    fn filled(self, stack: usize) -> u8 {
        (self.side.filled[self.row] >> (3 * stack) & 7) as u8
    }
}

impl<'f> RowSearch<'f> {
    /// The search for a row at this position that is not larger than this one; the vector is written over.
    pub(super) fn new(
        first: &'f [u8; 9],
        position: usize,
        best: [u8; 9],
        mut found: Vec<Way>,
    ) -> RowSearch<'f> {
        found.clear();
        RowSearch { first, position, best, found }
    }

    /// Offers a value for a cell; false if it is too large.
    pub(super) fn offer(&mut self, column: usize, value: u8) -> bool {
        if value < self.best[column] {
            self.best[column] = value;
            self.best[column + 1..].fill(u8::MAX);
            self.found.clear();
        }
        value == self.best[column]
    }

    /// Goes on with a row of the side.
    pub(super) fn row(&mut self, side: &Side, way: &Way, row: usize) {
        let mut way = *way;
        way.rows[self.position] = row as u8;
        let source = Source { side, row };
        if way.names == Names::None && side.filled[row] != 0 {
            if side.is_distinct(row) {
                return self.first_row(source, way);
            }
            way.names = Names::AtOnce;
        }
        if way.is_settled() {
            return self.settled_row(source, way);
        }
        if let Names::Later(first) = way.names
            && self.position == 1
            && let Some(pair) = FullPair::new(side, usize::from(first), row)
        {
            return pair.search(self, &way);
        }
        self.stacks(source, way, 0);
    }

    /// A row when the place of every column is known.
    fn settled_row(&mut self, source: Source<'_>, mut way: Way) {
        for column in 0..9 {
            let number = source.side.numbers[source.row][way.column(column)];
            let value = way.name(source.side, self.first, number);
            if !self.offer(column, value) {
                return;
            }
        }
        self.found.push(way);
    }

    /// The first row that is not blank: its digits have the names 1, 2, 3, … in whatever order.
    fn first_row(&mut self, source: Source<'_>, mut way: Way) {
        way.names = Names::Later(source.row as u8);
        if source.side.filled[source.row] == 0o777 {
            way.next = 10;
            if (0..9).all(|column| self.offer(column, column as u8 + 1)) {
                self.found.push(way);
            }
            return;
        }
        way.stacks.split_by(|stack| source.filled(stack).count_ones());
        for place in 0..3 {
            let stack = way.stacks.at(place);
            let filled = source.filled(stack);
            way.columns[stack].split_by(|column| u32::from(filled >> column & 1));
            for position in 0..3 {
                let is_filled = filled >> way.columns[stack].at(position) & 1 != 0;
                let value = if is_filled { way.next } else { 0 };
                way.next += u8::from(is_filled);
                if !self.offer(3 * place + position, value) {
                    return;
                }
            }
        }
        self.found.push(way);
    }

    /// Goes on at a stack of the result.
    fn stacks(&mut self, source: Source<'_>, mut way: Way, place: usize) {
        if place == 3 {
            self.found.push(way);
            return;
        }
        let blanks = way.stacks.split_off(place, |stack| source.filled(stack) == 0);
        if blanks > 0 {
            if (3 * place..3 * (place + blanks)).all(|column| self.offer(column, 0)) {
                self.stacks(source, way, place + blanks);
            }
            return;
        }
        for choice in place..way.stacks.end(place) {
            let mut chosen = way;
            chosen.stacks.settle(way.stacks.at(choice) as u8);
            self.columns(source, chosen, place, 0);
        }
    }

    /// Goes on at a column of a stack of the result.
    fn columns(&mut self, source: Source<'_>, mut way: Way, place: usize, position: usize) {
        if position == 3 {
            return self.stacks(source, way, place + 1);
        }
        let stack = way.stacks.at(place);
        let column = 3 * place + position;
        let filled = source.filled(stack);
        let blanks = way.columns[stack].split_off(position, |column| filled >> column & 1 == 0);
        if blanks > 0 {
            if (column..column + blanks).all(|column| self.offer(column, 0)) {
                self.columns(source, way, place, position + blanks);
            }
            return;
        }
        for choice in position..way.columns[stack].end(position) {
            let mut chosen = way;
            let from = way.columns[stack].at(choice);
            chosen.columns[stack].settle(from as u8);
            let value = chosen.name(source.side, self.first, source.number(stack, from));
            if self.offer(column, value) {
                self.columns(source, chosen, place, position + 1);
            }
        }
    }
}
