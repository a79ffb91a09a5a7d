//! Hidden pairs: the one rule that is dearer than a sweep, for crowded boards before the first guess.
//!
//! ```text
//!   ┌─────────────────────────────────────────────────────┐
//!   │ 2 5 9 │ 1 4 9 │ 2 5 1 │ 4 9 │ ...                   │     2 and 5 have the same two cells
//!   └───▲───────────────▲─────────────────────────────────┘     of the house: they fill them,
//!       └──── 2 5 only ─┘                                       and 9 and 1 leave
//! ```
//!
//! Two digits that have two places each in a house, and the same two, drive all others out of them. If
//! there is a third such digit, the board is dead. That is rare, but a search that does not see it here may thrash:
//! Norvig's impossible puzzle is refuted so, which else takes more than 20,000 nodes.
//!
//! A pass costs two sweeps. Before every guess that is too much: on the hardest puzzles it
//! would save one node in eight. So it is asked only before the *first* guess, again as long as it
//! helps, and only where 50 cells or more are unsolved. That saves two nodes in five on puzzles of 17
//! clues and on magictour; without the limit of 50 cells it would be two thirds on 17 clues and 17 instead of
//! 5 % on random minimal puzzles, which then were 15 % slower all the same.
//!
//! Whether a board is asked depends on nothing but the board. [`fresh`](super::fresh) asks where many wait for
//! it, and leaves the others to [`search`](super::search), where they wait for company.

use super::board::{Boards, CELLS, DIGITS};
use super::plane::{Kernel, Plane};
use super::unroll::nine;
use crate::house::House;

/// The cells of all houses, bands first, so that what is at work stays in the first-level cache.
const HOUSES: [[usize; 9]; House::COUNT] = {
    let mut houses = [[0; 9]; House::COUNT];
    let mut i = 0;
    while i < 81 {
        let (n, at) = (i / 9, i % 9);
        let row = 6 * (n / 3) + n % 3;
        houses[row][at] = 9 * n + at;
        houses[row + 3][at] = 27 * (n / 3) + 3 * (n % 3) + 9 * (at / 3) + at % 3;
        houses[18 + n][at] = 9 * at + n;
        i += 1;
    }
    houses
};

/// Looks for hidden pairs in some slots, all of which stand still, and returns those that changed or died.
pub(crate) struct HiddenPairs<'a, P: Plane> {
    /// The proof for making planes.
    pub(crate) token: P::Token,
    /// The boards.
    pub(crate) boards: &'a mut Boards<P>,
    /// Where to look.
    pub(crate) slots: P,
}

impl<P: Plane> Kernel for HiddenPairs<'_, P> {
    type Output = P;

    #[inline(always)]
    fn run(self) -> P {
        let zero = P::zero(self.token);
        HOUSES.iter().fold(zero, |changed, cells| changed.or(search(self.boards, cells, self.slots, zero)))
    }
}

/// Looks for hidden pairs in one house.
#[inline(always)]
fn search<P: Plane>(boards: &mut Boards<P>, cells: &[usize; 9], slots: P, zero: P) -> P {
    let mut places = [[zero; 9]; DIGITS];
    let mut two = [zero; DIGITS];
    // The slots in which a digit is not one of a pair.
    let mut single = [slots; DIGITS];
    // The slots in which a digit is one of two pairs: three digits for two cells.
    let mut crowd = zero;
    for digit in 0..DIGITS {
        let x = boards.digit(digit);
        let x = nine!(I => x[cells[I]]);
        let own = exactly_two(&x).and(slots);
        let mut free = slots;
        for other in 0..digit {
            // Of two places each, none of the one is not one of the other.
            let pair = own.and(two[other]).and_not(outside(&x, &places[other]));
            crowd = crowd.or_and_not(pair, free);
            free = free.and_not(pair);
            single[other] = single[other].and_not(pair);
        }
        (places[digit], two[digit], single[digit]) = (x, own, free);
    }
    let none = single[0].and3(single[1], single[2]).and3(single[3], single[4]);
    let none = none.and3(single[5], single[6]).and3(single[7], single[8]);
    if slots.and_not(none).count() == 0 {
        return zero;
    }
    boards.alive = boards.alive.and_not(crowd);
    let mut changed = crowd;
    for (i, cell) in cells.iter().enumerate() {
        let x = nine!(D => places[D][i]);
        let taken = outside(&x, &single).and(slots);
        let to: &mut [P; 649] = (&mut boards.candidate[*cell..][..649]).try_into().unwrap();
        let _: [(); 9] = nine!(D => {
            let rest = x[D].and_not_both(taken, single[D]);
            changed = changed.or_and_not(x[D], rest);
            to[CELLS * D] = rest;
        });
    }
    changed
}

/// Whether any of nine is set whose counterpart is not.
#[inline(always)]
fn outside<P: Plane>(x: &[P; 9], y: &[P; 9]) -> P {
    let a = x[0].and_not(y[0]).or_and_not(x[1], y[1]).or_and_not(x[2], y[2]);
    let b = x[3].and_not(y[3]).or_and_not(x[4], y[4]).or_and_not(x[5], y[5]);
    let c = x[6].and_not(y[6]).or_and_not(x[7], y[7]).or_and_not(x[8], y[8]);
    a.or3(b, c)
}

/// Exactly two of nine.
#[inline(always)]
fn exactly_two<P: Plane>(x: &[P; 9]) -> P {
    let (s0, c0) = (x[0].xor3(x[1], x[2]), x[0].majority(x[1], x[2]));
    let (s1, c1) = (x[3].xor3(x[4], x[5]), x[3].majority(x[4], x[5]));
    let (s2, c2) = (x[6].xor3(x[7], x[8]), x[6].majority(x[7], x[8]));
    let (ones, twos) = (s0.xor3(s1, s2), s0.majority(s1, s2));
    twos.xor(c0.xor3(c1, c2)).and_neither(c0.majority(c1, c2), ones)
}
