//! The boards of all slots, stored candidate by candidate.
//!
//! ```text
//! candidate[81·digit + cell]       one plane: in which slots is the digit still possible in the cell?
//!
//!      digit 1                       digit 2                           digit 9
//!   ┌─────────────────────────┐  ┌─────────────────────────┐       ┌─────────────────────────┐
//!   │ r1c1 r1c2 ... r9c8 r9c9 │  │ r1c1 r1c2 ... r9c8 r9c9 │  ...  │ r1c1 r1c2 ... r9c8 r9c9 │ 39 unused
//!   └─────────────────────────┘  └─────────────────────────┘       └─────────────────────────┘
//!     0 .. 80                      81 .. 161                         648 .. 728                .. 767
//! ```
//!
//! The unused planes at the end complete the last block of 64 for the transpose.

use super::plane::Plane;
use crate::cell::Cell;
use crate::digit::Digit;

/// The number of cells of a board.
pub(crate) const CELLS: usize = Cell::COUNT;

/// The number of digits.
pub(crate) const DIGITS: usize = Digit::COUNT;

/// The number of planes from the first candidate of a cell through its last.
pub(crate) const CELL_SPAN: usize = CELLS * (DIGITS - 1) + 1;

/// The number of cells from the first cell of a box through its last, in grid order.
pub(crate) const BOX_SPAN: usize = 2 * 9 + 3;

/// The number of cells from the first cell of a stack through its last, in grid order.
pub(crate) const STACK_SPAN: usize = 8 * 9 + 3;

/// The number of words in a [`BoardRow`].
pub(crate) const ROW_WORDS: usize = 12;

/// The number of candidate planes, rounded up to whole blocks of 64.
pub(crate) const PLANES: usize = 64 * ROW_WORDS;

/// The board of one slot: bit `81·digit + cell` is set if the digit is possible in the cell.
pub(crate) type BoardRow = [u64; ROW_WORDS];

/// The boards of all slots, and the results of the last sweep.
///
/// A sweep streams through all these fields with many stores in flight. The order of the fields is fixed, and
/// the temporary results are stored next to the candidates instead of on the stack, because the distance
/// between stores and the loads that follow them matters. With the temporary results on the stack, where
/// their addresses often have the same low twelve bits as those of the candidates, a sweep of 256-bit planes
/// took 1.9 µs instead of 1.25 µs.
#[repr(C)]
pub(crate) struct Boards<P> {
    /// The candidates.
    pub(crate) candidate: [P; PLANES],
    /// Cells with two or more candidates.
    pub(crate) unsolved: [P; CELLS],
    /// Temporary result of a sweep: cells in which a hidden single was found.
    pub(crate) hidden: [P; CELLS],
    /// Temporary result of a sweep: for each band, the columns in which the digit is possible.
    pub(crate) columns: [P; 27],
    /// Slots in which no contradiction has been found.
    pub(crate) alive: P,
    /// Slots with an unsolved cell.
    pub(crate) open: P,
    /// Slots in which the last sweep removed a candidate, or found hidden singles that the next sweep must
    /// apply.
    pub(crate) changing: P,
}

impl<P: Plane> Boards<P> {
    /// Allocates boards without any candidates.
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

    /// Returns the candidates of one digit in all cells.
    #[inline(always)]
    pub(crate) fn digit(&self, digit: usize) -> &[P; CELLS] {
        (&self.candidate[CELLS * digit..][..CELLS]).try_into().unwrap()
    }

    /// Returns the nine candidates of one cell.
    #[inline(always)]
    pub(crate) fn cell(&self, cell: usize) -> [P; DIGITS] {
        let from: &[P; CELL_SPAN] = (&self.candidate[cell..][..CELL_SPAN]).try_into().unwrap();
        super::unroll::nine!(DIGIT => from[CELLS * DIGIT])
    }
}
