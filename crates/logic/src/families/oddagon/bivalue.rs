//! Bivalue oddagon: a loop of an odd number of cells that all have the same two candidates. Some of the cells
//! have extra candidates.
//!
//! If no extra candidate were true, the two digits would have to alternate around an odd loop, which is
//! impossible. So at least one of these guardians is true. If all are in one cell, that cell loses the two
//! digits; if all are the same digit, that digit is eliminated from the cells that see all of them.

use super::odd_loop::{self, OddLoop, OddLoopPattern};
use crate::{Evidence, FinderContext, Oddagon, Position, Sink, Step, Technique, Truth};
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, DigitSet};

pub(crate) fn bivalue_oddagon(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let budget = context.budget(u64::MAX);
    for (index, first) in Digit::ALL.into_iter().enumerate() {
        for second in Digit::ALL.into_iter().skip(index + 1) {
            let pair = DigitSet::only(first).with(second);
            let mut loops = BivalueLoops { position, pair, known: Vec::new(), sink };
            odd_loop::search(position.cells(first) & position.cells(second), &mut loops, &budget)?;
        }
    }
    ControlFlow::Continue(())
}

/// A search for loops of one pair of digits.
struct BivalueLoops<'a> {
    position: &'a Position,
    pair: DigitSet,
    /// The guardians of the loops found so far. A longer loop with the same guardians proves nothing new.
    known: Vec<CandidateSet>,
    sink: &'a mut dyn Sink,
}

impl BivalueLoops<'_> {
    /// Returns the extra candidates of the cells.
    fn guardians(&self, cells: &[Cell]) -> CandidateSet {
        self.position.candidates_in(!self.pair, cells.iter().copied().collect())
    }
}

/// Returns the candidates that are false because one of the guardians is true. There are none unless all
/// guardians are in one cell or are the same digit.
pub(crate) fn eliminated_by_guardians(
    guardians: &CandidateSet,
    pattern: DigitSet,
    position: &Position,
) -> CandidateSet {
    let mut eliminated = CandidateSet::EMPTY;
    if let Some(cell) = guardians.occupied().single() {
        eliminated.set_digits(cell, position.digits(cell) & pattern);
    } else if let Some(first) = guardians.first() {
        let cells = guardians.cells(first.digit());
        if cells.len() == guardians.len() {
            eliminated.set_cells(first.digit(), position.cells(first.digit()) & cells.common_peers());
        }
    }
    eliminated
}

impl OddLoopPattern for BivalueLoops<'_> {
    fn admits(&self, odd_loop: &OddLoop) -> bool {
        // The same test as in `eliminated_by_guardians`, in a faster form because it runs often.
        let (mut cells, mut digits) = (CellSet::EMPTY, DigitSet::EMPTY);
        for &cell in &odd_loop.cells {
            let extra = self.position.digits(cell) - self.pair;
            if !extra.is_empty() {
                cells.insert(cell);
                digits |= extra;
            }
        }
        let eliminates = |digit| !self.position.cells(digit).is_disjoint(cells.common_peers());
        cells.len() <= 1 || digits.single().is_some_and(eliminates)
    }

    fn found(&mut self, odd_loop: &OddLoop) -> ControlFlow<()> {
        let guardians = self.guardians(&odd_loop.cells);
        if guardians.is_empty() || self.known.contains(&guardians) {
            return ControlFlow::Continue(());
        }
        self.known.push(guardians);
        let eliminated = eliminated_by_guardians(&guardians, self.pair, self.position);
        let evidence = Evidence::Oddagon(Oddagon {
            digits: self.pair,
            cells: odd_loop.cells.clone(),
            guardians,
            truths: odd_loop.cells.iter().map(|&cell| Truth::Cell(cell)).collect(),
        });
        self.sink.take(Step::eliminating(Technique::BivalueOddagon, eliminated, evidence))
    }
}
