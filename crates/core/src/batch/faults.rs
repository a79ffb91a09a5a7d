//! Counts the *faults* of all candidates of a box. The more faults a candidate has, the fewer eliminations it
//! is expected to lead to.
//!
//! It is enough to examine the candidate's own box. Let the candidate be digit d in cell x:
//!
//! ```text
//!    corner  mate  corner        one fault if a mate in the row has d, and one if a mate in the column
//!     mate    x     mate         has it: otherwise x would be the only place of d in the triad
//!    corner  mate  corner        one fault for each other row of the box without d in its corners:
//!                                there x = d has nothing to eliminate
//! ```
//!
//! So a candidate has 0 to 4 faults, and the faults of a cell are the sum over its candidates. Four faults
//! are counted as two: that case is rare, and the shortcut saves an operation without making the trees
//! larger.
//!
//! Intermediate results are shared. For one column of the box, let p, q and r be 1 if d is possible outside
//! this column in the first, second and third row respectively. Then the candidate in the first row has p +
//! !q + !r faults, not counting the one for its column. The low bit of this sum is `p ^ q ^ r`, which is the
//! same for all three rows.
//!
//! The faults are the same as in [`solve::branch`](crate::solve), except that two mates in a line count as
//! one fault instead of two. That is cheaper on planes, and the guesses are no worse: 44.5 instead of 45.0
//! guesses per puzzle on the puzzle set `11plus`, and 69.1 instead of 71.8 on the set `1106`.
//!
//! The sum over the candidates of a cell is exact up to 7. A larger sum is represented as 8 plus the sum
//! modulo 8. That affects few choices, because the smallest sum of a board is hardly ever above 5.

use super::adders::add_bits;
use super::best_guess::{BestGuess, GuessKind};
use super::board::{BOX_SPAN, Boards, CELLS, DIGITS};
use super::links::LinkEnds;
use super::plane::Plane;
use super::unroll::{nine, three};

/// The faults of the candidates in the nine cells of a box, in binary; zero where there is no candidate.
pub(crate) struct BoxFaults<P> {
    units: [[P; 9]; DIGITS],
    twos: [[P; 9]; DIGITS],
}

impl<P: Plane> BoxFaults<P> {
    /// Creates counts that are all zero.
    pub(crate) fn none(zero: P) -> Self {
        Self { units: [[zero; 9]; DIGITS], twos: [[zero; 9]; DIGITS] }
    }

    /// Counts the faults of a digit in the box that starts at cell `corner`, and records in `ends` the data
    /// from which links are found.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn count(&mut self, boards: &Boards<P>, corner: usize, digit: usize, ends: &mut LinkEnds<P>) {
        let x: &[P; BOX_SPAN] = (&boards.candidate[CELLS * digit + corner..][..BOX_SPAN]).try_into().unwrap();
        let x = nine!(I => x[9 * (I / 3) + I % 3]);
        let (units, twos) = (&mut self.units[digit], &mut self.twos[digit]);
        let _: [(); 3] = three!(C => {
            // For each cell of a column of the box: the slots in which the digit is possible elsewhere in the
            // same row of the box.
            let across = three!(R => x[3 * R + (C + 1) % 3].or(x[3 * R + (C + 2) % 3]));
            let odd = across[0].xor3(across[1], across[2]);
            let _: [(); 3] = three!(R => {
                const I: usize = 3 * R + C;
                let down = x[(I + 3) % 9].or(x[(I + 6) % 9]);
                let less_than_two = across[R].majority_not(across[(R + 1) % 3], across[(R + 2) % 3]);
                units[I] = x[I].and(odd.xor(down));
                twos[I] = x[I].and_not(less_than_two.and_not_both(odd, down));
            });
        });
        P::reload(units);
        P::reload(twos);
        *ends = three!(R => [
            units[3 * R].or3(units[3 * R + 1], units[3 * R + 2]),
            twos[3 * R].or3(twos[3 * R + 1], twos[3 * R + 2]),
            x[3 * R].or3(x[3 * R + 1], x[3 * R + 2]),
            x[3 * R].majority(x[3 * R + 1], x[3 * R + 2]),
        ]);
    }

    /// Compares the cells of the box with the best guess so far, and writes to `better` the slots in which
    /// each cell is better.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn consider(
        &self,
        unsolved: &[P; BOX_SPAN],
        best: &mut BestGuess<P>,
        better: &mut [P; BOX_SPAN],
    ) {
        let _: [(); 9] = nine!(I => {
            const AT: usize = 9 * (I / 3) + I % 3;
            let sum = sum(&nine!(D => self.units[D][I]), &nine!(D => self.twos[D][I]));
            better[AT] = best.consider(GuessKind::Cell, unsolved[AT], sum);
        });
    }
}

/// Returns the sum of nine numbers from 0 to 3, which is exact up to 7 (see the module documentation).
#[cfg_attr(not(unoptimized), inline(always))]
fn sum<P: Plane>(u: &[P; 9], t: &[P; 9]) -> [P; 4] {
    let ([s0, c0], [s1, c1]) = (add_bits(u[0], u[1], u[2]), add_bits(u[3], u[4], u[5]));
    let [s2, c2] = add_bits(u[6], u[7], u[8]);
    let [unit, c3] = add_bits(s0, s1, s2);
    let ([s0, k0], [s1, k1]) = (add_bits(t[0], t[1], t[2]), add_bits(t[3], t[4], t[5]));
    let ([s2, k2], [s3, k3]) = (add_bits(t[6], t[7], t[8]), add_bits(c0, c1, c2));
    let [s4, k4] = add_bits(s0, s1, s2);
    let [two, k5] = add_bits(s3, s4, c3);
    let ([s0, e0], [s1, e1]) = (add_bits(k0, k1, k2), add_bits(k3, k4, k5));
    [unit, two, s0.xor(s1), e0.or(e1).or_and(s0, s1)]
}
