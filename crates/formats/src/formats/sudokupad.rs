//! SudokuPad IDs and links: the word `classic`, then the givens in one of two encodings.
//!
//! ```text
//! classicB6B91D7C2E15F4D9C3K…       first: digits, and a letter for a run of blanks (B for 1)
//! classic5NlQ19j9mGca3OIN1bW…       second: one character for a digit (or blank) and up to 5 blanks
//!                                   after it, alphabet[digit + 10 · blanks]
//! ```
//!
//! Nothing in the text shows which encoding is used, and one ID in a hundred of the first encoding is also
//! valid in the second. Detection chooses the second encoding if it gives 81 cells. SudokuPad does the same,
//! so this is the puzzle that people see when they open the link. There is one exception: if the second
//! encoding gives a digit twice in a house, and the first encoding gives 81 cells without such a repetition,
//! detection chooses the first. (When the 409,764 puzzles of our data sets were written in the first
//! encoding, 4,142 of the IDs were also valid in the second, and in all of those a digit was repeated.) A
//! reader that is restricted to one of the two formats uses only the encoding of that format. The writers
//! reject the rare puzzles that detection would read as a different puzzle.

use crate::cells;
use crate::error::{ParseError, ParseErrorKind, WriteErrorKind};
use crate::format::{Format, RecordLayout};
use crate::formats::line;
use crate::record::Record;
use crate::span::Span;
use crate::url::{self, Url};
use veridoku_core::{Cell, Grid};

const PREFIX: &str = "https://sudokupad.app/classic";

/// The letters of the first encoding; the index of a letter is the length of the run of blanks.
const RUNS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_";
/// The characters of the second encoding.
const PAIRS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";
/// Maximum number of blanks after a digit in the second encoding.
const MAX_BLANKS: usize = 5;

/// The `sudokupad` format: a SudokuPad link in the first encoding.
pub(crate) const SUDOKUPAD: Format = Format {
    name: "sudokupad",
    title: "SudokuPad link, first encoding",
    description: "https://sudokupad.app/classic followed by the digits, with a letter for each run of blanks",
    extensions: &[],
    reads_as: &["sudokupad-v2"],
    layout: RecordLayout::Line {
        detect: |text| encoded_cells(Span::new(1, text)).is_some(),
        read: |source| read(source, PadEncoding::Runs),
    },
    write: |record, _, out| write(record, PadEncoding::Runs, out),
    ..line::LINE
};

/// The `sudokupad-v2` format: a SudokuPad link in the second encoding.
pub(crate) const SUDOKUPAD_V2: Format = Format {
    name: "sudokupad-v2",
    title: "SudokuPad link, second encoding",
    description: "https://sudokupad.app/classic followed by one character per digit and the blanks after it",
    reads_as: &[],
    layout: RecordLayout::Line {
        detect: |text| {
            encoded_cells(Span::new(1, text))
                .is_some_and(|(code, _)| PadEncoding::detect(&code) == PadEncoding::Pairs)
        },
        read: |source| read(source, PadEncoding::Pairs),
    },
    write: |record, _, out| write(record, PadEncoding::Pairs, out),
    ..SUDOKUPAD
};

/// ID prefixes of other kinds of puzzles that SudokuPad supports. (`fpuz` is handled by `fpuzzles`.)
const OTHER_KINDS: [&str; 3] = ["scl", "scf", "ctc"];

