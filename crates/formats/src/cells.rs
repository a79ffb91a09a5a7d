//! Parses and writes runs of 81 cells, each a digit or a blank (a character for an empty cell).
//!
//! The blank character is determined by Sudopedia's rule: if there are N digits and 81 − N copies of one
//! other character, that character is the blank. `.` and `0` may be mixed, and so may `X` and `x`.
//! Otherwise, if different blanks are mixed, the rarer ones are errors, so an `x` typed by mistake in a
//! line of dots is reported at its position. A `+` before a digit marks a value that is not a given.

use crate::error::{ParseError, ParseErrorKind};
use crate::span::Span;
use veridoku_core::plain_lines;
use veridoku_core::{Cell, CellSet, Grid, Puzzle};

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

/// The number of blanks of each kind in a puzzle, used to find a blank that does not match the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blanks {
    /// Each kind of blank, with its count and the position of its first occurrence.
    kinds: Vec<(char, usize, (usize, usize))>,
    zeros: usize,
    dots: usize,
}

impl Blanks {
    /// Counts a blank at the given line and offset.
    pub(crate) fn add(&mut self, character: char, position: (usize, usize)) {
        match character {
            '0' => self.zeros += 1,
            '.' => self.dots += 1,
            _ => {}
        }
        let class = blank_class(character);
        match self.kinds.iter_mut().find(|(kind, ..)| *kind == class) {
            Some((_, count, _)) => *count += 1,
            None => self.kinds.push((class, 1, position)),
        }
    }

    /// Adds the counts of another counter.
    pub(crate) fn append(&mut self, others: Blanks) {
        self.zeros += others.zeros;
        self.dots += others.dots;
        for (class, number, position) in others.kinds {
            match self.kinds.iter_mut().find(|(kind, ..)| *kind == class) {
                Some((_, count, _)) => *count += number,
                None => self.kinds.push((class, number, position)),
            }
        }
    }

    /// Returns the position of the first blank that differs from the most frequent one, if any.
    pub(crate) fn stray(&self) -> Option<(usize, usize)> {
        let most = self.kinds.iter().map(|&(_, count, _)| count).max()?;
        let blank = self.kinds.iter().find(|&&(_, count, _)| count == most)?.0;
        self.kinds.iter().filter(|(kind, ..)| *kind != blank).map(|&(.., position)| position).min()
    }

    /// Returns the blank character of the puzzle: `.` if there are no blanks, or if `.` and `0` are mixed.
    pub(crate) fn character(&self) -> char {
        match self.kinds.first() {
            Some(('.', ..)) if self.zeros > 0 && self.dots == 0 => '0',
            Some(&(kind, ..)) => kind,
            None => '.',
        }
    }
}

/// 81 parsed cells, and the offset in the text at which they end.
#[derive(Debug)]
pub(crate) struct CellRun {
    numbers: [u8; Cell::COUNT],
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
        let mut cells = CellRun { numbers: [0; Cell::COUNT], placed: CellSet::EMPTY, end: 0 };
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
                    cells.numbers[count] = character.to_digit(10).unwrap_or(0) as u8;
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
        Some(CellRun { numbers: *grid.as_bytes(), placed: CellSet::EMPTY, end: Cell::COUNT })
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

    /// Reports whether all values are givens, that is, whether no digit is marked with `+`.
    pub(crate) fn all_given(&self) -> bool {
        self.placed.is_empty()
    }

    /// Returns the values.
    pub(crate) fn grid(&self) -> Grid {
        Grid::from_bytes(self.numbers).unwrap_or_default()
    }

    /// Returns the values as a puzzle. Values marked with `+` are not givens.
    pub(crate) fn puzzle(&self) -> Puzzle {
        if self.all_given() {
            return Puzzle::from(self.grid());
        }
        Puzzle::new(self.grid(), !self.placed)
    }
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
