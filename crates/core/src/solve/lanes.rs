//! The vector operations that the engine is written in.
//!
//! A board is three vectors of candidate sets (see [`super::engine`]). The engine never names an instruction
//! set; it uses the traits of this file, and each backend implements them with the instructions of its
//! processor.
//!
//! ```text
//!   coordinates of a cell          CellLanes: one lane per minirow (b, i, k)
//!                                  Boxes:     one lane per box     (b, k)
//!   b  band              0..3
//!   i  row in the band   0..3      A value that is the same in the three rows of
//!   k  stack             0..3      a box (a minicolumn, a box) has the type Boxes.
//!   j  column in the     0..3      With 512 bits, this is the same type as CellLanes,
//!      stack                       with repeated lanes; with narrower vectors,
//!                                  operations on it take a third of the work.
//! ```
//!
//! A lane has 16 bits, of which the low nine represent the digits 1 to 9. Lanes that belong to no cell always
//! hold all nine digits: every permutation leaves them in place, and no rule changes them.
//!
//! A vector value proves that the processor has the instructions it needs. The first vector can only be
//! created with a token, and tokens are created only by feature detection. That is why the operations are
//! safe to call.

use std::ops::{BitAnd, BitOr, BitXor};

/// The set of all nine digits.
pub(crate) const ALL: u16 = 0x1ff;

/// A number below 96 for each cell, used to break ties between equally good guesses. For the cells of the
/// first vector, it is the index of the minirow.
pub(crate) const TIE_BREAKS: [u16; 81] = {
    let mut tie_breaks = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        tie_breaks[cell] = (cell % 3 * 32 + cell / 3) as u16;
        cell += 1;
    }
    tie_breaks
};

/// Bitwise logic on vectors of digit sets, and the moves that every vector supports: to the other two stacks
/// and to the other two bands.
pub(crate) trait Lanes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// Returns `self & !other`.
    fn without(self, other: Self) -> Self;

    /// Keeps the lanes with at most three digits; the others become empty.
    fn at_most_three(self) -> Self;

    /// Keeps the lanes with at least three digits; the others are set to all nine digits.
    fn at_least_three_or_all(self) -> Self;

    /// Moves the lane of stack k + 1 (modulo 3) to lane (b, i, k).
    fn next_stack(self) -> Self;

    /// Moves the lane of stack k + 2 (modulo 3) to lane (b, i, k).
    fn prev_stack(self) -> Self;

    /// Moves the lane of band b + 1 (modulo 3) to lane (b, i, k).
    fn next_band(self) -> Self;

    /// Moves the lane of band b + 2 (modulo 3) to lane (b, i, k).
    fn prev_band(self) -> Self;

    /// Reports whether any lane has a digit.
    fn any(self) -> bool;

    /// Returns the digits in at least one of the three sets.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self | b | c
    }

    /// Returns the digits in all three sets.
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self & b & c
    }

    /// Returns the digits in an odd number of the three sets: the sum bit of a full adder.
    #[inline(always)]
    fn odd(self, b: Self, c: Self) -> Self {
        self ^ b ^ c
    }

    /// Returns the digits in at least two of the three sets: the carry bit of a full adder.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        (self & b) | ((self ^ b) & c)
    }

    /// Returns the digits in exactly one of the three sets.
    #[inline(always)]
    fn exactly_one(self, b: Self, c: Self) -> Self {
        // Often the union of the three sets is needed, too; it shares `self | b`.
        ((self | b) ^ c).without(self & b)
    }

    /// Returns `self & (b | c)`.
    #[inline(always)]
    fn and_either(self, b: Self, c: Self) -> Self {
        self & (b | c)
    }

    /// Returns `self & !(b | c)`.
    #[inline(always)]
    fn without_both(self, b: Self, c: Self) -> Self {
        self.without(b | c)
    }

    /// Returns `self & !(b ^ c)`. `c` must be a subset of `self`.
    #[inline(always)]
    fn where_equal(self, b: Self, c: Self) -> Self {
        c ^ self.without(b)
    }

    /// Returns `self | (b & c)`.
    #[inline(always)]
    fn or_both(self, b: Self, c: Self) -> Self {
        self | (b & c)
    }

    /// Returns `self | (b & !c)`.
    #[inline(always)]
    fn or_without(self, b: Self, c: Self) -> Self {
        self | b.without(c)
    }

    /// Returns `self | (b ^ c)`.
    #[inline(always)]
    fn or_difference(self, b: Self, c: Self) -> Self {
        self | (b ^ c)
    }
}

/// A vector with one lane per minirow.
pub(crate) trait CellLanes: Lanes {
    /// The token that is required to create the first vector.
    type Token: Copy;

    /// The vector type for values that are the same in all three rows of a box.
    type Boxes: Lanes;

    /// A set of lanes.
    type Mask: Copy;

    /// A summary of the decided cells: either which cells are decided, or how many per box. It is only used
    /// in comparisons.
    type DecidedTally: Copy;

    /// Returns a vector with the same number in every lane.
    fn splat(token: Self::Token, lane: u16) -> Self;

    /// Loads cell c into lane c / 3 of vector c % 3; lanes without a cell get `rest`.
    fn load(token: Self::Token, cells: &[u16; 81], rest: u16) -> [Self; 3];

    /// Stores a board as 81 cells; the inverse of `load`.
    fn store(board: [Self; 3]) -> [u16; 81];

    /// Returns the [`TIE_BREAKS`] of the cells; lanes without a cell hold [`u16::MAX`].
    fn tie_breaks(token: Self::Token) -> [Self; 3];

