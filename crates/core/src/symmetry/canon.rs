//! The canonical form: of all puzzles that are the same, the one whose line of 81 characters comes first.
//!
//! Blanks come before digits, so that the form begins with as many blanks as can be, and its digits appear
//! for the first time in the order 1, 2, 3, …; a solution grid begins with 123456789. The form is defined
//! for every grid: with one solution, with many or with none.
//!
//! There are 3,359,232 ways to move the cells (the digits then name themselves). They are not tried one by
//! one: the form is found row by row, and only the ways that lead to the smallest rows so far are kept.
//!
//! ```text
//! row 1   . . . | . . 1 | . 2 3     18 rows of the puzzle and its transpose are tried;
//!                                   these 3 have the smallest pattern
//!         └─┬─┘   └┬┘     └─┬┘      of the columns only the order is known that matters so far:
//!         any      any      2 and 3 are not told apart yet
//! row 2   . . 2 | …                 2 rows of each band: the 2 is taken from a column of stack 3;
//!                                   that column is now its second, the other its third
//! ```
//!
//! Each way that is kept (`Way`) has its columns, stacks and digits only as far in order as the rows so far
//! ask for: an ordered partition, as in `nauty` by Brendan McKay. A row refines it, from left to right:
//! blank columns of a part come before the others; of the others the one with the smallest digit, where a
//! digit that is already in the first row but not told apart gets the smallest name that its part allows,
//! and a new digit the next name. Where several columns tie, each of them is followed. A way that leads to a
//! larger row than another is given up at the first cell that is larger.
//!
//! Grids whose rows tie, such as a board full of ones, would keep all of the ways. So no more than some thousands go
//! on together to the last row; those that wait are compared with the rows that were found by then.
//!
//! At the end every way that is left leads to the same form, and each order that was never asked for is
//! free: the number of automorphisms is the number of ways, each counted with the orders of its free parts.
//! The row-by-row search with elimination is an old idea of the players' forum (Glenn Fowler's and Mladen
//! Dobrichev's programs have it); to leave columns untold apart is what makes sparse puzzles quick.

use super::ordered_partition::OrderedPartition;
use super::row_search::RowSearch;
use super::transform::{Axes, Transform};
use crate::grid::Grid;

/// The canonical form of a grid, and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The canonical form.
    pub grid: Grid,
    /// A transform that leads there.
    pub transform: Transform,
    /// The number of ways to move the cells after which the digits can be renamed so that the grid is
    /// what it was; at least 1.
    pub automorphisms: u64,
}

/// The canonical form of a grid.
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

/// Finds canonical forms, one after the other, in the same memory.
#[derive(Clone, Debug, Default)]
pub struct Canonizer {
    /// By the number of rows, ways that lead to the smallest rows so far.
    partials: [Vec<PartialTransform>; 10],
}

/// The most ways that go on to the next row together.
const CHUNK_SIZE: usize = 4096;

/// A form as far as it is found, and how.
struct BestForm {
    /// The smallest rows; what is open is larger than any number.
    form: [[u8; 9]; 9],
    automorphisms: u64,
    /// The first way that leads there.
    partial: Option<PartialTransform>,
}

/// A grid, or its transpose.
#[derive(Clone, Debug)]
pub(super) struct OrientedGrid {
    pub(super) numbers: [[u8; 9]; 9],
    /// The column of each number in a row; `NOWHERE` if it is not there.
    pub(super) columns: [[u8; 10]; 9],
    /// The filled columns of a row, one bit each.
    pub(super) filled: [u16; 9],
    /// The rows that have a digit twice, one bit each.
    repeating: u16,
}

pub(super) const ABSENT: u8 = 9;

/// Larger than any number.
const OPEN: u8 = u8::MAX;

/// How names are given to the digits of the first row that is not blank.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Labelling {
    /// No digit so far.
    NotStarted,
    /// The digits of this row get their names when somebody asks.
    Deferred(u8),
    /// The row has a digit twice: every digit gets its name at once.
    Immediate,
}

/// A way to move the cells, as far as it is settled.
#[derive(Copy, Clone, Debug)]
pub(super) struct PartialTransform {
    orientation: u8,
    pub(super) labelling: Labelling,
    /// The rows so far.
    pub(super) rows: [u8; 9],
    pub(super) stacks: OrderedPartition,
    /// The columns of each stack of the side.
    pub(super) columns: [OrderedPartition; 3],
    /// The name of each number; 0 if it has none yet.
    pub(super) labels: [u8; 10],
    /// The name of the next new digit.
    pub(super) next_label: u8,
}

impl Canonizer {
    /// The canonical form of a grid.
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

    /// Goes on to the last row with the ways that have so many.
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
    /// The first of so many rows that is not blank; a blank one if there is none.
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
                    let place = &mut oriented.columns[row][usize::from(number)];
                    oriented.repeating |= u16::from(*place != ABSENT) << row;
                    *place = column as u8;
                    oriented.filled[row] |= 1 << column;
                }
            }
        }
        oriented
    }

    /// Whether a row has no digit twice.
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

    /// The rows of the side that may come next.
    fn next_rows(&self, position: usize) -> impl Iterator<Item = usize> + use<> {
        let before = self.rows[..position].iter().fold(0_u16, |rows, row| rows | 1 << row);
        let band = if position.is_multiple_of(3) { 0o777 } else { 0o7 << (self.rows[position - 1] / 3 * 3) };
        (0..9).filter(move |row| (band & !before) >> row & 1 != 0)
    }

    /// The name of a number, given now if it has none, and the smallest that is possible. The names of the
    /// first row are those in `first`.
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

    /// Whether the place of every column is known.
    pub(super) fn is_discrete(&self) -> bool {
        self.stacks.is_discrete() && self.columns.iter().all(|order| order.is_discrete())
    }

    /// The column of the side that comes to a column of the result, or one that may.
    pub(super) fn column(&self, column: usize) -> usize {
        let stack = self.stacks.at(column / 3);
        3 * stack + self.columns[stack].at(column % 3)
    }

    /// The number of ways that this one stands for.
    fn order_count(&self) -> u64 {
        self.stacks.order_count() * self.columns.iter().map(|order| order.order_count()).product::<u64>()
    }

    /// One of the transforms that this way stands for.
    fn transform(mut self, oriented: &OrientedGrid, first: &[u8; 9]) -> Transform {
        let mut digits = [0; 9];
        for number in oriented.numbers.as_flattened() {
            self.label(oriented, first, *number);
        }
        // Digits that are nowhere get the names that are left.
        for (digit, name) in digits.iter_mut().enumerate() {
            if self.labels[digit + 1] == 0 {
                self.labels[digit + 1] = self.next_label;
                self.next_label += 1;
            }
            *name = self.labels[digit + 1] - 1;
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
            assert!(partials * size_of::<PartialTransform>() < 16 << 20, "{partials} partials: {text}");
            let isomorph = Transform::random(&mut crate::random::Random::new(5)).apply(&grid);
            let other = canonizer.canonical(&isomorph);
            assert_eq!((other.grid, other.automorphisms), (found.grid, found.automorphisms), "{text}");
        }
    }
}
