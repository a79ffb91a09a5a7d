//! A puzzle that is written in a text format and read back is unchanged, as far as the format can express it.
//!
//! The first byte selects the format. The remaining bytes define the puzzle: values, givens and
//! optional candidates.

use veridoku_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, Grid, Puzzle};
use veridoku_formats::{FORMATS, Record};

pub(crate) fn check(bytes: &[u8]) {
    let Some((&selector, rest)) = bytes.split_first() else { return };
    let format = &FORMATS[selector as usize % FORMATS.len()];
    let mut values = Grid::EMPTY;
    let mut givens = CellSet::EMPTY;
    let mut candidates = CandidateSet::ALL;
    for (cell, &byte) in Cell::all().zip(rest) {
        values.set(cell, Digit::from_number(byte & 0x0f));
        if byte & 0x10 != 0 {
            givens.insert(cell);
        }
        let other = rest.get(81 + cell.index()).copied().unwrap_or(0xff);
        candidates.set_digits(cell, DigitSet::from_bits(u16::from(other) | u16::from(byte & 0x20) << 3));
    }
    let mut puzzle = Puzzle::new(values, givens);
    if rest.get(200).is_some_and(|byte| byte & 1 != 0) {
        puzzle = puzzle.with_candidates(&candidates);
    }
    let Ok(written) = veridoku_formats::write(&Record::from(puzzle.clone()), format) else { return };
    let read =
        veridoku_formats::read(&written).unwrap_or_else(|error| panic!("{format}: {error}\n{written}"));
    let capabilities = format.capabilities();
    if capabilities.values.is_yes() {
        assert_eq!(read.puzzle.values(), puzzle.values(), "{format}\n{written}");
    }
    if capabilities.givens.is_yes() {
        assert_eq!(read.puzzle.givens(), puzzle.givens(), "{format}\n{written}");
    }
    if capabilities.candidates.is_yes() && puzzle.written_candidates().is_some() {
        assert_eq!(read.puzzle.candidates(), puzzle.candidates(), "{format}\n{written}");
    }
}
