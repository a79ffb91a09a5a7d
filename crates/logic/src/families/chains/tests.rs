//! Tests of chains on artificial positions. The positions have all candidates except those that would break
//! the chain.

use crate::{
    AllSteps, Chain, Evidence, Finder, FinderContext, HintLevel, Link, Marks, Notation, Position,
    SearchOptions, SetsInChains, Step, Technique, Uniqueness,
};
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, Grid, House};

/// Returns all candidates of an empty grid.
fn open() -> CandidateSet {
    Candidate::all().collect()
}

/// Restricts a cell to these digits.
fn cell(mut candidates: CandidateSet, name: &str, digits: &str) -> CandidateSet {
    let digits: DigitSet = digits.chars().filter_map(Digit::from_char).collect();
    candidates.set_digits(name.parse().expect("a cell"), digits);
    candidates
}

/// Restricts the places of the digit in the house to these cells.
fn house(mut candidates: CandidateSet, house: House, digit: Digit, cells: &str) -> CandidateSet {
    let kept: CellSet = cells.parse().expect("cells");
    let places = (candidates.cells(digit) - house.cells()) | (candidates.cells(digit) & kept);
    candidates.set_cells(digit, places);
    candidates
}

fn position(candidates: &CandidateSet) -> Position {
    Position::from_parts(Grid::EMPTY, CellSet::EMPTY, candidates, Uniqueness::Unknown)
}

fn steps(finder: Finder, candidates: &CandidateSet, options: SearchOptions) -> Vec<Step> {
    let position = position(candidates);
    let mut all = AllSteps::default();
    let _: ControlFlow<()> = finder(&FinderContext::new(&position, options), &mut all);
    all.0
}

fn names(step: &Step) -> Vec<String> {
    step.eliminations.iter().map(|candidate| candidate.to_string()).collect()
}

fn chain(step: &Step) -> &Chain {
    match &step.evidence {
        Evidence::Chain(chain) => chain,
        other => panic!("not a chain: {other:?}"),
    }
}

fn row(index: usize) -> House {
    House::new(veridoku_core::HouseKind::Row, index - 1)
}

fn column(index: usize) -> House {
    House::new(veridoku_core::HouseKind::Column, index - 1)
}

#[test]
fn an_xy_chain_eliminates_from_cells_that_see_both_ends() {
    let candidates = cell(cell(cell(open(), "r1c1", "12"), "r1c5", "23"), "r4c5", "13");
    let steps = steps(Technique::XyChain.finder(), &candidates, SearchOptions::default());
    // The three cells form an XY-wing, which is also an XY-chain.
    let found: Vec<_> = steps.iter().map(names).collect();
    assert_eq!(found, [["1r4c1"]]);
    assert_eq!(chain(&steps[0]).links.len(), 5);
}

/// Returns candidates with an X-chain of three strong links: r1c1 = r1c4 - r5c4 = r5c8 - r6c7 = r3c7.
fn x_chain() -> CandidateSet {
    let candidates = house(open(), row(1), Digit::Five, "r1c1, r1c4");
    let candidates = house(candidates, row(5), Digit::Five, "r5c4, r5c8");
    house(candidates, column(7), Digit::Five, "r3c7, r6c7")
}

#[test]
fn an_x_chain_uses_only_one_digit() {
    let steps = steps(Technique::XChain.finder(), &x_chain(), SearchOptions::default());
    let found = steps.iter().find(|step| names(step) == ["5r3c1", "5r3c2", "5r3c3"]).expect("the chain");
    assert_eq!(chain(found).nodes.len(), 6);
    assert!(chain(found).nodes.iter().all(|node| node.digit == Digit::Five));
}

#[test]
fn no_chain_is_longer_than_allowed() {
    let options = SearchOptions { chain_links: 3, ..SearchOptions::default() };
    let steps = steps(Technique::XChain.finder(), &x_chain(), options);
    assert!(steps.iter().all(|step| chain(step).links.len() <= 3), "{steps:?}");
}

#[test]
fn a_remote_pair_eliminates_both_digits() {
    let mut candidates = open();
    for name in ["r1c1", "r1c8", "r5c8", "r5c5"] {
        candidates = cell(candidates, name, "47");
    }
    let steps = steps(super::remote_pair, &candidates, SearchOptions::default());
    assert_eq!(steps.iter().map(names).collect::<Vec<_>>(), [["4r1c5", "7r1c5", "4r5c1", "7r5c1"]]);
    assert_eq!(chain(&steps[0]).nodes.len(), 8);
}

