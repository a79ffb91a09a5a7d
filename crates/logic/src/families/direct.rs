//! The direct techniques of Sudoku Explainer: a pattern that immediately leaves one place for a digit.
//!
//! ```text
//! direct pointing: the 5s of the left box are all in the top row.     5 5 . │ . - . │ . . .
//! The 5 of the middle box could only go in the top row or in one      . . . │ . . . │ . . .
//! other cell, so it goes in that cell.                                . . . │ . 5 . │ . . .
//!                                                                              ↑
//! ```
//!
//! These techniques suit players without pencil marks: they write down only the resulting placement, not the
//! eliminations. The search order is Sudoku Explainer's.

use crate::evidence::{Evidence, Subset, SubsetKind};
use crate::finder_context::FinderContext;
use crate::position::Position;
use crate::sink::Sink;
use crate::step::Step;
use crate::technique::Technique;
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CellSet, Digit, DigitSet, House, HouseKind, HouseSet};

/// Finds a digit of a box that is confined to a line, which leaves one place for the digit in another box.
pub(crate) fn pointing(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    for line in [HouseKind::Column, HouseKind::Row] {
        locked(context.position(), Technique::DirectPointing, HouseKind::Box, line, sink)?;
    }
    ControlFlow::Continue(())
}

/// Finds a digit of a line that is confined to a box, which leaves one place for the digit in another line.
pub(crate) fn claiming(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    for line in [HouseKind::Column, HouseKind::Row] {
        locked(context.position(), Technique::DirectClaiming, line, HouseKind::Box, sink)?;
    }
    ControlFlow::Continue(())
}

/// Finds a hidden pair that leaves one place in its house for a third digit.
pub(crate) fn hidden_pair(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    hidden(context.position(), 2, Technique::DirectHiddenPair, sink)
}

/// Finds a hidden triple that leaves one place in its house for a fourth digit.
pub(crate) fn hidden_triple(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    hidden(context.position(), 3, Technique::DirectHiddenTriple, sink)
}

/// Returns the nine houses of a kind.
fn houses(kind: HouseKind) -> impl Iterator<Item = House> {
    (0..9).map(move |index| House::new(kind, index))
}

/// Looks for digits of a base house that are confined to its intersection with a cover house, and for the
/// placements that follow.
fn locked(
    position: &Position,
    technique: Technique,
    base_kind: HouseKind,
    cover_kind: HouseKind,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    for base in houses(base_kind) {
        for cover in houses(cover_kind).filter(|cover| !cover.cells().is_disjoint(base.cells())) {
            for digit in Digit::ALL {
                let places = position.cells_in(base, digit);
                if places.len() < 2 || !places.is_subset(cover.cells()) {
                    continue;
                }
                for other in houses(base_kind).filter(|&other| other != base) {
                    let before = position.cells_in(other, digit);
                    let left = before - cover.cells();
                    if let (Some(cell), true) = (left.single(), before.len() > 1) {
                        let pattern = Box::new(Evidence::Locked { digit, base, cover });
                        let evidence = Evidence::Direct { house: other, pattern };
                        sink.take(Step::placing(technique, Candidate::new(cell, digit), evidence))?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Looks for hidden subsets of this size that leave only one place in the house for another digit.
fn hidden(position: &Position, size: usize, technique: Technique, sink: &mut dyn Sink) -> ControlFlow<()> {
    for house in [HouseKind::Box, HouseKind::Column, HouseKind::Row].into_iter().flat_map(houses) {
        if (position.empty_cells() & house.cells()).len() <= size {
            continue;
        }
        let often: DigitSet =
            Digit::ALL.into_iter().filter(|&digit| position.places(house, digit).count_ones() > 1).collect();
        let sets = (0..1 << Digit::COUNT).map(DigitSet::from_bits);
        for digits in sets.filter(|set| set.len() == size && set.is_subset(often)) {
            let union = |cells, digit| cells | position.cells_in(house, digit);
            let cells = digits.iter().fold(CellSet::EMPTY, union);
            if cells.len() != size {
                continue;
            }
            for digit in often - digits {
                let Some(cell) = (position.cells_in(house, digit) - cells).single() else { continue };
                let houses = HouseSet::only(house);
                let subset = Subset { kind: SubsetKind::Hidden, cells, digits, houses };
                let pattern = Box::new(Evidence::Subset(subset));
                let evidence = Evidence::Direct { house, pattern };
                sink.take(Step::placing(technique, Candidate::new(cell, digit), evidence))?;
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    #[test]
    fn direct_pointing_places_a_digit_in_another_box() {
        let sketch = Sketch::new().house("box 1", '5', "r1c1, r1c2").house("box 2", '5', "r1c4, r2c5");
        assert_eq!(sketch.placements(pointing), ["5r2c5"]);
    }

    #[test]
    fn direct_claiming_places_a_digit_in_another_line() {
        let sketch = Sketch::new().house("row 1", '5', "r1c1, r1c2").house("row 2", '5', "r2c3, r2c8");
        assert_eq!(sketch.placements(claiming), ["5r2c8"]);
    }

    #[test]
    fn a_hidden_pair_leaves_one_place_for_a_third_digit() {
        let sketch = Sketch::new().house("row 1", '1', "r1c1, r1c5").house("row 1", '2', "r1c1, r1c5");
        let sketch = sketch.house("row 1", '3', "r1c1, r1c9");
        assert_eq!(sketch.placements(hidden_pair), ["3r1c9"]);
        assert!(sketch.placements(hidden_triple).is_empty());
    }
}
