//! Lists of eliminated candidates, as written by HoDoKu and SudokuStudio: `dRC` for digit, row and column.
//!
//! `511 922` means that r1c1 is not 5 and r2c2 is not 9. Together with the values, such a list is equivalent
//! to a candidate grid.

use crate::error::{ParseError, WriteErrorKind};
use crate::open_candidates::candidates_left;
use crate::span::Span;
use veridoku_core::{Candidate, CandidateSet, Cell, Digit, Puzzle};

/// Parses a candidate such as `511`.
fn candidate(text: &str) -> Option<Candidate> {
    match *text.as_bytes() {
        [digit @ b'1'..=b'9', row @ b'1'..=b'9', column @ b'1'..=b'9'] => {
            let cell = Cell::new((row - b'1') as usize, (column - b'1') as usize);
            Some(Candidate::new(cell, Digit::from_number(digit - b'0')?))
        }
        _ => None,
    }
}

/// Parses a list of candidates.
pub(crate) fn read(source: Span<'_>) -> Result<CandidateSet, ParseError> {
    const EXPECTED: &str = "a candidate as digit, row and column, such as 511";
    let mut set = CandidateSet::EMPTY;
    for word in source.words(char::is_whitespace) {
        set.insert(candidate(word.text()).ok_or_else(|| word.wrong(EXPECTED))?);
    }
    Ok(set)
}

/// Removes these candidates from the puzzle.
pub(crate) fn remove(puzzle: Puzzle, eliminated: &CandidateSet) -> Puzzle {
    if eliminated.is_empty() {
        return puzzle;
    }
    let left = candidates_left(puzzle.values()).difference(*eliminated);
    puzzle.with_candidates(&left)
}

/// Appends the eliminated candidates: those that do not conflict with a value but are not listed in the
/// puzzle.
pub(crate) fn push(puzzle: &Puzzle, out: &mut String) -> Result<(), WriteErrorKind> {
    let Some(written) = puzzle.written_candidates() else { return Ok(()) };
    let left = candidates_left(puzzle.values());
    if let Some(excluded) = written.difference(left).first() {
        return Err(WriteErrorKind::ExcludedCandidate(excluded));
    }
    for (position, eliminated) in left.difference(*written).iter().enumerate() {
        if position > 0 {
            out.push(' ');
        }
        let cell = eliminated.cell();
        out.push(eliminated.digit().to_char());
        out.extend([cell.row_index(), cell.column_index()].map(|index| (b'1' + index as u8) as char));
    }
    Ok(())
}
