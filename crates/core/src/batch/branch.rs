//! Branching: which cell to guess in, and what becomes of the two ways.
//!
//! Where nothing moves any more, a cell is chosen, and one of its candidates is tried first;
//! the second way is the board without that candidate. All slots choose at the same
//! time, with numbers that are themselves made of planes ([`sums`](super::sums)). A cell is better
//! than the best so far if its *key* is greater:
//!
//! ```text
//! bit    6      5       4   3   2   1   0
//!      two │ three │  outside + 2·corners + mates
//! ```
//!
//! - two, three: it has so many candidates. Two beats three, three beats more.
//! - outside: unsolved cells of its row and column in other boxes, 0 to 12;
//! - corners: unsolved cells of its box that share neither row nor column with it, 0 to 4;
//! - mates: *solved* cells of its box in its row or column, 0 to 4.
//!
//! So the guess falls where it reaches many open cells, from a corner that is nearly settled
//! itself. The score beat some 45 others on the hardest puzzles, by a factor of
//! two against the first cell with two candidates. Of equal cells the first counts, box by box.
//!
//! Of the candidates of the cell the first to be tried is the one that is possible in most cells of its
//! row and column, of equal ones the lowest. For a proof that there is no second solution the order is
//! all the same, but where there are many, the way to them is shorter: with the lowest first
//! it takes 10 % more nodes on serg, 22 % on unsolvable.
//!
//! ```text
//!             stuck board                      the first child stays in its slot,
//!            ┌─────┴──────┐                    the second waits beside it as its *twin*
//!   chosen digit     all but that
//!       board            twin
//! ```
//!
//! A twin is the top of the stack, kept in planes. More than half of all first children die at
//! once; then the twin steps in, and neither has been to the stack.
//!
//! Tried in a scalar model and given up, because of what it would cost on planes: guesses between the
//! two places of a digit in a house, in competition with cells of two candidates, by the
//! candidates that both ways remove (1106: 106 to 79 nodes, 11plus: 57 to 52; without that count no
//! gain). Cells with many such houses are worse, not better (1106: 106 to 122 nodes and more).

use super::board::{Boards, CELLS, DIGITS};
use super::inspect::twice;
use super::plane::{Kernel, Plane};
use super::sums::{add_bits, add_four, add_nine, add_pairs};
use super::unroll::{nine, three};

/// The cell that each stuck slot branches on, and the digit it tries first.
pub(crate) struct Choice<P> {
    /// The chosen cell, one plane each.
    pub(crate) cell: [P; CELLS],
    /// The candidate of the chosen cell that is tried first.
    pub(crate) digit: [P; DIGITS],
}

impl<P: Plane> Choice<P> {
    /// No choice in any slot.
    pub(crate) fn none(token: P::Token) -> Box<Self> {
        let zero = P::zero(token);
        Box::new(Self { cell: [zero; CELLS], digit: [zero; DIGITS] })
    }
}

/// Chooses a cell and a digit in each stuck slot.
///
/// On the way it looks for slots with two solved cells of one row and the same digit. A sweep
/// takes the digit of a solved cell out of the unsolved cells of its row only, so it does not
/// see two cells that were solved with the same digit at the same time. It depends on
/// the order of events whether that happens, and without this test the size of the tree would.
pub(crate) struct Branch<'a, P: Plane> {
    /// The proof for making planes.
    pub(crate) token: P::Token,
    /// The boards.
    pub(crate) boards: &'a Boards<P>,
    /// The slots to choose in.
    pub(crate) stuck: P,
    /// The result.
    pub(crate) choice: &'a mut Choice<P>,
}

