//! Removes constraints in random order as long as the solution stays unique.
//!
//! A clue is necessary if there is a solution with another digit in its cell; an eliminated candidate is
//! necessary if there is a solution that contains it. One search for a single solution is enough to check
//! this. A necessary constraint stays necessary when others are removed, so one pass is enough.

use crate::budget::CallBudget;
use crate::puzzle_text::PuzzleText;
use crate::shuffle::shuffled;
use crate::status::{CallResult, VeridokuStatus};
use veridoku_core::{Candidate, DigitSet};

/// The method by which `veridoku_minimize` removes clues.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum VeridokuRemoval {
    /// Checks the clues in random order, and removes each one that is redundant.
    Greedy = 0,
    /// Removes clues in random order up to the first necessary one. If a later clue is redundant, the call
    /// fails with `VERIDOKU_STATUS_NOT_MONOTONIC`; another seed may succeed. Over all seeds, minimal puzzles
    /// with the same number of clues are equally likely, unlike with greedy removal.
    Monotonic = 1,
}

impl VeridokuRemoval {
    /// Returns the removal method with this number, or `None` if there is no such method.
    pub(crate) fn from_number(number: i32) -> Option<VeridokuRemoval> {
        [VeridokuRemoval::Greedy, VeridokuRemoval::Monotonic]
            .into_iter()
            .find(|removal| *removal as i32 == number)
    }
}

/// Removes constraints as long as the solution stays unique.
///
/// # Errors
///
/// Returns `NoSolution` or `NotUnique` if the puzzle does not have exactly one solution, `NotMonotonic` if
/// monotonic removal was requested and a redundant constraint follows a necessary one, or `NodeBudget` if the
/// budget is used up.
pub(crate) fn minimize(
    puzzle: &mut PuzzleText,
    removal: VeridokuRemoval,
    seed: u64,
    budget: &mut CallBudget,
) -> CallResult {
    match budget.search(puzzle.clues(), 2)? {
        [None, _] => return Err(VeridokuStatus::NoSolution),
        [_, None] => {}
        [_, Some(_)] => return Err(VeridokuStatus::NotUnique),
    }
    let mut found_needed = false;
    for constraint in shuffled(puzzle.constraints().iter(), seed) {
        if is_needed(puzzle, constraint, budget)? {
            found_needed = true;
        } else if found_needed && removal == VeridokuRemoval::Monotonic {
            return Err(VeridokuStatus::NotMonotonic);
        } else {
            puzzle.relax(constraint);
        }
    }
    Ok(())
}

/// Returns whether there is a solution that violates this constraint but no other constraint of the puzzle.
fn is_needed(puzzle: &PuzzleText, constraint: Candidate, budget: &mut CallBudget) -> CallResult<bool> {
    let only = DigitSet::only(constraint.digit());
    let broken = match puzzle {
        PuzzleText::Values(_) => !only,
        PuzzleText::Candidates(_) => only,
    };
    Ok(puzzle.solution_where(constraint.cell(), broken, budget)?.is_some())
}
