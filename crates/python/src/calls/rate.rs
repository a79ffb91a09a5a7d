//! How hard a puzzle is: `rate`.

use crate::crew;
use crate::error::refusal;
use crate::question::{answer, read};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use veridoku_api::rate::{Options, Scale, StepRating, report_until};
use veridoku_api::{Error, ErrorKind};
use veridoku_logic::rating::{Difficulty, ParseDifficultyError};

/// The scale of this name.
pub(crate) fn scale(py: Python<'_>, name: Option<&str>) -> PyResult<Option<Scale>> {
    match name {
        None => Ok(None),
        Some("er") => Ok(Some(Scale::Er)),
        Some("score") => Ok(Some(Scale::Score)),
        Some(name) => {
            let message = format!("there is no scale {name:?}, expected one of: er, score");
            Err(refusal(py, &Error::new(ErrorKind::Unknown, message)))
        }
    }
}

/// The rating of this number.
pub(crate) fn rating(py: Python<'_>, number: Option<f64>) -> PyResult<Option<Difficulty>> {
    let refuse =
        |error: ParseDifficultyError| refusal(py, &Error::new(ErrorKind::Unsupported, error.to_string()));
    number.map(Difficulty::try_from).transpose().map_err(refuse)
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
    let record = read(py, puzzle)?.record;
    let threads = crew::threads(threads);
    // It can be interrupted; and without a limit, threads change no answer.
    let budget = budget.or(Some(u64::MAX));
    let options = Options { only: scale(py, only)?, up_to: rating(py, up_to)?, budget, steps, threads };
    // A crew of one, whose work can be interrupted.
    let rate = |(): &mut (), _: usize, stop: &Arc<AtomicBool>| {
        let stop = Arc::clone(stop);
        report_until(&record, &options, move || stop.load(Ordering::Relaxed))
    };
    let mut reports = crew::map(py, 1, 1, 1, || (), rate)?;
    let Some(report) = reports.pop() else { return Ok(PyDict::new(py)) };
    let step =
        |step: StepRating| Ok(answer!(py, step; rating, rule, premise, nodes, placement, eliminations));
    let steps = report.steps.into_iter().map(step).collect::<PyResult<Vec<_>>>()?;
    let dict = answer!(py, report; puzzle; steps = steps);
    if let Some(rating) = report.explainer {
        dict.update(answer!(py, rating; er, ep, ed, at_least, hardest_rule, unrated).as_mapping())?;
    }
    if let Some(rating) = report.hodoku {
        dict.update(answer!(py, rating; level, score, hardest, reason).as_mapping())?;
    }
    Ok(dict)
}
