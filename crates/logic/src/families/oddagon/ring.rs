//! Enumeration of odd loops of cells, short ones first.

use crate::budget::SearchBudget;
use std::ops::ControlFlow;
use veridoku_core::{Cell, CellSet, House, HouseSet};

/// The lengths of loops that are searched for; longer ones are hard to follow.
const LENGTHS: [usize; 4] = [5, 7, 9, 11];

/// The cost of examining one loop, which is higher than that of a simple choice.
const COST: u64 = 10;

/// A sequence of cells, each linked to the next by a house; if the loop is closed, the last is linked to the
/// first.
#[derive(Clone, Debug, Default)]
pub(super) struct Ring {
    pub(super) cells: Vec<Cell>,
    /// The house that links each cell to the next.
    pub(super) links: Vec<House>,
}

impl Ring {
    /// Returns the cells as a set.
    pub(super) fn cell_set(&self) -> CellSet {
        self.cells.iter().copied().collect()
    }

    /// Returns the links with the two cells they connect.
    pub(super) fn joints(&self) -> impl Iterator<Item = (House, [Cell; 2])> {
        let next = self.cells.iter().cycle().skip(1);
        self.links
            .iter()
            .zip(self.cells.iter().zip(next))
            .map(|(&house, (&one, &other))| (house, [one, other]))
    }
}

/// A pattern that is searched for in loops.
pub(super) trait Pattern {
    /// Reports whether an open or closed loop may still become a step.
    fn admits(&self, ring: &Ring) -> bool;
    /// Receives a closed loop.
    fn found(&mut self, ring: &Ring) -> ControlFlow<()>;
}

/// Passes all odd loops of these cells to the pattern, each once.
pub(super) fn walk(cells: CellSet, pattern: &mut dyn Pattern, budget: &SearchBudget<'_>) -> ControlFlow<()> {
    if cells.len() < LENGTHS[0] {
        return ControlFlow::Continue(());
    }
    for length in LENGTHS {
        let mut rest = cells;
        for first in cells {
            // The first cell of a loop is its lowest.
            rest.remove(first);
            let mut walk = Walk { rest, length, used: HouseSet::EMPTY, ring: Ring::default() };
            walk.ring.cells.push(first);
            walk.go_on(pattern, budget)?;
        }
    }
    ControlFlow::Continue(())
}

/// An open loop and the cells that may still be added to it.
struct Walk {
    /// The cells that are not in the loop.
    rest: CellSet,
    length: usize,
    used: HouseSet,
    ring: Ring,
}

impl Walk {
    fn go_on(&mut self, pattern: &mut dyn Pattern, budget: &SearchBudget<'_>) -> ControlFlow<()> {
        let (first, last) = (self.ring.cells[0], self.ring.cells[self.ring.cells.len() - 1]);
        let complete = self.ring.cells.len() == self.length;
        // Each loop is followed in only one of its two directions.
        if complete && self.ring.cells[1] > last {
            return ControlFlow::Continue(());
        }
        for house in last.houses() {
            if self.used.contains(house) || (complete && !house.cells().contains(first)) {
                continue;
            }
            self.used.insert(house);
            self.ring.links.push(house);
            if complete {
                budget.spend(COST)?;
                if pattern.admits(&self.ring) {
                    pattern.found(&self.ring)?;
                }
            } else {
                for next in self.rest & house.cells() {
                    budget.spend(COST)?;
                    self.rest.remove(next);
                    self.ring.cells.push(next);
                    if pattern.admits(&self.ring) {
                        self.go_on(pattern, budget)?;
                    }
                    self.ring.cells.pop();
                    self.rest.insert(next);
                }
            }
            self.ring.links.pop();
            self.used.remove(house);
        }
        ControlFlow::Continue(())
    }
}
