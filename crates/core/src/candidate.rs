//! Candidates, and sets of candidates. A candidate is a digit that may still go in a certain cell.
//!
//! ```text
//! index = 9 · cell + digit                 as in the 729-character text format
//! CandidateSet = one CellSet per digit     answers the most frequent question: where can the 5 go?
//! ```

use crate::cell::{Cell, CellSet, CellSetIter};
use crate::digit::{Digit, DigitSet, DigitSetIter};
use crate::set::set_operators;
use std::fmt;
use std::str::FromStr;

/// A digit that may go in a certain cell.
///
/// ```
/// use veridoku_core::{Candidate, Cell, Digit};
///
/// let candidate = Candidate::new(Cell::new(0, 0), Digit::Five);
/// assert_eq!(candidate.to_string(), "5r1c1");
/// assert_eq!("5r1c1".parse(), Ok(candidate));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate(u16);

impl Candidate {
    /// The number of candidates.
    pub const COUNT: usize = 729;

    /// Returns the candidate for this digit in this cell.
    pub const fn new(cell: Cell, digit: Digit) -> Candidate {
        Candidate((9 * cell.index() + digit.index()) as u16)
    }

    /// Returns the candidate with this index, or `None` if the index is above 728.
    pub const fn from_index(index: usize) -> Option<Candidate> {
        if index < Candidate::COUNT { Some(Candidate(index as u16)) } else { None }
    }

    /// Iterates over all candidates in index order: cell by cell, and digit by digit within each cell.
    pub fn all() -> impl Iterator<Item = Candidate> {
        (0..Candidate::COUNT).map(|index| Candidate(index as u16))
    }

    /// Returns the index, 0 to 728.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the cell.
    pub const fn cell(self) -> Cell {
        Cell::at(self.index() / 9)
    }

    /// Returns the digit.
    pub const fn digit(self) -> Digit {
        Digit::at(self.index() % 9)
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.digit(), self.cell()))
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Candidate {
    type Err = ParseCandidateError;

    fn from_str(text: &str) -> Result<Candidate, ParseCandidateError> {
        let (digit, cell) = text.split_at_checked(1).ok_or(ParseCandidateError)?;
        match (digit.parse(), cell.parse()) {
            (Ok(digit), Ok(cell)) => Ok(Candidate::new(cell, digit)),
            _ => Err(ParseCandidateError),
        }
    }
}

/// The error returned when parsing a [`Candidate`] fails.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ParseCandidateError;

impl fmt::Display for ParseCandidateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a digit and a cell, as in 5r1c1")
    }
}

impl std::error::Error for ParseCandidateError {}

/// A set of candidates.
///
/// ```
/// use veridoku_core::{CandidateSet, Cell, Digit, DigitSet};
///
/// let mut set = CandidateSet::ALL;
/// let corner = Cell::new(0, 0);
/// set.set_digits(corner, DigitSet::only(Digit::Seven));
/// assert_eq!(set.digits(corner).single(), Some(Digit::Seven));
/// assert_eq!(set.cells(Digit::Eight).len(), 80);
/// assert_eq!(set.to_string().len(), 729);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CandidateSet {
    cells_by_digit: [CellSet; 9],
}

impl CandidateSet {
    /// The empty set.
    pub const EMPTY: CandidateSet = CandidateSet { cells_by_digit: [CellSet::EMPTY; 9] };
    /// The set of all 729 candidates.
    pub const ALL: CandidateSet = CandidateSet { cells_by_digit: [CellSet::ALL; 9] };

    /// Returns the set with this one candidate.
    pub const fn only(candidate: Candidate) -> CandidateSet {
        CandidateSet::EMPTY.with(candidate)
    }

    /// Returns the set of these candidates of one digit.
    pub const fn of_digit(digit: Digit, cells: CellSet) -> CandidateSet {
        let mut set = CandidateSet::EMPTY;
        set.set_cells(digit, cells);
        set
    }

    /// Returns the set of these candidates of one cell.
    pub const fn of_cell(cell: Cell, digits: DigitSet) -> CandidateSet {
        let mut set = CandidateSet::EMPTY;
        set.set_digits(cell, digits);
        set
    }

    /// Returns the cells where this digit may go.
    pub const fn cells(&self, digit: Digit) -> CellSet {
        self.cells_by_digit[digit.index()]
    }

    /// Sets the cells where this digit may go.
    pub const fn set_cells(&mut self, digit: Digit, cells: CellSet) {
        self.cells_by_digit[digit.index()] = cells;
    }

    /// Folds over nine sets of cells: for each digit in order, the cells where it may go.
    #[inline]
    pub(crate) fn fold_cells<T>(&self, first: T, combine: impl FnMut(T, CellSet) -> T) -> T {
        self.cells_by_digit.iter().copied().fold(first, combine)
    }

