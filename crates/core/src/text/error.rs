//! Why a text cannot be read, or a puzzle cannot be written in a form.
//!
//! Both errors are values of a small enum, so that programs can tell cases apart; `Display` gives
//! the sentence for people: where, what was found, what was expected.

use crate::candidate::Candidate;
use crate::cell::Cell;
use std::fmt;

/// A place in a text that cannot be read, and why.
///
/// ```
/// use veridoku_core::text;
///
/// let error = text::read("53..7....6..195....98....6.8...6").unwrap_err();
/// assert_eq!((error.line, error.column), (1, 33));
/// assert_eq!(error.to_string(), "line 1, column 33: found 32 cells, expected 81");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: u64,
    /// The character in the line, counted from 1.
    pub column: u64,
    /// What is wrong there.
    pub kind: ParseErrorKind,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// A character that does not belong there.
    Character {
        /// The character.
        found: char,
        /// What could stand there.
        expected: &'static str,
    },
    /// A word or number that does not belong there.
    Word {
        /// The word, shortened if it is long.
        found: Box<str>,
        /// What could stand there.
        expected: &'static str,
    },
    /// The text ends too early.
    End {
        /// What is missing.
        expected: &'static str,
    },
    /// Too few or too many cells.
    Cells {
        /// The number of cells.
        found: usize,
        /// The right number: 81, or 9 in a row, or 729 for candidates.
        expected: usize,
    },
    /// Too few or too many rows.
    Rows {
        /// The number of rows; 9 were expected.
        found: usize,
    },
    /// A line or record over 1 MiB.
    TooLong,
    /// A byte that is not part of a UTF-8 text.
    NotUtf8 {
        /// The byte.
        byte: u8,
    },
    /// A variant: the puzzle has a rule beyond rows, columns and boxes.
    Variant {
        /// The rule, as the text names it.
        constraint: Box<str>,
    },
    /// A puzzle in another form than the one that was asked for.
    Format {
        /// The name of its form.
        found: &'static str,
        /// The name of the form that was asked for.
        expected: &'static str,
    },
    /// There is no puzzle in the text.
    NoPuzzle,
    /// There is a second puzzle in a text that should hold one.
    SecondPuzzle,
}

impl ParseErrorKind {
    /// A word that does not belong there, cut to a length that fits into a message.
    pub(super) fn word(found: &str, expected: &'static str) -> ParseErrorKind {
        const SHOWN: usize = 40;
        let mut word: String = found.chars().take(SHOWN).collect();
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
            ParseErrorKind::TooLong => f.write_str("found a text longer than 1 MiB, expected a puzzle"),
            ParseErrorKind::NotUtf8 { byte } => {
                write!(f, "found the byte 0x{byte:02x}, expected UTF-8 text")
            }
            ParseErrorKind::Variant { constraint } => {
                write!(f, "found the constraint {constraint:?}, expected a classic Sudoku")
            }
            ParseErrorKind::Format { found, expected } => {
                write!(f, "found a puzzle of the form {found}, expected the form {expected}")
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

/// A puzzle that a form cannot hold.
///
/// ```
/// use veridoku_core::text::{self, Format};
///
/// let struck = text::read(&format!("{}:511", ".".repeat(81))).unwrap();
/// let error = text::write(&struck, Format::by_name("line").unwrap()).unwrap_err();
/// assert_eq!(error.to_string(), "the form line cannot hold the candidates of this puzzle, only its values");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError {
    /// The name of the form.
    pub format: &'static str,
    /// What it cannot hold.
    pub kind: WriteErrorKind,
}

/// What a form cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteErrorKind {
    /// Candidates that are not simply those that the values leave.
    Candidates,
    /// A candidate that the values exclude.
    ExcludedCandidate(Candidate),
    /// An empty cell without candidates.
    NoCandidate(Cell),
    /// A lone candidate that would be read as a value.
    LoneCandidate(Cell),
    /// A text that would be read as another puzzle.
    Ambiguous,
    /// The text of a field.
    Field(Box<str>),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the form {} cannot hold ", self.format)?;
        match &self.kind {
            WriteErrorKind::Candidates => f.write_str("the candidates of this puzzle, only its values"),
            WriteErrorKind::ExcludedCandidate(candidate) => {
                write!(f, "the candidate {candidate}, which the values exclude")
            }
            WriteErrorKind::NoCandidate(cell) => write!(f, "the empty cell {cell} without candidates"),
            WriteErrorKind::LoneCandidate(cell) => {
                write!(f, "the lone candidate of {cell}, which would be read as a value")
            }
            WriteErrorKind::Ambiguous => f.write_str("this puzzle, it would be read as another one"),
            WriteErrorKind::Field(key) => write!(f, "the text of the field {key:?}"),
        }
    }
}

impl std::error::Error for WriteError {}
