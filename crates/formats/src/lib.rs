//! Text formats: one lenient reader that detects the format, and one strict writer per format.
//!
//! ```
//! use veridoku_formats::Format;
//!
//! let board = r#"[["5","3",".",".","7",".",".",".","."],["6",".",".","1","9","5",".",".","."],
//!   [".","9","8",".",".",".",".","6","."],["8",".",".",".","6",".",".",".","3"],
//!   ["4",".",".","8",".","3",".",".","1"],["7",".",".",".","2",".",".",".","6"],
//!   [".","6",".",".",".",".","2","8","."],[".",".",".","4","1","9",".",".","5"],
//!   [".",".",".",".","8",".",".","7","9"]]"#;
//! let record = veridoku_formats::read(board)?;
//! assert_eq!(
//!     veridoku_formats::write(&record, Format::by_name("line").unwrap()).unwrap(),
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
//! );
//! # Ok::<(), veridoku_formats::ParseError>(())
//! ```
//!
//! | topic | module |
//! |---|---|
//! | the formats, one entry of [`FORMATS`] each | `formats/`, `format` |
//! | reading and writing records | `reader`, `writer`, `record` |
//! | splitting bytes into lines, lines into records; classifying a line | `line_buffer`, `framer`, `detect` |
//! | nine-row grids: the lines before them, collecting the rows | `preamble`, `row_collector` |
//! | parsing a row; building a puzzle from nine rows | `row`, `assemble` |
//! | runs of 81 cells; candidates; eliminated ones as `dRC` | `cells`, `open_candidates`, `eliminated` |
//! | slices of text with their line and column; the errors | `span`, `error` |
//! | the grid in a language model's answer | `extract/` |
//! | encodings that wrap puzzles | `bracket_lexer`, `xml`, `url`, `lz_string` |

mod assemble;
mod bracket_lexer;
mod cells;
mod detect;
mod eliminated;
mod error;
mod extract;
mod format;
mod formats;
mod framer;
mod line_buffer;
mod lz_string;
mod open_candidates;
mod preamble;
mod reader;
mod record;
mod row;
mod row_collector;
mod span;
mod url;
mod writer;
mod xml;

pub use error::{ParseError, ParseErrorKind, WriteError, WriteErrorKind};
pub use extract::{Extraction, extract};
pub use format::{Capabilities, Format, Support};
pub use formats::{FORMATS, PUZZLE_COLUMNS, SOLUTION_COLUMNS};
pub use framer::Item;
pub use reader::Reader;
pub use record::{Fields, Record};
pub use writer::Writer;

/// Reads text that contains exactly one puzzle, in any format.
///
/// # Errors
///
/// Returns an error if the text contains no puzzle or more than one, or if the puzzle cannot be parsed.
pub fn read(text: &str) -> Result<Record, ParseError> {
    let mut reader = Reader::new();
    reader.push(text.as_bytes());
    read_one(&mut reader).map(|(record, _)| record)
}

/// Reads the only puzzle of the text that has been pushed to a reader, and returns it with its format.
///
/// # Errors
///
/// Returns an error if the text contains no puzzle or more than one, or if the puzzle cannot be parsed.
pub fn read_one(reader: &mut Reader) -> Result<(Record, Option<&'static Format>), ParseError> {
    reader.finish();
    let Some(first) = reader.next_item() else {
        return Err(ParseError { line: 1, column: 1, kind: ParseErrorKind::NoPuzzle });
    };
    let record = first.record?;
    match reader.next_item() {
        None => Ok((record, first.format)),
        Some(Item { record: Err(error), .. }) => Err(error),
        Some(second) => Err(ParseError { line: second.line, column: 1, kind: ParseErrorKind::SecondPuzzle }),
    }
}

/// Writes a record as a complete document, including the header and footer of the format.
///
/// # Errors
///
/// Returns an error if the format cannot represent the record.
pub fn write(record: &Record, format: &'static Format) -> Result<String, WriteError> {
    let mut text = String::new();
    let mut writer = Writer::new(format);
    writer.header(&mut text);
    writer.record(record, &mut text)?;
    writer.footer(&mut text);
    Ok(text)
}

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
