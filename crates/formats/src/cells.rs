//! Parses and writes runs of 81 cells, each a digit or a blank (a character for an empty cell).
//!
//! The blank character is determined by Sudopedia's rule: if there are N digits and 81 − N copies of one
//! other character, that character is the blank. `.` and `0` may be mixed, and so may `X` and `x`.
//! Otherwise, if different blanks are mixed, the rarer ones are errors, so an `x` typed by mistake in a
//! line of dots is reported at its position. A `+` before a digit marks a value that is not a given.

use crate::error::{ParseError, ParseErrorKind};
use crate::span::Span;
use veridoku_core::plain_lines;
use veridoku_core::{Cell, CellSet, Digit, Grid, Puzzle};

/// The "expected" part of error messages about a cell.
pub(crate) const EXPECTED: &str = "a digit from 1 to 9 or a blank";

/// The characters that may be used as a blank.
const BLANKS: [char; 10] = ['0', '.', 'X', 'x', '*', '_', '?', '-', '·', '□'];

/// Reports whether the character can represent an empty cell.
pub(crate) fn is_blank(character: char) -> bool {
    BLANKS.contains(&character)
}

/// Reports whether the character can represent a cell.
pub(crate) fn is_cell(character: char) -> bool {
    character.is_ascii_digit() || is_blank(character)
}

/// Returns the same character for blanks that may be mixed: `.` for `.` and `0`, `X` for `X` and `x`.
fn blank_class(character: char) -> char {
    match character {
        '0' => '.',
        'x' => 'X',
        other => other,
    }
}

/// The blanks of a puzzle with their positions, used to find a blank that does not match the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blanks(Vec<(char, (usize, usize))>);

impl Blanks {
    /// Adds a blank at the given line and offset.
    pub(crate) fn add(&mut self, character: char, position: (usize, usize)) {
        self.0.push((character, position));
    }

    /// Adds the blanks of another list.
    pub(crate) fn append(&mut self, mut others: Blanks) {
        self.0.append(&mut others.0);
    }

    /// Returns the position of the first blank that differs from the most frequent one, if any.
    pub(crate) fn stray(&self) -> Option<(usize, usize)> {
        // The kinds of blanks with their counts, in order of appearance.
        let mut kinds: Vec<(char, usize)> = Vec::new();
        for kind in self.0.iter().map(|&(character, _)| blank_class(character)) {
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((kind, 1)),
            }
        }
        let (most, _) = kinds.into_iter().rev().max_by_key(|&(_, count)| count)?;
        self.0.iter().find(|(character, _)| blank_class(*character) != most).map(|&(_, position)| position)
    }

    /// Returns the blank character of the puzzle: `.` if there are no blanks, or if `.` and `0` are mixed.
    pub(crate) fn character(&self) -> char {
        match self.0.first() {
            Some(('0', _)) if self.0.iter().all(|&(character, _)| character != '.') => '0',
            Some(&(character, _)) => blank_class(character),
            None => '.',
        }
    }
}

/// 81 parsed cells, and the offset in the text at which they end.
#[derive(Debug)]
pub(crate) struct CellRun {
    pub(crate) grid: Grid,
    placed: CellSet,
    /// Offset just after the last cell.
    pub(crate) end: usize,
}

