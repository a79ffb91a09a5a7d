//! Tests of forcing chains and nets on hard puzzles: every fact of every step is checked.

use crate::{
    AllSteps, Branch, Cause, Clash, Evidence, Fact, Finder, FinderContext, Forcing, Ladder, Position,
    SearchOptions, SetsInChains, Step, Truth, Uniqueness, Usage,
};
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, CellSet, DigitSet, Grid, Puzzle};

/// A random puzzle that needs forcing chains.
const CHAINS: &str = ".2...67..4.7....2..8...........15..3...6.72..9...3..6...65......15..4..8.9.3..45.";

/// Puzzles that need nets: AI Escargot by Arto Inkala, and one of the "top 1465" puzzles.
const NETS: [&str; 2] = [
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "7.....4...2..7..8...3..8..9...5..3...6..2..9...1..7..6...3..9...3..4..6...9..1..5",
];

fn steps(finder: Finder, position: &Position, options: SearchOptions) -> Vec<Step> {
    let mut all = AllSteps::default();
    let _: ControlFlow<()> = finder(&FinderContext::new(position, options), &mut all);
    all.0
}

/// Solves a puzzle with all default techniques that come before `order` on the ladder, and returns the final
/// position.
fn stuck(puzzle: &str, order: u32) -> Position {
    let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
    let position = Position::new(&puzzle).expect("no contradiction");
    Ladder::of(|entry| entry.usage == Usage::Default && entry.order < order).path(&position).end
}

/// Reports whether the fact follows from the earlier facts that it refers to.
fn follows(fact: &Fact, facts: &[Fact], position: &Position) -> bool {
    let (cell, digit) = (fact.candidate.cell(), fact.candidate.digit());
    let from: Vec<&Fact> = fact.from.iter().map(|&index| &facts[index]).collect();
    let false_there =
        |candidate: Candidate| from.iter().any(|fact| !fact.holds && fact.candidate == candidate);
    match fact.cause {
        Cause::Assumed => from.is_empty(),
        Cause::Conflict => {
            let excludes = |other: &&&Fact| {
                let (place, value) = (other.candidate.cell(), other.candidate.digit());
                other.holds && ((place == cell && value != digit) || (place.sees(cell) && value == digit))
            };
            !fact.holds && from.iter().any(|other| excludes(&other))
        }
        Cause::LastInCell => {
            let others = position.digits(cell).without(digit);
            fact.holds && others.iter().all(|other| false_there(Candidate::new(cell, other)))
        }
        Cause::LastInHouse(house) => {
            let others = position.cells_in(house, digit).without(cell);
            fact.holds
                && house.cells().contains(cell)
                && others.iter().all(|other| false_there(Candidate::new(other, digit)))
        }
        Cause::Locked(house) => {
            let others = position.cells_in(house, digit);
            !fact.holds
                && others.iter().all(|other| other.sees(cell) || false_there(Candidate::new(other, digit)))
        }
        Cause::LockedSet(cells) => {
            let left = position.candidates_in(DigitSet::ALL, cells).iter();
            let left: DigitSet = left.filter(|&one| !false_there(one)).map(Candidate::digit).collect();
            let places = position.cells(digit) & cells;
            !fact.holds
                && left.len() == cells.len()
                && left.contains(digit)
                && places.iter().all(|place| place.sees(cell))
        }
    }
}

fn check_branch(branch: &Branch, position: &Position) {
    for (index, fact) in branch.facts.iter().enumerate() {
        assert_eq!(fact.cause == Cause::Assumed, index == 0, "only the first fact may be an assumption");
        assert!(fact.from.iter().all(|&from| from < index), "a fact must follow from earlier facts");
        assert!(follows(fact, &branch.facts, position), "{fact:?} in {branch:?}");
    }
}

