//! Input and output of the bulk functions: NumPy arrays and lists give NumPy arrays, Arrow data gives an
//! Arrow table.
//!
//! Arrow data is any object with the PyCapsule interface: arrays, columns, tables and streams of pyarrow,
//! Polars, DuckDB, pandas and others. A stream is processed in batches of at most [`BATCH_ROWS`] rows, so
//! that memory use, apart from the results, does not grow with its length.

use crate::columns::{CellEncoding, ResultColumn, ResultColumns, to_numpy};
use crate::error::{puzzle_error, runtime_error};
use crate::rows::{CELLS, ListItem, PuzzleRows};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray, UInt64Array};
use arrow_schema::{DataType, Field, FieldRef, Fields, Schema, SchemaRef};
use arrow_select::take::take;
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyException, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyCapsule, PyList, PyString};
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};
use pyo3_arrow::input::AnyArray;
use std::collections::HashMap;
use std::sync::Arc;
use veridoku_api::{Error, ErrorKind};
use veridoku_formats::{PUZZLE_COLUMNS, SOLUTION_COLUMNS};

/// The default maximum number of rows in a batch.
const BATCH_ROWS: usize = 1 << 18;
/// The key of the schema metadata that holds the name and version of the schema, such as `solve/1`.
pub(crate) const SCHEMA_KEY: &str = "veridoku:schema";
/// The name of the column with the solutions of the input.
pub(crate) const SOLUTION: &str = "solution";

/// A table of results in Arrow memory. Pass it to `pyarrow.table`, `polars.DataFrame` and others.
#[pyclass(frozen, name = "Table", module = "veridoku")]
#[derive(Debug)]
pub(crate) struct ArrowTable {
    pub(crate) schema: SchemaRef,
    pub(crate) batches: Vec<RecordBatch>,
}

#[pymethods]
impl ArrowTable {
    /// Copies the batches of an Arrow table or stream.
    #[new]
    fn new(data: AnyArray) -> PyResult<ArrowTable> {
        let reader = data.into_reader()?;
        let field = reader.field();
        let DataType::Struct(fields) = field.data_type() else {
            return Err(PyTypeError::new_err(format!("found type {}, expected a table", field.data_type())));
        };
        let schema = Arc::new(Schema::new_with_metadata(fields.clone(), field.metadata().clone()));
        let batches = reader.map(|array| {
            let columns = array?.as_struct().columns().to_vec();
            RecordBatch::try_new(Arc::clone(&schema), columns)
        });
        let batches = batches.collect::<Result<_, _>>().map_err(|error| runtime_error(&error))?;
        Ok(ArrowTable { schema, batches })
    }

    /// Returns the number of rows.
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> String {
        let version = self.schema.metadata.get(SCHEMA_KEY).map_or("", String::as_str);
        format!("Table({version}: {} rows of {})", self.__len__(), self.column_names().join(", "))
    }

    /// The column names.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    /// Exports the Arrow schema through the PyCapsule interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, self.schema.as_ref())?)
    }

    /// Exports the rows as an Arrow stream through the PyCapsule interface.
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

/// The parameters of a bulk call that do not depend on the operation.
pub(crate) struct BulkRequest<'q, 'py> {
    /// The name of the column with the puzzles, if the input is a table.
    pub(crate) column: &'q str,
    /// The solutions of the puzzles, if the input is an array or a list.
    pub(crate) solutions: Option<&'q Bound<'py, PyAny>>,
    /// The name of the column with the solutions, if the input is a table.
    pub(crate) solution_column: Option<&'q str>,
    /// Whether a table may have solutions in a column with one of the known names.
    pub(crate) finds_solutions: bool,
    /// The name and version of the result schema.
    pub(crate) schema: &'static str,
    /// What the names of the result columns begin with.
    pub(crate) prefix: &'q str,
    pub(crate) output_rows: OutputRows,
    pub(crate) output: OutputPolicy,
    /// The maximum number of rows in a batch.
    pub(crate) batch_rows: usize,
}

