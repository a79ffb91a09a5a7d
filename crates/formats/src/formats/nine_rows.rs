//! Formats with one line per row.
//!
//! ```text
//! #ARuud                  .sdk: metadata, rows, and a [State] section for a game in progress
//! 2..1.5..3
//!
//! 1..|...|7..             Simple Sudoku, current version
//! -----------             after rows 3 and 6
//!
//! X6X1X4X5X               Simple Sudoku, old version
//!
//! Grid 01                 Project Euler, problem 96
//! 003020600
//! ```

use crate::error::WriteErrorKind;
use crate::format::{Capabilities, Format, RecordLayout, Support};
use crate::formats::line;
use crate::record::{Fields, Record};
use veridoku_core::{Cell, Grid};

/// The `sdk` format: files of SadMan Sudoku and SudoCue.
pub(crate) const SDK: Format = Format {
    name: "sdk",
    title: "SadMan and SudoCue file (.sdk)",
    description: "metadata lines (#A author, #D description, …), then nine rows, '.' for a blank",
    extensions: &["sdk", "msk"],
    capabilities: Capabilities { givens: Support::Yes, fields: &FIELDS, ..Capabilities::VALUES },
    layout: RecordLayout::Rows,
    write: write_sdk,
    ..line::LINE
};

/// The `simple-sudoku` format: files of Simple Sudoku.
pub(crate) const SIMPLE_SUDOKU: Format = Format {
    name: "simple-sudoku",
    title: "Simple Sudoku file (.ss)",
    description: "nine rows with '|' between the boxes and dashes after rows 3 and 6, '.' for a blank",
    extensions: &["ss"],
    layout: RecordLayout::Rows,
    write: |record, number, out| {
        push_gap(number, out);
        for cell in Cell::all() {
            out.push_str(match (cell.row_index(), cell.column_index()) {
                (3 | 6, 0) => "-----------\n",
                (_, 3 | 6) => "|",
                _ => "",
            });
            push_cell(record.puzzle.values(), cell, '.', out);
        }
        Ok(())
    },
    ..line::LINE
};

/// The `simple-sudoku-old` format: files of old versions of Simple Sudoku.
pub(crate) const SIMPLE_SUDOKU_OLD: Format = Format {
    name: "simple-sudoku-old",
    title: "Old Simple Sudoku file (.ss)",
    description: "nine rows, 'X' for a blank",
    reads_as: &["sdk"],
    write: |record, number, out| {
        push_gap(number, out);
        push_rows(record.puzzle.values(), 'X', out);
        Ok(())
    },
    ..SIMPLE_SUDOKU
};

/// The `euler` format: the file of Project Euler, problem 96.
pub(crate) const EULER: Format = Format {
    name: "euler",
    title: "Project Euler 96",
    description: "a line such as Grid 01, then nine rows, '0' for a blank",
    extensions: &["txt"],
    write: |record, number, out| {
        let number = number + 1;
        out.push_str(if number < 10 { "Grid 0" } else { "Grid " });
        out.push_str(&number.to_string());
        out.push('\n');
        push_rows(record.puzzle.values(), '0', out);
        Ok(())
    },
    ..SIMPLE_SUDOKU
};

const FIELDS: [&str; 7] = [
    Fields::AUTHOR,
    Fields::DESCRIPTION,
    Fields::COMMENT,
    Fields::DATE,
    Fields::SOURCE,
    Fields::LEVEL,
    Fields::URL,
];

/// The letters that identify metadata lines, in the order of `FIELDS`.
const LETTERS: [char; 7] = ['A', 'D', 'C', 'B', 'S', 'L', 'U'];

/// Parses a metadata line such as `#ARuud`, and returns its key and value.
pub(crate) fn metadata(line: &str) -> Option<(&'static str, &str)> {
    let rest = line.trim().strip_prefix('#')?;
    let letter = rest.chars().next()?;
    let position = LETTERS.iter().position(|&known| known == letter)?;
    Some((FIELDS[position], rest[1..].trim()))
}

fn write_sdk(record: &Record, number: u64, out: &mut String) -> Result<(), WriteErrorKind> {
    push_gap(number, out);
    for (key, letter) in FIELDS.into_iter().zip(LETTERS) {
        for (_, value) in record.fields.iter().filter(|&(name, _)| name == key) {
            if value.contains(['\n', '\r']) {
                return Err(WriteErrorKind::Field(key.into()));
            }
            out.extend(['#', letter]);
            out.push_str(value);
            out.push('\n');
        }
    }
    let puzzle = &record.puzzle;
    if puzzle.givens() == puzzle.values().filled() {
        push_rows(puzzle.values(), '.', out);
    } else {
        out.push_str("[Puzzle]\n");
        push_rows(&puzzle.given_values(), '.', out);
        out.push_str("[State]\n");
        push_rows(puzzle.values(), '.', out);
    }
    Ok(())
}

/// Appends an empty line, unless this is the first record.
fn push_gap(number: u64, out: &mut String) {
    if number > 0 {
        out.push('\n');
    }
}

fn push_rows(values: &Grid, blank: char, out: &mut String) {
    for cell in Cell::all() {
        push_cell(values, cell, blank, out);
    }
}

/// Appends a cell, with a line break after the last cell of a row.
fn push_cell(values: &Grid, cell: Cell, blank: char, out: &mut String) {
    out.push(values.get(cell).map_or(blank, veridoku_core::Digit::to_char));
    if cell.column_index() == 8 {
        out.push('\n');
    }
}
