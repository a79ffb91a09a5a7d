//! The input of `veridoku grade`: rows of a puzzle and an answer, as CSV, as JSON lines or as a JSON array.

use serde_json::Value;
use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use veridoku_formats::{PUZZLE_COLUMNS, SOLUTION_COLUMNS};

/// Further names of the column with the puzzle.
const OTHER_PUZZLE_COLUMNS: [&str; 1] = ["input"];
/// The names of the column with the answer, the best first. The names of solutions come after them, so that an
/// answer beside a reference solution is graded, and not the solution.
const ANSWER_COLUMNS: [&str; 5] = ["response", "completion", "prediction", "output", "answer"];
/// The characters between fields, one of them in each file.
const DELIMITERS: [char; 3] = [',', '\t', ';'];
/// The maximum number of rows in a batch.
const BATCH_ROWS: usize = 64;
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
/// The maximum size of a row in bytes.
const MAX_ROW: usize = 1 << 20;

/// A row as text, and how to read it.
#[derive(Clone, Debug)]
pub(crate) struct RawRow {
    text: Vec<u8>,
    layout: CsvLayout,
    pub(crate) place: RowPlace,
}

/// Where a row is in its file, counted from 1.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum RowPlace {
    /// The number of its first line.
    Line(u64),
    /// The number of the item in a JSON array.
    Item(u64),
}

impl fmt::Display for RowPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowPlace::Line(number) => write!(f, "line {number}"),
            RowPlace::Item(number) => write!(f, "item {number}"),
        }
    }
}

/// The layout of a CSV file.
#[derive(Copy, Clone, Debug)]
struct CsvLayout {
    delimiter: char,
    puzzle: usize,
    /// `None` if the answer is everything after the puzzle.
    answer: Option<usize>,
}

/// A puzzle and an answer, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AnswerRow {
    pub(crate) puzzle: String,
    pub(crate) answer: String,
}

impl RawRow {
    /// Reads the row.
    pub(crate) fn parse(&self) -> Result<AnswerRow, String> {
        let text = String::from_utf8_lossy(&self.text);
        if is_json(&self.text) {
            return from_json(&text);
        }
        let CsvLayout { delimiter, puzzle, answer } = self.layout;
        let (mut fields, quotes) = fields(text.trim_end_matches(['\r', '\n']), delimiter);
        if quotes == Quotes::Open {
            return Err(
                "found a quote that is not closed; the rest of the file is part of this row".to_string()
            );
        }
        let found = fields.len();
        if found <= puzzle.max(answer.unwrap_or(1)) {
            return Err(format!("found {found} fields, expected a puzzle and an answer"));
        }
        let rest = || fields[1..].join(&delimiter.to_string());
        let answer = answer.map_or_else(rest, |answer| fields[answer].clone());
        Ok(AnswerRow { puzzle: fields.swap_remove(puzzle), answer })
    }
}

/// Reads a row from a JSON object.
fn from_json(text: &str) -> Result<AnswerRow, String> {
    let row: Value = serde_json::from_str(text).map_err(|error| format!("found invalid JSON: {error}"))?;
    let field = |[first, second]: [&[&str]; 2]| {
        first.iter().chain(second).find_map(|name| row.get(name)).map(|value| match value {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            // An array is text in LeetCode's format.
            other => other.to_string(),
        })
    };
    let missing = |name: &str| format!("found no {name:?} in the JSON object");
    Ok(AnswerRow {
        puzzle: field([&PUZZLE_COLUMNS, &OTHER_PUZZLE_COLUMNS]).ok_or_else(|| missing("puzzle"))?,
        answer: field([&ANSWER_COLUMNS, &SOLUTION_COLUMNS]).ok_or_else(|| missing("answer"))?,
    })
}

fn is_json(row: &[u8]) -> bool {
    row.trim_ascii_start().starts_with(b"{")
}

/// Reports whether a file with this first line is a JSON array of objects. LeetCode's format is an array of
/// arrays.
fn is_json_array(line: &[u8]) -> bool {
    line.trim_ascii()
        .strip_prefix(b"[")
        .is_some_and(|rest| matches!(rest.trim_ascii_start(), [] | [b'{', ..]))
}

/// Whether a quoted field of a CSV record ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Quotes {
    Closed,
    Open,
}

/// Splits a CSV record into its fields.
fn fields(record: &str, delimiter: char) -> (Vec<String>, Quotes) {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    let mut characters = record.chars().peekable();
    while let Some(character) = characters.next() {
        let field = fields.last_mut().expect("there is always a field");
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                characters.next();
                field.push('"');
            }
            '"' if is_quoted => is_quoted = false,
            '"' if field.is_empty() => is_quoted = true,
            _ if character == delimiter && !is_quoted => fields.push(String::new()),
            _ => field.push(character),
        }
    }
    (fields, if is_quoted { Quotes::Open } else { Quotes::Closed })
}

