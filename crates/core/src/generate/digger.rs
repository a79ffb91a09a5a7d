//! Removes clues from a solution grid as long as the solution stays unique.
//!
//! A clue can be removed if there is no solution with another digit in its cell. There are three checks,
//! cheapest first:
//!
//! ```text
//! the clues in its houses leave no other digit            it can be removed: a naked single
//! its digit has no other place in one of its houses       it can be removed: a hidden single
//! a search with only the other digits in the cell         it can be removed if there is no solution
//! ```
//!
//! A necessary clue stays necessary when others are removed, so one pass over the cells is enough. Storing
//! unavoidable sets (as in `reduce.rs`) would not help here: every set that a search finds contains the clue
//! being checked, which is then kept.

use super::trail::Trail;
use crate::cell::{Cell, CellSet};
use crate::digit::{Digit, DigitSet};
use crate::grid::Grid;
use crate::solve::{End, Limits, Solver};

/// The node limit of a search. A clue whose search exceeds it is kept. Most searches need no nodes.
const MAX_NODES: u64 = 1_000_000;
/// The candidates of a cell without a clue.
const ANY: u16 = DigitSet::ALL.bits();

/// The state for removing redundant clues. Its buffers are reused between grids.
#[derive(Clone, Debug)]
pub(super) struct Digger {
    solver: Solver,
    /// The candidates of each cell, as the bits of a `DigitSet`: its clue, or any digit.
    cells: [u16; Cell::COUNT],
    /// The cells with clues.
    clues: CellSet,
    /// For each digit, the cells that have it as a clue.
    clues_of: [CellSet; Digit::COUNT],
    /// For each digit, the cells that see a clue with this digit.
    seen: [CellSet; Digit::COUNT],
}

impl Digger {
    pub(super) fn new(solver: Solver) -> Digger {
        Digger {
            solver,
            cells: [ANY; Cell::COUNT],
            clues: CellSet::EMPTY,
            clues_of: [CellSet::EMPTY; Digit::COUNT],
            seen: [CellSet::EMPTY; Digit::COUNT],
        }
    }

    /// Clears these sets of cells in a solution grid, one after the other. Each set is cleared completely or
    /// not at all. A set is skipped if the solution would no longer be unique, or if fewer than `min_clues`
    /// clues would remain.
    pub(super) fn dig(&mut self, solution: Grid, sets: &[CellSet], min_clues: usize) -> Trail {
        self.fill(&solution);
        let mut trail = Trail::new(solution);
        let mut left = Cell::COUNT;
        for &set in sets {
            if left >= min_clues + set.len() && self.remove_clues(set) {
                left -= set.len();
                trail.push(set);
            }
        }
        trail
    }

    /// Starts with every cell of a solution grid as a clue.
    fn fill(&mut self, solution: &Grid) {
        self.clues = CellSet::ALL;
        self.clues_of = [CellSet::EMPTY; Digit::COUNT];
        for (cell, digit) in solution.values() {
            self.cells[cell.index()] = DigitSet::only(digit).bits();
            self.clues_of[digit.index()].insert(cell);
        }
        for (seen, clues) in self.seen.iter_mut().zip(self.clues_of) {
            *seen = !clues;
        }
    }

    /// Removes the clues of all these cells if the solution stays unique, and none of them otherwise. Returns
    /// whether they were removed.
    fn remove_clues(&mut self, set: CellSet) -> bool {
        if let Some(cell) = set.single() {
            return self.remove_clue(cell);
        }
        let before = (self.cells, self.clues, self.clues_of, self.seen);
        let is_removed = set.iter().all(|cell| self.remove_clue(cell));
        if !is_removed {
            (self.cells, self.clues, self.clues_of, self.seen) = before;
        }
        is_removed
    }

    /// Removes a clue if it is redundant. Returns whether the cell is now empty.
    fn remove_clue(&mut self, cell: Cell) -> bool {
        let clue = self.cells[cell.index()];
        let Some(digit) = DigitSet::from_bits(clue).single() else { return true };
        let clues = self.clues.without(cell);
        let clues_of = self.clues_of[digit.index()].without(cell);
        let seen = clues_of.iter().fold(CellSet::EMPTY, |seen, other| seen | other.peers());
        let others = self.other_digits(cell, digit);
        let places = !(seen | clues);
        let is_hidden_single = || cell.houses().into_iter().any(|house| (places & house.cells()).len() == 1);
        if !others.is_empty() && !is_hidden_single() {
            self.cells[cell.index()] = others.bits();
            let found = self.solver.search_cells(&self.cells, Limits::solutions(1).with_nodes(MAX_NODES));
            if found.end != End::Complete {
                self.cells[cell.index()] = clue;
                return false;
            }
        }
        self.cells[cell.index()] = ANY;
        self.clues = clues;
        self.clues_of[digit.index()] = clues_of;
        self.seen[digit.index()] = seen;
        true
    }

    /// Returns the digits, other than this one, that the clues allow in a cell.
    fn other_digits(&self, cell: Cell, digit: Digit) -> DigitSet {
        let mut others = DigitSet::EMPTY;
        for other in Digit::ALL {
            if other != digit && !self.seen[other.index()].contains(cell) {
                others.insert(other);
            }
        }
        others
    }
}
