//! Generates random equivalent puzzles for many puzzles, for example to augment training data.
//!
//! As in `veridoku augment`, the transforms depend only on the seed and the puzzle, not on its position or on
//! the other rows.

use crate::columns::{CellEncoding, ResultColumn, ResultColumns};
use crate::rows::{CELLS, PuzzleRows};
use crate::table::{BulkInput, BulkRequest, OutputMemory, OutputRows, process_rows};
use crate::workers;
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use veridoku_api::augment::{Options, transforms};
use veridoku_api::canon::clues;
use veridoku_api::pipeline::StopFlag;
use veridoku_api::transform;
use veridoku_core::symmetry::{Axes, Transform};
use veridoku_core::{Digit, Grid, Puzzle};

/// The number of results for which a thread takes puzzles at once.
const CHUNK: usize = 1 << 12;

/// Generates equivalent puzzles for many puzzles.
#[pyfunction]
#[pyo3(signature = (puzzles, column, prefix, solutions, solution_column, count, seed, threads))]
#[allow(clippy::too_many_arguments, reason = "called from Python by name")]
pub(crate) fn augment_many<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: &str,
    prefix: &str,
    solutions: Option<&Bound<'py, PyAny>>,
    solution_column: Option<&str>,
    count: u64,
    seed: u64,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Options { count: Some(count), seed, ..Options::default() };
    let request = BulkRequest {
        column,
        solutions,
        solution_column,
        prefix,
        ..BulkRequest::new("augment/1", OutputRows::AnyNumber)
    };
    process_rows(py, puzzles, &request, |input| {
        let results = input.rows.len().saturating_mul(usize::try_from(count).unwrap_or(usize::MAX));
        columns(py, &input, workers::for_fast_rows(threads, results)?, &options)
    })
}

/// The result columns for a range of input rows.
#[derive(Default)]
struct EquivalentRows {
    /// The index of the input row of each result.
    sources: Vec<i64>,
    puzzles: Vec<u8>,
    solutions: Vec<u8>,
    /// The identity for an input row that cannot be read.
    transforms: Vec<Transform>,
    /// Why input rows cannot be read, by the index of the result.
    reasons: Vec<(usize, String)>,
}

fn columns(
    py: Python<'_>,
    input: &BulkInput<'_, '_>,
    threads: usize,
    options: &Options,
) -> PyResult<ResultColumns> {
    let augment = |(): &mut (), indices: Range<usize>, stop: &StopFlag| {
        let mut results = EquivalentRows::default();
        for index in indices {
            results.add(input, index, options, stop);
        }
        results
    };
    let per_puzzle = usize::try_from(options.count.unwrap_or(1)).unwrap_or(usize::MAX);
    let chunk = (CHUNK / per_puzzle.max(1)).max(1);
    let chunks = workers::map_chunks(py, threads, input.rows.len(), chunk, || (), augment)?;
    let mut all = EquivalentRows::with_capacity(chunks.iter().map(|chunk| chunk.sources.len()).sum(), input);
    for mut chunk in chunks {
        let before = all.sources.len();
        all.sources.append(&mut chunk.sources);
        all.puzzles.append(&mut chunk.puzzles);
        all.solutions.append(&mut chunk.solutions);
        all.transforms.append(&mut chunk.transforms);
        all.reasons.extend(chunk.reasons.into_iter().map(|(index, reason)| (before + index, reason)));
    }
    let EquivalentRows { sources, puzzles, solutions, transforms, reasons } = all;
    let count = sources.len();
    let valid = (!reasons.is_empty()).then(|| {
        let mut valid = vec![true; count];
        for &(index, _) in &reasons {
            valid[index] = false;
        }
        valid
    });
    let grids = |bytes| ResultColumn::Grids { cells: input.cells, bytes, valid: valid.clone() };
    let mut columns = vec![("row", ResultColumn::Integers(sources)), ("puzzle", grids(puzzles))];
    if input.solutions.is_some() {
        columns.push(("solution", grids(solutions)));
    }
    match input.memory {
        OutputMemory::Arrow => {
            let is_valid = |index: usize| valid.as_ref().is_none_or(|valid| valid[index]);
            let text =
                |(index, transform): (usize, &Transform)| is_valid(index).then(|| transform.to_string());
            columns.push((
                "transform",
                ResultColumn::Strings(transforms.iter().enumerate().map(text).collect()),
            ));
        }
        OutputMemory::Numpy => columns.extend(transform_arrays(&transforms)),
    }
    columns.push(("reason", ResultColumn::Reasons { count, reasons }));
    Ok(columns)
}

impl EquivalentRows {
    fn with_capacity(count: usize, input: &BulkInput<'_, '_>) -> EquivalentRows {
        EquivalentRows {
            sources: Vec::with_capacity(count),
            puzzles: Vec::with_capacity(CELLS * count),
            solutions: Vec::with_capacity(input.solutions.map_or(0, |_| CELLS * count)),
            transforms: Vec::with_capacity(count),
            reasons: Vec::new(),
        }
    }