    /// Returns the lanes with one digit or none.
    fn single(self) -> Self::Mask;

    /// Keeps the lanes in `mask`; the others become empty.
    fn only(self, mask: Self::Mask) -> Self;

    /// Returns the number of lanes in a mask. The mask must not contain lanes without a cell.
    fn count(mask: Self::Mask) -> u32;

    /// Computes the tally of the lanes in three masks, one for each vector of a board.
    fn tally(masks: [Self::Mask; 3]) -> Self::DecidedTally;

    /// Reports whether `tally` contains more cells than the earlier tally `before`. A decided cell stays
    /// decided, so the tallies differ only if there are more.
    fn has_grown(tally: Self::DecidedTally, before: Self::DecidedTally) -> bool;

    /// Reports whether the tally was computed from three masks that each contained all 27 lanes.
    fn is_full(tally: Self::DecidedTally) -> bool;

    /// Takes the lanes in `mask` from `other`, and the rest from `self`.
    fn replace(self, mask: Self::Mask, other: Self) -> Self;

    /// Reduces each lane to the digits of `other`, except that a lane that is empty in `other` stays
    /// unchanged. `other` must be a subset of `self`.
    fn and_where_any(self, other: Self) -> Self;

    /// Removes the lowest digit from each lane.
    fn without_lowest(self) -> Self;

    /// Reports whether any lane of the three vectors is empty.
    fn any_empty(cells: [Self; 3]) -> bool;

    /// Returns, in lane (b, i, k), the digits for which the *other* two rows of the band can be matched with
    /// the other two boxes: `(r[i+1,k+1] & r[i+2,k+2]) | (r[i+1,k+2] & r[i+2,k+1])`.
    fn matching(self) -> Self;

    /// Returns the union of the three rows of each box.
    fn union_of_rows(self) -> Self::Boxes;

    /// Returns the digits in exactly one of the three rows of each box.
    fn in_one_row(self) -> Self::Boxes;

    /// Returns, in each lane, the subset of `digits` that is in neither of the other two rows of the box. The
    /// result is meaningful only for digits in the lane itself; other digits may or may not be included.
    fn not_in_other_rows(self, digits: Self::Boxes) -> Self;

    /// Returns, in each lane, the union of the other two rows of the box.
    fn other_rows(self) -> Self;

    /// Moves row i + 1 (modulo 3) of the box to lane (b, i, k).
    fn next_row(self) -> Self;

    /// Moves row i + 2 (modulo 3) of the box to lane (b, i, k).
    fn prev_row(self) -> Self;

    /// Repeats a value in the three rows of each box.
    fn spread(boxes: Self::Boxes) -> Self;

    /// Returns the number of digits in each lane. Only the low nine bits may be set.
    fn len(self) -> Self;

    /// Adds numbers lane by lane; the sums must stay below 2¹⁶.
    fn add_lanes(self, other: Self) -> Self;

    /// Multiplies the number in each lane by 2 to the power of `N`; the results must stay below 2¹⁶.
    fn shifted<const N: u32>(self) -> Self;

    /// Divides the number in each lane by 2 to the power of `N`, and rounds down.
    fn shifted_down<const N: u32>(self) -> Self;

    /// Returns the lanes that hold exactly `number`.
    fn equals(self, number: u16) -> Self::Mask;

    /// Returns the smallest number in the four vectors.
    fn overall_min(keys: [Self; 4]) -> u16;
}

/// An instruction set. A value of this type is a token: it exists only if the processor can execute the
/// instructions.
pub(crate) trait Token: Copy {
    /// The vector type of this backend.
    type Cells: CellLanes<Token = Self>;

    /// Runs a job inside a function that is compiled with the instructions of this backend, so that
    /// everything the job calls can be inlined into it.
    fn run<J: VectorJob<Self>>(self, job: J) -> J::Output;

    /// Returns a vector with the same number in every lane.
    #[inline(always)]
    fn splat(self, lane: u16) -> Self::Cells {
        Self::Cells::splat(self, lane)
    }

    /// Loads the candidates for the 81 numbers of a grid: 0 allows all nine digits, and a number from 1 to 9
    /// allows only that digit. No other numbers may occur.
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
        Self::Cells::load(self, &candidates, ALL)
    }

    /// Loads sets of candidates; bits above the ninth are ignored.
    #[inline(always)]
    fn read_candidates(self, candidates: &[u16; 81]) -> [Self::Cells; 3] {
        let mut candidates = *candidates;
        for digits in &mut candidates {
            *digits &= ALL;
        }
        Self::Cells::load(self, &candidates, ALL)
    }

    /// Writes the digits (1 to 9) of a board on which every cell is decided.
    #[inline(always)]
    fn write(self, board: [Self::Cells; 3], values: &mut [u8; 81]) {
        for (value, digit) in values.iter_mut().zip(Self::Cells::store(board)) {
            *value = digit.trailing_zeros() as u8 + 1;
        }
    }
}

/// A board as three vectors of candidate sets.
pub(crate) type VectorBoard<T> = [<T as Token>::Cells; 3];

/// A piece of work that [`Token::run`] executes with the instructions of a backend.
pub(crate) trait VectorJob<B> {
    /// The result type of the job.
    type Output;

    /// Runs the job. Implementations must be `#[inline(always)]`; otherwise they are compiled without the
    /// backend's instructions.
    fn run(self, backend: B) -> Self::Output;
}
