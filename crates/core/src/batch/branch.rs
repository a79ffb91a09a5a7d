//! Branching: chooses a guess for each stuck board, and splits the board.
//!
//! A board that is stable but not solved is split on a candidate: the first child has the digit placed in the
//! cell, the second has the candidate removed. The candidate is one of the alternatives of a guess, which are
//! the candidates of a cell, or the two places of a digit in a row (a [link](super::links)). The best guess
//! is the one whose alternatives have the fewest [faults](super::faults) in total, because few faults mean
//! many eliminations. There is no separate preference for fewer candidates: each further candidate adds its
//! own faults. Among equally good guesses, links are preferred to cells, and otherwise the first one wins:
//! cells box by box, links row by row and digit by digit.
//!
//! ```text
//!    cell    x = {2, 7}        faults(x, 2) + faults(x, 7)
//!    cell    x = {2, 5, 7}     faults(x, 2) + faults(x, 5) + faults(x, 7)
//!    link    4 at x and y      faults(x, 4) + faults(y, 4)
//! ```
//!
//! The choice is made in all slots at the same time, using numbers that are themselves stored in planes
//! ([`adders`](super::adders)). It proceeds band by band, so that the working set stays in the first-level
//! cache.
//!
//! If the guess is a cell, the first candidate to be tried is the one that is possible in the most cells of
//! the row and the column; ties go to the lowest digit. The order hardly matters for proving that there is no
//! second solution (1 to 2 % either way). If there are many solutions, however, this order finds them sooner:
//! trying the lowest candidate first takes 6 % more nodes on the puzzle set `serg` and 9 % more on the set
//! `unsolvable`.
//!
//! ```text
//!             stuck board                      the first child stays in its slot,
//!            ┌─────┴──────┐                    the second is kept beside it as its *twin*
//!   with the digit   without it
//!       board           twin
//! ```
//!
//! A twin is the top entry of its slot's stack, kept in planes instead of as a row. More than half of all
//! first children are refuted at once. The twin then becomes the board without ever having been stored on the
//! stack.

use super::adders::add_nine;
use super::best_guess::BestGuess;
use super::board::{BOX_SPAN, Boards, CELL_SPAN, CELLS, DIGITS};
use super::checks::at_least_two;
use super::faults::BoxFaults;
use super::links::RowLinks;
use super::plane::{Kernel, Plane};
use super::unroll::nine;

/// The candidate that each stuck slot tries first.
pub(crate) struct GuessChoice<P> {
    /// The chosen cell: one plane per cell.
    pub(crate) cell: [P; CELLS],
    /// The chosen digit: one plane per digit.
    pub(crate) digit: [P; DIGITS],
    faults: BoxFaults<P>,
    links: RowLinks<P>,
}

impl<P: Plane> GuessChoice<P> {
    /// Allocates a choice that is empty in all slots.
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
    /// The token required to create planes.
    pub(crate) token: P::Token,
    /// The boards.
    pub(crate) boards: &'a Boards<P>,
    /// The slots that need a guess.
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
        // Each slot chooses the last guess that was better than all earlier ones.
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
        // For a cell, choose the candidate that is possible in the most cells of its row and column.
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

/// Returns the slots in which a plane of `x` and the corresponding plane of `y` are both set.
#[inline(always)]
fn any_of_both<P: Plane>(x: &[P; 9], y: &[P; 9]) -> P {
    let a = x[0].and(y[0]).or_and(x[1], y[1]).or_and(x[2], y[2]);
    let b = x[3].and(y[3]).or_and(x[4], y[4]).or_and(x[5], y[5]);
    let c = x[6].and(y[6]).or_and(x[7], y[7]).or_and(x[8], y[8]);
    a.or3(b, c)
}

/// Splits the branching slots. The first child, with the chosen digit in the chosen cell, stays in its slot;
/// the second child, without that candidate, becomes the twin. In the slots of `moved`, the twin replaces a
/// finished board. Recomputes [`Boards::unsolved`] in all slots, because every board is at hand: doing it in a
/// separate pass takes 1 to 2 % of the time of a search.
pub(crate) struct SplitBoards<'a, P: Plane> {
    /// The boards.
    pub(crate) boards: &'a mut Boards<P>,
    /// The twins of the boards.
    pub(crate) twins: &'a mut Boards<P>,
    /// The chosen candidates.
    pub(crate) choice: &'a GuessChoice<P>,
    /// The slots that branch.
    pub(crate) branching: P,
    /// The slots whose twin becomes the board.
    pub(crate) moved: P,
}

impl<P: Plane> Kernel for SplitBoards<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { boards, twins, choice, branching, moved } = self;
        let first = nine!(D => choice.digit[D].and(branching));
        let other = nine!(D => branching.and_not(first[D]));
        for (cell, chosen) in choice.cell.iter().enumerate() {
            let board: &mut [P; CELL_SPAN] = (&mut boards.candidate[cell..][..CELL_SPAN]).try_into().unwrap();
            let twin: &mut [P; CELL_SPAN] = (&mut twins.candidate[cell..][..CELL_SPAN]).try_into().unwrap();
            let x = nine!(D => {
                let (a, b) = (board[CELLS * D], twin[CELLS * D]);
                twin[CELLS * D] = branching.select(a.and_not_both(*chosen, first[D]), b);
                let x = moved.select(b, a.and_not_both(*chosen, other[D]));
                board[CELLS * D] = x;
                x
            });
            boards.unsolved[cell] = at_least_two(&x);
        }
        boards.alive = boards.alive.or(moved);
    }
}