impl<P: Plane> Kernel for Branch<'_, P> {
    /// The slots with two solved cells of one row and the same digit.
    type Output = P;

    #[allow(clippy::too_many_lines, reason = "one formula, bit by bit")]
    #[inline(always)]
    fn run(self) -> P {
        let zero = P::zero(self.token);
        let ones = P::splat(self.token, !0);
        let boards = self.boards;
        let unsolved = &boards.unsolved;
        // Unsolved cells of each triad, then of each line outside a box.
        let mut across = [[zero; 2]; 27];
        let mut down = [[zero; 2]; 27];
        for t in 0..27 {
            let u: &[P; 3] = (&unsolved[3 * t..][..3]).try_into().unwrap();
            across[t] = add_bits(u[0], u[1], u[2]);
            let u: &[P; 19] = (&unsolved[27 * (t / 9) + t % 9..][..19]).try_into().unwrap();
            down[t] = add_bits(u[0], u[9], u[18]);
        }
        let mut best = [zero; 7];
        let mut any = zero;
        for house in 0..9 {
            let (band, stack) = (house / 3, house % 3);
            let corner = 27 * band + 3 * stack;
            let rows = three!(R => {
                let row = 9 * band + 3 * R;
                add_pairs(across[row + (stack + 1) % 3], across[row + (stack + 2) % 3])
            });
            let columns = three!(C => {
                let column = 3 * stack + C;
                add_pairs(down[9 * ((band + 1) % 3) + column], down[9 * ((band + 2) % 3) + column])
            });
            let u: &[P; 21] = (&unsolved[corner..][..21]).try_into().unwrap();
            let chosen: &mut [P; 21] = (&mut self.choice.cell[corner..][..21]).try_into().unwrap();
            let _: [(); 9] = nine!(I => {
                const ROW: usize = I / 3;
                const COLUMN: usize = I % 3;
                const UP: usize = 9 * ((ROW + 1) % 3);
                const DOWN: usize = 9 * ((ROW + 2) % 3);
                const LEFT: usize = (COLUMN + 1) % 3;
                const RIGHT: usize = (COLUMN + 2) % 3;
                const AT: usize = 9 * ROW + COLUMN;
                let x = boards.cell(corner + AT);
                let [s0, c0] = add_bits(x[0], x[1], x[2]);
                let [s1, c1] = add_bits(x[3], x[4], x[5]);
                let [s2, c2] = add_bits(x[6], x[7], x[8]);
                let [bit0, carry] = add_bits(s0, s1, s2);
                let [twos, fours] = add_bits(c0, c1, c2);
                let two_or_three = twos.xor(carry).and_not(fours);
                let two = two_or_three.and_not(bit0);
                let three = two_or_three.and(bit0);

                let (r, c) = (rows[ROW], columns[COLUMN]);
                let carry = r[0].and(c[0]);
                let outside = [
                    r[0].xor(c[0]),
                    r[1].xor3(c[1], carry),
                    r[2].xor3(c[2], r[1].majority(c[1], carry)),
                    r[2].majority(c[2], r[1].majority(c[1], carry)),
                ];
                let corners = add_four(u[UP + LEFT], u[UP + RIGHT], u[DOWN + LEFT], u[DOWN + RIGHT]);
                let mates = add_four(
                    ones.and_not(u[9 * ROW + LEFT]),
                    ones.and_not(u[9 * ROW + RIGHT]),
                    ones.and_not(u[UP + COLUMN]),
                    ones.and_not(u[DOWN + COLUMN]),
                );
                let carry0 = outside[0].and(mates[0]);
                let carry1 = outside[1].majority(mates[1], carry0);
                let carry2 = outside[2].majority(mates[2], carry1);
                let sum = [
                    outside[0].xor(mates[0]),
                    outside[1].xor3(mates[1], carry0),
                    outside[2].xor3(mates[2], carry1),
                    outside[3].xor(carry2),
                    outside[3].and(carry2),
                ];
                let carry1 = sum[1].and(corners[0]);
                let carry2 = sum[2].majority(corners[1], carry1);
                let carry3 = sum[3].majority(corners[2], carry2);
                let key = [
                    sum[0],
                    sum[1].xor(corners[0]),
                    sum[2].xor3(corners[1], carry1),
                    sum[3].xor3(corners[2], carry2),
                    sum[4].xor(carry3),
                    three,
                    two,
                ];
                let mut greater = key[0].and_not(best[0]);
                greater = key[1].greater_step(best[1], greater);
                greater = key[2].greater_step(best[2], greater);
                greater = key[3].greater_step(best[3], greater);
                greater = key[4].greater_step(best[4], greater);
                greater = key[5].greater_step(best[5], greater);
                greater = key[6].greater_step(best[6], greater);
                let better = u[AT].and_not(any).or_and(greater, u[AT]);
                any = any.or(u[AT]);
                best = [
                    better.select(key[0], best[0]),
                    better.select(key[1], best[1]),
                    better.select(key[2], best[2]),
                    better.select(key[3], best[3]),
                    better.select(key[4], best[4]),
                    better.select(key[5], best[5]),
                    better.select(key[6], best[6]),
                ];
                chosen[AT] = better;
            });
        }
        // The last cell that was better than all before it is the choice.
        let mut free = self.stuck;
        let (mut rows, mut columns) = ([zero; 9], [zero; 9]);
        for house in (0..9).rev() {
            let corner = 27 * (house / 3) + 3 * (house % 3);
            for at in [20, 19, 18, 11, 10, 9, 2, 1, 0] {
                let cell = corner + at;
                let better = self.choice.cell[cell];
                let chosen = better.and(free);
                free = free.and_not(better);
                self.choice.cell[cell] = chosen;
                rows[cell / 9] = rows[cell / 9].or(chosen);
                columns[cell % 9] = columns[cell % 9].or(chosen);
            }
        }
        // Of its candidates the one that is possible in most cells of its row and column.
        let mut best = [zero; 5];
        let mut any = zero;
        let mut duplicate = zero;
        for digit in 0..DIGITS {
            let x = boards.digit(digit);
            let (mut across, mut down) = ([zero; 9], [zero; 9]);
            for row in 0..9 {
                let x: &[P; 9] = (&x[9 * row..][..9]).try_into().unwrap();
                let unsolved: &[P; 9] = (&unsolved[9 * row..][..9]).try_into().unwrap();
                duplicate = duplicate.or(twice(&nine!(C => x[C].and_not(unsolved[C]))));
                across = nine!(C => across[C].or_and(x[C], rows[row]));
                down[row] = any_of_both(x, &columns);
            }
            let possible = any_of_both(&across, &columns);
            let sum = add_nine(add_nine([zero; 5], across), down);
            let mut greater = sum[0].and_not(best[0]);
            greater = sum[1].greater_step(best[1], greater);
            greater = sum[2].greater_step(best[2], greater);
            greater = sum[3].greater_step(best[3], greater);
            greater = sum[4].greater_step(best[4], greater);
            let better = possible.and_not(any).or_and(greater, possible);
            any = any.or(possible);
            best = [
                better.select(sum[0], best[0]),
                better.select(sum[1], best[1]),
                better.select(sum[2], best[2]),
                better.select(sum[3], best[3]),
                better.select(sum[4], best[4]),
            ];
            self.choice.digit[digit] = better;
        }
        let mut free = self.stuck;
        for first in self.choice.digit.iter_mut().rev() {
            let better = *first;
            *first = better.and(free);
            free = free.and_not(better);
        }
        duplicate
    }
}

