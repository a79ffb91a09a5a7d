//! Constraints taken out in random order while one solution is left.
//!
//! A clue is needed if there is a solution in which its cell holds another digit; a struck
//! candidate is needed if there is a solution that has it. One search for one solution answers
//! either, and the answer stays true while more is taken out: one walk is enough.

use crate::boundary::CallResult;
use crate::budget::CallBudget;
use crate::puzzle_text::PuzzleText;
use crate::shuffle::shuffled;
use crate::status::VeridokuStatus;
use veridoku_core::solve::Limits;
use veridoku_core::{Candidate, DigitSet};

/// How clues are taken out.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum VeridokuRemoval {
    /// Each clue in turn goes if it can.
    Greedy = 0,
    /// Clues go until the first that has to stay. If another could go after it, the call gives up
    /// with `VERIDOKU_STATUS_NOT_MONOTONIC`; another seed may do better. Over all seeds, minimal
    /// puzzles with the same number of clues are equally likely, which those of the greedy way are
    /// not.
    Monotonic = 1,
}

impl VeridokuRemoval {
    /// The kind of removal that C calls by this number.
    pub(crate) fn from_number(number: i32) -> Option<VeridokuRemoval> {
        [VeridokuRemoval::Greedy, VeridokuRemoval::Monotonic]
            .into_iter()
            .find(|removal| *removal as i32 == number)
    }
}

/// Takes out constraints while one solution is left.
///
/// # Errors
///
/// `NoSolution` or `NotUnique` if there is not one to begin with; `NotMonotonic` if the removal has
/// to be but is not; `NodeBudget` if the budget did not suffice.
pub(crate) fn minimize(
    puzzle: &mut PuzzleText,
    removal: VeridokuRemoval,
    seed: u64,
    budget: &mut CallBudget,
) -> CallResult {
    match budget.search(puzzle.clues(), Limits::UNIQUE)?.count {
        0 => return Err(VeridokuStatus::NoSolution),
        1 => {}
        _ => return Err(VeridokuStatus::NotUnique),
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

/// Whether there is a solution that breaks this constraint of the puzzle and no other.
fn is_needed(puzzle: &PuzzleText, constraint: Candidate, budget: &mut CallBudget) -> CallResult<bool> {
    let only = DigitSet::only(constraint.digit());
    let broken = match puzzle {
        PuzzleText::Values(_) => !only,
        PuzzleText::Candidates(_) => only,
    };
    Ok(puzzle.solution_where(constraint.cell(), broken, budget)?.is_some())
}
