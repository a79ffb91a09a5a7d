//! Nested brackets: the board of LeetCode 37, and what other programs print in its place.
//!
//! ```text
//! [["5","3",".",".","7",".",".",".","."],["6",…      double or single quotes
//! board = [[5, 3, 0, 0, 7, …], …];                   numbers, 0 or null or None for a blank
//! char[][] board = {{'5','3','.', …}, …};            C++, Java and Rust (vec![…]) too
//! ```
//!
//! Names before the first bracket, keys (a word and a colon) and type names are passed over. The
//! innermost brackets with anything in them are the rows, or there are 81 entries in one pair.
//! Rows may also be texts of 9 characters, and the whole board a text of 81. An array of boards
//! is several puzzles.

use crate::cell::Cell;
use crate::digit::Digit;
use crate::grid::Grid;
use crate::text::cells::{self, Cells};
use crate::text::error::{ParseError, ParseErrorKind};
use crate::text::format::{Format, Shape};
use crate::text::forms::line;
use crate::text::json::{Token, Tokens};
use crate::text::record::Record;
use crate::text::source::Source;

/// A LeetCode board.
pub(in crate::text) const LEETCODE: Format = Format {
    name: "leetcode",
    title: "LeetCode board",
    description: "a 9×9 JSON array of one-character strings, \".\" for a blank",
    extensions: &["json"],
    shape: Shape::Brackets,
    write: |record, _, out| {
        push(record, out);
        Ok(())
    },
    ..line::LINE
};

/// Reads the boards in a text with balanced brackets, one or more.
pub(in crate::text) fn read(source: Source<'_>) -> Result<Vec<Grid>, ParseError> {
    let mut numbers = Vec::with_capacity(Cell::COUNT);
    let mut depth = 0_usize;
    // Where the present row starts, and how many entries came before it.
    let mut row = None;
    let mut tokens = Tokens::new(source).peekable();
    while let Some(token) = tokens.next() {
        let (offset, token) = token?;
        let key = matches!(tokens.peek(), Some(Ok((_, Token::Sign(':')))));
        match token {
            Token::Open(_) => {
                depth += 1;
                row = Some((offset, numbers.len()));
            }
            Token::Close(_) => {
                depth = depth.saturating_sub(1);
                if let Some((_, before)) = row.take() {
                    let found = numbers.len() - before;
                    if !matches!(found, 0 | 9 | Cell::COUNT) {
                        return Err(source.error(offset, ParseErrorKind::Cells { found, expected: 9 }));
                    }
                }
            }
            Token::Text(text) if depth > 0 && !key => entry(&text, source, offset, &mut numbers)?,
            Token::Word(word) if depth > 0 && !key => match word.as_str() {
                "null" | "None" | "nil" | "NaN" | "nan" => numbers.push(0),
                // A second board in the same brackets, Rust's vec![.
                "vec" => {}
                _ => entry(&word, source, offset, &mut numbers)?,
            },
            _ => {}
        }
    }
    let found = numbers.len();
    if found == 0 || !found.is_multiple_of(Cell::COUNT) {
        let end = source.text().trim_end().len();
        return Err(source.error(end, ParseErrorKind::Cells { found, expected: Cell::COUNT }));
    }
    let boards = numbers
        .chunks_exact(Cell::COUNT)
        .map(|board| board.try_into().ok().and_then(Grid::from_bytes).unwrap_or_default());
    Ok(boards.collect())
}

/// Reads an entry: a cell, a row of 9 cells or a board of 81.
fn entry(text: &str, source: Source<'_>, offset: usize, numbers: &mut Vec<u8>) -> Result<(), ParseError> {
    const ENTRY: &str = "a digit 1 to 9, or a blank";
    // Numbers may be printed as 5. or 5.0.
    let text = match text.as_bytes() {
        [b'0'..=b'9', b'.'] | [b'0'..=b'9', b'.', b'0'] => &text[..1],
        _ => text,
    };
    let count = text.chars().count();
    let wrong = || source.error(offset, ParseErrorKind::word(text, ENTRY));
    match count {
        0 => numbers.push(0),
        1 if text == " " => numbers.push(0),
        1 | 9 if text.chars().all(cells::is_cell) => {
            numbers.extend(text.chars().map(|c| Digit::from_char(c).map_or(0, Digit::number)));
        }
        Cell::COUNT => {
            let cells = Cells::read_all(Source::new(1, text)).map_err(|_| wrong())?;
            numbers.extend(cells.grid().as_bytes());
        }
        _ => return Err(wrong()),
    }
    Ok(())
}

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