impl BulkRequest<'_, '_> {
    /// Creates a request for the column `puzzle`, without solutions.
    pub(crate) fn new(schema: &'static str, output_rows: OutputRows) -> Self {
        BulkRequest {
            column: "puzzle",
            solutions: None,
            solution_column: None,
            finds_solutions: false,
            schema,
            prefix: "",
            output_rows,
            output: OutputPolicy::LikeInput,
            batch_rows: BATCH_ROWS,
        }
    }
}

/// Whether the output is NumPy or Arrow.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum OutputPolicy {
    /// NumPy output for arrays and lists, Arrow output for Arrow data.
    LikeInput,
    /// Always Arrow output, because the columns are nested.
    AlwaysArrow,
}

/// The number of output rows per input row.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum OutputRows {
    /// Exactly one. The output includes the columns of the input.
    OnePerInput,
    /// Any number. The column `row` of the results has the numbers of the input rows. The output includes the
    /// columns of the input, except for puzzles, solutions and columns of earlier results.
    AnyNumber,
}

/// A batch of input rows, and how to write its results.
pub(crate) struct BulkInput<'r, 'a> {
    pub(crate) rows: &'r PuzzleRows<'a>,
    /// The solutions of the puzzles, if they were given.
    pub(crate) solutions: Option<&'r PuzzleRows<'a>>,
    /// How grids are written in the results.
    pub(crate) cells: CellEncoding,
    /// The number of rows in earlier batches.
    pub(crate) rows_before: usize,
    pub(crate) memory: OutputMemory,
}

/// The kind of memory in which results are returned.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum OutputMemory {
    Numpy,
    Arrow,
}

/// Calls `process` with the rows of an input, batch by batch, and returns the results for Python.
pub(crate) fn process_rows<'py>(
    py: Python<'py>,
    input: &Bound<'py, PyAny>,
    request: &BulkRequest<'_, 'py>,
    process: impl Fn(BulkInput<'_, '_>) -> PyResult<ResultColumns>,
) -> PyResult<Bound<'py, PyAny>> {
    if is_arrow(input)? {
        let table = process_arrow(py, input, request, process)?;
        return Ok(Bound::new(py, table)?.into_any());
    }
    let puzzles = PythonRows::extract(input)?;
    let solutions = request.solutions.map(PythonRows::extract).transpose()?;
    let (rows, solutions) = (puzzles.rows()?, solutions.as_ref().map(PythonRows::rows).transpose()?);
    if let Some(found) = solutions.as_ref().map(PuzzleRows::len).filter(|&found| found != rows.len()) {
        let message = format!("found {found} solutions for {} puzzles, expected one for each", rows.len());
        return Err(PyValueError::new_err(message));
    }
    if let Some(reason) = rows.reason_if_none_is_readable() {
        return Err(none_is_readable(py, rows.len(), &reason));
    }
    let columns = |memory: OutputMemory| {
        let (solutions, cells) = (solutions.as_ref(), CellEncoding::Numbers);
        process(BulkInput { rows: &rows, solutions, cells, rows_before: 0, memory })
    };
    match request.output {
        OutputPolicy::LikeInput => Ok(to_numpy(py, columns(OutputMemory::Numpy)?)?.into_any()),
        OutputPolicy::AlwaysArrow => {
            let batch = result_batch(columns(OutputMemory::Arrow)?, request, 0, std::iter::empty())?;
            Ok(Bound::new(py, ArrowTable { schema: batch.schema(), batches: vec![batch] })?.into_any())
        }
    }
}

/// Puzzles in Python objects other than Arrow data.
enum PythonRows<'py> {
    Array(PyReadonlyArray2<'py, u8>),
    List(Vec<ListItem>),
}

impl<'py> PythonRows<'py> {
    fn extract(input: &Bound<'py, PyAny>) -> PyResult<PythonRows<'py>> {
        if let Ok(array) = input.extract() {
            return Ok(PythonRows::Array(array));
        }
        let list = input.cast::<PyList>()?;
        Ok(PythonRows::List(list.iter().map(|item| item_text(&item)).collect()))
    }

    fn rows(&self) -> PyResult<PuzzleRows<'_>> {
        match self {
            PythonRows::Array(array) if array.shape()[1] == CELLS => {
                Ok(PuzzleRows::Numbers(array.as_slice()?))
            }
            PythonRows::Array(array) => {
                let found = array.shape()[1];
                Err(PyValueError::new_err(format!("found rows of {found} numbers, expected {CELLS}")))
            }
            PythonRows::List(texts) => Ok(PuzzleRows::List(texts)),
        }
    }
}

