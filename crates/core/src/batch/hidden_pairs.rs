//! Finds hidden pairs. This is the only rule that costs more than a sweep, so it is applied only to crowded
//! boards, before the first guess.
//!
//! ```text
//!   ┌─────────────────────────────────────────────────────┐
//!   │ 2 5 9 │ 1 4 9 │ 2 5 1 │ 4 9 │ ...                   │     2 and 5 have the same two cells of
//!   └───▲───────────────▲─────────────────────────────────┘     the house, so they fill them, and
//!       └──── 2 5 only ─┘                                       9 and 1 are eliminated there
//! ```
//!
//! If two digits have exactly two places each in a house, and these are the same two cells, all other digits
//! are eliminated from these cells. If a third digit has the same two places, the board is dead. That is
//! rare, but a search that misses this case may thrash: the rule refutes Norvig's impossible puzzle, which
//! otherwise takes more than 20,000 nodes.
//!
//! A pass costs as much as one and a half sweeps, which is too much to pay before every guess: on the hardest
//! puzzles it would save only one node in eight. So the rule is applied only before the *first* guess,
//! repeatedly while it has an effect, and only if at least 50 cells are unsolved. That saves two nodes in
//! five on 17-clue puzzles and on the puzzle set `magictour`. Without the limit of 50 cells it would save two
//! nodes in three on 17-clue puzzles and 17 % instead of 5 % of the nodes on random minimal puzzles, but the
//! latter would become 15 % slower.
//!
//! Whether the rule is applied to a board depends only on that board. The other slots affect only the time at
//! which it is applied: [`first_pass`](super::first_pass) applies the rule if many slots need it, and
//! otherwise leaves the boards to [`search`](super::search), where they wait until enough slots need the
//! rule.

use super::board::{Boards, CELL_SPAN, CELLS, DIGITS};
use super::plane::{Kernel, Plane};
use super::unroll::nine;
use crate::house::House;

/// The cells of all houses. The rows and boxes of each band are adjacent, so that the working set stays in
/// the first-level cache.
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

/// Looks for hidden pairs in the given slots, which must all be stable, and returns the slots whose boards
/// changed or were refuted.
pub(crate) struct HiddenPairs<'a, P: Plane> {
    /// The token required to create planes.
    pub(crate) token: P::Token,
    /// The boards.
    pub(crate) boards: &'a mut Boards<P>,
    /// The slots to examine.
    pub(crate) slots: P,
}

impl<P: Plane> Kernel for HiddenPairs<'_, P> {
    type Output = P;

    #[inline(always)]
    fn run(self) -> P {
        let zero = P::zero(self.token);
        let mut places = [PairPlaces { code: [zero; 6], two: zero, single: zero }; DIGITS];
        let mut changed = zero;
        for cells in &HOUSES {
            changed = changed.or(search(self.boards, cells, self.slots, zero, &mut places));
        }
        changed
    }
}

/// The places of a digit in a house.
#[derive(Clone, Copy)]
struct PairPlaces<P> {
    /// A code that identifies the two places, valid in the slots of `two`.
    code: [P; 6],
    /// The slots in which the digit has exactly two places.
    two: P,
    /// The slots in which the digit is not part of a pair.
    single: P,
}

/// Looks for hidden pairs in one house, and returns the slots whose boards changed or were refuted. `places`
/// is scratch memory.
#[inline(always)]
fn search<P: Plane>(
    boards: &mut Boards<P>,
    cells: &[usize; 9],
    slots: P,
    zero: P,
    places: &mut [PairPlaces<P>; DIGITS],
) -> P {
    // The slots in which a digit is part of two pairs, so that three digits share two cells.
    let mut crowd = zero;
    let mut none = slots;
    for digit in 0..DIGITS {
        let x = boards.digit(digit);
        let x = nine!(I => x[cells[I]]);
        let (code, two) = (code(&x), exactly_two(&x).and(slots));
        let mut single = slots;
        for other in &mut places[..digit] {
            let pair = two.and(other.two).and_not(differ(&code, &other.code));
            crowd = crowd.or_and_not(pair, single);
            single = single.and_not(pair);
            other.single = other.single.and_not(pair);
        }
        none = none.and(single);
        places[digit] = PairPlaces { code, two, single };
    }
    if slots.and_not(none).count() == 0 {
        return zero;
    }
    boards.alive = boards.alive.and_not(crowd);
    let mut changed = crowd;
    let single = nine!(D => places[D].single);
    for cell in cells {
        let to: &mut [P; CELL_SPAN] = (&mut boards.candidate[*cell..][..CELL_SPAN]).try_into().unwrap();
        let x = nine!(D => to[CELLS * D]);
        let taken = outside(&x, &single).and(slots);
        let _: [(); 9] = nine!(D => {
            let rest = x[D].and_not_both(taken, single[D]);
            changed = changed.or_and_not(x[D], rest);
            to[CELLS * D] = rest;
        });
    }
    changed
}

