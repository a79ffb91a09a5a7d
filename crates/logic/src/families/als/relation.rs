//! A relation between numbered items, stored as one row of bits for each item.
//!
//! The finders determine millions of times per second which almost locked sets are linked to a given set.
//! With rows of bits, they test 64 sets at a time.

/// A bit matrix. Each row holds the columns that it is related to.
#[derive(Clone, Debug)]
pub(super) struct BitRelation {
    words: usize,
    bits: Vec<u64>,
}

impl BitRelation {
    /// Creates an empty relation.
    pub(super) fn new(rows: usize, columns: usize) -> BitRelation {
        let words = columns.div_ceil(64);
        BitRelation { words, bits: vec![0; rows * words] }
    }

    /// Returns the number of columns, rounded up to a multiple of 64.
    pub(super) fn columns(&self) -> usize {
        self.words * 64
    }

    /// Returns the columns related to the row, as bits.
    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..(row + 1) * self.words]
    }

    pub(super) fn insert(&mut self, row: usize, column: usize) {
        self.row_mut(row)[column / 64] |= 1 << (column % 64);
    }

    /// Adds these columns to the row.
    pub(super) fn unite_with(&mut self, row: usize, columns: &[u64]) {
        for (word, more) in self.row_mut(row).iter_mut().zip(columns) {
            *word |= more;
        }
    }
}
