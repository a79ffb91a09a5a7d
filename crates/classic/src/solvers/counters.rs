//! Backtracking with counters, visiting every cell.
//!
//! **Idea.** For each row, column and box count how often each digit stands in it; `place` adds
//! one in three counters, `remove` takes one away, and a digit fits where the three counts are
//! zero. The walk goes over all 81 cells: a given cell passes the search on to the next one.
//!
//! Counters can do what truth values cannot. When a digit stands twice in a row and one of the two
//! is removed, a truth value would say that none is left. So a solver with counters may place
//! first and look afterwards, and an interactive board that shows conflicts is built on them.
//!
//! **Cost.** The placements are those of [`tables`](super::tables), 4,208 on the sample puzzle, and
//! the tries as well. The calls are more, 6,428, because every given that is passed costs one.
//!
//! **Weakness.** A given in the middle is passed again each time the search comes by. A list of
//! the empty cells saves a third of the calls here.
//!
//! **Next.** [`singles_first`](super::singles_first) fills cells for which no guess is needed.

use crate::{Flow, Observer, SearchEnd, SolverRun};
use veridoku_core::{Cell, Digit, Grid, House};

/// Searches by backtracking with counters.
pub fn search(run: &mut SolverRun<'_, impl Observer>) -> SearchEnd {
    let mut counters = DigitCounts { grid: Grid::EMPTY, counts: [[0; 9]; House::COUNT] };
    for (cell, digit) in run.puzzle().values().values() {
        counters.place(cell, digit);
    }
    counters.visit(0, run).into()
}

struct DigitCounts {
    grid: Grid,
    /// How often each digit stands in each house.
    counts: [[u8; 9]; House::COUNT],
}

impl DigitCounts {
    /// Visits the cell with this index and, in every way it can be filled, those after it.
    fn visit(&mut self, index: usize, run: &mut SolverRun<'_, impl Observer>) -> Flow {
        run.call(index)?;
        let Some(cell) = Cell::from_index(index) else {
            return run.solved(&self.grid, index);
        };
        if self.grid.get(cell).is_some() {
            return self.visit(index + 1, run);
        }
        for digit in run.puzzle().allowed(cell) {
            run.try_digit(cell, digit, index);
            if self.fits(cell, digit) {
                self.place(cell, digit);
                run.place(cell, digit, index);
                self.visit(index + 1, run)?;
                self.remove(cell, digit);
                run.undo(cell, digit, index);
            }
        }
        Flow::Continue(())
    }

    fn fits(&self, cell: Cell, digit: Digit) -> bool {
        cell.houses().iter().all(|house| self.counts[house.index()][digit.index()] == 0)
    }

    fn place(&mut self, cell: Cell, digit: Digit) {
        self.grid.set(cell, Some(digit));
        for house in cell.houses() {
            self.counts[house.index()][digit.index()] += 1;
        }
    }

    fn remove(&mut self, cell: Cell, digit: Digit) {
        self.grid.set(cell, None);
        for house in cell.houses() {
            self.counts[house.index()][digit.index()] -= 1;
        }
    }
}
