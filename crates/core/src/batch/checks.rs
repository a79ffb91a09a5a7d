//! Checks that are not part of a sweep.

use super::adders::add_nine;
use super::board::{BOX_SPAN, Boards, CELLS, DIGITS};
use super::plane::{Kernel, Plane};
use super::unroll::{nine, three};

/// Recomputes [`Boards::unsolved`] for boards that were not produced by a sweep.
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
            boards.unsolved[cell] = at_least_two(&boards.cell(cell));
        }
    }
}

/// Finds the slots in which a house has no place for some digit. A board whose cells are all solved is a
/// solution unless its slot is among them.
pub(crate) struct Incomplete<'a, P: Plane> {
    /// The token required to create planes.
    pub(crate) token: P::Token,
    /// The boards.
    pub(crate) boards: &'a Boards<P>,
}

impl<P: Plane> Kernel for Incomplete<'_, P> {
    type Output = P;

    #[inline(always)]
    fn run(self) -> P {
        let mut complete = P::splat(self.token, !0);
        for digit in 0..DIGITS {
            let x = self.boards.digit(digit);
            let mut columns = [P::zero(self.token); 9];
            for band in 0..3 {
                let mut rows = [P::zero(self.token); 3];
                for stack in 0..3 {
                    let x: &[P; BOX_SPAN] = (&x[27 * band + 3 * stack..][..BOX_SPAN]).try_into().unwrap();
                    let x = nine!(I => x[9 * (I / 3) + I % 3]);
                    let across = three!(R => x[3 * R].or3(x[3 * R + 1], x[3 * R + 2]));
                    let columns: &mut [P; 3] = (&mut columns[3 * stack..][..3]).try_into().unwrap();
                    *columns = three!(C => columns[C].or(x[C].or3(x[C + 3], x[C + 6])));
                    rows = three!(R => rows[R].or(across[R]));
                    complete = complete.and(across[0].or3(across[1], across[2]));
                }
                complete = complete.and(rows[0].and3(rows[1], rows[2]));
            }
            for three in columns.as_chunks::<3>().0 {
                complete = complete.and(three[0].and3(three[1], three[2]));
            }
        }
        P::splat(self.token, !0).and_not(complete)
    }
}

/// Finds the slots in which two solved cells of a row have the same digit.
///
/// A sweep eliminates the digit of a solved cell only from the unsolved cells of its row, so it misses two
/// cells that were solved with the same digit at the same time. Whether that happens depends on the order of
/// the rules. Without this check, the size of the search tree would depend on that order too.
pub(crate) struct Duplicates<'a, P: Plane> {
    /// The token required to create planes.
    pub(crate) token: P::Token,
    /// The boards.
    pub(crate) boards: &'a Boards<P>,
}

impl<P: Plane> Kernel for Duplicates<'_, P> {
    type Output = P;

    #[inline(always)]
    fn run(self) -> P {
        let mut duplicates = P::zero(self.token);
        for row in 0..9 {
            let unsolved: &[P; 9] = (&self.boards.unsolved[9 * row..][..9]).try_into().unwrap();
            for digit in 0..DIGITS {
                let x: &[P; 9] = (&self.boards.digit(digit)[9 * row..][..9]).try_into().unwrap();
                duplicates = duplicates.or(at_least_two(&nine!(C => x[C].and_not(unsolved[C]))));
            }
        }
        duplicates
    }
}

/// Finds the slots with at least 50 unsolved cells, where looking for [hidden pairs](super::hidden_pairs) is
/// worthwhile.
pub(crate) struct Crowded<'a, P: Plane> {
    /// The token required to create planes.
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
        // 50 or more: either 64 or more, or 48 plus at least 2.
        sum[6].or_and(sum[5].and(sum[4]), sum[3].or3(sum[2], sum[1]))
    }
}

/// Returns the slots in which at least two of nine planes are set.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn at_least_two<P: Plane>(x: &[P; 9]) -> P {
    let (a, b, c) = (x[0].or3(x[1], x[2]), x[3].or3(x[4], x[5]), x[6].or3(x[7], x[8]));
    a.majority(b, c).or3(x[0].majority(x[1], x[2]), x[3].majority(x[4], x[5])).or(x[6].majority(x[7], x[8]))
}