/// Returns the ID in a SudokuPad link, or the text itself if it is not a link. Returns `None` for links to
/// other sites.
pub(crate) fn id(source: Span<'_>) -> Option<Span<'_>> {
    let source = source.trim();
    let Some(link) = Url::new(source) else { return Some(source) };
    if !link.has_host("sudokupad.app") && !link.has_host("crackingthecryptic.com") {
        return None;
    }
    Some(link.parameter("puzzleid").unwrap_or_else(|| {
        let path = link.path.text();
        link.path.locate(path.strip_prefix("sudoku/").unwrap_or(path))
    }))
}

/// Returns the encoded cells after `classic` and their span. For another kind of puzzle, returns an empty
/// string and the span of the ID. Returns `None` if the text is neither a SudokuPad link nor an ID.
fn encoded_cells(source: Span<'_>) -> Option<(String, Span<'_>)> {
    let source = source.trim();
    let id = id(source)?;
    let is_link = id.text().len() < source.text().len();
    if id.text().starts_with("classic") {
        let code = id.from("classic".len());
        return Some((url::decode(code.text()).into_owned(), code));
    }
    let other = OTHER_KINDS.iter().any(|kind| id.text().starts_with(kind) && id.text().len() > 20);
    (is_link || other).then(|| (String::new(), id))
}

fn read(source: Span<'_>, encoding: PadEncoding) -> Result<Record, ParseError> {
    let (code, span) = encoded_cells(source)
        .ok_or_else(|| source.trim().wrong("a SudokuPad link or an ID such as classicB6B…"))?;
    if code.is_empty() && !span.text().is_empty() {
        return Err(span.wrong("a SudokuPad ID that starts with \"classic\""));
    }
    encoding.read(&code, span).map(Record::from)
}

/// How the cells of an ID are encoded.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum PadEncoding {
    /// First encoding: digits, and runs of blanks.
    Runs,
    /// Second encoding: digits with the blanks that follow them.
    Pairs,
}

impl PadEncoding {
    /// Detects the encoding.
    fn detect(code: &str) -> PadEncoding {
        let read = |encoding: PadEncoding| encoding.read(code, Span::new(1, code)).ok();
        let repeats = |grid: &Grid| grid.repetitions().next().is_some();
        match read(PadEncoding::Pairs) {
            None => PadEncoding::Runs,
            Some(pairs) if !repeats(&pairs) => PadEncoding::Pairs,
            Some(_) => match read(PadEncoding::Runs) {
                Some(runs) if !repeats(&runs) => PadEncoding::Runs,
                _ => PadEncoding::Pairs,
            },
        }
    }

    /// Decodes a character. Returns the cell value that it encodes, if any (0 for a blank), and the number
    /// of blanks that follow. Returns `None` if the character is not part of the encoding.
    fn cells(self, character: char) -> Option<(Option<u8>, usize)> {
        match (self, character.to_digit(10)) {
            (_, Some(number)) => Some((Some(number as u8), 0)),
            (PadEncoding::Runs, None) => RUNS.find(character).map(|blanks| (None, blanks)),
            (PadEncoding::Pairs, None) => {
                PAIRS.find(character).map(|index| (Some((index % 10) as u8), index / 10))
            }
        }
    }

    /// Decodes 81 cells.
    fn read(self, code: &str, span: Span<'_>) -> Result<Grid, ParseError> {
        let mut numbers = Vec::with_capacity(2 * Cell::COUNT);
        for (position, character) in code.chars().enumerate() {
            let Some((number, blanks)) = self.cells(character) else {
                // The offset is exact unless percent escapes precede the character.
                let offset = span.text().char_indices().nth(position).map_or(0, |(offset, _)| offset);
                let expected = match self {
                    PadEncoding::Runs => "a digit, or a letter for a run of blanks",
                    PadEncoding::Pairs => "a character from 0 to 9, A to Z or a to x",
                };
                return Err(span.error(offset, ParseErrorKind::Character { found: character, expected }));
            };
            numbers.extend(number);
            numbers.resize(numbers.len() + blanks, 0);
            if numbers.len() > 2 * Cell::COUNT {
                break;
            }
        }
        cells::grid_of(&numbers, span)
    }

    /// Encodes these values.
    fn code(self, values: &Grid) -> String {
        let mut code = String::new();
        let mut rest = values.as_bytes().as_slice();
        while let Some((&number, tail)) = rest.split_first() {
            let blanks =
                |cells: &[u8], most| cells.iter().take(most).take_while(|&&number| number == 0).count();
            rest = match (self, number) {
                (PadEncoding::Pairs, _) => {
                    let blanks = blanks(tail, MAX_BLANKS);
                    code.extend(PAIRS.chars().nth(number as usize + 10 * blanks));
                    &tail[blanks..]
                }
                (PadEncoding::Runs, 0) => {
                    let blanks = blanks(rest, RUNS.len() - 1);
                    code.extend(RUNS.chars().nth(blanks));
                    &rest[blanks..]
                }
                (PadEncoding::Runs, _) => {
                    code.push((b'0' + number) as char);
                    tail
                }
            };
        }
        code
    }
}

