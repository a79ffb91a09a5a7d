//! Booklets of puzzles, as PDF.

use crate::rows::CELLS;
use numpy::PyReadonlyArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use veridoku_api::booklet::{Booklet, BookletPuzzle, Paper, PerPage};
use veridoku_api::generate::Level;
use veridoku_core::Grid;
use veridoku_logic::rating::Difficulty;

/// Returns a PDF with these puzzles, and the characters that its fonts lack.
///
/// A puzzle without a unique solution has a solution of zeros, and one without a rating has NaN.
#[pyfunction]
#[allow(clippy::too_many_arguments, clippy::needless_pass_by_value, reason = "called from Python by name")]
pub(crate) fn booklet<'py>(
    py: Python<'py>,
    puzzles: PyReadonlyArray2<'py, u8>,
    solutions: PyReadonlyArray2<'py, u8>,
    ratings: Vec<f64>,
    captions: Vec<String>,
    title: String,
    per_page: usize,
    paper: &str,
) -> PyResult<(Bound<'py, PyBytes>, String)> {
    let found_per_page = per_page;
    let per_page = PerPage::new(per_page).ok_or_else(|| {
        PyValueError::new_err(format!("found per_page={found_per_page}, expected 1, 2, 4, 6, 9 or 12"))
    })?;
    let paper = match paper {
        "a4" => Paper::A4,
        "letter" => Paper::Letter,
        other => return Err(PyValueError::new_err(format!("found paper={other:?}, expected a4 or letter"))),
    };
    let grids = |array: &PyReadonlyArray2<'py, u8>| -> PyResult<Vec<Grid>> {
        let rows = array.as_slice()?.as_chunks::<CELLS>().0.iter();
        Ok(rows.filter_map(|&numbers| Grid::from_bytes(numbers)).collect())
    };
    let rows = grids(&puzzles)?.into_iter().zip(grids(&solutions)?).zip(ratings.into_iter().zip(captions));
    let sheets: Vec<BookletPuzzle> = rows
        .map(|((puzzle, solution), (er, caption))| {
            let solution = (!solution.filled().is_empty()).then_some(solution);
            let level = Difficulty::try_from(er).ok().map(|er| format!("{} ({er})", Level::of(er).name));
            let no_solution = solution.is_none().then(|| "no unique solution".to_string());
            let clues = format!("{} clues", puzzle.filled().len());
            let parts = [level, no_solution, Some(clues), (!caption.is_empty()).then_some(caption)];
            let caption = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
            BookletPuzzle { puzzle, solution, caption }
        })
        .collect();
    let booklet = Booklet { title, per_page, paper, ..Booklet::default() };
    let missing = booklet.unprintable(&sheets).into_iter().collect();
    Ok((PyBytes::new(py, booklet.pdf(&sheets).as_bytes()), missing))
}
