//! Generates many puzzles with consecutive indices.

use crate::columns::{CellEncoding, ResultColumn, to_numpy};
use crate::error::puzzle_error;
use crate::operations::PuzzleSource;
use crate::workers::{self, StopFlag};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use veridoku_api::generate::{GeneratedPuzzle, Tools};
use veridoku_core::Grid;

/// Generates many puzzles.
#[pyfunction]
#[pyo3(signature = (count, threads, options))]
pub(crate) fn generate_many<'py>(
    py: Python<'py>,
    count: usize,
    threads: Option<NonZeroUsize>,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyDict>> {
    let source = PuzzleSource::new(options)?;
    let generate = |tools: &mut Tools, number: usize, stop: &StopFlag| {
        source.generate(tools, number as u64, || stop.load(Ordering::Relaxed))
    };
    let puzzles = workers::map(py, workers::count(threads), count, 1, Tools::default, generate)?;
    let puzzles: Result<Vec<GeneratedPuzzle>, _> = puzzles.into_iter().collect();
    let puzzles = puzzles.map_err(|error| puzzle_error(py, &error))?;
    let grids = |text: fn(&GeneratedPuzzle) -> &str| {
        let grid = |puzzle: &GeneratedPuzzle| text(puzzle).parse::<Grid>().unwrap_or_default();
        let bytes = puzzles.iter().flat_map(|puzzle| *grid(puzzle).as_bytes()).collect();
        ResultColumn::Grids { cells: CellEncoding::Numbers, bytes, valid: None }
    };
    let indices = puzzles.iter().map(|puzzle| puzzle.index.cast_signed());
    let clues = puzzles.iter().map(|puzzle| puzzle.clues as u8);
    let ratings = puzzles.iter().map(|puzzle| puzzle.er.unwrap_or(f64::NAN));
    let dict = to_numpy(
        py,
        vec![
            ("index", ResultColumn::Integers(indices.collect())),
            ("puzzle", grids(|puzzle| &puzzle.puzzle)),
            ("solution", grids(|puzzle| &puzzle.solution)),
            ("clues", ResultColumn::SmallIntegers { numbers: clues.collect(), valid: None }),
            ("level", ResultColumn::Names(puzzles.iter().map(|puzzle| puzzle.level).collect())),
            ("er", ResultColumn::Ratings(ratings.collect())),
        ],
    )?;
    dict.set_item("seed", source.maker.seed().to_string())?;
    dict.set_item("generator", veridoku_core::generate::VERSION)?;
    Ok(dict)
}
