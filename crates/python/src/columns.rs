//! Columns of answers, as NumPy has them and as Arrow has them.
//!
//! | column | NumPy | Arrow | nothing known |
//! |---|---|---|---|
//! | grids | `uint8`, n × 81 | fixed list of 81 `uint8`, or text | zeros; null |
//! | words | `uint8`, a number of the word | text | 0 stands for the first word |
//! | small, whole, ratings | `uint8`, `int64`, `float64` | `int8`, `int64`, `float64` | 0; -1; NaN; null |
//! | flags | `int8`, 0 or 1 | `bool` | -1; null |
//! | texts, names | list of `str` | text | `None`; null |
//! | reasons | dict by row | text | not there; null |
//! | bytes | `uint8`, n × width | fixed list of `uint8` | |
//!
//! Vectors change hands; nothing is copied, but for grids as text of which some are null.

use crate::error::failure;
use crate::rows::CELLS;
use crate::shelf;
use arrow_array::builder::{ArrayBuilder, StringBuilder};
use arrow_array::{
    ArrayRef, BooleanArray, FixedSizeListArray, Float64Array, Int8Array, Int64Array, NullArray, StringArray,
    UInt8Array,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field};
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use std::sync::Arc;

/// How the cells of a grid are written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cells {
    /// 0 to 9.
    Numbers,
    /// `.` and `1` to `9`.
    Characters,
}

/// One answer for each row.
#[derive(Debug)]
pub(crate) enum Column {
    /// 81 bytes a row; which rows have a grid.
    Grids { cells: Cells, bytes: Vec<u8>, known: Option<Vec<bool>> },
    /// One of a few words.
    Words { words: &'static [&'static str], numbers: Vec<u8> },
    /// Small numbers.
    Small { numbers: Vec<u8>, known: Option<Vec<bool>> },
    /// Whole numbers, -1 where unknown.
    Whole(Vec<i64>),
    /// Ratings, NaN where unknown.
    Ratings(Vec<f64>),
    /// Yes and no, -1 where unknown.
    Flags(Vec<i8>),
    /// Texts.
    Texts(Vec<Option<String>>),
    /// Texts of a few rows, by number.
    Reasons { count: usize, told: Vec<(usize, String)> },
    /// An array of NumPy, filled already.
    Ready(Py<PyAny>),
    /// Names from tables.
    Names(Vec<Option<&'static str>>),
    /// So many bytes a row.
    Bytes { width: u8, bytes: Vec<u8> },
    /// A column that only Arrow can hold.
    Nested(ArrayRef),
}

/// Answers to all rows, by name.
pub(crate) type Columns = Vec<(&'static str, Column)>;

/// The columns as NumPy has them, in a dict.
pub(crate) fn to_numpy(py: Python<'_>, columns: Columns) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for (name, column) in columns {
        dict.set_item(name, column.into_numpy(py)?)?;
    }
    Ok(dict)
}

impl Column {
    fn into_numpy(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let table = |bytes: Vec<u8>, width: usize| {
            let rows = bytes.len() / width;
            Ok(bytes.into_pyarray(py).reshape([rows, width])?.into_any())
        };
        match self {
            Column::Grids { bytes, .. } => table(bytes, CELLS),
            Column::Bytes { width, bytes } => table(bytes, usize::from(width)),
            Column::Words { numbers, .. } | Column::Small { numbers, .. } => {
                Ok(numbers.into_pyarray(py).into_any())
            }
            Column::Whole(numbers) => Ok(numbers.into_pyarray(py).into_any()),
            Column::Ratings(numbers) => Ok(numbers.into_pyarray(py).into_any()),
            Column::Flags(flags) => Ok(flags.into_pyarray(py).into_any()),
            Column::Texts(texts) => texts.into_pyobject(py),
            Column::Names(names) => names.into_pyobject(py),
            Column::Reasons { told, .. } => Ok(told.into_py_dict(py)?.into_any()),
            Column::Ready(array) => Ok(array.into_bound(py)),
            Column::Nested(_) => Err(failure(&"a nested column is for Arrow only")),
        }
    }

