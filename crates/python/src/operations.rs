//! Operations on one puzzle, and some of them on many.
//!
//! [`call`] runs any operation of `veridoku-api` by its name. Ctrl-C interrupts it. `rate` and `generate`
//! then stop their work. The other operations have a default budget; their thread ends when it is used up.
//!
//! [`call_many`] runs an operation on each puzzle of a list. Ctrl-C stops its work.

use crate::arguments;
use crate::error::puzzle_error;
use crate::reports::to_python;
use crate::workers;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyList, PyString};
use std::time::{Duration, Instant};
use veridoku_api::check::Check;
use veridoku_api::count::Count;
use veridoku_api::generate::{self, INTERRUPTIBLE_ATTEMPTS, Report as GenerateReport};
use veridoku_api::hint::Hint;
use veridoku_api::rate::{Options as RateOptions, Report as RateReport, report_until};
use veridoku_api::{Error, ErrorKind, Operation, PuzzleOperation, PuzzleRequest};
use veridoku_core::stop;
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

/// Runs an operation on many puzzles, and returns a list with a report or an exception for each. Text that
/// cannot be read gets a `PuzzleError`. An item that is not a string is already an exception.
#[pyfunction]
#[pyo3(signature = (operation, puzzles, options, threads))]
pub(crate) fn call_many<'py>(
    operation: &str,
    puzzles: &Bound<'py, PyList>,
    options: &Bound<'py, PyDict>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyList>> {
    match operation {
        "check" => respond_many::<Check>(puzzles, options, threads),
        "count" => respond_many::<Count>(puzzles, options, threads),
        "hint" => respond_many::<Hint>(puzzles, options, threads),
        _ => Err(PyKeyError::new_err(operation.to_string())),
    }
}

/// The maximum number of puzzles for which the available cores are not counted, which takes as long as
/// solving several of them.
const FEW_PUZZLES: usize = 8;

/// The maximum number of puzzles for which a single thread starts. A pipeline starts more of them.
const ONE_THREAD_PUZZLES: usize = 2;

/// The number of fast operations that the calling thread runs before it starts other threads.
const INLINE_PUZZLES: usize = 64;

/// The time after which the calling thread starts other threads.
const INLINE_TIME: Duration = Duration::from_millis(5);

fn respond_many<'py, P>(
    puzzles: &Bound<'py, PyList>,
    options: &Bound<'py, PyDict>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyList>>
where
    P: PuzzleOperation<Options: Send + 'static, Report: Send + 'static>,
{
    let py = options.py();
    let requested = threads.map(|_| workers::count(threads)).transpose()?;
    let is_fast = is_fast::<P>(options);
    let (items, results) = (puzzles.clone().unbind(), PyList::empty(py).unbind());
    let texts: Vec<Option<PyBackedStr>> = puzzles.iter().map(|item| item.extract().ok()).collect();
    let options: P::Options = arguments::parse(options)?;
    let respond = move |text: &PyBackedStr| {
        P::respond(&PuzzleRequest { puzzle: text.to_string(), from: None, options: options.clone() })
    };
    let accept = |result: Option<Result<P::Report, Error>>| {
        Python::attach(|py| {
            let results = results.bind(py);
            match result {
                Some(Ok(report)) => results.append(to_python(py, &report)?),
                // An unknown name in the options affects all puzzles.
                Some(Err(error)) if error.kind == ErrorKind::Unknown => Err(puzzle_error(py, &error)),
                Some(Err(error)) => results.append(puzzle_error(py, &error).into_value(py)),
                None => results.append(items.bind(py).get_item(results.len())?),
            }
        })
    };
    py.check_signals()?;
    let mut inline = 0;
    if is_fast {
        // As for a single puzzle, without a pipeline and without a flag that searches must poll.
        let end = Instant::now() + INLINE_TIME;
        while inline < texts.len().min(INLINE_PUZZLES) && Instant::now() < end {
            accept(py.detach(|| texts[inline].as_ref().map(&respond)))?;
            inline += 1;
        }
        if inline == texts.len() {
            return Ok(results.into_bound(py));
        }
    } else if texts.len() <= ONE_THREAD_PUZZLES {
        let reports: Vec<_> =
            workers::on_thread(py, move || texts.iter().map(|text| text.as_ref().map(&respond)).collect())?;
        reports.into_iter().try_for_each(accept)?;
        return Ok(results.into_bound(py));
    }
    let threads = match requested {
        Some(threads) => threads,
        None if texts.len() <= FEW_PUZZLES => 1,
        None => workers::count(None)?,
    };
    workers::run(
        py,
        threads,
        texts[inline..].iter(),
        &|queue| {
            let stop = queue.stop_flag();
            while let Some((number, text)) = queue.take() {
                queue.submit(number, text.as_ref().map(|text| stop::with_flag(&stop, || respond(text))));
            }
        },
        accept,
    )?;
    Ok(results.into_bound(py))
}

/// The operations that never take long.
const FAST: [&str; 7] = ["transform", "convert", "extract", "picture", "code", "catalogue", "techniques"];

/// Reports whether an operation takes less time than starting a thread.
fn is_fast<O: Operation>(options: &Bound<'_, PyDict>) -> bool {
    let all_none = || options.values().iter().all(|value| value.is_none());
    FAST.contains(&O::NAME) || (matches!(O::NAME, "solve" | "check") && all_none())
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
    let report = if is_fast::<O>(options) {
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
