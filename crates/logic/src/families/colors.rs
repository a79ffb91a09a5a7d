//! Simple colours and multi-colours: the strong links of one digit, coloured alternately with two colours.
//!
//! ```text
//! trap                     wrap                      multi 1                    multi 2
//! A ═══ b                  A ═══ b                   A ═══ b ─── C ═══ d        A ═══ b ─── C ═══ d
//!   \ /                    │                         b and C are not both true,     └────────── d
//!    x sees both: one      A sees A: that colour     so A or d is true: a       b sees both C and d, one of
//!      is true, x is not   is false                  cell that sees both is     which is true: b is false
//!                                                    not the digit
//! ```

use crate::coloring::Coloring;
use crate::{Evidence, FinderContext, Sink, Technique};
use std::ops::ControlFlow;
use veridoku_core::{CellSet, Digit};

/// Finds candidates that see both colours (colour trap), and colours that see themselves (colour wrap).
pub(crate) fn simple_colors(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    for digit in Digit::ALL {
        for &coloring in context.colorings(digit) {
            let Coloring { first, second } = coloring;
            let clusters = || Evidence::Colors(vec![coloring.cluster(position, digit)]);
            let wrapped = [first, second].into_iter().filter(|&color| touches(color, color));
            let wrapped = wrapped.fold(CellSet::EMPTY, |all, color| all | color);
            sink.eliminate(Technique::SimpleColorsWrap, position.candidates_of(digit, wrapped), clusters)?;
            let trapped = seen_by(first) & seen_by(second);
            sink.eliminate(Technique::SimpleColorsTrap, position.candidates_of(digit, trapped), clusters)?;
        }
    }
    ControlFlow::Continue(())
}

/// Finds multi-colours of both types.
///
/// Type 2: a colour that sees both colours of another cluster is false. Type 1: if a colour of one cluster
/// sees a colour of another cluster, at least one of the two opposite colours is true, so candidates that see
/// both of these are false.
pub(crate) fn multi_colors(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    for digit in Digit::ALL {
        let colorings = context.colorings(digit);
        for (index, &left) in colorings.iter().enumerate() {
            for (other, &right) in colorings.iter().enumerate() {
                if index == other {
                    continue;
                }
                let clusters = || {
                    let both = [left, right].map(|coloring| coloring.cluster(position, digit));
                    Evidence::Colors(both.to_vec())
                };
                let cornered = [left.first, left.second]
                    .into_iter()
                    .filter(|&color| touches(color, right.first) && touches(color, right.second))
                    .fold(CellSet::EMPTY, |all, color| all | color);
                sink.eliminate(Technique::MultiColors2, position.candidates_of(digit, cornered), clusters)?;
                // Type 1 is symmetric in the two clusters, so it is checked only once for each pair.
                if index < other {
                    let trapped = between(left, right);
                    sink.eliminate(
                        Technique::MultiColors1,
                        position.candidates_of(digit, trapped),
                        clusters,
                    )?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the cells that see both far colours of two clusters whose near colours see each other.
fn between(left: Coloring, right: Coloring) -> CellSet {
    let mut cells = CellSet::EMPTY;
    for (near, far) in [(left.first, left.second), (left.second, left.first)] {
        for (other_near, other_far) in [(right.first, right.second), (right.second, right.first)] {
            if touches(near, other_near) {
                cells |= seen_by(far) & seen_by(other_far);
            }
        }
    }
    cells
}

/// Returns the cells that see at least one of the given cells.
fn seen_by(cells: CellSet) -> CellSet {
    cells.iter().fold(CellSet::EMPTY, |seen, cell| seen | cell.peers())
}

/// Reports whether a cell of one set sees a cell of the other.
fn touches(left: CellSet, right: CellSet) -> bool {
    !seen_by(left).is_disjoint(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    #[test]
    fn a_candidate_that_sees_both_colours_is_trapped() {
        let sketch = Sketch::new().house("row 1", '5', "r1c1, r1c5").house("box 2", '5', "r1c5, r3c6").house(
            "column 6",
            '5',
            "r3c6, r9c6",
        );
        assert_eq!(sketch.eliminations(simple_colors, Technique::SimpleColorsTrap), ["5r9c1"]);
        assert!(sketch.eliminations(simple_colors, Technique::SimpleColorsWrap).is_empty());
    }

    #[test]
    fn a_colour_that_sees_itself_is_false() {
        let sketch = Sketch::new()
            .house("row 1", '5', "r1c1, r1c5")
            .house("column 5", '5', "r1c5, r9c5")
            .house("row 9", '5', "r9c5, r9c2")
            .house("column 2", '5', "r9c2, r2c2");
        assert_eq!(sketch.eliminations(simple_colors, Technique::SimpleColorsWrap), ["5r1c1 5r2c2 5r9c5"]);
    }

    #[test]
    fn clusters_that_see_each_other_leave_one_far_colour_true() {
        let sketch = Sketch::new().house("row 1", '5', "r1c1, r1c5").house("column 6", '5', "r2c6, r8c6");
        assert_eq!(sketch.eliminations(multi_colors, Technique::MultiColors1), ["5r8c1"]);
    }

    #[test]
    fn a_colour_that_sees_both_colours_of_another_cluster_is_false() {
        let sketch = Sketch::new()
            .house("row 1", '5', "r1c1, r1c5")
            .house("column 1", '5', "r1c1, r6c1")
            .house("row 4", '5', "r4c2, r4c5");
        assert_eq!(sketch.eliminations(multi_colors, Technique::MultiColors2), ["5r1c5 5r6c1"]);
    }
}
