//! Candidate grids: nine rows of nine groups in a frame.
//!
//! ```text
//! .---------------.----------------.-----------------.
//! | 1567  3  1567 | 4  12579  179  | 689  5678  579  |
//! ```
//!
//! A value is written as a bare digit. If any bare digit would be misread (a value as the only candidate of
//! its cell, or the reverse; see `assemble`), all values are marked: `<5>` for a given, `*5*` for a placed
//! value. The `candidates-marked` format always marks values.

use crate::error::WriteErrorKind;
use crate::format::{Capabilities, Format, RecordLayout, Support};
use crate::formats::line;
use crate::open_candidates::open_candidates;
use crate::record::Record;
use veridoku_core::{CandidateSet, Cell, Digit, Puzzle};

/// The `candidates` format: the candidate grid of HoDoKu, Sudopedia and Sudoku forums.
pub(crate) const CANDIDATES: Format = Format {
    name: "candidates",
    title: "Candidate grid",
    description: "nine rows of nine candidate groups in a frame; a bare digit is a value",
    extensions: &["pm", "sdx", "txt"],
    capabilities: Capabilities { candidates: Support::Yes, ..Capabilities::VALUES },
    reads_as: &["candidates-marked", "simple-sudoku"],
    layout: RecordLayout::Rows,
    write: |record, number, out| write(&record.puzzle, number, ValueStyle::Bare, out),
    ..line::LINE
};

/// The `candidates-marked` format: the candidate grid of SudokuStudio.
pub(crate) const CANDIDATES_MARKED: Format = Format {
    name: "candidates-marked",
    title: "Candidate grid with marked values",
    description: "nine rows of nine candidate groups in a frame, <5> for a given, *5* for a placed value",
    capabilities: Capabilities::POSITION,
    reads_as: &["candidates"],
    write: |record: &Record, number, out| write(&record.puzzle, number, ValueStyle::Marked, out),
    ..CANDIDATES
};

/// How values are written in a candidate grid.
#[derive(Copy, Clone, PartialEq, Eq)]
enum ValueStyle {
    Bare,
    Marked,
}

/// Returns the first cell whose bare digit would be misread, if there is one.
fn misread(puzzle: &Puzzle, open: &CandidateSet) -> Option<Cell> {
    let mut several = CandidateSet::EMPTY;
    for cell in !puzzle.values().filled() {
        if open.digits(cell).len() > 1 {
            several.set_digits(cell, open.digits(cell));
        }
    }
    // If no group has several digits, the grid is read as plain values.
    let listed = |cell: Cell, digit| !several.is_empty() && !several.cells(digit).is_disjoint(cell.peers());
    Cell::all().find(|&cell| match (puzzle.values().get(cell), open.digits(cell).single()) {
        (Some(digit), _) => listed(cell, digit),
        (None, Some(digit)) => !listed(cell, digit),
        (None, None) => false,
    })
}

fn write(puzzle: &Puzzle, number: u64, values: ValueStyle, out: &mut String) -> Result<(), WriteErrorKind> {
    let open = open_candidates(puzzle);
    if let Some(cell) = puzzle.empty_cells().iter().find(|&cell| open.digits(cell).is_empty()) {
        return Err(WriteErrorKind::NoCandidate(cell));
    }
    let misread = misread(puzzle, &open);
    let has_values = !puzzle.values().filled().is_empty();
    let values = match misread {
        Some(cell) if !has_values => return Err(WriteErrorKind::LoneCandidate(cell)),
        Some(_) => ValueStyle::Marked,
        None => values,
    };
    let group = |cell: Cell| match puzzle.values().get(cell) {
        Some(digit) => match (values, puzzle.givens().contains(cell)) {
            (ValueStyle::Bare, _) => String::from(digit.to_char()),
            (ValueStyle::Marked, true) => format!("<{digit}>"),
            (ValueStyle::Marked, false) => format!("*{digit}*"),
        },
        None => open.digits(cell).iter().map(Digit::to_char).collect(),
    };
    let mut widths = [0; 9];
    for cell in Cell::all() {
        let width = &mut widths[cell.column_index()];
        *width = group(cell).len().max(*width);
    }
    if number > 0 {
        out.push('\n');
    }
    push_rule(&widths, ['.', '.', '.'], out);
    for cell in Cell::all() {
        let column = cell.column_index();
        match (cell.row_index(), column) {
            (3 | 6, 0) => {
                push_rule(&widths, [':', '+', ':'], out);
                out.push_str("| ");
            }
            (_, 0 | 3 | 6) => out.push_str("| "),
            _ => out.push(' '),
        }
        let group = group(cell);
        out.push_str(&group);
        out.extend(std::iter::repeat_n(' ', widths[column] - group.len() + 1));
        if column == 8 {
            out.push_str("|\n");
        }
    }
    push_rule(&widths, ['\'', '\'', '\''], out);
    Ok(())
}

/// Appends a frame line with these corners.
fn push_rule(widths: &[usize; 9], [left, middle, right]: [char; 3], out: &mut String) {
    for (position, columns) in widths.chunks_exact(3).enumerate() {
        out.push(if position == 0 { left } else { middle });
        let width = columns.iter().sum::<usize>() + 6;
        out.extend(std::iter::repeat_n('-', width));
    }
    out.extend([right, '\n']);
}
