//! Tridagon (trivalue oddagon, Thor's hammer): twelve cells in four boxes that three digits cannot fill.
//!
//! ```text
//!     x . . │ x . .        The boxes form a rectangle. In each box three cells, one in every row and column,
//!     . x . │ . x .        must hold the three digits. In two boxes side by side the digits of a row differ,
//!     . . x │ . . x        so one box has a cyclic shift of the other's digits; likewise for the columns of
//!     ──────┼──────        two boxes one above the other. A cyclic shift is an even permutation.
//!     x . . │ . . x
//!     . x . │ . x .        A box whose cells form an odd permutation reverses the parity. If the number of
//!     . . x │ x . .        such boxes is odd, there is no filling: at least one extra candidate is true.
//! ```
//!
//! (The pattern and the parity argument come from the New Sudoku Players' Forum, where mith's puzzles made it
//! famous.)

use super::oddagon::eliminated_by_guardians;
use crate::{Evidence, FinderContext, Oddagon, Position, Sink, Technique, Truth};
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, DigitSet};

/// The diagonals of a box: the column of the cell in each row, and the parity of this permutation.
const DIAGONALS: [([usize; 3], Parity); 6] = [
    ([0, 1, 2], Parity::Even),
    ([1, 2, 0], Parity::Even),
    ([2, 0, 1], Parity::Even),
    ([2, 1, 0], Parity::Odd),
    ([1, 0, 2], Parity::Odd),
    ([0, 2, 1], Parity::Odd),
];

/// The parity of a permutation.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Parity {
    Even,
    Odd,
}

/// The ways to choose two of the three bands, or two of the three stacks.
const PAIRS: [[usize; 2]; 3] = [[0, 1], [0, 2], [1, 2]];

pub(crate) fn tridagon(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    for first in 0..Digit::COUNT {
        for second in first + 1..Digit::COUNT {
            for third in second + 1..Digit::COUNT {
                let digits = [first, second, third].map(|index| Digit::ALL[index]);
                find(position, digits, sink)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Finds the tridagons of these digits.
fn find(position: &Position, digits: [Digit; 3], sink: &mut dyn Sink) -> ControlFlow<()> {
    let [one, two, three] = digits.map(|digit| position.cells(digit));
    // Each cell of a tridagon has at least two of the digits.
    let usable = (one & two) | (one & three) | (two & three);
    if usable.len() < 12 {
        return ControlFlow::Continue(());
    }
    let boxes: [BoxDiagonals; 9] = std::array::from_fn(|index| diagonals(usable, index));
    for bands in PAIRS {
        for stacks in PAIRS {
            let corners =
                [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(band, stack)| boxes[3 * bands[band] + stacks[stack]]);
            let mut tridagon = TridagonSearch { position, digits: digits.into_iter().collect(), sink };
            tridagon.choose(&corners, Parity::Even, CellSet::EMPTY, CandidateSet::EMPTY)?;
        }
    }
    ControlFlow::Continue(())
}

/// The diagonals of a box that consist of usable cells, with the same indices as in `DIAGONALS`.
type BoxDiagonals = [Option<CellSet>; 6];

/// Returns the diagonals of the box that consist of usable cells.
fn diagonals(usable: CellSet, index: usize) -> BoxDiagonals {
    DIAGONALS.map(|(columns, _)| {
        let cell = |(row, column)| Cell::new(index / 3 * 3 + row, index % 3 * 3 + column);
        let cells: CellSet = columns.into_iter().enumerate().map(cell).collect();
        cells.is_subset(usable).then_some(cells)
    })
}

/// A search in one rectangle of boxes.
struct TridagonSearch<'a> {
    position: &'a Position,
    digits: DigitSet,
    sink: &'a mut dyn Sink,
}

impl TridagonSearch<'_> {
    /// Chooses a diagonal in each of the remaining boxes, as long as the guardians can eliminate something.
    fn choose(
        &mut self,
        boxes: &[BoxDiagonals],
        parity: Parity,
        cells: CellSet,
        guardians: CandidateSet,
    ) -> ControlFlow<()> {
        let Some((first, rest)) = boxes.split_first() else {
            return if parity == Parity::Odd {
                self.report(cells, guardians)
            } else {
                ControlFlow::Continue(())
            };
        };
        for (diagonal, (_, own)) in first.iter().zip(DIAGONALS) {
            let Some(diagonal) = *diagonal else { continue };
            let guardians = guardians | self.position.candidates_in(!self.digits, diagonal);
            if guardians.is_empty()
                || !eliminated_by_guardians(&guardians, self.digits, self.position).is_empty()
            {
                let parity = if parity == own { Parity::Even } else { Parity::Odd };
                self.choose(rest, parity, cells | diagonal, guardians)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports the eliminations that follow from the guardians, if there are any.
    fn report(&mut self, cells: CellSet, guardians: CandidateSet) -> ControlFlow<()> {
        let eliminated = eliminated_by_guardians(&guardians, self.digits, self.position);
        self.sink.eliminate(Technique::Tridagon, eliminated, || {
            let (digits, truths) = (self.digits, cells.iter().map(Truth::Cell).collect());
            Evidence::Oddagon(Oddagon { digits, cells: cells.iter().collect(), guardians, truths })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::{Sketch, keep, steps};

    /// Returns a position with diagonals of 1, 2 and 3 in boxes 1, 2, 4 and 5, and an extra 4 in one cell.
    fn boxes(last: [usize; 3]) -> Position {
        let mut position = Sketch::new().position();
        for (index, columns) in [(0, [0, 1, 2]), (1, [0, 1, 2]), (3, [0, 1, 2]), (4, last)] {
            for (row, column) in columns.into_iter().enumerate() {
                let cell = Cell::new(index / 3 * 3 + row, index % 3 * 3 + column);
                keep(&mut position, cell, if (index, row) == (0, 0) { "1234" } else { "123" });
            }
        }
        position
    }

    #[test]
    fn odd_parity_needs_the_guardian() {
        let found = steps(tridagon, &boxes([2, 1, 0]));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].eliminations.occupied(), CellSet::only(Cell::new(0, 0)));
        assert_eq!(found[0].eliminations.len(), 3);
    }

    #[test]
    fn even_parity_can_be_filled() {
        assert_eq!(steps(tridagon, &boxes([1, 2, 0])), []);
    }
}
