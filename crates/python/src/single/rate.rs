//! Rates the difficulty of a puzzle: `rate`.

use crate::convert::{dict_from, read_puzzle};
use crate::error::{puzzle_error, unknown_name};
use crate::threads;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use veridoku_api::rate::{Options, Scale, StepRating, report_until};
use veridoku_api::{Error, ErrorKind};
use veridoku_logic::rating::{Difficulty, ParseDifficultyError};

/// Returns the scale with this name.
pub(crate) fn parse_scale(py: Python<'_>, name: Option<&str>) -> PyResult<Option<Scale>> {
    match name {
        None => Ok(None),
        Some("er") => Ok(Some(Scale::Er)),
        Some("score") => Ok(Some(Scale::Score)),
        Some(name) => Err(unknown_name(py, "scale", name, "er, score")),
    }
}

/// Converts a number into a rating.
pub(crate) fn parse_difficulty(py: Python<'_>, number: Option<f64>) -> PyResult<Option<Difficulty>> {
    let to_exception = |error: ParseDifficultyError| {
        puzzle_error(py, &Error::new(ErrorKind::Unsupported, error.to_string()))
    };
    number.map(Difficulty::try_from).transpose().map_err(to_exception)
}

/// Rates a puzzle.
#[pyfunction]
#[pyo3(signature = (puzzle, only, up_to, budget, steps, threads))]
#[allow(clippy::too_many_arguments, reason = "called from Python by name")]
pub(crate) fn rate<'py>(
    py: Python<'py>,
    puzzle: &str,
    only: Option<&str>,
    up_to: Option<f64>,
    budget: Option<u64>,
    steps: bool,
    threads: Option<NonZeroUsize>,
) -> PyResult<Bound<'py, PyDict>> {
    let record = read_puzzle(py, puzzle)?.record;
    let threads = threads::count(threads);
    // No default budget is needed because the call can be interrupted. Without one, the number of threads
    // cannot affect the result.
    let budget = budget.or(Some(u64::MAX));
    let options = Options {
        only: parse_scale(py, only)?,
        up_to: parse_difficulty(py, up_to)?,
        budget,
        steps,
        threads,
        ..Options::default()
    };
    // `threads::map` with one task makes the call interruptible; that task starts the `options.threads`
    // threads.
    let rate = |(): &mut (), _: usize, stop: &Arc<AtomicBool>| {
        let stop = Arc::clone(stop);
        report_until(&record, &options, move || stop.load(Ordering::Relaxed))
    };
    let mut reports = threads::map(py, 1, 1, 1, || (), rate)?;
    let Some(report) = reports.pop() else { return Ok(PyDict::new(py)) };
    let step =
        |step: StepRating| Ok(dict_from!(py, step; rating, rule, premise, nodes, placement, eliminations));
    let steps = report.steps.into_iter().map(step).collect::<PyResult<Vec<_>>>()?;
    let dict = dict_from!(py, report; puzzle; steps = steps);
    if let Some(rating) = report.explainer {
        dict.update(dict_from!(py, rating; er, ep, ed, at_least, hardest_rule, unrated).as_mapping())?;
    }
    if let Some(rating) = report.hodoku {
        dict.update(dict_from!(py, rating; level, score, hardest, reason).as_mapping())?;
    }
    Ok(dict)
}
