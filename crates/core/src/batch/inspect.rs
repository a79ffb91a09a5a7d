//! Questions to boards that a sweep does not answer.

use super::board::{Boards, CELLS, DIGITS};
use super::plane::{Kernel, Plane};
use super::sums::add_nine;
use super::unroll::nine;

/// Counts the candidates of every cell, for boards that did not come from a sweep.
pub(crate) struct CountCells<'a, P: Plane> {
    /// The boards.
    pub(crate) boards: &'a mut Boards<P>,
}

impl<P: Plane> Kernel for CountCells<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let boards = self.boards;
        for cell in 0..CELLS {
            boards.unsolved[cell] = twice(&boards.cell(cell));
        }
    }
}

/// The slots with a digit twice in a house; where every cell is solved, the others are solutions.
pub(crate) struct Conflicts<'a, P: Plane> {
    /// The proof for making planes.
    pub(crate) token: P::Token,
    /// The boards.
    pub(crate) boards: &'a Boards<P>,
}

impl<P: Plane> Kernel for Conflicts<'_, P> {
    type Output = P;

    #[inline(always)]
    fn run(self) -> P {
        let mut conflict = P::zero(self.token);
        for digit in 0..DIGITS {
            let x = self.boards.digit(digit);
            for i in 0..9 {
                let row: &[P; 9] = (&x[9 * i..][..9]).try_into().unwrap();
                let column: &[P; 73] = (&x[i..][..73]).try_into().unwrap();
                let box_: &[P; 21] = (&x[27 * (i / 3) + 3 * (i % 3)..][..21]).try_into().unwrap();
                conflict = conflict.or3(twice(row), twice(&nine!(R => column[9 * R])));
                conflict = conflict.or(twice(&nine!(C => box_[9 * (C / 3) + C % 3])));
            }
        }
        conflict
    }
}

/// The slots with 50 unsolved cells or more: where [hidden pairs](super::pairs) are worth while.
pub(crate) struct Crowded<'a, P: Plane> {
    /// The proof for making planes.
    pub(crate) token: P::Token,
    /// The boards.
    pub(crate) boards: &'a Boards<P>,
}

impl<P: Plane> Kernel for Crowded<'_, P> {
    type Output = P;

    #[inline(always)]
    fn run(self) -> P {
        let mut sum = [P::zero(self.token); 7];
        for row in self.boards.unsolved.as_chunks::<9>().0 {
            sum = add_nine(sum, *row);
        }
        // From 64 on, or from 48 on and two more.
        sum[6].or_and(sum[5].and(sum[4]), sum[3].or3(sum[2], sum[1]))
    }
}

/// At least two of nine.
#[inline(always)]
pub(crate) fn twice<P: Plane>(x: &[P; 9]) -> P {
    let (a, b, c) = (x[0].or3(x[1], x[2]), x[3].or3(x[4], x[5]), x[6].or3(x[7], x[8]));
    a.majority(b, c).or3(x[0].majority(x[1], x[2]), x[3].majority(x[4], x[5])).or(x[6].majority(x[7], x[8]))
}
