//! Where rows come from and where columns go: NumPy for NumPy and lists, a table of Arrow for Arrow.
//!
//! An object of Arrow is anything that speaks the PyCapsule interface: arrays, columns, tables and streams of pyarrow,
//! Polars, DuckDB, pandas and others. A stream is taken in pieces of at most [`PIECE`] rows, so that what is needed beside
//! the answers does not grow with it.

use crate::columns::{Cells, Columns, to_numpy};
use crate::error::failure;
use crate::rows::{CELLS, Listed, Rows};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_schema::{DataType, Field, FieldRef, Fields, Schema, SchemaRef};
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyException, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyCapsule, PyList, PyString};
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};
use pyo3_arrow::input::AnyArray;
use std::sync::Arc;

/// The most rows of a batch of the answer, where they are small.
const PIECE: usize = 1 << 18;
/// The name of a schema and its version stand here, as `solve/1`.
const SCHEMA_KEY: &str = "veridoku:schema";

/// A table of answers in the memory of Arrow: `pyarrow.table(it)`, `polars.DataFrame(it)`, and so on.
#[pyclass(frozen, module = "veridoku")]
#[derive(Debug)]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl Table {
    /// The number of rows.
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> String {
        let version = self.schema.metadata.get(SCHEMA_KEY).map_or("", String::as_str);
        format!("Table({version}: {} rows of {})", self.__len__(), self.column_names().join(", "))
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    /// The schema of Arrow, for those who speak its PyCapsule interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, self.schema.as_ref())?)
    }

    /// The batches as a stream of Arrow, for those who speak its PyCapsule interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let field = Field::new_struct("", self.schema.fields().clone(), false)
            .with_metadata(self.schema.metadata.clone());
        let arrays = self.batches.clone().into_iter().map(|batch| {
            let array: ArrayRef = Arc::new(StructArray::from(batch));
            Ok(array)
        });
        let arrays = ArrayIterator::new(arrays, Arc::new(field));
        Ok(to_stream_pycapsule(py, Box::new(arrays), requested_schema)?)
    }
}

/// What is asked of many rows.
pub(crate) struct Question<'q, 'py> {
    /// The column of puzzles, where there are several.
    pub(crate) column: &'q str,
    /// The rows beside the puzzles, if there are any; in Arrow they are a column of the same table.
    pub(crate) second: Option<&'q Bound<'py, PyAny>>,
    pub(crate) second_column: Option<&'q str>,
    /// The name of the schema of the answer, with its version.
    pub(crate) schema: &'static str,
    pub(crate) keeps: Keeps,
    pub(crate) answers: Answers,
    /// The most rows of a batch of the answer.
    pub(crate) piece: usize,
}

impl Question<'_, '_> {
    /// A question about the column `puzzle`.
    pub(crate) fn new(schema: &'static str, keeps: Keeps) -> Self {
        Question {
            column: "puzzle",
            second: None,
            second_column: None,
            schema,
            keeps,
            answers: Answers::LikeRows,
            piece: PIECE,
        }
    }
}

/// In which kind of memory answers are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answers {
    /// In the one that the rows came in.
    LikeRows,
    /// Always in that of Arrow, since no other can hold them.
    Arrow,
}

/// Whether the rows of an answer are those of the question.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Keeps {
    /// One for one.
    Rows,
    /// None, one or several for one.
    Nothing,
}

/// Rows that are asked about, and how grids in the answer are written.
pub(crate) struct Asked<'r, 'a> {
    pub(crate) rows: &'r Rows<'a>,
    /// The rows beside them.
    pub(crate) second: Option<&'r Rows<'a>>,
    pub(crate) cells: Cells,
    /// The number of rows before these.
    pub(crate) before: usize,
    pub(crate) holder: Holder,
}

/// Who holds the answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    Numpy,
    Arrow,
}

/// Answers all rows of an input, in the kind of memory it came in.
pub(crate) fn answer_rows<'py>(
    py: Python<'py>,
    input: &Bound<'py, PyAny>,
    question: &Question<'_, 'py>,
    answer: impl Fn(Asked<'_, '_>) -> PyResult<Columns>,
) -> PyResult<Bound<'py, PyAny>> {
    if is_arrow(input)? {
        let table = answer_arrow(py, input, question, answer)?;
        return Ok(Bound::new(py, table)?.into_any());
    }
    let (first, second) = (Held::extract(input)?, question.second.map(Held::extract).transpose()?);
    let (rows, second) = (first.rows()?, second.as_ref().map(Held::rows).transpose()?);
    if second.as_ref().is_some_and(|second| second.len() != rows.len()) {
        return Err(PyValueError::new_err("found more puzzles than solutions or fewer, expected as many"));
    }
    let ask = |holder: Holder| {
        answer(Asked { rows: &rows, second: second.as_ref(), cells: Cells::Numbers, before: 0, holder })
    };
    match question.answers {
        Answers::LikeRows => Ok(to_numpy(py, ask(Holder::Numpy)?)?.into_any()),
        Answers::Arrow => {
            let batch = batch(ask(Holder::Arrow)?, question, std::iter::empty())?;
            Ok(Bound::new(py, Table { schema: batch.schema(), batches: vec![batch] })?.into_any())
        }
    }
}

/// Rows that Python holds.
enum Held<'py> {
    Array(PyReadonlyArray2<'py, u8>),
    List(Vec<Listed>),
}

