//! The closure of the grid before an assumption, and the closure after it.
//!
//! Nested forcing chains and nested multiple chains use them for the same grid, one after the other.

use super::super::grid::RatingGrid;
use super::closure::LinkClosure;
use super::nested_cache::GridKey;
use super::reduced_closure::ReducedClosure;

/// The closures that nested searches need.
#[derive(Debug, Default)]
pub(super) struct BaseClosure {
    before: LinkClosure,
    reduced: ReducedClosure,
    /// The grid of the reduced closure.
    reduced_grid: Option<GridKey>,
}

impl BaseClosure {
    /// Starts with a grid, whose closure may already be known.
    pub(super) fn start(&mut self, base: &RatingGrid, closure: Option<&LinkClosure>) {
        match closure {
            Some(closure) => self.before.clone_from(closure),
            None => self.before.build(base),
        }
        self.reduced.start(&self.before);
        self.reduced_grid = None;
    }

    /// Reports whether the working grid has neither a forcing chain nor a useful cycle.
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