impl CellRun {
    /// Parses exactly 81 cells at the start of the text. Neither another cell nor a letter may follow them.
    pub(crate) fn read(source: Span<'_>) -> Result<CellRun, ParseError> {
        if let Some(cells) = CellRun::plain(source.text()) {
            return Ok(cells);
        }
        let mut cells = CellRun { grid: Grid::EMPTY, placed: CellSet::EMPTY, end: 0 };
        let mut blanks = Blanks::default();
        let mut count = 0;
        let mut surplus = 0;
        let mut plus = None;
        for (offset, character) in source.text().char_indices() {
            cells.end = offset;
            match character {
                '+' if plus.is_none() => {
                    plus = Some(offset);
                    continue;
                }
                '1'..='9' => {}
                _ if plus.is_some() => {
                    return Err(source.unexpected(offset, "a digit from 1 to 9 after the '+'"));
                }
                _ if is_blank(character) => {
                    if count < Cell::COUNT {
                        blanks.add(character, (0, offset));
                    }
                }
                _ if character.is_whitespace() || ",;:|#\"'/".contains(character) => break,
                _ if count >= Cell::COUNT && !character.is_alphanumeric() => break,
                _ if count >= Cell::COUNT => {
                    return Err(source.unexpected(offset, "the end of the line or a separator"));
                }
                _ => return Err(source.unexpected(offset, EXPECTED)),
            }
            match Cell::from_index(count) {
                Some(cell) => {
                    cells.grid.set(cell, Digit::from_char(character));
                    if plus.is_some() {
                        cells.placed.insert(cell);
                    }
                }
                None if count == Cell::COUNT => surplus = plus.unwrap_or(offset),
                None => {}
            }
            plus = None;
            count += 1;
            cells.end = offset + character.len_utf8();
        }
        if let Some(offset) = plus {
            return Err(source.unexpected(offset, EXPECTED));
        }
        if let Some((_, offset)) = blanks.stray() {
            return Err(source.unexpected(offset, EXPECTED));
        }
        if count != Cell::COUNT {
            let position = if count > Cell::COUNT { surplus } else { cells.end };
            return Err(source.error(position, ParseErrorKind::Cells { found: count, expected: Cell::COUNT }));
        }
        Ok(cells)
    }

    /// The fast path of `read`, for lines without `+` and with only `.` and `0` as blanks.
    fn plain(text: &str) -> Option<CellRun> {
        let bytes = text.as_bytes();
        let separated = bytes.get(Cell::COUNT).is_none_or(|byte| b" \t,;:|#\"'/".contains(byte));
        let (grid, _) = plain_lines::read_line(bytes.first_chunk().filter(|_| separated)?)?;
        Some(CellRun { grid, placed: CellSet::EMPTY, end: Cell::COUNT })
    }

    /// Parses text that consists of exactly 81 cells.
    pub(crate) fn read_all(source: Span<'_>) -> Result<CellRun, ParseError> {
        let source = source.trim();
        let cells = CellRun::read(source)?;
        if cells.end < source.text().len() {
            return Err(source.unexpected(cells.end, "the end of the text after 81 cells"));
        }
        Ok(cells)
    }

    /// Parses text that consists of exactly 81 cells and was decoded from this span. If decoding changed the
    /// text, errors point to the start of the span.
    pub(crate) fn read_decoded(text: &str, source: Span<'_>) -> Result<CellRun, ParseError> {
        if text == source.text() {
            return CellRun::read_all(source);
        }
        CellRun::read_all(Span::new(1, text)).map_err(|error| source.error(0, error.kind))
    }

    /// Reports whether the text starts with exactly 81 cells.
    pub(crate) fn start(text: &str) -> bool {
        if CellRun::plain(text).is_some() {
            return true;
        }
        let mut cells = 0;
        for character in text.chars() {
            match character {
                '+' => {}
                _ if is_cell(character) => cells += 1,
                _ => break,
            }
            if cells > Cell::COUNT {
                return false;
            }
        }
        cells == Cell::COUNT
    }

    /// Returns the values as a puzzle. Values marked with `+` are not givens.
    pub(crate) fn puzzle(&self) -> Puzzle {
        Puzzle::new(self.grid, !self.placed)
    }
}

/// Returns the grid with these numbers in its cells, or an error at the end of their span if there are not
/// 81.
pub(crate) fn grid_of(numbers: &[u8], source: Span<'_>) -> Result<Grid, ParseError> {
    let grid = numbers.try_into().ok().and_then(Grid::from_bytes);
    let kind = ParseErrorKind::Cells { found: numbers.len(), expected: Cell::COUNT };
    grid.ok_or_else(|| source.error(source.text().len(), kind))
}

/// Appends the 81 cells, using the given ASCII character for blanks.
pub(crate) fn push_grid(grid: &Grid, blank: char, out: &mut String) {
    let line = grid.line_with(blank as u8);
    out.push_str(std::str::from_utf8(&line).unwrap_or_default());
}

/// Appends the 81 cells, with a `+` before each value that is not a given.
pub(crate) fn push_marked(puzzle: &Puzzle, blank: char, out: &mut String) {
    for cell in Cell::all() {
        match puzzle.values().get(cell) {
            Some(digit) => {
                if !puzzle.givens().contains(cell) {
                    out.push('+');
                }
                out.push(digit.to_char());
            }
            None => out.push(blank),
        }
    }
}
