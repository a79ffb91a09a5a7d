//! Solves many puzzles step by step and returns the steps as nested Arrow columns.
//!
//! ```text
//! steps: list of
//!   technique: text      placements:   list of { row, column, digit }
//!   code: text           eliminations: list of { row, column, digit }
//!   score: int64         rows, columns and digits count from 1
//! ```

use crate::arguments;
use crate::columns::{ResultColumn, ResultColumns};
use crate::table::{BulkInput, BulkRequest, OutputPolicy, OutputRows, process_rows};
use crate::workers;
use arrow_array::{Array, ArrayRef, Int8Array, Int64Array, ListArray, StringArray, StructArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{Field, Fields};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use veridoku_api::path::{PathResult, find_path};
use veridoku_api::technique_options::Techniques;
use veridoku_core::Candidate;
use veridoku_formats::Record;
use veridoku_logic::{Ladder, Notation, PuzzleVerdicts, SolutionPath, Technique};

/// The maximum number of rows in a batch of the result; a path takes about four kilobytes.
const BATCH_ROWS: usize = 1 << 15;
/// The number of puzzles that a thread takes at once.
const CHUNK: usize = 8;

/// Solves many puzzles step by step.
#[pyfunction]
#[pyo3(signature = (puzzles, column, prefix, threads, techniques))]
pub(crate) fn path_many<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: &str,
    prefix: &str,
    threads: Option<i64>,
    techniques: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let ladder = arguments::parse::<Techniques>(techniques)?.ladder();
    let request = BulkRequest {
        column,
        prefix,
        output: OutputPolicy::AlwaysArrow,
        batch_rows: BATCH_ROWS,
        ..BulkRequest::new("path/1", OutputRows::OnePerInput)
    };
    let threads = workers::count(threads)?;
    process_rows(py, puzzles, &request, |input| columns(py, &input, threads, &ladder))
}

/// A path in compact form. The full steps of a batch would take gigabytes.
struct CompactPath {
    is_solved: Option<bool>,
    level: Option<&'static str>,
    score: Option<u32>,
    reason: Option<String>,
    /// The technique of each step, and its numbers of placements and eliminations.
    steps: Vec<(Technique, [u16; 2])>,
    /// The placements of all steps, and the eliminations of all steps.
    candidates: [Vec<Candidate>; 2],
}

impl CompactPath {
    /// Finds the path of a puzzle, as far as the techniques lead.
    fn find(record: Result<Record, String>, ladder: &Ladder) -> CompactPath {
        let PathResult { path, reason, .. } = match record {
            Ok(Record { puzzle, .. }) => {
                find_path(&puzzle, &PuzzleVerdicts::of(&puzzle), ladder, Notation::default())
            }
            Err(reason) => PathResult { start: None, path: None, reason: Some(reason) },
        };
        let mut compact = CompactPath {
            is_solved: path.as_ref().map(SolutionPath::is_solved),
            // The difficulty of a puzzle cannot be derived from an incomplete path.
            level: path.as_ref().filter(|path| path.is_solved()).map(|path| path.level().name()),
            score: path.as_ref().filter(|path| path.is_solved()).map(SolutionPath::score),
            reason,
            steps: Vec::new(),
            candidates: [Vec::new(), Vec::new()],
        };
        for step in path.iter().flat_map(|path| &path.steps) {
            let sets = [&step.placements, &step.eliminations];
            compact.steps.push((step.technique, sets.map(|set| set.len() as u16)));
            for (candidates, set) in compact.candidates.iter_mut().zip(sets) {
                candidates.extend(set.iter());
            }
        }
        compact
    }
}

fn columns(
    py: Python<'_>,
    input: &BulkInput<'_, '_>,
    threads: usize,
    ladder: &Ladder,
) -> PyResult<ResultColumns> {
    let find = |(): &mut (), index: usize, _: &_| CompactPath::find(input.rows.record(index), ladder);
    let paths = workers::map(py, threads, input.rows.len(), CHUNK, || (), find)?;
    let solved = paths.iter().map(|path| path.is_solved.map_or(-1, i8::from));
    let scores = paths.iter().map(|path| path.score.map_or(-1, i64::from));
    Ok(vec![
        ("solved", ResultColumn::Flags(solved.collect())),
        ("level", ResultColumn::Names(paths.iter().map(|path| path.level).collect())),
        ("score", ResultColumn::Integers(scores.collect())),
        ("reason", ResultColumn::Strings(paths.iter().map(|path| path.reason.clone()).collect())),
        ("steps", ResultColumn::Nested(steps(&paths))),
    ])
}

/// Returns the steps of all paths as a list column.
fn steps(paths: &[CompactPath]) -> ArrayRef {
    let all = || paths.iter().flat_map(|path| &path.steps);
    let descriptions = || all().map(|(technique, _)| technique.description());
    let technique: StringArray = descriptions().map(|description| Some(description.name)).collect();
    let code: StringArray = descriptions().map(|description| Some(description.code)).collect();
    let score: Int64Array = descriptions().map(|description| Some(i64::from(description.score))).collect();
    let candidates = |which: usize| {
        let flat = paths.iter().flat_map(|path| &path.candidates[which]);
        lists(candidates(&flat), all().map(|(_, counts)| usize::from(counts[which])))
    };
    let table = structs([
        ("technique", Arc::new(technique)),
        ("code", Arc::new(code)),
        ("score", Arc::new(score)),
        ("placements", candidates(0)),
        ("eliminations", candidates(1)),
    ]);
    lists(table, paths.iter().map(|path| path.steps.len()))
}

/// Returns candidates as structs of row, column and digit, counted from 1.
fn candidates<'a>(candidates: &(impl Iterator<Item = &'a Candidate> + Clone)) -> ArrayRef {
    let numbers = |index: fn(&Candidate) -> usize| -> ArrayRef {
        Arc::new(Int8Array::from_iter_values(candidates.clone().map(|candidate| index(candidate) as i8 + 1)))
    };
    structs([
        ("row", numbers(|candidate| candidate.cell().row_index())),
        ("column", numbers(|candidate| candidate.cell().column_index())),
        ("digit", numbers(|candidate| candidate.digit().index())),
    ])
}

/// Combines columns of equal length into a struct array.
fn structs<const N: usize>(columns: [(&str, ArrayRef); N]) -> ArrayRef {
    let fields = columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), false));
    let fields: Fields = fields.collect();
    Arc::new(StructArray::new(fields, columns.map(|(_, array)| array).to_vec(), None))
}

/// Splits values into lists of the given lengths.
fn lists(values: ArrayRef, lengths: impl Iterator<Item = usize>) -> ArrayRef {
    let item = Arc::new(Field::new("item", values.data_type().clone(), false));
    Arc::new(ListArray::new(item, OffsetBuffer::from_lengths(lengths), values, None))
}
