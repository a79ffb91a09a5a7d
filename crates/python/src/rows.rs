//! Rows of puzzles in the memory of the caller: NumPy arrays, Python lists, Arrow columns.
//!
//! ```text
//! NumPy  n × 81 bytes                    ──┐
//! Arrow  fixed lists or binaries of 81   ──┴─▶ numbers       0 to 9 per cell
//! Arrow  strings, large strings, views   ──┐
//! list   of str                          ──┴─▶ text          any format; 81 characters are fastest
//! Arrow  dictionaries of any of these    ────▶ dictionary    an index into one of them
//! Arrow  other binaries and lists        ────▶ parsed        read before the threads start
//! ```
//!
//! Puzzles are not copied. Each row is parsed by the thread that processes it; a row that cannot be read gets
//! a reason.

use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_array::{
    Array, ArrayRef, GenericListArray, LargeStringArray, OffsetSizeTrait, StringArray, StringViewArray,
};
use arrow_buffer::{ArrowNativeType, NullBuffer};
use arrow_schema::DataType;
use pyo3::pybacked::PyBackedStr;
use std::ops::Range;
use veridoku_core::{Cell, Grid, Puzzle};
use veridoku_formats::{Extraction, Record};

/// The number of cells of a puzzle.
pub(crate) const CELLS: usize = Cell::COUNT;

