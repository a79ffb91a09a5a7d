//! Grades many answers.

use crate::columns::{ResultColumn, ResultColumns};
use crate::rows::{PuzzleRows, RowPuzzle};
use crate::table::{BulkInput, BulkRequest, OutputRows, process_rows};
use crate::workers;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::ops::{Range, RangeInclusive};
use std::sync::atomic::Ordering;
use veridoku_api::DEFAULT_NODES;
use veridoku_api::grade::{Grader, Grading, Scoring};
use veridoku_api::pipeline::StopFlag;
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

/// The grades of an answer, in as little memory as possible.
#[derive(Copy, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "independent properties of an answer")]
struct RowGrade {
    score: f64,
    is_solved: bool,
    is_complete: bool,
    is_valid: bool,
    keeps_clues: bool,
    cells: u8,
    right: u8,
    /// The index of the first wrong cell, or -1.
    first_wrong: i8,
    /// The numbers of rows, columns and boxes with a conflict.
    conflicts: [u8; 3],
}

impl RowGrade {
    /// The grades of a row without a puzzle or without a grid in the answer.
    const NONE: RowGrade = RowGrade {
        score: 0.0,
        is_solved: false,
        is_complete: false,
        is_valid: false,
        keeps_clues: false,
        cells: 0,
        right: 0,
        first_wrong: -1,
        conflicts: [0; 3],
    };

    fn new(grading: &Grading, scoring: Scoring) -> RowGrade {
        RowGrade {
            score: grading.score(scoring),
            is_solved: grading.solved,
            is_complete: grading.blanks.is_empty(),
            is_valid: grading.conflicts.is_empty(),
            keeps_clues: grading.lost_clues.is_empty(),
            // No count or index is above 81.
            cells: grading.cells.len() as u8,
            right: (grading.cells & grading.right).len() as u8,
            first_wrong: grading.first_wrong().map_or(-1, |cell| cell.index() as i8),
            conflicts: grading.conflict_counts().map(|count| count as u8),
        }
    }
}

/// Texts for a few rows, with their row index, in order.
type RowTexts = Vec<(usize, String)>;

/// The grades of a range of rows.
#[derive(Default)]
struct Grades {
    rows: Vec<RowGrade>,
    reasons: RowTexts,
    warnings: RowTexts,
}

/// Grades the answers of a call, one after the other.
struct RowGrader<'r, 'a> {
    puzzles: &'r PuzzleRows<'a>,
    answers: &'r PuzzleRows<'a>,
    scoring: Scoring,
    grader: Grader,
    /// The row whose puzzle the grader has. Several answers to the same puzzle often follow each other.
    puzzle_row: Option<usize>,
}

impl RowGrader<'_, '_> {
    fn grade(&mut self, index: usize, grades: &mut Grades) {
        let row = self.row(index, grades).unwrap_or_else(|reason| {
            grades.reasons.push((index, reason));
            RowGrade::NONE
        });
        grades.rows.push(row);
    }

    /// Grades the answer in a row, or returns the reason why there is no puzzle or no answer.
    fn row(&mut self, index: usize, grades: &mut Grades) -> Result<RowGrade, String> {
        if !self.puzzle_row.is_some_and(|earlier| self.puzzles.are_same(earlier, index)) {
            self.puzzle_row = None;
            self.grader.set_puzzle(match self.puzzles.read(index) {
                RowPuzzle::Grid(grid) => Puzzle::from(grid),
                RowPuzzle::Record(record) => record.puzzle,
                RowPuzzle::Unreadable(reason) => return Err(reason),
            });
            self.puzzle_row = Some(index);
        }
        let found = self.answers.answer(index);
        if !found.warnings.is_empty() {
            grades.warnings.push((index, found.warnings.join("; ")));
        }
        let Some(answer) = found.grid else { return Err(found.reason.unwrap_or_default()) };
        let grading = self.grader.grade(&answer);
        grades.reasons.extend(grading.no_solution.map(|reason| (index, reason.to_string())));
        Ok(RowGrade::new(&grading, self.scoring))
    }
}

fn columns(
    py: Python<'_>,
    input: &BulkInput<'_, '_>,
    threads: usize,
    scoring: Scoring,
    budget: u64,
) -> PyResult<ResultColumns> {
    let puzzles = input.rows;
    let answers = input.solutions.ok_or_else(|| PyTypeError::new_err("found no answers"))?;
    let count = puzzles.len();
    let new_grader = || {
        let grader = Grader::new(Puzzle::default(), budget);
        RowGrader { puzzles, answers, scoring, grader, puzzle_row: None }
    };
    let grade = |grader: &mut RowGrader<'_, '_>, indices: Range<usize>, stop: &StopFlag| {
        let mut grades = Grades { rows: Vec::with_capacity(indices.len()), ..Grades::default() };
        for index in indices.take_while(|_| !stop.load(Ordering::Relaxed)) {
            grader.grade(index, &mut grades);
        }
        grades
    };
    let chunk = (count / CHUNKS_PER_THREAD / threads).clamp(*CHUNK.start(), *CHUNK.end());
    let mut all = Grades { rows: Vec::with_capacity(count), ..Grades::default() };
    for mut chunk in workers::map_chunks(py, threads, count, chunk, new_grader, grade)? {
        all.rows.append(&mut chunk.rows);
        all.reasons.append(&mut chunk.reasons);
        all.warnings.append(&mut chunk.warnings);
    }
    let Grades { rows, reasons, warnings } = all;
    let first_wrong = rows.iter().map(|row| i64::from(row.first_wrong)).collect();
    Ok(vec![
        ("solved", flags(&rows, |row| row.is_solved)),
        ("score", ResultColumn::Ratings(rows.iter().map(|row| row.score).collect())),
        ("complete", flags(&rows, |row| row.is_complete)),
        ("valid", flags(&rows, |row| row.is_valid)),
        ("clues_kept", flags(&rows, |row| row.keeps_clues)),
        ("cells", counts(&rows, |row| row.cells)),
        ("right", counts(&rows, |row| row.right)),
        ("first_wrong", ResultColumn::Integers(first_wrong)),
        ("row_conflicts", counts(&rows, |row| row.conflicts[0])),
        ("column_conflicts", counts(&rows, |row| row.conflicts[1])),
        ("box_conflicts", counts(&rows, |row| row.conflicts[2])),
        ("reason", ResultColumn::Reasons { count, reasons }),
        ("warning", ResultColumn::Reasons { count, reasons: warnings }),
    ])
}

fn flags(rows: &[RowGrade], flag: impl Fn(&RowGrade) -> bool) -> ResultColumn {
    ResultColumn::Flags(rows.iter().map(|row| i8::from(flag(row))).collect())
}

fn counts(rows: &[RowGrade], count: impl Fn(&RowGrade) -> u8) -> ResultColumn {
    ResultColumn::SmallIntegers { numbers: rows.iter().map(count).collect(), valid: None }
}