/// Whether any of nine is set together with its counterpart.
#[inline(always)]
fn any_of_both<P: Plane>(x: &[P; 9], y: &[P; 9]) -> P {
    let a = x[0].and(y[0]).or_and(x[1], y[1]).or_and(x[2], y[2]);
    let b = x[3].and(y[3]).or_and(x[4], y[4]).or_and(x[5], y[5]);
    let c = x[6].and(y[6]).or_and(x[7], y[7]).or_and(x[8], y[8]);
    a.or3(b, c)
}

/// Splits the branching slots: the first child, with the chosen digit in the chosen cell, stays
/// in its slot, and the second, without it, becomes the twin. In other slots the twin steps into the
/// place of a board that is done.
pub(crate) struct Split<'a, P: Plane> {
    /// The boards.
    pub(crate) boards: &'a mut Boards<P>,
    /// Their twins.
    pub(crate) twins: &'a mut Boards<P>,
    /// What was chosen.
    pub(crate) choice: &'a Choice<P>,
    /// The slots that branch.
    pub(crate) branching: P,
    /// Slots whose twin becomes the board.
    pub(crate) moved: P,
}

impl<P: Plane> Kernel for Split<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { boards, twins, choice, branching, moved } = self;
        for digit in 0..DIGITS {
            let first = choice.digit[digit].and(branching);
            let other = branching.and_not(first);
            let cells = boards.digit_mut(digit).iter_mut().zip(twins.digit_mut(digit));
            for ((board, twin), chosen) in cells.zip(&choice.cell) {
                let (a, b) = (*board, *twin);
                *twin = branching.select(a.and_not_both(*chosen, first), b);
                *board = moved.select(b, a.and_not_both(*chosen, other));
            }
        }
        boards.alive = boards.alive.or(moved);
    }
}
