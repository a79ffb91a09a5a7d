//! The encoding of puzzles and answers for the transfer between host and device.
//!
//! Callers of [`Solver::solve_rows`](crate::Solver::solve_rows) use the same rows, so nothing is converted.
//!
//! ```text
//! values, answers   words 0–9: byte b of word w holds cell 4w + b in its low nibble
//!                              and cell 40 + 4w + b in its high nibble
//!                   word 10:   cell 80
//!                   word 11:   answers only; bits 0–1: why the search ended, bits 2–16: nodes,
//!                              bits 17–31: solutions
//! candidates        word 3·row + stack, 27 in all: three fields of ten bits, one per cell, one bit per digit
//! ```
//!
//! Host and device must agree on this encoding; `kernel.cu` implements the device side.

use crate::Error;
use veridoku_core::solve::{Clues, End, Limits, SearchResult};
use veridoku_core::{CandidateSet, Cell, Digit, Grid};

/// Number of words in a packed grid or answer.
pub(crate) const ROW_WORDS: usize = 12;
/// A packed grid or answer: 48 bytes, in words of this machine.
///
/// Byte *b* of word *w*, counted from the lowest, holds cell 4*w* + *b* in its low four bits and cell
/// 40 + 4*w* + *b* in its high four bits, for *w* from 0 to 9. Word 10 holds cell 80 in its low four bits. An
/// empty cell is 0.
///
/// In a puzzle, all other bits are ignored. In an answer, these cells are the first solution, or 0 if there
/// is none, and word 11 describes the search:
///
/// | bits of word 11 | contents |
/// |---|---|
/// | 0 and 1 | why the search ended: 1 for [`End::Complete`], 2 for [`End::SolutionLimit`], 3 for [`End::NodeBudget`] |
/// | 2 to 16 | the number of nodes, at most 32,767 |
/// | 17 to 31 | the number of solutions, at most 32,767 |
///
/// [`pack_grid`], [`unpack_grid`] and [`unpack_answer`] convert rows.
pub type PackedRow = [u32; ROW_WORDS];
/// Number of words in a board.
pub(crate) const BOARD_WORDS: usize = 28;
/// A board of candidates.
pub(crate) type PackedBoard = [u32; BOARD_WORDS];

/// The codes for why a search ended, as the kernel writes them. 0 means that there is no answer.
pub(crate) const COMPLETE: u32 = 1;
pub(crate) const LIMIT: u32 = 2;
pub(crate) const BUDGET: u32 = 3;
/// The position of the node count in the last word of an answer. The code for why the search ended is below
/// it.
pub(crate) const NODES_SHIFT: u32 = 2;
/// The position of the solution count in the last word of an answer. The bits above it suffice, because a
/// search finds at most one solution more than it has nodes.
pub(crate) const COUNT_SHIFT: u32 = 17;
/// Exclusive upper bound on the node count, which must fit below the solution count.
pub(crate) const NODES_BOUND: u64 = 1 << (COUNT_SHIFT - NODES_SHIFT);
const _: () = assert!(
    NODES_BOUND <= 1 << (u32::BITS - COUNT_SHIFT),
    "the solution count must fit above the node count"
);
const _: () =
    assert!(crate::MAX_DEVICE_NODES + 1 < NODES_BOUND, "the node count of a device must fit into an answer");

/// The first cell that is stored in a high nibble, as are all later cells except the last.
const HIGH_NIBBLE_START: usize = 40;
/// A mask for the low nibble of every byte.
const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;

/// Packs a grid into a row.
#[inline]
#[must_use]
pub fn pack_grid(grid: &Grid) -> PackedRow {
    let mut row = [0; ROW_WORDS];
    grid.pack(&mut row);
    row
}

/// Unpacks the grid of a row. Returns `None` if a cell has a value above 9.
#[inline]
#[must_use]
pub fn unpack_grid(row: &PackedRow) -> Option<Grid> {
    Grid::from_bytes(unpack_values(row))
}

/// Unpacks an answer. Returns `None` if the row is not an answer.
#[inline]
#[must_use]
pub fn unpack_answer(row: &PackedRow) -> Option<SearchResult> {
    let mut answer = SearchResult::NONE;
    read_answer(row, &mut answer).ok()?;
    Some(answer)
}

/// Packs an answer. Numbers that are too large for their bits are replaced by the largest one that fits.
pub(crate) fn pack_answer(answer: &SearchResult) -> PackedRow {
    let mut row = answer.first.as_ref().map_or([0; ROW_WORDS], pack_grid);
    let end = match answer.end {
        End::Complete => COMPLETE,
        End::SolutionLimit => LIMIT,
        End::NodeBudget => BUDGET,
    };
    let [nodes, count] = [answer.nodes, answer.count].map(|number| number.min(NODES_BOUND - 1) as u32);
    row[ROW_WORDS - 1] = end | nodes << NODES_SHIFT | count << COUNT_SHIFT;
    row
}

/// Reports whether the search of a packed answer stopped before it had exhausted the caller's node budget.
pub(crate) fn is_unfinished(row: &PackedRow, limits: Limits) -> bool {
    let status = row[ROW_WORDS - 1];
    let nodes = u64::from(status >> NODES_SHIFT) & (NODES_BOUND - 1);
    status & ((1 << NODES_SHIFT) - 1) == BUDGET && nodes < limits.nodes
}