/// Reports whether all items of a list are strings, and not of a subclass.
#[pyfunction]
pub(crate) fn are_strings(items: &Bound<'_, PyList>) -> bool {
    items.iter().all(|item| item.is_exact_instance_of::<PyString>())
}

/// Returns the text of a list item. The Python package replaces an item without text with an exception, whose
/// message becomes the reason.
fn item_text(item: &Bound<'_, PyAny>) -> ListItem {
    item.extract::<PyBackedStr>().map_err(|error| {
        if item.is_instance_of::<PyString>() {
            "found an unpaired surrogate, expected valid Unicode text".to_string()
        } else if item.is_instance_of::<PyException>() {
            item.to_string()
        } else {
            error.value(item.py()).to_string()
        }
    })
}

/// Reports whether an object has Arrow's PyCapsule interface.
fn is_arrow(input: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(input.hasattr("__arrow_c_stream__")? || input.hasattr("__arrow_c_array__")?)
}

/// Processes all rows of an Arrow stream.
fn process_arrow(
    py: Python<'_>,
    input: &Bound<'_, PyAny>,
    request: &BulkRequest<'_, '_>,
    process: impl Fn(BulkInput<'_, '_>) -> PyResult<ResultColumns>,
) -> PyResult<ArrowTable> {
    let mut reader = input.extract::<AnyArray>()?.into_reader()?;
    let field = reader.field();
    // Processing no rows gives the schema, and finds wrong columns before anything takes long.
    let empty = arrow_array::new_empty_array(field.data_type());
    let (empty, _) = process_batch(&field, &empty, 0, request, &process)?;
    let (mut batches, mut rows_before) = (Vec::new(), 0);
    let (mut is_readable, mut first_reason) = (false, None);
    let mut process_array = |array: &ArrayRef| -> PyResult<()> {
        for start in (0..array.len()).step_by(request.batch_rows) {
            let batch = array.slice(start, request.batch_rows.min(array.len() - start));
            let (results, unreadable) = process_batch(&field, &batch, rows_before, request, &process)?;
            batches.push(results);
            rows_before += batch.len();
            is_readable |= unreadable.is_none() && !batch.is_empty();
            first_reason = first_reason.take().or(unreadable);
        }
        Ok(())
    };
    // Release the interpreter lock: the producer of the stream may need it on another thread.
    while let Some(array) = py.detach(|| reader.next()) {
        process_array(&array.map_err(|error| runtime_error(&error))?)?;
    }
    match first_reason {
        // The other parts of the same data may be readable.
        Some(reason) if !is_readable && !input.hasattr("is_part")? => {
            Err(none_is_readable(py, rows_before, &reason))
        }
        _ => Ok(ArrowTable { schema: empty.schema(), batches }),
    }
}

/// Returns the exception for data without a readable row.
fn none_is_readable(py: Python<'_>, rows: usize, reason: &str) -> PyErr {
    let message = format!("none of the {rows} rows can be read; row 0: {reason}");
    puzzle_error(py, &Error::new(ErrorKind::Unreadable, message))
}

