//! What a text says about a puzzle: values, which of them are givens, and candidates.
//!
//! Text forms differ in what they can say. A line of 81 characters has values only, a sukaku has
//! candidates only, a HoDoKu line or a SudokuWiki link has all of it. A `Puzzle` holds whatever
//! was said, unchecked; [`Board`](crate::Board) is the checked position made from it.

use crate::candidate::CandidateSet;
use crate::cell::{Cell, CellSet};
use crate::digit::{Digit, DigitSet};
use crate::grid::Grid;
use crate::text::{self, ParseError};
use std::fmt;
use std::str::FromStr;

/// A position as it is written, maybe contradictory.
///
/// ```
/// use veridoku_core::Puzzle;
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(puzzle.givens(), puzzle.values().filled(), "all that is written counts as given");
/// assert_eq!(puzzle.written_candidates(), None);
/// # Ok::<(), veridoku_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Puzzle {
    values: Grid,
    givens: CellSet,
    /// Boxed: most puzzles have none, and streams hold many puzzles.
    candidates: Option<Box<CandidateSet>>,
}

impl Puzzle {
    /// The puzzle with these values, of which those in `givens` were there from the start.
    pub fn new(values: Grid, givens: CellSet) -> Puzzle {
        Puzzle { values, givens: givens & values.filled(), candidates: None }
    }

    /// The same puzzle with the candidates of its empty cells written down.
    ///
    /// What `candidates` says about a cell with a value is ignored: there the value speaks.
    #[must_use]
    pub fn with_candidates(mut self, candidates: &CandidateSet) -> Puzzle {
        let mut written = *candidates;
        for cell in self.values.filled() {
            written.set_digits(cell, DigitSet::EMPTY);
        }
        self.candidates = Some(Box::new(written));
        self
    }

    /// The written values, givens and others.
    pub fn values(&self) -> &Grid {
        &self.values
    }

    /// The cells whose value was there from the start.
    pub fn givens(&self) -> CellSet {
        self.givens
    }

    /// The values that were there from the start.
    pub fn given_values(&self) -> Grid {
        let mut grid = Grid::EMPTY;
        for cell in self.givens {
            grid.set(cell, self.values.get(cell));
        }
        grid
    }

    /// The candidates of the empty cells, if the text lists them.
    pub fn written_candidates(&self) -> Option<&CandidateSet> {
        self.candidates.as_deref()
    }

    /// What each cell may hold according to the text: its value, or the candidates listed for it,
    /// or any digit. The rules are not applied.
    pub fn candidates(&self) -> CandidateSet {
        let mut candidates = self.candidates.as_deref().copied().unwrap_or(CandidateSet::ALL);
        for (cell, digit) in self.values.values() {
            candidates.set_digits(cell, DigitSet::only(digit));
        }
        candidates
    }

    /// The values that say all about it, so that it is a puzzle of clues, however it is written; nothing if candidates say
    /// more, as in a sukaku.
    ///
    /// They are its values if no candidate is struck that these leave. Where a value may be written as a lone candidate,
    /// the lone ones are values too: those that peers have not among several, and where nobody has struck anything, all.
    ///
    /// ```
    /// use veridoku_core::{CandidateSet, Puzzle};
    ///
    /// let puzzle: Puzzle =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let unstruck = Puzzle::from(&puzzle.candidates());
    /// assert!(unstruck.values().filled().is_empty());
    /// assert_eq!(unstruck.plain_values().as_ref(), Some(puzzle.values()));
    /// # Ok::<(), veridoku_core::text::ParseError>(())
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

    /// The cells without a value.
    pub fn empty_cells(&self) -> CellSet {
        Cell::all().filter(|&cell| self.values.get(cell).is_none()).collect()
    }
}

/// The cells with one candidate.
fn lone(candidates: &CandidateSet) -> impl Iterator<Item = (Cell, Digit)> {
    candidates.occupied().into_iter().filter_map(|cell| Some((cell, candidates.digits(cell).single()?)))
}

/// Those of them whose digit no peer lists among several.
pub(crate) fn settled(candidates: &CandidateSet) -> impl Iterator<Item = (Cell, Digit)> {
    let mut several = *candidates;
    for (cell, _) in lone(candidates) {
        several.set_digits(cell, DigitSet::EMPTY);
    }
    lone(candidates).filter(move |&(cell, digit)| several.cells(digit).is_disjoint(cell.peers()))
}

impl From<Grid> for Puzzle {
    /// Every value counts as given.
    fn from(values: Grid) -> Puzzle {
        Puzzle { values, givens: values.filled(), candidates: None }
    }
}

impl From<&CandidateSet> for Puzzle {
    /// A sukaku: no value is written, only candidates.
    fn from(candidates: &CandidateSet) -> Puzzle {
        Puzzle { values: Grid::EMPTY, givens: CellSet::EMPTY, candidates: Some(Box::new(*candidates)) }
    }
}

impl fmt::Display for Puzzle {
    /// 81 characters; 729 if candidates are written, what each cell may hold.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.candidates {
            None => fmt::Display::fmt(&self.values, f),
            Some(_) => fmt::Display::fmt(&self.candidates(), f),
        }
    }
}

impl FromStr for Puzzle {
    type Err = ParseError;

    /// Reads one puzzle in any text form.
    fn from_str(text: &str) -> Result<Puzzle, ParseError> {
        Ok(text::read(text)?.puzzle)
    }
}