/// How puzzles are encoded for the transfer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum PuzzleEncoding {
    /// Packed rows of values.
    Values,
    /// Boards of candidates.
    Boards,
}

impl PuzzleEncoding {
    /// Returns the number of words per puzzle.
    pub(crate) const fn words(self) -> usize {
        match self {
            PuzzleEncoding::Values => ROW_WORDS,
            PuzzleEncoding::Boards => BOARD_WORDS,
        }
    }
}

/// A puzzle that can be sent to a device.
pub(crate) trait DevicePuzzle: Copy + Send + Sync + 'static {
    /// The encoding of this type of puzzle.
    const ENCODING: PuzzleEncoding;

    /// Writes the puzzle to `words`, whose length is given by the encoding.
    fn pack(&self, words: &mut [u32]);

    /// Returns the puzzle as a board of candidates, before any rule is applied.
    fn board(&self) -> PackedBoard;

    /// Returns the puzzle in the form that the CPU engines expect.
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
        /// Maps the bits of three cells to the lowest bits of the three fields of a word.
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

/// Decodes an answer directly into `place`, which avoids a copy.
///
/// # Errors
///
/// Returns an error if the device did not write a valid answer.
#[inline]
pub(crate) fn read_answer(row: &PackedRow, place: &mut SearchResult) -> Result<(), Error> {
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
    // This writes the solution directly to its destination. It takes 5 ns per answer, compared with 17 ns
    // if the cases with and without a solution are merged.
    *place.first.get_or_insert(solution) = solution;
    Ok(())
}

/// Unpacks the values of a row.
#[inline]
fn unpack_values(row: &PackedRow) -> [u8; Cell::COUNT] {
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

    /// Returns a grid in which cells in adjacent nibbles have different values.
    fn grid() -> Grid {
        Grid::from_bytes(std::array::from_fn(|cell| (cell * 7 % 10) as u8)).unwrap()
    }

    #[test]
    fn packed_row_holds_every_value() {
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
    fn rows_are_packed_and_unpacked() {
        assert_eq!(unpack_grid(&pack_grid(&grid())), Some(grid()));
        let mut row = pack_grid(&grid());
        row[ROW_WORDS - 1] = u32::MAX;
        row[ROW_WORDS - 2] |= !15;
        assert_eq!(unpack_grid(&row), Some(grid()), "the other bits are ignored");
        for (word, bits) in [(0, 0xa), (9, 0xa000_0000), (10, 0xf)] {
            let mut row = pack_grid(&Grid::EMPTY);
            row[word] = bits;
            assert_eq!(unpack_grid(&row), None, "word {word}");
        }
    }

    #[test]
    fn packed_answers_are_read_back() {
        let row = PackedRow::default();
        assert_eq!(unpack_answer(&row), None);
        for end in [End::Complete, End::SolutionLimit, End::NodeBudget] {
            for (count, first) in [(0, None), (1, Some(grid())), (0x7fff, Some(grid()))] {
                for nodes in [0, 1, 500, 0x7fff] {
                    let answer = SearchResult { count, nodes, first, end };
                    let row = pack_answer(&answer);
                    assert_eq!(unpack_answer(&row), Some(answer));
                    for budget in [nodes, nodes + 1] {
                        let expected = end == End::NodeBudget && nodes < budget;
                        let limits = Limits::UNIQUE.with_nodes(budget);
                        assert_eq!(is_unfinished(&row, limits), expected, "{answer:?} {budget}");
                    }
                }
            }
        }
        let large =
            SearchResult { count: 1 << 40, nodes: 0x8000, first: Some(grid()), end: End::SolutionLimit };
        let expected = SearchResult { count: 0x7fff, nodes: 0x7fff, ..large };
        assert_eq!(unpack_answer(&pack_answer(&large)), Some(expected));
    }

    #[test]
    fn board_has_a_bit_for_every_candidate() {
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
    fn grid_packs_into_the_same_board_as_its_candidates() {
        let candidates: CandidateSet = Candidate::all()
            .filter(|candidate| grid().get(candidate.cell()).is_none_or(|digit| digit == candidate.digit()))
            .collect();
        assert_eq!(grid().board(), candidates.board());
    }

    fn answer(row: &PackedRow) -> Result<SearchResult, Error> {
        let mut answer = SearchResult::NONE;
        read_answer(row, &mut answer).map(|()| answer)
    }

    #[test]
    fn answers_are_read_back_and_invalid_ones_rejected() {
        let mut row = [0; ROW_WORDS];
        assert!(matches!(answer(&row), Err(Error::MissingAnswers)), "nothing was written");
        row[ROW_WORDS - 1] = 1 | 7 << 2;
        let none = SearchResult { count: 0, nodes: 7, first: None, end: End::Complete };
        assert_eq!(answer(&row).unwrap(), none);
        grid().pack(&mut row);
        row[ROW_WORDS - 1] = 2 | 0x7fff << 2 | 3 << 17;
        let three = SearchResult { count: 3, nodes: 0x7fff, first: Some(grid()), end: End::SolutionLimit };
        assert_eq!(answer(&row).unwrap(), three);
        row[0] = 0xffff_ffff;
        assert!(matches!(answer(&row), Err(Error::MissingAnswers)), "15 is not a digit");
    }
}
