//! The vocabulary of vectors in which the engine is written.
//!
//! A board is three vectors of cell masks (see [`super::engine`]). The engine
//! never names an instruction set: it asks for the operations of this file,
//! and each backend answers with what its processor has.
//!
//! ```text
//!   coordinates of a cell          Cells: one lane per minirow (b, i, k)
//!                                  Boxes: one lane per box     (b, k)
//!   b  band              0..3
//!   i  row in the band   0..3      A value that is the same in the three rows
//!   k  stack             0..3      of a box (a minicolumn, a box) is a Boxes:
//!   j  column in the     0..3      on a 512-bit machine just another Cells
//!      stack                       whose lanes repeat, on narrower machines a
//!                                  third of the work.
//! ```
//!
//! A lane is 16 bits, of which the low nine stand for the digits 1 to 9.
//! Lanes that belong to no cell hold all nine digits for ever: every
//! permutation leaves them in place, and every rule leaves them alone.
//!
//! A value of a vector type is proof that the processor has the instructions
//! it needs: the first one can only be made from a token, and tokens are only
//! made by detection. That is why the operations are safe to call.

use std::ops::{BitAnd, BitOr, BitXor};

/// All nine digits.
pub(crate) const ALL: u16 = 0x1ff;

/// A number below 96 for each cell, the order in which equally good cells are branched on; in the
/// first vector it is the number of the minirow.
pub(crate) const TIE_BREAKS: [u16; 81] = {
    let mut tie_breaks = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        tie_breaks[cell] = (cell % 3 * 32 + cell / 3) as u16;
        cell += 1;
    }
    tie_breaks
};

/// Bitwise logic on vectors of digit sets, and the moves that exist in every
/// vector: to the other two stacks and to the other two bands.
pub(crate) trait Lanes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// `self & !other`.
    fn without(self, other: Self) -> Self;

    /// The lanes that have at most three digits; the others become empty.
    fn at_most_three(self) -> Self;

    /// The lanes that have at least three digits; the others become full.
    fn at_least_three_or_all(self) -> Self;

    /// Lane (b, i, k) receives the lane of stack k + 1, modulo 3.
    fn next_stack(self) -> Self;

    /// Lane (b, i, k) receives the lane of stack k + 2, modulo 3.
    fn prev_stack(self) -> Self;

    /// Lane (b, i, k) receives the lane of band b + 1, modulo 3.
    fn next_band(self) -> Self;

    /// Lane (b, i, k) receives the lane of band b + 2, modulo 3.
    fn prev_band(self) -> Self;

    /// Whether some lane has a digit.
    fn any(self) -> bool;

    /// Digits in at least one of three.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self | b | c
    }

    /// Digits in all three.
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self & b & c
    }

    /// Digits in an odd number of three: the sum bit of a full adder.
    #[inline(always)]
    fn odd(self, b: Self, c: Self) -> Self {
        self ^ b ^ c
    }

    /// Digits in at least two of three: the carry bit of a full adder.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        (self & b) | ((self ^ b) & c)
    }

    /// Digits in exactly one of three.
    #[inline(always)]
    fn exactly_one(self, b: Self, c: Self) -> Self {
        (self ^ b ^ c).without(self & b)
    }

    /// `self & (b | c)`.
    #[inline(always)]
    fn and_either(self, b: Self, c: Self) -> Self {
        self & (b | c)
    }

    /// `self & !(b | c)`.
    #[inline(always)]
    fn without_both(self, b: Self, c: Self) -> Self {
        self.without(b | c)
    }

    /// `self & !(b ^ c)`.
    #[inline(always)]
    fn where_equal(self, b: Self, c: Self) -> Self {
        self.without(b ^ c)
    }

    /// `self | (b & c)`.
    #[inline(always)]
    fn or_both(self, b: Self, c: Self) -> Self {
        self | (b & c)
    }

    /// `self | (b & !c)`.
    #[inline(always)]
    fn or_without(self, b: Self, c: Self) -> Self {
        self | b.without(c)
    }

    /// `self | (b ^ c)`.
    #[inline(always)]
    fn or_difference(self, b: Self, c: Self) -> Self {
        self | (b ^ c)
    }
}

/// A vector with one lane per minirow.
pub(crate) trait CellLanes: Lanes {
    /// The vector of values that are the same in all three rows of a box.
    type Boxes: Lanes;

    /// A set of lanes.
    type Mask: Copy;

    /// Which cells are decided, or how many in each box; it is only compared.
    type DecidedTally: Copy;

    /// The lanes with exactly one digit, or none.
    fn single(self) -> Self::Mask;

    /// The lanes of `mask`; the others become empty.
    fn only(self, mask: Self::Mask) -> Self;

    /// Number of lanes that are in the mask, which is never a lane without a cell.
    fn count(mask: Self::Mask) -> u32;

    /// The tally of the lanes that are in the masks.
    fn tally(masks: [Self::Mask; 3]) -> Self::DecidedTally;

