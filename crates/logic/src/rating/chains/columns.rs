//! Under which assumptions each candidate is true and false: many assumptions a row, many rows a column.
//!
//! ```text
//!               assumptions 0 … 127   128 … 255
//! candidate 0   [ word 0, word 1 ]    [ word 2, word 3 ]
//! candidate 1   [ word 0, word 1 ]    [ word 2, word 3 ]
//! …                   column 0              column 1
//! ```
//!
//! A file of its own because [`super::forecast`] says what follows, and this how it lies in memory: one column is worked on at
//! a time, and is turned into one set for each assumption at the end.

use super::closure::{EMPTY, Set};

/// The words of a set.
const WORDS: usize = EMPTY.len();

/// The columns of all assumptions.
pub(super) const COLUMNS: usize = WORDS.div_ceil(LANES);

/// The most candidates that are foretold.
pub(super) const SPAN: usize = 64 * WORDS;

/// Words that are worked on at once: two suit the registers of every machine, more are seldom needed together.
pub(super) const LANES: usize = 2;

/// As many assumptions.
pub(super) type Lanes = [u64; LANES];

/// Some of the assumptions, for every candidate.
pub(super) type Column = [Lanes; SPAN];

/// Under which assumptions each candidate is true and false, 128 assumptions a column.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    pub(super) on: Vec<Column>,
    pub(super) off: Vec<Column>,
    /// By column: the assumptions under which a candidate is both.
    pub(super) absurd: [Lanes; COLUMNS],
}

impl Columns {
    pub(super) fn clear(&mut self) {
        for columns in [&mut self.on, &mut self.off] {
            columns.clear();
            columns.resize(COLUMNS, [[0; LANES]; SPAN]);
        }
        self.absurd = [[0; LANES]; COLUMNS];
    }

    /// Makes the candidate of this number true where it is assumed.
    pub(super) fn assume(&mut self, number: usize) {
        self.on[number / 64 / LANES][number][number / 64 % LANES] = 1 << (number % 64);
    }

    /// Whether some candidate is both under the assumption of this number.
    pub(super) fn is_absurd(&self, number: usize) -> bool {
        self.absurd[number / 64 / LANES][number / 64 % LANES] >> (number % 64) & 1 == 1
    }
}

/// Lists the candidates of each assumption, by number of the assumption; as many as there are candidates.
pub(super) fn turn(columns: &[Column], count: usize, sets: &mut Vec<Set>) {
    let words = count.div_ceil(64);
    sets.resize(SPAN, EMPTY);
    for column in 0..words.div_ceil(LANES) {
        for to in 0..words {
            let mut block = [[0; LANES]; 64];
            block.copy_from_slice(&columns[column][to * 64..to * 64 + 64]);
            transpose(&mut block);
            for lane in 0..LANES.min(words - column * LANES) {
                let from = (column * LANES + lane) * 64;
                for row in 0..64 {
                    sets[from + row][to] = block[row][lane];
                }
            }
        }
    }
}

/// Exchanges rows and columns of 64 × 64 bits in every lane, by halves, quarters and so on.
fn transpose(block: &mut [Lanes; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_FFFF_FFFF_u64;
    while width > 0 {
        let mut row = 0;
        while row < 64 {
            for lane in 0..LANES {
                let swap = (block[row][lane] >> width ^ block[row + width][lane]) & mask;
                block[row][lane] ^= swap << width;
                block[row + width][lane] ^= swap;
            }
            row = (row + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::{LANES, transpose};

    #[test]
    fn rows_become_columns() {
        let word = |row: u64| row.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ row << 40;
        let before: [[u64; LANES]; 64] =
            std::array::from_fn(|row| std::array::from_fn(|lane| word((row + 64 * lane) as u64)));
        let mut after = before;
        transpose(&mut after);
        for row in 0..64 {
            for column in 0..64 {
                for lane in 0..LANES {
                    let [there, here] = [before[row][lane] >> column, after[column][lane] >> row];
                    assert_eq!(there & 1, here & 1, "{row} {column} {lane}");
                }
            }
        }
    }
}
