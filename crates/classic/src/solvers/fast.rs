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

use crate::{Ending, Flow, Observer, Run, Stop};
use veridoku_core::solve::{self, Clues, End};
use veridoku_core::{Cell, Digit, Grid};

/// Searches with the engine of `veridoku-core`.
pub fn search(run: &mut Run<'_, impl Observer>) -> Ending {
    enumerate(run).into()
}

/// Takes one solution after the other from the engine.
fn enumerate(run: &mut Run<'_, impl Observer>) -> Flow {
    run.call(0)?;
    let setup = run.setup();
    let clues = Clues { values: setup.values(), candidates: setup.written_candidates() };
    let mut solutions = solve::solutions(clues).with_node_budget(run.calls_left());
    let mut told = 0;
    loop {
        let solution = solutions.next();
        while told < solutions.nodes() {
            told += 1;
            run.call(0)?;
        }
        match solution {
            Some(solution) if run.is_watched() => show(&solution, run)?,
            Some(solution) => run.solved(&solution, 0)?,
            None if solutions.end() == Some(End::NodeBudget) => return Flow::Break(Stop::OutOfBudget),
            None => return Flow::Continue(()),
        }
    }
}

/// Tells the observer the solution as if it had been written cell by cell.
fn show(solution: &Grid, run: &mut Run<'_, impl Observer>) -> Flow {
    let empty = run.setup().empty_cells();
    let written: Vec<(Cell, Digit)> = solution.values().filter(|&(cell, _)| empty.contains(cell)).collect();
    for &(cell, digit) in &written {
        run.attempt(cell, digit, 0);
        run.place(cell, digit, 0);
    }
    run.solved(solution, 0)?;
    for &(cell, digit) in written.iter().rev() {
        run.undo(cell, digit, 0);
    }
    Flow::Continue(())
}