    /// Returns the cells with exactly one candidate.
    pub(crate) fn lone_cells(&self) -> CellSet {
        let (mut once, mut again) = (CellSet::EMPTY, CellSet::EMPTY);
        for &cells in &self.cells_by_digit {
            again |= once & cells;
            once |= cells;
        }
        once - again
    }

    /// Returns the digits that may go in this cell.
    pub const fn digits(&self, cell: Cell) -> DigitSet {
        let mut bits = 0;
        let mut index = 0;
        while index < 9 {
            bits |= (self.cells_by_digit[index].contains(cell) as u16) << index;
            index += 1;
        }
        DigitSet::from_bits(bits)
    }

    /// Sets the digits that may go in this cell.
    pub const fn set_digits(&mut self, cell: Cell, digits: DigitSet) {
        let mut index = 0;
        while index < 9 {
            if digits.contains(Digit::ALL[index]) {
                self.cells_by_digit[index].insert(cell);
            } else {
                self.cells_by_digit[index].remove(cell);
            }
            index += 1;
        }
    }

    /// Returns the cells that have at least one candidate.
    pub const fn occupied(&self) -> CellSet {
        let mut cells = CellSet::EMPTY;
        let mut index = 0;
        while index < 9 {
            cells = cells.union(self.cells_by_digit[index]);
            index += 1;
        }
        cells
    }

    /// Returns whether the set contains the candidate.
    pub const fn contains(&self, candidate: Candidate) -> bool {
        self.cells(candidate.digit()).contains(candidate.cell())
    }

    /// Adds the candidate. Returns whether it was new.
    pub const fn insert(&mut self, candidate: Candidate) -> bool {
        self.cells_by_digit[candidate.digit().index()].insert(candidate.cell())
    }

    /// Removes the candidate. Returns whether it was present.
    pub const fn remove(&mut self, candidate: Candidate) -> bool {
        self.cells_by_digit[candidate.digit().index()].remove(candidate.cell())
    }

    /// Returns the set with this candidate added.
    #[must_use]
    pub const fn with(mut self, candidate: Candidate) -> CandidateSet {
        self.insert(candidate);
        self
    }

    /// Returns the set without this candidate.
    #[must_use]
    pub const fn without(mut self, candidate: Candidate) -> CandidateSet {
        self.remove(candidate);
        self
    }

    /// Returns the candidates in either set.
    #[must_use]
    pub const fn union(mut self, other: CandidateSet) -> CandidateSet {
        let mut index = 0;
        while index < 9 {
            self.cells_by_digit[index] = self.cells_by_digit[index].union(other.cells_by_digit[index]);
            index += 1;
        }
        self
    }

    /// Returns the candidates in both sets.
    #[must_use]
    pub const fn intersection(mut self, other: CandidateSet) -> CandidateSet {
        let mut index = 0;
        while index < 9 {
            self.cells_by_digit[index] = self.cells_by_digit[index].intersection(other.cells_by_digit[index]);
            index += 1;
        }
        self
    }

    /// Returns the candidates that are not in `other`.
    #[must_use]
    pub const fn difference(mut self, other: CandidateSet) -> CandidateSet {
        let mut index = 0;
        while index < 9 {
            self.cells_by_digit[index] = self.cells_by_digit[index].difference(other.cells_by_digit[index]);
            index += 1;
        }
        self
    }

    /// Returns the number of candidates.
    pub const fn len(&self) -> usize {
        let mut count = 0;
        let mut index = 0;
        while index < 9 {
            count += self.cells_by_digit[index].len();
            index += 1;
        }
        count
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(&self) -> bool {
        self.occupied().is_empty()
    }

    /// Returns whether every candidate is also in `other`.
    pub const fn is_subset(&self, other: &CandidateSet) -> bool {
        self.difference(*other).is_empty()
    }

    /// Returns whether the sets have no candidate in common.
    pub const fn is_disjoint(&self, other: &CandidateSet) -> bool {
        self.intersection(*other).is_empty()
    }

    /// Returns the candidate with the lowest index.
    pub const fn first(&self) -> Option<Candidate> {
        match self.occupied().first() {
            Some(cell) => match self.digits(cell).first() {
                Some(digit) => Some(Candidate::new(cell, digit)),
                None => None,
            },
            None => None,
        }
    }

    /// Returns the candidate with the highest index.
    pub const fn last(&self) -> Option<Candidate> {
        match self.occupied().last() {
            Some(cell) => match self.digits(cell).last() {
                Some(digit) => Some(Candidate::new(cell, digit)),
                None => None,
            },
            None => None,
        }
    }

    /// Returns the only candidate, if there is exactly one.
    pub const fn single(&self) -> Option<Candidate> {
        if self.len() == 1 { self.first() } else { None }
    }

    /// Iterates over the candidates in index order: cell by cell, and digit by digit within each cell.
    pub fn iter(&self) -> CandidateSetIter {
        CandidateSetIter { set: *self, cells: self.occupied().iter(), current: None }
    }
}

/// An iterator over the elements of a [`CandidateSet`], in index order.
#[derive(Clone, Debug)]
pub struct CandidateSetIter {
    set: CandidateSet,
    /// The cells after the current one.
    cells: CellSetIter,
    /// The current cell, with its remaining digits.
    current: Option<(Cell, DigitSetIter)>,
}

impl Iterator for CandidateSetIter {
    type Item = Candidate;

