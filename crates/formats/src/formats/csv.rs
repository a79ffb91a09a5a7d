//! CSV tables of puzzles: a header line names the columns, and each further line is a puzzle.
//!
//! ```text
//! quizzes,solutions                  Kaggle; also puzzle,solution, with or without more columns
//! source,question,answer,rating      sudoku-extreme
//! Puzzle,Solution,                   QQWing, with a comma after the last field
//! ```
//!
//! Fields may be in double quotes, and may be separated by commas, semicolons or tabs. Columns other than the
//! puzzle and the solution become metadata fields of the record, with the column name as the key.

use crate::cells::{self, CellRun};
use crate::error::{ParseError, WriteErrorKind};
use crate::format::{Capabilities, Format, RecordLayout, Support};
use crate::formats::line;
use crate::record::{Fields, Record};
use crate::span::Span;
use std::borrow::Cow;
use veridoku_core::Grid;

/// The `kaggle` format: the CSV files of Kaggle data sets.
pub(crate) const KAGGLE: Format = Format {
    name: "kaggle",
    title: "Kaggle CSV",
    description: "CSV with the header quizzes,solutions (or puzzle,solution), '0' for a blank",
    extensions: &["csv"],
    capabilities: Capabilities { solution: Support::Yes, ..Capabilities::VALUES },
    layout: RecordLayout::Table,
    header: "quizzes,solutions\n",
    write: |record, _, out| {
        cells::push_grid(record.puzzle.values(), '0', out);
        out.push(',');
        push_solution(record, '0', out);
        out.push('\n');
        Ok(())
    },
    ..line::LINE
};

/// The `sudoku-extreme` format: the CSV files of the sudoku-extreme data set.
pub(crate) const SUDOKU_EXTREME: Format = Format {
    name: "sudoku-extreme",
    title: "sudoku-extreme CSV",
    description: "CSV with the header source,question,answer,rating, '.' for a blank",
    capabilities: Capabilities {
        solution: Support::Yes,
        fields: &[Fields::SOURCE, Fields::RATING],
        ..Capabilities::VALUES
    },
    header: "source,question,answer,rating\n",
    write: write_extreme,
    ..KAGGLE
};

/// The `qqwing` format: the CSV output of QQWing.
pub(crate) const QQWING: Format = Format {
    name: "qqwing",
    title: "QQWing CSV",
    description: "CSV with the header Puzzle,Solution and a comma after every field, '.' for a blank",
    header: "Puzzle,Solution,\n",
    write: |record, _, out| {
        cells::push_grid(record.puzzle.values(), '.', out);
        out.push(',');
        push_solution(record, '.', out);
        out.push_str(",\n");
        Ok(())
    },
    ..KAGGLE
};

/// The names of a column with puzzles, the best first, in lower case.
pub const PUZZLE_COLUMNS: [&str; 8] =
    ["puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku", "grid", "board"];
/// The names of a column with solutions, the best first, in lower case.
pub const SOLUTION_COLUMNS: [&str; 4] = ["solution", "solutions", "answer", "solved"];

/// The columns of a CSV table.
#[derive(Clone, Debug)]
pub(crate) struct CsvColumns {
    /// The format that uses this header.
    pub(crate) format: &'static Format,
    separator: char,
    puzzle: usize,
    solution: Option<usize>,
    /// Names of all columns, in lower case.
    names: Vec<Cow<'static, str>>,
}

impl CsvColumns {
    /// Parses a header line; returns `None` if the line is not a header.
    pub(crate) fn read(header: &str) -> Option<CsvColumns> {
        let separator = header.chars().find(|character| [',', ';', '\t'].contains(character)).unwrap_or(',');
        let header = header.trim_matches([' ', '\r', '\n']);
        // CSV files written by pandas start with an unnamed column.
        let starts = header.starts_with(char::is_alphabetic) || header.starts_with(['"', '_', ',']);
        if header.len() > 4096 || !starts {
            return None;
        }
        let fields = fields(Span::new(1, header), separator).ok()?;
        if fields.iter().any(|(text, _)| CellRun::start(text.trim())) {
            return None;
        }
        let names: Vec<Cow<'static, str>> =
            fields.iter().map(|(text, _)| Cow::Owned(text.trim().to_lowercase())).collect();
        let column = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_ref()));
        let puzzle = column(&PUZZLE_COLUMNS)?;
        let format = match names[puzzle].as_ref() {
            "question" => &SUDOKU_EXTREME,
            "puzzle"
                if header.starts_with("Puzzle") && (header.ends_with(',') || header.contains("Givens")) =>
            {
                &QQWING
            }
            _ => &KAGGLE,
        };
        Some(CsvColumns { format, separator, puzzle, solution: column(&SOLUTION_COLUMNS), names })
    }

    /// Reports whether the header is a single word, which may also be the title of a grid.
    pub(crate) fn is_single_word(&self) -> bool {
        self.names.len() == 1
    }

    /// Reports whether a line can be the first data line after a single-word header: 81 cells, possibly
    /// quoted.
    pub(crate) fn starts_data(line: &str) -> bool {
        let text = line.trim();
        CellRun::start(text.strip_prefix('"').unwrap_or(text))
    }

    /// Parses a data line.
    pub(crate) fn record(&self, source: Span<'_>) -> Result<Record, ParseError> {
        let fields = fields(source, self.separator)?;
        let Some((puzzle, span)) = fields.get(self.puzzle) else {
            return Err(source.unexpected(source.text().len(), "the puzzle column"));
        };
        let mut record = Record::from(CellRun::read_decoded(puzzle, *span)?.puzzle());
        for (column, (text, span)) in fields.iter().enumerate() {
            if column == self.puzzle {
                continue;
            }
            if Some(column) == self.solution {
                record.solution = read_solution(text, *span)?;
                continue;
            }
            match self.names.get(column) {
                Some(name) if !name.is_empty() => record.fields.push_text(name.clone(), text),
                _ => {}
            }
        }
        Ok(record)
    }
}

