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

use crate::Technique::{
    AlignedPairExclusion, BruteForce, DualEmptyRectangle, DualTwoStringKite, EmptyRectangle,
    FinnedFrankenXWing, FinnedLeviathan, FinnedMutantWhale, FinnedMutantXWing, FinnedSquirmbag, FinnedWhale,
    ForcingChainContradiction, ForcingChainVerity, FrankenLeviathan, FrankenSquirmbag, FrankenSwordfish,
    FrankenWhale, FrankenXWing, HiddenSingle, Jellyfish, Leviathan, Mug, MutantJellyfish, MutantLeviathan,
    MutantSquirmbag, MutantSwordfish, MutantWhale, MutantXWing, SashimiLeviathan, SashimiSquirmbag,
    SashimiWhale, Squirmbag, SueDeCoq, Swordfish, TemplateDelete, TemplateSet, TwoStringKite, Whale, XWing,
};
use crate::{Description, Ladder, Position, SearchOptions, Step, Technique, Uniqueness, Usage};
use veridoku_core::{Candidate, Grid, Puzzle, Random, solve};

/// A technique that is never the simplest step, or hardly ever, because others apply as well.
#[derive(Copy, Clone, Debug)]
pub struct CoveredTechnique {
    /// The technique.
    pub technique: Technique,
    /// Reports whether a technique covers it. These are left out of the ladder when it is practised.
    pub is_covered_by: fn(&Description) -> bool,
    /// Why they cover it.
    pub reason: &'static str,
}

impl CoveredTechnique {
    /// Returns the entry of a technique, if there is one.
    pub fn of(technique: Technique) -> Option<&'static CoveredTechnique> {
        COVERED_TECHNIQUES.iter().find(|covered| covered.technique == technique)
    }
}

/// The techniques that are never the simplest step of the ladder for hints, or so rarely that no position was
/// found.
pub static COVERED_TECHNIQUES: &[CoveredTechnique] = &[
    basic_fish(Squirmbag),
    basic_fish(Whale),
    basic_fish(Leviathan),
    CoveredTechnique {
        technique: DualTwoStringKite,
        is_covered_by: |entry| entry.technique == TwoStringKite,
        reason: "each half is a 2-String Kite",
    },
    CoveredTechnique {
        technique: DualEmptyRectangle,
        is_covered_by: |entry| entry.technique == EmptyRectangle,
        reason: "each half is an Empty Rectangle",
    },
    CoveredTechnique {
        technique: AlignedPairExclusion,
        is_covered_by: |entry| entry.order >= SueDeCoq.description().order,
        reason: "almost locked sets exclude the same candidates",
    },
    CoveredTechnique {
        technique: ForcingChainVerity,
        is_covered_by: |entry| entry.technique == ForcingChainContradiction,
        reason: "contradictions are found first",
    },
    advanced(FinnedSquirmbag),
    advanced(SashimiSquirmbag),
    advanced(FinnedWhale),
    advanced(SashimiWhale),
    advanced(FinnedLeviathan),
    advanced(SashimiLeviathan),
    locked(FrankenXWing),
    advanced(FrankenSwordfish),
    advanced(FrankenSquirmbag),
    advanced(FrankenWhale),
    locked(FrankenLeviathan),
    advanced(FinnedFrankenXWing),
    locked(MutantXWing),
    advanced(MutantSwordfish),
    advanced(MutantJellyfish),
    advanced(MutantSquirmbag),
    advanced(MutantWhale),
    advanced(MutantLeviathan),
    advanced(FinnedMutantXWing),
    advanced(FinnedMutantWhale),
    advanced(Mug),
    advanced(TemplateSet),
    advanced(TemplateDelete),
];

const fn basic_fish(technique: Technique) -> CoveredTechnique {
    CoveredTechnique {
        technique,
        is_covered_by: |entry| matches!(entry.technique, XWing | Swordfish | Jellyfish),
        reason: "the other rows or columns of the digit contain a smaller fish",
    }
}

