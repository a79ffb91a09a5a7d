//! Bent sets (N cells with N digits around the intersection of a line and a box) and the standard WXYZ-wing.
//!
//! ```text
//! box    line                    A naked quadruple needs a house. In a bent set, every digit but one has
//! . a . │ . . . │ . . .          all its candidates in the line or all in the box, so it can occur only
//! . b . │ . . . │ . . .          once. Only Z, which has candidates in both that do not see each other,
//! . c . │ . . d │ . . .   row    could occur twice. Without Z, there would be one cell more than digits.
//!                                So Z is true in one of the cells, and it is eliminated from every cell
//!                                that sees all of its candidates.
//! ```
//!
//! A bent quad has four cells; sets of five to nine cells are called VWXYZ-wing to RSTUVWXYZ-wing. The
//! standard WXYZ-wing is a pivot with three bivalue pincers, which may be in all three houses of the pivot;
//! many are bent quads, but not all. (The definitions are those of Hodoku-enhanced.)

use crate::bits::{bits, count};
use crate::{Bent, Evidence, FinderContext, Position, Sink, Step, Technique};
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseKind};

/// Finds a pivot with three or four candidates that sees three bivalue pincers. All pincers share one digit,
/// and their other digits are three different candidates of the pivot.
pub(crate) fn wxyz_wing(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let bivalue = position.bivalue_cells();
    for pivot in position.empty_cells() {
        let digits = position.digits(pivot);
        if !(3..=4).contains(&digits.len()) {
            continue;
        }
        let commons = if digits.len() == 4 { digits } else { !digits };
        for common in commons {
            let near = bivalue & pivot.peers() & position.cells(common);
            let [Some(w), Some(x), Some(y)] = three_digits(digits.without(common)) else { continue };
            for first in near & position.cells(w) {
                for second in near & position.cells(x) {
                    for third in near & position.cells(y) {
                        let cells = CellSet::only(pivot).with(first).with(second).with(third);
                        if !see_each_other(cells) {
                            let digits = position.digits_of(cells);
                            let bent = Bent { cells, pivot: Some(pivot), digits, common };
                            sink.eliminate(Technique::WxyzWing, eliminations(position, bent), || {
                                Evidence::Bent(bent)
                            })?;
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the digits of a set of three as an array.
fn three_digits(digits: DigitSet) -> [Option<Digit>; 3] {
    let mut digits = digits.iter();
    std::array::from_fn(|_| digits.next())
}

/// Reports whether all these cells see each other.
fn see_each_other(cells: CellSet) -> bool {
    cells.iter().all(|cell| cells.without(cell).is_subset(cell.peers()))
}

/// Finds N cells around an intersection of a line and a box that contain N digits, only one of which could
/// occur twice.
pub(crate) fn bent_set(
    context: &FinderContext<'_>,
    technique: Technique,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let position = context.position();
    let size = match technique {
        Technique::BentQuad => 4,
        Technique::VwxyzWing => 5,
        Technique::UvwxyzWing => 6,
        Technique::TuvwxyzWing => 7,
        Technique::StuvwxyzWing => 8,
        _ => 9,
    };
    let mut reported = Vec::new();
    for line in House::all().filter(|house| house.kind() != HouseKind::Box) {
        for third in 0..3 {
            let r#box = line.cells_in_order()[3 * third].house(HouseKind::Box);
            let crossing = BentSetSearch::new(position, size, line, r#box);
            crossing.extend(size, crossing.all(), 0, 0, &mut |chosen| {
                let Some(bent) = crossing.bent(chosen) else { return ControlFlow::Continue(()) };
                let eliminated = eliminations(position, bent);
                // A set in two boxes and two lines is found at two intersections, but reported only once.
                if eliminated.is_empty() || reported.contains(&bent.cells) {
                    return ControlFlow::Continue(());
                }
                reported.push(bent.cells);
                sink.take(Step::eliminating(technique, eliminated, Evidence::Bent(bent)))
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the candidates of the common digit that see all places of this digit in the set.
fn eliminations(position: &Position, bent: Bent) -> CandidateSet {
    let places = bent.cells & position.cells(bent.common);
    position.candidates_of(bent.common, places.common_peers() - bent.cells)
}

/// The cells of a line and a box that may belong to a bent set of a given size. There are at most 15 cells,
/// so a 16-bit mask can select any of them.
struct BentSetSearch {
    size: u32,
    count: usize,
    cells: [Cell; 15],
    digits: [u16; 15],
    /// Masks of the cells in the line and in the box. Cells in the intersection are in both masks.
    line: u16,
    r#box: u16,
}

impl BentSetSearch {
    fn new(position: &Position, size: u32, line: House, r#box: House) -> BentSetSearch {
        let corner = line.cells_in_order()[0];
        let mut crossing =
            BentSetSearch { size, count: 0, cells: [corner; 15], digits: [0; 15], line: 0, r#box: 0 };
        for cell in (line.cells() | r#box.cells()) & position.empty_cells() {
            let digits = position.digits(cell).bits();
            if (1..=size).contains(&count(digits)) {
                let place = crossing.count;
                crossing.cells[place] = cell;
                crossing.digits[place] = digits;
                crossing.line |= u16::from(line.cells().contains(cell)) << place;
                crossing.r#box |= u16::from(r#box.cells().contains(cell)) << place;
                crossing.count += 1;
            }
        }
        crossing
    }

    /// Returns the mask that selects all cells.
    fn all(&self) -> u16 {
        self.line | self.r#box
    }

    /// Tries every way to add `missing` of the open cells to the chosen cells without exceeding `size` digits
    /// in total.
    fn extend(
        &self,
        missing: u32,
        mut open: u16,
        chosen: u16,
        digits: u16,
        found: &mut dyn FnMut(u16) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut left = open.count_ones();
        while left >= missing {
            let place = open.trailing_zeros();
            open &= open - 1;
            left -= 1;
            let digits = digits | self.digits[place as usize];
            if count(digits) > self.size {
                continue;
            }
            let chosen = chosen | 1 << place;
            if missing > 1 {
                self.extend(missing - 1, open, chosen, digits, found)?;
            } else if count(digits) == self.size {
                found(chosen)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the chosen cells as a bent set if they are not all in one house and exactly one digit could
    /// occur twice.
    fn bent(&self, chosen: u16) -> Option<Bent> {
        let outside_line = self.digits_of(chosen & !self.line);
        let outside_box = self.digits_of(chosen & !self.r#box);
        // A digit could occur twice if it has a candidate outside the line and one outside the box.
        let common = (outside_line & outside_box).single()?;
        let cells = bits(chosen).map(|place| self.cells[place]).collect();
        Some(Bent { cells, pivot: None, digits: self.digits_of(chosen), common })
    }

    /// Returns the digits of the chosen cells.
    fn digits_of(&self, chosen: u16) -> DigitSet {
        DigitSet::from_bits(bits(chosen).fold(0, |digits, place| digits | self.digits[place]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    #[test]
    fn a_bent_quad_eliminates_the_common_digit_from_cells_that_see_all_its_places() {
        let sketch =
            Sketch::new().cell("r1c1", "123").cell("r1c5", "14").cell("r1c6", "24").cell("r2c2", "34");
        let eliminated = ["4r1c2 4r1c3 4r2c4 4r2c5 4r2c6"];
        assert_eq!(sketch.eliminations(Technique::BentQuad.finder(), Technique::BentQuad), eliminated);
        assert_eq!(sketch.eliminations(wxyz_wing, Technique::WxyzWing), eliminated);
    }

    #[test]
    fn two_common_digits_prove_nothing() {
        let sketch =
            Sketch::new().cell("r1c1", "123").cell("r1c5", "134").cell("r1c6", "24").cell("r2c2", "34");
        assert!(sketch.steps(Technique::BentQuad.finder()).is_empty() && sketch.steps(wxyz_wing).is_empty());
    }

    #[test]
    fn a_wxyz_wing_may_use_all_houses_of_its_pivot() {
        let sketch =
            Sketch::new().cell("r1c4", "1234").cell("r1c5", "14").cell("r5c4", "24").cell("r1c9", "34");
        assert!(sketch.steps(wxyz_wing).is_empty(), "nothing sees all four");
        let sketch =
            Sketch::new().cell("r1c4", "123").cell("r3c5", "14").cell("r2c4", "24").cell("r1c9", "34");
        assert_eq!(sketch.eliminations(wxyz_wing, Technique::WxyzWing), ["4r1c5 4r1c6"]);
    }

    #[test]
    fn larger_bent_sets_are_found_too() {
        let sketch = ["15", "25", "35"].into_iter().zip(["r1c4", "r1c5", "r1c6"]);
        let sketch = sketch.fold(Sketch::new(), |sketch, (digits, cell)| sketch.cell(cell, digits));
        let sketch = sketch.cell("r1c1", "1234").cell("r2c2", "45");
        assert_eq!(
            sketch.eliminations(Technique::VwxyzWing.finder(), Technique::VwxyzWing),
            ["5r1c2 5r1c3 5r2c4 5r2c5 5r2c6"]
        );
    }
}
