//! A row of the input of `veridoku grade`: its text, and the puzzle and the answer in it.

use serde_json::Value;
use std::fmt;
use std::sync::Arc;
use veridoku_formats::{PUZZLE_COLUMNS, SOLUTION_COLUMNS};

/// Further names of the column with the puzzle.
const OTHER_PUZZLE_COLUMNS: [&str; 1] = ["input"];
/// The names of the column with the answer, the best first. The names of solutions come after them: if a row
/// has an answer and a reference solution, the answer is graded.
const ANSWER_COLUMNS: [&str; 5] = ["response", "completion", "prediction", "output", "answer"];
/// The error of a row with a quote that is not closed in the file, or within the maximum size of a row.
pub(super) const OPEN_QUOTE: &str = "found a quote that is not closed";
/// The characters that may separate fields. A file uses one of them.
const DELIMITERS: [char; 3] = [',', '\t', ';'];

/// A row that has not been parsed yet.
#[derive(Clone, Debug)]
pub(crate) struct RawRow {
    pub(super) content: RowContent,
    place: RowPlace,
    /// The name of the file, unless it is standard input.
    pub(super) file: Option<Arc<str>>,
}

/// What a row consists of.
#[derive(Clone, Debug)]
pub(super) enum RowContent {
    /// A record of CSV.
    Csv(Vec<u8>, CsvLayout),
    /// What should be a JSON object.
    Json(Vec<u8>),
    /// Text that is not a row, with the reason.
    Broken(&'static str),
}

/// Where a row is in its file, counted from 1.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum RowPlace {
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
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct CsvLayout {
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
    pub(super) fn new(content: RowContent, place: RowPlace) -> RawRow {
        RawRow { content, place, file: None }
    }

    /// Returns the place of the row, with the name of the file.
    pub(crate) fn place(&self) -> String {
        match &self.file {
            Some(file) => format!("{file}: {}", self.place),
            None => self.place.to_string(),
        }
    }

    /// Returns the number of its first line, if it is not in a JSON array.
    pub(crate) fn line(&self) -> Option<u64> {
        if let RowPlace::Line(line) = self.place { Some(line) } else { None }
    }

    /// Returns the size of the text in bytes.
    pub(super) fn len(&self) -> usize {
        match &self.content {
            RowContent::Csv(text, _) | RowContent::Json(text) => text.len(),
            RowContent::Broken(_) => 0,
        }
    }

    /// Parses the row.
    pub(crate) fn parse(&self) -> Result<AnswerRow, String> {
        let (text, layout) = match &self.content {
            RowContent::Csv(text, layout) => (String::from_utf8_lossy(text), layout),
            RowContent::Json(text) => return from_json(&String::from_utf8_lossy(text)),
            RowContent::Broken(reason) => return Err((*reason).to_string()),
        };
        let CsvLayout { delimiter, puzzle, answer } = *layout;
        let (mut fields, quotes) = fields(text.trim_end_matches(['\r', '\n']), delimiter);
        if quotes == Quotes::Open {
            return Err(OPEN_QUOTE.to_string());
        }
        let found = fields.len();
        if found <= puzzle.max(answer.unwrap_or(1)) {
            let fields = if found == 1 { "field" } else { "fields" };
            return Err(format!("found {found} {fields}, expected a puzzle and an answer"));
        }
        let rest = || fields[1..].join(&delimiter.to_string());
        let answer = answer.map_or_else(rest, |answer| fields[answer].clone());
        Ok(AnswerRow { puzzle: fields.swap_remove(puzzle), answer })
    }
}

/// Parses a row that is a JSON object.
fn from_json(text: &str) -> Result<AnswerRow, String> {
    let row: Value = serde_json::from_str(text).map_err(|error| format!("found invalid JSON: {error}"))?;
    let kind = match row {
        Value::Object(_) => None,
        Value::Array(_) => Some("an array"),
        Value::String(_) => Some("a string"),
        Value::Number(_) => Some("a number"),
        Value::Bool(_) => Some("a Boolean"),
        Value::Null => Some("null"),
    };
    if let Some(kind) = kind {
        return Err(format!("found {kind}, expected a JSON object with a puzzle and an answer"));
    }
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

/// Reports whether the first line of a text begins like a JSON object.
pub(super) fn is_json(text: &[u8]) -> bool {
    text.iter().find(|&&byte| byte == b'\n' || !byte.is_ascii_whitespace()) == Some(&b'{')
}

/// Reports whether a byte separates fields. Before the layout is known, that may be any delimiter.
pub(super) fn is_delimiter(byte: u8, layout: Option<CsvLayout>) -> bool {
    match layout {
        Some(layout) => char::from(byte) == layout.delimiter,
        None => DELIMITERS.contains(&char::from(byte)),
    }
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
    pub(super) fn of(first: &str) -> (CsvLayout, bool) {
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

#[cfg(test)]
mod tests {
    use super::super::splitter::RowSplitter;
    use super::*;

    fn rows(text: &str) -> Vec<Result<AnswerRow, String>> {
        let mut splitter = RowSplitter::default();
        splitter.push(text.as_bytes());
        splitter.finish();
        std::iter::from_fn(|| splitter.next_row()).map(|row| row.parse()).collect()
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
        assert_eq!(rows("1..,\"12\n2..,23\n"), [Err(OPEN_QUOTE.to_string()), row("2..", "23")]);
        assert_eq!(rows("1..\n"), [Err("found 1 field, expected a puzzle and an answer".to_string())]);
    }

    #[test]
    fn items_that_are_no_objects_are_named() {
        let expected =
            |kind: &str| Err(format!("found {kind}, expected a JSON object with a puzzle and an answer"));
        let found = rows("[1, \"1..,123\", [\"1..\", \"123\"], true, null]");
        assert_eq!(found, ["a number", "a string", "an array", "a Boolean", "null"].map(expected));
        assert_eq!(rows("[[\"1..\", \"123\"]]"), [expected("an array")]);
        assert_eq!(rows("{\"puzzle\": \"p\", \"answer\": \"a\"}\n7\n")[1], expected("a number"));
        assert!(rows("[{} {}]")[0].as_ref().unwrap_err().starts_with("found invalid JSON: "));
    }

    #[test]
    fn an_answer_beside_a_reference_solution_is_graded() {
        let expected = vec![row("p", "a")];
        assert_eq!(rows("puzzle,solution,answer\np,s,a\n"), expected);
        assert_eq!(rows(r#"{"puzzle": "p", "solution": "s", "answer": "a"}"#), expected);
    }
}
