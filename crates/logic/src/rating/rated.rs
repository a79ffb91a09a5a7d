//! What a rating answers: its numbers, its steps, or why there is none.

use super::difficulty::Difficulty;
use super::grid::{self, RatingGrid};
use super::hint::RatingHint;
use super::premise::{self, RatedChain};
use super::rule::Rule;
use veridoku_core::{Cell, Digit, Verdict};

/// One step of the path that is rated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedStep {
    /// The rule.
    pub rule: Rule,
    /// The rating of the step.
    pub rating: Difficulty,
    /// The digit that is placed, and where.
    pub placement: Option<(Cell, Digit)>,
    /// The digits that are struck, and where.
    pub removals: Vec<(Cell, Digit)>,
    /// The chain that the step rests on, if it does.
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
    /// The first step of the highest rating; none if nothing was to do.
    pub hardest: Option<Rule>,
    /// How many steps the path has.
    pub steps: usize,
}

/// Why a puzzle has no rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// It has no solution or several, or a rule is broken, or that could not be found out.
    NotUnique(Box<Verdict>),
    /// It is harder than the limit.
    HarderThan(Difficulty),
    /// The nodes allowed did not suffice; what was found so far is a lower bound.
    OutOfNodes(Difficulty),
    /// The caller has ended it; what was found so far is a lower bound.
    Stopped(Difficulty),
    /// No rule of Sudoku Explainer leads on; it would say 20.0.
    NoRule,
}

impl Unrated {
    /// What the rating is at least, where it was cut short after a step.
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
            Unrated::NoRule => write!(f, "no rule leads on"),
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
