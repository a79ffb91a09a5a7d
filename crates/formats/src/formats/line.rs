//! One-line formats of 81 characters, optionally followed by more text (the tail).
//!
//! ```text
//! ...2...633....54.1..1..398........9....538....3........263..5..5.37....847...1...   # a comment
//! 4+6...:115 229       '+' marks a value that is not a given, the tail lists eliminated candidates
//! ```
//!
//! Numbers directly after a `:` are always read as eliminated candidates (`dRC`), and the line is an error
//! if they are invalid. After any other separator, arbitrary text may follow. If that text starts with 81
//! digits from 1 to 9, they are read as the solution, right or wrong, and the rest as a comment.

use crate::assemble;
use crate::cells::{self, CellRun};
use crate::eliminated;
use crate::error::{ParseError, WriteErrorKind};
use crate::format::{Capabilities, Format, RecordLayout};
use crate::record::{Fields, Record};
use crate::span::Span;
use veridoku_core::{Cell, Grid};

/// The `line` format: 81 characters, `.` for a blank.
pub(crate) const LINE: Format = Format {
    name: "line",
    title: "81-character line",
    description: "81 characters, row by row, '.' for a blank; a comment may follow a separator, \
                  and numbers after a ':' are eliminated candidates",
    extensions: &["txt"],
    capabilities: Capabilities::VALUES,
    reads_as: &[],
    layout: RecordLayout::Line { detect: |text| CellRun::start(text.trim()) || is_spaced(text), read },
    header: "",
    footer: "",
    write: |record, _, out| {
        cells::push_grid(record.puzzle.values(), '.', out);
        out.push('\n');
        Ok(())
    },
};

/// The `zeros` format: 81 characters, `0` for a blank.
pub(crate) const ZEROS: Format = Format {
    name: "zeros",
    title: "81-digit line",
    description: "81 digits, row by row, '0' for a blank",
    reads_as: &["line"],
    layout: RecordLayout::Line { detect: is_zeros, read },
    write: |record, _, out| {
        cells::push_grid(record.puzzle.values(), '0', out);
        out.push('\n');
        Ok(())
    },
    ..LINE
};

/// The `sdm` format: a collection of `zeros` lines.
pub(crate) const SDM: Format = Format {
    name: "sdm",
    title: "Puzzle collection (.sdm)",
    description: "list of 81-digit lines, '0' for a blank",
    extensions: &["sdm"],
    reads_as: &["zeros", "line"],
    layout: RecordLayout::Line { detect: |_| false, read },
    ..ZEROS
};

/// The `susser` format: 81 characters, with marks for placed values and a list of eliminated candidates.
pub(crate) const SUSSER: Format = Format {
    name: "susser",
    title: "Susser line",
    description: "81 characters with '+' before each value that is not a given, \
                  then ':dRC dRC…' for eliminated candidates (digit, row, column)",
    capabilities: Capabilities { fields: &[], ..Capabilities::POSITION },
    reads_as: &["line"],
    layout: RecordLayout::Line { detect: is_susser, read },
    write: write_susser,
    ..LINE
};

fn is_zeros(text: &str) -> bool {
    let text = text.trim_start();
    let is_digits = |cells: &[u8]| cells.contains(&b'0') && cells.iter().all(u8::is_ascii_digit);
    text.as_bytes().get(..Cell::COUNT).is_some_and(is_digits) && CellRun::start(text)
}

fn is_susser(text: &str) -> bool {
    let text = text.trim();
    let run = text.split(|character| !cells::is_cell(character) && character != '+').next();
    let run = run.unwrap_or_default();
    CellRun::start(text)
        && (run.contains('+') || text[run.len()..].strip_prefix(':').is_some_and(is_eliminated_list))
}

/// Reports whether the text looks like a list of eliminated candidates, valid or not.
fn is_eliminated_list(tail: &str) -> bool {
    let word = tail.trim_end_matches(':');
    !word.trim().is_empty() && word.chars().all(|character| character.is_ascii_digit() || character == ' ')
}

/// Reports whether the line consists of 81 digits and spaces, where each space is an empty cell.
fn is_spaced(text: &str) -> bool {
    text.len() == Cell::COUNT
        && text.bytes().all(|byte| byte == b' ' || byte.is_ascii_digit())
        && text.contains(' ')
        && !text.trim().is_empty()
}

/// Parses a line. Any blank character is accepted.
pub(crate) fn read(source: Span<'_>) -> Result<Record, ParseError> {
    if is_spaced(source.text()) {
        let dots = source.text().replace(' ', ".");
        return Ok(Record::from(CellRun::read(Span::new(source.line(), &dots))?.puzzle()));
    }
    let source = source.trim();
    let cells = match CellRun::read(source) {
        Ok(cells) => cells,
        Err(error) => {
            return assemble::read_line(source).unwrap_or(Err(error)).map(Record::from);
        }
    };
    let mut record = Record::from(cells.puzzle());
    let tail = &source.text()[cells.end..];
    if tail.is_empty() {
        return Ok(record);
    }
    if let Some(list) = tail.strip_prefix(':')
        && is_eliminated_list(list)
    {
        let list = list.trim_end_matches(':');
        let eliminated = eliminated::read(source.part(cells.end + 1, cells.end + 1 + list.len()))?;
        record.puzzle = eliminated::remove(record.puzzle, &eliminated);
        return Ok(record);
    }
    let (solution, comment) = read_tail(tail);
    record.solution = solution;
    record.fields.push_text(Fields::COMMENT, comment);
    Ok(record)
}

/// Reports whether the character separates the cells from the tail.
fn is_separator(character: char) -> bool {
    character.is_whitespace() || ",;:|#\"'/".contains(character)
}

/// Splits the tail into the solution and the comment.
fn read_tail(tail: &str) -> (Option<Grid>, &str) {
    let comment = tail.trim_start_matches(is_separator);
    let is_full = |grid: &Grid| grid.filled().len() == Cell::COUNT;
    match comment.split_at_checked(Cell::COUNT) {
        Some((digits, rest)) if rest.chars().next().is_none_or(is_separator) => {
            match digits.parse::<Grid>().ok().filter(is_full) {
                Some(solution) => (Some(solution), rest.trim_start_matches(is_separator)),
                None => (None, comment),
            }
        }
        _ => (None, comment),
    }
}

fn write_susser(record: &Record, _: u64, out: &mut String) -> Result<(), WriteErrorKind> {
    cells::push_marked(&record.puzzle, '.', out);
    let end = out.len();
    eliminated::push(&record.puzzle, out)?;
    if out.len() > end {
        out.insert(end, ':');
    }
    out.push('\n');
    Ok(())
}
