//! The grid before the assumptions, with what follows in it, and what an assumption leaves of that.
//!
//! A file of its own because forcing chains and multiple chains inside ask the same question of the same grid, one
//! after the other.

use super::super::grid::Grid;
use super::closure::Closure;
use super::insight::GridKey;
use super::reduction::Reduction;

/// The closures that the chains inside a search need.
#[derive(Debug, Default)]
pub(super) struct Ground {
    before: Closure,
    reduction: Reduction,
    /// The grid of the reduction.
    reduced: Option<GridKey>,
}

impl Ground {
    /// Begins with a grid, whose closure may be known.
    pub(super) fn lay(&mut self, base: &Grid, closure: Option<&Closure>) {
        match closure {
            Some(closure) => self.before.clone_from(closure),
            None => self.before.build(base),
        }
        self.reduction.found(&self.before);
        self.reduced = None;
    }

    /// Whether the working grid has neither forcing chain nor cycle.
    pub(super) fn is_consistent(&mut self, key: GridKey, base: &Grid, work: &Grid) -> bool {
        self.reduce(key, base, work);
        self.reduction.is_consistent()
    }

    /// What follows in the working grid.
    pub(super) fn closure(&mut self, key: GridKey, base: &Grid, work: &Grid) -> &Closure {
        self.reduce(key, base, work);
        self.reduction.closure(&self.before)
    }

    fn reduce(&mut self, key: GridKey, base: &Grid, work: &Grid) {
        if self.reduced != Some(key) {
            self.reduction.reduce(&self.before, base, work);
            self.reduced = Some(key);
        }
    }
}
