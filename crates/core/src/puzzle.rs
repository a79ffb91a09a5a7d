//! A puzzle as read from text: its values, which of them are givens, and its candidates.
//!
//! Text formats differ in what they can express: a line of 81 characters has values only, a sukaku has
//! candidates only, and a HoDoKu line or a SudokuWiki link has both. A `Puzzle` holds what the text contains,
//! unchecked; [`Board`](crate::Board) is the checked position made from it.

use crate::candidate::{CandidateSet, ParseCandidateSetError};
use crate::cell::{Cell, CellSet};
use crate::digit::{Digit, DigitSet};
use crate::grid::{Grid, ParseGridError};
use std::fmt;
use std::str::FromStr;

/// A puzzle as read from text, possibly contradictory.
///
/// ```
/// use veridoku_core::Puzzle;
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(puzzle.givens(), puzzle.values().filled(), "every value counts as given");
/// assert_eq!(puzzle.written_candidates(), None);
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Puzzle {
    values: Grid,
    givens: CellSet,
    /// Boxed to keep puzzles small: most have no candidates, and streams hold many puzzles in memory.
    candidates: Option<Box<CandidateSet>>,
}

impl Puzzle {
    /// Returns a puzzle with these values. The values in `givens` are the original clues; all others were
    /// added while solving.
    pub fn new(values: Grid, givens: CellSet) -> Puzzle {
        Puzzle { values, givens: givens & values.filled(), candidates: None }
    }

    /// Returns the puzzle that a sukaku means: a single candidate becomes a given value unless a peer lists
    /// the same digit among several candidates.
    ///
    /// In contrast, `Puzzle::from` keeps every cell empty.
    pub fn from_sukaku(candidates: &CandidateSet) -> Puzzle {
        let puzzle = Puzzle::from(Grid::EMPTY.with(settled(candidates)));
        if puzzle.empty_cells().is_empty() { puzzle } else { puzzle.with_candidates(candidates) }
    }

    /// Returns the puzzle with these candidates for its empty cells.
    ///
    /// Candidates of cells that have a value are ignored.
    #[must_use]
    pub fn with_candidates(mut self, candidates: &CandidateSet) -> Puzzle {
        let mut written = *candidates;
        for cell in self.values.filled() {
            written.set_digits(cell, DigitSet::EMPTY);
        }
        self.candidates = Some(Box::new(written));
        self
    }

    /// Returns all values, given or not.
    pub fn values(&self) -> &Grid {
        &self.values
    }

    /// Returns the cells whose value is given.
    pub fn givens(&self) -> CellSet {
        self.givens
    }

    /// Returns the given values.
    pub fn given_values(&self) -> Grid {
        let mut grid = Grid::EMPTY;
        for cell in self.givens {
            grid.set(cell, self.values.get(cell));
        }
        grid
    }

    /// Returns the candidates of the empty cells, if the text lists them.
    pub fn written_candidates(&self) -> Option<&CandidateSet> {
        self.candidates.as_deref()
    }

    /// Returns the candidates that the text allows in each cell: its value, the candidates listed for it, or
    /// any digit. The rules are not applied.
    pub fn candidates(&self) -> CandidateSet {
        let mut candidates = self.candidates.as_deref().copied().unwrap_or(CandidateSet::ALL);
        for (cell, digit) in self.values.values() {
            candidates.set_digits(cell, DigitSet::only(digit));
        }
        candidates
    }

    /// Returns the values that determine the puzzle completely, or `None` if its candidates carry more
    /// information, as in a sukaku.
    ///
    /// If every candidate that the values allow is listed, the result is the values themselves. Otherwise,
    /// some values may have been written as single candidates. Two interpretations are tried. In the first, a
    /// single candidate counts as a value only if no peer lists the digit among several candidates; in the
    /// second, every single candidate counts as a value. An interpretation is accepted if its values repeat
    /// no digit and every candidate that they allow is listed.
    ///
    /// ```
    /// use veridoku_core::{CandidateSet, Puzzle};
    ///
    /// let puzzle: Puzzle =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let listed = Puzzle::from(&puzzle.candidates());
    /// assert!(listed.values().filled().is_empty());
    /// assert_eq!(listed.plain_values().as_ref(), Some(puzzle.values()));
    /// # Ok::<(), veridoku_core::ParseGridError>(())
    /// ```
    pub fn plain_values(&self) -> Option<Grid> {
        let Some(written) = self.written_candidates() else { return Some(self.values) };
        let leave_all = |values: &Grid| {
            let mut open = self.empty_cells().into_iter().filter(|&cell| values.get(cell).is_none());
            open.all(|cell| (values.digits_left(cell) - written.digits(cell)).is_empty())
        };
        if leave_all(&self.values) {
            return Some(self.values);
        }
        let settled = self.values.with(settled(written));
        let lone = self.values.with(lone(written));
        [settled, lone].into_iter().find(|values| !values.has_repetition() && leave_all(values))
    }

    /// Returns the cells without a value.
    pub fn empty_cells(&self) -> CellSet {
        Cell::all().filter(|&cell| self.values.get(cell).is_none()).collect()
    }
}

/// Iterates over the cells that have exactly one candidate, each with its candidate.
fn lone(candidates: &CandidateSet) -> impl Iterator<Item = (Cell, Digit)> {
    candidates.occupied().into_iter().filter_map(|cell| Some((cell, candidates.digits(cell).single()?)))
}

/// Iterates over the cells whose only candidate is a digit that no peer lists among several candidates.
fn settled(candidates: &CandidateSet) -> impl Iterator<Item = (Cell, Digit)> {
    let mut several = *candidates;
    for (cell, _) in lone(candidates) {
        several.set_digits(cell, DigitSet::EMPTY);
    }
    lone(candidates).filter(move |&(cell, digit)| several.cells(digit).is_disjoint(cell.peers()))
}

impl From<Grid> for Puzzle {
    /// Creates a puzzle in which every value is given.
    fn from(values: Grid) -> Puzzle {
        Puzzle { values, givens: values.filled(), candidates: None }
    }
}

impl From<&CandidateSet> for Puzzle {
    /// Creates a sukaku, which has candidates but no values.
    fn from(candidates: &CandidateSet) -> Puzzle {
        Puzzle { values: Grid::EMPTY, givens: CellSet::EMPTY, candidates: Some(Box::new(*candidates)) }
    }
}

impl fmt::Display for Puzzle {
    /// Writes 81 characters, or the 729-character format if the puzzle lists candidates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.candidates {
            None => fmt::Display::fmt(&self.values, f),
            Some(_) => fmt::Display::fmt(&self.candidates(), f),
        }
    }
}

impl FromStr for Puzzle {
    type Err = ParseGridError;

    /// Reads what [`Display`](fmt::Display) writes: 81 cells, or the 729 candidates of a sukaku. The crate
    /// `veridoku-formats` reads all text formats.
    fn from_str(text: &str) -> Result<Puzzle, ParseGridError> {
        match text.parse() {
            Ok(candidates) => Ok(Puzzle::from_sukaku(&candidates)),
            Err(ParseCandidateSetError) => text.parse().map(|values: Grid| Puzzle::from(values)),
        }
    }
}
