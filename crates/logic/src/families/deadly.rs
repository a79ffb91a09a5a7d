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
use crate::evidence::{Deadly, Evidence, Truth};
use crate::position::Position;
use crate::sink::Sink;
use crate::step::Step;
use crate::technique::Technique;
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
        if let Some(cell) = roof.single() {
            return match techniques.one_cell {
                Some(technique) => self.one_cell(position, technique, cell, sink),
                None => NOTHING,
            };
        }
        if let Some(technique) = techniques.one_digit {
            self.one_digit(position, technique, roof, sink)?;
        }
        if let Some(technique) = techniques.subset {
            self.subset(position, technique, techniques.partners, sink)?;
        }
        if let Some(technique) = techniques.confined {
            self.confined(position, technique, roof, sink)?;
        }
        NOTHING
    }

    fn emit(
        &self,
        technique: Technique,
        eliminations: CandidateSet,
        truths: Vec<Truth>,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        if eliminations.is_empty() {
            return NOTHING;
        }
        let evidence = Evidence::Deadly(Deadly {
            cells: self.cells.clone(),
            digits: self.digits,
            guardians: self.guardians,
            truths,
        });
        sink.take(Step::eliminating(technique, eliminations, evidence))
    }

    /// Returns the candidates of the cell that are part of the pattern.
    fn own_digits(&self, position: &Position, cell: Cell) -> DigitSet {
        position.digits(cell) - self.guardians.digits(cell)
    }

    /// Type 1: eliminates the digits of the pattern from the only cell with guardians.
    fn one_cell(
        &self,
        position: &Position,
        technique: Technique,
        cell: Cell,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let own = self.own_digits(position, cell);
        let eliminations = own.iter().map(|digit| Candidate::new(cell, digit)).collect();
        self.emit(technique, eliminations, Vec::new(), sink)
    }

    /// Type 2: eliminates the common digit of all guardians from the cells that see all guardians.
    fn one_digit(
        &self,
        position: &Position,
        technique: Technique,
        roof: CellSet,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let digits: DigitSet = self.guardians.iter().map(Candidate::digit).collect();
        let Some(digit) = digits.single() else { return NOTHING };
        let eliminations = position.candidates_of(digit, roof.common_peers());
        self.emit(technique, eliminations, Vec::new(), sink)
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
        let pattern: CellSet = self.cells.iter().copied().collect();
        for house in first.houses() {
            if roof.is_subset(house.cells()) && digits.len() >= 2 {
                let fits = |&cell: &Cell| !position.digits(cell).is_empty();
                let taken = match partners {
                    SubsetPartners::Outside => pattern,
                    SubsetPartners::Anywhere => roof,
                };
                let partners = (house.cells() - taken).iter().filter(fits).collect();
                let start = RoofSubset { roof, house, partners, chosen: CellSet::EMPTY, digits };
                start.grow(position, &mut |chosen, eliminated| {
                    self.emit(technique, eliminated, chosen.iter().map(Truth::Cell).collect(), sink)
                })?;
            }
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
        if roof.len() != 2 {
            return NOTHING;
        }
        let common = self.own_digits(position, left) & self.own_digits(position, right);
        for house in left.houses().into_iter().filter(|house| house.cells().contains(right)) {
            for digit in common {
                if position.cells_in(house, digit) == roof {
                    let mut eliminations = CandidateSet::EMPTY;
                    for cell in roof {
                        let others = self.own_digits(position, cell).without(digit);
                        eliminations.extend(others.iter().map(|other| Candidate::new(cell, other)));
                    }
                    self.emit(technique, eliminations, vec![Truth::House(house, digit)], sink)?;
                }
            }
        }
        NOTHING
    }
}