impl<'py> Held<'py> {
    fn extract(input: &Bound<'py, PyAny>) -> PyResult<Held<'py>> {
        if let Ok(array) = input.extract() {
            return Ok(Held::Array(array));
        }
        let list = input.cast::<PyList>()?;
        Ok(Held::List(list.iter().map(|item| listed(&item)).collect()))
    }

    fn rows(&self) -> PyResult<Rows<'_>> {
        match self {
            Held::Array(array) if array.shape()[1] == CELLS => Ok(Rows::Numbers(array.as_slice()?)),
            Held::Array(array) => {
                let found = array.shape()[1];
                Err(PyValueError::new_err(format!("found rows of {found} numbers, expected {CELLS}")))
            }
            Held::List(texts) => Ok(Rows::List(texts)),
        }
    }
}

/// The text of an item; where Python found that there is none, the item is the exception that says why.
fn listed(item: &Bound<'_, PyAny>) -> Listed {
    item.extract::<PyBackedStr>().map_err(|error| {
        if item.is_instance_of::<PyString>() {
            "found half a character, expected text that can be written in UTF-8".to_string()
        } else if item.is_instance_of::<PyException>() {
            item.to_string()
        } else {
            error.value(item.py()).to_string()
        }
    })
}

/// Whether an object speaks the PyCapsule interface.
fn is_arrow(input: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(input.hasattr("__arrow_c_stream__")? || input.hasattr("__arrow_c_array__")?)
}

/// Answers all rows of a stream of Arrow.
fn answer_arrow(
    py: Python<'_>,
    input: &Bound<'_, PyAny>,
    question: &Question<'_, '_>,
    answer: impl Fn(Asked<'_, '_>) -> PyResult<Columns>,
) -> PyResult<Table> {
    let mut reader = input.extract::<AnyArray>()?.into_reader()?;
    let field = reader.field();
    let (mut batches, mut before) = (Vec::new(), 0);
    let mut take = |array: &ArrayRef| -> PyResult<()> {
        // A stream without rows has a schema, too: that of no rows.
        for start in (0..array.len().max(1)).step_by(question.piece) {
            let piece = array.slice(start, question.piece.min(array.len() - start));
            batches.push(answer_piece(&field, &piece, before, question, &answer)?);
            before += piece.len();
        }
        Ok(())
    };
    // Whoever makes the stream may need Python for it, on a thread of its own.
    while let Some(array) = py.detach(|| reader.next()) {
        take(&array.map_err(|error| failure(&error))?)?;
    }
    if batches.is_empty() {
        let none = arrow_array::new_empty_array(field.data_type());
        batches.push(answer_piece(&field, &none, 0, question, &answer)?);
    }
    Ok(Table { schema: batches[0].schema(), batches })
}

/// Answers a piece of a column, or of the column of a table that has the puzzles.
fn answer_piece(
    field: &FieldRef,
    piece: &ArrayRef,
    before: usize,
    question: &Question<'_, '_>,
    answer: impl Fn(Asked<'_, '_>) -> PyResult<Columns>,
) -> PyResult<RecordBatch> {
    let (fields, columns) = if let DataType::Struct(fields) = field.data_type() {
        (fields.clone(), piece.as_struct().columns().to_vec())
    } else {
        let named = field.as_ref().clone().with_name(question.column);
        (Fields::from(vec![named]), vec![Arc::clone(piece)])
    };
    let rows_of = |name: &str| {
        let (place, found) = fields.find(name).ok_or_else(|| {
            let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
            PyKeyError::new_err(format!("found the columns {}, expected {name:?}", names.join(", ")))
        })?;
        Rows::of_arrow(&columns[place]).ok_or_else(|| {
            PyTypeError::new_err(format!(
                "found the column {name:?} of type {}, expected texts, or fixed_size_list<uint8>[81] or fixed_size_binary[81]",
                found.data_type()
            ))
        })
    };
    let rows = rows_of(question.column)?;
    let second = question.second_column.map(rows_of).transpose()?;
    let cells = if rows.are_texts() { Cells::Characters } else { Cells::Numbers };
    let holder = Holder::Arrow;
    let answers = answer(Asked { rows: &rows, second: second.as_ref(), cells, before, holder })?;
    batch(answers, question, fields.iter().cloned().zip(columns.clone()))
}

/// The batch of answers, behind what stands beside the puzzles.
fn batch(
    answers: Columns,
    question: &Question<'_, '_>,
    beside: impl Iterator<Item = (FieldRef, ArrayRef)>,
) -> PyResult<RecordBatch> {
    let is_answered = |field: &FieldRef| answers.iter().any(|(name, _)| *name == field.name().as_str());
    let (mut fields, mut arrays): (Vec<FieldRef>, Vec<ArrayRef>) = match question.keeps {
        Keeps::Rows => beside.filter(|(field, _)| !is_answered(field)).unzip(),
        Keeps::Nothing => (Vec::new(), Vec::new()),
    };
    for (name, column) in answers {
        let array = column.into_arrow();
        fields.push(Arc::new(Field::new(name, array.data_type().clone(), true)));
        arrays.push(array);
    }
    let metadata = [(SCHEMA_KEY.to_string(), question.schema.to_string())].into();
    let schema = Schema::new_with_metadata(fields, metadata);
    RecordBatch::try_new(Arc::new(schema), arrays).map_err(|error| failure(&error))
}
