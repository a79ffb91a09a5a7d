//! Puzzles and answers as they travel: few bits a cell, whole words, as the kernel reads and writes them.
//!
//! ```text
//! values, answers   word 0 … 9: byte b of word w holds cell 4w + b below and cell 40 + 4w + b above
//!                   word 10: cell 80
//!                   word 11: of an answer, end in bits 0 and 1, nodes in bits 2 to 16, solutions above
//! candidates        word 3·row + stack of 27: three fields of ten bits, one a cell, a bit for each digit
//! ```
//!
//! A file of its own because it is what CPU and device must agree on; `kernel.cu` has the other half.

use crate::Error;
use crate::device::PuzzleEncoding;
use veridoku_core::batch::Answer;
use veridoku_core::solve::{Clues, End};
use veridoku_core::{CandidateSet, Cell, Digit, Grid};

/// The words of a packed grid, and of an answer.
pub(crate) const ROW_WORDS: usize = 12;
/// The words of a board.
pub(crate) const BOARD_WORDS: usize = 28;
/// A board of candidates.
pub(crate) type PackedBoard = [u32; BOARD_WORDS];

/// The ends of a search, as the kernel writes them; 0 is no answer.
pub(crate) const COMPLETE: u32 = 1;
pub(crate) const LIMIT: u32 = 2;
pub(crate) const BUDGET: u32 = 3;
/// Where an answer has its nodes, above its end.
pub(crate) const NODES_SHIFT: u32 = 2;
/// Where it has the number of its solutions, of which there are at most as many as nodes and one more.
pub(crate) const COUNT_SHIFT: u32 = 17;
/// A search stops below so many nodes, for which there is room.
pub(crate) const NODES_BOUND: u64 = 1 << (COUNT_SHIFT - NODES_SHIFT);
const _: () = assert!(NODES_BOUND <= 1 << (u32::BITS - COUNT_SHIFT), "there is room for as many solutions");
const _: () = assert!(crate::MAX_DEVICE_NODES + 1 < NODES_BOUND, "devices count so far");

/// The cells that share bytes with those from here on.
const HIGH_NIBBLE_START: usize = 40;
/// The low nibble of every byte.
const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;

/// What the device can be asked about.
pub(crate) trait DevicePuzzle: Copy + Send + Sync + 'static {
    /// How it travels.
    const ENCODING: PuzzleEncoding;

    /// Writes the puzzle into as many words as its encoding takes.
    fn pack(&self, words: &mut [u32]);

    /// The board of what is possible before any rule is applied.
    fn board(&self) -> PackedBoard;

    /// The same puzzle for the engines of the CPU.
    fn clues(&self) -> Clues<'_>;
}

impl DevicePuzzle for Grid {
    const ENCODING: PuzzleEncoding = PuzzleEncoding::Values;

    fn pack(&self, words: &mut [u32]) {
        let values = self.as_bytes();
        let (eights, _) = values.as_chunks::<8>();
        for (pair, words) in words[..ROW_WORDS - 2].as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let both = u64::from_le_bytes(eights[pair])
                | u64::from_le_bytes(eights[HIGH_NIBBLE_START / 8 + pair]) << 4;
            *words = [both as u32, (both >> 32) as u32];
        }
        words[ROW_WORDS - 2] = u32::from(values[Cell::COUNT - 1]);
        words[ROW_WORDS - 1] = 0;
    }

    fn board(&self) -> PackedBoard {
        let mut board = [0; BOARD_WORDS];
        for (word, values) in board.iter_mut().zip(self.as_bytes().as_chunks::<3>().0) {
            for (field, &value) in values.iter().enumerate() {
                *word |= if value == 0 { 511 } else { 1 << (value - 1) } << (10 * field);
            }
        }
        board
    }

    fn clues(&self) -> Clues<'_> {
        Clues::from(self)
    }
}

impl DevicePuzzle for CandidateSet {
    const ENCODING: PuzzleEncoding = PuzzleEncoding::Boards;

    fn pack(&self, words: &mut [u32]) {
        /// Three bits, each to the lowest bit of its field.
        const SPREAD: [u32; 8] =
            [0, 1, 1 << 10, 1 | 1 << 10, 1 << 20, 1 | 1 << 20, 1 << 10 | 1 << 20, 1 | 1 << 10 | 1 << 20];
        words.fill(0);
        for digit in Digit::ALL {
            let mut cells = self.cells(digit).bits();
            for word in &mut words[..BOARD_WORDS - 1] {
                *word |= SPREAD[cells as usize & 7] << digit.index();
                cells >>= 3;
            }
        }
    }

    fn board(&self) -> PackedBoard {
        let mut board = [0; BOARD_WORDS];
        self.pack(&mut board);
        board
    }

    fn clues(&self) -> Clues<'_> {
        Clues::from(self)
    }
}

