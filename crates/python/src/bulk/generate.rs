//! Generates many puzzles with consecutive indices.

use crate::columns::{CellEncoding, ResultColumn, to_numpy};
use crate::error::puzzle_error;
use crate::single::generate::{GenerateArguments, attempts, attempts_exhausted};
use crate::threads;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use veridoku_api::generate::{GeneratedPuzzle, Maker, Tools};
use veridoku_core::Grid;

/// Generates many puzzles.
#[pyfunction]
#[pyo3(signature = (count, threads, **arguments))]
pub(crate) fn generate_many<'py>(
    py: Python<'py>,
    count: usize,
    threads: Option<NonZeroUsize>,
    arguments: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let options = GenerateArguments::parse(py, arguments)?;
    let maker = Maker::new(&options).map_err(|error| puzzle_error(py, &error))?;
    let max_attempts = attempts(&options);
    let generate = |tools: &mut Tools, number: usize, stop: &Arc<AtomicBool>| {
        let index = options.index.wrapping_add(number as u64);
        let mut attempts = (0..max_attempts).take_while(|_| !stop.load(Ordering::Relaxed));
        attempts.find_map(|attempt| maker.attempt(tools, index, attempt))
    };
    let results: Vec<Option<GeneratedPuzzle>> =
        threads::map(py, threads::count(threads), count, 1, Tools::default, generate)?;
    if let Some(number) = results.iter().position(Option::is_none) {
        return Err(attempts_exhausted(py, options.index.wrapping_add(number as u64), max_attempts));
    }
    let puzzles: Vec<GeneratedPuzzle> = results.into_iter().flatten().collect();
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
    dict.set_item("seed", maker.seed().to_string())?;
    dict.set_item("generator", veridoku_core::generate::VERSION)?;
    Ok(dict)
}
