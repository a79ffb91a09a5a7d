//! The canonical form of a sukaku (a puzzle given by its candidates): among all equivalent sukakus, the one
//! whose line of 729 characters sorts first.
//!
//! This search differs from the one in `canon.rs`: a cell can have several candidates, which makes it easy to
//! label the digits. Missing candidates sort before present ones. Each cell therefore splits every group of
//! digits that could not be distinguished before: the digits that are not candidates of the cell get the
//! smaller labels. There is never a choice between labels, so only the cells have to be permuted.
//!
//! ```text
//! digits of the sukaku    { 1 2 3 4 5 6 7 8 9 }       one part: nothing is known about their labels
//! a cell with 2 5 7       { 1 3 4 6 8 9 }{ 2 5 7 }    written ......789, whatever the three digits are
//! a cell with 1 2 3 4     { 6 8 9 }{ 1 3 4 }{ 5 7 }{ 2 }      ...456..9
//! ```
//!
//! The search explores the 3,359,232 cell permutations depth first, cell by cell, and backtracks at the first
//! cell that is larger than in the best line so far. It allocates no memory and needs no budget. If no two
//! cells can be distinguished, as in the sukaku with all candidates, it visits all permutations, which takes
//! a second or two. Most sukakus take less than a millisecond.

use super::transform::{Axes, Transform};
use crate::candidate::CandidateSet;
use crate::cell::Cell;
use crate::digit::{Digit, DigitSet};

/// The canonical form of a sukaku, with a transform that produces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalSukaku {
    /// The canonical form.
    pub candidates: CandidateSet,
    /// A transform from the sukaku to its canonical form.
    pub transform: Transform,
    /// The number of cell permutations that, with a suitable renaming of the digits, leave the sukaku
    /// unchanged; at least 1.
    pub automorphisms: u64,
}

/// Returns the canonical form of a sukaku, which is a puzzle given by its candidates.
///
/// ```
/// use veridoku_core::symmetry::{Transform, canonical_sukaku};
/// use veridoku_core::{CandidateSet, Cell, DigitSet};
///
/// let mut candidates = CandidateSet::ALL;
/// for index in (0..81).step_by(4) {
///     let digits = DigitSet::from_bits(0b1_0110_1011 >> (index % 5));
///     candidates.set_digits(Cell::from_index(index).unwrap(), digits);
/// }
/// let canonical = canonical_sukaku(&candidates);
/// assert_eq!(canonical.transform.apply_to_candidates(&candidates), canonical.candidates);
/// let transform: Transform = "transpose digits=912345678".parse()?;
/// let isomorph = transform.apply_to_candidates(&candidates);
/// assert_eq!(canonical_sukaku(&isomorph).candidates, canonical.candidates);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn canonical_sukaku(candidates: &CandidateSet) -> CanonicalSukaku {
    let cells = std::array::from_fn(|index| candidates.digits(Cell::at(index)).bits());
    let transposed = std::array::from_fn(|index| cells[9 * (index % 9) + index / 9]);
    let mut search = SukakuSearch {
        orientations: [cells, transposed],
        best: [OPEN; Cell::COUNT],
        automorphisms: 0,
        transform: None,
    };
    for axes in [Axes::Kept, Axes::Exchanged] {
        for row in 0..9 {
            let partial = PartialSukakuTransform {
                axes,
                rows: [row; 9],
                columns: [0; 9],
                digits: DigitPartition::UNIT,
            };
            search.first_row(partial, 0);
        }
    }
    let transform = search.transform.unwrap_or_default();
    CanonicalSukaku {
        candidates: transform.apply_to_candidates(candidates),
        transform,
        automorphisms: search.automorphisms,
    }
}

/// The value of an unknown cell, which is larger than any other value.
const OPEN: u16 = u16::MAX;

/// The state of the search for the smallest line.
struct SukakuSearch {
    /// The candidates of each cell, for the sukaku and for its transpose.
    orientations: [[u16; Cell::COUNT]; 2],
    /// The smallest line so far, as one mask per cell with the smallest label in the highest bit.
    best: [u16; Cell::COUNT],
    /// The number of transforms that lead to this line.
    automorphisms: u64,
    /// The first of these transforms.
    transform: Option<Transform>,
}

