//! The input of every solver.
//!
//! Textbooks start with "given a grid in which no digit is repeated". `ValidPuzzle` is the type of such
//! a grid, so the solvers do not have to check the givens. It also lists the digits that each cell may
//! contain, so the same thirteen solvers can also solve a sukaku, a puzzle of candidates.

use veridoku_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, Grid, Puzzle, Repetition};

/// A puzzle that repeats no digit in a house: its values, and the digits that each cell may contain.
///
/// ```
/// use veridoku_classic::ValidPuzzle;
/// use veridoku_core::{Cell, Grid, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let puzzle = ValidPuzzle::new(&Puzzle::from(grid)).unwrap();
/// assert_eq!(puzzle.empty_cells().len(), 51);
/// assert_eq!(puzzle.allowed(Cell::new(4, 4)).to_string(), "123456789", "the puzzle does not restrict r5c5");
/// assert_eq!(puzzle.candidates(Cell::new(4, 4)).to_string(), "5", "its peers rule out the others");
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidPuzzle {
    values: Grid,
    written: Option<CandidateSet>,
    /// The allowed digits of each cell, computed in advance from the other two fields because the solvers
    /// query them in every call.
    allowed: [DigitSet; Cell::COUNT],
}

impl ValidPuzzle {
    /// Validates a puzzle.
    ///
    /// # Errors
    ///
    /// Returns the first digit that is repeated in a house; such a puzzle has no solution.
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

    /// Returns the values.
    pub fn values(&self) -> &Grid {
        &self.values
    }

    /// Returns the candidates of the empty cells, if the puzzle lists them.
    pub fn written_candidates(&self) -> Option<&CandidateSet> {
        self.written.as_ref()
    }

    /// Returns the value of the cell, if it has one.
    pub fn value(&self, cell: Cell) -> Option<Digit> {
        self.values.get(cell)
    }

    /// Returns the cells without a value.
    pub fn empty_cells(&self) -> CellSet {
        !self.values.filled()
    }

    /// Returns the digits that the puzzle allows in the cell: its value, its listed candidates, or all
    /// digits. The values of other cells are not considered.
    pub fn allowed(&self, cell: Cell) -> DigitSet {
        self.allowed[cell.index()]
    }

    /// Returns the allowed digits that are not the value of a peer.
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        self.allowed(cell) & self.values.digits_left(cell)
    }
}
