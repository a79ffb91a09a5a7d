//! Rates the difficulty of many puzzles.

use crate::columns::{ResultColumn, ResultColumns};
use crate::operations::rate_options;
use crate::table::{BulkInput, BulkRequest, OutputRows, process_rows};
use crate::workers;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use veridoku_api::pipeline::StopFlag;
use veridoku_api::rate::{Options, Report, report_until};

/// The number of puzzles that a thread takes at once. It is small because one puzzle may take a thousand
/// times as long as another.
const CHUNK: usize = 8;

/// Rates many puzzles.
#[pyfunction]
#[pyo3(signature = (puzzles, column, prefix, threads, options))]
pub(crate) fn rate_many<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: &str,
    prefix: &str,
    threads: Option<i64>,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = rate_options(options)?;
    let request = BulkRequest { column, prefix, ..BulkRequest::new("rate/1", OutputRows::OnePerInput) };
    let threads = workers::count(threads)?;
    process_rows(py, puzzles, &request, |input| columns(py, &input, threads, &options))
}

fn columns(
    py: Python<'_>,
    input: &BulkInput<'_, '_>,
    threads: usize,
    options: &Options,
) -> PyResult<ResultColumns> {
    let rate = |(): &mut (), index: usize, stop: &StopFlag| {
        let record = input.rows.record(index)?;
        let stop = Arc::clone(stop);
        Ok(report_until(&record, options, move || stop.load(Ordering::Relaxed)))
    };
    let reports: Vec<Result<Report, String>> =
        workers::map(py, threads, input.rows.len(), CHUNK, || (), rate)?;
    let explainer = |report: &Result<Report, String>| report.as_ref().ok()?.explainer.clone();
    let hodoku = |report: &Result<Report, String>| report.as_ref().ok()?.hodoku.clone();
    let rating = |which: fn(veridoku_api::rate::ExplainerRating) -> Option<f64>| {
        let value = |report| explainer(report).and_then(which).unwrap_or(f64::NAN);
        ResultColumn::Ratings(reports.iter().map(value).collect())
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
        ("level", ResultColumn::Names(reports.iter().map(|report| hodoku(report)?.level).collect())),
        ("score", ResultColumn::Integers(reports.iter().map(score).collect())),
        ("hardest", ResultColumn::Names(reports.iter().map(|report| hodoku(report)?.hardest).collect())),
        ("reason", ResultColumn::Strings(reports.iter().map(reason).collect())),
        ("at_least", rating(|rating| rating.at_least)),
    ])
}
