//! Keeps track of the best guess so far: guesses are compared one after another, in all slots at the same
//! time.
//!
//! A guess beats the best one so far if it has fewer [faults](super::faults), or if it has the same number of
//! faults and is a [link](super::links) while the best one is a cell. Each slot chooses the last guess that
//! beat all earlier ones.

use super::plane::Plane;

/// The kind of a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GuessKind {
    /// A choice between the candidates of a cell.
    Cell,
    /// A choice between the two places of a digit in a row.
    Link,
}

/// The best guess so far in each slot, described by its number of faults and its kind.
pub(crate) struct BestGuess<P> {
    /// Slots without a guess so far.
    none: P,
    /// Slots whose best guess is a cell.
    cell: P,
    sum: [P; 4],
}

impl<P: Plane> BestGuess<P> {
    /// Creates a state in which no slot has a guess.
    pub(crate) fn none(token: P::Token) -> Self {
        let (zero, ones) = (P::zero(token), P::splat(token, !0));
        Self { none: ones, cell: ones, sum: [zero; 4] }
    }

    /// Compares a guess with the best one so far, and returns the slots in which the new guess is better. The
    /// guess is available only in the slots of `there`.
    #[inline(always)]
    pub(crate) fn consider(&mut self, guess: GuessKind, there: P, sum: [P; 4]) -> P {
        let best = &mut self.sum;
        let mut fewer = match guess {
            GuessKind::Cell => best[0].and_not(sum[0]),
            GuessKind::Link => best[0].greater_step(sum[0], self.cell),
        };
        fewer = best[1].greater_step(sum[1], fewer);
        fewer = best[2].greater_step(sum[2], fewer);
        fewer = best[3].greater_step(sum[3], fewer);
        let better = there.and_or(fewer, self.none);
        self.none = self.none.and_not(there);
        *best = [
            better.select(sum[0], best[0]),
            better.select(sum[1], best[1]),
            better.select(sum[2], best[2]),
            better.select(sum[3], best[3]),
        ];
        self.cell = match guess {
            GuessKind::Cell => self.cell.or(better),
            GuessKind::Link => self.cell.and_not(better),
        };
        better
    }
}
