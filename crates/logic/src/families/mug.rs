//! Multivalue universal graves (MUG): deadly patterns in which some cells have more than two digits.
//!
//! ```text
//!         box 1   box 2     box 3
//!   r1     2 3  │ 2 3 4   │  3 4         both cells of a column have the same two or three of the
//!   r2     2 3  │ 2 3 4   │  3 4         digits 2, 3 and 4, so the two rows can be swapped
//! ```
//!
//! There are many such patterns. This module finds the smallest one that is not a BUG-lite (which has two
//! digits in every cell): two lines of a band and a column in each box, with the digits ab, abc and bc. Its
//! guardians are in one cell or are all the same digit. The pattern is also an extended rectangle; here it is
//! reported under its own name.

use super::deadly::{DeadlyPattern, DeadlyTechniques, is_promising};
use super::extended::line_pairs;
use crate::{FinderContext, Position, Sink, Technique};
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, Digit, DigitSet};

pub(crate) fn mug(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    line_pairs(context.position(), |position, crossings| {
        let boxes = |pair: &[Cell; 2]| pair[0].box_index();
        for wide in crossings {
            for (rank, first) in crossings.iter().enumerate() {
                for second in &crossings[rank + 1..] {
                    let apart = boxes(wide) != boxes(first)
                        && boxes(wide) != boxes(second)
                        && boxes(first) != boxes(second);
                    if apart {
                        check(position, [first, wide, second], sink)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    })
}

/// Looks for digits a, b and c such that the three columns have ab, abc and bc, apart from guardians.
fn check(position: &Position, columns: [&[Cell; 2]; 3], sink: &mut dyn Sink) -> ControlFlow<()> {
    let [first, wide, second] = columns.map(|column| position.digits(column[0]) & position.digits(column[1]));
    for (left, right) in
        pairs(first & wide).flat_map(|left| pairs(second & wide).map(move |right| (left, right)))
    {
        let digits = left | right;
        if digits.len() == 3 {
            conclude(position, columns, [left, digits, right], sink)?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns all pairs of these digits.
fn pairs(digits: DigitSet) -> impl Iterator<Item = DigitSet> {
    let later = move |low: Digit| digits.iter().filter(move |&high| high > low);
    digits.iter().flat_map(move |low| later(low).map(move |high| DigitSet::only(low).with(high)))
}

fn conclude(
    position: &Position,
    columns: [&[Cell; 2]; 3],
    own: [DigitSet; 3],
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let guardians = columns.into_iter().zip(own).fold(CandidateSet::EMPTY, |guardians, (column, own)| {
        guardians | position.candidates_in(!own, column.iter().copied().collect())
    });
    let digits = guardians.iter().map(Candidate::digit).collect();
    if guardians.is_empty() || !is_promising(guardians.occupied(), digits) {
        return ControlFlow::Continue(());
    }
    let cells = columns.into_iter().flatten().copied().collect();
    let pattern = DeadlyPattern { cells, digits: own[1], guardians };
    pattern.conclude(position, DeadlyTechniques::plain(Technique::Mug), sink)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    #[test]
    fn columns_with_two_three_and_two_digits_are_deadly() {
        let cells = [("r1c1", "23"), ("r1c4", "234"), ("r2c4", "234"), ("r1c7", "34"), ("r2c7", "34")];
        let sketch =
            cells.into_iter().fold(Sketch::new(), |sketch, (cell, digits)| sketch.cell(cell, digits));
        assert_eq!(sketch.cell("r2c1", "235").eliminations(mug, Technique::Mug), ["2r2c1 3r2c1"]);
    }
}
