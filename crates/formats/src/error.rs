//! Errors from reading text and from writing a puzzle.
//!
//! Both errors have a `kind`, a small enum that programs can match on. `Display` produces a message for
//! people: where the problem is, what was found, and what was expected.

use thiserror::Error;
use veridoku_core::{Candidate, Cell};

/// An error in the input, with its position.
///
/// ```
/// let error = veridoku_formats::read("53..7....6..195....98....6.8...6").unwrap_err();
/// assert_eq!((error.line, error.column), (1, 33));
/// assert_eq!(error.to_string(), "line 1, column 33: found 32 cells, expected 81");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct ParseError {
    /// Line number, starting at 1.
    pub line: u64,
    /// Character position within the line, starting at 1.
    pub column: u64,
    /// What is wrong.
    pub kind: ParseErrorKind,
}

/// The reason why the input cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// An unexpected character.
    #[error("found {found:?}, expected {expected}")]
    Character {
        /// The character.
        found: char,
        /// What is allowed at this position.
        expected: &'static str,
    },
    /// An unexpected word or number.
    #[error("found {found:?}, expected {expected}")]
    Word {
        /// The word, truncated if it is long.
        found: Box<str>,
        /// What is allowed at this position.
        expected: &'static str,
    },
    /// The text ends too early.
    #[error("found the end of the text, expected {expected}")]
    End {
        /// What is missing.
        expected: &'static str,
    },
    /// Too few or too many cells.
    #[error("found {found} {}, expected {expected}", cell_noun(*found, *expected))]
    Cells {
        /// The number of cells found.
        found: usize,
        /// The number of cells expected: 81, 9 within a row, or 729 for a list of candidates.
        expected: usize,
    },
    /// Too few or too many rows.
    #[error("found {found} {}, expected 9", if *found == 1 { "row" } else { "rows" })]
    Rows {
        /// The number of rows found; 9 were expected.
        found: usize,
    },
    /// Too few rows, directly below another grid. Where one ends and the next starts is a guess.
    #[error(
        "found {found} {}, expected 9; the missing row may belong to an earlier grid, because no blank lines \
         separate the grids",
        if *found == 1 { "row" } else { "rows" }
    )]
    RowsBelowGrid {
        /// The number of rows found; 9 were expected.
        found: usize,
    },
    /// A line or record of more than 1 MiB.
    #[error("found a line or record longer than 1 MiB, expected a puzzle")]
    TooLong,
    /// A byte that is not valid UTF-8.
    #[error("found the byte 0x{byte:02x}, expected UTF-8 text")]
    NotUtf8 {
        /// The byte.
        byte: u8,
    },
    /// A Sudoku variant, which has rules beyond those for rows, columns and boxes.
    #[error("found the variant {name:?}, expected a classic Sudoku")]
    Variant {
        /// The name of the variant or of its extra rule, as written in the text.
        name: Box<str>,
    },
    /// A puzzle that is not in the requested format.
    #[error("found a puzzle in {found} format, expected {expected} format")]
    Format {
        /// The name of the detected format.
        found: &'static str,
        /// The name of the requested format.
        expected: &'static str,
    },
    /// The text contains no puzzle.
    #[error("found no puzzle, expected one")]
    NoPuzzle,
    /// The text contains a second puzzle, but only one was expected.
    #[error("found a second puzzle, expected only one")]
    SecondPuzzle,
}

impl ParseErrorKind {
    /// Creates a `Word` error. Long words are truncated.
    pub(crate) fn word(found: &str, expected: &'static str) -> ParseErrorKind {
        const MAX_SHOWN: usize = 40;
        let mut word: String = found.chars().take(MAX_SHOWN).collect();
        if word.len() < found.len() {
            word.push('…');
        }
        ParseErrorKind::Word { found: word.into(), expected }
    }
}

/// Returns the word for this many cells, candidates, or cells of a row.
fn cell_noun(found: usize, expected: usize) -> &'static str {
    match (expected, found) {
        (729, 1) => "candidate",
        (729, _) => "candidates",
        (9, 1) => "cell in the row",
        (9, _) => "cells in the row",
        (_, 1) => "cell",
        _ => "cells",
    }
}

/// The error for a record that a format cannot represent.
///
/// ```
/// use veridoku_formats::Format;
///
/// let puzzle = veridoku_formats::read(&format!("{}:511", ".".repeat(81))).unwrap();
/// let error = veridoku_formats::write(&puzzle, Format::by_name("line").unwrap()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the line format cannot store the candidates of this puzzle, only its values"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the {format} format cannot store {kind}")]
pub struct WriteError {
    /// The name of the format.
    pub format: &'static str,
    /// What the format cannot represent.
    pub kind: WriteErrorKind,
}

/// The reason why a format cannot represent a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteErrorKind {
    /// The puzzle lists candidates other than those that follow from its values.
    #[error("the candidates of this puzzle, only its values")]
    Candidates,
    /// The puzzle has a candidate that conflicts with a value.
    #[error("the candidate {0}, which conflicts with a value")]
    ExcludedCandidate(Candidate),
    /// The puzzle has an empty cell without candidates.
    #[error("the empty cell {0}, which has no candidates")]
    NoCandidate(Cell),
    /// The puzzle has a cell with a single candidate, which would be read back as a value.
    #[error("the single candidate of {0}, which would be read back as a value")]
    LoneCandidate(Cell),
    /// The text would be read back as a different puzzle.
    #[error("this puzzle, because the text would be read back as a different one")]
    Ambiguous,
    /// The text of a field contains characters that the format does not allow.
    #[error("the text of the {0:?} field")]
    Field(Box<str>),
}
