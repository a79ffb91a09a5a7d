//! Classifies a line without looking at the lines around it.
//!
//! The rules follow Sudopedia. They are applied in an order that makes each of them unambiguous:
//!
//! 1. Lines without content: empty lines, Markdown code fences, and comments that start with `#`. (Lines
//!    that start with `#A` to `#U` may be metadata of an `.sdk` file, but only if nine rows follow.)
//! 2. Headings: `[Puzzle]`, `[State]`, `Grid 01`.
//! 3. Frames: no digits, and a run of dashes or similar characters. (81 dashes, in one run or in nine
//!    groups, are an empty puzzle.)
//! 4. One-line formats, in reverse order of the format table. Links are recognized by their host, IDs by
//!    their first letters, HoDoKu lines by a leading colon, Sudoku Exchange records by their hash, and all
//!    others by the 729 candidates or 81 cells at the start of the line.
//! 5. 81 groups of digits on one line, or nine groups of nine cells.
//! 6. A CSV header: one of the fields is named `puzzle`, `quizzes` or `question`, for example.
//! 7. Brackets, as in LeetCode boards.
//! 8. Rows of nine cells or nine groups. A count close to nine makes the line an invalid row.
//! 9. Anything else is an error at the first character that cannot be a cell.
//!
//! A line of nine digits and dots is a row under every rule, so this case is tested first. The meaning of a
//! heading, a frame or a single word depends on the surrounding lines: see `framer` and `preamble`. XML
//! documents are detected by their first tag rather than by line: see `line_buffer`.

use crate::cells::CellRun;
use crate::format::{Format, RecordLayout};
use crate::formats::{CELLS_FIRST, FORMATS, csv::CsvColumns, nine_rows};
use crate::row::{self, FrameKind};
use crate::span::Span;

/// The classification of a line.
#[derive(Clone, Debug)]
pub(crate) enum LineKind<'a> {
    /// No content: an empty line, or a Markdown code fence.
    Blank,
    /// A comment.
    Comment,
    /// A metadata line, with its key and its value.
    Metadata(&'static str, &'a str),
    /// A heading.
    Heading(Heading),
    /// A puzzle in this one-line format.
    OneLine(&'static Format),
    /// A puzzle written as 81 groups, or as nine groups of nine cells.
    Groups,
    /// The header of a CSV table.
    Table(CsvColumns),
    /// The start of nested brackets.
    Brackets,
    /// A line of the frame around a grid.
    Frame,
    /// Nine dashes: a frame line, or an empty row if `-` represents an empty cell.
    Dashes,
    /// A row, which may be invalid.
    Row,
    /// None of the above.
    Unknown,
}

/// A heading, which says what the lines after it contain.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heading {
    /// `[Puzzle]`: the givens follow.
    Puzzle,
    /// `[State]`: the current values follow.
    State,
    /// Any other name in square brackets.
    Section,
    /// `Grid 01`
    Grid,
}

/// Classifies a line.
pub(crate) fn line_kind(line: &str) -> LineKind<'_> {
    let text = line.trim();
    if text.is_empty() || text.starts_with("```") {
        return LineKind::Blank;
    }
    if text.len() == 9 && text.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit()) {
        return LineKind::Row;
    }
    if text.starts_with('#') {
        return match nine_rows::metadata(text) {
            Some((field, value)) => LineKind::Metadata(field, value),
            None => LineKind::Comment,
        };
    }
    if let Some(heading) = heading(text) {
        return LineKind::Heading(heading);
    }
    let frame = row::frame_kind(text);
    let is_groups = row::is_grouped_puzzle(text);
    let is_81_dashes = text.len() == 81 && text.bytes().all(|byte| byte == b'-');
    if frame == FrameKind::Frame && !is_groups && !is_81_dashes {
        return LineKind::Frame;
    }
    if let Some(format) = one_line_format(line) {
        return LineKind::OneLine(format);
    }
    if is_groups {
        return LineKind::Groups;
    }
    if let Some(columns) = CsvColumns::read(line) {
        return LineKind::Table(columns);
    }
    if starts_brackets(text) {
        return LineKind::Brackets;
    }
    if frame == FrameKind::Dashes {
        return LineKind::Dashes;
    }
    if row::read(Span::new(1, line)).is_some() { LineKind::Row } else { LineKind::Unknown }
}

/// Returns the one-line format of the line, or `None` if the line is not in a one-line format.
fn one_line_format(line: &str) -> Option<&'static Format> {
    let formats = if CellRun::start(line.trim()) { &FORMATS[..CELLS_FIRST] } else { &FORMATS[..] };
    formats
        .iter()
        .rev()
        .find(|format| matches!(format.layout, RecordLayout::Line { detect, .. } if detect(line)))
}

fn heading(text: &str) -> Option<Heading> {
    if let Some(name) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphabetic() || c == ' ');
        return match name.to_ascii_lowercase().as_str() {
            "puzzle" => Some(Heading::Puzzle),
            "state" => Some(Heading::State),
            _ if is_name => Some(Heading::Section),
            _ => None,
        };
    }
    let (word, number) = text.split_at_checked(4)?;
    let number = number.trim();
    let counts = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (word.eq_ignore_ascii_case("grid") && counts).then_some(Heading::Grid)
}

/// Reports whether nested brackets start on this line, possibly after names and punctuation as in
/// `board = [`. A line such as `board =` also counts, because the brackets follow on the next line.
fn starts_brackets(text: &str) -> bool {
    let before = match text.find(['[', '{']) {
        Some(bracket) => &text[..bracket],
        None if text.ends_with('=') => text,
        None => return false,
    };
    before.is_empty()
        || (before.starts_with(|c: char| c.is_alphabetic() || "_\"'(&".contains(c))
            && before.chars().all(|c| c.is_alphanumeric() || " _=:.!&<>*()\"',".contains(c)))
}
