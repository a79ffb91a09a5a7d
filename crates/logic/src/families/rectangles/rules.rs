//! The seven rules for a unique rectangle, given that one of its guardians is true.
//!
//! `mod.rs` finds the rectangles. Each rule takes one rectangle and reports at most a few steps.

use super::UniqueRectangle;
use crate::evidence::{Deadly, Evidence, Truth};
use crate::families::subset_type3::RoofSubset;
use crate::position::Position;
use crate::sink::Sink;
use crate::step::Step;
use crate::technique::Technique;
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, House, HouseKind};

const NOTHING: ControlFlow<()> = ControlFlow::Continue(());

/// Passes the step to the sink if it eliminates anything.
fn emit(
    technique: Technique,
    position: &Position,
    rectangle: &UniqueRectangle,
    eliminations: CandidateSet,
    truths: Vec<Truth>,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    if eliminations.is_empty() {
        return NOTHING;
    }
    let [first, second, third, fourth] = rectangle.corners;
    let evidence = Evidence::Deadly(Deadly {
        cells: vec![first, second, fourth, third],
        digits: rectangle.digit_set(),
        guardians: rectangle.guardians(position),
        truths,
    });
    sink.take(Step::eliminating(technique, eliminations, evidence))
}

/// Returns the two cells of a set, or `None` if it does not have exactly two.
fn two(cells: CellSet) -> Option<(Cell, Cell)> {
    if cells.len() == 2 { cells.first().zip(cells.last()) } else { None }
}

/// Returns the row or column that contains both cells, if there is one.
fn common_line(left: Cell, right: Cell) -> Option<House> {
    [HouseKind::Row, HouseKind::Column]
        .into_iter()
        .map(|kind| left.house(kind))
        .find(|line| line.cells().contains(right))
}

/// Type 1: one corner has all guardians, so it holds neither of the two digits.
pub(super) fn one_corner(
    position: &Position,
    rectangle: &UniqueRectangle,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let Some(corner) = rectangle.roof.single() else { return NOTHING };
    let mut eliminations = CandidateSet::EMPTY;
    for digit in position.digits(corner) & rectangle.digit_set() {
        eliminations.insert(Candidate::new(corner, digit));
    }
    emit(Technique::UniqueRectangle1, position, rectangle, eliminations, Vec::new(), sink)
}

/// Types 2 and 5: all guardians are the same digit, which is eliminated from the cells that see all of them.
///
/// Guardians in two corners on one side are type 2; guardians in two diagonal corners or in three corners are
/// type 5.
pub(super) fn one_digit(
    technique: Technique,
    position: &Position,
    rectangle: &UniqueRectangle,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let roof = rectangle.roof;
    if !matches!(roof.len(), 2 | 3) {
        return NOTHING;
    }
    let side = two(roof).is_some_and(|(left, right)| common_line(left, right).is_some());
    let own = if side { Technique::UniqueRectangle2 } else { Technique::UniqueRectangle5 };
    if own != technique {
        return NOTHING;
    }
    let Some(digit) = (position.digits_of(roof) - rectangle.digit_set()).single() else { return NOTHING };
    let eliminations = position.candidates_of(digit, roof.common_peers());
    emit(technique, position, rectangle, eliminations, Vec::new(), sink)
}

/// Type 3: two corners in a house act as one cell of a naked subset, with the guardians as its digits.
pub(super) fn subset(
    position: &Position,
    rectangle: &UniqueRectangle,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let Some((left, right)) = two(rectangle.roof) else { return NOTHING };
    let digits = position.digits_of(rectangle.roof) - rectangle.digit_set();
    for house in left.houses().into_iter().filter(|house| house.cells().contains(right)) {
        let fits = |&cell: &Cell| {
            let own = position.digits(cell);
            !own.is_empty() && (own & rectangle.digit_set()).is_empty()
        };
        let partners: CellSet =
            ((house.cells() & position.empty_cells()) - rectangle.cells()).iter().filter(fits).collect();
        let start = RoofSubset { roof: rectangle.roof, house, partners, chosen: CellSet::EMPTY, digits };
        start.grow(position, &mut |chosen, eliminated| {
            let truths = chosen.iter().map(Truth::Cell).collect();
            emit(Technique::UniqueRectangle3, position, rectangle, eliminated, truths, sink)
        })?;
    }
    NOTHING
}

/// Type 4: one of the digits is confined to two corners on one side, so the other digit is in neither of
/// them.
pub(super) fn strong_side(
    position: &Position,
    rectangle: &UniqueRectangle,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let Some((left, right)) = two(rectangle.roof) else { return NOTHING };
    let Some(line) = common_line(left, right) else { return NOTHING };
    let around = left.peers() & right.peers();
    let [low, high] = rectangle.digits;
    for (confined, eliminated) in [(low, high), (high, low)] {
        if position.cells(confined).is_disjoint(around) {
            let eliminations = position.candidates_of(eliminated, rectangle.roof);
            let truths = vec![Truth::House(line, confined)];
            return emit(Technique::UniqueRectangle4, position, rectangle, eliminations, truths, sink);
        }
    }
    NOTHING
}

/// Returns the places of the digit outside the rectangle in the row and the column of the corner.
fn strays(position: &Position, rectangle: &UniqueRectangle, corner: Cell, digit: Digit) -> CellSet {
    let lines = corner.house(HouseKind::Row).cells() | corner.house(HouseKind::Column).cells();
    (position.cells(digit) & lines) - rectangle.cells()
}

/// Type 6: one of the two digits has no other places in the rows and columns of the rectangle, so it is on
/// one of the two diagonals. On the diagonal of the roof, it would complete the deadly pattern.
pub(super) fn strong_diagonal(
    position: &Position,
    rectangle: &UniqueRectangle,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let Some((left, right)) = two(rectangle.roof) else { return NOTHING };
    if common_line(left, right).is_some() {
        return NOTHING;
    }
    for digit in rectangle.digits {
        let stray = strays(position, rectangle, left, digit) | strays(position, rectangle, right, digit);
        if stray.is_empty() {
            let eliminations = position.candidates_of(digit, rectangle.roof);
            let rows = [left, right].map(|corner| corner.house(HouseKind::Row));
            let truths = rows.map(|row| Truth::House(row, digit)).to_vec();
            return emit(Technique::UniqueRectangle6, position, rectangle, eliminations, truths, sink);
        }
    }
    NOTHING
}

/// Hidden rectangle: in the row and the column of the corner opposite a floor corner, one of the two digits
/// has no places outside the rectangle. If the opposite corner held the other digit, both adjacent corners
/// would hold the first one, which would complete the deadly pattern.
pub(super) fn strong_corner(
    position: &Position,
    rectangle: &UniqueRectangle,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let floor = rectangle.floor;
    if !(floor.len() == 1 || two(floor).is_some_and(|(left, right)| common_line(left, right).is_none())) {
        return NOTHING;
    }
    for corner in floor {
        let Some(far) = (rectangle.cells() - corner.peers()).without(corner).single() else { continue };
        let [low, high] = rectangle.digits;
        for (confined, eliminated) in [(low, high), (high, low)] {
            if strays(position, rectangle, far, confined).is_empty() {
                let eliminations = position.candidates_of(eliminated, CellSet::only(far));
                let lines = [HouseKind::Row, HouseKind::Column].map(|kind| far.house(kind));
                let truths = lines.map(|line| Truth::House(line, confined)).to_vec();
                emit(Technique::HiddenRectangle, position, rectangle, eliminations, truths, sink)?;
            }
        }
    }
    NOTHING
}
