//! Wings: a pivot and its pincers (XY-wing, XYZ-wing), or two equal bivalue cells joined by a strong link
//! (W-wing).
//!
//! ```text
//! XY-wing                        XYZ-wing                       W-wing
//! [xy]───[xz]   one pincer is    [xyz]──[xz]   one of the       [xz] ... x ═══ x ... [xz]
//!  │            z: eliminate z    │            three is z:      x is in one of the two places in the
//! [yz]          from cells that  [yz]          eliminate z      middle, so one of the end cells is not
//!               see both                       from cells that  x but z: eliminate z from cells that
//!                                              see all three    see both end cells
//! ```

use crate::{Bent, Chain, Evidence, FinderContext, Link, Node, Position, Sink, Step, Technique};
use std::ops::ControlFlow;
use veridoku_core::{Cell, CellSet, Digit, House};

/// Finds a bivalue pivot that sees two bivalue pincers, which share a third digit.
pub(crate) fn xy_wing(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let bivalue = position.bivalue_cells();
    let mut after_first = bivalue;
    for first in bivalue {
        after_first.remove(first);
        let mut after_second = after_first;
        for second in after_first {
            after_second.remove(second);
            let (left, right) = (position.digits(first), position.digits(second));
            // The digits of the third cell follow from the other two cells, which share one digit.
            let Some(shared) = (left & right).single() else { continue };
            let thirds = (left | right)
                .without(shared)
                .iter()
                .fold(after_second, |cells, digit| cells & position.cells(digit));
            for third in thirds {
                for (pivot, left, right) in
                    [(first, second, third), (second, first, third), (third, second, first)]
                {
                    wing(position, Technique::XyWing, [pivot, left, right], sink)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Finds a pivot with three candidates that sees two bivalue pincers, whose candidates are digits of the
/// pivot.
pub(crate) fn xyz_wing(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let bivalue = position.bivalue_cells();
    for pivot in position.trivalue_cells() {
        let digits = position.digits(pivot);
        let mut pincers = bivalue & pivot.peers();
        for left in pincers {
            pincers.remove(left);
            if !position.digits(left).is_subset(digits) {
                continue;
            }
            for right in pincers {
                let different = position.digits(right) != position.digits(left);
                if different && position.digits(right).is_subset(digits) {
                    wing(position, Technique::XyzWing, [pivot, left, right], sink)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Reports the wing of these three cells if the pivot sees both pincers and something is eliminated.
fn wing(
    position: &Position,
    technique: Technique,
    [pivot, left, right]: [Cell; 3],
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let common = (position.digits(left) & position.digits(right)).single();
    let Some(common) = common.filter(|_| pivot.sees(left) && pivot.sees(right)) else {
        return ControlFlow::Continue(());
    };
    let mut seen = left.peers() & right.peers();
    if technique == Technique::XyzWing {
        seen &= pivot.peers();
    }
    sink.eliminate(technique, position.candidates_of(common, seen), || {
        let cells = CellSet::only(pivot).with(left).with(right);
        Evidence::Bent(Bent { cells, pivot: Some(pivot), digits: position.digits_of(cells), common })
    })
}

/// Finds two cells with the same two candidates, joined by a strong link of one of these digits.
pub(crate) fn w_wing(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let mut rest = position.bivalue_cells();
    for left in rest {
        rest.remove(left);
        let digits = position.digits(left);
        for right in rest.iter().filter(|&right| position.digits(right) == digits) {
            for eliminated_digit in digits {
                let eliminated = left.peers() & right.peers() & position.cells(eliminated_digit);
                if eliminated.is_empty() {
                    continue;
                }
                let Some(linked) = digits.without(eliminated_digit).single() else { continue };
                if let Some(bridge) = bridge(context, linked, left, right) {
                    let eliminations = position.candidates_of(eliminated_digit, eliminated);
                    let evidence = bridge.chain(eliminated_digit, linked, left, right);
                    sink.take(Step::eliminating(Technique::WWing, eliminations, evidence))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The strong link of a W-wing.
struct Bridge {
    house: House,
    near_left: Cell,
    near_right: Cell,
}

/// Returns the first house in which the digit has two places, one seen by the left cell and the other by the
/// right cell.
///
/// As in HoDoKu, the left cell must not see both places.
fn bridge(context: &FinderContext<'_>, digit: Digit, left: Cell, right: Cell) -> Option<Bridge> {
    context.strong_houses(digit).iter().find_map(|house| {
        let places = context.position().cells_in(house, digit);
        if places.contains(left) || places.contains(right) {
            return None;
        }
        let near_left = (places & left.peers()).single()?;
        let near_right = places.without(near_left).single()?;
        near_right.sees(right).then_some(Bridge { house, near_left, near_right })
    })
}

impl Bridge {
    /// Returns the chain that leads from the left cell over the bridge to the right cell.
    fn chain(&self, eliminated: Digit, linked: Digit, left: Cell, right: Cell) -> Evidence {
        let node = |digit, cell| Node { digit, cells: CellSet::only(cell) };
        Evidence::Chain(Chain {
            nodes: vec![
                node(eliminated, left),
                node(linked, left),
                node(linked, self.near_left),
                node(linked, self.near_right),
                node(linked, right),
                node(eliminated, right),
            ],
            links: vec![
                Link::StrongInCell(left),
                Link::Weak,
                Link::StrongInHouse(self.house),
                Link::Weak,
                Link::StrongInCell(right),
            ],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    #[test]
    fn an_xy_wing_eliminates_from_cells_that_see_both_pincers() {
        let sketch = Sketch::new().cell("r1c1", "12").cell("r1c5", "13").cell("r5c1", "23");
        assert_eq!(sketch.eliminations(xy_wing, Technique::XyWing), ["3r5c5"]);
        let sketch = Sketch::new().cell("r1c1", "12").cell("r1c5", "13").cell("r5c9", "23");
        assert!(sketch.steps(xy_wing).is_empty(), "no cell sees both others");
    }

    #[test]
    fn an_xyz_wing_eliminates_from_cells_that_see_all_three() {
        let sketch = Sketch::new().cell("r1c1", "123").cell("r1c5", "13").cell("r2c2", "23");
        assert_eq!(sketch.eliminations(xyz_wing, Technique::XyzWing), ["3r1c2 3r1c3"]);
    }

    #[test]
    fn a_w_wing_is_joined_by_a_strong_link() {
        let sketch = Sketch::new().cell("r1c1", "12").cell("r5c5", "12").house("row 9", '1', "r9c1, r9c5");
        assert_eq!(sketch.eliminations(w_wing, Technique::WWing), ["2r1c5 2r5c1"]);
        let sketch = Sketch::new().cell("r1c1", "12").cell("r5c5", "12").house("row 9", '1', "r9c1, r9c6");
        assert!(sketch.steps(w_wing).is_empty(), "the bridge does not reach the second cell");
    }
}
