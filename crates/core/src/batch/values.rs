//! Converts puzzles to planes, and planes to solutions.
//!
//! Values pass through the transpose as nibbles, two cells per byte. This form is called a *code*:
//!
//! ```text
//! byte       0          1                 39          40
//!        ┌──────────┬──────────┬─────┬──────────┬──────────┐
//! low    │ cell 0   │ cell 1   │ ... │ cell 39  │ cell 40  │      41 bytes, six words; the planes
//! high   │ cell 41  │ cell 42  │ ... │ cell 80  │    0     │      of cell c start at code_plane(c)
//!        └──────────┴──────────┴─────┴──────────┴──────────┘
//! ```
//!
//! A nibble from 1 to 9 represents that digit, and 0 represents an empty cell.

use super::board::{BoardRow, Boards, CELL_SPAN, CELLS, ROW_WORDS};
use super::plane::{Kernel, Plane};
use super::unroll::nine;
use crate::candidate::CandidateSet;
use crate::digit::Digit;
use crate::grid::Grid;
use crate::solve::Clues;

/// The number of words in a code.
pub(crate) const CODE_WORDS: usize = 6;

/// The number of planes of a code.
pub(crate) const CODE_PLANES: usize = 64 * CODE_WORDS;

/// The number of cells that are stored in low nibbles: cells 0 to 40.
const LOW: usize = 41;

/// A grid packed as nibbles, two cells per byte.
pub(crate) type Code = [u64; CODE_WORDS];

/// Returns the index of the first of the four planes that hold a cell's nibble.
#[inline(always)]
const fn code_plane(cell: usize) -> usize {
    if cell < LOW { 8 * cell } else { 8 * (cell - LOW) + 4 }
}

/// A puzzle in one of the forms that the bulk engine accepts.
pub(crate) trait BatchPuzzle: Clone + 'static {
    /// How puzzles of this type are packed.
    const FORM: PackedForm;

    /// Returns the puzzle, packed for the planes.
    fn packed(&self) -> PackedPuzzle;

    /// Returns the puzzle in the form that the single-puzzle engine accepts.
    fn clues(&self) -> Clues<'_>;
}

/// How a type of puzzle is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PackedForm {
    /// As a [`Code`], which occupies the first words.
    Code,
    /// As a [`BoardRow`].
    Row,
}

/// A packed puzzle; [`BatchPuzzle::FORM`] determines how many words are used.
pub(crate) type PackedPuzzle = [u64; ROW_WORDS];

/// Puzzles given as 81 values.
impl BatchPuzzle for Grid {
    const FORM: PackedForm = PackedForm::Code;

    #[inline(always)]
    fn packed(&self) -> PackedPuzzle {
        widen(pack(self.as_bytes()))
    }

    fn clues(&self) -> Clues<'_> {
        Clues::from(self)
    }
}

/// Puzzles given as the candidate sets of 81 cells.
impl BatchPuzzle for CandidateSet {
    const FORM: PackedForm = PackedForm::Row;

    fn packed(&self) -> PackedPuzzle {
        let mut row = [0; ROW_WORDS];
        for digit in Digit::ALL {
            let (word, shift) = (CELLS * digit.index() / 64, CELLS * digit.index() % 64);
            let cells = self.cells(digit).bits();
            let low = cells << shift;
            row[word] |= low as u64;
            row[word + 1] |= (low >> 64) as u64;
            // 81 bits that start above bit 47 extend into a third word.
            if shift > 128 - CELLS {
                row[word + 2] |= (cells >> (128 - shift)) as u64;
            }
        }
        row
    }

    fn clues(&self) -> Clues<'_> {
        Clues::from(self)
    }
}

/// Pads a code to the width of a row.
#[inline(always)]
fn widen(code: Code) -> PackedPuzzle {
    let mut packed = [0; ROW_WORDS];
    packed[..CODE_WORDS].copy_from_slice(&code);
    packed
}

/// A mask for the low nibble of every byte.
const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;

/// Packs two cells into each byte.
#[inline(always)]
fn pack(values: &[u8; CELLS]) -> Code {
    let eight = |cell: usize| u64::from_le_bytes(values[cell..][..8].try_into().unwrap());
    let word = |w: usize| eight(8 * w) | eight(8 * w + LOW) << 4;
    [word(0), word(1), word(2), word(3), word(4), u64::from(values[LOW - 1])]
}

