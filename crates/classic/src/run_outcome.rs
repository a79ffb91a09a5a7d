//! What a run up to a limit of solutions says about the puzzle.

use crate::run::SearchEnd;
use std::fmt;
use veridoku_core::Grid;

/// None, one, many, or not known yet.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum RunOutcome {
    /// Every case was looked at: there is no solution.
    None,
    /// Every case was looked at: there is exactly this solution.
    Unique(Grid),
    /// There is more than one solution.
    Multiple {
        /// The first two found.
        solutions: [Grid; 2],
        /// The number found until the search ended.
        count: u64,
        /// How it ended; when [`SearchEnd::Exhausted`], `count` is the number of all solutions.
        end: SearchEnd,
    },
    /// A solution, the only one asked for; whether there are others was not looked at.
    First(Grid),
    /// The budget ran out before the puzzle was known to have none, one or many.
    OutOfBudget {
        /// The solution found until then.
        found: Option<Grid>,
    },
}

impl RunOutcome {
    /// The answer of a search that found so many solutions, the first two of them being these.
    pub(crate) fn new(count: u64, first: [Option<Grid>; 2], end: SearchEnd) -> RunOutcome {
        match (first, end) {
            ([Some(one), Some(two)], _) => RunOutcome::Multiple { solutions: [one, two], count, end },
            ([found, _], SearchEnd::OutOfBudget) => RunOutcome::OutOfBudget { found },
            ([Some(solution), _], SearchEnd::Stopped) => RunOutcome::First(solution),
            ([Some(solution), _], SearchEnd::Exhausted) => RunOutcome::Unique(solution),
            ([None, _], _) => RunOutcome::None,
        }
    }

    /// The first solution found.
    pub fn solution(&self) -> Option<&Grid> {
        match self {
            RunOutcome::None => None,
            RunOutcome::Unique(solution) | RunOutcome::First(solution) => Some(solution),
            RunOutcome::Multiple { solutions, .. } => Some(&solutions[0]),
            RunOutcome::OutOfBudget { found } => found.as_ref(),
        }
    }
}

impl fmt::Display for RunOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            RunOutcome::None => "no solution",
            RunOutcome::Unique(_) => "one solution",
            RunOutcome::Multiple { .. } => "many solutions",
            RunOutcome::First(_) => "solved",
            RunOutcome::OutOfBudget { .. } => "out of budget",
        })
    }
}