impl CsvLayout {
    /// The layout of a file without a header.
    const BARE: CsvLayout = CsvLayout { delimiter: ',', puzzle: 0, answer: None };

    /// Returns the layout of a file with this first record, and whether the record is a header.
    fn of(first: &str) -> (CsvLayout, bool) {
        let delimiter = first.chars().find(|sign| DELIMITERS.contains(sign)).unwrap_or(',');
        let names: Vec<String> =
            fields(first.trim(), delimiter).0.iter().map(|name| name.trim().to_ascii_lowercase()).collect();
        let find = |[first, second]: [&[&str]; 2]| {
            first.iter().chain(second).find_map(|name| names.iter().position(|other| other == name))
        };
        match (find([&PUZZLE_COLUMNS, &OTHER_PUZZLE_COLUMNS]), find([&ANSWER_COLUMNS, &SOLUTION_COLUMNS])) {
            (Some(puzzle), Some(answer)) => (CsvLayout { delimiter, puzzle, answer: Some(answer) }, true),
            _ => (CsvLayout { delimiter, ..CsvLayout::BARE }, false),
        }
    }
}

/// Where in a CSV record a byte is. A quote only counts at the start of a field.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum FieldState {
    Start,
    Unquoted,
    /// Between quotes, where a field may contain line breaks.
    Quoted,
    /// After a quote that ends the field, unless another one follows.
    AfterQuote,
}

impl FieldState {
    fn after(self, byte: u8, layout: Option<CsvLayout>) -> FieldState {
        let is_delimiter = match layout {
            Some(layout) => char::from(byte) == layout.delimiter,
            None => DELIMITERS.contains(&char::from(byte)),
        };
        match (self, byte) {
            (FieldState::Quoted, b'"') => FieldState::AfterQuote,
            (FieldState::Start | FieldState::AfterQuote, b'"') | (FieldState::Quoted, _) => {
                FieldState::Quoted
            }
            _ if is_delimiter => FieldState::Start,
            _ => FieldState::Unquoted,
        }
    }
}

/// Reads batches of rows from files.
pub(crate) struct RowBatches {
    files: std::vec::IntoIter<OsString>,
    open: Option<BufReader<Box<dyn Read + Send>>>,
    /// The number of lines read from the open file.
    lines: u64,
    /// The items of a JSON array, with their places.
    items: std::iter::Enumerate<std::vec::IntoIter<Value>>,
    layout: Option<CsvLayout>,
    name: Arc<str>,
    /// The first file that cannot be read, and why.
    pub(crate) error: Option<String>,
}

impl RowBatches {
    /// Creates a reader of these files; `-` is standard input.
    pub(crate) fn new(files: Vec<OsString>) -> RowBatches {
        RowBatches {
            files: files.into_iter(),
            open: None,
            lines: 0,
            items: Vec::new().into_iter().enumerate(),
            layout: None,
            name: "".into(),
            error: None,
        }
    }

    /// Opens the next file. Returns `false` if there is none.
    fn open_next(&mut self) -> bool {
        let Some(file) = self.files.next() else { return false };
        (self.layout, self.lines) = (None, 0);
        self.name = file.display().to_string().into();
        let opened: io::Result<Box<dyn Read + Send>> = if file == "-" {
            Ok(Box::new(io::stdin()))
        } else {
            File::open(&file).map(|file| Box::new(file) as Box<dyn Read + Send>)
        };
        match opened {
            Ok(reader) => self.open = Some(BufReader::with_capacity(1 << 16, reader)),
            Err(error) => self.fail(&error),
        }
        true
    }

    fn fail(&mut self, error: &io::Error) {
        self.error.get_or_insert(format!("cannot read {}: {error}", self.name));
        self.open = None;
    }

    /// Reads the next row of the open file. A quoted field may contain line breaks.
    fn row(&mut self) -> io::Result<Option<RawRow>> {
        if let Some((index, item)) = self.items.next() {
            let place = RowPlace::Item(index as u64 + 1);
            return Ok(Some(RawRow { text: item.to_string().into_bytes(), layout: CsvLayout::BARE, place }));
        }
        let Some(reader) = &mut self.open else { return Ok(None) };
        loop {
            let (mut text, mut state) = (Vec::new(), FieldState::Start);
            let place = RowPlace::Line(self.lines + 1);
            loop {
                let start = text.len();
                if reader.read_until(b'\n', &mut text)? == 0 {
                    break;
                }
                self.lines += 1;
                state = text[start..].iter().fold(state, |state, &byte| state.after(byte, self.layout));
                if is_json(&text) || state != FieldState::Quoted || text.len() > MAX_ROW {
                    break;
                }
            }
            if self.layout.is_none() && text.starts_with(BYTE_ORDER_MARK) {
                text.drain(..BYTE_ORDER_MARK.len());
            }
            if text.is_empty() {
                return Ok(None);
            }
            if text.trim_ascii().is_empty() || text.starts_with(b"#") {
                continue;
            }
            if self.layout.is_none() && is_json_array(&text) {
                reader.read_to_end(&mut text)?;
                let items: Vec<Value> = serde_json::from_slice(&text)?;
                self.items = items.into_iter().enumerate();
                return self.row();
            }
            let (layout, is_header) = match self.layout {
                Some(layout) => (layout, false),
                None => CsvLayout::of(&String::from_utf8_lossy(&text)),
            };
            self.layout = Some(layout);
            if !is_header {
                return Ok(Some(RawRow { text, layout, place }));
            }
        }
    }
}

