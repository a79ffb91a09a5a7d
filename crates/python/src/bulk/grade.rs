//! Grades many answers.

use crate::columns::{ResultColumn, ResultColumns};
use crate::rows::{PuzzleRows, RowPuzzle};
use crate::table::{BulkInput, BulkRequest, OutputRows, process_rows};
use crate::workers;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::ops::RangeInclusive;
use veridoku_api::DEFAULT_NODES;
use veridoku_api::grade::{Grading, Scoring};
use veridoku_core::Puzzle;

/// The numbers of answers that a thread may take at once. A few answers may take seconds, and waking a thread
/// takes as long as grading several others.
const CHUNK: RangeInclusive<usize> = 16..=512;

/// The number of times that each thread takes answers.
const CHUNKS_PER_THREAD: usize = 8;

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
    score: f64,
    /// Whether the answer is solved, complete and valid, and keeps the clues.
    flags: [bool; 4],
    cells: u8,
    right: u8,
    /// The index of the first wrong cell, or -1.
    first_wrong: i8,
    /// The numbers of rows, columns and boxes with a conflict.
    conflicts: [u8; 3],
    reason: Option<String>,
    warning: Option<String>,
}

impl RowGrade {
    fn new(
        puzzles: &PuzzleRows<'_>,
        answers: &PuzzleRows<'_>,
        index: usize,
        scoring: Scoring,
        budget: u64,
    ) -> RowGrade {
        let none = RowGrade { first_wrong: -1, ..RowGrade::default() };
        let puzzle = match puzzles.read(index) {
            RowPuzzle::Grid(grid) => Puzzle::from(grid),
            RowPuzzle::Record(record) => record.puzzle,
            RowPuzzle::Unreadable(reason) => return RowGrade { reason: Some(reason), ..none },
        };
        let found = answers.answer(index);
        let warning = (!found.warnings.is_empty()).then(|| found.warnings.join("; "));
        let Some(answer) = found.grid else { return RowGrade { reason: found.reason, warning, ..none } };
        let grading = Grading::new(&puzzle, &answer, budget);
        RowGrade {
            score: grading.score(scoring),
            flags: [
                grading.solved,
                grading.blanks.is_empty(),
                grading.repetitions.is_empty(),
                grading.lost_clues.is_empty(),
            ],
            // No count or index is above 81.
            cells: grading.cells.len() as u8,
            right: (grading.cells & grading.right).len() as u8,
            first_wrong: grading.first_wrong().map_or(-1, |cell| cell.index() as i8),
            conflicts: grading.conflicts().map(|count| count as u8),
            reason: grading.no_solution.map(str::to_string),
            warning,
        }
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
    let grade = |(): &mut (), index: usize, _: &_| RowGrade::new(input.rows, answers, index, scoring, budget);
    let chunk = (count / CHUNKS_PER_THREAD / threads).clamp(*CHUNK.start(), *CHUNK.end());
    let mut rows: Vec<RowGrade> = workers::map(py, threads, count, chunk, || (), grade)?;
    let mut texts = |text: fn(&mut RowGrade) -> Option<String>| {
        let reasons =
            rows.iter_mut().enumerate().filter_map(|(index, row)| Some((index, text(row)?))).collect();
        ResultColumn::Reasons { count, reasons }
    };
    let (reason, warning) = (texts(|row| row.reason.take()), texts(|row| row.warning.take()));
    let counts = |count: fn(&RowGrade) -> u8| ResultColumn::SmallIntegers {
        numbers: rows.iter().map(count).collect(),
        valid: None,
    };
    let flags =
        |index: usize| ResultColumn::Flags(rows.iter().map(|row| i8::from(row.flags[index])).collect());
    Ok(vec![
        ("solved", flags(0)),
        ("score", ResultColumn::Ratings(rows.iter().map(|row| row.score).collect())),
        ("complete", flags(1)),
        ("valid", flags(2)),
        ("clues_kept", flags(3)),
        ("cells", counts(|row| row.cells)),
        ("right", counts(|row| row.right)),
        ("first_wrong", ResultColumn::Integers(rows.iter().map(|row| i64::from(row.first_wrong)).collect())),
        ("row_conflicts", counts(|row| row.conflicts[0])),
        ("column_conflicts", counts(|row| row.conflicts[1])),
        ("box_conflicts", counts(|row| row.conflicts[2])),
        ("reason", reason),
        ("warning", warning),
    ])
}
