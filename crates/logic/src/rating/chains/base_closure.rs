//! Keeps the link closures of the grid before and after an assumption.
//!
//! The searches for nested forcing chains and for nested multiple chains examine the same grid, so both use
//! the closures kept here.

use super::super::grid::RatingGrid;
use super::closure::LinkClosure;
use super::nested_cache::GridKey;
use super::reduced_closure::ReducedClosure;

/// The closures that nested searches use as filters.
#[derive(Debug, Default)]
pub(super) struct BaseClosure {
    before: LinkClosure,
    reduced: ReducedClosure,
    /// The grid for which `reduced` was computed.
    reduced_grid: Option<GridKey>,
}

impl BaseClosure {
    /// Starts with a new base grid. Builds its closure unless the caller provides it.
    pub(super) fn start(&mut self, base: &RatingGrid, closure: Option<&LinkClosure>) {
        match closure {
            Some(closure) => self.before.clone_from(closure),
            None => self.before.build(base),
        }
        self.reduced.start(&self.before);
        self.reduced_grid = None;
    }

    /// Returns true if the working grid has no forcing chain and no cycle that eliminates anything.
    pub(super) fn is_consistent(&mut self, key: GridKey, base: &RatingGrid, work: &RatingGrid) -> bool {
        self.reduce(key, base, work);
        self.reduced.is_consistent()
    }

    /// Returns the closure of the working grid.
    pub(super) fn closure(&mut self, key: GridKey, base: &RatingGrid, work: &RatingGrid) -> &LinkClosure {
        self.reduce(key, base, work);
        self.reduced.closure(&self.before)
    }

    fn reduce(&mut self, key: GridKey, base: &RatingGrid, work: &RatingGrid) {
        if self.reduced_grid != Some(key) {
            self.reduced.reduce(&self.before, base, work);
            self.reduced_grid = Some(key);
        }
    }
}
