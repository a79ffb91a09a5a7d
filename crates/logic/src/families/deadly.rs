//! Deadly patterns in general: what follows when one of the guardians is true.
//!
//! Loops, extended rectangles, BUG-lites and graves are all used the same four ways, known from the unique
//! rectangle. This file has them once.
//!
//! ```text
//!   pattern  cells and the candidates they have in it       1 2 │ 1 2      guardian 5 in one cell only:
//!   guardian a further candidate of one of the cells        1 2 │ 1 2 5    that cell is 5
//! ```
//!
//! Why it is sound: if all guardians were false, the solution would fill the cells from the pattern alone.
//! Every such filling can be exchanged for another with the same digits in every house, so the puzzle would
//! have two solutions. The cells of a pattern are not givens, and that is all the argument needs: candidates
//! that are missing, for whatever reason, only leave fewer fillings.

use super::subset_type3::Subset;
use crate::evidence::{Deadly, Evidence, Truth};
use crate::position::Position;
use crate::sink::Sink;
use crate::step::Step;
use crate::technique::Technique;
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, DigitSet};

const NOTHING: ControlFlow<()> = ControlFlow::Continue(());

/// Cells that must not all be filled with the digits of the pattern.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// The cells, in the order of a walk where there is one.
    pub(crate) cells: Vec<Cell>,
    /// The digits.
    pub(crate) digits: DigitSet,
    /// The candidates of the cells that are not part of the pattern.
    pub(crate) guardians: CandidateSet,
}

/// The techniques for the four ways to use a pattern; nothing for a way that has no name there.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Names {
    /// One cell has all guardians.
    pub(crate) one_cell: Option<Technique>,
    /// All guardians are the same digit.
    pub(crate) one_digit: Option<Technique>,
    /// The guardians are one cell of a naked subset.
    pub(crate) subset: Option<Technique>,
    /// A digit of the pattern is confined to the two cells with guardians.
    pub(crate) confined: Option<Technique>,
    /// Which cells may be part of a naked subset with the guardians.
    pub(crate) partners: Partners,
}

/// Which cells may be part of a naked subset with the guardians.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Partners {
    /// Those outside the pattern.
    Outside,
    /// Also those of the pattern that have no guardian: a pattern of the whole grid has no others.
    Anywhere,
}

impl Names {
    /// One technique, for the two ways that need nothing but the pattern.
    pub(crate) const fn plain(technique: Technique) -> Names {
        Names {
            one_cell: Some(technique),
            one_digit: Some(technique),
            subset: None,
            confined: None,
            partners: Partners::Outside,
        }
    }
}

/// Whether guardians in these cells and of these digits may lead to a conclusion: two cells at most, or one digit.
pub(crate) fn is_promising(roof: CellSet, digits: DigitSet) -> bool {
    roof.len() <= 2 || digits.len() <= 1
}

impl Pattern {
    /// Feeds the steps that follow to the sink.
    pub(crate) fn conclude(&self, position: &Position, names: Names, sink: &mut dyn Sink) -> ControlFlow<()> {
        let roof = self.guardians.occupied();
        if let Some(cell) = roof.single() {
            return match names.one_cell {
                Some(technique) => self.one_cell(position, technique, cell, sink),
                None => NOTHING,
            };
        }
        if let Some(technique) = names.one_digit {
            self.one_digit(position, technique, roof, sink)?;
        }
        if let Some(technique) = names.subset {
            self.subset(position, technique, names.partners, sink)?;
        }
        if let Some(technique) = names.confined {
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

    /// The candidates of the cell that are part of the pattern.
    fn own_digits(&self, position: &Position, cell: Cell) -> DigitSet {
        position.digits(cell) - self.guardians.digits(cell)
    }

    /// Type 1: the cell with all guardians is none of the pattern's digits.
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

    /// Type 2: the digit of all guardians goes where it sees all of them.
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

    /// Type 3: one cell of the roof has a guardian, so the roof is one cell of a naked subset of their house.
    fn subset(
        &self,
        position: &Position,
        technique: Technique,
        partners: Partners,
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
                    Partners::Outside => pattern,
                    Partners::Anywhere => roof,
                };
                let partners = (house.cells() - taken).iter().filter(fits).collect();
                let start = Subset { roof, house, partners, chosen: CellSet::EMPTY, digits };
                start.grow(position, &mut |chosen, struck| {
                    self.emit(technique, struck, chosen.iter().map(Truth::Cell).collect(), sink)
                })?;
            }
        }
        NOTHING
    }

    /// Type 4: a digit of the pattern is in one of the two cells of the roof; the other has a guardian.
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
