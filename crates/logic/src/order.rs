//! HoDoKu's order of steps, which decides which of several steps of a technique is the best.
//!
//! ```text
//! 1. a step that places a digit, then the step with more eliminations
//! 2. two fish                  the simpler kind, then fewer cannibals, endo fins and fins,
//!                              then the lower digit
//!    different eliminations    the lower weight: eliminations in earlier cells
//!    the same eliminations     the shorter chain, or fewer sets with fewer cells
//! ```
//!
//! HoDoKu weights an eliminated cell by its index in the list of eliminations, so this list must have
//! HoDoKu's order too. Most of its finders sort the list by digit, then by cell; the others eliminate only
//! one digit. In a tie, the step that was found first wins. Two steps of different techniques with the same
//! eliminations are a tie even if a third step comes between them, so the order is not always transitive.
//!
//! Some finders search in HoDoKu's order, so they report their best step first, and some sort their steps
//! themselves. This module is for the other finders.

use crate::{Evidence, Fish, Step};
use std::cmp::Ordering;
use veridoku_core::{CandidateSet, CellSet, Digit};

/// The amount by which the weight of a cell increases from one elimination to the next.
const WEIGHT_STEP: usize = 80;

/// Compares two steps; the better step is ordered first.
pub(crate) fn compare(left: &Step, right: &Step) -> Ordering {
    let places_nothing = |step: &Step| step.placements.is_empty();
    places_nothing(left)
        .cmp(&places_nothing(right))
        .then_with(|| right.eliminations.len().cmp(&left.eliminations.len()))
        .then_with(|| match (&left.evidence, &right.evidence) {
            (Evidence::Fish(one), Evidence::Fish(other)) => compare_fish((left, one), (right, other)),
            _ if left.technique == right.technique && left.eliminations == right.eliminations => {
                complexity(&left.evidence).cmp(&complexity(&right.evidence))
            }
            _ => weight(&left.eliminations).cmp(&weight(&right.eliminations)),
        })
}

/// Compares two fish, regardless of which cells they eliminate from.
fn compare_fish((left, one): (&Step, &Fish), (right, other): (&Step, &Fish)) -> Ordering {
    let key = |step: &Step, fish: &Fish| {
        let base = fish.base.iter().fold(CellSet::EMPTY, |cells, house| cells | house.cells());
        let cannibals = (step.eliminations.cells(fish.digit) & base).len();
        let links: usize = fish.chains.iter().map(|chain| chain.nodes.len()).sum();
        let fins = [fish.endo_fins.len(), fish.fins.len()];
        (step.technique.description().order, fish.base.len(), links, cannibals, fins, fish.digit)
    };
    key(left, one).cmp(&key(right, other))
}

/// Returns the weighted sum of the eliminated cells.
pub(crate) fn weight(eliminations: &CandidateSet) -> usize {
    let by_digit = Digit::ALL.into_iter().flat_map(|digit| {
        eliminations.cells(digit).iter().map(move |cell| (cell.index(), digit.number() as usize))
    });
    by_digit.enumerate().map(|(place, (cell, digit))| cell * (1 + WEIGHT_STEP * place) + digit).sum()
}

/// Returns the complexity of a step: the number of nodes of a chain, the number of almost locked sets and
/// of their cells, or the number of facts of a forcing chain.
fn complexity(evidence: &Evidence) -> (usize, usize) {
    match evidence {
        Evidence::Chain(chain) => (chain.nodes.len(), 0),
        Evidence::AlmostLocked(sets) => {
            (sets.sets.len(), sets.sets.iter().map(|set| set.cells.len()).sum::<usize>())
        }
        Evidence::Forcing(forcing) => (forcing.branches.iter().map(|branch| branch.facts.len()).sum(), 0),
        _ => (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chain, Link, Node, Technique};
    use veridoku_core::{Candidate, House, HouseKind, HouseSet};

    fn candidates(names: &[&str]) -> CandidateSet {
        names.iter().map(|name| name.parse::<Candidate>().expect("a candidate")).collect()
    }

    fn chain(eliminations: &[&str], nodes: usize) -> Step {
        let node = Node { digit: Digit::One, cells: CellSet::EMPTY };
        let chain = Chain { nodes: vec![node; nodes], links: vec![Link::Weak; nodes - 1] };
        Step::eliminating(Technique::Aic, candidates(eliminations), Evidence::Chain(chain))
    }

    fn fish(technique: Technique, eliminations: &[&str], fins: usize) -> Step {
        let base: HouseSet = [0, 1].into_iter().map(|index| House::new(HouseKind::Row, index)).collect();
        let fish = Fish {
            digit: Digit::Five,
            base,
            cover: HouseSet::EMPTY,
            fins: veridoku_core::Cell::all().take(fins).collect(),
            endo_fins: CellSet::EMPTY,
            twin: None,
            chains: Vec::new(),
        };
        Step::eliminating(technique, candidates(eliminations), Evidence::Fish(fish))
    }

    #[test]
    fn more_eliminations_come_first() {
        assert_eq!(compare(&chain(&["1r9c9", "2r9c9"], 8), &chain(&["1r1c1"], 4)), Ordering::Less);
    }

    #[test]
    fn a_later_elimination_weighs_more() {
        // Sorted by digit, the lists are [r1c9, r2c1] and [r2c2, r1c1]. The second cell of each list decides.
        let left = chain(&["1r1c9", "2r2c1"], 4);
        let right = chain(&["1r2c2", "2r1c1"], 4);
        assert_eq!(weight(&left.eliminations), 8 + 1 + 9 * 81 + 2);
        assert_eq!(compare(&left, &right), Ordering::Greater);
    }

    #[test]
    fn the_shorter_chain_decides_only_between_equal_conclusions() {
        assert_eq!(compare(&chain(&["1r1c1"], 4), &chain(&["1r1c1"], 6)), Ordering::Less);
        assert_eq!(compare(&chain(&["1r1c2"], 4), &chain(&["1r1c1"], 6)), Ordering::Greater);
    }

    #[test]
    fn fish_are_compared_by_kind_and_fins_not_by_cells() {
        let plain = fish(Technique::FinnedXWing, &["5r9c9"], 2);
        let sashimi = fish(Technique::SashimiXWing, &["5r1c1"], 1);
        assert_eq!(compare(&plain, &sashimi), Ordering::Less);
        assert_eq!(compare(&plain, &fish(Technique::FinnedXWing, &["5r8c1"], 1)), Ordering::Greater);
    }
}
