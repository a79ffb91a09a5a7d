//! Checks quickly, before any trees are grown, whether several assumptions can have a common consequence.

use super::closure::LinkClosure;
use super::implications::Implications;

/// The filter to use for a grid.
#[derive(Copy, Clone, Debug)]
pub(super) enum Prefilter<'a> {
    Nothing,
    /// The consequences that follow over the links of the unchanged grid.
    Closure(&'a LinkClosure),
    /// The consequences that follow from singles alone.
    Implications(&'a Implications),
}

impl Prefilter<'_> {
    /// Reports whether these candidates can have a common consequence when each is assumed true in turn.
    pub(super) fn have_common(self, candidates: impl Iterator<Item = usize>) -> bool {
        match self {
            Prefilter::Nothing => true,
            Prefilter::Closure(closure) => closure.have_common(candidates),
            Prefilter::Implications(implications) => implications.have_common(candidates),
        }
    }
}
