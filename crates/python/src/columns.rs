//! Columns of results, and their conversion to NumPy and Arrow.
//!
//! | column | NumPy | Arrow | missing values |
//! |---|---|---|---|
//! | grids | `uint8`, n × 81 | fixed list of 81 `uint8`, or text | zeros; null |
//! | categories | `uint8`, index of the name | text | |
//! | small integers | `uint8` | `int8` | 0; null |
//! | integers | `int64` | `int64` | -1; null |
//! | ratings | `float64` | `float64` | NaN; null |
//! | flags | `int8`, 0 or 1 | `bool` | -1; null |
//! | strings, names | list of `str` | text | `None`; null |
//! | reasons | dict by row | text | no entry; null |
//! | bytes | `uint8`, n × width | fixed list of `uint8` | |
//!
//! In the last column, the value for NumPy comes first. Most columns are moved, not copied. Text columns
//! other than grids are copied, and grids as text are compacted if some of them are missing.

use crate::buffer_pool;
use crate::error::runtime_error;
use crate::rows::CELLS;
use arrow_array::builder::{ArrayBuilder, StringBuilder};
use arrow_array::{
    ArrayRef, BooleanArray, FixedSizeListArray, Float64Array, Int8Array, Int64Array, NullArray, StringArray,
    UInt8Array,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field};
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::Arc;

/// The encoding of the cells of a grid.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum CellEncoding {
    /// The numbers 0 to 9.
    Numbers,
    /// The characters `.` and `1` to `9`.
    Characters,
}

/// A column with one value per row.
#[derive(Debug)]
pub(crate) enum ResultColumn {
    /// Grids, 81 bytes per row.
    Grids { cells: CellEncoding, bytes: Vec<u8>, valid: Option<Vec<bool>> },
    /// One of a few names, as an index into `names`.
    Categories { names: &'static [&'static str], codes: Vec<u8> },
    /// Integers below 128.
    SmallIntegers { numbers: Vec<u8>, valid: Option<Vec<bool>> },
    /// Integers, -1 if missing.
    Integers(Vec<i64>),
    /// Ratings, NaN if missing.
    Ratings(Vec<f64>),
    /// 1 for true, 0 for false, -1 if missing.
    Flags(Vec<i8>),
    /// Strings, `None` if missing.
    Strings(Vec<Option<String>>),
    /// Strings for a few of `count` rows, with their row index, in order.
    Reasons { count: usize, reasons: Vec<(usize, String)> },
    /// A NumPy array that has been filled already.
    NumpyArray(Py<PyAny>),
    /// Names from static tables, `None` if missing.
    Names(Vec<Option<&'static str>>),
    /// `width` bytes per row.
    Bytes { width: u8, bytes: Vec<u8> },
    /// A nested Arrow column, which NumPy cannot represent.
    Nested(ArrayRef),
}

/// The result columns with their names, in order.
pub(crate) type ResultColumns = Vec<(&'static str, ResultColumn)>;

/// Converts the columns into a dict of NumPy arrays and lists.
pub(crate) fn to_numpy(py: Python<'_>, columns: ResultColumns) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for (name, column) in columns {
        dict.set_item(name, column.into_numpy(py)?)?;
    }
    Ok(dict)
}

impl ResultColumn {
    fn into_numpy(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let table = |bytes: Vec<u8>, width: usize| {
            let rows = bytes.len() / width;
            Ok(bytes.into_pyarray(py).reshape([rows, width])?.into_any())
        };
        match self {
            ResultColumn::Grids { bytes, .. } => table(bytes, CELLS),
            ResultColumn::Bytes { width, bytes } => table(bytes, usize::from(width)),
            ResultColumn::Categories { codes: numbers, .. } | ResultColumn::SmallIntegers { numbers, .. } => {
                Ok(numbers.into_pyarray(py).into_any())
            }
            ResultColumn::Integers(numbers) => Ok(numbers.into_pyarray(py).into_any()),
            ResultColumn::Ratings(numbers) => Ok(numbers.into_pyarray(py).into_any()),
            ResultColumn::Flags(flags) => Ok(flags.into_pyarray(py).into_any()),
            ResultColumn::Strings(texts) => texts.into_pyobject(py),
            ResultColumn::Names(names) => names.into_pyobject(py),
            ResultColumn::Reasons { reasons, .. } => Ok(reason_dict(py, &reasons)?.into_any()),
            ResultColumn::NumpyArray(array) => Ok(array.into_bound(py)),
            ResultColumn::Nested(_) => Err(runtime_error(&"a nested column cannot be converted to NumPy")),
        }
    }