    /// Whether there are more lanes in a tally than in one that was taken before. What is decided is never open again, so that
    /// any difference is one more.
    fn has_grown(tally: Self::DecidedTally, before: Self::DecidedTally) -> bool;

    /// Whether all 27 lanes were in all three masks.
    fn is_full(tally: Self::DecidedTally) -> bool;

    /// The lanes of `mask` from `other`, the rest from `self`.
    fn replace(self, mask: Self::Mask, other: Self) -> Self;

    /// Lanes where `other` has digits keep only those; the rest stays.
    fn and_where_any(self, other: Self) -> Self;

    /// Each lane without its lowest digit.
    fn without_lowest(self) -> Self;

    /// Whether some lane of the three vectors is empty.
    fn any_empty(cells: [Self; 3]) -> bool;

    /// Lane (b, i, k) receives, for its digits, the ways in which the *other* two rows
    /// of the band can take the other two boxes: `(r[i+1,k+1] & r[i+2,k+2]) | (r[i+1,k+2] & r[i+2,k+1])`.
    fn matching(self) -> Self;

    /// The union over the three rows of the box.
    fn union_of_rows(self) -> Self::Boxes;

    /// Digits in exactly one of the three rows of the box.
    fn in_one_row(self) -> Self::Boxes;

    /// Digits of `digits` that neither of the other two rows of the box has. It
    /// matters only for digits that the lane itself has; the others may come out either way.
    fn not_in_other_rows(self, digits: Self::Boxes) -> Self;

    /// The union of the other two rows of the box.
    fn other_rows(self) -> Self;

    /// Lane (b, i, k) receives row i + 1 of the box.
    fn next_row(self) -> Self;

    /// Lane (b, i, k) receives row i + 2 of the box.
    fn prev_row(self) -> Self;

    /// The same value in the three rows of each box.
    fn spread(boxes: Self::Boxes) -> Self;

    /// Number of digits in each lane.
    fn len(self) -> Self;

    /// Lane-wise sum of numbers, which must stay below 2¹⁶.
    fn add_lanes(self, other: Self) -> Self;

    /// Lane-wise numbers times 2 to the power `N`, which must stay below 2¹⁶.
    fn shifted<const N: u32>(self) -> Self;

    /// The lanes that hold exactly `number`.
    fn equals(self, number: u16) -> Self::Mask;

    /// The least number in the four vectors.
    fn overall_min(keys: [Self; 4]) -> u16;
}

/// A set of instructions. The type is a token: to have one is to know that the
/// processor can execute them.
pub(crate) trait Token: Copy {
    /// The vector of this backend.
    type Cells: CellLanes;

    /// Runs a job in a stack frame that is compiled with the instructions of
    /// this backend, so that everything inlines into straight code.
    fn run<J: VectorJob<Self>>(self, job: J) -> J::Output;

    /// The same number in every lane.
    fn splat(self, lane: u16) -> Self::Cells;

    /// Cell c in lane c / 3 of vector c % 3; lanes without a cell get `rest`.
    fn load(self, cells: &[u16; 81], rest: u16) -> [Self::Cells; 3];

    /// The reverse of `load`.
    fn store(self, board: [Self::Cells; 3]) -> [u16; 81];

    /// The [`TIE_BREAKS`] of the cells, and the greatest number in lanes without one.
    fn tie_breaks(self) -> [Self::Cells; 3];

    /// The candidates of 81 cells of a grid: 0 leaves all nine, 1 to 9 leave one. There are no other numbers.
    #[inline(always)]
    fn read_bytes(self, bytes: &[u8; 81]) -> [Self::Cells; 3] {
        const CANDIDATES: [u16; 256] = {
            let mut table = [0; 256];
            table[0] = ALL;
            let mut digit = 0;
            while digit < 9 {
                table[1 + digit] = 1 << digit;
                digit += 1;
            }
            table
        };
        let mut candidates = [0; 81];
        for (digits, &byte) in candidates.iter_mut().zip(bytes) {
            *digits = CANDIDATES[usize::from(byte)];
        }
        self.load(&candidates, ALL)
    }

    /// The candidates as given, bits above the ninth ignored.
    #[inline(always)]
    fn read_candidates(self, candidates: &[u16; 81]) -> [Self::Cells; 3] {
        let mut candidates = *candidates;
        for digits in &mut candidates {
            *digits &= ALL;
        }
        self.load(&candidates, ALL)
    }

    /// Writes the digits 1 to 9 of a board on which every cell is single.
    #[inline(always)]
    fn write(self, board: [Self::Cells; 3], values: &mut [u8; 81]) {
        for (value, digit) in values.iter_mut().zip(self.store(board)) {
            *value = digit.trailing_zeros() as u8 + 1;
        }
    }
}

/// Something to do inside the frame of a backend.
pub(crate) trait VectorJob<B> {
    /// What it gives back.
    type Output;

    /// Does it. Must be `#[inline(always)]`, or the frame is for nothing.
    fn run(self, backend: B) -> Self::Output;
}