fn write(record: &Record, encoding: PadEncoding, out: &mut String) -> Result<(), WriteErrorKind> {
    let grid = record.puzzle.values();
    let code = encoding.code(grid);
    let detected = PadEncoding::detect(&code);
    if detected != encoding && detected.read(&code, Span::new(1, &code)).as_ref() != Ok(grid) {
        return Err(WriteErrorKind::Ambiguous);
    }
    out.push_str(PREFIX);
    out.push_str(&code);
    out.push('\n');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Reader, read};

    use veridoku_core::SAMPLE_SOLUTION as SOLVED;
    /// An ID in the first encoding that also gives 81 cells when it is read in the second.
    const BOTH: &str = "classicB842B67139D5B2C26C3D54C5C32D7D14D6B839B77B96C5B2F9E3B1B54B9";
    const INTENDED: &str =
        ".842.67139...5.2..26..3...54..5..32...7...14...6.839.77.96..5.2.....9....3.1.54.9";

    /// Generates puzzles with any number of clues from the solved grid, by permuting its digits, rows and
    /// columns and clearing some cells. The sequence is the same in every run (Knuth's MMIX generator).
    fn puzzles() -> impl Iterator<Item = Grid> {
        let solved: Grid = SOLVED.parse().unwrap();
        let mut state = 1_u64;
        let mut below = move |count: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % count
        };
        std::iter::repeat_with(move || {
            let mut order = |count: usize| {
                let mut order: Vec<usize> = (0..count).collect();
                for position in (1..count).rev() {
                    order.swap(position, below(position + 1));
                }
                order
            };
            let digits = order(9);
            let lines = [(); 2].map(|()| -> Vec<usize> {
                let bands = order(3);
                bands
                    .into_iter()
                    .flat_map(|band| order(3).into_iter().map(move |line| 3 * band + line))
                    .collect()
            });
            let kept = order(Cell::COUNT);
            let clues = 17 + kept[0] / 2;
            let mut puzzle = Grid::EMPTY;
            for cell in kept.into_iter().take(clues).filter_map(Cell::from_index) {
                let from = Cell::new(lines[0][cell.row_index()], lines[1][cell.column_index()]);
                let digit = solved.get(from).map(|digit| digits[digit.index()] as u8 + 1);
                puzzle.set(cell, digit.and_then(veridoku_core::Digit::from_number));
            }
            puzzle
        })
    }

    #[test]
    fn both_encodings_round_trip_through_detection() {
        let mut both = 0;
        for puzzle in puzzles().take(5_000) {
            for format in [&SUDOKUPAD, &SUDOKUPAD_V2] {
                let mut link = String::new();
                (format.write)(&Record::from(puzzle), 0, &mut link).unwrap();
                assert_eq!(read(&link).unwrap().puzzle.values(), &puzzle, "{link}");
            }
            let runs = PadEncoding::Runs.code(&puzzle);
            both += usize::from(PadEncoding::Pairs.read(&runs, Span::new(1, &runs)).is_ok());
        }
        assert!(both > 20, "only {both} IDs of the first encoding could be misread");
    }

    #[test]
    fn each_format_reads_only_its_own_encoding() {
        let detected = read(BOTH).unwrap();
        assert_eq!(detected.puzzle.values().to_string(), INTENDED);
        let read = |name, id: &str| {
            let mut reader = Reader::with_format(Format::by_name(name).unwrap());
            reader.push(id.as_bytes());
            reader.finish();
            let record = reader.next_item().unwrap().record;
            record.map(|record| record.puzzle.values().to_string()).map_err(|error| error.to_string())
        };
        assert_eq!(read("sudokupad", BOTH), Ok(INTENDED.into()));
        assert!(read("sudokupad-v2", BOTH).unwrap().starts_with("1.8421.671393."));
        let second = "classic5NlQ19j9mGca3OIN1bWGk2m41TjS79";
        assert!(read("sudokupad", second).unwrap_err().contains("cells, expected 81"));
        assert!(read("sudokupad-v2", second).unwrap().starts_with("53..7"));
        assert_eq!(
            read("sudokupad-v2", "classic5z"),
            Err("line 1, column 9: found 'z', expected a character from 0 to 9, A to Z or a to x".into())
        );
    }
}
