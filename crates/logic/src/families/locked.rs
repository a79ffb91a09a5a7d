//! Locked candidates: all places of a digit in one house are in its intersection with another house.
//!
//! ```text
//! pointing: the 5s of the box         claiming: the 5s of the row
//! are all in its top row              are all in the first box
//!
//! 5 5 . │ - - - │ - - -               5 5 . │ . . . │ . . .
//! . . . │ . . . │ . . .               - - - │ . . . │ . . .
//! . . . │ . . . │ . . .               - - - │ . . . │ . . .
//! ```

use crate::evidence::Evidence;
use crate::finder_context::FinderContext;
use crate::position::Position;
use crate::sink::Sink;
use crate::step::Step;
use crate::technique::Technique;
use std::ops::ControlFlow;
use veridoku_core::{Digit, House, HouseKind};

/// Finds boxes in which all places of a digit are in one line.
pub(crate) fn pointing(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    for index in 0..9 {
        for digit in Digit::ALL {
            if let Some(step) = pointing_in(position, House::new(HouseKind::Box, index), digit) {
                sink.take(step)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Finds lines in which all places of a digit are in one box.
pub(crate) fn claiming(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    for kind in [HouseKind::Row, HouseKind::Column] {
        for index in 0..9 {
            for digit in Digit::ALL {
                if let Some(step) = claiming_in(position, House::new(kind, index), digit) {
                    sink.take(step)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the step for this box and digit.
fn pointing_in(position: &Position, base: House, digit: Digit) -> Option<Step> {
    let places = position.places(base, digit);
    if !(2..=3).contains(&places.count_ones()) {
        return None;
    }
    let band = base.index_in_kind() / 3 * 3;
    let stack = base.index_in_kind() % 3 * 3;
    let cover = if let Some(row) = minirow(places) {
        House::new(HouseKind::Row, band + row)
    } else {
        House::new(HouseKind::Column, stack + minicolumn(places)?)
    };
    locked(position, Technique::Pointing, digit, base, cover)
}

/// Returns the step for this line and digit.
fn claiming_in(position: &Position, base: House, digit: Digit) -> Option<Step> {
    let places = position.places(base, digit);
    if places.count_ones() < 2 {
        return None;
    }
    let third = minirow(places)?;
    let line = base.index_in_kind() / 3;
    let cover = match base.kind() {
        HouseKind::Row => House::new(HouseKind::Box, line * 3 + third),
        HouseKind::Column => House::new(HouseKind::Box, third * 3 + line),
        HouseKind::Box => return None,
    };
    locked(position, Technique::Claiming, digit, base, cover)
}

/// Returns the index of the third of a house (a row of a box, or the part of a line in a box) that contains
/// all of these places.
fn minirow(places: u16) -> Option<usize> {
    (0..3).find(|third| places & !(0b111 << (3 * third)) == 0)
}

/// Returns the index of the column within a box that contains all of these places.
fn minicolumn(places: u16) -> Option<usize> {
    (0..3).find(|column| places & !(0b001_001_001 << column) == 0)
}

/// Returns the step that eliminates the digit from the rest of the cover house, if there is anything to
/// eliminate.
fn locked(
    position: &Position,
    technique: Technique,
    digit: Digit,
    base: House,
    cover: House,
) -> Option<Step> {
    let eliminated = position.cells_in(cover, digit) - base.cells();
    if eliminated.is_empty() {
        return None;
    }
    let eliminations = position.candidates_of(digit, eliminated);
    Some(Step::eliminating(technique, eliminations, Evidence::Locked { digit, base, cover }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    #[test]
    fn a_box_points_along_its_line() {
        let sketch = Sketch::new().house("box 1", '5', "r1c1, r1c2");
        assert_eq!(
            sketch.eliminations(pointing, Technique::Pointing),
            ["5r1c4 5r1c5 5r1c6 5r1c7 5r1c8 5r1c9"]
        );
        let sketch = Sketch::new().house("box 5", '5', "r4c6, r6c6");
        assert_eq!(
            sketch.eliminations(pointing, Technique::Pointing),
            ["5r1c6 5r2c6 5r3c6 5r7c6 5r8c6 5r9c6"]
        );
        let sketch = Sketch::new().house("box 1", '5', "r1c1, r2c2");
        assert!(sketch.steps(pointing).is_empty(), "not in one line");
    }

    #[test]
    fn a_line_claims_its_box() {
        let sketch = Sketch::new().house("column 9", '5', "r7c9, r8c9, r9c9");
        assert_eq!(
            sketch.eliminations(claiming, Technique::Claiming),
            ["5r7c7 5r7c8 5r8c7 5r8c8 5r9c7 5r9c8"]
        );
        let sketch = Sketch::new().house("row 2", '5', "r2c3, r2c4");
        assert!(sketch.steps(claiming).is_empty(), "not in one box");
    }
}
