//! What a line is, judged by itself.
//!
//! The rule is Sudopedia's, put in an order in which each step leaves no doubt:
//!
//! 1. Lines without content: empty ones, the fences of Markdown, and comments that start with `#`.
//!    (`#A` to `#U` may be metadata of an `.sdk` file; they count only if nine rows follow.)
//! 2. Headings: `[Puzzle]`, `[State]`, `Grid 01`.
//! 3. Frames: no digit, and a run of dashes or their like. (81 dashes, in one run or in nine groups,
//!    are an empty puzzle.)
//! 4. Forms of one line, from the end of the table to its start: a link by its host, an id by its
//!    first letters, a HoDoKu line by its first colon, an Exchange record by its hash; then by the
//!    number of cells at the start of the line: 729 candidates, or 81 cells.
//! 5. 81 groups of digits on one line, or nine groups of nine cells.
//! 6. The heading of a table: a field that is called `puzzle`, `quizzes`, `question`, ….
//! 7. Brackets: LeetCode's board and its like.
//! 8. Rows of nine cells or nine groups, or roughly nine.
//! 9. Everything else is an error at the first character that cannot be a cell.
//!
//! Nine digits and dots are a row by every rule, so they are asked for first. What a heading, a
//! frame or a single word means depends on the lines around it: see `framer` and `preface`. A
//! document (XML) is not found by lines but by its first tag: see `input`.

use super::cells::CellRun;
use super::format::{Format, RecordLayout};
use super::formats::{csv::CsvColumns, nine_rows};
use super::row::{self, FrameKind};
use super::span::Span;
use super::table::{CELLS_FIRST, FORMATS};

/// What a line is.
#[derive(Clone, Debug)]
pub(super) enum LineKind<'a> {
    /// Nothing: an empty line, or a fence.
    Blank,
    /// A comment.
    Comment,
    /// Metadata: the field and its text.
    Metadata(&'static str, &'a str),
    /// A heading.
    Heading(Heading),
    /// A puzzle in this form.
    OneLine(&'static Format),
    /// A puzzle in 81 groups, or in nine groups of nine cells.
    Groups,
    /// The heading of a table.
    Table(CsvColumns),
    /// The start of nested brackets.
    Brackets,
    /// Part of a frame.
    Frame,
    /// Nine dashes: part of a frame, or a row if `-` is the blank.
    Dashes,
    /// A row, good or bad.
    Row,
    /// None of these.
    Unknown,
}

/// A line that says what follows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    /// `[Puzzle]`: the givens.
    Puzzle,
    /// `[State]`: the values.
    State,
    /// Any other section.
    Section,
    /// `Grid 01`
    Grid,
}

/// What this line is.
pub(super) fn line_kind(line: &str) -> LineKind<'_> {
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
    if frame == FrameKind::Yes && !is_groups && !is_81_dashes(text) {
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

fn is_81_dashes(text: &str) -> bool {
    text.len() == 81 && text.bytes().all(|byte| byte == b'-')
}

/// The form of a line that is a puzzle.
fn one_line_format(line: &str) -> Option<&'static Format> {
    let forms = if CellRun::start(line.trim()) { &FORMATS[..CELLS_FIRST] } else { &FORMATS[..] };
    forms
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

/// Whether the line starts nested brackets: at once, or after names and signs as in `board = [`,
/// or on the line after `board =`.
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
