//! The canonical forms of many puzzles.

use crate::columns::{Cells, Column, Columns};
use crate::crew;
use crate::rows::CELLS;
use crate::table::{Asked, Keeps, Question, answer_rows};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use veridoku_api::canon::clues;
use veridoku_core::symmetry::{Canonical, Canonizer, Key};

/// The puzzles that a thread takes at once.
const PORTION: usize = 64;

/// Finds the canonical forms of many puzzles.
#[pyfunction]
#[pyo3(signature = (puzzles, column, threads))]
pub(crate) fn canon_many<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: &str,
    threads: Option<NonZeroUsize>,
) -> PyResult<Bound<'py, PyAny>> {
    let question = Question { column, ..Question::new("canon/1", Keeps::Rows) };
    let threads = crew::threads(threads);
    answer_rows(py, puzzles, &question, |asked| columns(py, &asked, threads))
}

fn columns(py: Python<'_>, asked: &Asked<'_, '_>, threads: usize) -> PyResult<Columns> {
    let canonical = |canonizer: &mut Canonizer, index: usize, _: &_| {
        let record = asked.rows.record(index)?;
        let clues = clues(&record.puzzle).map_err(|error| error.error)?;
        Ok(canonizer.canonical(&clues))
    };
    let found: Vec<Result<Canonical, String>> =
        crew::map(py, threads, asked.rows.len(), PORTION, Canonizer::default, canonical)?;
    let mut bytes = vec![0; CELLS * found.len()];
    for (line, canonical) in bytes.chunks_mut(CELLS).zip(&found) {
        if let Ok(canonical) = canonical {
            line.copy_from_slice(&match asked.cells {
                Cells::Numbers => *canonical.grid.as_bytes(),
                Cells::Characters => canonical.grid.to_line(),
            });
        }
    }
    let known = Some(found.iter().map(Result::is_ok).collect());
    let text = |write: fn(&Canonical) -> String| {
        Column::Texts(found.iter().map(|canonical| canonical.as_ref().ok().map(write)).collect())
    };
    let automorphisms = found
        .iter()
        .map(|canonical| canonical.as_ref().map_or(-1, |canonical| canonical.automorphisms.cast_signed()));
    Ok(vec![
        ("canonical", Column::Grids { cells: asked.cells, bytes, known }),
        ("key", text(|canonical| Key::of(&canonical.grid).to_string())),
        ("transform", text(|canonical| canonical.transform.to_string())),
        ("automorphisms", Column::Whole(automorphisms.collect())),
        ("reason", Column::Texts(found.iter().map(|canonical| canonical.as_ref().err().cloned()).collect())),
    ])
}