#[test]
fn a_continuous_loop_eliminates_along_its_weak_links() {
    // 1r1c1 = 1r1c9 - 2r1c9 = 2r5c9 - 3r5c9 = 3r5c1 - 4r5c1 = 4r1c1: each corner has two digits of the loop.
    let candidates = house(open(), row(1), Digit::One, "r1c1, r1c9");
    let candidates = house(candidates, column(9), Digit::Two, "r1c9, r5c9");
    let candidates = house(candidates, row(5), Digit::Three, "r5c9, r5c1");
    let candidates = house(candidates, column(1), Digit::Four, "r5c1, r1c1");
    let steps = steps(super::nice_loop, &candidates, SearchOptions::default());
    let best = &steps[0];
    assert_eq!(best.technique, Technique::ContinuousNiceLoop);
    assert!(chain(best).is_closed());
    let corners = [("r1c1", "14"), ("r1c9", "12"), ("r5c9", "23"), ("r5c1", "34")];
    for (name, digits) in corners {
        let corner: Cell = name.parse().expect("a cell");
        let kept: DigitSet = digits.chars().filter_map(Digit::from_char).collect();
        assert_eq!(best.eliminations.digits(corner), candidates.digits(corner) - kept, "{name}");
    }
}

#[test]
fn an_alternating_chain_with_different_end_digits_excludes_each_from_the_other_end() {
    // 1r1c1 = 1r1c9 - 2r1c9 = 2r5c9 - 3r5c9 = 3r5c1. The ends share a column: r1c1≠3 and r5c1≠1.
    let candidates = house(open(), row(1), Digit::One, "r1c1, r1c9");
    let candidates = house(candidates, column(9), Digit::Two, "r1c9, r5c9");
    let candidates = house(candidates, row(5), Digit::Three, "r5c9, r5c1");
    let steps = steps(super::nice_loop, &candidates, SearchOptions::default());
    assert_eq!(steps[0].technique, Technique::Aic);
    assert_eq!(names(&steps[0]), ["3r1c1", "1r5c1"]);
}

#[test]
fn a_group_counts_as_one_node() {
    // 5r1c1 = 5r1c78 - 5r2c9 = 5r2c4, …: the places in row 1 and box 3 act as one node.
    let candidates = house(open(), row(1), Digit::Five, "r1c1, r1c7, r1c8");
    let candidates = house(candidates, row(2), Digit::Five, "r2c9, r2c4");
    assert!(steps(super::nice_loop, &candidates, SearchOptions::default()).is_empty());
    let candidates = house(candidates, column(4), Digit::Five, "r2c4, r6c4");
    let candidates = house(candidates, row(6), Digit::Five, "r6c4, r6c1");
    let steps = steps(super::grouped_nice_loop, &candidates, SearchOptions::default());
    let grouped = |step: &Step| chain(step).nodes.iter().any(|node| node.cells.len() > 1);
    assert!(!steps.is_empty() && steps.iter().all(grouped));
}

#[test]
fn a_set_that_loses_a_digit_is_locked_to_the_others() {
    // Without 3, r1c1 and r1c2 are 1 and 2: 3r9c9 = 3r1c9 - 3(r1c2) = 2(r1c12) - 2r1c5 = 2r9c5.
    let candidates = cell(cell(open(), "r1c1", "12"), "r1c2", "123");
    let candidates = house(candidates, column(9), Digit::Three, "r1c9, r9c9");
    let candidates = house(candidates, column(5), Digit::Two, "r1c5, r9c5");
    let options = SearchOptions { sets_in_chains: SetsInChains::Yes, ..SearchOptions::default() };
    let steps = steps(super::grouped_nice_loop, &candidates, options);
    let found = steps.iter().find(|step| names(step) == ["3r9c5", "2r9c9"]).expect("the chain");
    assert_eq!(found.technique, Technique::GroupedAic);
    let set: CellSet = "r1c1, r1c2".parse().expect("cells");
    assert!(chain(found).links.contains(&Link::StrongInSet(set)));
    // The picture and the explanation give the set the same name.
    let position = position(&candidates);
    assert_eq!(Marks::new(found, &position).sets, [set]);
    let text = found.explain(&position, HintLevel::Full, Notation::RowColumn);
    assert!(text.contains("set A (r1c12) must contain all its other digits"), "{text}");
}

#[test]
fn invalid_positions_do_not_panic() {
    let bare = CandidateSet::EMPTY;
    let mut pairs = CandidateSet::EMPTY;
    let mut few = CandidateSet::EMPTY;
    for cell in Cell::all() {
        pairs.set_digits(cell, [Digit::One, Digit::Two].into_iter().collect());
        if cell.index() % 3 > 0 {
            few.set_digits(cell, DigitSet::only(Digit::ALL[cell.index() % 9]).with(Digit::Four));
        }
    }
    let finders: [Finder; 5] = [
        super::remote_pair,
        Technique::XChain.finder(),
        Technique::XyChain.finder(),
        super::nice_loop,
        super::grouped_nice_loop,
    ];
    for candidates in [bare, pairs, few, open()] {
        for finder in finders {
            steps(finder, &candidates, SearchOptions::default());
        }
    }
}
