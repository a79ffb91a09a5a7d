//! Backtracking, looking for the next empty cell from the start.
//!
//! **Idea.** Find the first empty cell. Write the lowest digit that none of its peers has, and
//! solve the rest in the same way. If that fails, take the digit out and try the next one; if no
//! digit is left, return, and whoever called goes on with *its* next digit. That return is how the
//! search goes back a cell.
//!
//! **Cost.** At most 9^e calls for `e` empty cells still, but a wrong digit now ends a branch at
//! the first cell that notices. The sample puzzle with its 51 empty cells takes 4,209 calls. Each
//! call walks over up to 81 cells to find an empty one, and each try looks at 20 peers.
//!
//! **Weakness.** The order of the cells is blind. A well-known puzzle with an empty first row that
//! is 987654321 in the solution makes it try nearly all other rows first, 69,175,317 calls:
//!
//! ```text
//! ..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
//! ```
//!
//! **Next.** [`resume`](super::resume) finds the empty cell faster, [`tables`](super::tables)
//! checks faster; for fewer calls go to [`static_order`](super::static_order).

use crate::{Flow, Observer, SearchEnd, SolverRun};
use veridoku_core::{Cell, Digit, Grid};

/// Searches by plain backtracking.
pub fn search(run: &mut SolverRun<'_, impl Observer>) -> SearchEnd {
    let mut grid = *run.puzzle().values();
    fill(&mut grid, 0, run).into()
}

/// Fills the empty cells of the grid in every way that breaks no rule.
fn fill(grid: &mut Grid, depth: usize, run: &mut SolverRun<'_, impl Observer>) -> Flow {
    run.call(depth)?;
    let Some(cell) = Cell::all().find(|&cell| grid.get(cell).is_none()) else {
        return run.solved(grid, depth);
    };
    for digit in run.puzzle().allowed(cell) {
        run.try_digit(cell, digit, depth);
        if fits(grid, cell, digit) {
            grid.set(cell, Some(digit));
            run.place(cell, digit, depth);
            fill(grid, depth + 1, run)?;
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
