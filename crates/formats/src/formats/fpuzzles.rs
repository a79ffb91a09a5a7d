//! f-puzzles links: JSON, compressed with LZ-string, in the parameter `load`.
//!
//! ```text
//! {"size":9,"grid":[[{"value":5,"given":true},{},{"centerPencilMarks":[1,2]},…],…]}
//! ```
//!
//! Only classic Sudokus are read. An unknown key with a non-empty value is treated as a variant rule, and
//! the error names the key.
//!
//! `givenPencilMarks` are part of the puzzle and always count as candidates; they take precedence over other
//! marks in the same cell. `centerPencilMarks` are the player's notes, often for only a few cells. They count
//! as candidates only if every empty cell has marks, which is how our writer stores candidates. Corner marks
//! are always ignored.

use crate::error::{ParseError, ParseErrorKind, WriteErrorKind};
use crate::format::{Capabilities, Format, RecordLayout, Support};
use crate::formats::{line, sudokupad};
use crate::lz_string::{self, LzError};
use crate::open_candidates::with_marks;
use crate::record::{Fields, Record};
use crate::span::Span;
use crate::url::{self, Url};
use serde_json::Value;
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, Grid, Puzzle};

/// The `f-puzzles` format: an f-puzzles link.
pub(crate) const F_PUZZLES: Format = Format {
    name: "f-puzzles",
    title: "f-puzzles link",
    description: "https://f-puzzles.com/?load= followed by the compressed JSON of a classic Sudoku",
    extensions: &[],
    capabilities: Capabilities {
        solution: Support::Yes,
        fields: &[Fields::TITLE, Fields::AUTHOR, Fields::DESCRIPTION],
        ..Capabilities::POSITION
    },
    layout: RecordLayout::Line { detect: |text| code(Span::new(1, text)).is_some(), read },
    write,
    ..line::LINE
};

/// The metadata fields, each with its JSON key.
const TEXTS: [(&str, &str); 3] =
    [(Fields::TITLE, "title"), (Fields::AUTHOR, "author"), (Fields::DESCRIPTION, "ruleset")];

/// Keys that do not define rules.
const NEUTRAL: [&str; 13] = [
    "size",
    "title",
    "author",
    "ruleset",
    "grid",
    "solution",
    "successMessage",
    "highlightConflicts",
    "disabledlogic",
    "truecandidatesoptions",
    "negative",
    "metadata",
    "version",
];

