//! Links to the SudokuWiki solver, in two encodings.
//!
//! ```text
//! https://www.sudokuwiki.org/sudoku.htm?bd=530070000…     81 digits, 0 for a blank
//! https://www.sudokuwiki.org/sudoku.htm?bd=S9B0503…       81 numbers of two base-36 digits:
//!       0 empty · 1 to 9 given · 10 to 18 placed value + 9 · from 19 candidate mask + 18
//! ```
//!
//! Only links to the classic solver are read, with or without `https://`. The solvers for variants (such as
//! `jigsaw.htm` and `killersudoku.htm`) use boards that look the same, so links to them are errors.

use crate::cells::{self, CellRun};
use crate::error::{ParseError, ParseErrorKind, WriteErrorKind};
use crate::format::{Capabilities, Format, RecordLayout};
use crate::formats::line;
use crate::open_candidates::{open_candidates, with_marks};
use crate::record::Record;
use crate::span::Span;
use crate::url::Url;
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, Grid, Puzzle};

const PREFIX: &str = "https://www.sudokuwiki.org/sudoku.htm?bd=";

/// The `sudokuwiki` format: a link with 81 digits.
pub(crate) const SUDOKUWIKI: Format = Format {
    name: "sudokuwiki",
    title: "SudokuWiki link",
    description: "https://www.sudokuwiki.org/sudoku.htm?bd= followed by 81 digits, '0' for a blank",
    extensions: &[],
    layout: RecordLayout::Line { detect: |text| parts(Span::new(1, text)).is_some(), read },
    write: |record, _, out| {
        out.push_str(PREFIX);
        cells::push_grid(record.puzzle.values(), '0', out);
        out.push('\n');
        Ok(())
    },
    ..line::LINE
};

/// The `sudokuwiki-s9b` format: a link with values, givens and candidates.
pub(crate) const SUDOKUWIKI_S9B: Format = Format {
    name: "sudokuwiki-s9b",
    title: "SudokuWiki link with candidates (S9B)",
    description: "https://www.sudokuwiki.org/sudoku.htm?bd=S9B followed by 81 two-digit base-36 numbers",
    capabilities: Capabilities::POSITION,
    layout: RecordLayout::Line { detect: |text| board(Span::new(1, text)).text().starts_with("S9B"), read },
    write: write_s9b,
    ..SUDOKUWIKI
};

/// Returns the page name and the encoded board in the parameter `bd`, or `None` if this is not a link
/// to SudokuWiki.
fn parts(source: Span<'_>) -> Option<(Span<'_>, Option<Span<'_>>)> {
    const HOST: &str = "sudokuwiki.org";
    let source = source.trim();
    // Browsers show links without the scheme: sudokuwiki.org/sudoku.htm?bd=…
    let is_bare = source.text().as_bytes().get(HOST.len()) == Some(&b'/');
    let link = Url::new(source).or_else(|| Url::without_scheme(source).filter(|_| is_bare))?;
    link.has_host(HOST).then(|| (link.path, link.parameter("bd")))
}

/// Returns the encoded board: the parameter `bd` of a link, or the text itself.
fn board(source: Span<'_>) -> Span<'_> {
    parts(source).and_then(|(_, board)| board).unwrap_or(source.trim())
}

fn read(source: Span<'_>) -> Result<Record, ParseError> {
    match parts(source) {
        Some((_, None)) => {
            return Err(source.unexpected(source.text().len(), "the parameter bd= with the board"));
        }
        // A missing page name means the classic solver.
        Some((page, _)) if !page.text().is_empty() && !page.text().eq_ignore_ascii_case("sudoku.htm") => {
            return Err(page.error(0, ParseErrorKind::Variant { name: page.text().into() }));
        }
        None if Url::new(source).is_some() => return Err(source.trim().wrong("a link to sudokuwiki.org")),
        _ => {}
    }
    let board = board(source);
    if board.text().starts_with("S9B") {
        return read_s9b(board.from(3)).map(Record::from);
    }
    CellRun::read_all(board).map(|cells| Record::from(cells.puzzle()))
}

fn read_s9b(source: Span<'_>) -> Result<Puzzle, ParseError> {
    let mut numbers = Vec::with_capacity(2 * Cell::COUNT);
    for (offset, character) in source.text().char_indices() {
        let number = character.to_digit(36);
        numbers.push(number.ok_or_else(|| source.unexpected(offset, "a base-36 digit"))? as u16);
    }
    if numbers.len() != 2 * Cell::COUNT {
        let kind = ParseErrorKind::Cells { found: numbers.len() / 2, expected: Cell::COUNT };
        return Err(source.error(numbers.len().min(2 * Cell::COUNT), kind));
    }
    let (mut values, mut givens) = (Grid::EMPTY, CellSet::EMPTY);
    let mut marks = CandidateSet::EMPTY;
    for (cell, pair) in Cell::all().zip(numbers.chunks_exact(2)) {
        let number = 36 * pair[0] + pair[1];
        match number {
            0 => {}
            1..=9 => {
                values.set(cell, Digit::from_number(number as u8));
                givens.insert(cell);
            }
            10..=18 => values.set(cell, Digit::from_number(number as u8 - 9)),
            19..=529 => marks.set_digits(cell, DigitSet::from_bits(number - 18)),
            _ => {
                let offset = 2 * cell.index();
                return Err(source.part(offset, offset + 2).wrong("a base-36 number from 00 to ep"));
            }
        }
    }
    let puzzle = Puzzle::new(values, givens);
    Ok(if marks.is_empty() { puzzle } else { with_marks(puzzle, &marks) })
}

fn write_s9b(record: &Record, _: u64, out: &mut String) -> Result<(), WriteErrorKind> {
    let puzzle = &record.puzzle;
    let open = open_candidates(puzzle);
    out.push_str(PREFIX);
    out.push_str("S9B");
    for cell in Cell::all() {
        let number = match puzzle.values().get(cell) {
            Some(digit) if puzzle.givens().contains(cell) => u16::from(digit.number()),
            Some(digit) => u16::from(digit.number()) + 9,
            None if open.digits(cell).is_empty() => return Err(WriteErrorKind::NoCandidate(cell)),
            None => open.digits(cell).bits() + 18,
        };
        let character = |number: u16| char::from_digit(u32::from(number), 36).unwrap_or('0');
        out.extend([character(number / 36), character(number % 36)]);
    }
    out.push('\n');
    Ok(())
}
