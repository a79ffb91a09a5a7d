//! Enumeration of odd loops of cells, short ones first.

use crate::budget::SearchBudget;
use std::ops::ControlFlow;
use veridoku_core::{Cell, CellSet, House, HouseSet};

/// The lengths of the loops to search for. Longer loops are hard to follow.
const LENGTHS: [usize; 4] = [5, 7, 9, 11];

/// The cost of examining an open or closed loop, which takes longer than a simple choice.
const LOOP_COST: u64 = 10;

/// A sequence of cells, each linked to the next by a house. If the loop is closed, the last cell is linked to
/// the first.
#[derive(Clone, Debug, Default)]
pub(super) struct OddLoop {
    pub(super) cells: Vec<Cell>,
    /// The house that links each cell to the next.
    pub(super) links: Vec<House>,
}

impl OddLoop {
    /// Returns the cells as a set.
    pub(super) fn cell_set(&self) -> CellSet {
        self.cells.iter().copied().collect()
    }

    /// Returns the links, each with the two cells that it connects.
    pub(super) fn linked_pairs(&self) -> impl Iterator<Item = (House, [Cell; 2])> {
        let next = self.cells.iter().cycle().skip(1);
        self.links
            .iter()
            .zip(self.cells.iter().zip(next))
            .map(|(&house, (&one, &other))| (house, [one, other]))
    }
}

/// A kind of pattern that can be found in odd loops.
pub(super) trait OddLoopPattern {
    /// Reports whether an open or closed loop may still lead to a step.
    fn admits(&self, odd_loop: &OddLoop) -> bool;
    /// Handles a closed loop, for example by reporting a step.
    fn found(&mut self, odd_loop: &OddLoop) -> ControlFlow<()>;
}

/// Passes every odd loop of these cells to the pattern once.
pub(super) fn search(
    cells: CellSet,
    pattern: &mut dyn OddLoopPattern,
    budget: &SearchBudget<'_>,
) -> ControlFlow<()> {
    if cells.len() < LENGTHS[0] {
        return ControlFlow::Continue(());
    }
    for length in LENGTHS {
        let mut rest = cells;
        for first in cells {
            // A loop starts with its lowest cell.
            rest.remove(first);
            let mut search = LoopSearch { rest, length, used: HouseSet::EMPTY, odd_loop: OddLoop::default() };
            search.odd_loop.cells.push(first);
            search.extend(pattern, budget)?;
        }
    }
    ControlFlow::Continue(())
}

/// An open loop and the cells that may still be added to it.
struct LoopSearch {
    /// The cells that may still be added.
    rest: CellSet,
    length: usize,
    used: HouseSet,
    odd_loop: OddLoop,
}

impl LoopSearch {
    fn extend(&mut self, pattern: &mut dyn OddLoopPattern, budget: &SearchBudget<'_>) -> ControlFlow<()> {
        let (first, last) = (self.odd_loop.cells[0], self.odd_loop.cells[self.odd_loop.cells.len() - 1]);
        let complete = self.odd_loop.cells.len() == self.length;
        // Each loop is followed in only one of its two directions.
        if complete && self.odd_loop.cells[1] > last {
            return ControlFlow::Continue(());
        }
        for house in last.houses() {
            if self.used.contains(house) || (complete && !house.cells().contains(first)) {
                continue;
            }
            self.used.insert(house);
            self.odd_loop.links.push(house);
            if complete {
                budget.spend(LOOP_COST)?;
                if pattern.admits(&self.odd_loop) {
                    pattern.found(&self.odd_loop)?;
                }
            } else {
                for next in self.rest & house.cells() {
                    budget.spend(LOOP_COST)?;
                    self.rest.remove(next);
                    self.odd_loop.cells.push(next);
                    if pattern.admits(&self.odd_loop) {
                        self.extend(pattern, budget)?;
                    }
                    self.odd_loop.cells.pop();
                    self.rest.insert(next);
                }
            }
            self.odd_loop.links.pop();
            self.used.remove(house);
        }
        ControlFlow::Continue(())
    }
}
