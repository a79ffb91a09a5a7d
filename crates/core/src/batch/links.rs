//! Finds links: digits with exactly two places in a row, in different boxes.
//!
//! ```text
//!            box 1       box 2       box 3
//!  row     [ .  .  . | .  d  . | d  .  . ]       one end in the second triad, one in the third
//! ```
//!
//! One of the two ends must hold the digit, so a link offers two alternatives, like a cell with two
//! candidates. It is rated in the same way, by the total faults of both ends. The end with fewer faults is
//! tried first, or the left end in case of a tie. This order does not shorten a proof of uniqueness, but it
//! finds a solution sooner.
//!
//! Two places in one box are not a link; a sweep has already applied their consequences. Links in columns
//! would save another 7 % of the guesses on the puzzle set `11plus`, but would take as much time to process
//! as those in rows.

use super::adders::add_pairs;
use super::best_guess::{BestGuess, GuessKind};
use super::board::DIGITS;
use super::plane::Plane;

/// Describes a digit in the three horizontal triads of a box. For each triad: the faults of the digit as a
/// two-bit number, whether the digit has a place in the triad, and whether it has several. The faults are
/// meaningful only if there is exactly one place.
pub(crate) type LinkEnds<P> = [[P; 4]; 3];

/// The links of a board, by row and digit.
pub(crate) struct RowLinks<P> {
    /// The potential link ends in the current band, by stack and digit.
    pub(crate) ends: [[LinkEnds<P>; DIGITS]; 3],
    /// For each link, the slots in which it is better than all earlier guesses; after the choice, the slots
    /// that chose it.
    pub(crate) better: [[P; DIGITS]; 9],
    /// For each link, the slots that try the digit in the left triad of the row first.
    left: [[P; DIGITS]; 9],
    /// For each link, the slots that try the digit in the right triad of the row first.
    right: [[P; DIGITS]; 9],
}

impl<P: Plane> RowLinks<P> {
    /// Creates a state without links.
    pub(crate) fn none(zero: P) -> Self {
        let none = [[zero; DIGITS]; 9];
        Self { ends: [[[[zero; 4]; 3]; DIGITS]; 3], better: none, left: none, right: none }
    }

    /// Compares the links in one row of a band with the best guess so far.
    #[inline(always)]
    pub(crate) fn consider(&mut self, band: usize, line: usize, zero: P, best: &mut BestGuess<P>) {
        let row = 3 * band + line;
        for digit in 0..DIGITS {
            let [a0, a1, a, aa] = self.ends[0][digit][line];
            let [b0, b1, b, bb] = self.ends[1][digit][line];
            let [c0, c1, c, cc] = self.ends[2][digit][line];
            let there = a.majority(b, c).and_neither(a.and3(b, c), aa.or3(bb, cc));
            let first = [a0.or_and_not(b0, a), a1.or_and_not(b1, a)];
            let second = [c0.or_and_not(b0, c), c1.or_and_not(b1, c)];
            let [unit, two, four] = add_pairs(first, second);
            self.better[row][digit] = best.consider(GuessKind::Link, there, [unit, two, four, zero]);
            let later = first[1].greater_step(second[1], first[0].and_not(second[0]));
            self.left[row][digit] = a.and_not(later);
            self.right[row][digit] = c.and(later);
        }
    }

    /// Returns, for each triad of a row, the slots that chose the link of the digit and try that triad first.
    #[inline(always)]
    pub(crate) fn triads(&self, row: usize, digit: usize) -> [P; 3] {
        let chosen = self.better[row][digit];
        let (left, right) = (self.left[row][digit], self.right[row][digit]);
        [chosen.and(left), chosen.and_neither(left, right), chosen.and(right)]
    }
}