    fn next(&mut self) -> Option<Candidate> {
        loop {
            if let Some((cell, digits)) = &mut self.current
                && let Some(digit) = digits.next()
            {
                return Some(Candidate::new(*cell, digit));
            }
            let cell = self.cells.next()?;
            self.current = Some((cell, self.set.digits(cell).iter()));
        }
    }
}

impl IntoIterator for CandidateSet {
    type Item = Candidate;
    type IntoIter = CandidateSetIter;

    fn into_iter(self) -> CandidateSetIter {
        self.iter()
    }
}

impl IntoIterator for &CandidateSet {
    type Item = Candidate;
    type IntoIter = CandidateSetIter;

    fn into_iter(self) -> CandidateSetIter {
        self.iter()
    }
}

set_operators!(CandidateSet, Candidate);

impl std::ops::Not for CandidateSet {
    type Output = CandidateSet;

    fn not(self) -> CandidateSet {
        CandidateSet::ALL.difference(self)
    }
}

impl fmt::Display for CandidateSet {
    /// Writes the 729-character format: nine characters per cell, each either the digit or `.`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in Cell::all() {
            for digit in Digit::ALL {
                let is_candidate = self.contains(Candidate::new(cell, digit));
                fmt::Write::write_char(f, if is_candidate { digit.to_char() } else { '.' })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for CandidateSet {
    /// Draws the board with the candidates of each cell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in Cell::all() {
            let end = if cell.column_index() == 8 { '\n' } else { ' ' };
            write!(f, "{:9}{end}", self.digits(cell))?;
        }
        Ok(())
    }
}

impl FromStr for CandidateSet {
    type Err = ParseCandidateSetError;

    /// Reads the 729-character format, with `.` or `0` for digits that are not candidates.
    fn from_str(text: &str) -> Result<CandidateSet, ParseCandidateSetError> {
        if text.len() != Candidate::COUNT {
            return Err(ParseCandidateSetError);
        }
        let mut set = CandidateSet::EMPTY;
        for (index, byte) in text.bytes().enumerate() {
            let candidate = Candidate(index as u16);
            match byte {
                b'.' | b'0' => {}
                _ if Digit::from_char(byte as char) == Some(candidate.digit()) => {
                    set.insert(candidate);
                }
                _ => return Err(ParseCandidateSetError),
            }
        }
        Ok(set)
    }
}

/// The error returned when parsing a [`CandidateSet`] fails.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ParseCandidateSetError;

impl fmt::Display for ParseCandidateSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected 729 characters, nine per cell: 1 to 9, with . or 0 for non-candidates")
    }
}

impl std::error::Error for ParseCandidateSetError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_convert_both_ways() {
        for index in 0..Candidate::COUNT {
            let candidate = Candidate::from_index(index).unwrap();
            assert_eq!(Candidate::new(candidate.cell(), candidate.digit()), candidate);
            assert_eq!(candidate.to_string().parse(), Ok(candidate));
            assert_eq!(CandidateSet::only(candidate).single(), Some(candidate));
        }
        assert_eq!(Candidate::from_index(729), None);
        for text in ["", "5", "0r1c1", "5r1c0", "ér1c1"] {
            assert_eq!(text.parse::<Candidate>(), Err(ParseCandidateError), "{text:?}");
        }
    }

    #[test]
    fn sets_agree_by_cell_and_by_digit() {
        let odd: CandidateSet = (0..Candidate::COUNT).step_by(2).filter_map(Candidate::from_index).collect();
        assert_eq!(odd.len(), 365);
        assert_eq!(odd.iter().collect::<CandidateSet>(), odd);
        assert_eq!(
            odd.iter().map(Candidate::index).collect::<Vec<_>>(),
            (0..729).step_by(2).collect::<Vec<_>>()
        );
        let mut by_cell = CandidateSet::EMPTY;
        for cell in Cell::all() {
            by_cell.set_digits(cell, odd.digits(cell));
        }
        assert_eq!(by_cell, odd);
        assert_eq!((odd | !odd, odd & !odd), (CandidateSet::ALL, CandidateSet::EMPTY));
        assert!(odd.is_subset(&CandidateSet::ALL) && odd.is_disjoint(&!odd) && !odd.is_subset(&!odd));
        assert_eq!((odd.first(), odd.last()), (Candidate::from_index(0), Candidate::from_index(728)));
        assert_eq!(odd.to_string().parse(), Ok(odd));
        assert!("1".repeat(729).parse::<CandidateSet>().is_err());
    }
}
