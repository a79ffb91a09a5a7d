//! Bytes as pairs of a cell and a digit.

use veridoku_core::{Candidate, Cell, Digit};

/// Returns the candidate that each two bytes describe, and the second byte.
pub(crate) fn candidates(bytes: &[u8]) -> impl Iterator<Item = (Candidate, u8)> {
    bytes.chunks_exact(2).filter_map(|pair| {
        let cell = Cell::from_index(usize::from(pair[0]) % Cell::COUNT)?;
        let digit = Digit::from_index(usize::from(pair[1]) % Digit::COUNT)?;
        Some((Candidate::new(cell, digit), pair[1]))
    })
}
