//! Parses and writes runs of 81 cells, each a digit or a blank (a character for an empty cell).
//!
//! The blank character is determined by Sudopedia's rule: if there are N digits and 81 − N copies of one
//! other character, that character is the blank. `.` and `0` may be mixed, and so may `X` and `x`.
//! Otherwise, if different blanks are mixed, the rarer ones are errors, so an `x` typed by mistake in a
//! line of dots is reported at its position. A `+` before a digit marks a value that is not a given.

use super::error::{ParseError, ParseErrorKind};
use super::span::Span;
use crate::cell::{Cell, CellSet};
use crate::grid::Grid;
use crate::puzzle::Puzzle;

/// The "expected" part of error messages about a cell.
pub(super) const EXPECTED: &str = "a digit from 1 to 9 or a blank";

/// The characters that may be used as a blank.
const BLANKS: [char; 10] = ['0', '.', 'X', 'x', '*', '_', '?', '-', '·', '□'];

/// Reports whether the character can represent an empty cell.
pub(super) fn is_blank(character: char) -> bool {
    BLANKS.contains(&character)
}

/// Reports whether the character can represent a cell.
pub(super) fn is_cell(character: char) -> bool {
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
pub(super) struct Blanks {
    /// Each kind of blank, with its count and the position of its first occurrence.
    kinds: Vec<(char, usize, (usize, usize))>,
    zeros: usize,
    dots: usize,
}

impl Blanks {
    /// Counts a blank at the given line and offset.
    pub(super) fn add(&mut self, character: char, position: (usize, usize)) {
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
    pub(super) fn append(&mut self, others: Blanks) {
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
    pub(super) fn stray(&self) -> Option<(usize, usize)> {
        let most = self.kinds.iter().map(|&(_, count, _)| count).max()?;
        let blank = self.kinds.iter().find(|&&(_, count, _)| count == most)?.0;
        self.kinds.iter().filter(|(kind, ..)| *kind != blank).map(|&(.., position)| position).min()
    }

    /// Returns the blank character of the puzzle: `.` if there are no blanks, or if `.` and `0` are mixed.
    pub(super) fn character(&self) -> char {
        match self.kinds.first() {
            Some(('.', ..)) if self.zeros > 0 && self.dots == 0 => '0',
            Some(&(kind, ..)) => kind,
            None => '.',
        }
    }
}

/// The blank character of a plain line, which consists of 81 digits and blanks and nothing else.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum PlainBlanks {
    /// `.`; also used for lines without blanks and for lines that mix `.` and `0`.
    Dots,
    /// `0`
    Zeros,
}

/// Parses a line of 81 digits and dots into numbers, with 0 for a blank. Returns `None` if the line
/// contains any other character; the numbers are then meaningless.
///
/// The line is valid if the maximum of the numbers is at most 9. The minimum of the bytes reveals the blank
/// character, because `.` sorts before `0`. There is no early exit, and sixteen cells are processed side by
/// side, each with its own maximum and minimum, so the loop compiles to about two dozen vector
/// instructions. With a single maximum and minimum for all cells, it takes twice as long. The function is
/// inlined because a call per line would take as long as parsing the line.
#[allow(clippy::inline_always, reason = "measured: otherwise the compiler emits a call per line")]
#[inline(always)]
pub(super) fn read_plain(line: &[u8; Cell::COUNT], numbers: &mut [u8; Cell::COUNT]) -> Option<PlainBlanks> {
    const WIDTH: usize = 16;
    let read = |byte: u8| if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') };
    let (mut greatest, mut least) = ([0; WIDTH], [u8::MAX; WIDTH]);
    let (bytes, other_bytes) = line.as_chunks::<WIDTH>();
    let (wide, others) = numbers.as_chunks_mut::<WIDTH>();
    for (numbers, bytes) in wide.iter_mut().zip(bytes) {
        for position in 0..WIDTH {
            numbers[position] = read(bytes[position]);
            greatest[position] = greatest[position].max(numbers[position]);
            least[position] = least[position].min(bytes[position]);
        }
    }
    for (number, &byte) in others.iter_mut().zip(other_bytes) {
        *number = read(byte);
        greatest[0] = greatest[0].max(*number);
        least[0] = least[0].min(byte);
    }
    let least = least.into_iter().fold(u8::MAX, u8::min);
    let blanks = if least == b'0' { PlainBlanks::Zeros } else { PlainBlanks::Dots };
    (greatest.into_iter().fold(0, u8::max) <= 9).then_some(blanks)
}

/// Number of plain lines that are parsed together.
pub(super) const LINES_AT_ONCE: usize = 16;

/// Parses `LINES_AT_ONCE` lines of 81 characters, each a `.` or a digit from 1 to 9. Every line must end
/// with the line break `end`. Returns `false` if a line does not have this form; the grids are then
/// meaningless.
///
/// Unlike [`read_plain`], this function reduces the sixteen maxima and minima only once for all lines.
/// `read_plain` spends half of its time on that reduction.
pub(super) fn read_dotted(lines: &[u8], end: &[u8], grids: &mut [Grid; LINES_AT_ONCE]) -> bool {
    const WIDTH: usize = 16;
    const DOT: u8 = b'.'.wrapping_sub(b'0');
    let (mut greatest, mut least) = ([0; WIDTH], [u8::MAX; WIDTH]);
    let mut is_ended = true;
    for (line, grid) in lines.chunks_exact(Cell::COUNT + end.len()).zip(grids) {
        let Some((line, line_end)) = line.split_first_chunk::<{ Cell::COUNT }>() else { return false };
        // A line break has at most two bytes. Comparing them directly avoids a function call.
        is_ended &= line_end.first() == end.first() && line_end.last() == end.last();
        // The last sixteen cells overlap the previous ones.
        for start in [0, 16, 32, 48, 64, Cell::COUNT - WIDTH] {
            let bytes: &[u8; WIDTH] = line[start..start + WIDTH].try_into().unwrap();
            let numbers: &mut [u8; WIDTH] =
                (&mut grid.numbers_mut()[start..start + WIDTH]).try_into().unwrap();
            for position in 0..WIDTH {
                let number = bytes[position].wrapping_sub(b'0');
                least[position] = least[position].min(number);
                numbers[position] = if number == DOT { 0 } else { number };
                greatest[position] = greatest[position].max(numbers[position]);
            }
        }
    }
    is_ended && greatest.into_iter().all(|number| number <= 9) && least.into_iter().all(|number| number > 0)
}

/// 81 parsed cells, and the offset in the text at which they end.
#[derive(Debug)]
pub(super) struct CellRun {
    numbers: [u8; Cell::COUNT],
    placed: CellSet,
    /// Offset just after the last cell.
    pub(super) end: usize,
}

impl CellRun {
    /// Parses exactly 81 cells at the start of the text. Neither another cell nor a letter may follow them.
    pub(super) fn read(source: Span<'_>) -> Result<CellRun, ParseError> {
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
        let mut numbers = [0; Cell::COUNT];
        read_plain(bytes.first_chunk().filter(|_| separated)?, &mut numbers)?;
        Some(CellRun { numbers, placed: CellSet::EMPTY, end: Cell::COUNT })
    }

    /// Parses text that consists of exactly 81 cells.
    pub(super) fn read_all(source: Span<'_>) -> Result<CellRun, ParseError> {
        let source = source.trim();
        let cells = CellRun::read(source)?;
        if cells.end < source.text().len() {
            return Err(source.unexpected(cells.end, "the end of the text after 81 cells"));
        }
        Ok(cells)
    }

    /// Reports whether the text starts with exactly 81 cells.
    pub(super) fn start(text: &str) -> bool {
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
    pub(super) fn all_given(&self) -> bool {
        self.placed.is_empty()
    }

    /// Returns the values.
    pub(super) fn grid(&self) -> Grid {
        Grid::from_bytes(self.numbers).unwrap_or_default()
    }

    /// Returns the values as a puzzle. Values marked with `+` are not givens.
    pub(super) fn puzzle(&self) -> Puzzle {
        if self.all_given() {
            return Puzzle::from(self.grid());
        }
        Puzzle::new(self.grid(), !self.placed)
    }
}

/// Appends the 81 cells, using the given ASCII character for blanks.
pub(super) fn push_grid(grid: &Grid, blank: char, out: &mut String) {
    let line = grid.line_with(blank as u8);
    out.push_str(std::str::from_utf8(&line).unwrap_or_default());
}

/// Appends the 81 cells, with a `+` before each value that is not a given.
pub(super) fn push_marked(puzzle: &Puzzle, blank: char, out: &mut String) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses a plain line one cell at a time, as a reference for the fast path.
    fn read_simply(line: &[u8; Cell::COUNT]) -> Option<([u8; Cell::COUNT], PlainBlanks)> {
        if line.iter().any(|byte| !matches!(byte, b'.' | b'0'..=b'9')) {
            return None;
        }
        let is_zeros = line.contains(&b'0') && !line.contains(&b'.');
        let blanks = if is_zeros { PlainBlanks::Zeros } else { PlainBlanks::Dots };
        Some((line.map(|byte| if byte == b'.' { 0 } else { byte - b'0' }), blanks))
    }

    #[test]
    fn lines_read_together_match_lines_read_one_by_one() {
        let line = |number: usize, byte: u8| {
            let mut line: Vec<u8> =
                (0..Cell::COUNT).map(|position| b"1.9..3.7"[position * number % 8]).collect();
            line[number % Cell::COUNT] = byte;
            line
        };
        for end in [&b"\n"[..], b"\r\n"] {
            for (number, byte) in (0..LINES_AT_ONCE * (Cell::COUNT + end.len()))
                .flat_map(|n| b"\0\n\r-./0159:x\xff".map(|b| (n, b)))
            {
                let mut text: Vec<u8> =
                    (0..LINES_AT_ONCE).flat_map(|n| [&line(n, b'8'), end].concat()).collect();
                text[number] = byte;
                let mut grids = [Grid::EMPTY; LINES_AT_ONCE];
                let read = read_dotted(&text, end, &mut grids).then_some(grids);
                let lines: Option<Vec<Grid>> = text
                    .chunks(Cell::COUNT + end.len())
                    .map(|line| {
                        let (cells, line_end) = line.split_first_chunk()?;
                        let (numbers, _) =
                            read_simply(cells).filter(|_| line_end == end && !cells.contains(&b'0'))?;
                        Grid::from_bytes(numbers)
                    })
                    .collect();
                assert_eq!(read.map(Vec::from), lines, "{byte} at {number}");
            }
        }
    }

    #[test]
    fn read_plain_checks_every_byte() {
        for around in [*b"5555", *b"....", *b"0000", *b"1.9.", *b"0.9.", *b"0909"] {
            for position in 0..Cell::COUNT {
                for byte in 0..=u8::MAX {
                    let mut line = std::array::from_fn(|position| around[position % around.len()]);
                    line[position] = byte;
                    let mut numbers = [77; Cell::COUNT];
                    let read = read_plain(&line, &mut numbers).map(|blanks| (numbers, blanks));
                    assert_eq!(read, read_simply(&line), "{byte} at {position} among {around:?}");
                }
            }
        }
    }
}
