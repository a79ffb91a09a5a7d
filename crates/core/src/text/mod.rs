//! Text forms: one tolerant reader that detects the form, one strict writer for each.
//!
//! ```
//! use veridoku_core::text::{self, Format};
//!
//! let board = r#"[["5","3",".",".","7",".",".",".","."],["6",".",".","1","9","5",".",".","."],
//!   [".","9","8",".",".",".",".","6","."],["8",".",".",".","6",".",".",".","3"],
//!   ["4",".",".","8",".","3",".",".","1"],["7",".",".",".","2",".",".",".","6"],
//!   [".","6",".",".",".",".","2","8","."],[".",".",".","4","1","9",".",".","5"],
//!   [".",".",".",".","8",".",".","7","9"]]"#;
//! let record = text::read(board)?;
//! assert_eq!(
//!     text::write(&record, Format::by_name("line").unwrap()).unwrap(),
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
//! );
//! # Ok::<(), veridoku_core::text::ParseError>(())
//! ```
//!
//! | to read | file |
//! |---|---|
//! | the forms themselves, a row of [`FORMATS`] each | `forms/`, `table`, `format` |
//! | bytes to lines; lines to records; what a line is | `input`, `framer`, `detect` |
//! | nine rows: what stands before them, gathering, a row, the puzzle they make | `preface`, `rows`, `row`, `block` |
//! | runs of 81 cells; struck candidates as `dRC` | `cells`, `struck` |
//! | pieces of text that know their place; the errors | `source`, `error` |
//! | the languages that puzzles are wrapped in | `json`, `xml`, `link`, `lz`, `sha1` |

mod assemble;
mod cells;
mod detect;
mod eliminated;
mod error;
mod format;
mod formats;
mod framer;
mod json;
mod line_buffer;
mod lz_string;
mod preamble;
mod reader;
mod record;
mod row;
mod row_collector;
mod sha1;
mod span;
mod table;
mod url;
mod writer;
mod xml;

pub use error::{ParseError, ParseErrorKind, WriteError, WriteErrorKind};
pub use format::{Capabilities, Format, Support};
pub use reader::{Item, Reader};
pub use record::{Fields, Record};
pub use table::FORMATS;
pub use writer::Writer;

/// Reads a text that holds exactly one puzzle, in any form.
///
/// # Errors
///
/// When there is no puzzle, or more than one, or the one cannot be read.
pub fn read(text: &str) -> Result<Record, ParseError> {
    let mut reader = Reader::new();
    reader.push(text.as_bytes());
    reader.finish();
    let Some(first) = reader.next_item() else {
        return Err(ParseError { line: 1, column: 1, kind: ParseErrorKind::NoPuzzle });
    };
    let record = first.record?;
    match reader.next_item() {
        None => Ok(record),
        Some(Item { record: Err(error), .. }) => Err(error),
        Some(second) => Err(ParseError { line: second.line, column: 1, kind: ParseErrorKind::SecondPuzzle }),
    }
}

/// Writes a record as a text of its own: what stands before it, the record, what stands after.
///
/// # Errors
///
/// When the form cannot hold what the record says.
pub fn write(record: &Record, format: &'static Format) -> Result<String, WriteError> {
    let mut text = String::new();
    let mut writer = Writer::new(format);
    writer.header(&mut text);
    writer.record(record, &mut text)?;
    writer.footer(&mut text);
    Ok(text)
}
