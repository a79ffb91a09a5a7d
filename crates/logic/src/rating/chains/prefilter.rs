//! What is known about the consequences in a grid before its trees are grown, used to skip hopeless groups.

use super::closure::LinkClosure;
use super::implications::Implications;

/// What is known about the consequences in a grid before its trees are grown.
#[derive(Copy, Clone, Debug)]
pub(super) enum Prefilter<'a> {
    Nothing,
    /// The consequences by links of the unchanged grid.
    Closure(&'a LinkClosure),
    /// The consequences by singles.
    Implications(&'a Implications),
}

impl Prefilter<'_> {
    /// Reports whether these candidates, each assumed true in turn, can have a consequence in common.
    pub(super) fn have_common(self, candidates: impl Iterator<Item = usize>) -> bool {
        match self {
            Prefilter::Nothing => true,
            Prefilter::Closure(closure) => closure.have_common(candidates),
            Prefilter::Implications(implications) => implications.have_common(candidates),
        }
    }
}
