//! What is known of a grid before its trees are grown: a sieve for the groups of assumptions that are worth it.

use super::closure::LinkClosure;
use super::implications::Implications;

/// What is known of a grid before its trees are grown.
#[derive(Copy, Clone, Debug)]
pub(super) enum Prefilter<'a> {
    Nothing,
    /// What follows by links of the grid as it is.
    Closure(&'a LinkClosure),
    /// What follows by singles.
    Implications(&'a Implications),
}

impl Prefilter<'_> {
    /// Whether these candidates, all assumed true in turn, can have a consequence in common.
    pub(super) fn have_common(self, candidates: impl Iterator<Item = usize>) -> bool {
        match self {
            Prefilter::Nothing => true,
            Prefilter::Closure(closure) => closure.have_common(candidates),
            Prefilter::Implications(implications) => implications.have_common(candidates),
        }
    }
}
