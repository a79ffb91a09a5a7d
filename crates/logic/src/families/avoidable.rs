//! Avoidable rectangles: unique rectangles among solved cells.
//!
//! ```text
//!           c4      c7
//!   r2 │    2       1        three solved cells, none of them a given
//!      │
//!   r3 │   1 3      2        so r3c4 is not 1: otherwise 1 and 2 could be swapped
//! ```
//!
//! Digits placed by the solver can be swapped, but givens cannot. So if three corners are solved, the fourth
//! must not get the digit that completes the rectangle (type 1). If two corners are solved and the other two
//! share a third digit, one of them holds that digit (type 2). The argument does not depend on earlier
//! eliminations: the swapped digits would give a second solution for the same givens. As in HoDoKu, the empty
//! corners must be bivalue cells; [`reverse_bug`](super::reverse_bug) covers the general case.

use crate::{Deadly, Evidence, FinderContext, Position, Sink, Step, Technique};
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, Digit, HouseKind};

/// Two solved corners in one box, and the two corners opposite them.
struct SolvedSide {
    solved: [(Cell, Digit); 2],
    /// The corners opposite the solved ones. In the deadly pattern, each has the digit of the solved corner
    /// diagonally opposite.
    across: [Cell; 2],
}

/// Calls `rule` for every pair of solved cells that share a box and a line, once for each possible opposite
/// side.
fn search(position: &Position, mut rule: impl FnMut(&SolvedSide) -> ControlFlow<()>) -> ControlFlow<()> {
    let solved = position.values().filled() - position.givens();
    for start in solved {
        for partner in start.house(HouseKind::Box).cells() & start.peers() & solved {
            if partner < start {
                continue;
            }
            let (Some(own), Some(other)) = (position.values().get(start), position.values().get(partner))
            else {
                continue;
            };
            let (line, partner_line) = if partner.row_index() == start.row_index() {
                (start.house(HouseKind::Column), partner.house(HouseKind::Column))
            } else if partner.column_index() == start.column_index() {
                (start.house(HouseKind::Row), partner.house(HouseKind::Row))
            } else {
                continue;
            };
            for (near, far) in line.cells_in_order().into_iter().zip(partner_line.cells_in_order()) {
                if near.box_index() != start.box_index() {
                    rule(&SolvedSide { solved: [(start, own), (partner, other)], across: [near, far] })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Reports whether the corner has exactly two candidates, one of which is `digit`.
fn is_open(position: &Position, corner: Cell, digit: Digit) -> bool {
    let digits = position.digits(corner);
    digits.len() == 2 && digits.contains(digit)
}

fn evidence(side: &SolvedSide, guardians: CandidateSet) -> Evidence {
    let [(first, own), (second, other)] = side.solved;
    let [near, far] = side.across;
    Evidence::Deadly(Deadly {
        cells: vec![first, second, far, near],
        digits: [own, other].into_iter().collect(),
        guardians,
        truths: Vec::new(),
    })
}

/// Returns the candidates of these cells, except those that would complete the rectangle.
fn guardians(position: &Position, completing: &[(Cell, Digit)]) -> CandidateSet {
    completing.iter().fold(CandidateSet::EMPTY, |guardians, &(cell, digit)| {
        guardians | CandidateSet::of_cell(cell, position.digits(cell).without(digit))
    })
}

pub(crate) fn type_1(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let is_solved = |cell: Cell, digit: Digit| {
        position.values().get(cell) == Some(digit) && !position.givens().contains(cell)
    };
    search(position, |side| {
        let [(_, own), (_, other)] = side.solved;
        let [near, far] = side.across;
        let (last, missing) = if is_solved(near, other) && is_open(position, far, own) {
            (far, own)
        } else if is_solved(far, own) && is_open(position, near, other) {
            (near, other)
        } else {
            return ControlFlow::Continue(());
        };
        let eliminated = CandidateSet::only(Candidate::new(last, missing));
        let evidence = evidence(side, guardians(position, &[(last, missing)]));
        sink.take(Step::eliminating(Technique::AvoidableRectangle1, eliminated, evidence))
    })
}

pub(crate) fn type_2(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    search(position, |side| {
        let [(_, own), (_, other)] = side.solved;
        let [near, far] = side.across;
        if !is_open(position, near, other) || !is_open(position, far, own) {
            return ControlFlow::Continue(());
        }
        let guardians = guardians(position, &[(near, other), (far, own)]);
        let third = (position.digits(near).without(other)) & position.digits(far).without(own);
        let Some(third) = third.single() else { return ControlFlow::Continue(()) };
        let eliminated = position.candidates_of(third, near.peers() & far.peers());
        sink.eliminate(Technique::AvoidableRectangle2, eliminated, || evidence(side, guardians))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::reverse_bug::reverse_bug;
    use crate::{AllSteps, SearchOptions, Uniqueness};
    use veridoku_core::{DigitSet, Grid};

    /// Returns a position with 2 at r2c4, 1 at r2c7 and 2 at r3c7, in which r3c4 is 1 or 3.
    fn solved(givens: &[&str]) -> Position {
        let mut values = Grid::EMPTY;
        for (cell, digit) in [("r2c4", 2), ("r2c7", 1), ("r3c7", 2)] {
            values.set(cell.parse().expect("a cell"), Digit::from_number(digit));
        }
        let mut candidates = CandidateSet::ALL;
        candidates.set_digits(Cell::new(2, 3), DigitSet::from_bits(0b101));
        let givens = givens.iter().map(|cell| cell.parse::<Cell>().expect("a cell")).collect();
        Position::from_parts(values, givens, &candidates, Uniqueness::Known)
    }

    #[test]
    fn three_solved_corners_exclude_the_fourth_digit() {
        for finder in [type_1, reverse_bug] {
            for (givens, count) in [(vec![], 1), (vec!["r2c7"], 0)] {
                let position = solved(&givens);
                let mut all = AllSteps::default();
                assert!(
                    finder(&FinderContext::new(&position, SearchOptions::default()), &mut all).is_continue()
                );
                let eliminated: Vec<String> =
                    all.0.iter().flat_map(|step| &step.eliminations).map(|c| c.to_string()).collect();
                assert_eq!(eliminated, ["1r3c4"][..count]);
            }
        }
    }
}