/// Returns the compressed part of the text: the `load` parameter of an f-puzzles link, or the part of a
/// SudokuPad ID after the prefix `fpuzzles` or `fpuz`.
fn code(source: Span<'_>) -> Option<Span<'_>> {
    let source = source.trim();
    if let Some(link) = Url::new(source).filter(|link| link.has_host("f-puzzles.com")) {
        return Some(link.parameter("load").unwrap_or(source));
    }
    let id = sudokupad::id(source)?;
    let start = ["fpuzzles", "fpuz"].iter().find(|start| id.text().starts_with(**start))?;
    Some(id.from(start.len()))
}

fn read(source: Span<'_>) -> Result<Record, ParseError> {
    const EXPECTED: &str = "the compressed puzzle after ?load=";
    let code = code(source).ok_or_else(|| source.trim().wrong("an f-puzzles link"))?;
    if Url::new(code).is_some() {
        return Err(code.unexpected(code.text().len(), EXPECTED));
    }
    let text = lz_string::decompress(&url::decode(code.text())).map_err(|fault| match fault {
        LzError::Broken => code.wrong(EXPECTED),
        LzError::TooLong => code.error(0, ParseErrorKind::TooLong),
    })?;
    let value = serde_json::from_str(&text).map_err(|_| code.wrong(EXPECTED))?;
    // Offsets in the decompressed JSON mean nothing in the input, so errors point to the start of the
    // compressed data.
    record(&value, &text).map_err(|kind| code.error(0, kind))
}

fn variant(name: &str) -> ParseErrorKind {
    ParseErrorKind::Variant { name: name.into() }
}

/// Converts the JSON value of this text to a record.
fn record(value: &Value, text: &str) -> Result<Record, ParseErrorKind> {
    let Value::Object(pairs) = value else {
        return Err(ParseErrorKind::word(&describe(value), "a JSON object with the key \"grid\""));
    };
    if value.get("size").is_some_and(|size| *size != 9) {
        return Err(variant("size"));
    }
    let rules = pairs.iter().filter(|&(key, value)| !NEUTRAL.contains(&key.as_str()) && !is_empty(value));
    // The keys of `pairs` are sorted; the error names the rule that comes first in the text.
    if let Some((key, _)) = rules.min_by_key(|(key, _)| text.find(&format!("\"{key}\":"))) {
        return Err(variant(key));
    }
    if value.get("negative").is_some_and(|negative| !is_empty(negative)) {
        return Err(variant("negative"));
    }
    let mut record = Record::from(puzzle(value.get("grid"))?);
    for (field, key) in TEXTS {
        record.fields.push_text(field, value.get(key).and_then(Value::as_str).unwrap_or_default());
    }
    if let Some(Value::Array(numbers)) = value.get("solution") {
        let digits: Vec<u8> = numbers.iter().filter_map(digit).map(Digit::number).collect();
        record.solution = digits.try_into().ok().and_then(Grid::from_bytes);
    }
    Ok(record)
}

/// Reports whether the value is null, false, an empty string, an empty object, or a list that is empty or
/// contains only nulls.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Bool(true) | Value::Number(_) => false,
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.iter().all(Value::is_null),
        Value::Object(pairs) => pairs.is_empty(),
    }
}

/// Describes a JSON value for an error message. The contents of lists and objects are left out.
fn describe(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(_) => "[…]".into(),
        Value::Object(_) => "{…}".into(),
        other => other.to_string(),
    }
}

/// Parses a digit from a JSON number or string.
fn digit(value: &Value) -> Option<Digit> {
    describe(value).parse().ok()
}

/// Builds the puzzle from the rows of cells.
fn puzzle(grid: Option<&Value>) -> Result<Puzzle, ParseErrorKind> {
    let rows = match grid {
        Some(Value::Array(rows)) => rows.as_slice(),
        Some(other) => {
            return Err(ParseErrorKind::word(&describe(other), "a list of 9 rows for the key \"grid\""));
        }
        None => &[],
    };
    if rows.len() != 9 {
        return Err(ParseErrorKind::Rows { found: rows.len() });
    }
    let (mut values, mut givens) = (Grid::EMPTY, CellSet::EMPTY);
    let (mut given_marks, mut center_marks) = (CandidateSet::EMPTY, CandidateSet::EMPTY);
    for (row, entries) in rows.iter().enumerate() {
        let entries = entries.as_array().map_or(&[][..], Vec::as_slice);
        if entries.len() != 9 {
            return Err(ParseErrorKind::Cells { found: entries.len(), expected: 9 });
        }
        for (column, entry) in entries.iter().enumerate() {
            let cell = Cell::new(row, column);
            if entry.get("region").is_some_and(|region| region.is_number() && *region != cell.box_index()) {
                return Err(variant("region"));
            }
            if let Some(value) = entry.get("value").filter(|value| !is_empty(value)) {
                let digit = digit(value)
                    .ok_or_else(|| ParseErrorKind::word(&describe(value), "a digit from 1 to 9"))?;
                values.set(cell, Some(digit));
                if entry.get("given").is_some_and(|given| *given == true) {
                    givens.insert(cell);
                }
            }
            let kinds = [("givenPencilMarks", &mut given_marks), ("centerPencilMarks", &mut center_marks)];
            for (key, marks) in kinds {
                if let Some(Value::Array(digits)) = entry.get(key).filter(|digits| !is_empty(digits)) {
                    marks.set_digits(cell, digits.iter().filter_map(digit).collect::<DigitSet>());
                }
            }
        }
    }
    let puzzle = Puzzle::new(values, givens);
    let empty = puzzle.empty_cells();
    let mut marks = given_marks;
    if empty.is_subset(given_marks.occupied() | center_marks.occupied()) {
        for cell in empty - given_marks.occupied() {
            marks.set_digits(cell, center_marks.digits(cell));
        }
    }
    let marked = !marks.occupied().is_disjoint(empty);
    Ok(if marked { with_marks(puzzle, &marks) } else { puzzle })
}