/// Processes a batch. Also returns the reason for the first row if no row can be read. The batch is either
/// a column of puzzles or a table that contains one.
fn process_batch(
    field: &FieldRef,
    batch: &ArrayRef,
    rows_before: usize,
    request: &BulkRequest<'_, '_>,
    process: impl Fn(BulkInput<'_, '_>) -> PyResult<ResultColumns>,
) -> PyResult<(RecordBatch, Option<String>)> {
    let (fields, columns) = if let DataType::Struct(fields) = field.data_type() {
        (fields.clone(), batch.as_struct().columns().to_vec())
    } else {
        let named = field.as_ref().clone().with_name(request.column);
        (Fields::from(vec![named]), vec![Arc::clone(batch)])
    };
    let rows_of = |name: &str| {
        if fields.iter().filter(|field| field.name() == name).count() > 1 {
            return Err(PyValueError::new_err(format!("found several columns named {name:?}, expected one")));
        }
        let (index, found) = fields.find(name).ok_or_else(|| {
            let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
            let known = names.iter().find(|name| PUZZLE_COLUMNS.contains(&name.to_lowercase().as_str()));
            let known = known.or(if let [only] = &names[..] { Some(only) } else { None });
            let advice = known.map_or_else(String::new, |known| format!("; pass column={known:?}"));
            PyKeyError::new_err(format!("found the columns {}, expected {name:?}{advice}", names.join(", ")))
        })?;
        PuzzleRows::of_arrow(&columns[index]).ok_or_else(|| {
            let found = found.data_type();
            let advice = match found {
                DataType::RunEndEncoded(..) => "; decode it with pyarrow.compute.run_end_decode",
                found if found.is_nested() => {
                    "; cast the column, for example with .cast(pyarrow.list_(pyarrow.uint8()))"
                }
                found if found.is_numeric() => {
                    "; numbers lose leading zeros, so read the puzzles as text, for example with dtype=str"
                }
                _ => "",
            };
            PyTypeError::new_err(format!(
                "found type {found} in column {name:?}, expected strings, binaries, or lists of 81 integers\
                 {advice}"
            ))
        })
    };
    let rows = rows_of(request.column)?;
    let found = if request.finds_solutions { find_solutions(&fields, request) } else { None };
    let solutions = match found {
        Some(index) => PuzzleRows::of_arrow(&columns[index]),
        None => request.solution_column.map(rows_of).transpose()?,
    };
    let cells = if rows.are_text() { CellEncoding::Characters } else { CellEncoding::Numbers };
    let (solutions, memory) = (solutions.as_ref(), OutputMemory::Arrow);
    let results = process(BulkInput { rows: &rows, solutions, cells, rows_before, memory })?;
    let input_columns = fields.iter().cloned().zip(columns.clone()).enumerate();
    let input_columns = input_columns.map(|(index, (field, column))| {
        (if found == Some(index) { read_field(field) } else { field }, column)
    });
    let batch = result_batch(results, request, rows_before, input_columns)?;
    Ok((batch, rows.reason_if_none_is_readable()))
}

/// Returns the index of the column with the solutions of the input, if it has one. Earlier results of the
/// same operation are not solutions of the input.
fn find_solutions(fields: &Fields, request: &BulkRequest<'_, '_>) -> Option<usize> {
    let name = |field: &FieldRef| {
        let earlier = field.metadata().get(SCHEMA_KEY).map(String::as_str);
        let original = earlier.and_then(|schema| original_name(field.name(), schema));
        let is_candidate = earlier != Some(request.schema) && field.name() != request.column;
        is_candidate.then(|| original.unwrap_or(field.name()).to_lowercase())
    };
    // Results such as `solved` of `path_many` are flags.
    let is_text_or_list = |data_type: &DataType| !data_type.is_primitive() && *data_type != DataType::Boolean;
    SOLUTION_COLUMNS.iter().find_map(|known| {
        fields.iter().position(|field| {
            is_text_or_list(field.data_type()) && name(field).is_some_and(|name| name == *known)
        })
    })
}

/// Returns the field of a solution in the input as `read` returns it, so that it is renamed if it clashes.
fn read_field(field: FieldRef) -> FieldRef {
    if field.name() != SOLUTION || field.metadata().contains_key(SCHEMA_KEY) {
        return field;
    }
    let metadata = field.metadata().iter().map(|(key, value)| (key.clone(), value.clone()));
    let schema = (SCHEMA_KEY.to_string(), "read/1".to_string());
    Arc::new(field.as_ref().clone().with_metadata(metadata.chain([schema]).collect()))
}

