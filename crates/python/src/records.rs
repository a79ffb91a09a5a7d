//! Reads all puzzles of a text into a table, and converts puzzles to numbers: `read`, `to_array`.

use crate::columns::{CellEncoding, ResultColumn};
use crate::error::runtime_error;
use crate::rows::{CELLS, RowPuzzle};
use crate::table::{ArrowTable, BulkRequest, OutputRows, SCHEMA_KEY, SOLUTION, process_rows};
use arrow_array::builder::{ArrayBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, new_null_array};
use arrow_schema::{DataType, Field, Schema};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use veridoku_core::{Grid, Puzzle};
use veridoku_formats::{Format, Item, Reader, Record, Writer};

/// The number of bytes that the reader gets at a time.
const CHUNK: usize = 1 << 16;
/// The maximum number of rows in a batch.
const BATCH_ROWS: usize = 1 << 20;
const PUZZLE: &str = "puzzle";
const REASON: &str = "reason";

/// Reads all puzzles of a text, in any text formats, as a table with the columns `puzzle`, `solution` and
/// `reason`, and one for each metadata field.
#[pyfunction]
pub(crate) fn read_text(py: Python<'_>, bytes: &[u8]) -> PyResult<ArrowTable> {
    let mut batches = vec![TextColumns::new()];
    let mut reader = Reader::new();
    let mut drain = |reader: &mut Reader| {
        while let Some(item) = reader.next_item() {
            if batches.last().is_none_or(|batch| batch.rows == BATCH_ROWS) {
                batches.push(TextColumns::new());
            }
            batches.last_mut().expect("a batch was added").push(item);
        }
    };
    for chunk in bytes.chunks(CHUNK) {
        py.check_signals()?;
        reader.push(chunk);
        drain(&mut reader);
    }
    reader.finish();
    drain(&mut reader);
    table(batches.into_iter().map(TextColumns::finish).collect())
}

/// Columns of text, some of which begin after the first row.
struct TextColumns {
    columns: Vec<(String, StringBuilder)>,
    rows: usize,
}

impl TextColumns {
    fn new() -> TextColumns {
        TextColumns { columns: vec![(PUZZLE.to_string(), StringBuilder::new())], rows: 0 }
    }

    fn push(&mut self, item: Item) {
        match item.record {
            Ok(record) => {
                self.set(PUZZLE, &puzzle_text(&record));
                if let Some(solution) = record.solution {
                    self.set(SOLUTION, &solution.to_string());
                }
                for (name, value) in record.fields.iter() {
                    self.set(name, value);
                }
            }
            Err(error) => self.set(REASON, &error.to_string()),
        }
        self.rows += 1;
    }

    /// Sets a value in the current row, unless the row already has one.
    fn set(&mut self, name: &str, value: &str) {
        let index = self.columns.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            self.columns.push((name.to_string(), StringBuilder::new()));
            self.columns.len() - 1
        });
        let column = &mut self.columns[index].1;
        if column.len() <= self.rows {
            column.append_nulls(self.rows - column.len());
            column.append_value(value);
        }
    }

    fn finish(self) -> FinishedColumns {
        let finish = |(name, mut column): (String, StringBuilder)| {
            column.append_nulls(self.rows - column.len());
            (name, Arc::new(column.finish()) as ArrayRef)
        };
        FinishedColumns { columns: self.columns.into_iter().map(finish).collect(), rows: self.rows }
    }
}

/// The columns of a batch.
struct FinishedColumns {
    columns: Vec<(String, ArrayRef)>,
    rows: usize,
}

/// Writes the puzzle of a record: 81 characters if that is all there is to it.
fn puzzle_text(record: &Record) -> String {
    let puzzle = &record.puzzle;
    let is_plain = puzzle.written_candidates().is_none() && puzzle.givens() == puzzle.values().filled();
    if is_plain || puzzle.values().filled().is_empty() {
        return puzzle.to_string();
    }
    let format = Format::by_name("susser").expect("a known format");
    let mut text = String::new();
    match Writer::new(format).record(&Record::from(Puzzle::clone(puzzle)), &mut text) {
        Ok(()) => text.trim_end().to_string(),
        Err(_) => puzzle.to_string(),
    }
}

