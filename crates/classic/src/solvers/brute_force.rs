//! Brute force: fill every cell, then check.
//!
//! **Idea.** Write some digit into each empty cell without a look at the rules. When the grid is
//! full, see whether it is a solution. If not, change the last cell that can still be changed.
//! The search is an odometer with one wheel for each empty cell.
//!
//! **Cost.** Nine digits for each of `e` empty cells are 9^e fillings: 9^81 ≈ 2·10^77 for the empty
//! grid, and 9^51 ≈ 5·10^48 for a newspaper puzzle with 30 givens. Making every row a permutation
//! of the digits brings 9^81 down to (9!)^9 ≈ 10^50. Only 6,670,903,752,021,072,936,960 ≈ 7·10^21
//! of them all are Sudoku grids.
//!
//! **Weakness.** Two equal digits side by side in the first row are noticed only when the last
//! cell is full, once for every filling of the cells between. It is here as the measure of all
//! others and finishes with about seven empty cells or fewer.
//!
//! **Next.** [`restart`](super::restart) asks before it writes. That one question is worth 10^45.

use crate::{Flow, Observer, SearchEnd, SolverRun};
use veridoku_core::{Cell, Grid};

/// Searches by brute force.
pub fn search(run: &mut SolverRun<'_, impl Observer>) -> SearchEnd {
    let empty: Vec<Cell> = run.puzzle().empty_cells().iter().collect();
    let mut grid = *run.puzzle().values();
    fill(&mut grid, &empty, 0, run).into()
}

/// Fills the empty cells from this position of the list on.
fn fill(grid: &mut Grid, empty: &[Cell], position: usize, run: &mut SolverRun<'_, impl Observer>) -> Flow {
    run.call(position)?;
    let Some(&cell) = empty.get(position) else {
        return if grid.is_solved() { run.solved(grid, position) } else { Flow::Continue(()) };
    };
    for digit in run.puzzle().allowed(cell) {
        run.try_digit(cell, digit, position);
        grid.set(cell, Some(digit));
        run.place(cell, digit, position);
        fill(grid, empty, position + 1, run)?;
        grid.set(cell, None);
        run.undo(cell, digit, position);
    }
    Flow::Continue(())
}
