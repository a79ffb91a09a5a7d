//! Naked singles first, then backtracking.
//!
//! **Idea.** A cell whose peers leave it one digit only (a *naked single*) needs no guess. Fill
//! all such cells; that makes new ones; repeat until none is left. Only then start to guess, as
//! [`resume`](super::resume) does.
//!
//! **Cost.** One round looks at every empty cell and its 20 peers, and there are at most 81
//! rounds: nothing. Each cell filled divides the rest of the search by up to nine. Easy puzzles,
//! the sample among them, are solved without one guess: a single call, which finds the grid full.
//!
//! **Weakness.** It stops being clever as soon as it guesses. A guess makes new singles, and it
//! does not look for them again. A 17-clue puzzle has few singles to begin with, and what is left
//! is plain backtracking.
//!
//! **Next.** [`mrv`](super::mrv) looks for singles at every call, [`norvig`](super::norvig) also
//! for those that a whole house forces.

use crate::{Flow, Observer, SearchEnd, SolverRun};
use veridoku_core::{Cell, Digit, Grid};

/// Searches by naked singles, then by backtracking.
pub fn search(run: &mut SolverRun<'_, impl Observer>) -> SearchEnd {
    singles_then_guesses(run).into()
}

/// Writes the singles, fills the cells they leave, and takes the singles out again.
fn singles_then_guesses(run: &mut SolverRun<'_, impl Observer>) -> Flow {
    let mut grid = *run.puzzle().values();
    let mut singles = Vec::new();
    while let Some((cell, digit)) = naked_single(&grid, run) {
        run.try_digit(cell, digit, 0);
        grid.set(cell, Some(digit));
        run.place(cell, digit, 0);
        singles.push((cell, digit));
    }
    fill(&mut grid, 0, 0, run)?;
    for (cell, digit) in singles.into_iter().rev() {
        grid.set(cell, None);
        run.undo(cell, digit, 0);
    }
    Flow::Continue(())
}

/// The first empty cell that can hold one digit only, with the digit.
fn naked_single(grid: &Grid, run: &SolverRun<'_, impl Observer>) -> Option<(Cell, Digit)> {
    Cell::all().filter(|&cell| grid.get(cell).is_none()).find_map(|cell| {
        let left = run.puzzle().allowed(cell) & grid.digits_left(cell);
        Some((cell, left.single()?))
    })
}

/// Fills the empty cells from the cell with index `start` on, as `resume` does.
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