/// EmptyBatches is known yet.
pub(crate) const EMPTY_ANSWER: Answer = Answer { count: 0, nodes: 0, first: None, end: End::Complete };

/// Writes the answer in a row into its place, which spares moving it there.
///
/// # Errors
///
/// If the device did not write one.
#[inline]
pub(crate) fn read_answer(row: &[u32; ROW_WORDS], place: &mut Answer) -> Result<(), Error> {
    let status = row[ROW_WORDS - 1];
    place.end = match status & ((1 << NODES_SHIFT) - 1) {
        COMPLETE => End::Complete,
        LIMIT => End::SolutionLimit,
        BUDGET => End::NodeBudget,
        _ => return Err(Error::MissingAnswers),
    };
    place.count = u64::from(status >> COUNT_SHIFT);
    place.nodes = u64::from(status >> NODES_SHIFT) & (NODES_BOUND - 1);
    if place.count == 0 {
        place.first = None;
        return Ok(());
    }
    let solution = Grid::from_bytes(unpack_values(row)).ok_or(Error::MissingAnswers)?;
    // It goes straight to its place this way (5 ns in all, 17 if the two cases are one).
    *place.first.get_or_insert(solution) = solution;
    Ok(())
}

/// The values in a row.
#[inline]
fn unpack_values(row: &[u32; ROW_WORDS]) -> [u8; Cell::COUNT] {
    let mut values = [0; Cell::COUNT];
    let (eights, _) = values.as_chunks_mut::<8>();
    for (pair, words) in row[..ROW_WORDS - 2].as_chunks::<2>().0.iter().enumerate() {
        let both = u64::from(words[0]) | u64::from(words[1]) << 32;
        eights[pair] = (both & NIBBLES).to_le_bytes();
        eights[HIGH_NIBBLE_START / 8 + pair] = (both >> 4 & NIBBLES).to_le_bytes();
    }
    values[Cell::COUNT - 1] = row[ROW_WORDS - 2] as u8 & 15;
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_core::Candidate;

    /// A grid in which every cell differs from its neighbours in the row of words.
    fn grid() -> Grid {
        Grid::from_bytes(std::array::from_fn(|cell| (cell * 7 % 10) as u8)).unwrap()
    }

    #[test]
    fn a_row_holds_every_value() {
        let mut row = [u32::MAX; ROW_WORDS];
        grid().pack(&mut row);
        assert_eq!(unpack_values(&row), *grid().as_bytes());
        for cell in Cell::all() {
            let mut grid = Grid::EMPTY;
            grid.set(cell, Some(Digit::Nine));
            grid.pack(&mut row);
            assert_eq!(row.iter().map(|word| word.count_ones()).sum::<u32>(), 2, "{cell}");
            assert_eq!(unpack_values(&row), *grid.as_bytes());
        }
    }

    #[test]
    fn a_board_has_a_bit_for_every_candidate() {
        let mut seen = [0; BOARD_WORDS];
        for candidate in Candidate::all() {
            let mut board = [u32::MAX; BOARD_WORDS];
            CandidateSet::only(candidate).pack(&mut board);
            let (cell, digit) = (candidate.cell().index(), candidate.digit().index());
            assert_eq!(board[cell / 3], 1 << (10 * (cell % 3) + digit), "{candidate}");
            assert_eq!(board.iter().map(|word| word.count_ones()).sum::<u32>(), 1);
            seen[cell / 3] |= board[cell / 3];
        }
        let mut all = [0; BOARD_WORDS];
        CandidateSet::ALL.pack(&mut all);
        assert_eq!(seen, all);
    }

    #[test]
    fn a_grid_is_a_board_too() {
        let candidates: CandidateSet = Candidate::all()
            .filter(|candidate| grid().get(candidate.cell()).is_none_or(|digit| digit == candidate.digit()))
            .collect();
        assert_eq!(grid().board(), candidates.board());
    }

    fn answer(row: &[u32; ROW_WORDS]) -> Result<Answer, Error> {
        let mut answer = EMPTY_ANSWER;
        read_answer(row, &mut answer).map(|()| answer)
    }

    #[test]
    fn an_answer_is_read_back_or_told_to_be_lost() {
        let mut row = [0; ROW_WORDS];
        assert!(matches!(answer(&row), Err(Error::MissingAnswers)), "nothing was written");
        row[ROW_WORDS - 1] = 1 | 7 << 2;
        let none = Answer { count: 0, nodes: 7, first: None, end: End::Complete };
        assert_eq!(answer(&row).unwrap(), none);
        grid().pack(&mut row);
        row[ROW_WORDS - 1] = 2 | 0x7fff << 2 | 3 << 17;
        let three = Answer { count: 3, nodes: 0x7fff, first: Some(grid()), end: End::SolutionLimit };
        assert_eq!(answer(&row).unwrap(), three);
        row[0] = 0xffff_ffff;
        assert!(matches!(answer(&row), Err(Error::MissingAnswers)), "15 is no digit");
    }
}
