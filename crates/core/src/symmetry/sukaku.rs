//! The canonical form of a sukaku: of all that are the same, the one whose line of 729 characters comes first.
//!
//! A file of its own beside `canon.rs`, since here a cell says more than one digit or none, and that makes the digits
//! the easy part. Missing candidates come before others, so that a cell splits the digits that are not told apart
//! yet: those it lacks get the smaller names. No choice is ever left open, and only the cells have to be moved.
//!
//! ```text
//! digits of the sukaku    { 1 2 3 4 5 6 7 8 9 }       one part: nothing is known of their names
//! a cell with 2 5 7       { 1 3 4 6 8 9 }{ 2 5 7 }    written ......789, as every cell with three would be
//! a cell with 1 2 3 4     { 6 8 9 }{ 1 3 4 }{ 5 7 }{ 2 }      ...456..9
//! ```
//!
//! The search goes through the 3,359,232 ways to move the cells in depth, cell by cell, and leaves a way at the first
//! cell that is larger than in the best line so far. It needs no memory and no budget: when no two cells can be told
//! apart, in the sukaku without any strike, all ways are walked, which takes a second or two; most sukakus are
//! answered in less than a millisecond.

use super::transform::{Axes, Transform};
use crate::candidate::CandidateSet;
use crate::cell::Cell;
use crate::digit::{Digit, DigitSet};

/// The canonical form of a sukaku, and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalSukaku {
    /// The canonical form.
    pub candidates: CandidateSet,
    /// A transform that leads there.
    pub transform: Transform,
    /// The number of ways to move the cells after which the digits can be renamed so that the sukaku is
    /// what it was; at least 1.
    pub automorphisms: u64,
}

/// The canonical form of a sukaku, a puzzle of candidates.
///
/// ```
/// use veridoku_core::symmetry::{Transform, canonical_sukaku};
/// use veridoku_core::{CandidateSet, Cell, DigitSet};
///
/// let mut candidates = CandidateSet::ALL;
/// for index in (0..81).step_by(4) {
///     candidates.set_digits(Cell::from_index(index).unwrap(), DigitSet::from_bits(0b1_0110_1011 >> (index % 5)));
/// }
/// let canonical = canonical_sukaku(&candidates);
/// assert_eq!(canonical.transform.apply_to_candidates(&candidates), canonical.candidates);
/// let dress: Transform = "transpose digits=912345678".parse()?;
/// assert_eq!(canonical_sukaku(&dress.apply_to_candidates(&candidates)).candidates, canonical.candidates);
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

/// Larger than whatever a cell can say.
const OPEN: u16 = u16::MAX;

/// The walk through all ways.
struct SukakuSearch {
    /// The candidates of each cell, and of each cell of the transpose.
    orientations: [[u16; Cell::COUNT]; 2],
    /// The smallest line so far, cell by cell: the smallest name in the highest bit.
    best: [u16; Cell::COUNT],
    /// The number of ways that lead there.
    automorphisms: u64,
    /// The first of them.
    transform: Option<Transform>,
}

/// A way to move the cells, as far as it is settled.
#[derive(Copy, Clone)]
struct PartialSukakuTransform {
    axes: Axes,
    rows: [u8; 9],
    columns: [u8; 9],
    digits: DigitPartition,
}

/// Digits, as far as they are told apart: each part gets smaller names than those behind it.
#[derive(Copy, Clone)]
struct DigitPartition {
    parts: [u16; Digit::COUNT],
    count: usize,
}

impl DigitPartition {
    const UNIT: DigitPartition =
        DigitPartition { parts: [DigitSet::ALL.bits(), 0, 0, 0, 0, 0, 0, 0, 0], count: 1 };

    /// What a cell with these candidates says at its smallest; the digits are then told apart as it asks for.
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

    /// What each digit becomes, by index.
    fn order(self) -> [u8; Digit::COUNT] {
        let mut digits = [0; Digit::COUNT];
        let in_order = self.parts[..self.count].iter().flat_map(|&part| DigitSet::from_bits(part));
        for (name, digit) in in_order.enumerate() {
            digits[digit.index()] = name as u8;
        }
        digits
    }
}

impl SukakuSearch {
    /// Goes on with the first row, whose columns are still to be chosen.
    fn first_row(&mut self, partial: PartialSukakuTransform, place: usize) {
        if place == 9 {
            return self.next_row(&partial, 1);
        }
        let before = partial.columns[..place].iter().fold(0_u16, |columns, column| columns | 1 << column);
        let open = if place.is_multiple_of(3) { 0o777 } else { 0o7 << (partial.columns[place - 1] / 3 * 3) };
        for column in (0..9).filter(|column| (open & !before) >> column & 1 != 0) {
            let mut chosen = partial;
            chosen.columns[place] = column;
            if self.try_cell(&mut chosen, place) {
                self.first_row(chosen, place + 1);
            }
        }
    }

    /// Goes on with each row that may come next.
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
            if (9 * position..9 * position + 9).all(|place| self.try_cell(&mut chosen, place)) {
                self.next_row(&chosen, position + 1);
            }
        }
    }

    /// Offers the cell that the way brings to a place; false if it is too large.
    fn try_cell(&mut self, partial: &mut PartialSukakuTransform, place: usize) -> bool {
        let source = 9 * usize::from(partial.rows[place / 9]) + usize::from(partial.columns[place % 9]);
        let side = &self.orientations[usize::from(partial.axes == Axes::Exchanged)];
        let value = partial.digits.split(side[source]);
        if value < self.best[place] {
            self.best[place] = value;
            self.best[place + 1..].fill(OPEN);
            self.automorphisms = 0;
            self.transform = None;
        }
        value == self.best[place]
    }
}