/// Unpacks a code, and writes its values.
#[inline(always)]
pub(crate) fn unpack(code: &Code, values: &mut [u8; CELLS]) {
    for (w, word) in code[..CODE_WORDS - 1].iter().enumerate() {
        values[8 * w..][..8].copy_from_slice(&(word & NIBBLES).to_le_bytes());
        values[LOW + 8 * w..][..8].copy_from_slice(&(word >> 4 & NIBBLES).to_le_bytes());
    }
    values[LOW - 1] = code[CODE_WORDS - 1] as u8 & 15;
}

/// A table that spreads the bits of a byte over eight bytes.
const SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte >> bit & 1) as u64) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Returns the cells in which a digit is possible, given the row of a board.
#[inline(always)]
fn digit_cells(row: &BoardRow, digit: usize) -> u128 {
    let (word, shift) = (CELLS * digit / 64, CELLS * digit % 64);
    let at = |w: usize| u128::from(if w < ROW_WORDS { row[w] } else { 0 });
    let cells = (at(word) | at(word + 1) << 64) >> shift;
    if shift > 128 - CELLS { cells | at(word + 2) << (128 - shift) } else { cells }
}

/// Writes the values of a solved board, which is given as a row.
#[inline(always)]
pub(crate) fn row_values(row: &BoardRow, values: &mut [u8; CELLS]) {
    let [d1, d2, d3, d4, d5, d6, d7, d8, d9] = nine!(D => digit_cells(row, D));
    let bits = [d1 | d3 | d5 | d7 | d9, d2 | d3 | d6 | d7, d4 | d5 | d6 | d7, d8 | d9];
    let eight = |cell: usize| {
        let spread = |bit: usize| SPREAD[(bits[bit] >> cell) as usize & 255] << bit;
        spread(0) | spread(1) | spread(2) | spread(3)
    };
    for (i, values) in values.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        *values = eight(8 * i).to_le_bytes();
    }
    values[CELLS - 1] = eight(CELLS - 1) as u8;
}

/// Converts codes to boards.
pub(crate) struct Decode<'a, P: Plane> {
    /// The token required to create planes.
    pub(crate) token: P::Token,
    /// The codes of all slots, as planes.
    pub(crate) code: &'a [P; CODE_PLANES],
    /// The boards to fill.
    pub(crate) boards: &'a mut Boards<P>,
}

impl<P: Plane> Kernel for Decode<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let ones = P::splat(self.token, !0);
        let candidate = &mut self.boards.candidate;
        for cell in 0..CELLS {
            let [b0, b1, b2, b3]: [P; 4] = self.code[code_plane(cell)..][..4].try_into().unwrap();
            let low = [ones.and_neither(b0, b1), b0.and_not(b1), b1.and_not(b0), b0.and(b1)];
            let high = [ones.and_neither(b2, b3), b2.and_not(b3), b3.and_not(b2)];
            let blank = low[0].and(high[0]);
            self.boards.unsolved[cell] = blank;
            let x: &mut [P; CELL_SPAN] = (&mut candidate[cell..][..CELL_SPAN]).try_into().unwrap();
            let _: [(); 9] = nine!(D => {
                x[CELLS * D] = blank.or_and(low[(D + 1) % 4], high[(D + 1) / 4]);
            });
        }
        self.boards.alive = ones;
    }
}

/// Converts solved boards to codes.
pub(crate) struct Encode<'a, P: Plane> {
    /// The boards.
    pub(crate) boards: &'a Boards<P>,
    /// The codes of all slots, as planes.
    pub(crate) code: &'a mut [P; CODE_PLANES],
}

impl<P: Plane> Kernel for Encode<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for cell in 0..CELLS {
            let [d1, d2, d3, d4, d5, d6, d7, d8, d9] = self.boards.cell(cell);
            let code: &mut [P; 4] = (&mut self.code[code_plane(cell)..][..4]).try_into().unwrap();
            code[0] = d1.or3(d3, d5).or3(d7, d9);
            code[1] = d2.or3(d3, d6).or(d7);
            code[2] = d4.or3(d5, d6).or(d7);
            code[3] = d8.or(d9);
        }
    }
}
