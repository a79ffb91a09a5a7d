//! Constraints added in random order until one solution is left.
//!
//! Call a candidate *open* when some solutions have it and others do not. The candidates are
//! walked through once, in random order. One that is open gets its constraint: it is written as a
//! clue, or struck. Whichever is done, solutions are lost and at least one is left.
//!
//! That one walk is enough: if two solutions were left, they would differ in a candidate. It was
//! open when its turn came, since solutions only get fewer; so it was constrained, and the two
//! could no longer differ in it.
//!
//! Two solutions are kept at hand. Where they differ in a candidate it is open at once; elsewhere
//! one search asks for a solution that has what both lack, or lacks what both have. So the result
//! depends on puzzle and seed alone, not on the engine that finds the solutions.

use crate::boundary::CallResult;
use crate::budget::CallBudget;
use crate::puzzle_text::PuzzleText;
use crate::shuffle::shuffled;
use crate::status::VeridokuStatus;
use veridoku_core::solve::Limits;
use veridoku_core::{Candidate, CandidateSet, DigitSet, Grid};

/// Adds constraints until one solution is left.
///
/// # Errors
///
/// `NoSolution` if there is none to begin with; `NodeBudget` if the budget did not suffice.
pub(crate) fn constrain(puzzle: &mut PuzzleText, seed: u64, budget: &mut CallBudget) -> CallResult {
    let mut known = budget.search(puzzle.clues(), Limits::UNIQUE)?;
    if known.first.is_none() {
        return Err(VeridokuStatus::NoSolution);
    }
    for candidate in shuffled(CandidateSet::ALL.iter(), seed) {
        let (Some(first), Some(second)) = (known.first, known.second) else { break };
        if is_open(puzzle, candidate, [&first, &second], budget)? {
            puzzle.constrain(candidate);
            known = budget.search(puzzle.clues(), Limits::UNIQUE)?;
        }
    }
    Ok(())
}

/// Whether some solutions have the candidate and others do not; two of them are known.
fn is_open(
    puzzle: &PuzzleText,
    candidate: Candidate,
    known: [&Grid; 2],
    budget: &mut CallBudget,
) -> CallResult<bool> {
    let (cell, digit) = (candidate.cell(), candidate.digit());
    let rest = match known.map(|solution| solution.get(cell) == Some(digit)) {
        [true, true] => puzzle.digits(cell).without(digit),
        [false, false] => puzzle.digits(cell) & DigitSet::only(digit),
        [true, false] | [false, true] => return Ok(true),
    };
    Ok(puzzle.solution_where(cell, rest, budget)?.is_some())
}
