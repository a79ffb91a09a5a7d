//! Quick checks of whether a group of assumptions can have a common consequence, made before their trees are
//! grown.

use super::closure::LinkClosure;
use super::implications::Implications;

/// The filter that is available for a grid.
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