impl Iterator for RowBatches {
    type Item = Vec<RawRow>;

    fn next(&mut self) -> Option<Vec<RawRow>> {
        let mut batch = Vec::new();
        while batch.len() < BATCH_ROWS {
            match self.row() {
                Ok(Some(row)) => {
                    batch.push(row);
                    // The rest of a pipe may take long.
                    if self.open.as_ref().is_some_and(|reader| reader.buffer().is_empty()) {
                        break;
                    }
                }
                Ok(None) if self.open_next() => {}
                Ok(None) => break,
                Err(error) => self.fail(&error),
            }
        }
        (!batch.is_empty()).then_some(batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn rows(text: &str) -> Vec<Result<AnswerRow, String>> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let batches = RowBatches::new(vec![file.path().as_os_str().to_owned()]);
        batches.flatten().map(|row| row.parse()).collect()
    }

    #[allow(clippy::unnecessary_wraps, reason = "compared with results")]
    fn row(puzzle: &str, answer: &str) -> Result<AnswerRow, String> {
        Ok(AnswerRow { puzzle: puzzle.to_string(), answer: answer.to_string() })
    }

    #[test]
    fn csv_and_json_are_read() {
        assert_eq!(rows("1..,123\r\n2..,234\n"), [row("1..", "123"), row("2..", "234")]);
        assert_eq!(rows("id,answer,puzzle\n7,\"a \"\"b\"\",\nc\",1..\n"), [row("1..", "a \"b\",\nc")]);
        assert_eq!(rows("1..,1,2,3\n"), [row("1..", "1,2,3")], "without a header, the rest is the answer");
        assert_eq!(rows("puzzle\tsolution\n1..\t123\n"), [row("1..", "123")]);
        assert_eq!(rows("1..\t1, 2\n2..\t3\n"), [row("1..", "1, 2"), row("2..", "3")]);
        assert_eq!(rows("1..,he said \"\n2..,3\n"), [row("1..", "he said \""), row("2..", "3")]);
        assert_eq!(rows("question,answer,response\n1..,123,321\n"), [row("1..", "321")]);
        assert_eq!(rows("\u{feff}{\"puzzle\": \"1..\", \"answer\": \"1\"}\n"), [row("1..", "1")]);
        let json =
            "{\"puzzle\": \"1..\", \"response\": \"say \\\"1\"}\n{\"puzzle\": [[1]], \"answer\": null}\n";
        assert_eq!(rows(json), [row("1..", "say \"1"), row("[[1]]", "")]);
        for array in
            ["[{\"puzzle\": \"1..\", \"answer\": \"1\"},\n{\"quiz\": \"2\", \"output\": \"3\"}]", "[\n]\n"]
        {
            let expected = [row("1..", "1"), row("2", "3")];
            assert_eq!(rows(array), expected[..2 * usize::from(array.len() > 4)]);
        }
        assert!(rows("{\"puzzle\": \"1..\"}\n")[0].as_ref().unwrap_err().contains("answer"));
        assert!(rows("1..,\"12\n2..,23\n")[0].as_ref().unwrap_err().contains("a quote that is not closed"));
        assert_eq!(rows("1..\n"), [Err("found 1 fields, expected a puzzle and an answer".to_string())]);
    }

    #[test]
    fn an_answer_beside_a_reference_solution_is_graded() {
        let expected = vec![row("p", "a")];
        assert_eq!(rows("puzzle,solution,answer\np,s,a\n"), expected);
        assert_eq!(rows(r#"{"puzzle": "p", "solution": "s", "answer": "a"}"#), expected);
    }

    #[test]
    fn rows_know_their_places() {
        let places = |text: &str| -> Vec<String> {
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(text.as_bytes()).unwrap();
            let batches = RowBatches::new(vec![file.path().as_os_str().to_owned()]);
            batches.flatten().map(|row| row.place.to_string()).collect()
        };
        assert_eq!(places("puzzle,answer\n\n1,\"a\nb\"\n2,c\n"), ["line 3", "line 5"]);
        assert_eq!(places("[{}, {}]"), ["item 1", "item 2"]);
    }
}
