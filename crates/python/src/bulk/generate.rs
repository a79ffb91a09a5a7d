//! Generates many puzzles with consecutive indices.

use crate::arguments;
use crate::columns::{CellEncoding, ResultColumn, to_numpy};
use crate::error::puzzle_error;
use crate::workers;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::Ordering;
use veridoku_api::generate::{
    GeneratedPuzzle, INTERRUPTIBLE_ATTEMPTS, Maker, Options, Tools, attempts_exhausted,
};
use veridoku_api::pipeline::StopFlag;
use veridoku_api::{Error, ErrorKind};
use veridoku_core::Grid;

/// Generates many puzzles.
#[pyfunction]
#[pyo3(signature = (count, threads, options))]
pub(crate) fn generate_many<'py>(
    py: Python<'py>,
    count: usize,
    threads: Option<i64>,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyDict>> {
    let options: Options = arguments::parse(options)?;
    let maker = Maker::new(&options).map_err(|error| puzzle_error(py, &error))?;
    let attempts = options.attempts.unwrap_or(INTERRUPTIBLE_ATTEMPTS);
    let generate = |tools: &mut Tools, number: usize, stop: &StopFlag| {
        let index = options.index.wrapping_add(number as u64);
        let mut attempt_numbers = (0..attempts).take_while(|_| !stop.load(Ordering::Relaxed));
        attempt_numbers
            .find_map(|attempt| maker.attempt(tools, index, attempt))
            .ok_or_else(|| Error::new(ErrorKind::Unsupported, attempts_exhausted(index, attempts)))
    };
    let puzzles = workers::map(py, workers::count(threads)?, count, 1, Tools::default, generate)?;
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
    dict.set_item("seed", maker.seed().to_string())?;
    dict.set_item("generator", veridoku_core::generate::VERSION)?;
    Ok(dict)
}
