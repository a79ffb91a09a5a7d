//! Unique rectangles: four corners that must not all hold the same two digits.
//!
//! ```text
//!           c2      c3                 c2      c3
//!   r1 │   4 7     4 7          r1 │    4       7          r1 │    7       4
//!      │                   ⇒       │                  or      │
//!   r5 │   4 7    4 7 9         r5 │    7       4          r5 │    4       7
//! ```
//!
//! The corners are in two rows, two columns and two boxes. If they held only 4 and 7, these could be swapped:
//! every row, column and box would keep its digits, so the puzzle would have a second solution. Therefore, in
//! a puzzle with one solution, **at least one corner holds a third digit**. The extra candidates are the
//! guardians of the rectangle; the corners that have them are its roof, the others its floor. At least one of
//! the guardians is true. The seven types draw different conclusions from that; each is a rule in `rules.rs`.
//!
//! The argument is about the solution, not about candidates. It holds for any four cells that are not givens,
//! no matter which candidates have been eliminated from them and why: a rectangle that lacks some of its own
//! candidates is just as impossible, and the list of guardians is just as complete. (A given cannot be
//! swapped, but corners are empty cells, so they are not givens.) So incomplete rectangles are sound. As in
//! HoDoKu, one corner must have exactly the two digits, and no corner may see a cell in which one of them is
//! already placed: otherwise the swap was impossible from the start, and the guardians add no information.

mod rules;

use crate::finder_context::FinderContext;
use crate::position::Position;
use crate::search_options::Rectangles;
use crate::sink::Sink;
use crate::technique::Technique;
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, HouseKind};

/// Four corners in two rows, two columns and two boxes, and the two digits that must not fill them all.
#[derive(Copy, Clone, Debug)]
pub(crate) struct UniqueRectangle {
    /// The corners. The first two are in one box; the third is in line with the first, and the fourth with
    /// the second.
    corners: [Cell; 4],
    /// The two digits.
    digits: [Digit; 2],
    /// The corners without extra candidates.
    floor: CellSet,
    /// The corners with extra candidates.
    roof: CellSet,
}

impl UniqueRectangle {
    fn digit_set(&self) -> DigitSet {
        self.digits.into_iter().collect()
    }

    fn cells(&self) -> CellSet {
        self.floor | self.roof
    }

    /// Returns the extra candidates, at least one of which is true.
    fn guardians(&self, position: &Position) -> CandidateSet {
        let mut guardians = CandidateSet::EMPTY;
        for digit in position.digits_of(self.roof) - self.digit_set() {
            guardians.set_cells(digit, position.cells(digit) & self.roof);
        }
        guardians
    }
}

/// Returns, for each digit, the empty cells that do not see the digit in a filled cell.
fn open_cells(position: &Position) -> [CellSet; Digit::COUNT] {
    let mut open = [position.empty_cells(); Digit::COUNT];
    for cell in position.values().filled() {
        if let Some(digit) = position.values().get(cell) {
            open[digit.index()] -= cell.peers();
        }
    }
    open
}

/// Returns all rectangles of the position with at least one corner that has exactly the two digits.
///
/// They are in HoDoKu's order: by that corner, then by its partner in the box, then by the opposite side.
pub(crate) fn rectangles(position: &Position, kind: Rectangles) -> Vec<UniqueRectangle> {
    let mut found = Vec::new();
    let pairs = position.bivalue_cells();
    if pairs.is_empty() {
        return found;
    }
    let possible = match kind {
        Rectangles::Strict => Digit::ALL.map(|digit| position.cells(digit)),
        Rectangles::Incomplete => open_cells(position),
    };
    for start in pairs {
        let own = position.digits(start);
        let (Some(low), Some(high)) = (own.first(), own.last()) else { continue };
        let corners = possible[low.index()] & possible[high.index()];
        let r#box = start.house(HouseKind::Box);
        for partner in r#box.cells() & corners & start.peers() {
            let (line, partner_line) = if partner.row_index() == start.row_index() {
                (start.house(HouseKind::Column), partner.house(HouseKind::Column))
            } else if partner.column_index() == start.column_index() {
                (start.house(HouseKind::Row), partner.house(HouseKind::Row))
            } else {
                continue;
            };
            for (across, opposite) in line.cells_in_order().into_iter().zip(partner_line.cells_in_order()) {
                if !(corners.contains(across) && corners.contains(opposite))
                    || across.box_index() == start.box_index()
                {
                    continue;
                }
                let cells = [start, partner, across, opposite];
                let seen = |cell: Cell| cell < start && position.digits(cell) == own;
                if cells.into_iter().any(seen) {
                    continue;
                }
                let (floor, roof): (Vec<Cell>, Vec<Cell>) =
                    cells.into_iter().partition(|&cell| position.digits(cell).is_subset(own));
                let (floor, roof) = (floor.into_iter().collect(), roof.into_iter().collect());
                found.push(UniqueRectangle { corners: cells, digits: [low, high], floor, roof });
            }
        }
    }
    found
}

