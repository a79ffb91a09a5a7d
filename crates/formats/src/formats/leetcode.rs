//! Nested brackets: the board of LeetCode problem 37, and similar arrays printed by other programs.
//!
//! ```text
//! [["5","3",".",".","7",".",".",".","."],["6",…      double or single quotes
//! board = [[5, 3, 0, 0, 7, …], …];                   numbers; 0, null or None for a blank
//! char[][] board = {{'5','3','.', …}, …};            C++ and Java; also vec![…] in Rust
//! ```
//!
//! The parser skips names before the first bracket, keys (a word and a colon), type names and sizes
//! (`[9][9]`). A pair of brackets contains nine entries (a row), nine rows (a board), any number of boards,
//! or 81 entries (also a board). A row may also be a string of 9 characters, and a board may be a string of
//! 81. In an array of boards, each board is a separate puzzle, and each invalid board is a separate error.
//! Everything after the key `solution`, `solutions` or `answer` is ignored.
//!
//! ```text
//! [ [ [5,3,…] , [6,…] , … ] , [ … ] ]
//!     └ row ┘
//!   └─── nine rows: board ┘
//! └─────── any number of boards ────┘
//! ```

use crate::bracket_lexer::{BracketToken, next_token};
use crate::cells::{self, Blanks, CellRun};
use crate::error::{ParseError, ParseErrorKind};
use crate::format::{Format, RecordLayout};
use crate::formats::line;
use crate::record::Record;
use crate::span::Span;
use veridoku_core::{Cell, Digit, Grid};

/// The `leetcode` format: a LeetCode board.
pub(crate) const LEETCODE: Format = Format {
    name: "leetcode",
    title: "LeetCode board",
    description: "9×9 JSON array of one-character strings, '.' for a blank",
    extensions: &["json"],
    layout: RecordLayout::Brackets,
    write: |record, _, out| {
        push(record, out);
        Ok(())
    },
    ..line::LINE
};

/// A board or its error, with the line on which it starts.
pub(crate) type ParsedBoard = (u64, Result<Grid, ParseError>);

/// Reads one or more boards from text with balanced brackets.
pub(crate) fn read(source: Span<'_>) -> Vec<ParsedBoard> {
    let mut boards = Vec::new();
    let mut open: Vec<BracketContents> = Vec::new();
    let mut position = 0;
    while let Some((offset, token)) = next_token(source, &mut position) {
        let token = match token {
            Ok(token) => token,
            Err(error) => {
                boards.push((source.line(), Err(error)));
                return boards;
            }
        };
        let is_key = source.text()[position..].trim_start().starts_with(':');
        match (token, open.last_mut()) {
            (BracketToken::Open, outer) => {
                let in_solution = outer.is_some_and(|outer| outer.in_solution);
                open.push(BracketContents { offset, in_solution, ..BracketContents::default() });
            }
            (BracketToken::Close, Some(_)) => {
                let closed = open.pop().unwrap_or_default();
                let board = match open.last_mut() {
                    Some(outer) => closed.close_into(outer, source, offset),
                    None => closed.close(source, offset),
                };
                boards.extend(board.map(|(offset, board)| (source.position(offset).0, board)));
            }
            (BracketToken::Text(name) | BracketToken::Word(name), Some(bracket)) if is_key => {
                bracket.keyed = true;
                bracket.in_solution = matches!(name.as_str(), "solution" | "solutions" | "answer");
            }
            (BracketToken::Text(_) | BracketToken::Word(_), Some(bracket)) if bracket.in_solution => {}
            (BracketToken::Text(text), Some(_)) if text.chars().count() == Cell::COUNT => {
                let board = CellRun::read_all(Span::new(1, &text)).map(|cells| cells.grid);
                let wrong = |_| source.error(offset, ParseErrorKind::word(&text, ENTRY));
                boards.push((source.position(offset).0, board.map_err(wrong)));
            }
            (BracketToken::Word(word), Some(bracket)) if is_blank_word(&word) => {
                bracket.entry("", source, offset);
            }
            // The `vec` of Rust's `vec![`, which opens another row or board.
            (BracketToken::Word(word), Some(_)) if word == "vec" => {}
            (BracketToken::Text(text) | BracketToken::Word(text), Some(bracket)) => {
                bracket.entry(&text, source, offset);
            }
            _ => {}
        }
    }
    if boards.is_empty() {
        let kind = ParseErrorKind::Cells { found: 0, expected: Cell::COUNT };
        boards.push((source.line(), Err(source.error(source.text().trim_end().len(), kind))));
    }
    boards
}

/// Reports whether the word is a null value in some programming language, which represents an empty cell.
pub(crate) fn is_blank_word(word: &str) -> bool {
    matches!(word, "null" | "None" | "nil" | "NaN" | "nan")
}

