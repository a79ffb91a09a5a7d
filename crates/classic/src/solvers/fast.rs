//! The engine of `veridoku-core`, with the same interface.
//!
//! **Idea.** Propagate and guess, like [`norvig`](super::norvig), but in a form that suits the hardware:
//! candidates are bits in a few machine words, and one operation applies a rule to a whole band of
//! cells. See `veridoku_core::solve` for the details.
//!
//! **Cost.** Microseconds. The engine counts *nodes*, which are guesses. The number of calls shown here
//! is the number of nodes plus one for the start.
//!
//! **Weakness.** For speed, it reports nothing during the search. Whenever
//! the engine finds a solution, the observer receives all calls up to that point at once, at depth 0,
//! and then the solution cell by cell. To see a search, use one of the other solvers.
//!
//! **Next.** Back to [`brute_force`](super::brute_force), which gives the same answers.

use crate::{Flow, Observer, SearchEnd, SolverRun, StopReason};
use veridoku_core::solve::{self, Clues, End};
use veridoku_core::{Cell, Digit, Grid};

/// Searches with the engine of `veridoku-core`.
pub fn search(run: &mut SolverRun<'_, impl Observer>) -> SearchEnd {
    enumerate(run).into()
}

/// Gets the solutions from the engine one by one.
fn enumerate(run: &mut SolverRun<'_, impl Observer>) -> Flow {
    run.call()?;
    let puzzle = run.puzzle();
    let clues = Clues { values: puzzle.values(), candidates: puzzle.written_candidates() };
    let mut solutions = solve::solutions(clues).with_node_budget(run.calls_left());
    let mut reported = 0;
    loop {
        let solution = solutions.next();
        while reported < solutions.nodes() {
            reported += 1;
            run.return_to_caller()?;
            run.call()?;
        }
        match solution {
            Some(solution) if run.is_observed() => show(&solution, run)?,
            Some(solution) => run.solved(&solution)?,
            None if solutions.end() == Some(End::NodeBudget) => return Flow::Break(StopReason::OutOfBudget),
            None => return run.return_to_caller(),
        }
    }
}

/// Reports the solution to the observer as if it had been filled in cell by cell.
fn show(solution: &Grid, run: &mut SolverRun<'_, impl Observer>) -> Flow {
    let empty = run.puzzle().empty_cells();
    let filled: Vec<(Cell, Digit)> = solution.values().filter(|&(cell, _)| empty.contains(cell)).collect();
    for &(cell, digit) in &filled {
        run.try_digit(cell, digit);
        run.place(cell, digit);
    }
    run.solved(solution)?;
    for &(cell, digit) in filled.iter().rev() {
        run.undo(cell, digit);
    }
    Flow::Continue(())
}
