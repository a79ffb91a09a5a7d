//! Backtracking with counters, visiting every cell.
//!
//! **Idea.** For each row, column and box, count how often it contains each digit. `place` increments
//! three counters, and `remove` decrements them. A digit fits if all three counts are zero. The search
//! visits all 81 cells; at a given cell, it simply continues with the next one.
//!
//! Counters can do something that booleans cannot. If a row contains a digit twice and one of the two
//! is removed, a boolean would wrongly become false. So a solver with counters can place a digit first
//! and check afterwards, and interactive boards use counters to show conflicts.
//!
//! **Cost.** The placements and tries are the same as for [`tables`](super::tables): 4,208 placements
//! on the sample puzzle. But there are more calls, 6,428, because every visit to a given cell costs one.
//!
//! **Weakness.** The search passes the same given cells again and again. A list of the empty cells
//! saves a third of the calls here.
//!
//! **Next.** [`singles_first`](super::singles_first) fills the cells that need no guess.

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

/// The grid, and how often each house contains each digit.
struct DigitCounts {
    grid: Grid,
    /// How often each house contains each digit.
    counts: [[u8; 9]; House::COUNT],
}

impl DigitCounts {
    /// Fills the cell with this index in every possible way, and then the cells after it.
    fn visit(&mut self, index: usize, run: &mut SolverRun<'_, impl Observer>) -> Flow {
        run.call()?;
        let Some(cell) = Cell::from_index(index) else {
            run.solved(&self.grid)?;
            return run.return_to_caller();
        };
        if self.grid.get(cell).is_some() {
            self.visit(index + 1, run)?;
            return run.return_to_caller();
        }
        run.choose(cell);
        for digit in run.puzzle().allowed(cell) {
            run.try_digit(cell, digit);
            if self.fits(cell, digit) {
                self.place(cell, digit);
                run.place(cell, digit);
                self.visit(index + 1, run)?;
                self.remove(cell, digit);
                run.undo(cell, digit);
            } else {
                run.conflict(cell, digit);
            }
        }
        run.return_to_caller()
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
