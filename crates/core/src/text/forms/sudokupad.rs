//! SudokuPad: the word `classic` and the givens in one of two codings, as id or link.
//!
//! ```text
//! classicB6B91D7C2E15F4D9C3K…       first: digits, and runs of blanks as a letter, B for 1
//! classic5NlQ19j9mGca3OIN1bW…       second: a character for a digit (or blank) and up to 5 blanks
//!                                   behind it, alphabet[digit + 10 · blanks]
//! ```
//!
//! The codings are not marked. As SudokuPad itself does, we take the second if it has only its
//! characters and gives 81 cells, and the first otherwise. The writer of the first refuses the
//! rare puzzle that would be read as another one.

use crate::cell::Cell;
use crate::grid::Grid;
use crate::text::error::{ParseError, ParseErrorKind, WriteErrorKind};
use crate::text::format::{Format, Shape};
use crate::text::forms::line;
use crate::text::link::{self, Link};
use crate::text::record::Record;
use crate::text::source::Source;

const START: &str = "https://sudokupad.app/classic";

/// The lengths of runs in the first coding, from 0.
const RUNS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_";
/// The characters of the second coding.
const PAIRS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";
/// The most blanks behind a digit in the second coding.
const MOST_BLANKS: usize = 5;

/// The first coding.
pub(in crate::text) const SUDOKUPAD: Format = Format {
    name: "sudokupad",
    title: "SudokuPad link, first coding",
    description: "https://sudokupad.app/classic, digits, and runs of blanks as a letter",
    extensions: &[],
    reads_as: &["sudokupad-v2"],
    shape: Shape::Line { fits: |text| coded(Source::new(1, text)).is_some(), read },
    write: write_runs,
    ..line::LINE
};

/// The second coding.
pub(in crate::text) const SUDOKUPAD_V2: Format = Format {
    name: "sudokupad-v2",
    title: "SudokuPad link, second coding",
    description: "https://sudokupad.app/classic, a character for a digit and the blanks behind it",
    reads_as: &[],
    shape: Shape::Line {
        fits: |text| coded(Source::new(1, text)).is_some_and(|code| read_pairs(&code.0).is_some()),
        read,
    },
    write: |record, _, out| {
        push(record, out);
        Ok(())
    },
    ..SUDOKUPAD
};

/// The kinds of puzzles that SudokuPad knows beside the classic one; `fpuz` is read by f-puzzles.
const OTHER_KINDS: [&str; 3] = ["scl", "scf", "ctc"];

/// The id in a SudokuPad link, or the text itself; nothing if it is a link to another place.
pub(in crate::text) fn id(source: Source<'_>) -> Option<Source<'_>> {
    let source = source.trim();
    let Some(link) = Link::new(source) else { return Some(source) };
    if !link.is_at("sudokupad.app") && !link.is_at("crackingthecryptic.com") {
        return None;
    }
    Some(link.parameter("puzzleid").unwrap_or_else(|| {
        let path = link.path();
        let name = path.text().strip_prefix("sudoku/").unwrap_or(path.text());
        path.from(path.text().len() - name.len())
    }))
}

/// The coded cells behind `classic`, with their place; or the id of another kind.
fn coded(source: Source<'_>) -> Option<(String, Source<'_>)> {
    let source = source.trim();
    let id = id(source)?;
    let is_link = id.text().len() < source.text().len();
    if id.text().starts_with("classic") {
        let code = id.from("classic".len());
        return Some((link::decode(code.text()).into_owned(), code));
    }
    let other = OTHER_KINDS.iter().any(|kind| id.text().starts_with(kind) && id.text().len() > 20);
    (is_link || other).then(|| (String::new(), id))
}

fn read(source: Source<'_>) -> Result<Record, ParseError> {
    let (code, place) =
        coded(source).ok_or_else(|| source.trim().wrong("a SudokuPad link or an id such as classicB6B…"))?;
    if code.is_empty() && !place.text().is_empty() {
        return Err(place.wrong("a SudokuPad id that starts with \"classic\""));
    }
    if let Some(grid) = read_pairs(&code) {
        return Ok(Record::from(grid));
    }
    read_runs(&code, place).map(Record::from)
}

/// Reads the second coding, if it is one of 81 cells.
fn read_pairs(code: &str) -> Option<Grid> {
    let mut numbers = Vec::with_capacity(Cell::COUNT + MOST_BLANKS);
    for character in code.chars() {
        let index = PAIRS.find(character)?;
        numbers.push((index % 10) as u8);
        numbers.resize(numbers.len() + index / 10, 0);
        if numbers.len() > Cell::COUNT {
            return None;
        }
    }
    Grid::from_bytes(numbers.try_into().ok()?)
}

/// Reads the first coding.
fn read_runs(code: &str, place: Source<'_>) -> Result<Grid, ParseError> {
    let mut numbers = Vec::with_capacity(Cell::COUNT);
    for (position, character) in code.chars().enumerate() {
        match (character.to_digit(10), RUNS.find(character)) {
            (Some(digit), _) => numbers.push(digit as u8),
            (None, Some(blanks)) => numbers.resize(numbers.len() + blanks, 0),
            (None, None) => {
                // Right unless there are percent signs before it.
                let offset = place.text().char_indices().nth(position).map_or(0, |(offset, _)| offset);
                let expected = "a digit or a run of blanks as a letter";
                return Err(place.error(offset, ParseErrorKind::Character { found: character, expected }));
            }
        }
        if numbers.len() > 2 * Cell::COUNT {
            break;
        }
    }
    let found = numbers.len();
    numbers.try_into().ok().and_then(Grid::from_bytes).ok_or_else(|| {
        place.error(place.text().len(), ParseErrorKind::Cells { found, expected: Cell::COUNT })
    })
}

fn write_runs(record: &Record, _: u64, out: &mut String) -> Result<(), WriteErrorKind> {
    let grid = record.puzzle.values();
    let longest = RUNS.len() - 1;
    let mut code = String::new();
    let mut blanks = 0;
    for &number in grid.as_bytes() {
        if number == 0 && blanks < longest {
            blanks += 1;
            continue;
        }
        code.extend(RUNS.chars().nth(blanks).filter(|_| blanks > 0));
        blanks = 0;
        match number {
            0 => blanks = 1,
            _ => code.push((b'0' + number) as char),
        }
    }
    code.extend(RUNS.chars().nth(blanks).filter(|_| blanks > 0));
    if read_pairs(&code).is_some_and(|other| other != *grid) {
        return Err(WriteErrorKind::Ambiguous);
    }
    out.push_str(START);
    out.push_str(&code);
    out.push('\n');
    Ok(())
}

/// Appends the line of the puzzle.
fn push(record: &Record, out: &mut String) {
    out.push_str(START);
    let mut rest = record.puzzle.values().as_bytes().as_slice();
    while let Some((&number, tail)) = rest.split_first() {
        let blanks = tail.iter().take(MOST_BLANKS).take_while(|&&number| number == 0).count();
        out.extend(PAIRS.chars().nth(number as usize + 10 * blanks));
        rest = &tail[blanks..];
    }
    out.push('\n');
}
