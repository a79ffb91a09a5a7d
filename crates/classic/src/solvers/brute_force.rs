//! Brute force: fill every cell, then check.
//!
//! **Idea.** Put a digit in each empty cell, ignoring the rules. When the grid is full, check whether
//! it is a solution. If not, change the last cell that still has an untried digit. The search works
//! like an odometer with one wheel for each empty cell.
//!
//! **Cost.** Nine digits for each of `e` empty cells make 9^e fillings: 9^81 ≈ 2·10^77 for the empty
//! grid, and 9^51 ≈ 5·10^48 for a newspaper puzzle with 30 givens. If every row must be a permutation
//! of the digits, 9^81 drops to (9!)^9 ≈ 10^50. Only 6,670,903,752,021,072,936,960 ≈ 7·10^21 of all
//! these fillings are Sudoku grids.
//!
//! **Weakness.** If the first row contains the same digit twice, the search notices it only when the
//! last cell is full, and then again for every filling of the cells in between. This solver is here
//! as a baseline for the others. It finishes only with about seven empty cells or fewer.
//!
//! **Next.** [`restart`](super::restart) checks each digit before writing it. For the sample puzzle,
//! that one check saves a factor of about 10^45.

use crate::{Flow, Observer, SearchEnd, SolverRun};
use veridoku_core::{Cell, Grid};

/// Searches by brute force.
pub fn search(run: &mut SolverRun<'_, impl Observer>) -> SearchEnd {
    let empty: Vec<Cell> = run.puzzle().empty_cells().iter().collect();
    let mut grid = *run.puzzle().values();
    fill(&mut grid, &empty, 0, run).into()
}

/// Fills the cells of the list, starting at this position.
fn fill(grid: &mut Grid, empty: &[Cell], position: usize, run: &mut SolverRun<'_, impl Observer>) -> Flow {
    run.call()?;
    let Some(&cell) = empty.get(position) else {
        if grid.is_solved() {
            run.solved(grid)?;
        } else {
            run.conflict_in_grid();
        }
        return run.return_to_caller();
    };
    run.choose(cell);
    for digit in run.puzzle().allowed(cell) {
        run.try_digit(cell, digit);
        grid.set(cell, Some(digit));
        run.place(cell, digit);
        fill(grid, empty, position + 1, run)?;
        grid.set(cell, None);
        run.undo(cell, digit);
    }
    run.return_to_caller()
}
