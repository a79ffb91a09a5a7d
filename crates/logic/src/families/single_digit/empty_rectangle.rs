//! Empty rectangle: the places of a digit in a box form a cross, so the other four cells of the box form a
//! rectangle without the digit.
//!
//! ```text
//! . x . │ . . . │ . .        The digit of the box is in the row of the cross or in its column. If a is true,
//! . x x │ . . a │ . .   row  the digit is not in the row, so it is in the column. If a is false, b is true.
//! . x . │ . . ‖ │ . .        Either way, the digit is eliminated from *, which sees b and the column.
//! ──────┼───────┼────
//! . * . │ . . b │ . .
//! ```

use super::two_links::{join_pairs, two_links};
use crate::{EmptyRectangles, FinderContext, Position, Sink, Step, Technique};
use std::ops::ControlFlow;
use veridoku_core::{CellSet, Digit, House, HouseKind};

/// Finds boxes in which the places of a digit form a cross that sees one end of a strong link in a line.
pub(crate) fn empty_rectangle(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    rectangles(context, &mut |_, step| sink.take(step))
}

/// Finds pairs of empty rectangles with the same digit and the same box.
pub(crate) fn dual_empty_rectangle(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let mut found: Vec<((Digit, House), Step)> = Vec::new();
    rectangles(context, &mut |place, step| {
        found.push((place, step));
        ControlFlow::Continue(())
    })?;
    join_pairs(Technique::DualEmptyRectangle, &found, sink)
}

/// Calls `found` for every empty rectangle, passing its digit and box, and the step.
fn rectangles(
    context: &FinderContext<'_>,
    found: &mut dyn FnMut((Digit, House), Step) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let position = context.position();
    for digit in Digit::ALL {
        let strong_houses = context.strong_houses(digit);
        if strong_houses.is_empty() {
            continue;
        }
        for index in 0..9 {
            let r#box = House::new(HouseKind::Box, index);
            if !(2..=5).contains(&position.places(r#box, digit).count_ones()) {
                continue;
            }
            for cross in crosses(position, digit, r#box, context.options().empty_rectangles) {
                for (along, across) in [(cross.row, cross.column), (cross.column, cross.row)] {
                    for outside in position.cells_in(along, digit) - r#box.cells() {
                        let second_line = outside.house(across.kind());
                        if !strong_houses.contains(second_line) {
                            continue;
                        }
                        let far_end = position.cells_in(second_line, digit).without(outside);
                        let Some(far_cell) = far_end.single() else { continue };
                        let back = far_cell.house(along.kind());
                        let eliminated = position.cells_in(back, digit) & (across.cells() - r#box.cells());
                        if eliminated.is_empty() {
                            continue;
                        }
                        let own = position.cells_in(r#box, digit);
                        let ends = [far_end, outside.into(), own - across.cells(), own & across.cells()];
                        let evidence = two_links(digit, ends, [second_line, r#box]);
                        let eliminations = position.candidates_of(digit, eliminated);
                        let step = Step::eliminating(Technique::EmptyRectangle, eliminations, evidence);
                        found((digit, r#box), step)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// A row and a column that contain all places of the digit in a box.
struct BoxCross {
    row: House,
    column: House,
}

/// Returns the crosses of the digit in the box, from the last row and column to the first.
fn crosses(
    position: &Position,
    digit: Digit,
    r#box: House,
    options: EmptyRectangles,
) -> impl Iterator<Item = BoxCross> {
    let places = position.cells_in(r#box, digit);
    let (band, stack) = (r#box.index_in_kind() / 3 * 3, r#box.index_in_kind() % 3 * 3);
    let lines = (0..3).rev().flat_map(|row| (0..3).rev().map(move |column| (row, column)));
    lines.filter_map(move |(row, column)| {
        let row = House::new(HouseKind::Row, band + row);
        let column = House::new(HouseKind::Column, stack + column);
        let (in_row, in_column) = (places & row.cells(), places & column.cells());
        let holds = places.is_subset(in_row | in_column);
        let arms = [in_row - column.cells(), in_column - row.cells()];
        let enough = match options {
            EmptyRectangles::Two => true,
            EmptyRectangles::Three => in_row.len() > 1 || in_column.len() > 1,
        };
        let both_arms = arms.iter().all(|arm: &CellSet| !arm.is_empty());
        (holds && both_arms && enough).then_some(BoxCross { row, column })
    })
}
