//! The outcome of a run with a limit on the number of solutions.

use crate::run::SearchEnd;
use std::fmt;
use veridoku_core::Grid;

/// What a run has found out about the number of solutions, with the first solutions that it found.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum RunOutcome {
    /// The search covered all cases and found no solution.
    None,
    /// The search covered all cases and found exactly this solution.
    Unique(Grid),
    /// There is more than one solution.
    Multiple {
        /// The first two solutions found.
        solutions: [Grid; 2],
        /// The number of solutions found until the search ended.
        count: u64,
        /// How the search ended. If it is [`SearchEnd::Exhausted`], `count` is the total number of solutions.
        end: SearchEnd,
    },
    /// A solution was found, and the search stopped there because the limit was 1; there may be others.
    First(Grid),
    /// The budget was spent before it was known whether there are zero, one or several solutions.
    OutOfBudget {
        /// The solution found so far, if any.
        found: Option<Grid>,
    },
}

impl RunOutcome {
    /// Creates the outcome of a search that found `count` solutions; `first` contains the first two.
    pub(crate) fn new(count: u64, first: [Option<Grid>; 2], end: SearchEnd) -> RunOutcome {
        match (first, end) {
            ([Some(one), Some(two)], _) => RunOutcome::Multiple { solutions: [one, two], count, end },
            ([found, _], SearchEnd::OutOfBudget) => RunOutcome::OutOfBudget { found },
            ([Some(solution), _], SearchEnd::Stopped) => RunOutcome::First(solution),
            ([Some(solution), _], SearchEnd::Exhausted) => RunOutcome::Unique(solution),
            ([None, _], _) => RunOutcome::None,
        }
    }

    /// Returns the first solution found.
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
