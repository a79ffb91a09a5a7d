//! Reads plain lines in bulk. A plain line has 81 characters, each a digit or a blank (`.` or `0`), and
//! nothing else. Most files of puzzles consist of such lines.

use crate::cell::Cell;
use crate::grid::Grid;

/// The blank character of a plain line, which consists of 81 digits and blanks and nothing else.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PlainBlanks {
    /// `.`; also used for lines without blanks and for lines that mix `.` and `0`.
    Dots,
    /// `0`
    Zeros,
}

/// Reads one plain line. Returns `None` if it contains any other character.
#[inline]
pub fn read_line(line: &[u8; Cell::COUNT]) -> Option<(Grid, PlainBlanks)> {
    let mut grid = Grid::EMPTY;
    let blanks = read_numbers(line, grid.numbers_mut())?;
    Some((grid, blanks))
}

/// Reads consecutive plain lines that all use these blanks and end with the line break `end` (`\n` or
/// `\r\n`). Appends their grids and returns their number. Stops before the first other line, and before an
/// incomplete one at the end.
///
/// ```
/// use veridoku_core::plain_lines::{self, PlainBlanks};
///
/// let line = ".".repeat(81);
/// let text = format!("{line}\n{line}\n{line}  # my first\n");
/// let mut grids = Vec::new();
/// assert_eq!(plain_lines::read_lines(text.as_bytes(), b"\n", PlainBlanks::Dots, &mut grids), 2);
/// ```
pub fn read_lines(text: &[u8], end: &[u8], blanks: PlainBlanks, grids: &mut Vec<Grid>) -> usize {
    let length = Cell::COUNT + end.len();
    let before = grids.len();
    grids.reserve(text.len() / length);
    if blanks == PlainBlanks::Dots {
        let mut run = [Grid::EMPTY; LINES_AT_ONCE];
        for lines in text.chunks_exact(LINES_AT_ONCE * length) {
            if !read_dotted(lines, end, &mut run) {
                break;
            }
            grids.extend_from_slice(&run);
        }
    }
    let read = (grids.len() - before) * length;
    for line in text[read..].chunks_exact(length) {
        let Some((cells, rest)) = line.split_first_chunk() else { break };
        // A line break has at most two bytes. Comparing them directly avoids a function call.
        let is_end = rest.first() == end.first() && rest.last() == end.last();
        // Parsing into a local grid and copying it is faster than zeroing the destination first.
        let mut grid = Grid::EMPTY;
        if !is_end || read_numbers(cells, grid.numbers_mut()) != Some(blanks) {
            break;
        }
        grids.push(grid);
    }
    grids.len() - before
}

/// Returns the blanks of a text that consists of complete plain lines, all with the same blanks and with the
/// line break `end`; otherwise `None`. [`read_lines`] then reads the whole text.
///
/// This takes a third of the time of reading the lines, so a thread that only reads a file can check its
/// text and leave the rest to others.
///
/// ```
/// use veridoku_core::plain_lines::{self, PlainBlanks};
///
/// let line = ".".repeat(81);
/// assert_eq!(plain_lines::blanks(format!("{line}\n{line}\n").as_bytes(), b"\n"), Some(PlainBlanks::Dots));
/// assert_eq!(plain_lines::blanks(format!("{line}\n{line} \n").as_bytes(), b"\n"), None);
/// ```
pub fn blanks(text: &[u8], end: &[u8]) -> Option<PlainBlanks> {
    let length = Cell::COUNT + end.len();
    let first: &[u8; Cell::COUNT] = text.first_chunk()?;
    let (_, blanks) = read_line(first)?;
    let is_plain = match blanks {
        PlainBlanks::Dots => {
            are_lines(text, end, |cells| !any(cells, |byte| byte.wrapping_sub(b'1') > 8 && byte != b'.'))
        }
        // A line without blanks counts as dotted.
        PlainBlanks::Zeros => are_lines(text, end, |cells| {
            !any(cells, |byte| byte.wrapping_sub(b'0') > 9) && any(cells, |byte| byte == b'0')
        }),
    };
    (is_plain && text.len().is_multiple_of(length)).then_some(blanks)
}

/// Reports whether the text consists of lines with these cells and the line break `end`, apart from an
/// incomplete line at the end.
#[inline]
fn are_lines(text: &[u8], end: &[u8], is_valid: impl Fn(&[u8; Cell::COUNT]) -> bool) -> bool {
    text.chunks_exact(Cell::COUNT + end.len()).all(|line| {
        line.split_first_chunk().is_some_and(|(cells, line_end)| {
            is_valid(cells) && line_end.first() == end.first() && line_end.last() == end.last()
        })
    })
}

/// Reports whether a byte fulfils the condition. There is no early exit, so the loop compiles to vector
/// instructions.
#[inline]
fn any(cells: &[u8; Cell::COUNT], condition: impl Fn(u8) -> bool) -> bool {
    cells.iter().fold(0, |any, &byte| any | u8::from(condition(byte))) != 0
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
fn read_numbers(line: &[u8; Cell::COUNT], numbers: &mut [u8; Cell::COUNT]) -> Option<PlainBlanks> {
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
const LINES_AT_ONCE: usize = 16;

/// Parses `LINES_AT_ONCE` lines of 81 characters, each a `.` or a digit from 1 to 9. Every line must end
/// with the line break `end`. Returns `false` if a line does not have this form; the grids are then
/// meaningless.
///
/// Unlike [`read_numbers`], this function reduces the sixteen maxima and minima only once for all lines.
/// `read_numbers` spends half of its time on that reduction.
fn read_dotted(lines: &[u8], end: &[u8], grids: &mut [Grid; LINES_AT_ONCE]) -> bool {
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
                assert_eq!(blanks(&text, end), lines.map(|_| PlainBlanks::Dots), "{byte} at {number}");
            }
        }
    }

    #[test]
    fn blanks_are_those_of_all_lines() {
        for text in
            ["0509", "0909 0909", "0909 1111", "1111 0909", ".909 0909", ".909 1111", "1111 .1.1", "1.0."]
        {
            let lines: Vec<String> =
                text.split(' ').map(|cells| cells.repeat(21)[..81].to_string() + "\n").collect();
            let text = lines.concat();
            let mut grids = Vec::new();
            let all = [PlainBlanks::Dots, PlainBlanks::Zeros]
                .into_iter()
                .find(|&blanks| read_lines(text.as_bytes(), b"\n", blanks, &mut grids) == lines.len());
            // Lines that mix both characters can be read, but are left to `read_lines`.
            let is_mixed = lines.iter().any(|line| line.contains('.') && line.contains('0'));
            let expected = all.filter(|_| !is_mixed);
            assert_eq!(blanks(text.as_bytes(), b"\n"), expected, "{text}");
            assert_eq!(blanks(&text.as_bytes()[1..], b"\n"), None);
            assert_eq!(blanks(&text.as_bytes()[..text.len() - 1], b"\n"), None);
        }
        assert_eq!(blanks(b"", b"\n"), None);
    }

    #[test]
    fn read_numbers_checks_every_byte() {
        for around in [*b"5555", *b"....", *b"0000", *b"1.9.", *b"0.9.", *b"0909"] {
            for position in 0..Cell::COUNT {
                for byte in 0..=u8::MAX {
                    let mut line = std::array::from_fn(|position| around[position % around.len()]);
                    line[position] = byte;
                    let mut numbers = [77; Cell::COUNT];
                    let read = read_numbers(&line, &mut numbers).map(|blanks| (numbers, blanks));
                    assert_eq!(read, read_simply(&line), "{byte} at {position} among {around:?}");
                }
            }
        }
    }
}
