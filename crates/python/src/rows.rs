//! Puzzles in rows, however they are held: numbers of NumPy, texts of a list, columns of Arrow.
//!
//! ```text
//! NumPy  n × 81 bytes                    ──┐
//! Arrow  fixed lists or binaries of 81   ──┴─▶ Numbers   0 to 9 a cell
//! Arrow  strings, large strings, views   ──┐
//! list   of str                          ──┴─▶ Texts     any form, 81 characters most quickly
//! Arrow  dictionaries of any of these    ────▶ Coded     a number of one of them
//! ```
//!
//! Nothing is copied. A row is read by the thread that answers it; one that cannot be read has a reason.

use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_array::{Array, ArrayRef, LargeStringArray, StringArray, StringViewArray};
use arrow_buffer::{ArrowNativeType, NullBuffer};
use arrow_schema::DataType;
use pyo3::pybacked::PyBackedStr;
use std::ops::Range;
use veridoku_core::text::{self, Record};
use veridoku_core::{Cell, Grid, Puzzle};

/// The cells of a puzzle.
pub(crate) const CELLS: usize = Cell::COUNT;

/// Puzzles in rows.
#[derive(Debug)]
pub(crate) enum Rows<'a> {
    /// 81 numbers a row.
    Numbers(&'a [u8]),
    /// The same, some of which are null.
    Nullable(&'a [u8], NullBuffer),
    /// The texts of a list, or why there is none.
    List(&'a [Listed]),
    /// Strings of Arrow.
    Strings(&'a StringArray),
    /// The same with large offsets.
    LargeStrings(&'a LargeStringArray),
    /// Views of strings.
    Views(&'a StringViewArray),
    /// Numbers of rows of a dictionary, where they are not null.
    Coded(Vec<Option<usize>>, Box<Rows<'a>>),
}

/// The text of an item of a list, or why it is none.
pub(crate) type Listed = Result<PyBackedStr, String>;

/// What a row says.
#[derive(Debug)]
pub(crate) enum Row {
    /// Nothing but values, all of them given.
    Grid(Grid),
    /// More than that: candidates, or values beside the givens.
    Record(Box<Record>),
    /// Nothing that can be read, and why.
    Unreadable(String),
}

impl<'a> Rows<'a> {
    /// The rows of a column of Arrow, or nothing if its type is not one of puzzles.
    pub(crate) fn of_arrow(column: &'a ArrayRef) -> Option<Rows<'a>> {
        let numbers = |bytes: &'a [u8], nulls: Option<NullBuffer>| match nulls {
            Some(nulls) if nulls.null_count() > 0 => Rows::Nullable(bytes, nulls),
            _ => Rows::Numbers(bytes),
        };
        match column.data_type() {
            DataType::Utf8 => Some(Rows::Strings(column.as_string())),
            DataType::LargeUtf8 => Some(Rows::LargeStrings(column.as_string())),
            DataType::Utf8View => Some(Rows::Views(column.as_string_view())),
            DataType::FixedSizeBinary(81) => {
                Some(numbers(column.as_fixed_size_binary().value_data(), column.nulls().cloned()))
            }
            DataType::FixedSizeList(item, 81) if *item.data_type() == DataType::UInt8 => {
                let list = column.as_fixed_size_list();
                let cells = list.values().slice(list.value_offset(0).as_usize(), CELLS * list.len());
                // A row with a null among its cells is no puzzle, like one that is null as a whole.
                let whole = cells.nulls().filter(|nulls| nulls.null_count() > 0).map(|nulls| {
                    (0..list.len()).map(|row| nulls.slice(CELLS * row, CELLS).null_count() == 0).collect()
                });
                let values = list.values().as_primitive::<UInt8Type>().values();
                let start = list.value_offset(0).as_usize();
                let nulls = NullBuffer::union(list.nulls(), whole.as_ref());
                Some(numbers(&values[start..start + CELLS * list.len()], nulls))
            }
            DataType::Dictionary(..) => {
                let dictionary = column.as_any_dictionary();
                let values = Rows::of_arrow(dictionary.values())?;
                let keys = if values.len() == 0 { Vec::new() } else { dictionary.normalized_keys() };
                let key = |row: usize| column.is_valid(row).then(|| keys.get(row).copied()).flatten();
                Some(Rows::Coded((0..column.len()).map(key).collect(), Box::new(values)))
            }
            _ => None,
        }
    }

    /// Whether rows are texts.
    pub(crate) fn are_texts(&self) -> bool {
        match self {
            Rows::Numbers(_) | Rows::Nullable(..) => false,
            Rows::Coded(_, values) => values.are_texts(),
            _ => true,
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Rows::Numbers(bytes) | Rows::Nullable(bytes, _) => bytes.len() / CELLS,
            Rows::List(texts) => texts.len(),
            Rows::Strings(texts) => texts.len(),
            Rows::LargeStrings(texts) => texts.len(),
            Rows::Views(texts) => texts.len(),
            Rows::Coded(keys, _) => keys.len(),
        }
    }

    /// Hands on the grids of rows in order: nothing for one that is not 81 numbers or a line of 81 characters, which
    /// [`read`](Self::read) knows more about.
    #[inline]
    pub(crate) fn each_grid(&self, rows: Range<usize>, mut take: impl FnMut(Option<Grid>)) {
        match self {
            Rows::Numbers(bytes) => {
                for numbers in &bytes.as_chunks().0[rows] {
                    take(Grid::from_bytes(*numbers));
                }
            }
            Rows::List(texts) => {
                for text in &texts[rows] {
                    take(text.as_ref().ok().and_then(|text| line(text.as_bytes())));
                }
            }
            Rows::Strings(texts) if texts.null_count() == 0 => {
                for ends in texts.value_offsets()[rows.start..=rows.end].windows(2) {
                    take(line(&texts.value_data()[ends[0].as_usize()..ends[1].as_usize()]));
                }
            }
            _ => {
                for index in rows {
                    take(self.text(index).and_then(|text| line(text.as_bytes())));
                }
            }
        }
    }

    /// The text of a row, if rows are texts and it is not null.
    #[inline]
    fn text(&self, index: usize) -> Option<&str> {
        match self {
            Rows::Numbers(_) | Rows::Nullable(..) => None,
            Rows::List(texts) => texts[index].as_deref().ok(),
            Rows::Strings(texts) => texts.is_valid(index).then(|| texts.value(index)),
            Rows::LargeStrings(texts) => texts.is_valid(index).then(|| texts.value(index)),
            Rows::Views(texts) => texts.is_valid(index).then(|| texts.value(index)),
            Rows::Coded(keys, values) => values.text(keys[index]?),
        }
    }

    /// What a row says.
    pub(crate) fn read(&self, index: usize) -> Row {
        match self {
            Rows::Numbers(bytes) => return numbers(&bytes.as_chunks().0[index]),
            Rows::Nullable(bytes, nulls) if nulls.is_valid(index) => {
                return numbers(&bytes.as_chunks().0[index]);
            }
            Rows::Coded(keys, values) => {
                if let Some(key) = keys[index] {
                    return values.read(key);
                }
            }
            Rows::List(texts) => {
                if let Err(reason) = &texts[index] {
                    return Row::Unreadable(reason.clone());
                }
            }
            _ => {}
        }
        match self.text(index) {
            Some(text) => line(text.as_bytes()).map_or_else(|| any_form(text), Row::Grid),
            None => Row::Unreadable("found null, expected a puzzle".to_string()),
        }
    }

    /// What a row says, as a record.
    pub(crate) fn record(&self, index: usize) -> Result<Record, String> {
        match self.read(index) {
            Row::Grid(grid) => Ok(Record::from(Puzzle::from(grid))),
            Row::Record(record) => Ok(*record),
            Row::Unreadable(reason) => Err(reason),
        }
    }
}

/// 81 numbers.
#[inline]
fn numbers(numbers: &[u8; CELLS]) -> Row {
    match Grid::from_bytes(*numbers) {
        Some(grid) => Row::Grid(grid),
        None => Row::Unreadable(wrong_number(numbers)),
    }
}

/// The first number that is no digit and no blank.
#[cold]
fn wrong_number(numbers: &[u8; CELLS]) -> String {
    let wrong = Cell::all().zip(numbers).find(|&(_, &number)| number > 9);
    wrong.map_or_else(String::new, |(cell, number)| {
        format!("found {number} in {cell}, expected a digit from 1 to 9, or 0 for a blank")
    })
}

/// The grid of a line of 81 characters with `.` or `0` for blanks; nothing if it is anything else.
#[inline]
fn line(text: &[u8]) -> Option<Grid> {
    let line: &[u8; CELLS] = text.try_into().ok()?;
    // A loop, which becomes vectors: 80 ns a row, where `map` of an array took 420. What is below '0' wraps around and is
    // above 9, but for the blank.
    let mut numbers = [0; CELLS];
    for (number, &byte) in numbers.iter_mut().zip(line) {
        *number = if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') };
    }
    Grid::from_bytes(numbers)
}

/// The puzzle of a text in any form.
#[cold]
fn any_form(text: &str) -> Row {
    match text::read(text) {
        Ok(record) => {
            let puzzle = &record.puzzle;
            let is_plain =
                puzzle.written_candidates().is_none() && puzzle.givens() == puzzle.values().filled();
            if is_plain { Row::Grid(*puzzle.values()) } else { Row::Record(Box::new(record)) }
        }
        Err(error) => Row::Unreadable(error.to_string()),
    }
}
