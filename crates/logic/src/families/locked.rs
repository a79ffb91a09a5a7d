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

use crate::{Evidence, FinderContext, Sink, Technique};
use std::ops::ControlFlow;
use veridoku_core::{Digit, House, HouseKind};

/// Finds boxes in which all places of a digit are in one line (pointing), or lines in which all places of a
/// digit are in one box (claiming).
pub(crate) fn locked_candidates(
    context: &FinderContext<'_>,
    technique: Technique,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let position = context.position();
    let from_boxes = technique == Technique::Pointing;
    for base in House::all().filter(|house| (house.kind() == HouseKind::Box) == from_boxes) {
        for digit in Digit::ALL {
            let places = position.places(base, digit);
            if (2..=3).contains(&places.count_ones())
                && let Some(cover) = cover(base, places)
            {
                let eliminations = position.candidates_of(digit, cover.cells() - base.cells());
                sink.eliminate(technique, eliminations, || Evidence::Locked { digit, base, cover })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the house whose intersection with the base contains all of these places.
fn cover(base: House, places: u16) -> Option<House> {
    // A third of a house: a row of a box, or the part of a line in a box.
    let third = (0..3).find(|third| places & !(0b111 << (3 * third)) == 0);
    let (band, stack) = (base.index_in_kind() / 3, base.index_in_kind() % 3);
    Some(match (base.kind(), third) {
        (HouseKind::Row, third) => House::new(HouseKind::Box, band * 3 + third?),
        (HouseKind::Column, third) => House::new(HouseKind::Box, third? * 3 + band),
        (HouseKind::Box, Some(row)) => House::new(HouseKind::Row, band * 3 + row),
        (HouseKind::Box, None) => {
            let column = (0..3).find(|column| places & !(0b001_001_001 << column) == 0)?;
            House::new(HouseKind::Column, stack * 3 + column)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    #[test]
    fn a_box_points_along_its_line() {
        let sketch = Sketch::new().house("box 1", '5', "r1c1, r1c2");
        assert_eq!(
            sketch.eliminations(Technique::Pointing.finder(), Technique::Pointing),
            ["5r1c4 5r1c5 5r1c6 5r1c7 5r1c8 5r1c9"]
        );
        let sketch = Sketch::new().house("box 5", '5', "r4c6, r6c6");
        assert_eq!(
            sketch.eliminations(Technique::Pointing.finder(), Technique::Pointing),
            ["5r1c6 5r2c6 5r3c6 5r7c6 5r8c6 5r9c6"]
        );
        let sketch = Sketch::new().house("box 1", '5', "r1c1, r2c2");
        assert!(sketch.steps(Technique::Pointing.finder()).is_empty(), "not in one line");
    }

    #[test]
    fn a_line_claims_its_box() {
        let sketch = Sketch::new().house("column 9", '5', "r7c9, r8c9, r9c9");
        assert_eq!(
            sketch.eliminations(Technique::Claiming.finder(), Technique::Claiming),
            ["5r7c7 5r7c8 5r8c7 5r8c8 5r9c7 5r9c8"]
        );
        let sketch = Sketch::new().house("row 2", '5', "r2c3, r2c4");
        assert!(sketch.steps(Technique::Claiming.finder()).is_empty(), "not in one box");
    }
}
