//! Errors from reading text and from writing a puzzle.
//!
//! Both errors have a `kind`, a small enum that programs can match on. `Display` produces a message for
//! people: where the problem is, what was found, and what was expected.

use std::fmt;
use veridoku_core::{Candidate, Cell};

/// An error in the input, with its position.
///
/// ```
/// let error = veridoku_formats::read("53..7....6..195....98....6.8...6").unwrap_err();
/// assert_eq!((error.line, error.column), (1, 33));
/// assert_eq!(error.to_string(), "line 1, column 33: found 32 cells, expected 81");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line number, starting at 1.
    pub line: u64,
    /// Character position within the line, starting at 1.
    pub column: u64,
    /// What is wrong.
    pub kind: ParseErrorKind,
}

/// The reason why the input cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// An unexpected character.
    Character {
        /// The character.
        found: char,
        /// What is allowed at this position.
        expected: &'static str,
    },
    /// An unexpected word or number.
    Word {
        /// The word, truncated if it is long.
        found: Box<str>,
        /// What is allowed at this position.
        expected: &'static str,
    },
    /// The text ends too early.
    End {
        /// What is missing.
        expected: &'static str,
    },
    /// Too few or too many cells.
    Cells {
        /// The number of cells found.
        found: usize,
        /// The number of cells expected: 81, 9 within a row, or 729 for a list of candidates.
        expected: usize,
    },
    /// Too few or too many rows.
    Rows {
        /// The number of rows found; 9 were expected.
        found: usize,
    },
    /// A line or record of more than 1 MiB.
    TooLong,
    /// A byte that is not valid UTF-8.
    NotUtf8 {
        /// The byte.
        byte: u8,
    },
    /// A Sudoku variant, which has rules beyond those for rows, columns and boxes.
    Variant {
        /// The name of the variant or of its extra rule, as written in the text.
        name: Box<str>,
    },
    /// A puzzle that is not in the requested format.
    Format {
        /// The name of the detected format.
        found: &'static str,
        /// The name of the requested format.
        expected: &'static str,
    },
    /// The text contains no puzzle.
    NoPuzzle,
    /// The text contains a second puzzle, but only one was expected.
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

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseErrorKind::Character { found, expected } => {
                write!(f, "found {found:?}, expected {expected}")
            }
            ParseErrorKind::Word { found, expected } => write!(f, "found {found:?}, expected {expected}"),
            ParseErrorKind::End { expected } => write!(f, "found the end of the text, expected {expected}"),
            ParseErrorKind::Cells { found, expected } => {
                let noun = match (expected, found) {
                    (729, 1) => "candidate",
                    (729, _) => "candidates",
                    (_, 1) => "cell",
                    _ => "cells",
                };
                let place = if *expected == 9 { " in the row" } else { "" };
                write!(f, "found {found} {noun}{place}, expected {expected}")
            }
            ParseErrorKind::Rows { found } => {
                write!(f, "found {found} {}, expected 9", if *found == 1 { "row" } else { "rows" })
            }
            ParseErrorKind::TooLong => {
                f.write_str("found a line or record longer than 1 MiB, expected a puzzle")
            }
            ParseErrorKind::NotUtf8 { byte } => {
                write!(f, "found the byte 0x{byte:02x}, expected UTF-8 text")
            }
            ParseErrorKind::Variant { name } => {
                write!(f, "found the variant {name:?}, expected a classic Sudoku")
            }
            ParseErrorKind::Format { found, expected } => {
                write!(f, "found a puzzle in {found} format, expected {expected} format")
            }
            ParseErrorKind::NoPuzzle => f.write_str("found no puzzle, expected one"),
            ParseErrorKind::SecondPuzzle => f.write_str("found a second puzzle, expected only one"),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl std::error::Error for ParseError {}

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError {
    /// The name of the format.
    pub format: &'static str,
    /// What the format cannot represent.
    pub kind: WriteErrorKind,
}

/// The reason why a format cannot represent a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteErrorKind {
    /// The puzzle lists candidates other than those that follow from its values.
    Candidates,
    /// The puzzle has a candidate that conflicts with a value.
    ExcludedCandidate(Candidate),
    /// The puzzle has an empty cell without candidates.
    NoCandidate(Cell),
    /// The puzzle has a cell with a single candidate, which would be read back as a value.
    LoneCandidate(Cell),
    /// The text would be read back as a different puzzle.
    Ambiguous,
    /// The text of a field contains characters that the format does not allow.
    Field(Box<str>),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} format cannot store ", self.format)?;
        match &self.kind {
            WriteErrorKind::Candidates => f.write_str("the candidates of this puzzle, only its values"),
            WriteErrorKind::ExcludedCandidate(candidate) => {
                write!(f, "the candidate {candidate}, which conflicts with a value")
            }
            WriteErrorKind::NoCandidate(cell) => write!(f, "the empty cell {cell}, which has no candidates"),
            WriteErrorKind::LoneCandidate(cell) => {
                write!(f, "the single candidate of {cell}, which would be read back as a value")
            }
            WriteErrorKind::Ambiguous => {
                f.write_str("this puzzle, because the text would be read back as a different one")
            }
            WriteErrorKind::Field(key) => write!(f, "the text of the {key:?} field"),
        }
    }
}

impl std::error::Error for WriteError {}
