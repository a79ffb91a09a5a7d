//! Many new puzzles, by their index.

use crate::calls::generate::{Recipe, attempts, give_up};
use crate::columns::{Cells, Column, to_numpy};
use crate::crew;
use crate::error::refusal;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use veridoku_api::generate::{GeneratedPuzzle, Maker, Tools};
use veridoku_core::Grid;

/// Makes many puzzles.
#[pyfunction]
#[pyo3(signature = (count, threads, **recipe))]
pub(crate) fn generate_many<'py>(
    py: Python<'py>,
    count: usize,
    threads: Option<NonZeroUsize>,
    recipe: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let options = Recipe::read(py, recipe)?;
    let workshop = Maker::new(&options).map_err(|error| refusal(py, &error))?;
    let most = attempts(&options);
    let work = |tools: &mut Tools, number: usize, stop: &Arc<AtomicBool>| {
        let index = options.index.wrapping_add(number as u64);
        let mut goes_on = (0..most).take_while(|_| !stop.load(Ordering::Relaxed));
        goes_on.find_map(|attempt| workshop.attempt(tools, index, attempt))
    };
    let made: Vec<Option<GeneratedPuzzle>> =
        crew::map(py, crew::threads(threads), count, 1, Tools::default, work)?;
    if let Some(number) = made.iter().position(Option::is_none) {
        return Err(give_up(py, options.index.wrapping_add(number as u64), most));
    }
    let made: Vec<GeneratedPuzzle> = made.into_iter().flatten().collect();
    let grids = |text: fn(&GeneratedPuzzle) -> &str| {
        let grid = |made: &GeneratedPuzzle| text(made).parse::<Grid>().unwrap_or_default();
        let bytes = made.iter().flat_map(|made| *grid(made).as_bytes()).collect();
        Column::Grids { cells: Cells::Numbers, bytes, known: None }
    };
    let dict = to_numpy(
        py,
        vec![
            ("index", Column::Whole(made.iter().map(|made| made.index.cast_signed()).collect())),
            ("puzzle", grids(|made| &made.puzzle)),
            ("solution", grids(|made| &made.solution)),
            (
                "clues",
                Column::Small { numbers: made.iter().map(|made| made.clues as u8).collect(), known: None },
            ),
            ("level", Column::Names(made.iter().map(|made| made.level).collect())),
            ("er", Column::Ratings(made.iter().map(|made| made.er.unwrap_or(f64::NAN)).collect())),
        ],
    )?;
    dict.set_item("seed", workshop.seed().to_string())?;
    dict.set_item("generator", veridoku_core::generate::VERSION)?;
    Ok(dict)
}
