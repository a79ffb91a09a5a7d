//! The boards of one group of slots, candidate by candidate.
//!
//! ```text
//! candidate[81·digit + cell]       one plane: in which slots is the digit still possible in the cell?
//!
//!      digit 1                         digit 2                             digit 9
//!   ┌───────────────────────────┐  ┌───────────────────────────┐       ┌───────────────────────────┐
//!   │ r1c1 r1c2 ... r9c8 r9c9   │  │ r1c1 r1c2 ... r9c8 r9c9   │  ...  │ r1c1 r1c2 ... r9c8 r9c9   │ 39 unused
//!   └───────────────────────────┘  └───────────────────────────┘       └───────────────────────────┘
//!     0 .. 80                        81 .. 161                           648 .. 728                  .. 767
//! ```
//!
//! The unused planes at the end fill the last block of 64 for the transpose.

use super::plane::Plane;
use crate::cell::Cell;
use crate::digit::Digit;

/// Cells of a board.
pub(crate) const CELLS: usize = Cell::COUNT;

/// Digits of a board.
pub(crate) const DIGITS: usize = Digit::COUNT;

/// Planes from the first candidate of a cell to the last.
pub(crate) const CELL_SPAN: usize = CELLS * (DIGITS - 1) + 1;

/// Cells from the first of a box to the last.
pub(crate) const BOX_SPAN: usize = 2 * 9 + 3;

/// Cells from the first of a stack to the last.
pub(crate) const STACK_SPAN: usize = 8 * 9 + 3;

/// Words in a [`BoardRow`].
pub(crate) const ROW_WORDS: usize = 12;

/// Candidate planes, rounded up to whole blocks of 64.
pub(crate) const PLANES: usize = 64 * ROW_WORDS;

/// One board of one slot: bit `81·digit + cell` says that the digit is possible in the cell.
pub(crate) type BoardRow = [u64; ROW_WORDS];

/// The boards of all slots, and what the last sweep learned about them.
///
/// A sweep streams through all of this with many stores in flight. The order of the fields
/// is fixed and the notes are kept beside the candidates, and not on the stack, because the distance
/// between what is stored and what is loaded next matters: with the notes on the stack, where
/// their addresses often agree with those of the candidates in the low twelve bits, a
/// sweep of 256-bit planes took half as long again (1.9 against 1.25 µs).
#[repr(C)]
pub(crate) struct Boards<P> {
    /// The candidates.
    pub(crate) candidate: [P; PLANES],
    /// Cells with two or more candidates.
    pub(crate) unsolved: [P; CELLS],
    /// Notes of the running sweep: cells in which a hidden single was found.
    pub(crate) hidden: [P; CELLS],
    /// Notes of the running sweep: where in the columns of each band the digit is possible.
    pub(crate) columns: [P; 27],
    /// Slots in which no cell and no house has run out of candidates so far.
    pub(crate) alive: P,
    /// Slots with an unsolved cell.
    pub(crate) open: P,
    /// Slots in which the last sweep changed something, or left something to do.
    pub(crate) changing: P,
}

impl<P: Plane> Boards<P> {
    /// Boards without any candidate.
    pub(crate) fn empty(token: P::Token) -> Box<Self> {
        let zero = P::zero(token);
        Box::new(Self {
            candidate: [zero; PLANES],
            unsolved: [zero; CELLS],
            hidden: [zero; CELLS],
            columns: [zero; 27],
            alive: zero,
            open: zero,
            changing: zero,
        })
    }

    /// The candidates of one digit in all cells.
    #[inline(always)]
    pub(crate) fn digit(&self, digit: usize) -> &[P; CELLS] {
        (&self.candidate[CELLS * digit..][..CELLS]).try_into().unwrap()
    }

    /// The candidates of one digit in all cells, to write to.
    #[inline(always)]
    pub(crate) fn digit_mut(&mut self, digit: usize) -> &mut [P; CELLS] {
        (&mut self.candidate[CELLS * digit..][..CELLS]).try_into().unwrap()
    }

    /// The nine candidates of one cell.
    #[inline(always)]
    pub(crate) fn cell(&self, cell: usize) -> [P; DIGITS] {
        let from: &[P; CELL_SPAN] = (&self.candidate[cell..][..CELL_SPAN]).try_into().unwrap();
        super::unroll::nine!(DIGIT => from[CELLS * DIGIT])
    }
}
