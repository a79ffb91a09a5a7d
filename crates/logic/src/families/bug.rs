//! Bivalue universal grave (BUG): all unsolved cells form one deadly pattern.
//!
//! ```text
//!   every empty cell has two candidates, and every digit has two places or none in each house:
//!   change every cell to its other candidate, and every house keeps its digits
//! ```
//!
//! A puzzle with a unique solution never reaches a BUG. If only a few extra candidates, the guardians, keep
//! the position from being a BUG, at least one of them is true. **BUG+1** has one guardian, which must be
//! true. With more guardians, the types are those of Sudoku Explainer: all guardians are the same digit (type
//! 2); the cells with guardians act as one cell of a naked subset (type 3); there are two cells with
//! guardians, and another digit is confined to them in a house (type 4).
//!
//! Unlike a unique rectangle, a BUG depends on the remaining candidates. This is sound: the solution consists
//! of remaining candidates, and changing every cell to its other candidate would give a second solution for
//! the givens. Givens are filled cells, so they are never part of a BUG.

use super::deadly::{DeadlyPattern, DeadlyTechniques, SubsetPartners};
use crate::{Deadly, Evidence, FinderContext, Position, Sink, Step, Technique};
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House};

const TECHNIQUES_BY_TYPE: DeadlyTechniques = DeadlyTechniques {
    one_cell: None,
    one_digit: Some(Technique::Bug2),
    subset: Some(Technique::Bug3),
    confined: Some(Technique::Bug4),
    partners: SubsetPartners::Anywhere,
};

/// The maximum number of cells with guardians. Positions with more are not searched.
const MAX_CELLS: usize = 6;

pub(crate) fn plus_one(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let mut extra: Option<Cell> = None;
    for cell in position.empty_cells() {
        match position.digits(cell).len() {
            2 => {}
            3 if extra.is_none() => extra = Some(cell),
            _ => return ControlFlow::Continue(()),
        }
    }
    let Some(cell) = extra else { return ControlFlow::Continue(()) };
    for guardian in position.digits(cell) {
        let guardians = CandidateSet::only(Candidate::new(cell, guardian));
        if is_bug(position, &guardians) {
            let eliminated = CandidateSet::of_cell(cell, position.digits(cell).without(guardian));
            let evidence = Evidence::Deadly(Deadly {
                cells: position.empty_cells().iter().collect(),
                digits: position.digits_of(position.empty_cells()),
                guardians,
                truths: Vec::new(),
            });
            return sink.take(Step::eliminating(Technique::BugPlusOne, eliminated, evidence));
        }
    }
    ControlFlow::Continue(())
}

/// Reports whether every digit has exactly two places or none in every house once the guardians are removed.
fn is_bug(position: &Position, guardians: &CandidateSet) -> bool {
    Digit::ALL.into_iter().all(|digit| {
        let places = position.cells(digit) - guardians.cells(digit);
        House::all().all(|house| matches!((house.cells() & places).len(), 0 | 2))
    })
}

pub(crate) fn bug(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let mut roof = CellSet::EMPTY;
    for cell in position.empty_cells() {
        match position.digits(cell).len() {
            0 | 1 => return ControlFlow::Continue(()),
            2 => {}
            _ => {
                roof.insert(cell);
            }
        }
    }
    if !(2..=MAX_CELLS).contains(&roof.len()) {
        return ControlFlow::Continue(());
    }
    choose(position, roof, CandidateSet::EMPTY, sink)
}

/// For each open cell, tries every pair of its candidates as its part of the BUG; the others are guardians.
fn choose(
    position: &Position,
    open: CellSet,
    guardians: CandidateSet,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let Some(cell) = open.first() else {
        if !is_bug(position, &guardians) {
            return ControlFlow::Continue(());
        }
        let cells = position.empty_cells();
        let digits = position.digits_of(cells);
        let pattern = DeadlyPattern { cells: cells.iter().collect(), digits, guardians };
        return pattern.conclude(position, TECHNIQUES_BY_TYPE, sink);
    };
    let open = open.without(cell);
    let digits = position.digits(cell);
    for low in digits {
        for high in digits.iter().filter(|&high| high > low) {
            let extra = digits - DigitSet::only(low).with(high);
            let mut guardians = guardians;
            guardians.set_digits(cell, extra);
            if fits(position, cell, open, &guardians) {
                choose(position, open, guardians, sink)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Reports whether every digit can still end up with exactly two places or none in each house of the cell.
fn fits(position: &Position, cell: Cell, open: CellSet, guardians: &CandidateSet) -> bool {
    cell.houses().into_iter().all(|house| {
        Digit::ALL.into_iter().all(|digit| {
            let places = position.cells_in(house, digit) - guardians.cells(digit);
            let (sure, undecided) = ((places - open).len(), (places & open).len());
            sure <= 2 && (sure != 1 || undecided > 0)
        })
    })
}
