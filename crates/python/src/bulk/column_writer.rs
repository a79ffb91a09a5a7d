//! Writes the solver's answers into the result columns.
//!
//! Nearly all rows have a unique solution and take the fast path: 81 bytes and a status. All other rows take
//! the slow path, including those that were not passed to the solver because they are not plain grids.

use crate::bulk::feed::{PendingTask, TaskOutput};
use crate::bulk::solve::{MinimalColumn, ReasonRows, STATUSES, SolveSettings};
use crate::columns::CellEncoding;
use crate::rows::{CELLS, RowPuzzle};
use std::sync::{Mutex, PoisonError};
use veridoku_core::solve::{End, SearchResult};
use veridoku_core::{Grid, Puzzle, Status, Verdict, redundant_clues};

/// Writes answers into the result columns.
#[derive(Copy, Clone)]
pub(super) struct ColumnWriter<'w> {
    pub(super) settings: SolveSettings,
    pub(super) cells: CellEncoding,
    pub(super) reasons: &'w Mutex<Vec<(usize, String)>>,
}

impl ColumnWriter<'_> {
    /// Writes the results of a task, except for the numbers of clues, which `read_rows` has written.
    pub(super) fn write(&self, task: PendingTask<'_>, grids: &[Grid], answers: &[SearchResult]) {
        let PendingTask { mut output, non_grids, .. } = task;
        let mut non_grids = non_grids.into_iter().peekable();
        let unique = status_code(Status::Unique);
        for (index, (grid, answer)) in grids.iter().zip(answers).enumerate() {
            if let Some(solution) = answer.unique() {
                output.statuses[index] = unique;
                self.write_solution(&mut output, index, solution);
                if self.settings.minimal == MinimalColumn::Included {
                    let redundant = redundant_clues(grid, self.settings.limits.nodes);
                    output.minimal[index] = redundant.map_or(-1, |redundant| i8::from(redundant.is_empty()));
                }
            } else if let Some((_, row)) = non_grids.next_if(|&(next, _)| next == index) {
                self.write_non_grid(&mut output, index, row);
            } else {
                self.write_not_unique(&mut output, index, grid, answer);
            }
        }
    }

    #[inline]
    fn write_solution(&self, output: &mut TaskOutput<'_>, index: usize, solution: &Grid) {
        let cells = &mut output.solutions.as_chunks_mut::<CELLS>().0[index];
        *cells = *solution.as_bytes();
        if self.cells == CellEncoding::Characters {
            for cell in cells {
                *cell += b'0';
            }
        }
    }

    /// Writes the result of a grid that has no solution or several, or whose search was stopped by the node
    /// budget.
    #[cold]
    fn write_not_unique(
        &self,
        output: &mut TaskOutput<'_>,
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
        output.statuses[index] = status_code(status);
        output.solutions.as_chunks_mut::<CELLS>().0[index] = [0; CELLS];
        if self.settings.reasons == ReasonRows::NotUnique {
            let verdict = Verdict::of(&Puzzle::from(*grid), self.settings.limits.nodes);
            self.add_reason(output.start + index, verdict.reason());
        }
    }

    /// Solves a row that is not a plain grid and writes its result. Minimality is not tested for such rows.
    #[cold]
    fn write_non_grid(&self, output: &mut TaskOutput<'_>, index: usize, row: RowPuzzle) {
        output.solutions.as_chunks_mut::<CELLS>().0[index] = [0; CELLS];
        output.clues[index] = 0;
        let puzzle = match row {
            RowPuzzle::Record(record) => record.puzzle,
            RowPuzzle::Unreadable(reason) => return self.add_reason(output.start + index, Some(reason)),
            RowPuzzle::Grid(grid) => Puzzle::from(grid),
        };
        let verdict = Verdict::of(&puzzle, self.settings.limits.nodes);
        output.statuses[index] = status_code(verdict.status());
        output.clues[index] = puzzle.givens().len() as u8;
        match verdict.solution() {
            Some(solution) => self.write_solution(output, index, solution),
            None if self.settings.reasons == ReasonRows::NotUnique => {
                self.add_reason(output.start + index, verdict.reason());
            }
            None => {}
        }
    }

    fn add_reason(&self, row: usize, reason: Option<String>) {
        let mut reasons = self.reasons.lock().unwrap_or_else(PoisonError::into_inner);
        reasons.extend(reason.map(|reason| (row, reason)));
    }
}

/// Returns the index of a status in [`STATUSES`].
fn status_code(status: Status) -> u8 {
    STATUSES.iter().position(|&name| name == status.name()).unwrap_or_default() as u8
}