fn write(record: &Record, _: u64, out: &mut String) -> Result<(), WriteErrorKind> {
    let puzzle = &record.puzzle;
    let list = |digits: &mut dyn Iterator<Item = Digit>| -> String {
        let digits: Vec<String> = digits.map(|digit| digit.to_string()).collect();
        format!("[{}]", digits.join(","))
    };
    let mut text = String::from("{\"size\":9");
    for (field, key) in TEXTS {
        if let Some(value) = record.fields.get(field) {
            text.extend([",\"", key, "\":", &Value::from(value).to_string()]);
        }
    }
    text.push_str(",\"grid\":");
    for cell in Cell::all() {
        text.push_str(match (cell.row_index(), cell.column_index()) {
            (0, 0) => "[[",
            (_, 0) => "],[",
            _ => ",",
        });
        let marks = puzzle.written_candidates().map(|written| written.digits(cell));
        let entry = match (puzzle.values().get(cell), marks) {
            (Some(digit), _) if puzzle.givens().contains(cell) => {
                format!("{{\"value\":{digit},\"given\":true}}")
            }
            (Some(digit), _) => format!("{{\"value\":{digit}}}"),
            (None, Some(DigitSet::EMPTY)) => return Err(WriteErrorKind::NoCandidate(cell)),
            (None, Some(digits)) => format!("{{\"centerPencilMarks\":{}}}", list(&mut digits.iter())),
            (None, None) => String::from("{}"),
        };
        text.push_str(&entry);
    }
    text.push_str("]]");
    if let Some(solution) = record.solution.filter(|solution| solution.filled().len() == Cell::COUNT) {
        text.push_str(",\"solution\":");
        text.push_str(&list(&mut solution.values().map(|(_, digit)| digit)));
    }
    text.push('}');
    out.push_str("https://f-puzzles.com/?load=");
    out.push_str(&lz_string::compress(&text));
    out.push('\n');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the JSON text of an empty grid that has these additional keys.
    fn read_with(keys: &str) -> Result<Record, String> {
        let row = ["{}"; 9].join(",");
        let grid = vec![format!("[{row}]"); 9].join(",");
        let json = format!("{{\"size\":9,\"grid\":[{grid}]{keys}}}");
        let link = format!("https://f-puzzles.com/?load={}", lz_string::compress(&json));
        read(Span::new(1, &link)).map_err(|error| error.to_string())
    }

    fn read_json(text: &str) -> Result<Record, ParseErrorKind> {
        record(&serde_json::from_str(text).unwrap(), text)
    }

    #[test]
    fn variant_errors_name_the_variant() {
        let variants = [
            (r#","antiknight":true"#, "antiknight"),
            (r#","diagonal+":true"#, "diagonal+"),
            (r#","killercage":[{"cells":["R1C1"],"value":"10"}]"#, "killercage"),
            (r#","negative":["xv"]"#, "negative"),
            (r#","xv":[1],"difference":[1]"#, "xv"),
        ];
        for (keys, name) in variants {
            let expected =
                format!("line 1, column 29: found the variant {name:?}, expected a classic Sudoku");
            assert_eq!(read_with(keys), Err(expected));
        }
        for keys in
            ["", r#","antiknight":false,"killercage":[],"negative":[]"#, r#","highlightConflicts":true"#]
        {
            assert!(read_with(keys).is_ok(), "{keys}");
        }
        assert!(read_with(r#","title":"T"#).is_err(), "an unclosed quote");
        let titled = read_with(r#","title":"T","author":"A","ruleset":"R""#).unwrap();
        assert_eq!(titled.fields.iter().map(|(_, value)| value).collect::<String>(), "TAR");
    }

    #[test]
    fn regions_must_match_the_boxes() {
        let grid = |first: usize| {
            let rows = (0..9).map(|row| {
                let cells = (0..9).map(|column| {
                    let region = if (row, column) == (0, 0) { first } else { row / 3 * 3 + column / 3 };
                    format!("{{\"region\":{region}}}")
                });
                format!("[{}]", cells.collect::<Vec<_>>().join(","))
            });
            let json = format!("{{\"size\":9,\"grid\":[{}]}}", rows.collect::<Vec<_>>().join(","));
            read_json(&json)
        };
        assert!(grid(0).is_ok());
        assert_eq!(grid(1), Err(variant("region")));
    }

    /// Reads the JSON text of a grid that starts with these cells. The last one is repeated to fill the grid.
    fn read_cells(cells: &[&str]) -> Result<Record, ParseErrorKind> {
        let cells: Vec<&str> = (0..81).map(|index| cells[index.min(cells.len() - 1)]).collect();
        let rows: Vec<String> = cells.chunks(9).map(|row| format!("[{}]", row.join(","))).collect();
        read_json(&format!("{{\"grid\":[{}]}}", rows.join(",")))
    }

    #[test]
    fn center_marks_count_only_if_every_empty_cell_has_marks() {
        let candidates = |cells: &[&str]| read_cells(cells).unwrap().puzzle.written_candidates().copied();
        let (given, center) = (r#"{"givenPencilMarks":[1,2]}"#, r#"{"centerPencilMarks":[1,"3"]}"#);
        let digits = |cells: &[&str], name: &str| {
            candidates(cells).map(|candidates| candidates.digits(name.parse().unwrap()).to_string())
        };
        let value = r#"{"value":4,"given":true}"#;
        assert_eq!(candidates(&[center, "{}"]), None);
        assert_eq!(candidates(&[center, value, r#"{"cornerPencilMarks":[1]}"#]), None);
        assert_eq!(digits(&[value, center], "r9c9"), Some("13".into()));
        assert_eq!(digits(&[given, "{}"], "r1c1"), Some("12".into()));
        assert_eq!(digits(&[given, center, "{}"], "r1c2"), Some("123456789".into()));
        assert_eq!(digits(&[given, center], "r1c1"), Some("12".into()));
        assert_eq!(digits(&[given, center], "r1c2"), Some("13".into()));
        let both = r#"{"centerPencilMarks":[1],"givenPencilMarks":[1,2]}"#;
        assert_eq!(digits(&[both, center], "r1c1"), Some("12".into()));
    }

    #[test]
    fn errors_quote_what_was_found() {
        let error = |json: &str| read_json(json).unwrap_err().to_string();
        assert_eq!(error("[1]"), "found \"[…]\", expected a JSON object with the key \"grid\"");
        assert_eq!(error("7"), "found \"7\", expected a JSON object with the key \"grid\"");
        assert_eq!(error("{}"), "found 0 rows, expected 9");
        assert_eq!(
            error(r#"{"grid":null}"#),
            "found \"null\", expected a list of 9 rows for the key \"grid\""
        );
        for (value, found) in [("10", "10"), ("\"A\"", "A"), ("{\"a\":1}", "{…}"), ("true", "true")] {
            let error = read_cells(&[&format!("{{\"value\":{value}}}"), "{}"]).unwrap_err();
            assert_eq!(error.to_string(), format!("found {found:?}, expected a digit from 1 to 9"));
        }
    }
}
