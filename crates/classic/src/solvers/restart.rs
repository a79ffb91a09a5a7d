//! Backtracking that searches for the next empty cell from the start.
//!
//! **Idea.** Find the first empty cell. Write the lowest digit that none of its peers contains, and solve
//! the rest in the same way. If that fails, remove the digit and try the next one. If no digit is
//! left, return, and the caller continues with *its* next digit. This return is the backtracking.
//!
//! **Cost.** Still at most 9^e calls for `e` empty cells, but now a wrong digit ends a branch at the
//! first cell that conflicts with it. The sample puzzle with its 51 empty cells takes 4,209 calls.
//! Each call scans up to 81 cells to find an empty one, and each try checks 20 peers.
//!
//! **Weakness.** The order of the cells is fixed and ignores how constrained they are. In a well-known
//! puzzle, the first row is empty and is 987654321 in the solution. This solver tries nearly all other
//! ways to fill this row first, which takes 69,175,317 calls:
//!
//! ```text
//! ..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
//! ```
//!
//! **Next.** [`resume`](super::resume) finds the empty cell faster, and [`tables`](super::tables)
//! checks digits faster. To reduce the number of calls, see [`static_order`](super::static_order).

use crate::{Flow, Observer, SearchEnd, SolverRun};
use veridoku_core::{Cell, Digit, Grid};

/// Searches by plain backtracking.
pub fn search(run: &mut SolverRun<'_, impl Observer>) -> SearchEnd {
    let mut grid = *run.puzzle().values();
    fill(&mut grid, run).into()
}

/// Fills the empty cells of the grid in every way that follows the rules.
fn fill(grid: &mut Grid, run: &mut SolverRun<'_, impl Observer>) -> Flow {
    run.call()?;
    let Some(cell) = Cell::all().find(|&cell| grid.get(cell).is_none()) else {
        run.solved(grid)?;
        return run.return_to_caller();
    };
    run.choose(cell);
    for digit in run.puzzle().allowed(cell) {
        run.try_digit(cell, digit);
        if fits(grid, cell, digit) {
            grid.set(cell, Some(digit));
            run.place(cell, digit);
            fill(grid, run)?;
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
