//! Chooses what to guess.
//!
//! A guess tries one of a few alternatives: the candidates of a cell, or the two places of a digit in a row
//! where it has exactly two (a *link*). A guess is good if each of its alternatives leads to many
//! eliminations, and looking at the box is enough to estimate that. Let the alternative be digit d in cell x:
//!
//! ```text
//!    corner  mate  corner        each mate that has d is a fault: without such mates, x would be
//!     mate    x     mate         the only place of d in its minirow and its minicolumn
//!    corner  mate  corner        each other row of the box without d in its corners is a fault:
//!                                there x = d has nothing to eliminate
//! ```
//!
//! So an alternative has 0 to 6 faults. The score of a guess is the sum of the faults of its alternatives,
//! and the lowest score wins. There is no separate preference for fewer candidates: each further candidate
//! adds its own faults, and a cell with three good candidates is rightly preferred to a cell with two bad
//! ones.
//!
//! ```text
//!    cell    x = {2, 7}        faults(x, 2) + faults(x, 7)
//!    cell    x = {2, 5, 7}     faults(x, 2) + faults(x, 5) + faults(x, 7)
//!    link    4 at x and y      faults(x, 4) + faults(y, 4)
//! ```
//!
//! On the hardest puzzles this results in trees of 43 guesses on average, compared with 63 for the score of
//! [`super::quick_choice`] and 130 for the first cell with two candidates. Some variants were measured on the
//! same puzzles with earlier versions of the score (`bench/2026-11-15-single.md`): trees grew by a third or
//! more if only cells were considered, or if links were considered only where no cell has two candidates;
//! they grew by a few per cent if a link was judged by its worse end.
//!
//! A link is tried at its better end first. This order does not shorten a proof of uniqueness, but it finds a
//! solution sooner. Links with eight or more faults are ignored.
//!
//! The faults of all digits in a lane are counted at once, with full adders: bit d of three vectors holds the
//! number of faults of digit d in binary. The sum over the digits of a cell then takes three bit counts, and
//! the sum over the two ends of a link takes one more adder.

use super::lanes::{ALL, CellLanes, Lanes, Token, VectorBoard};
use super::quick_choice;

/// The two children of a board: the one in which the guess is made, and the one in which it is excluded.
type Children<T> = [VectorBoard<T>; 2];

/// The number of faults of each digit in each lane, in binary: the bits for ones, twos and fours.
type FaultBits<T> = [<T as Token>::Cells; 3];

/// The tie-break number of the first link. The index of the minirow in which a link is tried is added to it.
/// Cells have smaller tie-break numbers ([`CellLanes::tie_breaks`]), and all tie-break numbers fit in seven
/// bits.
const LINK_KEYS: u16 = 96;

/// Faults are counted on boards with fewer decided cells than this. On other boards the remaining tree is
/// small, and the faster [`super::quick_choice`] works just as well.
const FAULTS_BELOW: u32 = 40;

/// Splits a board at the most promising guess.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn best<T: Token>(
    token: T,
    board: VectorBoard<T>,
    single: [<T::Cells as CellLanes>::Mask; 3],
    decided: u32,
) -> Children<T> {
    let tie_breaks = T::Cells::tie_breaks(token);
    let none = token.splat(u16::MAX);
    let ([k0, k1, k2], link, digits) = if decided < FAULTS_BELOW {
        fault_keys(token, board, single, tie_breaks)
    } else {
        (quick_choice::keys(token, board, single, tie_breaks), none, none)
    };
    let cells = [k0.replace(single[0], none), k1.replace(single[1], none), k2.replace(single[2], none)];
    split(board, cells, link, digits)
}

/// Returns the keys of the cells, the keys of the links, and the digits of the links, based on faults.
#[cfg_attr(not(unoptimized), inline(always))]
fn fault_keys<T: Token>(
    token: T,
    board: VectorBoard<T>,
    single: [<T::Cells as CellLanes>::Mask; 3],
    [n0, n1, n2]: VectorBoard<T>,
) -> (VectorBoard<T>, T::Cells, T::Cells) {
    let [c0, c1, c2] = board;
    let below = [c0.next_row(), c1.next_row(), c2.next_row()];
    let above = [c0.prev_row(), c1.prev_row(), c2.prev_row()];
    let f0 = faults::<T, 0>(token, board, below, above);
    let f1 = faults::<T, 1>(token, board, below, above);
    let f2 = faults::<T, 2>(token, board, below, above);
    let decided = c0.only(single[0]).or3(c1.only(single[1]), c2.only(single[2]));
    let (link, digits) = link_keys(token, board, decided, [f0, f1, f2], n0);
    let cells = [cell_key::<T>(c0, f0, n0), cell_key::<T>(c1, f1, n1), cell_key::<T>(c2, f2, n2)];
    (cells, link, digits)
}

