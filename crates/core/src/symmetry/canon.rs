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

use super::full_rows::FullRowPair;
use super::partial_transform::{Labelling, OrientedGrid, PartialTransform};
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

/// The value of an unknown cell, which is larger than any number.
const OPEN: u8 = u8::MAX;

/// The smallest form found so far.
struct BestForm {
    /// The rows of the form; unknown cells are `OPEN`.
    form: [[u8; 9]; 9],
    /// The number of automorphisms counted so far.
    automorphisms: u64,
    /// The first partial transform that leads to this form.
    partial: Option<PartialTransform>,
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
            let mut search = RowSearch::new(&first, best.form[position], buffer);
            for partial in chunk {
                let oriented = &orientations[usize::from(partial.orientation)];
                for row in partial.next_rows(position) {
                    let mut next = *partial;
                    next.rows[position] = row as u8;
                    let full_rows = match partial.labelling {
                        Labelling::Deferred(first) if position == 1 => {
                            FullRowPair::new(oriented, usize::from(first), row)
                        }
                        _ => None,
                    };
                    match full_rows {
                        Some(pair) => pair.search(&mut search, &next),
                        None => search.add_row(oriented, next, row),
                    }
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
