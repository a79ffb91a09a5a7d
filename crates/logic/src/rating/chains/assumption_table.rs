//! A table that stores, for each candidate, the assumptions that make it true and those that make it false.
//!
//! ```text
//!               assumptions 0 … 127   128 … 255
//! candidate 0   [ word 0, word 1 ]    [ word 2, word 3 ]
//! candidate 1   [ word 0, word 1 ]    [ word 2, word 3 ]
//! …                   column 0              column 1
//! ```
//!
//! Each assumption is that one candidate is true. [`super::implications`] fills the table one column at a
//! time. It is then transposed into one set of candidates per assumption.

use super::closure::{CandidateBits, EMPTY};

/// The number of words in a set of candidates.
const WORDS: usize = EMPTY.len();

/// The number of columns in the table.
pub(super) const COLUMN_COUNT: usize = WORDS.div_ceil(COLUMN_WORDS);

/// The maximum number of candidates in a grid that the table can handle.
pub(super) const MAX_CANDIDATES: usize = 64 * WORDS;

/// The number of words per column. Two words fit into one 128-bit vector register; wider columns are rarely
/// faster.
pub(super) const COLUMN_WORDS: usize = 2;

/// A set of assumptions within one column, one bit per assumption.
pub(super) type AssumptionWords = [u64; COLUMN_WORDS];

/// One column of the table: a set of assumptions for every candidate.
pub(super) type AssumptionColumn = [AssumptionWords; MAX_CANDIDATES];

/// The assumptions that make each candidate true (`on`) or false (`off`), 128 assumptions per column.
#[derive(Clone, Debug, Default)]
pub(super) struct AssumptionTable {
    pub(super) on: Vec<AssumptionColumn>,
    pub(super) off: Vec<AssumptionColumn>,
    /// For each column: the assumptions that lead to a contradiction.
    pub(super) contradictory: [AssumptionWords; COLUMN_COUNT],
}

impl AssumptionTable {
    pub(super) fn clear(&mut self) {
        for columns in [&mut self.on, &mut self.off] {
            columns.clear();
            columns.resize(COLUMN_COUNT, [[0; COLUMN_WORDS]; MAX_CANDIDATES]);
        }
        self.contradictory = [[0; COLUMN_WORDS]; COLUMN_COUNT];
    }

    /// Marks the candidate with this number as true under its own assumption.
    pub(super) fn assume(&mut self, number: usize) {
        self.on[number / 64 / COLUMN_WORDS][number][number / 64 % COLUMN_WORDS] = 1 << (number % 64);
    }

    /// Reports whether the assumption with this number leads to a contradiction.
    pub(super) fn is_contradictory(&self, number: usize) -> bool {
        self.contradictory[number / 64 / COLUMN_WORDS][number / 64 % COLUMN_WORDS] >> (number % 64) & 1 == 1
    }
}

/// Converts the columns into one set of candidates per assumption. `count` is the number of candidates.
pub(super) fn transpose_columns(columns: &[AssumptionColumn], count: usize, sets: &mut Vec<CandidateBits>) {
    let words = count.div_ceil(64);
    sets.resize(MAX_CANDIDATES, EMPTY);
    for column in 0..words.div_ceil(COLUMN_WORDS) {
        for to in 0..words {
            let mut block = [[0; COLUMN_WORDS]; 64];
            block.copy_from_slice(&columns[column][to * 64..to * 64 + 64]);
            transpose(&mut block);
            for word in 0..COLUMN_WORDS.min(words - column * COLUMN_WORDS) {
                let from = (column * COLUMN_WORDS + word) * 64;
                for row in 0..64 {
                    sets[from + row][to] = block[row][word];
                }
            }
        }
    }
}

/// Transposes the 64 × 64 bits of each word of a column, by swapping blocks of decreasing size.
fn transpose(block: &mut [AssumptionWords; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_FFFF_FFFF_u64;
    while width > 0 {
        let mut row = 0;
        while row < 64 {
            for word in 0..COLUMN_WORDS {
                let swap = (block[row][word] >> width ^ block[row + width][word]) & mask;
                block[row][word] ^= swap << width;
                block[row + width][word] ^= swap;
            }
            row = (row + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::{COLUMN_WORDS, transpose};

    #[test]
    fn rows_become_columns() {
        let pattern = |row: u64| row.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ row << 40;
        let before: [[u64; COLUMN_WORDS]; 64] =
            std::array::from_fn(|row| std::array::from_fn(|word| pattern((row + 64 * word) as u64)));
        let mut after = before;
        transpose(&mut after);
        for row in 0..64 {
            for column in 0..64 {
                for word in 0..COLUMN_WORDS {
                    let [there, here] = [before[row][word] >> column, after[column][word] >> row];
                    assert_eq!(there & 1, here & 1, "{row} {column} {word}");
                }
            }
        }
    }
}
