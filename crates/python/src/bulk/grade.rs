//! Grades many answers.

use crate::columns::{ResultColumn, ResultColumns};
use crate::rows::{PuzzleRows, RowPuzzle};
use crate::table::{BulkInput, BulkRequest, OutputRows, process_rows};
use crate::workers;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use veridoku_api::DEFAULT_NODES;
use veridoku_api::grade::{Grading, Scoring};
use veridoku_core::Puzzle;

/// The number of answers that a thread takes at once.
const CHUNK: usize = 512;

/// Grades many answers. Only an answer that is not solved needs a search for the solution.
#[pyfunction]
#[pyo3(signature = (puzzles, column, prefix, answers, answer_column, partial, budget, threads))]
#[allow(clippy::too_many_arguments, reason = "called from Python by name")]
pub(crate) fn grade_many<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: &str,
    prefix: &str,
    answers: Option<&Bound<'py, PyAny>>,
    answer_column: Option<&str>,
    partial: bool,
    budget: Option<u64>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let request = BulkRequest {
        column,
        solutions: answers,
        solution_column: answer_column,
        prefix,
        ..BulkRequest::new("grade/1", OutputRows::OnePerInput)
    };
    let scoring = if partial { Scoring::Partial } else { Scoring::Strict };
    let (threads, budget) = (workers::count(threads)?, budget.unwrap_or(DEFAULT_NODES));
    process_rows(py, puzzles, &request, |input| columns(py, &input, threads, scoring, budget))
}

/// The grades of an answer.
#[derive(Default)]
struct RowGrade {
    grading: Option<Grading>,
    reason: Option<String>,
    warning: Option<String>,
}

impl RowGrade {
    fn new(puzzles: &PuzzleRows<'_>, answers: &PuzzleRows<'_>, index: usize, budget: u64) -> RowGrade {
        let puzzle = match puzzles.read(index) {
            RowPuzzle::Grid(grid) => Puzzle::from(grid),
            RowPuzzle::Record(record) => record.puzzle,
            RowPuzzle::Unreadable(reason) => return RowGrade { reason: Some(reason), ..RowGrade::default() },
        };
        let found = answers.answer(index);
        let grading = found.grid.map(|answer| Grading::new(&puzzle, &answer, budget));
        let no_solution = grading.as_ref().and_then(|grading| grading.no_solution).map(str::to_string);
        let warning = (!found.warnings.is_empty()).then(|| found.warnings.join("; "));
        RowGrade { grading, reason: found.reason.or(no_solution), warning }
    }
}

fn columns(
    py: Python<'_>,
    input: &BulkInput<'_, '_>,
    threads: usize,
    scoring: Scoring,
    budget: u64,
) -> PyResult<ResultColumns> {
    let answers = input.solutions.ok_or_else(|| PyTypeError::new_err("found no answers"))?;
    let count = input.rows.len();
    let grade = |(): &mut (), index: usize, _: &_| RowGrade::new(input.rows, answers, index, budget);
    let rows: Vec<RowGrade> = workers::map(py, threads, count, CHUNK, || (), grade)?;
    let graded = || rows.iter().map(|row| row.grading.as_ref());
    let flags = |flag: fn(&Grading) -> bool| {
        ResultColumn::Flags(graded().map(|grading| i8::from(grading.is_some_and(flag))).collect())
    };
    let counts = |count: fn(&Grading) -> usize| {
        // No count is above 81.
        let numbers = graded().map(|grading| grading.map_or(0, |grading| count(grading) as u8)).collect();
        ResultColumn::SmallIntegers { numbers, valid: None }
    };
    let first_wrong = |grading: Option<&Grading>| {
        grading.and_then(Grading::first_wrong).map_or(-1, |cell| cell.index().cast_signed() as i64)
    };
    let texts = |text: fn(&RowGrade) -> Option<&String>| ResultColumn::Reasons {
        count,
        reasons: rows
            .iter()
            .enumerate()
            .filter_map(|(row, grade)| Some((row, text(grade)?.clone())))
            .collect(),
    };
    let score = |grading: Option<&Grading>| grading.map_or(0.0, |grading| grading.score(scoring));
    Ok(vec![
        ("solved", flags(|grading| grading.solved)),
        ("score", ResultColumn::Ratings(graded().map(score).collect())),
        ("complete", flags(|grading| grading.blanks.is_empty())),
        ("valid", flags(|grading| grading.repetitions.is_empty())),
        ("clues_kept", flags(|grading| grading.lost_clues.is_empty())),
        ("cells", counts(|grading| grading.cells.len())),
        ("right", counts(|grading| (grading.cells & grading.right).len())),
        ("first_wrong", ResultColumn::Integers(graded().map(first_wrong).collect())),
        ("row_conflicts", counts(|grading| grading.conflicts()[0])),
        ("column_conflicts", counts(|grading| grading.conflicts()[1])),
        ("box_conflicts", counts(|grading| grading.conflicts()[2])),
        ("reason", texts(|row| row.reason.as_ref())),
        ("warning", texts(|row| row.warning.as_ref())),
    ])
}
