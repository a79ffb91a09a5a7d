//! A relation between numbered things: one row of bits for each.
//!
//! Whether two almost locked sets are linked is asked millions of times a second, and always for one set
//! against all others. So the answers stand in rows, 64 to a word, and questions are put to whole words.

/// For each row, the columns it is related to.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    words: usize,
    bits: Vec<u64>,
}

impl Relation {
    /// A relation without any pair.
    pub(super) fn new(rows: usize, columns: usize) -> Relation {
        let words = columns.div_ceil(64);
        Relation { words, bits: vec![0; rows * words] }
    }

    /// The number of columns, rounded up to whole words.
    pub(super) fn columns(&self) -> usize {
        self.words * 64
    }

    /// The columns related to the row, as bits.
    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..(row + 1) * self.words]
    }

    pub(super) fn insert(&mut self, row: usize, column: usize) {
        self.row_mut(row)[column / 64] |= 1 << (column % 64);
    }

    /// Relates the row also to these columns.
    pub(super) fn unite_with(&mut self, row: usize, columns: &[u64]) {
        for (word, more) in self.row_mut(row).iter_mut().zip(columns) {
            *word |= more;
        }
    }
}

/// The columns in a row of bits, by rising number.
pub(super) fn columns(bits: impl IntoIterator<Item = u64>) -> impl Iterator<Item = usize> {
    bits.into_iter().enumerate().flat_map(|(word, mut bits)| {
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let column = word * 64 + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(column)
        })
    })
}
