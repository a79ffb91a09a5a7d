//! The seven rules for a unique rectangle, given that one of its guardians is true.
//!
//! Each rule takes one rectangle and reports at most a few steps.

use super::corners::UniqueRectangle;
use crate::families::subset_type3::RoofSubset;
use crate::{Deadly, Evidence, FinderContext, Position, Sink, Technique, Truth};
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, House, HouseKind};

const NOTHING: ControlFlow<()> = ControlFlow::Continue(());

/// Applies the rule of a technique to every rectangle of the position.
pub(crate) fn unique_rectangle(
    context: &FinderContext<'_>,
    technique: Technique,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    for rectangle in context.rectangles() {
        let mut rule = RectangleRule { technique, position: context.position(), rectangle, sink };
        match technique {
            Technique::UniqueRectangle1 => rule.one_corner(),
            Technique::UniqueRectangle2 | Technique::UniqueRectangle5 => rule.one_digit(),
            Technique::UniqueRectangle3 => rule.subset(),
            Technique::UniqueRectangle4 => rule.strong_side(),
            Technique::UniqueRectangle6 => rule.strong_diagonal(),
            _ => rule.strong_corner(),
        }?;
    }
    NOTHING
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

/// The application of a rule to a rectangle.
struct RectangleRule<'a> {
    technique: Technique,
    position: &'a Position,
    rectangle: &'a UniqueRectangle,
    sink: &'a mut dyn Sink,
}

impl RectangleRule<'_> {
    /// Reports the step if it eliminates anything.
    fn report(&mut self, eliminations: CandidateSet, truths: Vec<Truth>) -> ControlFlow<()> {
        self.sink.eliminate(self.technique, eliminations, || {
            let [first, second, third, fourth] = self.rectangle.corners;
            Evidence::Deadly(Deadly {
                cells: vec![first, second, fourth, third],
                digits: self.rectangle.digit_set(),
                guardians: self.rectangle.guardians(self.position),
                truths,
            })
        })
    }

    /// Type 1: one corner has all guardians, so it holds neither of the two digits.
    fn one_corner(&mut self) -> ControlFlow<()> {
        let Some(corner) = self.rectangle.roof.single() else { return NOTHING };
        let own = self.position.digits(corner) & self.rectangle.digit_set();
        self.report(CandidateSet::of_cell(corner, own), Vec::new())
    }

    /// Types 2 and 5: all guardians are the same digit, which is eliminated from the cells that see all of
    /// them.
    ///
    /// Guardians in two corners on one side are type 2; guardians in two diagonal corners or in three corners
    /// are type 5.
    fn one_digit(&mut self) -> ControlFlow<()> {
        let roof = self.rectangle.roof;
        if !matches!(roof.len(), 2 | 3) {
            return NOTHING;
        }
        let side = two(roof).is_some_and(|(left, right)| common_line(left, right).is_some());
        if side != (self.technique == Technique::UniqueRectangle2) {
            return NOTHING;
        }
        let extra = self.position.digits_of(roof) - self.rectangle.digit_set();
        let Some(digit) = extra.single() else { return NOTHING };
        self.report(self.position.candidates_of(digit, roof.common_peers()), Vec::new())
    }

    /// Type 3: two corners in a house act as one cell of a naked subset, with the guardians as its digits.
    fn subset(&mut self) -> ControlFlow<()> {
        let (position, rectangle) = (self.position, self.rectangle);
        let roof = rectangle.roof;
        let Some((left, right)) = two(roof) else { return NOTHING };
        let digits = position.digits_of(roof) - rectangle.digit_set();
        for house in left.houses().into_iter().filter(|house| house.cells().contains(right)) {
            let fits = |&cell: &Cell| {
                let own = position.digits(cell);
                !own.is_empty() && (own & rectangle.digit_set()).is_empty()
            };
            let partners = (house.cells() - rectangle.cells()).iter().filter(fits).collect();
            let start = RoofSubset { roof, house, partners, chosen: CellSet::EMPTY, digits };
            start.grow(position, &mut |chosen, eliminated| {
                self.report(eliminated, chosen.iter().map(Truth::Cell).collect())
            })?;
        }
        NOTHING
    }

    /// Type 4: one of the digits is confined to two corners on one side, so the other digit is in neither of
    /// them.
    fn strong_side(&mut self) -> ControlFlow<()> {
        let Some((left, right)) = two(self.rectangle.roof) else { return NOTHING };
        let Some(line) = common_line(left, right) else { return NOTHING };
        let around = left.peers() & right.peers();
        let [low, high] = self.rectangle.digits;
        for (confined, eliminated) in [(low, high), (high, low)] {
            if self.position.cells(confined).is_disjoint(around) {
                let eliminations = self.position.candidates_of(eliminated, self.rectangle.roof);
                return self.report(eliminations, vec![Truth::House(line, confined)]);
            }
        }
        NOTHING
    }

    /// Reports whether the digit has no places outside the rectangle in the row and the column of the corner.
    fn is_confined(&self, corner: Cell, digit: Digit) -> bool {
        let lines = corner.house(HouseKind::Row).cells() | corner.house(HouseKind::Column).cells();
        (self.position.cells(digit) & lines).is_subset(self.rectangle.cells())
    }

    /// Type 6: one of the two digits has no other places in the rows and columns of the rectangle, so it is
    /// on one of the two diagonals. On the diagonal of the roof, it would complete the deadly pattern.
    fn strong_diagonal(&mut self) -> ControlFlow<()> {
        let Some((left, right)) = two(self.rectangle.roof) else { return NOTHING };
        if common_line(left, right).is_some() {
            return NOTHING;
        }
        for digit in self.rectangle.digits {
            if self.is_confined(left, digit) && self.is_confined(right, digit) {
                let eliminations = self.position.candidates_of(digit, self.rectangle.roof);
                let rows = [left, right].map(|corner| corner.house(HouseKind::Row));
                return self.report(eliminations, rows.map(|row| Truth::House(row, digit)).to_vec());
            }
        }
        NOTHING
    }

    /// Hidden rectangle: in the row and the column of the corner opposite a floor corner, one of the two
    /// digits has no places outside the rectangle. If the opposite corner held the other digit, both adjacent
    /// corners would hold the first one, which would complete the deadly pattern.
    fn strong_corner(&mut self) -> ControlFlow<()> {
        let floor = self.rectangle.floor;
        if !(floor.len() == 1 || two(floor).is_some_and(|(left, right)| common_line(left, right).is_none())) {
            return NOTHING;
        }
        for corner in floor {
            let far = (self.rectangle.cells() - corner.peers()).without(corner);
            let Some(far) = far.single() else { continue };
            let [low, high] = self.rectangle.digits;
            for (confined, eliminated) in [(low, high), (high, low)] {
                if self.is_confined(far, confined) {
                    let eliminations = self.position.candidates_of(eliminated, CellSet::only(far));
                    let lines = [HouseKind::Row, HouseKind::Column].map(|kind| far.house(kind));
                    self.report(eliminations, lines.map(|line| Truth::House(line, confined)).to_vec())?;
                }
            }
        }
        NOTHING
    }
}