/// The contents of a pair of brackets.
#[derive(Debug, Default)]
struct BracketContents {
    /// Offset of the opening bracket.
    offset: usize,
    /// The cells found so far: those of a row, or those of all rows of a board.
    numbers: Vec<u8>,
    /// Number of entries that are single cells.
    entries: usize,
    /// Whether the brackets contain keys. If so, single entries are metadata such as ratings, not cells.
    keyed: bool,
    /// Whether the current value is a solution rather than a puzzle.
    in_solution: bool,
    /// Number of rows.
    rows: usize,
    /// The blanks, with the offsets of the entries that contain them.
    blanks: Blanks,
    /// The first error.
    error: Option<ParseError>,
}

impl BracketContents {
    /// Adds an entry: one cell, or a row of 9 cells.
    fn entry(&mut self, text: &str, source: Span<'_>, offset: usize) {
        // Some programs print numbers as `5.` or `5.0`.
        let text = match text.as_bytes() {
            [b'0'..=b'9', b'.'] | [b'0'..=b'9', b'.', b'0'] => &text[..1],
            _ => text,
        };
        let count = if text == " " { 0 } else { text.chars().count() };
        match count {
            0 => {
                self.numbers.push(0);
                self.entries += 1;
            }
            1 | 9 if text.chars().all(cells::is_cell) => {
                for character in text.chars() {
                    if cells::is_blank(character) {
                        self.blanks.add(character, (0, offset));
                    }
                    self.numbers.push(Digit::from_char(character).map_or(0, Digit::number));
                }
                match count {
                    9 => self.rows += 1,
                    _ => self.entries += 1,
                }
            }
            _ => {
                self.entries += 1;
                self.numbers.push(0);
                self.error.get_or_insert_with(|| source.error(offset, ParseErrorKind::word(text, ENTRY)));
            }
        }
    }

    /// Closes an inner bracket. If it contains a row, adds the row to the outer bracket; otherwise, returns
    /// the board, if there is one.
    fn close_into(
        self,
        outer: &mut BracketContents,
        source: Span<'_>,
        end: usize,
    ) -> Option<(usize, Result<Grid, ParseError>)> {
        let is_row = self.rows == 0 && !self.keyed && self.entries > 0 && self.entries < Cell::COUNT / 2;
        if !is_row {
            return self.close(source, end);
        }
        let found = self.entries;
        outer.rows += 1;
        outer.numbers.extend(self.numbers);
        outer.blanks.append(self.blanks);
        let wrong = (found != 9).then(|| source.error(end, ParseErrorKind::Cells { found, expected: 9 }));
        outer.error = outer.error.take().or(self.error).or(wrong);
        None
    }

    /// Closes a bracket and returns the board that it contains, or `None` if it contains no board.
    fn close(self, source: Span<'_>, end: usize) -> Option<(usize, Result<Grid, ParseError>)> {
        // An empty bracket, an array size as in `board[9][9]`, or metadata.
        if self.numbers.is_empty() || self.numbers == [9] || (self.keyed && self.rows == 0) {
            return None;
        }
        let error = self.error.or_else(|| match (self.rows, self.entries) {
            (0, Cell::COUNT) | (9, 0) => {
                let (_, offset) = self.blanks.stray()?;
                let (_, token) = next_token(source, &mut { offset })?;
                let Ok(BracketToken::Text(text) | BracketToken::Word(text)) = token else { return None };
                Some(source.error(offset, ParseErrorKind::word(&text, ENTRY)))
            }
            (0, found) => Some(source.error(end, ParseErrorKind::Cells { found, expected: Cell::COUNT })),
            (found, 0) => Some(source.error(end, ParseErrorKind::Rows { found })),
            // The bracket mixes rows and single entries.
            (_, found) => Some(source.error(end, ParseErrorKind::Cells { found, expected: 9 })),
        });
        let board = match error {
            Some(error) => Err(error),
            None => Ok(self.numbers.try_into().ok().and_then(Grid::from_bytes).unwrap_or_default()),
        };
        Some((self.offset, board))
    }
}

/// The "expected" part of error messages about an entry.
const ENTRY: &str = "a digit from 1 to 9 or a blank";

/// Appends the board.
fn push(record: &Record, out: &mut String) {
    for cell in Cell::all() {
        out.push_str(match (cell.row_index(), cell.column_index()) {
            (0, 0) => "[[\"",
            (_, 0) => "\"],[\"",
            _ => "\",\"",
        });
        out.push(record.puzzle.values().get(cell).map_or('.', Digit::to_char));
    }
    out.push_str("\"]]\n");
}
