//! Reverse BUG: placed digits that must not become interchangeable.
//!
//! ```text
//!           c4      c7                    a 1 at r3c4 would give every row, column and box of these cells
//!   r2 │    2       1                     both digits or neither, so that they could be swapped; so 1 is
//!   r3 │   1 3      2                     eliminated from r3c4
//! ```
//!
//! Take two digits and the cells in which the solver has placed them. A set of these cells is closed if, for
//! each of its cells, all three houses of the cell also contain a cell of the set with the other digit. If
//! one more placement would complete a closed set without givens, the two digits could be swapped in all its
//! cells, and the puzzle would have a second solution. So that candidate is eliminated. With four cells, this
//! is an avoidable rectangle. Candidates do not matter here, only the givens and the placed digits.

use crate::{Deadly, Evidence, FinderContext, Position, Sink, Step, Technique};
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House};

pub(crate) fn reverse_bug(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    // For each digit, the cells in which the solver has placed it.
    let mut places = [CellSet::EMPTY; Digit::COUNT];
    for cell in position.values().filled() - position.givens() {
        if let Some(digit) = position.values().get(cell) {
            places[digit.index()].insert(cell);
        }
    }
    for cell in position.empty_cells() {
        for digit in position.digits(cell) {
            for other in Digit::ALL.into_iter().filter(|&other| other != digit) {
                let alone = |house: &House| house.cells().is_disjoint(places[other.index()]);
                if cell.houses().iter().any(alone) {
                    continue;
                }
                let pair = [places[digit.index()], places[other.index()]];
                if let Some(pattern) = close(cell, pair) {
                    emit(position, Candidate::new(cell, digit), other, pattern, sink)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the closed set of cells that contains the given cell if it holds the first digit of the pair, or
/// `None` if there is no such set.
fn close(cell: Cell, mut places: [CellSet; 2]) -> Option<CellSet> {
    places[0].insert(cell);
    let mut pattern = CellSet::only(cell);
    let mut queue = vec![(cell, 0)];
    while let Some((cell, own)) = queue.pop() {
        for house in cell.houses() {
            let partner = (places[1 - own] & house.cells()).first()?;
            if pattern.insert(partner) {
                queue.push((partner, 1 - own));
            }
        }
    }
    Some(pattern)
}

fn emit(
    position: &Position,
    closing: Candidate,
    other: Digit,
    pattern: CellSet,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let rest = position.digits(closing.cell()).without(closing.digit());
    let evidence = Evidence::Deadly(Deadly {
        cells: pattern.iter().collect(),
        digits: DigitSet::only(closing.digit()).with(other),
        guardians: CandidateSet::of_cell(closing.cell(), rest),
        truths: Vec::new(),
    });
    sink.take(Step::eliminating(Technique::ReverseBug, CandidateSet::only(closing), evidence))
}
