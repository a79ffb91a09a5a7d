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

use crate::{Evidence, FinderContext, Sink, Step, Subset, SubsetKind, Technique};
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CellSet, Digit, DigitSet, House, HouseKind, HouseSet};

/// Returns the nine houses of a kind.
fn houses(kind: HouseKind) -> impl Iterator<Item = House> {
    (0..9).map(move |index| House::new(kind, index))
}

/// Finds digits of a base house that are confined to its intersection with a cover house, which leaves one
/// place for the digit in another house of the base kind. The base is a box for pointing, and a line for
/// claiming.
pub(crate) fn locked(
    context: &FinderContext<'_>,
    technique: Technique,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let position = context.position();
    for line in [HouseKind::Column, HouseKind::Row] {
        let (base_kind, cover_kind) = if technique == Technique::DirectPointing {
            (HouseKind::Box, line)
        } else {
            (line, HouseKind::Box)
        };
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
    }
    ControlFlow::Continue(())
}

/// Finds a hidden pair or triple that leaves one place in its house for another digit.
pub(crate) fn hidden_subset(
    context: &FinderContext<'_>,
    technique: Technique,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let position = context.position();
    let size = if technique == Technique::DirectHiddenPair { 2 } else { 3 };
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
        assert_eq!(sketch.placements(Technique::DirectPointing.finder()), ["5r2c5"]);
    }

    #[test]
    fn direct_claiming_places_a_digit_in_another_line() {
        let sketch = Sketch::new().house("row 1", '5', "r1c1, r1c2").house("row 2", '5', "r2c3, r2c8");
        assert_eq!(sketch.placements(Technique::DirectClaiming.finder()), ["5r2c8"]);
    }

    #[test]
    fn a_hidden_pair_leaves_one_place_for_a_third_digit() {
        let sketch = Sketch::new().house("row 1", '1', "r1c1, r1c5").house("row 1", '2', "r1c1, r1c5");
        let sketch = sketch.house("row 1", '3', "r1c1, r1c9");
        assert_eq!(sketch.placements(Technique::DirectHiddenPair.finder()), ["3r1c9"]);
        assert!(sketch.placements(Technique::DirectHiddenTriple.finder()).is_empty());
    }
}
