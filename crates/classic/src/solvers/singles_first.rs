//! Naked singles first, then backtracking.
//!
//! **Idea.** A cell whose peers leave only one digit (a *naked single*) needs no guess. Fill all such
//! cells. This creates new singles, so repeat until none is left. Only then start to guess, like
//! [`resume`](super::resume).
//!
//! **Cost.** One pass checks every empty cell and its 20 peers, and there are at most 81 passes, which
//! is negligible. Each filled cell makes the remaining search up to nine times smaller. Easy puzzles
//! such as the sample are solved without a guess, in a single call that finds the grid full.
//!
//! **Weakness.** Once it starts guessing, it no longer searches for singles, although every guess
//! creates new ones. A puzzle with 17 clues has few singles at the start, so the rest is plain
//! backtracking.
//!
//! **Next.** [`mrv`](super::mrv) finds naked singles in every call, and [`norvig`](super::norvig) also
//! finds hidden singles.

use crate::{Flow, Observer, SearchEnd, SolverRun};
use veridoku_core::{Cell, Digit, Grid};

/// Fills in naked singles first, then searches by backtracking.
pub fn search(run: &mut SolverRun<'_, impl Observer>) -> SearchEnd {
    singles_then_guesses(run).into()
}

/// Places the singles, fills the remaining cells, and removes the singles again.
fn singles_then_guesses(run: &mut SolverRun<'_, impl Observer>) -> Flow {
    let mut grid = *run.puzzle().values();
    let mut singles = Vec::new();
    while let Some((cell, digit)) = naked_single(&grid, run) {
        run.choose_fewest(cell, 1);
        run.try_digit(cell, digit);
        grid.set(cell, Some(digit));
        run.place(cell, digit);
        singles.push((cell, digit));
    }
    fill(&mut grid, 0, run)?;
    for (cell, digit) in singles.into_iter().rev() {
        grid.set(cell, None);
        run.undo(cell, digit);
    }
    Flow::Continue(())
}

/// Returns the first empty cell that has only one possible digit, with this digit.
fn naked_single(grid: &Grid, run: &SolverRun<'_, impl Observer>) -> Option<(Cell, Digit)> {
    Cell::all().filter(|&cell| grid.get(cell).is_none()).find_map(|cell| {
        let left = run.puzzle().allowed(cell) & grid.digits_left(cell);
        Some((cell, left.single()?))
    })
}

/// Fills the empty cells, starting at index `start`, like `resume`.
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
