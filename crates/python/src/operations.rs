//! Operations on one puzzle.
//!
//! [`call`] runs any operation of `veridoku-api` by its name. Ctrl-C interrupts it. `rate` and `generate`
//! then stop their work. The other operations have a default budget; their thread ends when it is used up.

use crate::arguments;
use crate::error::puzzle_error;
use crate::reports::to_python;
use crate::workers;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use veridoku_api::generate::{self, INTERRUPTIBLE_ATTEMPTS, Report as GenerateReport};
use veridoku_api::rate::{Options as RateOptions, Report as RateReport, report_until};
use veridoku_api::{Error, ErrorKind, Operation};
use veridoku_formats::Record;

/// Runs an operation and returns its report as a dict. Only `rate` uses several threads for one puzzle.
#[pyfunction]
#[pyo3(signature = (operation, puzzle, options, threads=1))]
pub(crate) fn call<'py>(
    py: Python<'py>,
    operation: &str,
    puzzle: Option<&Bound<'py, PyString>>,
    options: &Bound<'py, PyDict>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    match (operation, puzzle) {
        ("rate", Some(puzzle)) => {
            to_python(py, &rate(py, puzzle.to_str()?, options, workers::count(threads)?)?)
        }
        ("generate", _) => to_python(py, &generate(py, options)?),
        _ => answer(operation, puzzle, options),
    }
}

macro_rules! define_answer {
    ($($name:literal $module:ident::$operation:ident $command:ident,)*) => {
        /// Answers a request for the operation with this name.
        fn answer<'py>(
            name: &str,
            puzzle: Option<&Bound<'py, PyString>>,
            options: &Bound<'py, PyDict>,
        ) -> PyResult<Bound<'py, PyAny>> {
            match name {
                $($name => respond::<veridoku_api::$module::$operation>(puzzle, options),)*
                _ => Err(PyKeyError::new_err(name.to_string())),
            }
        }
    };
}
veridoku_api::operations!(define_answer);

/// The operations that never take long.
const FAST: [&str; 7] = ["transform", "convert", "extract", "picture", "code", "catalogue", "techniques"];

fn all_none(options: &Bound<'_, PyDict>) -> bool {
    options.values().iter().all(|value| value.is_none())
}

/// Answers a request for an operation.
fn respond<'py, O>(
    puzzle: Option<&Bound<'py, PyString>>,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>>
where
    O: Operation<Request: Send + Sync + 'static, Report: Send + 'static>,
{
    let (py, request) = (options.py(), arguments::parse_request(puzzle, options)?);
    // Starting a thread would take several times as long as solving a puzzle.
    let is_fast = FAST.contains(&O::NAME) || (matches!(O::NAME, "solve" | "check") && all_none(options));
    let report = if is_fast {
        py.detach(|| O::respond(&request))
    } else {
        workers::on_thread(py, move || O::respond(&request))?
    };
    to_python(py, &report.map_err(|error| puzzle_error(py, &error))?)
}

/// Rates a puzzle.
fn rate(py: Python<'_>, puzzle: &str, options: &Bound<'_, PyDict>, threads: usize) -> PyResult<RateReport> {
    let record = read_puzzle(py, puzzle)?;
    let options = RateOptions { threads, ..rate_options(options)? };
    // No default budget is needed because the call can be interrupted. Without one, the number of threads
    // cannot affect the result.
    let options = RateOptions { budget: options.budget.or(Some(u64::MAX)), ..options };
    workers::interruptible(py, |stop| report_until(&record, &options, stop))
}

/// Converts the options of a rating. Unlike a request, a call may have any budget.
pub(crate) fn rate_options(options: &Bound<'_, PyDict>) -> PyResult<RateOptions> {
    let options = options.copy()?;
    let budget = options.get_item("budget")?.map(|budget| budget.extract()).transpose()?.flatten();
    options.set_item("budget", options.py().None())?;
    Ok(RateOptions { budget, ..arguments::parse(&options)? })
}

/// Generates puzzles. A puzzle that is not found is an exception.
fn generate(py: Python<'_>, options: &Bound<'_, PyDict>) -> PyResult<GenerateReport> {
    let options = arguments::parse(options)?;
    let report =
        workers::interruptible(py, |stop| generate::report_until(&options, INTERRUPTIBLE_ATTEMPTS, stop))?;
    let report = report.and_then(|report| match report.reason {
        Some(reason) => Err(Error::new(ErrorKind::Unsupported, reason)),
        None => Ok(report),
    });
    report.map_err(|error| puzzle_error(py, &error))
}

/// Reads text that contains exactly one puzzle, in any text format.
pub(crate) fn read_puzzle(py: Python<'_>, puzzle: &str) -> PyResult<Record> {
    veridoku_formats::read(puzzle).map_err(|error| puzzle_error(py, &error.into()))
}
