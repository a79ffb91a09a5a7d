//! What every solver starts from.
//!
//! A textbook begins with "given a grid in which no digit is repeated". `ValidPuzzle` is that sentence
//! as a type: a solver that is handed one need not check its givens, and contradictory ones never
//! reach it. It also says which digits each cell may hold, so that a puzzle of written candidates
//! (a sukaku) is solved by the same thirteen loops.

use veridoku_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, Grid, Puzzle, Repetition};

/// Values that repeat no digit in a house, and the digits that each cell may hold.
///
/// ```
/// use veridoku_classic::ValidPuzzle;
/// use veridoku_core::{Cell, Grid, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let puzzle = ValidPuzzle::new(&Puzzle::from(grid)).unwrap();
/// assert_eq!(puzzle.empty_cells().len(), 51);
/// assert_eq!(puzzle.allowed(Cell::new(4, 4)).to_string(), "123456789", "nothing was said about r5c5");
/// assert_eq!(puzzle.candidates(Cell::new(4, 4)).to_string(), "5", "but its peers leave only this");
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidPuzzle {
    values: Grid,
    written: Option<CandidateSet>,
    /// What follows from the two for each cell: the solvers ask this at every call.
    allowed: [DigitSet; Cell::COUNT],
}

impl ValidPuzzle {
    /// The puzzle of a puzzle.
    ///
    /// # Errors
    ///
    /// The first digit that is written twice in a house: such a puzzle has no solution.
    pub fn new(puzzle: &Puzzle) -> Result<ValidPuzzle, Repetition> {
        if let Some(repetition) = puzzle.values().repetitions().next() {
            return Err(repetition);
        }
        let (values, written) = (*puzzle.values(), puzzle.written_candidates().copied());
        let mut allowed = [DigitSet::ALL; Cell::COUNT];
        if let Some(candidates) = written {
            for cell in Cell::all() {
                allowed[cell.index()] = candidates.digits(cell);
            }
        }
        for (cell, digit) in values.values() {
            allowed[cell.index()] = DigitSet::only(digit);
        }
        Ok(ValidPuzzle { values, written, allowed })
    }

    /// The written values.
    pub fn values(&self) -> &Grid {
        &self.values
    }

    /// The candidates of the empty cells, if the puzzle lists them.
    pub fn written_candidates(&self) -> Option<&CandidateSet> {
        self.written.as_ref()
    }

    /// The digit written in the cell.
    pub fn value(&self, cell: Cell) -> Option<Digit> {
        self.values.get(cell)
    }

    /// The cells without a value.
    pub fn empty_cells(&self) -> CellSet {
        !self.values.filled()
    }

    /// What the puzzle says that the cell may hold: its value, or the candidates written for it,
    /// or any digit. The other values are not looked at.
    pub fn allowed(&self, cell: Cell) -> DigitSet {
        self.allowed[cell.index()]
    }

    /// The allowed digits that no peer of the cell has as its value.
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        self.allowed(cell) & self.values.digits_left(cell)
    }
}