    /// Adds the equivalent puzzles of an input row, or one row with the reason why it cannot be read.
    fn add(&mut self, input: &BulkInput<'_, '_>, index: usize, options: &Options, stop: &AtomicBool) {
        let source = (input.rows_before + index).cast_signed() as i64;
        match PuzzleWithSolution::read(input.rows, input.solutions, index) {
            // A single result needs no check for duplicates. It is the same as the first of several.
            Ok(original) if options.count == Some(1) => {
                let mut random = transform::random(&Puzzle::from(original.puzzle), options.seed);
                self.push(source, input.cells, &original, &Transform::random(&mut random));
            }
            Ok(original) => {
                let is_running = |_: &Transform| !stop.load(Ordering::Relaxed);
                for transform in transforms(&original.puzzle.into(), options).take_while(is_running) {
                    self.push(source, input.cells, &original, &transform);
                }
            }
            Err(reason) => {
                self.reasons.push((self.sources.len(), reason));
                self.sources.push(source);
                self.puzzles.extend([0; CELLS]);
                self.solutions.extend(input.solutions.map_or(&[][..], |_| &[0; CELLS][..]));
                self.transforms.push(Transform::IDENTITY);
            }
        }
    }

    fn push(
        &mut self,
        source: i64,
        cells: CellEncoding,
        original: &PuzzleWithSolution,
        transform: &Transform,
    ) {
        let write = |grid: &Grid, bytes: &mut Vec<u8>| match cells {
            CellEncoding::Numbers => bytes.extend_from_slice(transform.apply(grid).as_bytes()),
            CellEncoding::Characters => bytes.extend_from_slice(&transform.apply(grid).to_line()),
        };
        self.sources.push(source);
        write(&original.puzzle, &mut self.puzzles);
        if let Some(solution) = &original.solution {
            write(solution, &mut self.solutions);
        }
        self.transforms.push(*transform);
    }
}

/// A puzzle, with its solution if one was given.
struct PuzzleWithSolution {
    puzzle: Grid,
    solution: Option<Grid>,
}

impl PuzzleWithSolution {
    fn read(
        puzzles: &PuzzleRows<'_>,
        solutions: Option<&PuzzleRows<'_>>,
        index: usize,
    ) -> Result<PuzzleWithSolution, String> {
        let grid = |rows: &PuzzleRows<'_>| clues(&rows.record(index)?.puzzle).map_err(|error| error.error);
        let solution = solutions.map(grid).transpose().map_err(|reason| format!("solution: {reason}"))?;
        let puzzle = grid(puzzles)?;
        if let Some(reason) = solution.and_then(|solution| solution_error(&puzzle, &solution)) {
            return Err(format!("solution: {reason}"));
        }
        Ok(PuzzleWithSolution { puzzle, solution })
    }
}

/// Returns the reason why a grid is not a solution of a puzzle, or `None` if it is one.
fn solution_error(puzzle: &Grid, solution: &Grid) -> Option<String> {
    if let Some(cell) = (!solution.filled()).first() {
        return Some(format!("found a blank in {cell}, expected a digit"));
    }
    if let Some(cell) = (puzzle.differences(solution) & puzzle.filled()).first() {
        return Some(format!("found another digit than the clue in {cell}"));
    }
    solution.has_repetition().then(|| "found a digit twice in a row, column or box".to_string())
}

/// Returns the transforms as arrays for NumPy indexing: `rows` and `columns` give the source of each row and
/// column, and `digits` maps old digits to new ones.
fn transform_arrays(transforms: &[Transform]) -> ResultColumns {
    let digits = |transform: &Transform| {
        let mut digits = [0; 10];
        for (new, digit) in digits[1..].iter_mut().zip(Digit::ALL) {
            *new = transform.digit(digit).number();
        }
        digits
    };
    let transpose = transforms.iter().map(|transform| u8::from(transform.axes() == Axes::Exchanged));
    let rows: Vec<[u8; 9]> = transforms.iter().map(Transform::rows).collect();
    let columns: Vec<[u8; 9]> = transforms.iter().map(Transform::columns).collect();
    let digits: Vec<[u8; 10]> = transforms.iter().map(digits).collect();
    vec![
        ("transpose", ResultColumn::SmallIntegers { numbers: transpose.collect(), valid: None }),
        ("rows", ResultColumn::Bytes { width: 9, bytes: rows.into_flattened() }),
        ("columns", ResultColumn::Bytes { width: 9, bytes: columns.into_flattened() }),
        ("digits", ResultColumn::Bytes { width: 10, bytes: digits.into_flattened() }),
    ]
}
