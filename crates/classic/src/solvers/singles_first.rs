//! Naked singles first, then backtracking.
//!
//! **Idea.** A cell whose peers leave it one digit only (a *naked single*) needs no guess. Fill
//! all such cells; that makes new ones; repeat until none is left. Only then start to guess, with
//! [`resume`].
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

use super::resume;
use crate::{Ending, Observer, Run};
use veridoku_core::{Cell, Digit, Grid};

/// Searches by naked singles, then by backtracking.
pub fn search(run: &mut Run<'_, impl Observer>) -> Ending {
    let mut grid = *run.setup().values();
    while let Some((cell, digit)) = naked_single(&grid, run) {
        run.attempt(cell, digit, 0);
        grid.set(cell, Some(digit));
        run.place(cell, digit, 0);
    }
    resume::fill(&mut grid, 0, 0, run).into()
}

/// The first empty cell that can hold one digit only, with the digit.
fn naked_single(grid: &Grid, run: &Run<'_, impl Observer>) -> Option<(Cell, Digit)> {
    Cell::all().filter(|&cell| grid.get(cell).is_none()).find_map(|cell| {
        let left = run.setup().allowed(cell) & grid.digits_left(cell);
        Some((cell, left.single()?))
    })
}
