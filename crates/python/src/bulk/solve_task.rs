//! A task of `solve_many`: a range of rows, and the parts of the result columns that belong to it.
//!
//! This code determines the overhead per row. Each row is read once and its result is written once; in
//! between, both stay in the CPU cache. Nearly all rows have a unique solution and take the fast path: 81
//! bytes and a status. All other rows take the slow path, including those that are not passed to the solver
//! because they are not plain grids.

use crate::columns::CellEncoding;
use crate::rows::{CELLS, PuzzleRows, RowPuzzle};
use veridoku_api::solve::wrong_solution;
use veridoku_core::batch::STREAM_BATCH;
use veridoku_core::solve::{End, Limits, SearchResult};
use veridoku_core::{Grid, Puzzle, Status, Verdict, redundant_clues};
use veridoku_formats::Record;

/// The number of puzzles in a task: few enough to stay in the cache until their results are written.
pub(super) const TASK_ROWS: usize = STREAM_BATCH;

/// The values of the column `status`, in the order of their codes.
pub(super) const STATUSES: [&str; 6] = ["unreadable", "unique", "multiple", "none", "invalid", "undecided"];

/// The settings of a call.
#[derive(Copy, Clone, Debug)]
pub(super) struct SolveSettings {
    pub(super) limits: Limits,
    /// Whether to test which puzzles are minimal.
    pub(super) minimal: bool,
    /// Whether all rows without a unique solution get a reason, not only unreadable ones.
    pub(super) explain: bool,
    pub(super) cells: CellEncoding,
}

/// The rows that the tasks of a call read.
#[derive(Copy, Clone)]
pub(super) struct TaskRows<'a> {
    pub(super) puzzles: &'a PuzzleRows<'a>,
    /// The solutions in the input, if it has any. They are compared with the right ones.
    pub(super) solutions: Option<&'a PuzzleRows<'a>>,
}

/// The parts of the result columns that a task writes.
pub(super) struct TaskOutput<'a> {
    /// The index of the first row.
    pub(super) start: usize,
    pub(super) statuses: &'a mut [u8],
    pub(super) solutions: &'a mut [u8],
    pub(super) clues: &'a mut [u8],
    /// Empty unless requested.
    pub(super) minimal: &'a mut [i8],
}

/// The reasons for some rows, by row index.
pub(super) type Reasons = Vec<(usize, String)>;

/// A task whose rows have been read.
pub(super) struct SolveTask<'a> {
    output: TaskOutput<'a>,
    /// The rows that are not plain grids, with their index in the task.
    non_grids: Vec<(usize, RowPuzzle)>,
    reasons: Reasons,
}

impl<'a> SolveTask<'a> {
    /// Reads the rows of a task, and writes their numbers of clues. The grids are added to `grids`.
    pub(super) fn read(rows: &PuzzleRows<'_>, output: TaskOutput<'a>, grids: &mut Vec<Grid>) -> Self {
        let (start, count) = (output.start, output.clues.len());
        let mut non_grids = Vec::new();
        let old_length = grids.len();
        grids.resize(old_length + count, Grid::EMPTY);
        let mut targets = grids[old_length..].iter_mut().zip(&mut *output.clues).enumerate();
        rows.each_grid(start..start + count, |grid| {
            let Some((index, (target, clues))) = targets.next() else { return };
            *target = grid.unwrap_or_else(|| read_slowly(rows.read(start + index), index, &mut non_grids));
            *clues = target.as_bytes().iter().map(|&number| u8::from(number != 0)).sum();
        });
        SolveTask { output, non_grids, reasons: Vec::new() }
    }

    /// Returns the number of rows.
    #[cfg(feature = "gpu")]
    pub(super) fn len(&self) -> usize {
        self.output.clues.len()
    }

    /// Writes the results, and returns the reasons.
    pub(super) fn write(
        mut self,
        settings: SolveSettings,
        solutions: Option<&PuzzleRows<'_>>,
        grids: &[Grid],
        answers: &[SearchResult],
    ) -> Reasons {
        let mut non_grids = std::mem::take(&mut self.non_grids).into_iter().peekable();
        let unique = status_code(Status::Unique);
        for (index, (grid, answer)) in grids.iter().zip(answers).enumerate() {
            if let Some(solution) = answer.unique() {
                self.output.statuses[index] = unique;
                self.write_solution(settings, index, solution);
                if let Some(solutions) = solutions {
                    self.compare(solutions, index, solution);
                }
                if settings.minimal {
                    let redundant = redundant_clues(grid, settings.limits.nodes);
                    self.output.minimal[index] =
                        redundant.map_or(-1, |redundant| i8::from(redundant.is_empty()));
                }
            } else if let Some((_, row)) = non_grids.next_if(|&(next, _)| next == index) {
                self.write_non_grid(settings, solutions, index, row);
            } else {
                self.write_not_unique(settings, index, grid, answer);
            }
        }
        self.reasons
    }

