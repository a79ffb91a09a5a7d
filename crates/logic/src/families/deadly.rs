//! The four types of conclusions from a deadly pattern, given that at least one of its guardians is true.
//!
//! The types are those of the unique rectangle. Unique loops, extended rectangles, BUG-lites and BUGs share
//! them.
//!
//! ```text
//!   pattern    cells and their candidates in it            1 2 │ 1 2      the only guardian is 5,
//!   guardian   an extra candidate of one of the cells      1 2 │ 1 2 5    so that cell is 5
//! ```
//!
//! Why it is sound: if all guardians were false, the solution would fill the cells with candidates of the
//! pattern alone. Every such filling can be exchanged for another with the same digits in every house, so the
//! puzzle would have two solutions. The argument only requires that no cell of the pattern is a given.
//! Candidates that have already been eliminated, for whatever reason, only reduce the number of fillings.

use super::subset_type3::RoofSubset;
use crate::{Deadly, Evidence, Position, Sink, Technique, Truth};
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, DigitSet};

const NOTHING: ControlFlow<()> = ControlFlow::Continue(());

/// A deadly pattern: a set of cells in which at least one guardian must be true.
#[derive(Clone, Debug)]
pub(crate) struct DeadlyPattern {
    /// The cells, in the order of a loop if they form one.
    pub(crate) cells: Vec<Cell>,
    /// The digits of the pattern.
    pub(crate) digits: DigitSet,
    /// The extra candidates in these cells, which do not belong to the pattern.
    pub(crate) guardians: CandidateSet,
}

/// The techniques for the four types of conclusions; `None` for a type that the pattern does not use.
#[derive(Copy, Clone, Debug)]
pub(crate) struct DeadlyTechniques {
    /// Type 1: all guardians are in one cell.
    pub(crate) one_cell: Option<Technique>,
    /// Type 2: all guardians are the same digit.
    pub(crate) one_digit: Option<Technique>,
    /// Type 3: the cells with guardians act as one cell of a naked subset.
    pub(crate) subset: Option<Technique>,
    /// Type 4: a digit of the pattern is confined to the two cells with guardians.
    pub(crate) confined: Option<Technique>,
    /// The cells that may form a naked subset with the guardians.
    pub(crate) partners: SubsetPartners,
}

/// The cells that may form a naked subset with the guardians.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum SubsetPartners {
    /// Only cells outside the pattern.
    Outside,
    /// Also cells of the pattern without guardians: a pattern that covers the whole grid leaves no others.
    Anywhere,
}

impl DeadlyTechniques {
    /// Assigns one technique to types 1 and 2, and none to the other types.
    pub(crate) const fn plain(technique: Technique) -> DeadlyTechniques {
        DeadlyTechniques {
            one_cell: Some(technique),
            one_digit: Some(technique),
            subset: None,
            confined: None,
            partners: SubsetPartners::Outside,
        }
    }
}

/// Reports whether guardians with these digits in these cells may lead to a conclusion. They must be in at
/// most two cells or all be the same digit.
pub(crate) fn is_promising(roof: CellSet, digits: DigitSet) -> bool {
    roof.len() <= 2 || digits.len() <= 1
}

impl DeadlyPattern {
    /// Passes all steps that follow from the pattern to the sink.
    pub(crate) fn conclude(
        &self,
        position: &Position,
        techniques: DeadlyTechniques,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let roof = self.guardians.occupied();
        let digits: DigitSet = self.guardians.iter().map(Candidate::digit).collect();
        if let Some(cell) = roof.single() {
            // Type 1: eliminate the digits of the pattern from the only cell with guardians.
            let Some(technique) = techniques.one_cell else { return NOTHING };
            let eliminations = CandidateSet::of_cell(cell, self.own_digits(position, cell));
            return self.report(technique, eliminations, Vec::new(), sink);
        }
        if let (Some(technique), Some(digit)) = (techniques.one_digit, digits.single()) {
            // Type 2: eliminate the common digit of all guardians from the cells that see all guardians.
            let eliminations = position.candidates_of(digit, roof.common_peers());
            self.report(technique, eliminations, Vec::new(), sink)?;
        }
        if let (Some(technique), 2..) = (techniques.subset, digits.len()) {
            self.subset(position, technique, techniques.partners, sink)?;
        }
        if let (Some(technique), 2) = (techniques.confined, roof.len()) {
            self.confined(position, technique, roof, sink)?;
        }
        NOTHING
    }

    /// Reports the step if it eliminates anything.
    fn report(
        &self,
        technique: Technique,
        eliminations: CandidateSet,
        truths: Vec<Truth>,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        sink.eliminate(technique, eliminations, || {
            let DeadlyPattern { cells, digits, guardians } = self.clone();
            Evidence::Deadly(Deadly { cells, digits, guardians, truths })
        })
    }

    /// Returns the candidates of the cell that are part of the pattern.
    fn own_digits(&self, position: &Position, cell: Cell) -> DigitSet {
        position.digits(cell) - self.guardians.digits(cell)
    }

    /// Type 3: one cell of the roof (the cells with guardians) holds a guardian, so the roof acts as one cell
    /// of a naked subset.
    fn subset(
        &self,
        position: &Position,
        technique: Technique,
        partners: SubsetPartners,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let roof = self.guardians.occupied();
        let Some(first) = roof.first() else { return NOTHING };
        let digits: DigitSet = self.guardians.iter().map(Candidate::digit).collect();
        let taken = match partners {
            SubsetPartners::Outside => self.cells.iter().copied().collect(),
            SubsetPartners::Anywhere => roof,
        };
        for house in first.houses().into_iter().filter(|house| roof.is_subset(house.cells())) {
            let fits = |&cell: &Cell| !position.digits(cell).is_empty();
            let partners = (house.cells() - taken).iter().filter(fits).collect();
            let start = RoofSubset { roof, house, partners, chosen: CellSet::EMPTY, digits };
            start.grow(position, &mut |chosen, eliminated| {
                self.report(technique, eliminated, chosen.iter().map(Truth::Cell).collect(), sink)
            })?;
        }
        NOTHING
    }

    /// Type 4: a digit is confined to the two roof cells. One of them holds this digit and the other holds a
    /// guardian, so their other digits of the pattern are eliminated.
    fn confined(
        &self,
        position: &Position,
        technique: Technique,
        roof: CellSet,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let (Some(left), Some(right)) = (roof.first(), roof.last()) else { return NOTHING };
        let [left_digits, right_digits] = [left, right].map(|cell| self.own_digits(position, cell));
        for house in left.houses().into_iter().filter(|house| house.cells().contains(right)) {
            for digit in left_digits & right_digits {
                if position.cells_in(house, digit) == roof {
                    let eliminations = CandidateSet::of_cell(left, left_digits.without(digit))
                        | CandidateSet::of_cell(right, right_digits.without(digit));
                    self.report(technique, eliminations, vec![Truth::House(house, digit)], sink)?;
                }
            }
        }
        NOTHING
    }
}