/// Returns the entry of a technique that is practised with singles, locked candidates and subsets only.
const fn advanced(technique: Technique) -> CoveredTechnique {
    CoveredTechnique {
        technique,
        is_covered_by: |entry| entry.order >= XWing.description().order,
        reason: "a simpler pattern, a chain or a net eliminates the same candidates",
    }
}

/// Returns the entry of a technique that is practised with singles only.
const fn locked(technique: Technique) -> CoveredTechnique {
    CoveredTechnique {
        technique,
        is_covered_by: |entry| entry.order > HiddenSingle.description().order,
        reason: "locked candidates or subsets eliminate the same candidates",
    }
}

impl Ladder {
    /// Creates the ladder in which a technique must be the simplest step to be practised: the ladder for
    /// hints up to the technique, without the techniques that always cover it. Returns `None` for brute force,
    /// which is not a technique that can be practised.
    pub fn for_practice(technique: Technique) -> Option<Ladder> {
        if technique == BruteForce {
            return None;
        }
        let covered = CoveredTechnique::of(technique);
        let order = technique.description().order;
        let is_simpler = |entry: &Description| {
            let is_covering = covered.is_some_and(|covered| (covered.is_covered_by)(entry));
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

/// Returns a random puzzle with one solution that differs from this one in a few clues. Returns `None` if there
/// are no clues, or they contradict each other.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TECHNIQUES;
    use crate::Technique::{NakedSingle, Pointing};
    use veridoku_core::SAMPLE;

    const HARD: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    #[test]
    fn a_neighbour_is_another_puzzle_with_one_solution() {
        let puzzle: Grid = HARD.parse().unwrap();
        let mut random = Random::new(1);
        for _ in 0..50 {
            let neighbour = random_neighbour(&puzzle, &mut random).unwrap();
            assert!(solve::is_unique(&neighbour));
            let same = neighbour.values().filter(|&(cell, digit)| puzzle.get(cell) == Some(digit)).count();
            assert!(same + 3 >= puzzle.filled().len(), "at most three clues were removed: {neighbour}");
        }
        assert_eq!(random_neighbour(&Grid::EMPTY, &mut random), None);
    }

    #[test]
    fn a_walk_ends_where_the_technique_is_the_simplest_step() {
        let [sample, hard]: [Grid; 2] = [SAMPLE, HARD].map(|text| text.parse().unwrap());
        for (technique, puzzle) in [(NakedSingle, sample), (Pointing, hard)] {
            let search = PracticeSearch::new(technique).unwrap();
            let mut budget = 10_000;
            let found = (0..1000).find_map(|seed| search.walk(&puzzle, &mut Random::new(seed), &mut budget));
            let found = found.unwrap_or_else(|| panic!("{technique} is common"));
            assert_eq!(Ladder::teacher().next(&found).map(|step| step.technique), Some(technique));
            let solution = solve::unique_solution(&puzzle).unwrap();
            let candidates = found.to_puzzle().candidates();
            assert!(solution.values().all(|(cell, digit)| candidates.contains(Candidate::new(cell, digit))));
        }
        let mut budget = 0;
        let search = PracticeSearch::new(Pointing).unwrap();
        assert!(search.walk(&hard, &mut Random::new(1), &mut budget).is_none(), "nothing to spend");
    }

    #[test]
    fn only_brute_force_cannot_be_practised() {
        for entry in TECHNIQUES {
            let can_be_practised = PracticeSearch::new(entry.technique).is_some();
            assert_eq!(can_be_practised, entry.technique != BruteForce, "{}", entry.name);
        }
        for (index, covered) in COVERED_TECHNIQUES.iter().enumerate() {
            let earlier = &COVERED_TECHNIQUES[..index];
            assert!(
                earlier.iter().all(|other| other.technique != covered.technique),
                "{}",
                covered.technique
            );
        }
    }
}
