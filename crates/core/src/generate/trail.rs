//! What was taken out of a solution grid, in order: a puzzle, and every easier one on the way to it.
//!
//! ```text
//! solution ─ out ─▶ 80 clues ─ out ─▶ 79 clues ─ … ─▶ 24 clues      each of them has one solution
//! steps:     r4c7             r1c1            …
//! ```
//!
//! A file of its own because callers want different points of it: who asks for clues or for a level goes back
//! as far as that takes.

use crate::cell::{Cell, CellSet};
use crate::grid::Grid;
use crate::random::Random;
use std::ops::RangeInclusive;

/// A solution grid and the cells that were emptied, step by step; after each step the solution is unique.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    solution: Grid,
    steps: Vec<CellSet>,
}

impl Trail {
    /// A trail that has not begun.
    pub(super) fn new(solution: Grid) -> Trail {
        Trail { solution, steps: Vec::new() }
    }

    /// These cells were emptied.
    pub(super) fn push(&mut self, cells: CellSet) {
        self.steps.push(cells);
    }

    /// The solution.
    pub fn solution(&self) -> &Grid {
        &self.solution
    }

    /// The number of steps.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// The cells that have clues after so many steps.
    pub fn clues_after(&self, steps: usize) -> CellSet {
        self.steps.iter().take(steps).fold(CellSet::ALL, |clues, &cells| clues - cells)
    }

    /// The puzzle after so many steps.
    pub fn puzzle_after(&self, steps: usize) -> Grid {
        let mut puzzle = self.solution;
        for cell in CellSet::ALL - self.clues_after(steps) {
            puzzle.set(cell, None);
        }
        puzzle
    }

    /// The puzzle at the end.
    pub fn puzzle(&self) -> Grid {
        self.puzzle_after(self.steps())
    }

    /// The numbers of steps after which there are so many clues; nothing if that is never so.
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

    /// A point with so many clues: a number of clues is drawn, each as likely as any other, and the point is
    /// the one that comes nearest to it.
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