fn read_solution(text: &str, span: Span<'_>) -> Result<Option<Grid>, ParseError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    CellRun::read_decoded(text, span).map(|cells| Some(cells.grid))
}

/// The unquoted text of a field, and its span without the outer quotes.
type CsvField<'a> = (Cow<'a, str>, Span<'a>);

/// Splits a line into fields.
fn fields(source: Span<'_>, separator: char) -> Result<Vec<CsvField<'_>>, ParseError> {
    let mut fields = Vec::new();
    let mut rest = source.text();
    loop {
        let (value, text, after) = match rest.strip_prefix('"') {
            None => {
                let (text, after) = rest.split_at(rest.find(separator).unwrap_or(rest.len()));
                (Cow::Borrowed(text), text, after)
            }
            Some(quoted) => {
                // The field ends at the first quote that is not doubled.
                let mut end = 0;
                loop {
                    let quote = quoted[end..].find('"');
                    end += quote.ok_or_else(|| source.unexpected(source.text().len(), "a closing quote"))?;
                    if !quoted[end + 1..].starts_with('"') {
                        break;
                    }
                    end += 2;
                }
                let text = &quoted[..end];
                let after = quoted[end + 1..].trim_start_matches([' ', '\r']);
                if !after.is_empty() && !after.starts_with(separator) {
                    return Err(source.locate(after).unexpected(0, "a separator or the end of the line"));
                }
                let is_escaped = text.contains('"');
                (if is_escaped { text.replace("\"\"", "\"").into() } else { text.into() }, text, after)
            }
        };
        fields.push((value, source.locate(text)));
        match after.strip_prefix(separator) {
            Some(next) => rest = next,
            None => return Ok(fields),
        }
    }
}

fn push_solution(record: &Record, blank: char, out: &mut String) {
    if let Some(solution) = &record.solution {
        cells::push_grid(solution, blank, out);
    }
}

fn write_extreme(record: &Record, _: u64, out: &mut String) -> Result<(), WriteErrorKind> {
    push_field(record, Fields::SOURCE, out)?;
    out.push(',');
    cells::push_grid(record.puzzle.values(), '.', out);
    out.push(',');
    push_solution(record, '.', out);
    out.push(',');
    push_field(record, Fields::RATING, out)?;
    out.push('\n');
    Ok(())
}

/// Appends a field, quoted if necessary.
fn push_field(record: &Record, key: &'static str, out: &mut String) -> Result<(), WriteErrorKind> {
    let text = record.fields.get(key).unwrap_or_default();
    if text.contains(['\n', '\r']) {
        return Err(WriteErrorKind::Field(key.into()));
    }
    // An unquoted `#` at the start of the line would turn the line into a comment.
    if text.contains([',', '"']) || text.starts_with('#') {
        out.push('"');
        out.push_str(&text.replace('"', "\"\""));
        out.push('"');
    } else {
        out.push_str(text);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_fields_are_split_correctly() {
        let split = |text| {
            let fields = fields(Span::new(1, text), ',');
            fields.map(|fields| fields.into_iter().map(|(text, _)| text.into_owned()).collect::<Vec<_>>())
        };
        assert_eq!(split("a,,b").unwrap(), ["a", "", "b"]);
        assert_eq!(split(r#""a,b","c""d" ,e"#).unwrap(), ["a,b", "c\"d", "e"]);
        assert_eq!(split("a,").unwrap(), ["a", ""]);
        assert_eq!(split("").unwrap(), [""]);
        assert_eq!(
            split(r#""a"#).unwrap_err().to_string(),
            "line 1, column 3: found the end of the text, expected a closing quote"
        );
        assert_eq!(split(r#""a"b"#).unwrap_err().column, 4);
    }
}
