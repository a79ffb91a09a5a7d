//! OpenSudoku XML, versions 1 and 2, and `.1gsudoku` files.
//!
//! ```text
//! <opensudoku><game data="53007…81 digits"/></opensudoku>
//! <opensudoku version="2"><folder name="…"><game … data="version: 1&#10;5|-|0|…" note="…"/>…
//! <sudoku data="81 digits"/>
//! ```
//!
//! The data of a game is 81 digits, or a line `version: N` followed by 81 × `value|note|editable|`. If
//! N = 1, a note is `-` or a list such as `1,2,`. If N > 1, a note is a mask with bit d − 1 for digit d,
//! and a second `|` may follow the note. A cell with editable = 0 is a given. The state, times and commands
//! of a game are ignored.
//!
//! Notes are written by the player, often for a few cells only. They count as candidates only if every
//! empty cell has notes, which is how our writer stores candidates; otherwise they are ignored.

use crate::cells::{self, CellRun};
use crate::error::{ParseError, ParseErrorKind, WriteErrorKind};
use crate::format::{Capabilities, Format, RecordLayout};
use crate::formats::line;
use crate::record::{Fields, Record};
use crate::xml::{self, XmlTag};
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, Grid, Puzzle};

/// The `opensudoku` format: OpenSudoku XML, version 1.
pub(crate) const OPENSUDOKU: Format = Format {
    name: "opensudoku",
    title: "OpenSudoku XML",
    description: "<opensudoku> with one <game> of 81 digits per puzzle",
    extensions: &["opensudoku", "1gsudoku", "xml"],
    layout: RecordLayout::Document,
    header: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n",
    footer: "</opensudoku>\n",
    write: |record, _, out| {
        out.push_str("  <game data=\"");
        cells::push_grid(record.puzzle.values(), '0', out);
        out.push_str("\"/>\n");
        Ok(())
    },
    ..line::LINE
};

/// The `opensudoku-v2` format: OpenSudoku XML, version 2.
pub(crate) const OPENSUDOKU_V2: Format = Format {
    name: "opensudoku-v2",
    title: "OpenSudoku XML, version 2",
    description: "<opensudoku> version 2, with givens, notes and a comment for each game",
    extensions: &["opensudoku", "xml"],
    capabilities: Capabilities { fields: &[Fields::COMMENT], ..Capabilities::POSITION },
    header: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku version=\"2\">\n\
             <folder name=\"veridoku\" created=\"0\">\n",
    footer: "</folder>\n</opensudoku>\n",
    write: write_v2,
    ..OPENSUDOKU
};

/// Returns the format of a document with this root element, or `None` if the element is unknown.
pub(crate) fn root(tag: &XmlTag<'_>) -> Option<&'static Format> {
    match tag.name {
        "opensudoku" if tag.attribute("version").is_some_and(|version| version.text() != "1") => {
            Some(&OPENSUDOKU_V2)
        }
        "opensudoku" | "sudoku" => Some(&OPENSUDOKU),
        _ => None,
    }
}

/// Reads the puzzle in a tag, or returns `None` if the tag does not contain one.
pub(crate) fn read(tag: &XmlTag<'_>) -> Option<Result<Record, ParseError>> {
    if !matches!(tag.name, "game" | "sudoku") {
        return None;
    }
    let Some(data) = tag.attribute("data") else {
        return (tag.name == "game").then(|| Err(tag.source.wrong("a data attribute")));
    };
    let text = xml::unescape(data.text());
    let puzzle = match text.strip_prefix("version:") {
        Some(versioned) => read_cells(versioned).map_err(|kind| data.error(0, kind)),
        None => CellRun::read_decoded(&text, data).map(|cells| cells.puzzle()),
    };
    Some(puzzle.map(|puzzle| {
        let mut record = Record::from(puzzle);
        if let Some(note) = tag.attribute("note") {
            record.fields.push_text(Fields::COMMENT, &xml::unescape(note.text()));
        }
        record
    }))
}

/// Parses the part of the game data that follows `version:`.
fn read_cells(text: &str) -> Result<Puzzle, ParseErrorKind> {
    let text = text.trim_start();
    let (version, text) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    let mut parts = text.trim().split('|').peekable();
    let (mut values, mut givens) = (Grid::EMPTY, CellSet::EMPTY);
    let mut marks = CandidateSet::EMPTY;
    for cell in Cell::all() {
        let found = cell.index();
        let mut part = || parts.next().ok_or(ParseErrorKind::Cells { found, expected: Cell::COUNT });
        let (value, note) = (part()?, part()?);
        if value.is_empty() {
            return Err(ParseErrorKind::Cells { found, expected: Cell::COUNT });
        }
        let mut editable = part()?;
        if editable.is_empty() {
            editable = part()?;
        }
        match (value, value.parse()) {
            ("0", _) => {}
            (_, Ok(digit)) => values.set(cell, Some(digit)),
            _ => return Err(ParseErrorKind::word(value, "a value from 0 to 9")),
        }
        match editable {
            "0" => {
                givens.insert(cell);
            }
            "1" => {}
            _ => return Err(ParseErrorKind::word(editable, "0 for a given or 1 for an editable cell")),
        }
        marks.set_digits(cell, read_note(note, version)?);
    }
    if parts.any(|part| !part.trim().is_empty()) {
        return Err(ParseErrorKind::Cells { found: Cell::COUNT + 1, expected: Cell::COUNT });
    }
    let puzzle = Puzzle::new(values, givens);
    let empty = puzzle.empty_cells();
    let complete = !empty.is_empty() && empty.is_subset(marks.occupied());
    Ok(if complete { puzzle.with_candidates(&marks) } else { puzzle })
}

fn read_note(note: &str, version: &str) -> Result<DigitSet, ParseErrorKind> {
    let wrong = || ParseErrorKind::word(note, "a cell note such as 1,2, or -");
    match (version, note) {
        (_, "" | "-") => Ok(DigitSet::EMPTY),
        ("1", _) => {
            let digits = note.split(',').filter(|digit| !digit.is_empty()).map(str::parse::<Digit>);
            digits.collect::<Result<DigitSet, _>>().map_err(|_| wrong())
        }
        _ => match note.parse::<u16>() {
            Ok(mask) if mask <= DigitSet::ALL.bits() => Ok(DigitSet::from_bits(mask)),
            _ => Err(wrong()),
        },
    }
}

fn write_v2(record: &Record, _: u64, out: &mut String) -> Result<(), WriteErrorKind> {
    let puzzle = &record.puzzle;
    out.push_str("<game created=\"0\" state=\"1\" time=\"0\" last_played=\"0\" data=\"version: 1&#10;");
    for cell in Cell::all() {
        let marks = puzzle.written_candidates().map(|written| written.digits(cell));
        match (puzzle.values().get(cell), marks) {
            (Some(digit), _) => {
                out.push(digit.to_char());
                out.push_str(if puzzle.givens().contains(cell) { "|-|0|" } else { "|-|1|" });
            }
            (None, Some(DigitSet::EMPTY)) => return Err(WriteErrorKind::NoCandidate(cell)),
            (None, Some(digits)) => {
                out.push_str("0|");
                for digit in digits {
                    out.extend([digit.to_char(), ',']);
                }
                out.push_str("|1|");
            }
            (None, None) => out.push_str("0|-|1|"),
        }
    }
    out.push_str("\" note=\"");
    xml::escape(record.fields.get(Fields::COMMENT).unwrap_or_default(), out);
    out.push_str("\"/>\n");
    Ok(())
}
