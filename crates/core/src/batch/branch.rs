//! Branching: what to guess, and what becomes of the two ways.
//!
//! Where nothing moves any more, a candidate is tried; the second way is the board without it. It is one of
//! the candidates of a cell, or one of the two places of a digit in a row, a [link](super::links).
//! What matters is what each of these alternatives would bring about: the guess whose alternatives have the
//! fewest [faults](super::faults) together is the best. There is no rule that fewer candidates come first; each
//! further candidate brings its own faults along. Of equal guesses links come before cells, and
//! then the first counts: cells box by box, links row by row and digit by digit.
//!
//! ```text
//!    cell    x = {2, 7}        faults(x, 2) + faults(x, 7)
//!    cell    x = {2, 5, 7}     faults(x, 2) + faults(x, 5) + faults(x, 7)
//!    link    4 at x and y      faults(x, 4) + faults(y, 4)
//! ```
//!
//! All slots choose at the same time, with numbers that are themselves made of planes
//! ([`adders`](super::sums)), band by band, so that what is at work stays in the first-level cache.
//!
//! Of the candidates of a cell the first to be tried is the one that is possible in most cells of its
//! row and column, of equal ones the lowest. For a proof that there is no second solution the order hardly
//! matters (1 to 2 % either way), but where there are many, the way to them is shorter: with the lowest first
//! it takes 6 % more nodes on serg, 9 % on unsolvable.
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

use super::adders::add_nine;
use super::best_guess::BestGuess;
use super::board::{BOX_SPAN, Boards, CELLS, DIGITS};
use super::faults::BoxFaults;
use super::links::RowLinks;
use super::plane::{Kernel, Plane};
use super::unroll::nine;

/// The candidate that each stuck slot tries first.
pub(crate) struct GuessChoice<P> {
    /// Its cell, one plane each.
    pub(crate) cell: [P; CELLS],
    /// Its digit.
    pub(crate) digit: [P; DIGITS],
    faults: BoxFaults<P>,
    links: RowLinks<P>,
}

impl<P: Plane> GuessChoice<P> {
    /// No choice in any slot.
    pub(crate) fn none(token: P::Token) -> Box<Self> {
        let zero = P::zero(token);
        Box::new(Self {
            cell: [zero; CELLS],
            digit: [zero; DIGITS],
            faults: BoxFaults::none(zero),
            links: RowLinks::none(zero),
        })
    }
}

/// Chooses a candidate in each stuck slot.
pub(crate) struct ChooseGuess<'a, P: Plane> {
    /// The proof for making planes.
    pub(crate) token: P::Token,
    /// The boards.
    pub(crate) boards: &'a Boards<P>,
    /// The slots to choose in.
    pub(crate) stuck: P,
    /// The result.
    pub(crate) choice: &'a mut GuessChoice<P>,
}

impl<P: Plane> Kernel for ChooseGuess<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { token, boards, stuck, choice } = self;
        let zero = P::zero(token);
        let GuessChoice { cell: chosen, digit: first, faults, links } = choice;
        let mut best = BestGuess::none(token);
        for band in 0..3 {
            for stack in 0..3 {
                let corner = 27 * band + 3 * stack;
                for digit in 0..DIGITS {
                    faults.count(boards, corner, digit, &mut links.ends[stack][digit]);
                }
                let unsolved: &[P; BOX_SPAN] = (&boards.unsolved[corner..][..BOX_SPAN]).try_into().unwrap();
                let better: &mut [P; BOX_SPAN] = (&mut chosen[corner..][..BOX_SPAN]).try_into().unwrap();
                faults.consider(unsolved, &mut best, better);
            }
            for line in 0..3 {
                links.consider(band, line, zero, &mut best);
            }
        }
        // The last guess that was better than all before it is the choice.
        let mut free = stuck;
        let mut linked = zero;
        let (mut rows, mut columns) = ([zero; 9], [zero; 9]);
        for band in (0..3).rev() {
            for row in (3 * band..3 * band + 3).rev() {
                for link in links.better[row].iter_mut().rev() {
                    let better = *link;
                    *link = better.and(free);
                    linked = linked.or(*link);
                    free = free.and_not(better);
                }
            }
            for stack in (0..3).rev() {
                for at in [20, 19, 18, 11, 10, 9, 2, 1, 0] {
                    let cell = 27 * band + 3 * stack + at;
                    let better = chosen[cell];
                    chosen[cell] = better.and(free);
                    free = free.and_not(better);
                    rows[cell / 9] = rows[cell / 9].or(chosen[cell]);
                    columns[cell % 9] = columns[cell % 9].or(chosen[cell]);
                }
            }
        }
        // Of a cell's candidates the one that is possible in most cells of its row and column.
        let mut best = [zero; 5];
        let mut any = zero;
        let mut of_links = [zero; DIGITS];
        for digit in 0..DIGITS {
            let x = boards.digit(digit);
            let (mut across, mut down) = ([zero; 9], [zero; 9]);
            for row in 0..9 {
                let x: &[P; 9] = (&x[9 * row..][..9]).try_into().unwrap();
                across = nine!(C => across[C].or_and(x[C], rows[row]));
                down[row] = any_of_both(x, &columns);
                of_links[digit] = of_links[digit].or(links.better[row][digit]);
                let triads = links.triads(row, digit);
                let chosen: &mut [P; 9] = (&mut chosen[9 * row..][..9]).try_into().unwrap();
                *chosen = nine!(C => chosen[C].or_and(x[C], triads[C / 3]));
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
            first[digit] = better;
        }
        let mut free = stuck.and_not(linked);
        for (first, of_links) in first.iter_mut().zip(of_links).rev() {
            let better = *first;
            *first = of_links.or_and(better, free);
            free = free.and_not(better);
        }
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
pub(crate) struct SplitBoards<'a, P: Plane> {
    /// The boards.
    pub(crate) boards: &'a mut Boards<P>,
    /// Their twins.
    pub(crate) twins: &'a mut Boards<P>,
    /// What was chosen.
    pub(crate) choice: &'a GuessChoice<P>,
    /// The slots that branch.
    pub(crate) branching: P,
    /// Slots whose twin becomes the board.
    pub(crate) moved: P,
}

impl<P: Plane> Kernel for SplitBoards<'_, P> {
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