/// Rows of puzzles.
#[derive(Debug)]
pub(crate) enum PuzzleRows<'a> {
    /// 81 numbers per row.
    Numbers(&'a [u8]),
    /// 81 numbers per row, and a mask of the null rows.
    Nullable(&'a [u8], NullBuffer),
    /// The items of a Python list.
    List(&'a [ListItem]),
    /// Arrow strings.
    Strings(&'a StringArray),
    /// Arrow strings with 64-bit offsets.
    LargeStrings(&'a LargeStringArray),
    /// Arrow string views.
    Views(&'a StringViewArray),
    /// Puzzles that have been read already.
    Parsed(Vec<RowPuzzle>),
    /// Indices into the rows of a dictionary; `None` for null.
    Dictionary(Vec<Option<usize>>, Box<PuzzleRows<'a>>),
}

/// The text of a list item, or the reason why it has none.
pub(crate) type ListItem = Result<PyBackedStr, String>;

/// The puzzle in a row.
#[derive(Clone, Debug)]
pub(crate) enum RowPuzzle {
    /// A plain grid of givens.
    Grid(Grid),
    /// A puzzle with candidates, with placed digits that are not givens, or with a solution.
    Record(Box<Record>),
    /// The reason why the row cannot be read.
    Unreadable(String),
}

impl<'a> PuzzleRows<'a> {
    /// Returns the rows of an Arrow column, or `None` if its type is not supported.
    pub(crate) fn of_arrow(column: &'a ArrayRef) -> Option<PuzzleRows<'a>> {
        let numbers = |bytes: &'a [u8], nulls: Option<NullBuffer>| match nulls {
            Some(nulls) if nulls.null_count() > 0 => PuzzleRows::Nullable(bytes, nulls),
            _ => PuzzleRows::Numbers(bytes),
        };
        match column.data_type() {
            DataType::Utf8 => Some(PuzzleRows::Strings(column.as_string())),
            DataType::LargeUtf8 => Some(PuzzleRows::LargeStrings(column.as_string())),
            DataType::Utf8View => Some(PuzzleRows::Views(column.as_string_view())),
            DataType::FixedSizeBinary(81) => {
                Some(numbers(column.as_fixed_size_binary().value_data(), column.nulls().cloned()))
            }
            DataType::FixedSizeList(item, 81) if *item.data_type() == DataType::UInt8 => {
                let list = column.as_fixed_size_list();
                let cells = list.values().slice(list.value_offset(0).as_usize(), CELLS * list.len());
                // A row with a null cell counts as null.
                let complete = cells.nulls().filter(|nulls| nulls.null_count() > 0).map(|nulls| {
                    (0..list.len()).map(|row| nulls.slice(CELLS * row, CELLS).null_count() == 0).collect()
                });
                let values = list.values().as_primitive::<UInt8Type>().values();
                let start = list.value_offset(0).as_usize();
                let nulls = NullBuffer::union(list.nulls(), complete.as_ref());
                Some(numbers(&values[start..start + CELLS * list.len()], nulls))
            }
            DataType::Dictionary(..) => {
                let dictionary = column.as_any_dictionary();
                let values = PuzzleRows::of_arrow(dictionary.values())?;
                let keys = if values.len() == 0 { Vec::new() } else { dictionary.normalized_keys() };
                let key = |row: usize| column.is_valid(row).then(|| keys.get(row).copied()).flatten();
                Some(PuzzleRows::Dictionary((0..column.len()).map(key).collect(), Box::new(values)))
            }
            DataType::Binary => Some(parsed(column.as_binary::<i32>().iter().map(from_bytes))),
            DataType::LargeBinary => Some(parsed(column.as_binary::<i64>().iter().map(from_bytes))),
            DataType::BinaryView => Some(parsed(column.as_binary_view().iter().map(from_bytes))),
            DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _)
                if is_integers(item.data_type()) =>
            {
                Some(match column.data_type() {
                    DataType::List(_) => parsed(column.as_list::<i32>().iter().map(from_list)),
                    DataType::LargeList(_) => parsed(column.as_list::<i64>().iter().map(from_list)),
                    _ => parsed(column.as_fixed_size_list().iter().map(from_list)),
                })
            }
            _ => None,
        }
    }

    /// Reports whether the rows are text rather than numbers.
    pub(crate) fn are_text(&self) -> bool {
        match self {
            PuzzleRows::Numbers(_) | PuzzleRows::Nullable(..) | PuzzleRows::Parsed(_) => false,
            PuzzleRows::Dictionary(_, values) => values.are_text(),
            _ => true,
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            PuzzleRows::Numbers(bytes) | PuzzleRows::Nullable(bytes, _) => bytes.len() / CELLS,
            PuzzleRows::Parsed(puzzles) => puzzles.len(),
            PuzzleRows::List(texts) => texts.len(),
            PuzzleRows::Strings(texts) => texts.len(),
            PuzzleRows::LargeStrings(texts) => texts.len(),
            PuzzleRows::Views(texts) => texts.len(),
            PuzzleRows::Dictionary(keys, _) => keys.len(),
        }
    }

    /// Calls `visit` with the grid of each row, in order. This is the fast path for arrays of numbers without
    /// nulls and for lines of 81 characters. For any other row, `visit` receives `None`, and the row must be
    /// read with [`read`](Self::read).
    #[inline]
    pub(crate) fn each_grid(&self, rows: Range<usize>, mut visit: impl FnMut(Option<Grid>)) {
        match self {
            PuzzleRows::Numbers(bytes) => {
                for numbers in &bytes.as_chunks().0[rows] {
                    visit(Grid::from_bytes(*numbers));
                }
            }
            PuzzleRows::List(texts) => {
                for text in &texts[rows] {
                    visit(text.as_ref().ok().and_then(|text| from_line(text.as_bytes())));
                }
            }
            PuzzleRows::Parsed(puzzles) => {
                for puzzle in &puzzles[rows] {
                    visit(if let RowPuzzle::Grid(grid) = puzzle { Some(*grid) } else { None });
                }
            }
            PuzzleRows::Strings(texts) if texts.null_count() == 0 => {
                for ends in texts.value_offsets()[rows.start..=rows.end].windows(2) {
                    visit(from_line(&texts.value_data()[ends[0].as_usize()..ends[1].as_usize()]));
                }
            }
            _ => {
                for index in rows {
                    visit(self.text(index).and_then(|text| from_line(text.as_bytes())));
                }
            }
        }
    }

    /// Returns the text of a row, or `None` if it has no text.
    #[inline]
    fn text(&self, index: usize) -> Option<&str> {
        match self {
            PuzzleRows::Numbers(_) | PuzzleRows::Nullable(..) | PuzzleRows::Parsed(_) => None,
            PuzzleRows::List(texts) => texts[index].as_deref().ok(),
            PuzzleRows::Strings(texts) => texts.is_valid(index).then(|| texts.value(index)),
            PuzzleRows::LargeStrings(texts) => texts.is_valid(index).then(|| texts.value(index)),
            PuzzleRows::Views(texts) => texts.is_valid(index).then(|| texts.value(index)),
            PuzzleRows::Dictionary(keys, values) => values.text(keys[index]?),
        }
    }

    /// Reads a row in any text format.
    pub(crate) fn read(&self, index: usize) -> RowPuzzle {
        match self {
            PuzzleRows::Numbers(bytes) => return from_numbers(&bytes.as_chunks().0[index]),
            PuzzleRows::Nullable(bytes, nulls) if nulls.is_valid(index) => {
                return from_numbers(&bytes.as_chunks().0[index]);
            }
            PuzzleRows::Parsed(puzzles) => return puzzles[index].clone(),
            PuzzleRows::Dictionary(keys, values) => {
                if let Some(key) = keys[index] {
                    return values.read(key);
                }
            }
            PuzzleRows::List(texts) => {
                if let Err(reason) = &texts[index] {
                    return RowPuzzle::Unreadable(reason.clone());
                }
            }
            _ => {}
        }
        match self.text(index) {
            Some(text) => from_line(text.as_bytes()).map_or_else(|| from_any_format(text), RowPuzzle::Grid),
            None => null_row(),
        }
    }

    /// Reports whether two rows have the same bytes or the same text. Returns `false` if that is not known.
    #[inline]
    pub(crate) fn are_same(&self, first: usize, second: usize) -> bool {
        match self {
            PuzzleRows::Numbers(bytes) => {
                let (rows, _) = bytes.as_chunks::<CELLS>();
                rows[first] == rows[second]
            }
            PuzzleRows::Dictionary(keys, _) => keys[first] == keys[second],
            _ => self.text(first).is_some_and(|text| self.text(second) == Some(text)),
        }
    }

    /// Returns the grid of an answer, which may be in a longer text.
    #[inline]
    pub(crate) fn answer(&self, index: usize) -> Extraction {
        if let Some(text) = self.text(index) {
            let grid = from_line(text.as_bytes());
            return grid.map_or_else(
                || veridoku_formats::extract(text),
                |grid| Extraction { grid: Some(grid), ..Extraction::default() },
            );
        }
        match self.read(index) {
            RowPuzzle::Grid(grid) => Extraction { grid: Some(grid), ..Extraction::default() },
            RowPuzzle::Record(record) => {
                Extraction { grid: Some(*record.puzzle.values()), ..Extraction::default() }
            }
            RowPuzzle::Unreadable(reason) => Extraction { reason: Some(reason), ..Extraction::default() },
        }
    }

    /// Returns the solution in a row, which may be in a longer text, or the reason why it cannot be read.
    /// Returns `None` for a row that is null or blank.
    #[inline]
    pub(crate) fn solution(&self, index: usize) -> Option<Result<Grid, String>> {
        if self.text(index).is_some_and(|text| text.trim().is_empty()) {
            return None;
        }
        match self.read(index) {
            RowPuzzle::Grid(grid) => Some(Ok(grid)),
            RowPuzzle::Record(record) => Some(Ok(record.solution.unwrap_or(*record.puzzle.values()))),
            RowPuzzle::Unreadable(reason) if reason == NULL_ROW => None,
            RowPuzzle::Unreadable(reason) => Some(self.answer(index).grid.ok_or(reason)),
        }
    }

    /// Returns the reason for the first row if there are rows, but none of them can be read.
    pub(crate) fn reason_if_none_is_readable(&self) -> Option<String> {
        let mut reasons = (0..self.len()).map(|index| match self.read(index) {
            RowPuzzle::Unreadable(reason) => Some(reason),
            _ => None,
        });
        let first = reasons.next().flatten()?;
        reasons.all(|reason| reason.is_some()).then_some(first)
    }

    /// Reads a row as a record.
    pub(crate) fn record(&self, index: usize) -> Result<Record, String> {
        match self.read(index) {
            RowPuzzle::Grid(grid) => Ok(Record::from(Puzzle::from(grid))),
            RowPuzzle::Record(record) => Ok(*record),
            RowPuzzle::Unreadable(reason) => Err(reason),
        }
    }
}

fn parsed<'a>(puzzles: impl Iterator<Item = RowPuzzle>) -> PuzzleRows<'a> {
    PuzzleRows::Parsed(puzzles.collect())
}

/// The reason for null rows.
const NULL_ROW: &str = "found null, expected a puzzle";

fn null_row() -> RowPuzzle {
    RowPuzzle::Unreadable(NULL_ROW.to_string())
}

/// Reads a binary value: 81 numbers or text.
fn from_bytes(bytes: Option<&[u8]>) -> RowPuzzle {
    let Some(bytes) = bytes else { return null_row() };
    let numbers = bytes.try_into().ok().and_then(Grid::from_bytes);
    if let Some(grid) = numbers.or_else(|| from_line(bytes)) {
        return RowPuzzle::Grid(grid);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => from_any_format(text),
        Err(error) => RowPuzzle::Unreadable(error.to_string()),
    }
}

/// Reports whether a type is integers, or lists of them, as in nine rows of nine cells.
fn is_integers(data_type: &DataType) -> bool {
    match data_type {
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            item.data_type().is_integer()
        }
        other => other.is_integer(),
    }
}

/// Returns the cells of a grid: the integers of a list, or of nine lists of nine.
///
/// # Errors
///
/// Returns the reason if there are lists, but not nine of nine.
fn flatten(rows: ArrayRef) -> Result<ArrayRef, String> {
    match rows.data_type() {
        DataType::List(_) => list_cells(rows.as_list::<i32>()),
        DataType::LargeList(_) => list_cells(rows.as_list::<i64>()),
        DataType::FixedSizeList(..) => {
            let rows = rows.as_fixed_size_list();
            grid_cells(rows, rows.values(), rows.value_offset(0).as_usize(), rows.value_length() == 9)
        }
        _ => Ok(rows),
    }
}

fn list_cells<O: OffsetSizeTrait>(rows: &GenericListArray<O>) -> Result<ArrayRef, String> {
    let start = rows.value_offsets()[0].as_usize();
    grid_cells(rows, rows.values(), start, rows.offsets().lengths().all(|length| length == 9))
}

/// Returns the 81 values from `start` on if there are nine rows, none is null, and all have nine cells.
fn grid_cells(
    rows: &dyn Array,
    values: &ArrayRef,
    start: usize,
    all_have_nine: bool,
) -> Result<ArrayRef, String> {
    if rows.len() != 9 {
        Err(format!("found {} rows, expected nine rows of nine cells", rows.len()))
    } else if rows.null_count() > 0 || !all_have_nine {
        Err("found a row without nine cells, expected nine rows of nine cells".to_string())
    } else {
        Ok(values.slice(start, CELLS))
    }
}

/// Reads a list of 81 integers, or nine lists of nine.
fn from_list(cells: Option<ArrayRef>) -> RowPuzzle {
    let cells = match cells.map(flatten) {
        Some(Ok(cells)) => cells,
        Some(Err(reason)) => return RowPuzzle::Unreadable(reason),
        None => return null_row(),
    };
    if cells.len() != CELLS {
        return RowPuzzle::Unreadable(format!("found {} cells, expected {CELLS}", cells.len()));
    }
    let cells = cells.as_ref();
    let numbers: Option<Vec<i128>> = arrow_array::downcast_integer_array! {
        cells => cells.iter().map(|cell| Some(i128::from(cell?))).collect(),
        _ => None,
    };
    let Some(numbers) = numbers else {
        return RowPuzzle::Unreadable("found null in a cell, expected 0 for a blank".to_string());
    };
    let byte = |cell: usize| u8::try_from(numbers[cell]).unwrap_or(u8::MAX);
    match Grid::from_bytes(std::array::from_fn(byte)) {
        Some(grid) => RowPuzzle::Grid(grid),
        None => RowPuzzle::Unreadable(invalid_number(&numbers)),
    }
}

/// Reads a row of 81 numbers.
#[inline]
fn from_numbers(numbers: &[u8; CELLS]) -> RowPuzzle {
    // The bytes may be the characters of a line.
    match Grid::from_bytes(*numbers).or_else(|| from_line(numbers)) {
        Some(grid) => RowPuzzle::Grid(grid),
        None => RowPuzzle::Unreadable(invalid_number(&numbers.map(i128::from))),
    }
}

/// Returns the message for the first number that is neither a digit nor a blank.
#[cold]
fn invalid_number(numbers: &[i128]) -> String {
    let invalid = Cell::all().zip(numbers).find(|&(_, number)| !(0..=9).contains(number));
    invalid.map_or_else(String::new, |(cell, number)| {
        format!("found {number} in {cell}, expected a digit from 1 to 9, or 0 for a blank")
    })
}

/// Returns the grid of a line of 81 characters with `.` or `0` for blanks, or `None` for any other text.
#[inline]
fn from_line(text: &[u8]) -> Option<Grid> {
    let line: &[u8; CELLS] = text.try_into().ok()?;
    // This loop is vectorized and takes 80 ns per row; mapping the array took 420 ns. Bytes below '0' wrap
    // around to values above 9, which `Grid::from_bytes` rejects.
    let mut numbers = [0; CELLS];
    for (number, &byte) in numbers.iter_mut().zip(line) {
        *number = if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') };
    }
    Grid::from_bytes(numbers)
}

/// Reads a puzzle from text in any format.
#[cold]
fn from_any_format(text: &str) -> RowPuzzle {
    match veridoku_formats::read(text) {
        Ok(record) => {
            let puzzle = &record.puzzle;
            let is_plain = record.solution.is_none()
                && puzzle.written_candidates().is_none()
                && puzzle.givens() == puzzle.values().filled();
            if is_plain { RowPuzzle::Grid(*puzzle.values()) } else { RowPuzzle::Record(Box::new(record)) }
        }
        Err(error) => RowPuzzle::Unreadable(error.to_string()),
    }
}
