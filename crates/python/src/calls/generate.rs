//! A new puzzle: `generate`.

use crate::crew;
use crate::error::refusal;
use crate::question::answer;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use veridoku_api::generate::{Maker, NumberOrText, Options, Tools};
use veridoku_api::technique_options::TechniqueName;
use veridoku_api::{Error, ErrorKind};

/// The attempts at a puzzle when nobody asks for another number.
const DEFAULT_ATTEMPTS: u64 = 1_000_000;

/// What is asked of a puzzle, as keywords.
#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Recipe {
    level: Option<String>,
    er: Option<String>,
    clues: Option<String>,
    symmetry: Option<String>,
    pattern: Option<String>,
    technique: Option<String>,
    minimal: bool,
    seed: Option<String>,
    index: u64,
    attempts: Option<u64>,
    rating: bool,
}

impl Recipe {
    /// What is asked, understood.
    pub(crate) fn read(py: Python<'_>, asked: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
        let Some(asked) = asked else { return Ok(Options::default()) };
        let recipe: Recipe = asked.extract()?;
        let technique = recipe.technique.map(|name| name.parse::<TechniqueName>()).transpose();
        let technique =
            technique.map_err(|error| refusal(py, &Error::new(ErrorKind::Unknown, error.to_string())))?;
        Ok(Options {
            count: None,
            level: recipe.level.map(NumberOrText::from),
            er: recipe.er.map(NumberOrText::from),
            clues: recipe.clues.map(NumberOrText::from),
            symmetry: recipe.symmetry,
            pattern: recipe.pattern,
            technique,
            minimal: recipe.minimal,
            seed: recipe.seed.map(NumberOrText::from),
            index: recipe.index,
            attempts: recipe.attempts,
            rating: Some(recipe.rating),
        })
    }
}

/// The attempts at a puzzle before giving up.
pub(crate) fn attempts(options: &Options) -> u64 {
    options.attempts.unwrap_or(DEFAULT_ATTEMPTS)
}

/// What is said when no attempt gave a puzzle.
pub(crate) fn give_up(py: Python<'_>, index: u64, attempts: u64) -> PyErr {
    let message = format!("gave up after {attempts} attempts at puzzle {index}");
    refusal(py, &Error::new(ErrorKind::Unsupported, message))
}

/// Makes a puzzle.
#[pyfunction]
#[pyo3(signature = (**recipe))]
pub(crate) fn generate<'py>(
    py: Python<'py>,
    recipe: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let options = Recipe::read(py, recipe)?;
    let workshop = Maker::new(&options).map_err(|error| refusal(py, &error))?;
    let most = attempts(&options);
    let work = |tools: &mut Tools, _: usize, stop: &Arc<AtomicBool>| {
        let mut goes_on = (0..most).take_while(|_| !stop.load(Ordering::Relaxed));
        goes_on.find_map(|attempt| workshop.attempt(tools, options.index, attempt))
    };
    let made = crew::map(py, 1, 1, 1, Tools::default, work)?.pop().flatten();
    let made = made.ok_or_else(|| give_up(py, options.index, most))?;
    Ok(answer!(py, made; index, puzzle, solution, clues, level, er, generator; seed = made.seed.to_string()))
}