/// Counts the faults of the digits in column J of each stack.
#[cfg_attr(not(unoptimized), inline(always))]
fn faults<T: Token, const J: usize>(
    token: T,
    board: VectorBoard<T>,
    below: VectorBoard<T>,
    above: VectorBoard<T>,
) -> FaultBits<T> {
    let all = token.splat(ALL);
    let (left, right) = const { ((J + 1) % 3, (J + 2) % 3) };
    // Count one fault for each mate (of four) that has the digit, and one for each other row (of two) that
    // does not have it in its corners.
    let unit = board[left].odd(board[right], below[J]);
    let two = board[left].majority(board[right], below[J]);
    let bare_below = all.without_both(below[left], below[right]);
    let bare_above = all.without_both(above[left], above[right]);
    let other_unit = above[J].odd(bare_below, bare_above);
    let other_two = above[J].majority(bare_below, bare_above);
    let carry = unit & other_unit;
    [unit ^ other_unit, two.odd(other_two, carry), two.majority(other_two, carry)]
}

/// Returns a key for each cell: the total faults of its digits in the high bits, its tie-break number in the
/// low bits.
#[inline(always)]
fn cell_key<T: Token>(c: T::Cells, faults: FaultBits<T>, number: T::Cells) -> T::Cells {
    let [units, twos, fours] = faults;
    let sum = (c & units)
        .len()
        .add_lanes((c & twos).len().shifted::<1>())
        .add_lanes((c & fours).len().shifted::<2>());
    sum.shifted::<8>() | number
}

/// Returns, for each minirow, a key for its best link (the faults in the high bits, the tie-break number in
/// the low bits), and the digits of the links with that key.
#[cfg_attr(not(unoptimized), inline(always))]
fn link_keys<T: Token>(
    token: T,
    [c0, c1, c2]: VectorBoard<T>,
    decided: T::Cells,
    faults: [FaultBits<T>; 3],
    minirow: T::Cells,
) -> (T::Cells, T::Cells) {
    // A link has one place in this minirow, one in another minirow of the row, and none in the third.
    let some = c0.or3(c1, c2);
    let one = c0.exactly_one(c1, c2).without(decided);
    let next = one.next_stack().without(some.prev_stack());
    let last = one.prev_stack().without(some.next_stack());
    let links = one.and_either(next, last);

    // Add the faults of the end in this minirow to those of the other end.
    let [f0, f1, f2] = faults;
    let here0 = (c0 & f0[0]).or_both(c1, f1[0]).or_both(c2, f2[0]);
    let here1 = (c0 & f0[1]).or_both(c1, f1[1]).or_both(c2, f2[1]);
    let here2 = (c0 & f0[2]).or_both(c1, f1[2]).or_both(c2, f2[2]);
    let there0 = here0.next_stack() | here0.prev_stack();
    let there1 = here1.next_stack() | here1.prev_stack();
    let there2 = here2.next_stack() | here2.prev_stack();
    let carry0 = here0 & there0;
    let carry1 = here1.majority(there1, carry0);
    let units = here0 ^ there0;
    let twos = here1.odd(there1, carry0);
    let fours = here2.odd(there2, carry1);
    let eights = here2.majority(there2, carry1);

    // Select the digits with the fewest faults: from the highest bit down, prefer the digits whose bit is
    // clear.
    let links = links.without(eights);
    let worse = here2.without(there2).or_without(here1.without(there1), there2);
    let (digits, four) = fewest(token, links, fours, 8);
    let (digits, two) = fewest(token, digits, twos, 4);
    let (digits, unit) = fewest(token, digits, units, 2);
    let (digits, end) = fewest(token, digits, worse, 1);
    let sum = four.or3(two, unit) | end;
    let key = sum.shifted::<7>().or3(minirow, token.splat(LINK_KEYS));
    (key.replace(links.equals(0), token.splat(u16::MAX)), digits)
}

/// Keeps, in each lane, the digits whose bit is clear, or all digits if the bit of every digit is set.
/// Returns the kept digits, and a value for each lane: 0 in the first case, `value` in the second.
#[inline(always)]
fn fewest<T: Token>(token: T, digits: T::Cells, bit: T::Cells, value: u16) -> (T::Cells, T::Cells) {
    let without = digits.without(bit);
    let none = without.equals(0);
    (without.replace(none, digits), token.splat(value).only(none))
}

/// Splits the board at the smallest key. The guess is the lowest digit of the cell or of the links that have
/// this key.
#[cfg_attr(not(unoptimized), inline(always))]
fn split<C: CellLanes>([c0, c1, c2]: [C; 3], [k0, k1, k2]: [C; 3], link: C, digits: C) -> [[C; 3]; 2] {
    let min_key = C::overall_min([k0, k1, k2, link]);
    let linked = (digits ^ digits.without_lowest()).only(link.equals(min_key));
    let g0 = (c0 ^ c0.without_lowest()).only(k0.equals(min_key)).or_both(c0, linked);
    let g1 = (c1 ^ c1.without_lowest()).only(k1.equals(min_key)).or_both(c1, linked);
    let g2 = (c2 ^ c2.without_lowest()).only(k2.equals(min_key)).or_both(c2, linked);
    let guess = [c0.and_where_any(g0), c1.and_where_any(g1), c2.and_where_any(g2)];
    [guess, [c0.without(g0), c1.without(g1), c2.without(g2)]]
}
