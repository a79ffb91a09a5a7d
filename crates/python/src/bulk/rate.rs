//! How hard many puzzles are.

use crate::calls::rate::{rating, scale};
use crate::columns::{Column, Columns};
use crate::crew;
use crate::table::{Asked, Keeps, Question, answer_rows};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use veridoku_api::rate::{Options, Report, report_until};

/// The puzzles that a thread takes at once: few, since one may take a thousand times as long as another.
const PORTION: usize = 8;

/// Rates many puzzles.
#[pyfunction]
#[pyo3(signature = (puzzles, column, only, up_to, budget, threads))]
pub(crate) fn rate_many<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: &str,
    only: Option<&str>,
    up_to: Option<f64>,
    budget: Option<u64>,
    threads: Option<NonZeroUsize>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Options { only: scale(py, only)?, up_to: rating(py, up_to)?, budget, ..Options::default() };
    let question = Question { column, ..Question::new("rate/1", Keeps::Rows) };
    let threads = crew::threads(threads);
    answer_rows(py, puzzles, &question, |asked| columns(py, &asked, threads, &options))
}

fn columns(py: Python<'_>, asked: &Asked<'_, '_>, threads: usize, options: &Options) -> PyResult<Columns> {
    let rate = |(): &mut (), index: usize, stop: &Arc<AtomicBool>| {
        let record = asked.rows.record(index)?;
        let stop = Arc::clone(stop);
        Ok(report_until(&record, options, move || stop.load(Ordering::Relaxed)))
    };
    let reports: Vec<Result<Report, String>> =
        crew::map(py, threads, asked.rows.len(), PORTION, || (), rate)?;
    let explainer = |report: &Result<Report, String>| report.as_ref().ok()?.explainer.clone();
    let hodoku = |report: &Result<Report, String>| report.as_ref().ok()?.hodoku.clone();
    let rating = |which: fn(veridoku_api::rate::ExplainerRating) -> Option<f64>| {
        let value = |report| explainer(report).and_then(which).unwrap_or(f64::NAN);
        Column::Ratings(reports.iter().map(value).collect())
    };
    let score = |report| hodoku(report).and_then(|rating| rating.score).map_or(-1, i64::from);
    let reason = |report: &Result<Report, String>| match report {
        Err(reason) => Some(reason.clone()),
        Ok(Report { explainer, hodoku, .. }) => {
            let unrated = explainer.as_ref().and_then(|rating| rating.unrated.clone());
            unrated.or_else(|| hodoku.as_ref().and_then(|rating| rating.reason.clone()))
        }
    };
    Ok(vec![
        ("er", rating(|rating| rating.er)),
        ("ep", rating(|rating| rating.ep)),
        ("ed", rating(|rating| rating.ed)),
        ("level", Column::Names(reports.iter().map(|report| hodoku(report)?.level).collect())),
        ("score", Column::Whole(reports.iter().map(score).collect())),
        ("hardest", Column::Names(reports.iter().map(|report| hodoku(report)?.hardest).collect())),
        ("reason", Column::Texts(reports.iter().map(reason).collect())),
        ("at_least", rating(|rating| rating.at_least)),
    ])
}
