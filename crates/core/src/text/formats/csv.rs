//! Tables of puzzles as CSV: a heading line names the columns, each further line is a puzzle.
//!
//! ```text
//! quizzes,solutions                  Kaggle; also puzzle,solution and further columns
//! source,question,answer,rating      sudoku-extreme
//! Puzzle,Solution,                   QQWing, with a comma behind the last field
//! ```
//!
//! Fields may stand in double quotes, and `;` or a tab may separate them. CsvColumns that are neither
//! puzzle nor solution become fields of the record, under their own name.

use crate::grid::Grid;
use crate::text::cells::{self, CellRun};
use crate::text::error::{ParseError, WriteErrorKind};
use crate::text::format::{Capabilities, Format, RecordLayout, Support};
use crate::text::formats::line;
use crate::text::record::{Fields, Record};
use crate::text::span::Span;
use std::borrow::Cow;

/// The data sets of Kaggle.
pub(in crate::text) const KAGGLE: Format = Format {
    name: "kaggle",
    title: "Kaggle CSV",
    description: "CSV with the heading quizzes,solutions (or puzzle,solution), '0' for a blank",
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

/// The data set sudoku-extreme.
pub(in crate::text) const SUDOKU_EXTREME: Format = Format {
    name: "sudoku-extreme",
    title: "sudoku-extreme CSV",
    description: "CSV with the heading source,question,answer,rating, '.' for a blank",
    capabilities: Capabilities {
        solution: Support::Yes,
        fields: &[Fields::SOURCE, Fields::RATING],
        ..Capabilities::VALUES
    },
    header: "source,question,answer,rating\n",
    write: write_extreme,
    ..KAGGLE
};

/// The output of QQWing.
pub(in crate::text) const QQWING: Format = Format {
    name: "qqwing",
    title: "QQWing CSV",
    description: "CSV with the heading Puzzle,Solution, and a comma behind every field",
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

const PUZZLE: [&str; 8] = ["quizzes", "quiz", "puzzle", "puzzles", "question", "sudoku", "grid", "board"];
const SOLUTION: [&str; 4] = ["solutions", "solution", "answer", "solved"];

/// The columns of a table.
#[derive(Clone, Debug)]
pub(in crate::text) struct CsvColumns {
    /// The form of which this is the heading.
    pub(in crate::text) format: &'static Format,
    separator: char,
    puzzle: usize,
    solution: Option<usize>,
    /// The names of all columns, in lower case.
    names: Vec<Cow<'static, str>>,
}

impl CsvColumns {
    /// The columns of a heading line, if it is one.
    pub(in crate::text) fn read(heading: &str) -> Option<CsvColumns> {
        let separator = heading.chars().find(|character| [',', ';', '\t'].contains(character)).unwrap_or(',');
        let heading = heading.trim_matches([' ', '\r', '\n']);
        // Tables of pandas start with a column without name.
        let starts = heading.starts_with(char::is_alphabetic) || heading.starts_with(['"', '_', ',']);
        if heading.len() > 4096 || !starts {
            return None;
        }
        let fields = fields(Span::new(1, heading), separator).ok()?;
        if fields.iter().any(|(text, _)| CellRun::start(text.trim())) {
            return None;
        }
        let names: Vec<Cow<'static, str>> =
            fields.iter().map(|(text, _)| Cow::Owned(text.trim().to_lowercase())).collect();
        let column = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_ref()));
        let puzzle = column(&PUZZLE)?;
        let format = match names[puzzle].as_ref() {
            "question" => &SUDOKU_EXTREME,
            "puzzle"
                if heading.starts_with("Puzzle")
                    && (heading.ends_with(',') || heading.contains("Givens")) =>
            {
                &QQWING
            }
            _ => &KAGGLE,
        };
        Some(CsvColumns { format, separator, puzzle, solution: column(&SOLUTION), names })
    }

    /// The columns of a form, for a table without heading.
    pub(in crate::text) fn of(format: &Format) -> CsvColumns {
        let columns = CsvColumns::read(format.header);
        columns.unwrap_or(CsvColumns {
            format: &KAGGLE,
            separator: ',',
            puzzle: 0,
            solution: Some(1),
            names: Vec::new(),
        })
    }

    /// Whether the heading is nothing but one word, which may also be the title of a grid.
    pub(in crate::text) fn is_bare(&self) -> bool {
        self.names.len() == 1
    }

    /// Whether a line can be the first one of a table with a bare heading: 81 cells, maybe quoted.
    pub(in crate::text) fn starts(line: &str) -> bool {
        let text = line.trim();
        CellRun::start(text.strip_prefix('"').unwrap_or(text))
    }

    /// Reads a line of the table.
    pub(in crate::text) fn record(&self, source: Span<'_>) -> Result<Record, ParseError> {
        let fields = fields(source, self.separator)?;
        let Some((puzzle, span)) = fields.get(self.puzzle) else {
            return Err(source.unexpected(source.text().len(), "the column of the puzzle"));
        };
        let mut record = Record::from(read_cells(puzzle, *span)?.puzzle());
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

/// Reads the cells of a field; quotes inside it make its text differ from the line.
fn read_cells(text: &str, span: Span<'_>) -> Result<CellRun, ParseError> {
    if text == span.text() {
        return CellRun::read_all(span);
    }
    CellRun::read_all(Span::new(1, text)).map_err(|error| span.error(0, error.kind))
}

fn read_solution(text: &str, span: Span<'_>) -> Result<Option<Grid>, ParseError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    read_cells(text, span).map(|cells| Some(cells.grid()))
}

/// A field without its quotes, and its place without the outer ones.
type CsvField<'a> = (Cow<'a, str>, Span<'a>);

/// Splits a line into its fields.
fn fields(source: Span<'_>, separator: char) -> Result<Vec<CsvField<'_>>, ParseError> {
    let mut fields = Vec::new();
    let mut start = 0;
    loop {
        let rest = source.from(start);
        let text = rest.text();
        let (value, length) = match text.strip_prefix('"') {
            None => {
                let length = text.find(separator).unwrap_or(text.len());
                ((Cow::Borrowed(&text[..length]), rest.part(0, length)), length)
            }
            Some(quoted) => {
                let mut end = 0;
                loop {
                    let quote = quoted[end..].find('"');
                    end +=
                        quote.ok_or_else(|| source.unexpected(source.text().len(), "the closing quote"))?;
                    if !quoted[end + 1..].starts_with('"') {
                        break;
                    }
                    end += 2;
                }
                let inner = &quoted[..end];
                let value = if inner.contains('"') {
                    Cow::Owned(inner.replace("\"\"", "\""))
                } else {
                    Cow::Borrowed(inner)
                };
                let after = quoted[end + 1..].trim_start_matches([' ', '\r']);
                if !after.is_empty() && !after.starts_with(separator) {
                    return Err(
                        rest.unexpected(text.len() - after.len(), "a separator or the end of the line")
                    );
                }
                ((value, rest.part(1, 1 + end)), text.len() - after.len())
            }
        };
        fields.push(value);
        start += length;
        if start >= source.text().len() {
            return Ok(fields);
        }
        start += separator.len_utf8();
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

/// Appends a field, in quotes where it needs them.
fn push_field(record: &Record, key: &'static str, out: &mut String) -> Result<(), WriteErrorKind> {
    let text = record.fields.get(key).unwrap_or_default();
    if text.contains(['\n', '\r']) {
        return Err(WriteErrorKind::Field(key.into()));
    }
    // A line that starts with '#' would be a comment.
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
    fn fields_follow_quotes() {
        let told = |text| {
            let fields = fields(Span::new(1, text), ',');
            fields.map(|fields| fields.into_iter().map(|(text, _)| text.into_owned()).collect::<Vec<_>>())
        };
        assert_eq!(told("a,,b").unwrap(), ["a", "", "b"]);
        assert_eq!(told(r#""a,b","c""d" ,e"#).unwrap(), ["a,b", "c\"d", "e"]);
        assert_eq!(told("a,").unwrap(), ["a", ""]);
        assert_eq!(told("").unwrap(), [""]);
        assert_eq!(
            told(r#""a"#).unwrap_err().to_string(),
            "line 1, column 3: found the end of the text, expected the closing quote"
        );
        assert_eq!(told(r#""a"b"#).unwrap_err().column, 4);
    }
}