    /// The column as Arrow has it.
    pub(crate) fn into_arrow(self) -> ArrayRef {
        let nulls =
            |known: Option<Vec<bool>>| known.filter(|known| known.contains(&false)).map(NullBuffer::from);
        match self {
            Column::Grids { cells: Cells::Characters, bytes, known } => lines(bytes, nulls(known)),
            Column::Grids { cells: Cells::Numbers, bytes, known } => lists(bytes, CELLS as u8, nulls(known)),
            Column::Bytes { width, bytes } => lists(bytes, width, None),
            Column::Words { words, numbers } => words_of(words, &numbers),
            // Signed, since Spark has no other; the numbers are small enough for both.
            Column::Small { numbers, known } => {
                let signed: Vec<i8> = numbers.into_iter().map(u8::cast_signed).collect();
                Arc::new(Int8Array::new(signed.into(), nulls(known)))
            }
            Column::Whole(numbers) => {
                let known = numbers.iter().map(|&number| number >= 0).collect();
                Arc::new(Int64Array::new(numbers.into(), nulls(Some(known))))
            }
            Column::Ratings(numbers) => {
                let known = numbers.iter().map(|number| !number.is_nan()).collect();
                Arc::new(Float64Array::new(numbers.into(), nulls(Some(known))))
            }
            Column::Flags(flags) => {
                let flag = |flag: i8| (flag >= 0).then_some(flag > 0);
                Arc::new(flags.into_iter().map(flag).collect::<BooleanArray>())
            }
            Column::Texts(texts) => Arc::new(StringArray::from(texts)),
            Column::Names(names) => Arc::new(StringArray::from(names)),
            Column::Reasons { count, told } => {
                let mut texts = StringBuilder::with_capacity(count, 0);
                for (index, reason) in told {
                    texts.append_nulls(index - texts.len());
                    texts.append_value(reason);
                }
                texts.append_nulls(count - texts.len());
                Arc::new(texts.finish())
            }
            Column::Nested(array) => array,
            // Nobody fills an array of NumPy for Arrow.
            Column::Ready(_) => Arc::new(NullArray::new(0)),
        }
    }
}

/// The room for a word, so that each is written as one piece.
const WORD: usize = 16;

/// Words by number, one behind the other.
fn words_of(words: &[&str], numbers: &[u8]) -> ArrayRef {
    let padded: Vec<([u8; WORD], usize)> = words
        .iter()
        .map(|word| {
            let mut bytes = [0; WORD];
            bytes[..word.len()].copy_from_slice(word.as_bytes());
            (bytes, word.len())
        })
        .collect();
    let lengths = numbers.iter().map(|&number| padded[usize::from(number)].1);
    let mut bytes = vec![0; lengths.clone().sum::<usize>() + WORD];
    let mut end = 0;
    for &number in numbers {
        let (word, length) = &padded[usize::from(number)];
        // What is too much is written over by the next one.
        bytes[end..end + WORD].copy_from_slice(word);
        end += length;
    }
    bytes.truncate(end);
    Arc::new(StringArray::new(OffsetBuffer::from_lengths(lengths), Buffer::from_vec(bytes), None))
}

/// Rows of so many bytes each.
fn lists(bytes: Vec<u8>, width: u8, nulls: Option<NullBuffer>) -> ArrayRef {
    let item = Arc::new(Field::new("item", DataType::UInt8, false));
    let count = bytes.len();
    let values = UInt8Array::new(ScalarBuffer::new(shelf::lend(bytes), 0, count), None);
    Arc::new(FixedSizeListArray::new(item, i32::from(width), Arc::new(values), nulls))
}

/// Lines of 81 characters; those of rows without a grid are left out.
fn lines(mut bytes: Vec<u8>, nulls: Option<NullBuffer>) -> ArrayRef {
    let rows = bytes.len() / CELLS;
    let offsets = match &nulls {
        None => OffsetBuffer::from_repeated_length(CELLS, rows),
        Some(nulls) => {
            let mut kept = 0;
            for index in nulls.valid_indices() {
                bytes.copy_within(CELLS * index..CELLS * (index + 1), CELLS * kept);
                kept += 1;
            }
            bytes.truncate(CELLS * kept);
            OffsetBuffer::from_lengths(nulls.iter().map(|known| if known { CELLS } else { 0 }))
        }
    };
    Arc::new(StringArray::new(offsets, shelf::lend(bytes), nulls))
}