/// Returns the exclusive or of the codes of the cells that are set. The codes of the nine cells are 0, 1, 2,
/// 4, 8, 16, 33, 38 and 56.
///
/// Every pair of these codes has a different exclusive or, so if exactly two cells are set, the result
/// identifies them. (Such codes form a Sidon set; five bits are not enough for nine of them.)
#[inline(always)]
fn code<P: Plane>(x: &[P; 9]) -> [P; 6] {
    [x[1].xor(x[6]), x[2].xor(x[7]), x[3].xor(x[7]), x[4].xor(x[8]), x[5].xor(x[8]), x[6].xor3(x[7], x[8])]
}

/// Returns the slots in which two codes differ.
#[inline(always)]
fn differ<P: Plane>(a: &[P; 6], b: &[P; 6]) -> P {
    let low = a[0].xor(b[0]).or_xor(a[1], b[1]).or_xor(a[2], b[2]);
    let high = a[3].xor(b[3]).or_xor(a[4], b[4]).or_xor(a[5], b[5]);
    low.or(high)
}

/// Returns the slots in which a plane of `x` is set and the corresponding plane of `y` is not.
#[inline(always)]
fn outside<P: Plane>(x: &[P; 9], y: &[P; 9]) -> P {
    let a = x[0].and_not(y[0]).or_and_not(x[1], y[1]).or_and_not(x[2], y[2]);
    let b = x[3].and_not(y[3]).or_and_not(x[4], y[4]).or_and_not(x[5], y[5]);
    let c = x[6].and_not(y[6]).or_and_not(x[7], y[7]).or_and_not(x[8], y[8]);
    a.or3(b, c)
}

/// Returns the slots in which exactly two of nine planes are set.
#[inline(always)]
fn exactly_two<P: Plane>(x: &[P; 9]) -> P {
    let (s0, c0) = (x[0].xor3(x[1], x[2]), x[0].majority(x[1], x[2]));
    let (s1, c1) = (x[3].xor3(x[4], x[5]), x[3].majority(x[4], x[5]));
    let (s2, c2) = (x[6].xor3(x[7], x[8]), x[6].majority(x[7], x[8]));
    let (ones, twos) = (s0.xor3(s1, s2), s0.majority(s1, s2));
    twos.xor(c0.xor3(c1, c2)).and_neither(c0.majority(c1, c2), ones)
}

#[cfg(all(test, not(target_feature = "simd128")))]
mod tests {
    use super::*;
    use crate::batch::backend::portable::Portable;

    #[test]
    fn every_pair_of_places_has_a_unique_code() {
        // Set the nth pair of cells in slot n.
        let pairs: Vec<(usize, usize)> = (0..9).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        let zero = <Portable as super::super::plane::Backend>::Plane::zero(Portable);
        let mut x = [zero; 9];
        for (slot, &(a, b)) in pairs.iter().enumerate() {
            for cell in [a, b] {
                let mut words = x[cell].words();
                words[0] |= 1 << slot;
                x[cell] = Plane::from_words(Portable, words);
            }
        }
        let bits = code(&x).map(|plane| plane.words()[0]);
        let codes: Vec<u64> =
            (0..pairs.len()).map(|slot| (0..6).map(|bit| (bits[bit] >> slot & 1) << bit).sum()).collect();
        for (slot, code) in codes.iter().enumerate() {
            assert!(!codes[..slot].contains(code), "{:?}", pairs[slot]);
        }
        assert_eq!(exactly_two(&x).words()[0], (1 << pairs.len()) - 1);
    }
}
