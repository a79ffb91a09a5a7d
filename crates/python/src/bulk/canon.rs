//! Finds the canonical forms of many puzzles.

use crate::columns::{CellEncoding, ResultColumn, ResultColumns};
use crate::rows::CELLS;
use crate::table::{BulkInput, BulkRequest, OutputRows, process_rows};
use crate::workers;
use pyo3::prelude::*;
use veridoku_api::canon::clues;
use veridoku_core::symmetry::{Canonical, Canonizer, Key};

/// The number of puzzles that a thread takes at once.
const CHUNK: usize = 64;

/// Finds the canonical forms of many puzzles.
#[pyfunction]
#[pyo3(signature = (puzzles, column, prefix, threads))]
pub(crate) fn canon_many<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: &str,
    prefix: &str,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let request = BulkRequest { column, prefix, ..BulkRequest::new("canon/1", OutputRows::OnePerInput) };
    process_rows(py, puzzles, &request, |input| {
        columns(py, &input, workers::for_fast_rows(threads, input.rows.len())?)
    })
}

fn columns(py: Python<'_>, input: &BulkInput<'_, '_>, threads: usize) -> PyResult<ResultColumns> {
    let canonical = |canonizer: &mut Canonizer, index: usize, _: &_| {
        let record = input.rows.record(index)?;
        let clues = clues(&record.puzzle).map_err(|error| error.error)?;
        Ok(canonizer.canonical(&clues))
    };
    let results: Vec<Result<Canonical, String>> =
        workers::map(py, threads, input.rows.len(), CHUNK, Canonizer::default, canonical)?;
    let mut bytes = vec![0; CELLS * results.len()];
    for (line, canonical) in bytes.chunks_mut(CELLS).zip(&results) {
        if let Ok(canonical) = canonical {
            line.copy_from_slice(&match input.cells {
                CellEncoding::Numbers => *canonical.grid.as_bytes(),
                CellEncoding::Characters => canonical.grid.to_line(),
            });
        }
    }
    let valid = Some(results.iter().map(Result::is_ok).collect());
    let text = |write: fn(&Canonical) -> String| {
        ResultColumn::Strings(results.iter().map(|canonical| canonical.as_ref().ok().map(write)).collect())
    };
    let automorphisms = results
        .iter()
        .map(|canonical| canonical.as_ref().map_or(-1, |canonical| canonical.automorphisms.cast_signed()));
    let reasons = results.iter().map(|canonical| canonical.as_ref().err().cloned());
    Ok(vec![
        ("canonical", ResultColumn::Grids { cells: input.cells, bytes, valid }),
        ("key", text(|canonical| Key::of(&canonical.grid).to_string())),
        ("transform", text(|canonical| canonical.transform.to_string())),
        ("automorphisms", ResultColumn::Integers(automorphisms.collect())),
        ("reason", ResultColumn::Strings(reasons.collect())),
    ])
}