    #[inline]
    fn write_solution(&mut self, settings: SolveSettings, index: usize, solution: &Grid) {
        let cells = &mut self.output.solutions.as_chunks_mut::<CELLS>().0[index];
        *cells = *solution.as_bytes();
        if settings.cells == CellEncoding::Characters {
            for cell in cells {
                *cell += b'0';
            }
        }
    }

    /// Writes the result of a grid that has no solution or several, or whose search was stopped by the node
    /// budget.
    #[cold]
    fn write_not_unique(
        &mut self,
        settings: SolveSettings,
        index: usize,
        grid: &Grid,
        answer: &SearchResult,
    ) {
        let status = match (answer.count, answer.end) {
            (0, End::Complete) if grid.has_repetition() => Status::Invalid,
            (0, End::Complete) => Status::None,
            (2.., _) => Status::Multiple,
            _ => Status::Undecided,
        };
        self.output.statuses[index] = status_code(status);
        self.output.solutions.as_chunks_mut::<CELLS>().0[index] = [0; CELLS];
        if settings.explain {
            let verdict = Verdict::of(&Puzzle::from(*grid), settings.limits.nodes);
            self.add_reason(index, verdict.reason());
        }
    }

    /// Solves a row that is not a plain grid and writes its result. Minimality is tested only for clues.
    #[cold]
    fn write_non_grid(
        &mut self,
        settings: SolveSettings,
        solutions: Option<&PuzzleRows<'_>>,
        index: usize,
        row: RowPuzzle,
    ) {
        self.output.solutions.as_chunks_mut::<CELLS>().0[index] = [0; CELLS];
        self.output.clues[index] = 0;
        let record = match row {
            RowPuzzle::Record(record) => *record,
            RowPuzzle::Unreadable(reason) => return self.add_reason(index, Some(reason)),
            RowPuzzle::Grid(grid) => Record::from(Puzzle::from(grid)),
        };
        let puzzle = &record.puzzle;
        let verdict = Verdict::of(puzzle, settings.limits.nodes);
        self.output.statuses[index] = status_code(verdict.status());
        self.output.clues[index] = puzzle.givens().len() as u8;
        match verdict.solution() {
            Some(solution) => {
                self.write_solution(settings, index, solution);
                match solutions {
                    Some(solutions) if record.solution.is_none() => self.compare(solutions, index, solution),
                    _ => self.add_reason(index, wrong_solution(&record, &verdict)),
                }
                if settings.minimal && puzzle.written_candidates().is_none() {
                    let redundant = redundant_clues(puzzle.values(), settings.limits.nodes);
                    self.output.minimal[index] =
                        redundant.map_or(-1, |redundant| i8::from(redundant.is_empty()));
                }
            }
            None if settings.explain => self.add_reason(index, verdict.reason()),
            None => {}
        }
    }

    /// Compares the solution in the input with the right one.
    #[inline]
    fn compare(&mut self, solutions: &PuzzleRows<'_>, index: usize, right: &Grid) {
        match solutions.solution(self.output.start + index) {
            Some(Ok(given)) if given != *right => {
                let record = Record { solution: Some(given), ..Record::from(Puzzle::default()) };
                self.add_reason(index, wrong_solution(&record, &Verdict::Unique(*right)));
            }
            Some(Err(reason)) => self.add_reason(index, Some(format!("solution: {reason}"))),
            _ => {}
        }
    }

    fn add_reason(&mut self, index: usize, reason: Option<String>) {
        self.reasons.extend(reason.map(|reason| (self.output.start + index, reason)));
    }
}

/// Returns the grid of a row that the fast path could not read. A row that is not a plain grid is added to
/// `non_grids`, and a placeholder is returned.
#[cold]
fn read_slowly(row: RowPuzzle, index: usize, non_grids: &mut Vec<(usize, RowPuzzle)>) -> Grid {
    if let RowPuzzle::Grid(grid) = row {
        return grid;
    }
    non_grids.push((index, row));
    // The digit 1 twice in row 1, which the solver rejects immediately.
    Grid::from_bytes(std::array::from_fn(|cell| u8::from(cell < 2))).unwrap_or_default()
}

/// Returns the index of a status in [`STATUSES`].
fn status_code(status: Status) -> u8 {
    STATUSES.iter().position(|&name| name == status.name()).unwrap_or_default() as u8
}
