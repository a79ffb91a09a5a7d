//! The engine of `veridoku-core`, under the eyes of the same observer.
//!
//! **Idea.** The same as in [`norvig`](super::norvig), propagate and guess, but on the machine's
//! terms: candidates are bits in a few machine words, and one operation applies a rule to a whole
//! band of cells. `veridoku_core::solve` tells how.
//!
//! **Cost.** Microseconds. It counts *nodes*, guesses; the calls shown here are its nodes and one
//! for the start.
//!
//! **Weakness.** To be fast it tells nothing while it works: the observer hears the calls of each
//! stretch together, all at depth 0, then the solution cell by cell. To see a search, watch one of
//! the others.
//!
//! **Next.** Back to [`brute_force`](super::brute_force): same answers.

use crate::{Flow, Observer, SearchEnd, SolverRun, StopReason};
use veridoku_core::solve::{self, Clues, End};
use veridoku_core::{Cell, Digit, Grid};

/// Searches with the engine of `veridoku-core`.
pub fn search(run: &mut SolverRun<'_, impl Observer>) -> SearchEnd {
    enumerate(run).into()
}

/// Takes one solution after the other from the engine.
fn enumerate(run: &mut SolverRun<'_, impl Observer>) -> Flow {
    run.call(0)?;
    let puzzle = run.puzzle();
    let clues = Clues { values: puzzle.values(), candidates: puzzle.written_candidates() };
    let mut solutions = solve::solutions(clues).with_node_budget(run.calls_left());
    let mut told = 0;
    loop {
        let solution = solutions.next();
        while told < solutions.nodes() {
            told += 1;
            run.call(0)?;
        }
        match solution {
            Some(solution) if run.is_observed() => show(&solution, run)?,
            Some(solution) => run.solved(&solution, 0)?,
            None if solutions.end() == Some(End::NodeBudget) => return Flow::Break(StopReason::OutOfBudget),
            None => return Flow::Continue(()),
        }
    }
}

/// Tells the observer the solution as if it had been written cell by cell.
fn show(solution: &Grid, run: &mut SolverRun<'_, impl Observer>) -> Flow {
    let empty = run.puzzle().empty_cells();
    let written: Vec<(Cell, Digit)> = solution.values().filter(|&(cell, _)| empty.contains(cell)).collect();
    for &(cell, digit) in &written {
        run.try_digit(cell, digit, 0);
        run.place(cell, digit, 0);
    }
    run.solved(solution, 0)?;
    for &(cell, digit) in written.iter().rev() {
        run.undo(cell, digit, 0);
    }
    Flow::Continue(())
}
