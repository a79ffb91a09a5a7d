//! The logical solutions of many puzzles, step by step, as nested columns of Arrow.
//!
//! ```text
//! steps: list of
//!   technique: text      placements:   list of { row, column, digit }
//!   code: text           eliminations: list of { row, column, digit }
//!   score: int64         all counted from 1
//! ```

use crate::calls::teach::techniques;
use crate::columns::{Column, Columns};
use crate::crew;
use crate::table::{Answers, Asked, Keeps, Question, answer_rows};
use arrow_array::{Array, ArrayRef, Int8Array, Int64Array, ListArray, StringArray, StructArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{Field, Fields};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::num::NonZeroUsize;
use std::sync::Arc;
use veridoku_api::path::{PathResult, find_path};
use veridoku_api::technique_options::NotationName;
use veridoku_core::Candidate;
use veridoku_core::text::Record;
use veridoku_logic::{Ladder, SolutionPath, Technique};

/// The most rows of a batch: a path takes some four kilobytes.
const PIECE: usize = 1 << 15;
/// The puzzles that a thread takes at once.
const PORTION: usize = 8;

/// Solves many puzzles step by step.
#[pyfunction]
#[pyo3(signature = (puzzles, column, threads, **asked))]
pub(crate) fn path_many<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: &str,
    threads: Option<NonZeroUsize>,
    asked: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let ladder = techniques(py, asked)?.ladder();
    let question =
        Question { column, answers: Answers::Arrow, piece: PIECE, ..Question::new("path/1", Keeps::Rows) };
    let threads = crew::threads(threads);
    answer_rows(py, puzzles, &question, |asked| columns(py, &asked, threads, &ladder))
}

/// A path in little space: the steps of a batch would take gigabytes as they are.
struct Trace {
    is_solved: Option<bool>,
    level: Option<&'static str>,
    score: Option<u32>,
    reason: Option<String>,
    /// The steps, with the numbers of their placements and eliminations.
    steps: Vec<(Technique, [u16; 2])>,
    /// The placements of all steps, and the eliminations.
    candidates: [Vec<Candidate>; 2],
}

impl Trace {
    /// The path of a puzzle, or as much of it as there is.
    fn walk(record: Result<Record, String>, ladder: &Ladder) -> Trace {
        let PathResult { path, reason, .. } = match record {
            Ok(record) => find_path(&record.puzzle, ladder, NotationName::default()),
            Err(reason) => PathResult { start: None, path: None, reason: Some(reason) },
        };
        let mut trace = Trace {
            is_solved: path.as_ref().map(SolutionPath::is_solved),
            // A path that stops half way says nothing about difficulty.
            level: path.as_ref().filter(|path| path.is_solved()).map(|path| path.level().name()),
            score: path.as_ref().filter(|path| path.is_solved()).map(SolutionPath::score),
            reason,
            steps: Vec::new(),
            candidates: [Vec::new(), Vec::new()],
        };
        for step in path.iter().flat_map(|path| &path.steps) {
            let sets = [&step.placements, &step.eliminations];
            trace.steps.push((step.technique, sets.map(|set| set.len() as u16)));
            for (candidates, set) in trace.candidates.iter_mut().zip(sets) {
                candidates.extend(set.iter());
            }
        }
        trace
    }
}

fn columns(py: Python<'_>, asked: &Asked<'_, '_>, threads: usize, ladder: &Ladder) -> PyResult<Columns> {
    let walk = |(): &mut (), index: usize, _: &_| Trace::walk(asked.rows.record(index), ladder);
    let traces = crew::map(py, threads, asked.rows.len(), PORTION, || (), walk)?;
    Ok(vec![
        ("solved", Column::Flags(traces.iter().map(|trace| trace.is_solved.map_or(-1, i8::from)).collect())),
        ("level", Column::Names(traces.iter().map(|trace| trace.level).collect())),
        ("score", Column::Whole(traces.iter().map(|trace| trace.score.map_or(-1, i64::from)).collect())),
        ("reason", Column::Texts(traces.iter().map(|trace| trace.reason.clone()).collect())),
        ("steps", Column::Nested(steps(&traces))),
    ])
}

/// The steps of all paths.
fn steps(traces: &[Trace]) -> ArrayRef {
    let all = || traces.iter().flat_map(|trace| &trace.steps);
    let entries = || all().map(|(technique, _)| technique.description());
    let technique: StringArray = entries().map(|entry| Some(entry.name)).collect();
    let code: StringArray = entries().map(|entry| Some(entry.code)).collect();
    let score: Int64Array = entries().map(|entry| Some(i64::from(entry.score))).collect();
    let candidates = |which: usize| {
        let flat = traces.iter().flat_map(|trace| &trace.candidates[which]);
        lists(candidates(&flat), all().map(|(_, counts)| usize::from(counts[which])))
    };
    let table = table([
        ("technique", Arc::new(technique)),
        ("code", Arc::new(code)),
        ("score", Arc::new(score)),
        ("placements", candidates(0)),
        ("eliminations", candidates(1)),
    ]);
    lists(table, traces.iter().map(|trace| trace.steps.len()))
}

/// Candidates as row, column and digit from 1.
fn candidates<'a>(candidates: &(impl Iterator<Item = &'a Candidate> + Clone)) -> ArrayRef {
    let number = |of: fn(&Candidate) -> usize| -> ArrayRef {
        Arc::new(Int8Array::from_iter_values(candidates.clone().map(|candidate| of(candidate) as i8 + 1)))
    };
    table([
        ("row", number(|candidate| candidate.cell().row_index())),
        ("column", number(|candidate| candidate.cell().column_index())),
        ("digit", number(|candidate| candidate.digit().index())),
    ])
}

/// Columns side by side.
fn table<const N: usize>(columns: [(&str, ArrayRef); N]) -> ArrayRef {
    let fields = columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), false));
    let fields: Fields = fields.collect();
    Arc::new(StructArray::new(fields, columns.map(|(_, array)| array).to_vec(), None))
}

/// Values cut into lists of these lengths.
fn lists(values: ArrayRef, lengths: impl Iterator<Item = usize>) -> ArrayRef {
    let item = Arc::new(Field::new("item", values.data_type().clone(), false));
    Arc::new(ListArray::new(item, OffsetBuffer::from_lengths(lengths), values, None))
}
