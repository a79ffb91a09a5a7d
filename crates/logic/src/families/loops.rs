//! Unique loops: the unique rectangle with more corners.
//!
//! ```text
//!        c1       c4       c7
//!   r1  3 7 ──── 3 7                 a ring of cells with the same two digits, each two neighbours in one
//!   r2   │       3 7 ──── 3 7        house, and no house with more than two of them: 3 and 7 could change
//!   r3  3 7 ───────────── 3 7        places all around the ring
//! ```
//!
//! Six cells or more; four make a rectangle. The two cells in each house must have different digits, so that
//! both fillings of the ring give every house a 3 and a 7. One cell, or two, or as many as share one third
//! digit, may have further candidates: the guardians. (The pattern and its types are Sudoku Explainer's.)

use super::deadly::{Names, Partners, Pattern, is_promising};
use crate::budget::SearchBudget;
use crate::finder_context::FinderContext;
use crate::position::Position;
use crate::sink::Sink;
use crate::technique::Technique;
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House};

const NAMES: Names = Names {
    one_cell: Some(Technique::UniqueLoop1),
    one_digit: Some(Technique::UniqueLoop2),
    subset: Some(Technique::UniqueLoop3),
    confined: Some(Technique::UniqueLoop4),
    partners: Partners::Outside,
};

/// The fewest cells of a loop.
const LEAST_CELLS: usize = 6;

/// The steps of the search for one pair of digits, in the worst of cases.
const MOST_STEPS: u64 = 20_000;

pub(crate) fn unique_loop(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let bivalue = position.bivalue_cells();
    for (rank, &low) in Digit::ALL.iter().enumerate() {
        for &high in &Digit::ALL[rank + 1..] {
            let cells = position.cells(low) & position.cells(high);
            if cells.len() < LEAST_CELLS || (cells & bivalue).len() < 2 {
                continue;
            }
            let pair = DigitSet::only(low).with(high);
            let mut search = Search {
                position,
                pair,
                cells,
                budget: context.budget(MOST_STEPS),
                walk: Vec::new(),
                told: Vec::new(),
                sink: &mut *sink,
            };
            for start in cells {
                search.walk.push(start);
                let extra = position.digits(start) - pair;
                let roof = if extra.is_empty() { CellSet::EMPTY } else { CellSet::only(start) };
                let flow = search.walk_on(CellSet::only(start), roof, extra);
                search.walk.pop();
                flow?;
                // A loop is walked from its first cell.
                search.cells.remove(start);
            }
        }
    }
    ControlFlow::Continue(())
}

struct Search<'a, 'b> {
    position: &'a Position,
    pair: DigitSet,
    /// The cells with both digits that may still be walked on.
    cells: CellSet,
    budget: SearchBudget<'a>,
    walk: Vec<Cell>,
    told: Vec<CellSet>,
    sink: &'b mut dyn Sink,
}

impl Search<'_, '_> {
    /// Extends the walk by one cell in every way; `roof` are its cells with further candidates.
    fn walk_on(&mut self, walked: CellSet, roof: CellSet, extra: DigitSet) -> ControlFlow<()> {
        let (Some(&start), Some(&last)) = (self.walk.first(), self.walk.last()) else {
            return ControlFlow::Continue(());
        };
        if self.walk.len() >= LEAST_CELLS && last.sees(start) && self.walk.len().is_multiple_of(2) {
            self.close(walked, roof)?;
        }
        for next in (self.cells & last.peers()) - walked {
            // The next pair of digits has a budget of its own.
            if self.budget.spend(1).is_break() {
                return ControlFlow::Continue(());
            }
            let full = next.houses().into_iter().any(|house| (walked & house.cells()).len() >= 2);
            if full {
                continue;
            }
            let more = self.position.digits(next) - self.pair;
            let roof = if more.is_empty() { roof } else { roof.with(next) };
            if !is_promising(roof, extra | more) {
                continue;
            }
            self.walk.push(next);
            let flow = self.walk_on(walked.with(next), roof, extra | more);
            self.walk.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Checks that every house has two cells of different colour or none, and draws the conclusions.
    fn close(&mut self, walked: CellSet, roof: CellSet) -> ControlFlow<()> {
        let even: CellSet = self.walk.iter().step_by(2).copied().collect();
        let odd = walked - even;
        let balanced = |house: House| {
            matches!(((house.cells() & even).len(), (house.cells() & odd).len()), (0, 0) | (1, 1))
        };
        if roof.is_empty() || self.told.contains(&walked) || !House::all().all(balanced) {
            return ControlFlow::Continue(());
        }
        self.told.push(walked);
        let mut guardians = CandidateSet::EMPTY;
        for cell in roof {
            let extra = self.position.digits(cell) - self.pair;
            guardians.extend(extra.iter().map(|digit| Candidate::new(cell, digit)));
        }
        let pattern = Pattern { cells: self.walk.clone(), digits: self.pair, guardians };
        pattern.conclude(self.position, NAMES, self.sink)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    #[test]
    fn six_cells_in_a_ring() {
        let ring = ["r1c1", "r1c4", "r2c4", "r2c7", "r3c7"]
            .into_iter()
            .fold(Sketch::new(), |sketch, cell| sketch.cell(cell, "12"));
        assert_eq!(ring.cell("r3c1", "123").struck(unique_loop, Technique::UniqueLoop1), ["1r3c1 2r3c1"]);
    }

    #[test]
    fn a_box_with_one_cell_breaks_the_ring() {
        let ring = ["r1c1", "r1c4", "r2c4", "r2c7", "r4c7"]
            .into_iter()
            .fold(Sketch::new(), |sketch, cell| sketch.cell(cell, "12"));
        assert!(ring.cell("r4c1", "123").steps(unique_loop).is_empty());
    }
}
