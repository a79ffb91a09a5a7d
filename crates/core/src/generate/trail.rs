//! The clues removed from a solution grid, in order. They describe a puzzle and all the puzzles with more
//! clues that led to it.
//!
//! ```text
//! solution ─ remove ─▶ 80 clues ─ remove ─▶ 79 clues ─ … ─▶ 24 clues      each of them has one solution
//! steps:      r4c7                 r1c1             …
//! ```
//!
//! To obtain a puzzle with more clues or a lower difficulty, a caller goes back as many steps as necessary.

use crate::cell::{Cell, CellSet};
use crate::grid::Grid;
use crate::random::Random;
use std::ops::RangeInclusive;

/// A solution grid and the cells that were cleared, step by step. The solution is unique after each step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    solution: Grid,
    steps: Vec<CellSet>,
}

impl Trail {
    /// Returns a trail without steps.
    pub(super) fn new(solution: Grid) -> Trail {
        Trail { solution, steps: Vec::new() }
    }

    /// Adds a step that clears these cells.
    pub(super) fn push(&mut self, cells: CellSet) {
        self.steps.push(cells);
    }

    /// Returns the solution.
    pub fn solution(&self) -> &Grid {
        &self.solution
    }

    /// Returns the number of steps.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Returns the cells that have clues after this many steps.
    pub fn clues_after(&self, steps: usize) -> CellSet {
        self.steps.iter().take(steps).fold(CellSet::ALL, |clues, &cells| clues - cells)
    }

    /// Returns the puzzle after this many steps.
    pub fn puzzle_after(&self, steps: usize) -> Grid {
        let mut puzzle = self.solution;
        for cell in CellSet::ALL - self.clues_after(steps) {
            puzzle.set(cell, None);
        }
        puzzle
    }

    /// Returns the puzzle at the end of the trail.
    pub fn puzzle(&self) -> Grid {
        self.puzzle_after(self.steps())
    }

    /// Returns the range of step counts after which the number of clues is in `clues`, or `None` if there is
    /// no such step count.
    pub fn steps_with_clues(&self, clues: &RangeInclusive<usize>) -> Option<RangeInclusive<usize>> {
        let mut left = Cell::COUNT;
        let (mut first, mut last) = (clues.contains(&left).then_some(0), clues.contains(&left).then_some(0));
        for (index, cells) in self.steps.iter().enumerate() {
            left -= cells.len();
            if clues.contains(&left) {
                first.get_or_insert(index + 1);
                last = Some(index + 1);
            }
        }
        Some(first?..=last?)
    }

    /// Returns a random number of steps after which the number of clues is in `clues`. A target is drawn
    /// uniformly from `clues`; of the puzzles in this range, the one whose number of clues is closest to the
    /// target is chosen. Returns `None` if no puzzle is in the range.
    pub fn random_steps_with_clues(
        &self,
        clues: &RangeInclusive<usize>,
        random: &mut Random,
    ) -> Option<usize> {
        let steps = self.steps_with_clues(clues)?;
        let most = (*clues.end()).min(Cell::COUNT);
        let target = clues.start() + random.index(most - clues.start() + 1);
        steps.min_by_key(|&steps| self.clues_after(steps).len().abs_diff(target))
    }
}