/// Calls `rule` for every rectangle of the position.
fn search(
    context: &FinderContext<'_>,
    sink: &mut dyn Sink,
    rule: impl Fn(&Position, &UniqueRectangle, &mut dyn Sink) -> ControlFlow<()>,
) -> ControlFlow<()> {
    context.rectangles().iter().try_for_each(|rectangle| rule(context.position(), rectangle, sink))
}

pub(crate) fn type_1(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    search(context, sink, rules::one_corner)
}

pub(crate) fn type_2(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    search(context, sink, |position, rectangle, sink| {
        rules::one_digit(Technique::UniqueRectangle2, position, rectangle, sink)
    })
}

pub(crate) fn type_3(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    search(context, sink, rules::subset)
}

pub(crate) fn type_4(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    search(context, sink, rules::strong_side)
}

pub(crate) fn type_5(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    search(context, sink, |position, rectangle, sink| {
        rules::one_digit(Technique::UniqueRectangle5, position, rectangle, sink)
    })
}

pub(crate) fn type_6(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    search(context, sink, rules::strong_diagonal)
}

pub(crate) fn hidden(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    search(context, sink, rules::strong_corner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search_options::SearchOptions;
    use crate::sink::AllSteps;
    use crate::sketch::Sketch;

    /// Returns a sketch with a rectangle of 1 and 2 in r14c12, whose corners have these candidates.
    fn corners(digits: [&str; 4]) -> Sketch {
        ["r1c1", "r1c2", "r4c1", "r4c2"]
            .into_iter()
            .zip(digits)
            .fold(Sketch::new(), |sketch, (cell, digits)| sketch.cell(cell, digits))
    }

    #[test]
    fn type_1_eliminates_both_digits_from_the_only_roof_cell() {
        let sketch = corners(["12", "12", "12", "123"]);
        assert_eq!(sketch.eliminations(type_1, Technique::UniqueRectangle1), ["1r4c2 2r4c2"]);
    }

    #[test]
    fn incomplete_rectangles_count_unless_the_options_are_strict() {
        let sketch = corners(["12", "12", "2", "123"]);
        assert_eq!(sketch.eliminations(type_1, Technique::UniqueRectangle1), ["1r4c2 2r4c2"]);
        let position = sketch.position();
        let options = SearchOptions { rectangles: Rectangles::Strict, ..SearchOptions::default() };
        let mut all = AllSteps::default();
        assert!(type_1(&FinderContext::new(&position, options), &mut all).is_continue());
        assert!(all.0.is_empty());
    }

    #[test]
    fn types_2_and_5_eliminate_the_common_guardian_digit() {
        let side = corners(["12", "12", "123", "123"]).steps(type_2);
        assert_eq!(side.iter().map(|step| step.eliminations.len()).collect::<Vec<_>>(), [13]);
        let across = corners(["12", "123", "123", "12"]);
        assert_eq!(across.eliminations(type_5, Technique::UniqueRectangle5), ["3r2c1 3r3c1 3r5c2 3r6c2"]);
        assert!(across.steps(type_2).is_empty());
    }

    #[test]
    fn type_3_uses_the_roof_as_one_cell_of_a_subset() {
        let steps = corners(["12", "12", "123", "124"]).cell("r4c5", "34").steps(type_3);
        assert_eq!(steps.iter().map(|step| step.eliminations.len()).collect::<Vec<_>>(), [12]);
    }

    #[test]
    fn type_4_eliminates_the_digit_that_is_not_confined() {
        let side = corners(["12", "12", "123", "124"]).house("row 4", '1', "r4c1, r4c2").house(
            "box 4",
            '1',
            "r4c1, r4c2",
        );
        assert_eq!(side.eliminations(type_4, Technique::UniqueRectangle4), ["2r4c1 2r4c2"]);
    }

    #[test]
    fn type_6_eliminates_a_confined_digit_from_the_roof() {
        let sketch = corners(["12", "123", "124", "12"])
            .house("row 1", '1', "r1c1, r1c2")
            .house("row 4", '1', "r4c1, r4c2")
            .house("column 1", '1', "r1c1, r4c1")
            .house("column 2", '1', "r1c2, r4c2");
        assert_eq!(sketch.eliminations(type_6, Technique::UniqueRectangle6), ["1r1c2 1r4c1"]);
    }

    #[test]
    fn a_hidden_rectangle_needs_strong_links_at_the_far_corner() {
        let sketch = corners(["12", "123", "124", "1257"]).house("row 4", '1', "r4c1, r4c2").house(
            "column 2",
            '1',
            "r1c2, r4c2",
        );
        assert_eq!(sketch.eliminations(hidden, Technique::HiddenRectangle), ["2r4c2"]);
    }

    #[test]
    fn corners_in_four_boxes_are_not_a_unique_rectangle() {
        let sketch =
            ["r1c1", "r1c5", "r4c1"].into_iter().fold(Sketch::new(), |sketch, cell| sketch.cell(cell, "12"));
        assert!(sketch.cell("r4c5", "123").steps(type_1).is_empty());
    }
}