/// A transform that is determined only for the cells tried so far.
#[derive(Copy, Clone)]
struct PartialSukakuTransform {
    axes: Axes,
    rows: [u8; 9],
    columns: [u8; 9],
    digits: DigitPartition,
}

/// An ordered partition of the digits: the digits of a part get smaller labels than those of the following
/// parts.
#[derive(Copy, Clone)]
struct DigitPartition {
    parts: [u16; Digit::COUNT],
    count: usize,
}

impl DigitPartition {
    /// The partition with one part.
    const UNIT: DigitPartition =
        DigitPartition { parts: [DigitSet::ALL.bits(), 0, 0, 0, 0, 0, 0, 0, 0], count: 1 };

    /// Refines the partition by a cell with these candidates. Returns the smallest value that the cell can
    /// have, with the smallest label in the highest bit.
    fn split(&mut self, candidates: u16) -> u16 {
        let mut split = DigitPartition { parts: [0; Digit::COUNT], count: 0 };
        let mut value = 0;
        for &part in &self.parts[..self.count] {
            let (missing, present) = (part & !candidates, part & candidates);
            value = (value << part.count_ones()) | ((1 << present.count_ones()) - 1);
            for part in [missing, present] {
                if part != 0 {
                    split.parts[split.count] = part;
                    split.count += 1;
                }
            }
        }
        *self = split;
        value
    }

    /// Returns the label of each digit, counted from 0.
    fn order(self) -> [u8; Digit::COUNT] {
        let mut digits = [0; Digit::COUNT];
        let in_order = self.parts[..self.count].iter().flat_map(|&part| DigitSet::from_bits(part));
        for (label, digit) in in_order.enumerate() {
            digits[digit.index()] = label as u8;
        }
        digits
    }
}

impl SukakuSearch {
    /// Chooses the column for this position of the first row, and continues to the right.
    fn first_row(&mut self, partial: PartialSukakuTransform, position: usize) {
        if position == 9 {
            return self.next_row(&partial, 1);
        }
        let before = partial.columns[..position].iter().fold(0_u16, |columns, column| columns | 1 << column);
        let open =
            if position.is_multiple_of(3) { 0o777 } else { 0o7 << (partial.columns[position - 1] / 3 * 3) };
        for column in (0..9).filter(|column| (open & !before) >> column & 1 != 0) {
            let mut chosen = partial;
            chosen.columns[position] = column;
            if self.try_cell(&mut chosen, position) {
                self.first_row(chosen, position + 1);
            }
        }
    }

    /// Tries each row that may come next, given the rows before this position.
    fn next_row(&mut self, partial: &PartialSukakuTransform, position: usize) {
        if position == 9 {
            self.automorphisms += 1;
            let PartialSukakuTransform { axes, rows, columns, digits } = *partial;
            self.transform.get_or_insert(Transform { axes, rows, columns, digits: digits.order() });
            return;
        }
        let before = partial.rows[..position].iter().fold(0_u16, |rows, row| rows | 1 << row);
        let open =
            if position.is_multiple_of(3) { 0o777 } else { 0o7 << (partial.rows[position - 1] / 3 * 3) };
        for row in (0..9).filter(|row| (open & !before) >> row & 1 != 0) {
            let mut chosen = *partial;
            chosen.rows[position] = row;
            if (9 * position..9 * position + 9).all(|index| self.try_cell(&mut chosen, index)) {
                self.next_row(&chosen, position + 1);
            }
        }
    }

    /// Tries the cell that the transform moves to this index. Returns false if its value is larger than the
    /// best one.
    fn try_cell(&mut self, partial: &mut PartialSukakuTransform, index: usize) -> bool {
        let source = 9 * usize::from(partial.rows[index / 9]) + usize::from(partial.columns[index % 9]);
        let side = &self.orientations[usize::from(partial.axes == Axes::Exchanged)];
        let value = partial.digits.split(side[source]);
        if value < self.best[index] {
            self.best[index] = value;
            self.best[index + 1..].fill(OPEN);
            self.automorphisms = 0;
            self.transform = None;
        }
        value == self.best[index]
    }
}
