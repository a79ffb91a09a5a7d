//! Extended unique rectangles: three digits in two lines and three boxes.
//!
//! ```text
//!         box 1    box 2     box 3
//!   r1    4 6 8  │   4 8   │ 4 6 8        each row has 4, 6 and 8 in these columns: swap the two rows in
//!   r3    4 6 8  │ 4 5 8   │ 4 6 8        these cells, and every row, column and box keeps its digits
//! ```
//!
//! The pattern consists of two rows of one band and a column in each of its three boxes (or two columns of
//! one stack and a row in each box): six cells with three digits. A cell need not have all three of them. The
//! pattern with four digits has eight cells, with two columns in one of the boxes. Extra candidates are
//! guardians.

use super::deadly::{DeadlyPattern, DeadlyTechniques};
use crate::{FinderContext, Position, Sink, Technique};
use std::ops::ControlFlow;
use veridoku_core::{Cell, DigitSet, House, HouseKind};

/// The possible numbers of digits in a pattern.
const SIZES: std::ops::RangeInclusive<usize> = 3..=4;

pub(crate) fn extended_rectangle(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    line_pairs(context.position(), |position, crossings| {
        for size in SIZES {
            grow(position, size, crossings, &mut Vec::with_capacity(2 * size), sink)?;
        }
        ControlFlow::Continue(())
    })
}

/// Calls `visit` for every pair of lines in the same band or stack, passing the pairs of empty cells at which
/// a crossing line meets both.
pub(super) fn line_pairs(
    position: &Position,
    mut visit: impl FnMut(&Position, &[[Cell; 2]]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for kind in [HouseKind::Row, HouseKind::Column] {
        for (upper, lower) in (0..9).flat_map(|upper| (upper + 1..9).map(move |lower| (upper, lower))) {
            if upper / 3 != lower / 3 {
                continue;
            }
            let [upper, lower] = [upper, lower].map(|index| House::new(kind, index).cells_in_order());
            let open = |pair: &[Cell; 2]| pair.iter().all(|&cell| !position.digits(cell).is_empty());
            let crossings: Vec<[Cell; 2]> =
                upper.into_iter().zip(lower).map(|(upper, lower)| [upper, lower]).filter(open).collect();
            visit(position, &crossings)?;
        }
    }
    ControlFlow::Continue(())
}

/// Tries each remaining pair of cells as the next one, recursively, until `size` pairs are chosen.
fn grow(
    position: &Position,
    size: usize,
    crossings: &[[Cell; 2]],
    chosen: &mut Vec<Cell>,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    if chosen.len() == 2 * size {
        return check(position, size, chosen, sink);
    }
    for (index, crossing) in crossings.iter().enumerate() {
        chosen.extend(crossing);
        // At most two cells, the roof, may have more than `size + 1` digits. The others have at most `size`
        // digits, or one more if all guardians are the same digit.
        let rich = chosen.iter().filter(|&&cell| position.digits(cell).len() > size + 1).count();
        let flow = if rich <= 2 {
            grow(position, size, &crossings[index + 1..], chosen, sink)
        } else {
            ControlFlow::Continue(())
        };
        chosen.truncate(chosen.len() - 2);
        flow?;
    }
    ControlFlow::Continue(())
}

/// Tries all possible roofs: one cell, two cells, or all cells with the same extra digit.
fn check(position: &Position, size: usize, cells: &[Cell], sink: &mut dyn Sink) -> ControlFlow<()> {
    let boxes = cells.iter().fold(0_u16, |boxes, cell| boxes | 1 << cell.box_index());
    if boxes.count_ones() != 3 {
        return ControlFlow::Continue(());
    }
    let digits_of = |roof: &[usize]| {
        let floor = cells.iter().enumerate().filter(|(index, _)| !roof.contains(index));
        floor.fold(DigitSet::EMPTY, |digits, (_, &cell)| digits | position.digits(cell))
    };
    let all = digits_of(&[]);
    if all.len() <= size {
        return ControlFlow::Continue(());
    }
    for left in 0..cells.len() {
        let digits = digits_of(&[left]);
        if digits.len() == size {
            conclude(position, cells, digits, sink)?;
        }
        for right in left + 1..cells.len() {
            let digits = digits_of(&[left, right]);
            let both = [left, right].iter().all(|&index| !position.digits(cells[index]).is_subset(digits));
            if digits.len() == size && both {
                conclude(position, cells, digits, sink)?;
            }
        }
    }
    for extra in all {
        let shared = cells.iter().filter(|&&cell| position.digits(cell).contains(extra)).count();
        if all.len() == size + 1 && shared >= 3 {
            conclude(position, cells, all.without(extra), sink)?;
        }
    }
    ControlFlow::Continue(())
}

fn conclude(position: &Position, cells: &[Cell], digits: DigitSet, sink: &mut dyn Sink) -> ControlFlow<()> {
    let guardians = position.candidates_in(!digits, cells.iter().copied().collect());
    let pattern = DeadlyPattern { cells: cells.to_vec(), digits, guardians };
    pattern.conclude(position, DeadlyTechniques::plain(Technique::ExtendedRectangle), sink)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    fn rectangle(cells: [&str; 5]) -> Sketch {
        cells.into_iter().fold(Sketch::new(), |sketch, cell| sketch.cell(cell, "123"))
    }

    #[test]
    fn six_cells_with_three_digits_in_three_boxes_are_deadly() {
        let sketch = rectangle(["r1c1", "r2c1", "r1c4", "r2c4", "r1c7"]).cell("r2c7", "1234");
        let eliminated = sketch.eliminations(extended_rectangle, Technique::ExtendedRectangle);
        assert_eq!(eliminated, ["1r2c7 2r2c7 3r2c7"]);
    }

    #[test]
    fn cells_in_only_two_boxes_are_not_deadly() {
        let sketch = rectangle(["r1c1", "r2c1", "r1c2", "r2c2", "r1c7"]).cell("r2c7", "1234");
        assert!(sketch.steps(extended_rectangle).is_empty());
    }
}
