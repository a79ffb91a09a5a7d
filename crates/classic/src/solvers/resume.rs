//! Backtracking that goes on from the cell after.
//!
//! **Idea.** [`restart`](super::restart) looks for an empty cell from the top at every call,
//! although everything before the cell it has just filled is full. Tell the next call where to
//! start, and it goes on from there.
//!
//! **Cost.** The same calls in the same order, 4,209 on the sample puzzle. What shrinks is the
//! walk in each call: all walks down one branch together pass each of the 81 cells once.
//!
//! **Weakness.** It is the same blind order. Faster calls do not help where there are a thousand
//! times too many of them.
//!
//! **Next.** [`tables`](super::tables) makes the other half of the call cheap, the check.

use crate::{Flow, Observer, SearchEnd, SolverRun};
use veridoku_core::{Cell, Digit, Grid};

/// Searches by backtracking, cell after cell.
pub fn search(run: &mut SolverRun<'_, impl Observer>) -> SearchEnd {
    let mut grid = *run.puzzle().values();
    fill(&mut grid, 0, 0, run).into()
}

/// Fills the empty cells from the cell with index `start` on; those before it are full.
fn fill(grid: &mut Grid, start: usize, depth: usize, run: &mut SolverRun<'_, impl Observer>) -> Flow {
    run.call(depth)?;
    let next = Cell::all().skip(start).find(|&cell| grid.get(cell).is_none());
    let Some(cell) = next else {
        return run.solved(grid, depth);
    };
    for digit in run.puzzle().allowed(cell) {
        run.try_digit(cell, digit, depth);
        if fits(grid, cell, digit) {
            grid.set(cell, Some(digit));
            run.place(cell, digit, depth);
            fill(grid, cell.index() + 1, depth + 1, run)?;
            grid.set(cell, None);
            run.undo(cell, digit, depth);
        }
    }
    Flow::Continue(())
}

/// Whether no cell of the same row, column or box holds the digit.
fn fits(grid: &Grid, cell: Cell, digit: Digit) -> bool {
    cell.peers().iter().all(|peer| grid.get(peer) != Some(digit))
}