    /// Converts the column into an Arrow array.
    pub(crate) fn into_arrow(self) -> ArrayRef {
        let nulls =
            |valid: Option<Vec<bool>>| valid.filter(|valid| valid.contains(&false)).map(NullBuffer::from);
        match self {
            ResultColumn::Grids { cells: CellEncoding::Characters, bytes, valid } => {
                lines(bytes, nulls(valid))
            }
            ResultColumn::Grids { cells: CellEncoding::Numbers, bytes, valid } => {
                byte_lists(bytes, CELLS as u8, nulls(valid))
            }
            ResultColumn::Bytes { width, bytes } => byte_lists(bytes, width, None),
            ResultColumn::Categories { names, codes } => strings(names, &codes),
            // Spark has no unsigned integers.
            ResultColumn::SmallIntegers { numbers, valid } => {
                let signed: Vec<i8> = numbers.into_iter().map(u8::cast_signed).collect();
                Arc::new(Int8Array::new(signed.into(), nulls(valid)))
            }
            ResultColumn::Integers(numbers) => {
                let valid = numbers.iter().map(|&number| number >= 0).collect();
                Arc::new(Int64Array::new(numbers.into(), nulls(Some(valid))))
            }
            ResultColumn::Ratings(numbers) => {
                let valid = numbers.iter().map(|number| !number.is_nan()).collect();
                Arc::new(Float64Array::new(numbers.into(), nulls(Some(valid))))
            }
            ResultColumn::Flags(flags) => {
                let flag = |flag: i8| (flag >= 0).then_some(flag > 0);
                Arc::new(flags.into_iter().map(flag).collect::<BooleanArray>())
            }
            ResultColumn::Strings(texts) => Arc::new(StringArray::from(texts)),
            ResultColumn::Names(names) => Arc::new(StringArray::from(names)),
            ResultColumn::Reasons { count, reasons } => {
                let mut texts = StringBuilder::with_capacity(count, 0);
                for (index, reason) in reasons {
                    texts.append_nulls(index - texts.len());
                    texts.append_value(reason);
                }
                texts.append_nulls(count - texts.len());
                Arc::new(texts.finish())
            }
            ResultColumn::Nested(array) => array,
            // Never used: NumPy arrays are only filled for NumPy output.
            ResultColumn::NumpyArray(_) => Arc::new(NullArray::new(0)),
        }
    }
}

/// Returns the reasons in a dict. Consecutive rows often have the same reason, which becomes one Python
/// string.
fn reason_dict<'py>(py: Python<'py>, reasons: &[(usize, String)]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for rows in reasons.chunk_by(|(_, one), (_, other)| one == other) {
        let text = PyString::new(py, &rows[0].1);
        for (row, _) in rows {
            dict.set_item(row, &text)?;
        }
    }
    Ok(dict)
}

/// The number of bytes copied for each name, regardless of its length.
const NAME_SPACE: usize = 16;

/// Returns a string array of names, given by their indices.
fn strings(names: &[&str], codes: &[u8]) -> ArrayRef {
    let padded: Vec<([u8; NAME_SPACE], usize)> = names
        .iter()
        .map(|name| {
            let mut bytes = [0; NAME_SPACE];
            bytes[..name.len()].copy_from_slice(name.as_bytes());
            (bytes, name.len())
        })
        .collect();
    let lengths = codes.iter().map(|&code| padded[usize::from(code)].1);
    let mut bytes = vec![0; lengths.clone().sum::<usize>() + NAME_SPACE];
    let mut end = 0;
    for &code in codes {
        let (name, length) = &padded[usize::from(code)];
        // The next name overwrites the padding.
        bytes[end..end + NAME_SPACE].copy_from_slice(name);
        end += length;
    }
    bytes.truncate(end);
    Arc::new(StringArray::new(OffsetBuffer::from_lengths(lengths), Buffer::from_vec(bytes), None))
}

/// Returns a fixed-size list array of bytes.
fn byte_lists(bytes: Vec<u8>, width: u8, nulls: Option<NullBuffer>) -> ArrayRef {
    let item = Arc::new(Field::new("item", DataType::UInt8, false));
    let count = bytes.len();
    let values = UInt8Array::new(ScalarBuffer::new(buffer_pool::into_buffer(bytes), 0, count), None);
    Arc::new(FixedSizeListArray::new(item, i32::from(width), Arc::new(values), nulls))
}

/// Returns a string array with a line of 81 characters per grid. The bytes of missing grids are removed.
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
            OffsetBuffer::from_lengths(nulls.iter().map(|valid| if valid { CELLS } else { 0 }))
        }
    };
    Arc::new(StringArray::new(offsets, buffer_pool::into_buffer(bytes), nulls))
}
