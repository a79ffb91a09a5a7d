//! Positions to practise a technique: positions in which it is the simplest step there is.
//!
//! The simplest step is the one that the ladder for hints finds. A technique that is used only on request is
//! added to this ladder at its place in the table.
//!
//! ```text
//! puzzle ──simpler steps──▶ stuck ──the technique──▶ found
//!             ▲               │
//!             ╰─ a new given ─╯  the technique does not apply
//! ```
//!
//! A walk from any puzzle applies simpler steps until none is left. If the technique does not apply either,
//! the walk adds a digit of the solution to the givens and continues. So it gets stuck many times on the way
//! to the solution, and each time is a chance to find the technique.

use crate::{Description, Ladder, Position, SearchOptions, Step, Technique, Uniqueness, Usage};
use veridoku_core::{Candidate, Grid, Puzzle, Random, solve};

/// A technique that is never the simplest step, because others always apply as well.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct CoveredTechnique {
    /// The technique.
    pub technique: Technique,
    /// The techniques that cover it. They are left out of the ladder when it is practised.
    pub by: &'static [Technique],
    /// Why they cover it.
    pub reason: &'static str,
}

/// The fish without fins and boxes that hints use.
const BASIC_FISH: &[Technique] = &[Technique::XWing, Technique::Swordfish, Technique::Jellyfish];
const COMPLEMENT: &str = "the other rows or columns of the digit contain a smaller fish";

/// The techniques that are never the simplest step of the ladder for hints.
pub static COVERED_TECHNIQUES: &[CoveredTechnique] = &[
    CoveredTechnique { technique: Technique::Squirmbag, by: BASIC_FISH, reason: COMPLEMENT },
    CoveredTechnique { technique: Technique::Whale, by: BASIC_FISH, reason: COMPLEMENT },
    CoveredTechnique { technique: Technique::Leviathan, by: BASIC_FISH, reason: COMPLEMENT },
    CoveredTechnique {
        technique: Technique::DualTwoStringKite,
        by: &[Technique::TwoStringKite],
        reason: "each half is a 2-String Kite",
    },
    CoveredTechnique {
        technique: Technique::DualEmptyRectangle,
        by: &[Technique::EmptyRectangle],
        reason: "each half is an Empty Rectangle",
    },
];

impl Ladder {
    /// Creates the ladder in which a technique must be the simplest step to be practised: the ladder for
    /// hints up to the technique, without the techniques that always cover it. Returns `None` for brute force,
    /// which is not a technique that can be practised.
    pub fn for_practice(technique: Technique) -> Option<Ladder> {
        if technique == Technique::BruteForce {
            return None;
        }
        let covered = COVERED_TECHNIQUES.iter().find(|covered| covered.technique == technique);
        let order = technique.description().order;
        let is_simpler = |entry: &Description| {
            let is_covering = covered.is_some_and(|covered| covered.by.contains(&entry.technique));
            entry.usage != Usage::Request && entry.order <= order && !is_covering
        };
        let ladder = Ladder::of(|entry| entry.technique == technique || is_simpler(entry));
        Some(ladder.with_options(SearchOptions::teacher()))
    }
}

/// A search for positions to practise a technique.
#[derive(Clone, Debug)]
pub struct PracticeSearch {
    technique: Technique,
    ladder: Ladder,
}

impl PracticeSearch {
    /// Creates a search. Returns `None` for brute force.
    pub fn new(technique: Technique) -> Option<PracticeSearch> {
        Some(PracticeSearch { technique, ladder: Ladder::for_practice(technique)? })
    }

    /// Returns the simplest step of a position if it is one of the technique.
    pub fn step(&self, position: &Position) -> Option<Step> {
        let findings = self.ladder.find_next(position);
        // If a simpler technique was not searched completely, it may have a step.
        let is_complete = findings.cut_short.iter().all(|&technique| technique == self.technique);
        let step = findings.steps.into_iter().next();
        step.filter(|step| is_complete && step.technique == self.technique && step.is_useful(position))
    }

    /// Walks from a puzzle towards its solution until the technique is the simplest step. Returns that
    /// position, or `None` if the walk does not meet the technique, or there is not exactly one solution.
    ///
    /// Each position in which the walk is stuck costs one unit of the budget.
    pub fn walk(&self, puzzle: &Grid, random: &mut Random, budget: &mut u64) -> Option<Position> {
        let solution = solve::unique_solution(puzzle)?;
        let mut position = Position::new(&Puzzle::from(*puzzle)).ok()?;
        while !position.is_solved() && *budget > 0 {
            let step = self.ladder.next(&position).filter(|step| step.is_useful(&position));
            if step.as_ref().is_some_and(|step| step.technique == self.technique) {
                // The first step may be another one if the position has forgotten how it was reached.
                let found = position.forget_order();
                if self.step(&found).is_some() {
                    return Some(found);
                }
            }
            if let Some(step) = step {
                step.apply(&mut position);
            } else {
                *budget -= 1;
                position = with_given(&position, &solution, random)?;
            }
        }
        None
    }
}

/// Adds a digit of the solution to the givens, in a random empty cell.
fn with_given(position: &Position, solution: &Grid, random: &mut Random) -> Option<Position> {
    let empty: Vec<_> = position.empty_cells().iter().collect();
    let cell = empty[random.index(empty.len())];
    let mut with = position.clone();
    with.place(Candidate::new(cell, solution.get(cell)?));
    let givens = position.givens().with(cell);
    Some(Position::from_parts(*with.values(), givens, &with.candidates(), Uniqueness::Known))
}

/// Returns a random puzzle with one solution that differs from this one in a few clues. Returns `None` if the
/// clues contradict each other.
pub fn random_neighbour(puzzle: &Grid, random: &mut Random) -> Option<Grid> {
    let mut neighbour = *puzzle;
    for _ in 0..=random.index(3) {
        let clues: Vec<_> = neighbour.filled().iter().collect();
        if clues.is_empty() {
            return None;
        }
        neighbour.set(clues[random.index(clues.len())], None);
    }
    loop {
        let mut solutions = solve::solutions(&neighbour);
        let (first, second) = (solutions.next()?, solutions.next());
        let Some(second) = second else { return Some(neighbour) };
        let different: Vec<_> =
            first.values().filter(|&(cell, digit)| second.get(cell) != Some(digit)).collect();
        let (cell, _) = different[random.index(different.len())];
        let chosen = if random.index(2) == 0 { &first } else { &second };
        neighbour.set(cell, chosen.get(cell));
    }
}