/// Returns a table with the columns of all batches. Metadata columns of numbers become numbers.
fn table(mut batches: Vec<FinishedColumns>) -> PyResult<ArrowTable> {
    let mut names = vec![PUZZLE.to_string()];
    for (name, _) in batches.iter().flat_map(|batch| &batch.columns) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    // The order is that of the results of other functions, with the reason at the end.
    names.sort_by_key(|name| match name.as_str() {
        PUZZLE => 0,
        SOLUTION => 1,
        REASON => 3,
        _ => 2,
    });
    let metadata: HashMap<_, _> = [(SCHEMA_KEY.to_string(), "read/1".to_string())].into();
    let mut fields = Vec::new();
    for name in &names {
        let is_metadata = ![PUZZLE, SOLUTION, REASON].contains(&name.as_str());
        let number = if is_metadata { number_type(&batches, name) } else { None };
        let data_type = number.unwrap_or(DataType::Utf8);
        for batch in &mut batches {
            match batch.columns.iter_mut().find(|(known, _)| known == name) {
                Some((_, column)) => *column = to_type(column, &data_type),
                None => batch.columns.push((name.clone(), new_null_array(&data_type, batch.rows))),
            }
        }
        // With the name of the schema, they are renamed if they clash with results of other functions.
        let schema = if is_metadata || name == PUZZLE { HashMap::new() } else { metadata.clone() };
        fields.push(Field::new(name, data_type, true).with_metadata(schema));
    }
    let schema = Arc::new(Schema::new_with_metadata(fields, metadata));
    let batch_of = |mut batch: FinishedColumns| {
        let position = |name: &str| names.iter().position(|known| known == name);
        batch.columns.sort_by_key(|(name, _)| position(name));
        RecordBatch::try_new(
            Arc::clone(&schema),
            batch.columns.into_iter().map(|(_, column)| column).collect(),
        )
    };
    let batches = batches.into_iter().map(batch_of).collect::<Result<_, _>>();
    Ok(ArrowTable { schema: Arc::clone(&schema), batches: batches.map_err(|error| runtime_error(&error))? })
}

/// Returns the type of a column that contains only numbers.
fn number_type(batches: &[FinishedColumns], name: &str) -> Option<DataType> {
    let texts = || {
        let columns = batches.iter().flat_map(|batch| &batch.columns).filter(|(known, _)| known == name);
        columns.flat_map(|(_, column)| column.as_string::<i32>()).flatten()
    };
    let is_integer = |text: &str| text.parse::<i64>().is_ok_and(|number| number.to_string() == text);
    // Numbers with a leading zero are names; "nan" and "inf" are words.
    let is_number = |text: &str| {
        let digits = text.trim_start_matches('-');
        let has_leading_zero = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
        digits.starts_with(|first: char| first.is_ascii_digit())
            && !has_leading_zero
            // More digits would be lost.
            && digits.len() <= 17
            && text.parse::<f64>().is_ok()
    };
    if texts().all(is_integer) {
        Some(DataType::Int64)
    } else {
        texts().all(is_number).then_some(DataType::Float64)
    }
}

/// Converts a column of text to another type.
fn to_type(column: &ArrayRef, data_type: &DataType) -> ArrayRef {
    let texts = column.as_string::<i32>().iter();
    match data_type {
        DataType::Int64 => {
            Arc::new(texts.map(|text| text.and_then(|text| text.parse().ok())).collect::<Int64Array>())
        }
        DataType::Float64 => {
            Arc::new(texts.map(|text| text.and_then(|text| text.parse().ok())).collect::<Float64Array>())
        }
        _ => Arc::clone(column),
    }
}

/// Returns the cells of many puzzles as numbers, in the column `cells`.
#[pyfunction]
pub(crate) fn cells_many<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: &str,
    prefix: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let request = BulkRequest { column, prefix, ..BulkRequest::new("cells/1", OutputRows::OnePerInput) };
    process_rows(py, puzzles, &request, |input| {
        let count = input.rows.len();
        let (mut bytes, mut reasons) = (Vec::with_capacity(CELLS * count), Vec::new());
        for row in 0..count {
            let grid = match input.rows.read(row) {
                RowPuzzle::Grid(grid) => grid,
                RowPuzzle::Record(record) => *record.puzzle.values(),
                RowPuzzle::Unreadable(reason) => {
                    reasons.push((row, reason));
                    Grid::EMPTY
                }
            };
            bytes.extend(grid.as_bytes());
        }
        Ok(vec![
            ("cells", ResultColumn::Grids { cells: CellEncoding::Numbers, bytes, valid: None }),
            ("reason", ResultColumn::Reasons { count, reasons }),
        ])
    })
}
