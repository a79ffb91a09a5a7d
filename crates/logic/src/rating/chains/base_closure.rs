//! The grid before the assumptions, with what follows in it, and what an assumption leaves of that.
//!
//! A file of its own because forcing chains and multiple chains inside ask the same question of the same grid, one
//! after the other.

use super::super::grid::RatingGrid;
use super::closure::LinkClosure;
use super::nested_cache::GridKey;
use super::reduced_closure::ReducedClosure;

/// The closures that the chains inside a search need.
#[derive(Debug, Default)]
pub(super) struct BaseClosure {
    before: LinkClosure,
    reduced: ReducedClosure,
    /// The grid of the reduction.
    reduced_grid: Option<GridKey>,
}

impl BaseClosure {
    /// Begins with a grid, whose closure may be known.
    pub(super) fn start(&mut self, base: &RatingGrid, closure: Option<&LinkClosure>) {
        match closure {
            Some(closure) => self.before.clone_from(closure),
            None => self.before.build(base),
        }
        self.reduced.start(&self.before);
        self.reduced_grid = None;
    }

    /// Whether the working grid has neither forcing chain nor cycle.
    pub(super) fn is_consistent(&mut self, key: GridKey, base: &RatingGrid, work: &RatingGrid) -> bool {
        self.reduce(key, base, work);
        self.reduced.is_consistent()
    }

    /// What follows in the working grid.
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
