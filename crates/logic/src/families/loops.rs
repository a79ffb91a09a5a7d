//! Unique loops: unique rectangles with more than four cells.
//!
//! ```text
//!        c1       c4       c7
//!   r1  3 7 ──── 3 7                 a loop of cells with the same two digits: neighbouring cells share a
//!   r2   │       3 7 ──── 3 7        house, and no house has more than two of the cells, so 3 and 7 could
//!   r3  3 7 ───────────── 3 7        be swapped all around the loop
//! ```
//!
//! A loop has at least six cells; four cells would form a unique rectangle. The two cells in each house must
//! get different digits, so that both fillings of the loop give every house a 3 and a 7. Extra candidates are
//! guardians. They may be in one or two cells, or in any number of cells if all are the same digit. (The
//! pattern and its types are from Sudoku Explainer.)

use super::deadly::{DeadlyPattern, DeadlyTechniques, SubsetPartners, is_promising};
use crate::budget::SearchBudget;
use crate::{FinderContext, Position, Sink, Technique};
use std::ops::ControlFlow;
use veridoku_core::{Cell, CellSet, Digit, DigitSet, House};

const TECHNIQUES_BY_TYPE: DeadlyTechniques = DeadlyTechniques {
    one_cell: Some(Technique::UniqueLoop1),
    one_digit: Some(Technique::UniqueLoop2),
    subset: Some(Technique::UniqueLoop3),
    confined: Some(Technique::UniqueLoop4),
    partners: SubsetPartners::Outside,
};

/// The minimum number of cells in a loop.
const MIN_CELLS: usize = 6;

/// The maximum number of steps in the search for loops of one pair of digits.
const MAX_STEPS: u64 = 20_000;

pub(crate) fn unique_loop(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let bivalue = position.bivalue_cells();
    for (rank, &low) in Digit::ALL.iter().enumerate() {
        for &high in &Digit::ALL[rank + 1..] {
            let cells = position.cells(low) & position.cells(high);
            if cells.len() < MIN_CELLS || (cells & bivalue).len() < 2 {
                continue;
            }
            let pair = DigitSet::only(low).with(high);
            let mut search = UniqueLoopSearch {
                position,
                pair,
                cells,
                budget: context.budget(MAX_STEPS),
                path: Vec::new(),
                reported: Vec::new(),
                sink: &mut *sink,
            };
            for start in cells {
                search.path.push(start);
                let extra = position.digits(start) - pair;
                let roof = if extra.is_empty() { CellSet::EMPTY } else { CellSet::only(start) };
                let flow = search.extend(CellSet::only(start), roof, extra);
                search.path.pop();
                flow?;
                // All loops with this cell have been found.
                search.cells.remove(start);
            }
        }
    }
    ControlFlow::Continue(())
}

struct UniqueLoopSearch<'a, 'b> {
    position: &'a Position,
    pair: DigitSet,
    /// The cells that contain both digits and may still be used.
    cells: CellSet,
    budget: SearchBudget<'a>,
    path: Vec<Cell>,
    reported: Vec<CellSet>,
    sink: &'b mut dyn Sink,
}

impl UniqueLoopSearch<'_, '_> {
    /// Extends the path by one cell in every possible way. `roof` holds the cells of the path with extra
    /// candidates, and `extra` the digits of these candidates.
    fn extend(&mut self, path_cells: CellSet, roof: CellSet, extra: DigitSet) -> ControlFlow<()> {
        let (Some(&start), Some(&last)) = (self.path.first(), self.path.last()) else {
            return ControlFlow::Continue(());
        };
        if self.path.len() >= MIN_CELLS && last.sees(start) && self.path.len().is_multiple_of(2) {
            self.close(path_cells, roof)?;
        }
        for next in (self.cells & last.peers()) - path_cells {
            // Out of budget. Only the search for this pair of digits ends, since the next pair has its own
            // budget.
            if self.budget.spend(1).is_break() {
                return ControlFlow::Continue(());
            }
            let full = next.houses().into_iter().any(|house| (path_cells & house.cells()).len() >= 2);
            if full {
                continue;
            }
            let more = self.position.digits(next) - self.pair;
            let roof = if more.is_empty() { roof } else { roof.with(next) };
            if !is_promising(roof, extra | more) {
                continue;
            }
            self.path.push(next);
            let flow = self.extend(path_cells.with(next), roof, extra | more);
            self.path.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Reports the conclusions if every house of the loop has one cell at an even and one at an odd position
    /// of the path.
    fn close(&mut self, path_cells: CellSet, roof: CellSet) -> ControlFlow<()> {
        let even: CellSet = self.path.iter().step_by(2).copied().collect();
        let odd = path_cells - even;
        let balanced = |house: House| {
            matches!(((house.cells() & even).len(), (house.cells() & odd).len()), (0, 0) | (1, 1))
        };
        if roof.is_empty() || self.reported.contains(&path_cells) || !House::all().all(balanced) {
            return ControlFlow::Continue(());
        }
        self.reported.push(path_cells);
        let guardians = self.position.candidates_in(!self.pair, roof);
        let pattern = DeadlyPattern { cells: self.path.clone(), digits: self.pair, guardians };
        pattern.conclude(self.position, TECHNIQUES_BY_TYPE, self.sink)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    #[test]
    fn six_cells_form_a_loop() {
        let sketch = ["r1c1", "r1c4", "r2c4", "r2c7", "r3c7"]
            .into_iter()
            .fold(Sketch::new(), |sketch, cell| sketch.cell(cell, "12"));
        assert_eq!(
            sketch.cell("r3c1", "123").eliminations(unique_loop, Technique::UniqueLoop1),
            ["1r3c1 2r3c1"]
        );
    }

    #[test]
    fn a_box_with_one_cell_breaks_the_loop() {
        let sketch = ["r1c1", "r1c4", "r2c4", "r2c7", "r4c7"]
            .into_iter()
            .fold(Sketch::new(), |sketch, cell| sketch.cell(cell, "12"));
        assert!(sketch.cell("r4c1", "123").steps(unique_loop).is_empty());
    }
}