/// Reports whether the facts contradict each other at the location given by the clash.
fn clashes(clash: Clash, facts: &[Fact], position: &Position) -> bool {
    let is_stated = |candidate: Candidate, holds| {
        facts.iter().any(|fact| fact.candidate == candidate && fact.holds == holds)
    };
    let two_or_none = |members: Vec<Candidate>| {
        let held = members.iter().filter(|&&member| is_stated(member, true)).count();
        held > 1 || members.iter().all(|&member| is_stated(member, false))
    };
    match clash {
        Clash::Candidate(candidate) => is_stated(candidate, true) && is_stated(candidate, false),
        Clash::Cell(cell) => {
            two_or_none(position.digits(cell).iter().map(|digit| Candidate::new(cell, digit)).collect())
        }
        Clash::House(house, digit) => {
            let cells = position.cells_in(house, digit);
            two_or_none(cells.iter().map(|cell| Candidate::new(cell, digit)).collect())
        }
    }
}

fn check(step: &Step, position: &Position) {
    let Evidence::Forcing(Forcing { cases, branches, clash }) = &step.evidence else {
        panic!("other evidence: {step:?}");
    };
    for branch in branches {
        check_branch(branch, position);
    }
    let conclusion = step.placements.iter().map(|candidate| (candidate, true));
    let (candidate, holds) = conclusion
        .chain(step.eliminations.iter().map(|candidate| (candidate, false)))
        .next()
        .expect("a conclusion");
    if let Some(clash) = clash {
        let assumed = &branches[0].facts[0];
        assert_eq!(
            (assumed.candidate, assumed.holds),
            (candidate, !holds),
            "the assumption must be the opposite of the conclusion"
        );
        assert!(clashes(*clash, &branches[0].facts, position), "{step:?}");
        return;
    }
    for branch in branches {
        let ends = |fact: &Fact| fact.candidate == candidate && fact.holds == holds;
        assert!(branch.facts.iter().any(ends), "{step:?}");
    }
    let assumed: CandidateSet = branches.iter().map(|branch| branch.facts[0].candidate).collect();
    match *cases {
        None => assert!(branches.len() == 2 && branches[0].facts[0].holds != branches[1].facts[0].holds),
        Some(Truth::Cell(cell)) => assert_eq!(assumed.digits(cell), position.digits(cell)),
        Some(Truth::House(house, digit)) => {
            assert_eq!(assumed.cells(digit), position.cells_in(house, digit));
        }
        Some(Truth::Guardians(_)) => panic!("no such cases: {step:?}"),
    }
}

#[test]
fn every_fact_of_a_chain_follows_from_earlier_facts() {
    let position = stuck(CHAINS, 8500);
    let steps = steps(super::chains, &position, SearchOptions::default());
    assert!(!steps.is_empty());
    for step in steps {
        check(&step, &position);
    }
}

#[test]
fn every_fact_of_a_net_follows_from_earlier_facts() {
    let mut found = 0;
    for puzzle in NETS {
        let position = stuck(puzzle, 8600);
        for step in steps(super::nets, &position, SearchOptions::default()) {
            check(&step, &position);
            found += 1;
        }
    }
    assert!(found > 0);
}

#[test]
fn every_fact_through_an_almost_locked_set_follows_from_earlier_facts() {
    let options = SearchOptions { sets_in_chains: SetsInChains::Yes, ..SearchOptions::default() };
    // After singles, a position still has many sets.
    let position = stuck(CHAINS, 1000);
    for (name, finder) in [("chains", super::chains as Finder), ("nets", super::nets)] {
        let mut sets = 0;
        for step in steps(finder, &position, options) {
            check(&step, &position);
            let Evidence::Forcing(forcing) = &step.evidence else { continue };
            sets += forcing.sets().len();
        }
        assert!(sets > 0, "no {name}");
    }
}

#[test]
fn a_small_budget_ends_the_search() {
    let position = stuck(CHAINS, 8500);
    let options = SearchOptions { budget: 100, ..SearchOptions::default() };
    assert!(steps(super::chains, &position, options).is_empty());
}

#[test]
fn invalid_positions_do_not_panic() {
    let all: CandidateSet = Candidate::all().collect();
    for candidates in [CandidateSet::EMPTY, all] {
        let position = Position::from_parts(Grid::EMPTY, CellSet::EMPTY, &candidates, Uniqueness::Unknown);
        steps(super::chains, &position, SearchOptions::default());
        steps(super::nets, &position, SearchOptions::default());
    }
}
