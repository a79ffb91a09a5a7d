//! Many puzzles in other dresses: the same puzzles for whoever plays, others for whoever learns from them.
//!
//! A dress depends on the seed and the puzzle alone, as in `veridoku augment`: it does not matter where the puzzle
//! stands, nor which others are there.

use crate::columns::{Cells, Column, Columns};
use crate::crew;
use crate::rows::{CELLS, Rows};
use crate::table::{Asked, Holder, Keeps, Question, answer_rows};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use veridoku_api::augment::{Options, visit};
use veridoku_api::canon::clues;
use veridoku_api::transform;
use veridoku_core::symmetry::{Axes, Transform};
use veridoku_core::text::Record;
use veridoku_core::{Digit, Grid, Puzzle};

/// The puzzles that a thread takes at once.
const PORTION: usize = 256;

/// Dresses many puzzles anew.
#[pyfunction]
#[pyo3(signature = (puzzles, solutions, column, solution_column, count, seed, threads))]
#[allow(clippy::too_many_arguments, reason = "called from Python by name")]
pub(crate) fn augment_many<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    solutions: Option<&Bound<'py, PyAny>>,
    column: &str,
    solution_column: Option<&str>,
    count: u64,
    seed: u64,
    threads: Option<NonZeroUsize>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Options { count: Some(count), seed, all: false };
    let question = Question {
        column,
        second: solutions,
        second_column: solution_column,
        ..Question::new("augment/1", Keeps::Nothing)
    };
    let threads = crew::threads(threads);
    answer_rows(py, puzzles, &question, |asked| columns(py, &asked, threads, &options))
}

/// Dresses of some puzzles, one after the other.
#[derive(Default)]
struct Dresses {
    /// The rows of the puzzles.
    rows: Vec<i64>,
    puzzles: Vec<u8>,
    solutions: Vec<u8>,
    /// Nothing for a row that cannot be read.
    transforms: Vec<Option<Transform>>,
    reasons: Vec<Option<String>>,
}

fn columns(py: Python<'_>, asked: &Asked<'_, '_>, threads: usize, options: &Options) -> PyResult<Columns> {
    let count = asked.rows.len();
    let dress = |(): &mut (), portion: usize, stop: &Arc<AtomicBool>| {
        let mut dresses = Dresses::default();
        for index in portion * PORTION..count.min((portion + 1) * PORTION) {
            dresses.add(asked, index, options, stop);
        }
        dresses
    };
    let mut all = Dresses::default();
    for mut some in crew::map(py, threads, count.div_ceil(PORTION), 1, || (), dress)? {
        all.rows.append(&mut some.rows);
        all.puzzles.append(&mut some.puzzles);
        all.solutions.append(&mut some.solutions);
        all.transforms.append(&mut some.transforms);
        all.reasons.append(&mut some.reasons);
    }
    let Dresses { rows, puzzles, solutions, transforms, reasons } = all;
    let known = || Some(transforms.iter().map(Option::is_some).collect());
    let grids = |bytes| Column::Grids { cells: asked.cells, bytes, known: known() };
    let mut columns = vec![("row", Column::Whole(rows)), ("puzzle", grids(puzzles))];
    if asked.second.is_some() {
        columns.push(("solution", grids(solutions)));
    }
    match asked.holder {
        Holder::Arrow => {
            let texts = transforms.iter().map(|transform| transform.map(|transform| transform.to_string()));
            columns.push(("transform", Column::Texts(texts.collect())));
        }
        Holder::Numpy => columns.extend(tables(&transforms)),
    }
    columns.push(("reason", Column::Texts(reasons)));
    Ok(columns)
}

impl Dresses {
    /// Adds the dresses of a puzzle; of one that cannot be read, its reason.
    fn add(&mut self, asked: &Asked<'_, '_>, index: usize, options: &Options, stop: &AtomicBool) {
        let row = (asked.before + index).cast_signed() as i64;
        match Pair::read(asked.rows, asked.second, index) {
            // The first of all dresses, without the record of those that were there already.
            Ok(pair) if options.count == Some(1) => {
                let mut random = transform::random(&Puzzle::from(pair.puzzle), options.seed);
                self.push(row, asked.cells, &pair, &Transform::random(&mut random));
            }
            Ok(pair) => visit(&Record::from(Puzzle::from(pair.puzzle)), options, |transform| {
                self.push(row, asked.cells, &pair, transform);
                if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }),
            Err(reason) => {
                self.rows.push(row);
                self.puzzles.extend([0; CELLS]);
                self.solutions.extend(asked.second.map_or(&[][..], |_| &[0; CELLS][..]));
                self.transforms.push(None);
                self.reasons.push(Some(reason));
            }
        }
    }

    fn push(&mut self, row: i64, cells: Cells, pair: &Pair, transform: &Transform) {
        let write = |grid: &Grid| match cells {
            Cells::Numbers => *transform.apply(grid).as_bytes(),
            Cells::Characters => transform.apply(grid).to_line(),
        };
        self.rows.push(row);
        self.puzzles.extend(write(&pair.puzzle));
        self.solutions.extend(pair.solution.iter().flat_map(write));
        self.transforms.push(Some(*transform));
        self.reasons.push(None);
    }
}

/// A puzzle, and its solution if it was given.
struct Pair {
    puzzle: Grid,
    solution: Option<Grid>,
}

impl Pair {
    fn read(puzzles: &Rows<'_>, solutions: Option<&Rows<'_>>, index: usize) -> Result<Pair, String> {
        let grid = |rows: &Rows<'_>| clues(&rows.record(index)?.puzzle).map_err(|error| error.error);
        let solution = solutions.map(grid).transpose().map_err(|reason| format!("its solution: {reason}"))?;
        Ok(Pair { puzzle: grid(puzzles)?, solution })
    }
}

/// Transforms as NumPy can apply them: rows and columns are places to take from, digits a table of new names.
fn tables(transforms: &[Option<Transform>]) -> Columns {
    let transforms = || transforms.iter().map(|transform| transform.unwrap_or(Transform::IDENTITY));
    let digits = |transform: Transform| {
        std::iter::once(0).chain(Digit::ALL.map(|digit| transform.digit(digit).number()))
    };
    let transpose = transforms().map(|transform| u8::from(transform.axes() == Axes::Exchanged));
    vec![
        ("transpose", Column::Small { numbers: transpose.collect(), known: None }),
        (
            "rows",
            Column::Bytes { width: 9, bytes: transforms().flat_map(|transform| transform.rows()).collect() },
        ),
        (
            "columns",
            Column::Bytes {
                width: 9,
                bytes: transforms().flat_map(|transform| transform.columns()).collect(),
            },
        ),
        ("digits", Column::Bytes { width: 10, bytes: transforms().flat_map(digits).collect() }),
    ]
}
