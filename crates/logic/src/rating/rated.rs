//! The result of a rating: the ratings and steps, or the reason why the puzzle has no rating.

use super::difficulty::Difficulty;
use super::grid::{self, RatingGrid};
use super::hint::RatingHint;
use super::premise::{self, RatedChain};
use super::scale::Rule;
use veridoku_core::{Cell, Digit, Verdict};

/// One step of the solution path that is rated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedStep {
    /// The rule that was applied.
    pub rule: Rule,
    /// The rating of the step.
    pub rating: Difficulty,
    /// The cell and the digit to place, if any.
    pub placement: Option<(Cell, Digit)>,
    /// The candidates that are eliminated.
    pub removals: Vec<(Cell, Digit)>,
    /// The chain that proves the step, for chain techniques.
    pub chain: Option<RatedChain>,
}

/// The rating of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    /// The rating of the hardest step.
    pub er: Difficulty,
    /// The rating of the hardest step up to the first digit placed.
    pub ep: Difficulty,
    /// The rating of the first step.
    pub ed: Difficulty,
    /// The rule of the first step with the highest rating. `None` if the puzzle was already solved.
    pub hardest: Option<Rule>,
    /// The number of steps.
    pub steps: usize,
}

/// The reason why a puzzle has no rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// The puzzle does not have exactly one solution, breaks a rule, or could not be checked within the
    /// search budget.
    NotUnique(Box<Verdict>),
    /// The puzzle is rated higher than this limit.
    HarderThan(Difficulty),
    /// The node limit was reached. The value is the highest rating before that, which is a lower bound.
    OutOfNodes(Difficulty),
    /// The caller stopped the rating. The value is the highest rating before that, which is a lower bound.
    Stopped(Difficulty),
    /// No rule of Sudoku Explainer applies. Sudoku Explainer itself reports 20.0 in this case.
    NoRule,
}

impl Unrated {
    /// Returns a lower bound for the rating if the rating was stopped early, after at least one step.
    pub fn at_least(&self) -> Option<Difficulty> {
        match *self {
            Unrated::OutOfNodes(least) | Unrated::Stopped(least) => {
                Some(least).filter(|&least| least > Difficulty::default())
            }
            _ => None,
        }
    }
}

impl std::fmt::Display for Unrated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unrated::NotUnique(verdict) => match verdict.reason() {
                Some(reason) => write!(f, "{reason}"),
                None => write!(f, "{verdict}"),
            },
            Unrated::HarderThan(limit) => write!(f, "harder than {limit}"),
            Unrated::OutOfNodes(_) => write!(f, "the budget ran out"),
            Unrated::Stopped(_) => write!(f, "the time ran out"),
            Unrated::NoRule => write!(f, "no rule applies"),
        }?;
        self.at_least().map_or(Ok(()), |least| write!(f, ", at least {least}"))
    }
}

impl RatedStep {
    pub(super) fn new(hint: &RatingHint, grid: &RatingGrid) -> RatedStep {
        let named = |cell: u8, digit: usize| (premise::cell(cell as usize), Digit::ALL[digit]);
        let eliminated = |&(cell, digits): &(u8, u16)| {
            grid::bits(digits & grid.candidates[cell as usize]).map(move |digit| named(cell, digit))
        };
        RatedStep {
            rule: hint.rule,
            rating: Difficulty::of(hint.rating),
            placement: hint.placement.map(|(cell, digit)| named(cell, digit as usize)),
            removals: hint.removals.iter().flat_map(eliminated).collect(),
            chain: hint.chain,
        }
    }
}
