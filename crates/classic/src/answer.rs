//! What a run up to a limit of solutions says about the puzzle.

use crate::run::Ending;
use std::fmt;
use veridoku_core::Grid;

/// None, one, many, or not known yet.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Answer {
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
        /// How it ended; when [`Ending::Exhausted`], `count` is the number of all solutions.
        ending: Ending,
    },
    /// A solution, the only one asked for; whether there are others was not looked at.
    First(Grid),
    /// The budget ran out before the puzzle was known to have none, one or many.
    OutOfBudget {
        /// The solution found until then.
        found: Option<Grid>,
    },
}

impl Answer {
    /// The answer of a search that found so many solutions, the first two of them being these.
    pub(crate) fn new(count: u64, first: [Option<Grid>; 2], ending: Ending) -> Answer {
        match (first, ending) {
            ([Some(one), Some(two)], _) => Answer::Multiple { solutions: [one, two], count, ending },
            ([found, _], Ending::OutOfBudget) => Answer::OutOfBudget { found },
            ([Some(solution), _], Ending::Stopped) => Answer::First(solution),
            ([Some(solution), _], Ending::Exhausted) => Answer::Unique(solution),
            ([None, _], _) => Answer::None,
        }
    }

    /// The first solution found.
    pub fn solution(&self) -> Option<&Grid> {
        match self {
            Answer::None => None,
            Answer::Unique(solution) | Answer::First(solution) => Some(solution),
            Answer::Multiple { solutions, .. } => Some(&solutions[0]),
            Answer::OutOfBudget { found } => found.as_ref(),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Answer::None => "no solution",
            Answer::Unique(_) => "one solution",
            Answer::Multiple { .. } => "many solutions",
            Answer::First(_) => "solved",
            Answer::OutOfBudget { .. } => "out of budget",
        })
    }
}
