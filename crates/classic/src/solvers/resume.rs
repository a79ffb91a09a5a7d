//! Backtracking that continues from the next cell.
//!
//! **Idea.** In every call, [`restart`](super::restart) searches for an empty cell from the top,
//! although all cells before the one that it has just filled are full. This solver passes the
//! position to the next call, which continues from there.
//!
//! **Cost.** The same calls in the same order: 4,209 on the sample puzzle. Only the scan in each call
//! gets shorter: along one branch, all scans together visit each of the 81 cells once.
//!
//! **Weakness.** The order of the cells is the same. Faster calls do not help if there are a thousand
//! times too many of them.
//!
//! **Next.** [`tables`](super::tables) speeds up the other half of a call, the check.

use crate::{Flow, Observer, SearchEnd, SolverRun};
use veridoku_core::{Cell, Digit, Grid};

/// Searches by backtracking, cell by cell.
pub fn search(run: &mut SolverRun<'_, impl Observer>) -> SearchEnd {
    let mut grid = *run.puzzle().values();
    fill(&mut grid, 0, run).into()
}

/// Fills the empty cells, starting at index `start`; all cells before it are full.
fn fill(grid: &mut Grid, start: usize, run: &mut SolverRun<'_, impl Observer>) -> Flow {
    run.call()?;
    let next = Cell::all().skip(start).find(|&cell| grid.get(cell).is_none());
    let Some(cell) = next else {
        run.solved(grid)?;
        return run.return_to_caller();
    };
    run.choose(cell);
    for digit in run.puzzle().allowed(cell) {
        run.try_digit(cell, digit);
        if fits(grid, cell, digit) {
            grid.set(cell, Some(digit));
            run.place(cell, digit);
            fill(grid, cell.index() + 1, run)?;
            grid.set(cell, None);
            run.undo(cell, digit);
        } else {
            run.conflict(cell, digit);
        }
    }
    run.return_to_caller()
}

/// Reports whether the digit fits: no cell in the same row, column or box contains it.
fn fits(grid: &Grid, cell: Cell, digit: Digit) -> bool {
    cell.peers_in_order().iter().all(|&peer| grid.get(peer) != Some(digit))
}
