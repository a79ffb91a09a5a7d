//! Adds constraints in random order until one solution is left.
//!
//! Call a candidate *open* if some solutions contain it and others do not. All candidates are visited once,
//! in random order. If a candidate is open, a constraint is added for it: in an 81-character puzzle it
//! becomes a clue, in a 729-character puzzle it is eliminated. Either way, some solutions are lost and at
//! least one remains.
//!
//! One pass is enough. Suppose that two solutions remained. They would differ in some candidate, which was
//! open when it was visited, because solutions are only ever removed. Hence it was constrained, so the two
//! solutions cannot differ in it.
//!
//! Two solutions are known at any time. A candidate that occurs in only one of them is open. If both contain
//! it, a search looks for a solution without it; if both lack it, for a solution with it. The result
//! therefore depends only on the puzzle and the seed, not on which solutions the engine finds first.

use crate::budget::CallBudget;
use crate::puzzle_text::PuzzleText;
use crate::shuffle::shuffled;
use crate::status::{CallResult, VeridokuStatus};
use veridoku_core::{Candidate, CandidateSet, DigitSet, Grid};

/// Adds constraints until one solution is left.
///
/// # Errors
///
/// Returns `NoSolution` if the puzzle has no solution, or `NodeBudget` if the budget is used up.
pub(crate) fn constrain(puzzle: &mut PuzzleText, seed: u64, budget: &mut CallBudget) -> CallResult {
    let mut known = budget.search(puzzle.clues(), 2)?;
    if known[0].is_none() {
        return Err(VeridokuStatus::NoSolution);
    }
    for candidate in shuffled(CandidateSet::ALL.iter(), seed) {
        let [Some(first), Some(second)] = known else { break };
        if is_open(puzzle, candidate, [&first, &second], budget)? {
            puzzle.constrain(candidate);
            known = budget.search(puzzle.clues(), 2)?;
        }
    }
    Ok(())
}

/// Returns whether some solutions contain the candidate and others do not. `known` holds two different
/// solutions.
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
