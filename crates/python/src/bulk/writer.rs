//! Answers of the engine as bytes of columns.
//!
//! Nearly all rows have one solution, and take the short way: 81 bytes and a status. All others, and those that the engine
//! did not see, take the long one.

use crate::bulk::belt::{Open, Places};
use crate::bulk::solve::{Job, Minimality, Reasons, STATUSES};
use crate::columns::Cells;
use crate::rows::{CELLS, Row};
use std::sync::{Mutex, PoisonError};
use veridoku_core::batch::Answer;
use veridoku_core::solve::End;
use veridoku_core::{Grid, Puzzle, Status, Verdict, redundant_clues};

/// Writes answers where they belong.
#[derive(Copy, Clone)]
pub(super) struct Writer<'w> {
    pub(super) job: Job,
    pub(super) cells: Cells,
    pub(super) reasons: &'w Mutex<Vec<(usize, String)>>,
}

impl Writer<'_> {
    /// Writes the answers to a task; the clues are there since it was read.
    pub(super) fn write(&self, task: Open<'_>, grids: &[Grid], answers: &[Answer]) {
        let Open { mut places, others, .. } = task;
        let mut others = others.into_iter().peekable();
        let unique = number(Status::Unique);
        for (place, (grid, answer)) in grids.iter().zip(answers).enumerate() {
            if let Answer { count: 1, end: End::Complete, first: Some(solution), .. } = answer {
                places.statuses[place] = unique;
                self.write_solution(&mut places, place, solution);
                if self.job.minimal == Minimality::Told {
                    let redundant = redundant_clues(grid, self.job.limits.nodes);
                    places.minimal[place] = redundant.map_or(-1, |redundant| i8::from(redundant.is_empty()));
                }
            } else if let Some((_, row)) = others.next_if(|&(other, _)| other == place) {
                self.write_other(&mut places, place, row);
            } else {
                self.write_unsolved(&mut places, place, grid, answer);
            }
        }
    }

    #[inline]
    fn write_solution(&self, places: &mut Places<'_>, place: usize, solution: &Grid) {
        let cells = &mut places.solutions.as_chunks_mut::<CELLS>().0[place];
        *cells = *solution.as_bytes();
        if self.cells == Cells::Characters {
            for cell in cells {
                *cell += b'0';
            }
        }
    }

    /// Answers a grid that has no solution, or several.
    #[cold]
    fn write_unsolved(&self, places: &mut Places<'_>, place: usize, grid: &Grid, answer: &Answer) {
        let status = match (answer.count, answer.end) {
            (0, End::Complete) if grid.has_repetition() => Status::Invalid,
            (0, End::Complete) => Status::None,
            (2.., _) => Status::Multiple,
            _ => Status::Undecided,
        };
        places.statuses[place] = number(status);
        places.solutions.as_chunks_mut::<CELLS>().0[place] = [0; CELLS];
        if self.job.reasons == Reasons::All {
            let verdict = Verdict::of(&Puzzle::from(*grid), self.job.limits.nodes);
            self.tell(places.start + place, verdict.reason());
        }
    }

    /// Answers a row that is no grid; whether its clues are needed is not asked.
    #[cold]
    fn write_other(&self, places: &mut Places<'_>, place: usize, row: Row) {
        places.solutions.as_chunks_mut::<CELLS>().0[place] = [0; CELLS];
        places.clues[place] = 0;
        let puzzle = match row {
            Row::Record(record) => record.puzzle,
            Row::Unreadable(reason) => return self.tell(places.start + place, Some(reason)),
            Row::Grid(grid) => Puzzle::from(grid),
        };
        let verdict = Verdict::of(&puzzle, self.job.limits.nodes);
        places.statuses[place] = number(verdict.status());
        places.clues[place] = puzzle.givens().len() as u8;
        match verdict.solution() {
            Some(solution) => self.write_solution(places, place, solution),
            None if self.job.reasons == Reasons::All => self.tell(places.start + place, verdict.reason()),
            None => {}
        }
    }

    fn tell(&self, index: usize, reason: Option<String>) {
        let mut reasons = self.reasons.lock().unwrap_or_else(PoisonError::into_inner);
        reasons.extend(reason.map(|reason| (index, reason)));
    }
}

/// The number of a status among [`STATUSES`].
fn number(status: Status) -> u8 {
    STATUSES.iter().position(|&name| name == status.name()).unwrap_or_default() as u8
}
