//! BUG-lite: a BUG of a few cells, in which every digit has two places or none in each house.
//!
//! ```text
//!         c2      c5      c8
//!   r4   5 8  │  7 8  │  5 7         each cell has two digits of the pattern, and each digit has two
//!   r5   5 8  │  7 8  │ 5 7 6        places in a house or none: change every cell to its other digit,
//!                                    and every house keeps its digits
//! ```
//!
//! The cells need not all have the same two digits. A pattern of two digits is a unique rectangle or a unique
//! loop, which are separate techniques; a BUG-lite has at least three digits. The search starts with a
//! bivalue cell. While a digit of the pattern has only one place in some house, the search adds a second
//! place there. A cell with more than two candidates may join the pattern with any two of them, as long as
//! [`deadly`](super::deadly) can draw a conclusion from the result; its other candidates are guardians.

use super::deadly::{DeadlyPattern, DeadlyTechniques, is_promising};
use crate::budget::SearchBudget;
use crate::{FinderContext, Position, Sink, Technique};
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, House};

/// The maximum number of cells in a pattern. Larger patterns are hard to see and expensive to find.
const MAX_CELLS: usize = 8;

/// The maximum number of steps in each pass of the search.
const MAX_STEPS: u64 = 10_000;

pub(crate) fn bug_lite(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let mut search = BugLiteSearch {
        position,
        closed: CellSet::EMPTY,
        budget: context.budget(MAX_STEPS),
        max_roof: 0,
        own: [DigitSet::EMPTY; Cell::COUNT],
        reported: Vec::new(),
        sink,
    };
    // The first pass looks for patterns with all guardians in one cell, which are the most frequent ones and
    // are found quickly.
    for max_roof in [1, MAX_CELLS] {
        search.budget = context.budget(MAX_STEPS);
        search.max_roof = max_roof;
        search.closed = CellSet::EMPTY;
        for start in position.bivalue_cells() {
            search.join(PartialBug::default(), start, position.digits(start))?;
            // All patterns with this cell have been found.
            search.closed.insert(start);
        }
    }
    ControlFlow::Continue(())
}

/// A pattern under construction: cells with two digits each.
#[derive(Copy, Clone, Default)]
struct PartialBug {
    cells: CellSet,
    /// The places of each digit.
    places: [CellSet; Digit::COUNT],
    /// The cells with extra candidates. `extra` holds the digits of these candidates.
    roof: CellSet,
    extra: DigitSet,
}

struct BugLiteSearch<'a, 'b> {
    position: &'a Position,
    /// The cells that must no longer be used, because all patterns with them have been found.
    closed: CellSet,
    budget: SearchBudget<'a>,
    /// The maximum number of cells with extra candidates.
    max_roof: usize,
    /// For each cell of the pattern, its two digits in the pattern.
    own: [DigitSet; Cell::COUNT],
    reported: Vec<CandidateSet>,
    sink: &'b mut dyn Sink,
}

impl BugLiteSearch<'_, '_> {
    /// Adds a cell with two of its digits and continues the search.
    fn join(&mut self, mut bug: PartialBug, cell: Cell, own: DigitSet) -> ControlFlow<()> {
        // Out of budget. Only this pass ends, since the next pass has its own budget.
        if self.budget.spend(1).is_break() {
            return ControlFlow::Continue(());
        }
        bug.cells.insert(cell);
        for digit in own {
            let places = &mut bug.places[digit.index()];
            if cell.houses().iter().any(|house| (house.cells() & *places).len() >= 2) {
                return ControlFlow::Continue(());
            }
            places.insert(cell);
        }
        let extra = self.position.digits(cell) - own;
        if !extra.is_empty() {
            bug.roof.insert(cell);
            bug.extra |= extra;
        }
        let useful = bug.roof.len() <= self.max_roof && is_promising(bug.roof, bug.extra);
        if !useful || bug.cells.len() > MAX_CELLS {
            return ControlFlow::Continue(());
        }
        self.own[cell.index()] = own;
        self.complete(bug)
    }

    /// Adds a second place for a digit that has only one place in some house. If there is no such digit, the
    /// pattern is complete.
    fn complete(&mut self, bug: PartialBug) -> ControlFlow<()> {
        let allowed = !(bug.cells | self.closed);
        let Some((house, digit)) = unpaired_digit(self.position, &bug, allowed) else {
            return self.close(&bug);
        };
        for cell in self.position.cells_in(house, digit) & allowed {
            for second in self.position.digits(cell).without(digit) {
                self.join(bug, cell, DigitSet::only(digit).with(second))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn close(&mut self, bug: &PartialBug) -> ControlFlow<()> {
        let digits: DigitSet =
            Digit::ALL.into_iter().filter(|digit| !bug.places[digit.index()].is_empty()).collect();
        if digits.len() < 3 || bug.roof.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut guardians = CandidateSet::EMPTY;
        for cell in bug.roof {
            guardians.set_digits(cell, self.position.digits(cell) - self.own[cell.index()]);
        }
        let mut candidates = CandidateSet::EMPTY;
        for digit in digits {
            candidates.set_cells(digit, bug.places[digit.index()]);
        }
        if self.reported.contains(&candidates) {
            return ControlFlow::Continue(());
        }
        self.reported.push(candidates);
        let pattern = DeadlyPattern { cells: bug.cells.iter().collect(), digits, guardians };
        pattern.conclude(self.position, DeadlyTechniques::plain(Technique::BugLite), self.sink)
    }
}

/// Returns a digit with only one place in some house, together with that house. Prefers the digit and house
/// with the fewest options for a second place.
fn unpaired_digit(position: &Position, bug: &PartialBug, allowed: CellSet) -> Option<(House, Digit)> {
    let mut fewest: Option<(usize, House, Digit)> = None;
    for digit in Digit::ALL {
        let places = bug.places[digit.index()];
        for house in places.iter().flat_map(Cell::houses) {
            if (house.cells() & places).len() == 1 {
                let others = (position.cells_in(house, digit) & allowed).len();
                if fewest.is_none_or(|(least, ..)| others < least) {
                    fewest = Some((others, house, digit));
                }
            }
        }
    }
    fewest.map(|(_, house, digit)| (house, digit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    fn columns() -> Sketch {
        let cells = [("r1c1", "12"), ("r2c1", "12"), ("r1c4", "13"), ("r2c4", "13"), ("r1c7", "23")];
        cells.into_iter().fold(Sketch::new(), |sketch, (cell, digits)| sketch.cell(cell, digits))
    }

    #[test]
    fn every_digit_occurs_twice_in_a_house_or_not_at_all() {
        let eliminated = columns().cell("r2c7", "234").eliminations(bug_lite, Technique::BugLite);
        assert_eq!(eliminated, ["2r2c7 3r2c7"]);
    }

    #[test]
    fn a_pattern_with_an_unpaired_digit_is_not_a_bug() {
        assert!(columns().cell("r2c7", "245").steps(bug_lite).is_empty());
    }
}
