//! Static order with sets: only digits that fit are tried.
//!
//! **Idea.** For each row, column and box, keep the *set* of its digits. The possible digits of a cell
//! are the allowed digits minus these three sets, and the loop tries only those:
//!
//! ```text
//! allowed        1 2 3 4 5 6 7 8 9
//! − its row          3   5   7
//! − its column       3 4
//! − its box          3   5 6     9
//! = left         1 2           8       three tries instead of nine
//! ```
//!
//! With hash sets, this version is considered elegant but slow. But nine digits fit in nine bits, and
//! then a set difference is a single instruction.
//!
//! **Cost.** The cells and calls are the same as for [`static_order`](super::static_order), 103 on the
//! sample puzzle. Every try is a placement.
//!
//! **Weakness.** The solver looks only at the current cell. It does not notice that the set of a later
//! cell has become empty, which makes the whole branch hopeless.
//!
//! **Next.** [`mrv`](super::mrv) looks at all cells in every call.

use crate::{Flow, Observer, SearchEnd, SolverRun, ValidPuzzle};
use veridoku_core::{Cell, Digit, DigitSet, Grid};

/// Searches by backtracking in a static order, with sets of used digits.
pub fn search(run: &mut SolverRun<'_, impl Observer>) -> SearchEnd {
    let count = |cell| (run.puzzle().candidates(cell).len(), cell);
    let mut cells: Vec<(usize, Cell)> = run.puzzle().empty_cells().iter().map(count).collect();
    cells.sort_unstable();
    let mut used = UsedDigits::new(run.puzzle());
    used.fill(&cells, 0, run).into()
}

/// The grid, and the digits in each row, column and box.
struct UsedDigits {
    grid: Grid,
    rows: [DigitSet; 9],
    columns: [DigitSet; 9],
    boxes: [DigitSet; 9],
}

impl UsedDigits {
    fn new(puzzle: &ValidPuzzle) -> UsedDigits {
        let none = [DigitSet::EMPTY; 9];
        let mut used = UsedDigits { grid: Grid::EMPTY, rows: none, columns: none, boxes: none };
        for (cell, digit) in puzzle.values().values() {
            used.insert(cell, digit);
        }
        used
    }

    /// Fills the cells of the list, starting at this position. Their numbers of candidates are those that the
    /// givens left.
    fn fill(
        &mut self,
        cells: &[(usize, Cell)],
        position: usize,
        run: &mut SolverRun<'_, impl Observer>,
    ) -> Flow {
        run.call()?;
        let Some(&(count, cell)) = cells.get(position) else {
            run.solved(&self.grid)?;
            return run.return_to_caller();
        };
        run.choose_fewest(cell, count);
        let left = self.left(cell, run.puzzle());
        if left.is_empty() {
            run.conflict_without_options(cell);
        }
        for digit in left {
            run.try_digit(cell, digit);
            self.insert(cell, digit);
            run.place(cell, digit);
            self.fill(cells, position + 1, run)?;
            self.remove(cell, digit);
            run.undo(cell, digit);
        }
        run.return_to_caller()
    }

    /// Returns the allowed digits of the cell that are not yet in its row, column or box.
    fn left(&self, cell: Cell, puzzle: &ValidPuzzle) -> DigitSet {
        puzzle.allowed(cell)
            - self.rows[cell.row_index()]
            - self.columns[cell.column_index()]
            - self.boxes[cell.box_index()]
    }

    fn insert(&mut self, cell: Cell, digit: Digit) {
        self.grid.set(cell, Some(digit));
        self.rows[cell.row_index()].insert(digit);
        self.columns[cell.column_index()].insert(digit);
        self.boxes[cell.box_index()].insert(digit);
    }

    fn remove(&mut self, cell: Cell, digit: Digit) {
        self.grid.set(cell, None);
        self.rows[cell.row_index()].remove(digit);
        self.columns[cell.column_index()].remove(digit);
        self.boxes[cell.box_index()].remove(digit);
    }
}