/// Creates the batch of results: the columns of the input, followed by the result columns.
fn result_batch(
    results: ResultColumns,
    request: &BulkRequest<'_, '_>,
    rows_before: usize,
    input_columns: impl Iterator<Item = (FieldRef, ArrayRef)>,
) -> PyResult<RecordBatch> {
    let metadata: HashMap<_, _> = [(SCHEMA_KEY.to_string(), request.schema.to_string())].into();
    let result_fields = results.iter().map(|(name, _)| format!("{}{name}", request.prefix));
    let names: Vec<String> = result_fields.collect();
    let sources = match (request.output_rows, results.first()) {
        (OutputRows::AnyNumber, Some((_, ResultColumn::Integers(rows)))) => {
            let row = |&row: &i64| row.cast_unsigned() - rows_before as u64;
            Some(UInt64Array::from_iter_values(rows.iter().map(row)))
        }
        _ => None,
    };
    let (mut fields, mut arrays) = (Vec::new(), Vec::new());
    for (field, array) in input_columns {
        let Some(field) = kept_field(&field, &names, request)? else { continue };
        fields.push(field);
        arrays.push(match &sources {
            Some(sources) => take(&array, sources, None).map_err(|error| runtime_error(&error))?,
            None => array,
        });
    }
    for (name, (_, column)) in names.into_iter().zip(results) {
        let array = column.into_arrow();
        let field = Field::new(name, array.data_type().clone(), true).with_metadata(metadata.clone());
        fields.push(Arc::new(field));
        arrays.push(array);
    }
    let schema = Schema::new_with_metadata(fields, metadata);
    RecordBatch::try_new(Arc::new(schema), arrays).map_err(|error| runtime_error(&error))
}

/// Returns the field of an input column in the output, or `None` if the output does not have the column.
fn kept_field(
    field: &FieldRef,
    names: &[String],
    request: &BulkRequest<'_, '_>,
) -> PyResult<Option<FieldRef>> {
    let name = field.name().as_str();
    let earlier = field.metadata().get(SCHEMA_KEY).map(String::as_str);
    let is_puzzle = name == request.column;
    if request.output_rows == OutputRows::AnyNumber
        && (is_puzzle || Some(name) == request.solution_column || earlier.is_some())
    {
        return Ok(None);
    }
    let kept = kept_name(name, earlier, names, request.column, request.schema)?;
    Ok(kept.map(|kept| {
        if kept == name { Arc::clone(field) } else { Arc::new(field.as_ref().clone().with_name(kept)) }
    }))
}

/// Returns the name of an input column in the output, or `None` if the output does not have the column.
///
/// An earlier result of the same operation is replaced. Columns of other results get the name of their
/// operation if they would clash: `reason` becomes `solve_reason`.
fn kept_name(
    name: &str,
    earlier: Option<&str>,
    names: &[String],
    column: &str,
    schema: &str,
) -> PyResult<Option<String>> {
    let original = earlier.and_then(|earlier| original_name(name, earlier));
    let clashes = |name: &str| names.iter().any(|result| result == name);
    if earlier == Some(schema) && name != column && (clashes(name) || original.is_some_and(clashes)) {
        return Ok(None);
    }
    match earlier {
        _ if !clashes(name) => Ok(Some(name.to_string())),
        Some(earlier) => Ok(Some(format!("{}_{name}", operation_name(earlier)))),
        None => Err(PyValueError::new_err(format!(
            "found the input column {name:?}, which is also the name of a result column; rename it, or pass \
             `prefix` to rename the results"
        ))),
    }
}

/// Returns the names of input columns in the output of a function that adds the result columns `names`, or
/// `None` for a column that is replaced. The input columns are pairs of a name and the schema of the earlier
/// result to which they belong.
#[pyfunction]
#[pyo3(signature = (columns, names, column, schema))]
#[allow(clippy::needless_pass_by_value, reason = "called from Python")]
pub(crate) fn kept_names(
    columns: Vec<(String, Option<String>)>,
    names: Vec<String>,
    column: &str,
    schema: &str,
) -> PyResult<Vec<Option<String>>> {
    columns
        .iter()
        .map(|(name, earlier)| kept_name(name, earlier.as_deref(), &names, column, schema))
        .collect()
}

/// Returns the name of the operation of a schema such as `solve/1`.
fn operation_name(schema: &str) -> &str {
    schema.split('/').next().unwrap_or(schema)
}

/// Returns the name of a result column before it got the name of its operation.
fn original_name<'n>(name: &'n str, schema: &str) -> Option<&'n str> {
    name.strip_prefix(operation_name(schema))?.strip_prefix('_')
}
