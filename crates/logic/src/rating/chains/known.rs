//! What is known of a grid before its trees are grown: a sieve for the groups of assumptions that are worth it.

use super::closure::Closure;
use super::forecast::Forecast;

/// What is known of a grid before its trees are grown.
#[derive(Copy, Clone, Debug)]
pub(super) enum Known<'a> {
    Nothing,
    /// What follows by links of the grid as it is.
    Closure(&'a Closure),
    /// What follows by singles.
    Forecast(&'a Forecast),
}

impl Known<'_> {
    /// Whether these candidates, all assumed true in turn, can have a consequence in common.
    pub(super) fn have_common(self, candidates: impl Iterator<Item = usize>) -> bool {
        match self {
            Known::Nothing => true,
            Known::Closure(closure) => closure.have_common(candidates),
            Known::Forecast(forecast) => forecast.have_common(candidates),
        }
    }
}
