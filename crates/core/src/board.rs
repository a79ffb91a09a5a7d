//! A position that breaks no rule: values, and the candidates they leave.
//!
//! Reading gives a [`Puzzle`], which may be nonsense; `Board::new` is the gate behind which
//! nothing is. What every board guarantees:
//!
//! * no digit stands twice in a house,
//! * a cell with a value has that one candidate, and none of its peers has it,
//! * every cell has a candidate, and every digit has a place in every house.

use crate::candidate::{Candidate, CandidateSet};
use crate::cell::{Cell, CellSet};
use crate::digit::{Digit, DigitSet};
use crate::grid::{Grid, Repetition};
use crate::house::House;
use crate::names::Names;
use crate::puzzle::Puzzle;
use std::fmt;

/// Values and candidates without contradiction.
///
/// ```
/// use veridoku_core::{Board, Cell, Puzzle};
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let board = Board::new(&puzzle).unwrap();
/// assert_eq!(board.candidates().digits(Cell::new(4, 4)).to_string(), "5");
/// let drawn = board.to_string();
/// assert_eq!(drawn.lines().next(), Some("5      3      124    | 26     7      2468   | 1489   1249   248   "));
/// # Ok::<(), veridoku_core::text::ParseError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Board {
    values: Grid,
    candidates: CandidateSet,
}

impl Board {
    /// Checks a written position and works out its candidates.
    ///
    /// # Errors
    ///
    /// The first contradiction, the most telling kind first: a repeated digit, a cell without
    /// candidate, a digit without place in a house.
    pub fn new(puzzle: &Puzzle) -> Result<Board, Contradiction> {
        if let Some(repetition) = puzzle.values().repetitions().next() {
            return Err(Contradiction::Repeated(repetition));
        }
        let mut board = Board { values: *puzzle.values(), candidates: puzzle.candidates() };
        for (cell, digit) in puzzle.values().values() {
            board.clear_peers(cell, digit);
        }
        board.checked()
    }

    /// The values.
    pub fn values(&self) -> &Grid {
        &self.values
    }

    /// The candidates; a cell with a value has just that one.
    pub fn candidates(&self) -> &CandidateSet {
        &self.candidates
    }

    /// The cells without a value.
    pub fn empty_cells(&self) -> CellSet {
        !self.values.filled()
    }

    /// Whether all 81 values are there; by the guarantees above they then solve the puzzle.
    pub fn is_solved(&self) -> bool {
        self.empty_cells().is_empty()
    }

    /// The board with a digit written into a cell and struck from the cell's peers.
    ///
    /// # Errors
    ///
    /// The contradiction that follows, if any; also when the digit was struck from the cell before,
    /// or the cell has another value.
    pub fn place(&self, placement: Candidate) -> Result<Board, Contradiction> {
        let (cell, digit) = (placement.cell(), placement.digit());
        let mut board = *self;
        board.values.set(cell, Some(digit));
        // The values so far repeat nothing: only the new one could.
        if !(self.values.cells_with(digit) & cell.peers()).is_empty()
            && let Some(repetition) = board.values.repetitions().next()
        {
            return Err(Contradiction::Repeated(repetition));
        }
        if !self.candidates.contains(placement) {
            return Err(Contradiction::Struck(placement));
        }
        board.candidates.set_digits(cell, DigitSet::only(digit));
        board.clear_peers(cell, digit);
        board.checked()
    }

    /// The board without these candidates.
    ///
    /// # Errors
    ///
    /// The contradiction that follows, if any.
    pub fn eliminate(&self, eliminations: &CandidateSet) -> Result<Board, Contradiction> {
        Board { values: self.values, candidates: self.candidates - *eliminations }.checked()
    }

    /// The first cell without value that has one candidate, or the first house in which a digit
    /// has one place left.
    pub fn forced(&self) -> Option<Candidate> {
        let empty = self.empty_cells();
        let naked =
            empty.iter().find_map(|cell| Some(Candidate::new(cell, self.candidates.digits(cell).single()?)));
        naked.or_else(|| {
            House::all().find_map(|house| {
                Digit::ALL.into_iter().find_map(|digit| {
                    let place = (self.candidates.cells(digit) & house.cells()).single()?;
                    empty.contains(place).then_some(Candidate::new(place, digit))
                })
            })
        })
    }

    fn clear_peers(&mut self, cell: Cell, digit: Digit) {
        self.candidates.set_cells(digit, self.candidates.cells(digit) - cell.peers());
    }

    /// The board itself, if every cell and every digit still has a place.
    fn checked(self) -> Result<Board, Contradiction> {
        if let Some(cell) = (!self.candidates.occupied()).first() {
            return Err(Contradiction::EmptyCell { cell });
        }
        for house in House::all() {
            for digit in Digit::ALL {
                if self.candidates.cells(digit).is_disjoint(house.cells()) {
                    return Err(Contradiction::NoPlace { digit, house });
                }
            }
        }
        Ok(self)
    }
}

impl fmt::Display for Board {
    /// Draws the candidates of every cell; a value is a lone digit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = Cell::all().map(|cell| self.candidates.digits(cell).len()).max().unwrap_or(1);
        for cell in Cell::all() {
            let end = match (cell.row_index(), cell.column_index()) {
                (8, 8) => "",
                (2 | 5, 8) => "\n\n",
                (_, 8) => "\n",
                (_, 2 | 5) => " | ",
                _ => " ",
            };
            write!(f, "{:width$}{end}", self.candidates.digits(cell))?;
        }
        Ok(())
    }
}

/// The reason why a position cannot be right, with the cells that show it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// A digit is written more than once in a house.
    Repeated(Repetition),
    /// No digit can go into a cell.
    EmptyCell {
        /// The cell.
        cell: Cell,
    },
    /// A digit was placed that is no candidate of its cell.
    Struck(Candidate),
    /// A digit can go nowhere in a house.
    NoPlace {
        /// The digit.
        digit: Digit,
        /// The house.
        house: House,
    },
}

impl Contradiction {
    /// The cells to look at.
    pub fn cells(&self) -> CellSet {
        match *self {
            Contradiction::Repeated(repetition) => repetition.cells(),
            Contradiction::EmptyCell { cell } => CellSet::only(cell),
            Contradiction::Struck(placement) => CellSet::only(placement.cell()),
            Contradiction::NoPlace { house, .. } => house.cells(),
        }
    }

    /// What is wrong, with these names of cells and houses.
    pub(crate) fn told(&self, names: Names) -> String {
        match *self {
            Contradiction::Repeated(repetition) => repetition.told(names),
            Contradiction::EmptyCell { cell } => format!("no candidate for {}", (names.cell)(cell)),
            Contradiction::Struck(placement) => {
                format!("{} is not a candidate of {}", placement.digit(), (names.cell)(placement.cell()))
            }
            Contradiction::NoPlace { digit, house } => {
                format!("no place for {digit} in {}", (names.house)(house))
            }
        }
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Names::default()))
    }
}

impl std::error::Error for Contradiction {}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(line: &str) -> Result<Board, Contradiction> {
        Board::new(&Puzzle::from(line.parse::<Grid>().unwrap()))
    }

    fn contradiction(line: &str) -> String {
        board(line).unwrap_err().to_string()
    }

    #[test]
    fn a_contradiction_is_told_in_its_simplest_form() {
        let blanks = |count| ".".repeat(count);
        assert_eq!(contradiction(&format!("5.....5{}", blanks(74))), "two 5s in row 1: r1c1, r1c7");
        assert_eq!(
            contradiction(&format!(".12345678{}9{}", blanks(18), blanks(53))),
            "no candidate for r1c1"
        );
    }

    #[test]
    fn a_digit_without_place_is_found() {
        // The 1s of boxes 2 and 3 shut the 1 out of rows 1 and 2 of box 1, and its third row is full.
        let line = format!("...1...........1..234......{}", ".".repeat(54));
        assert_eq!(contradiction(&line), "no place for 1 in row 3");
    }

    #[test]
    fn placing_singles_solves_an_easy_puzzle() {
        let mut board =
            board("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
                .unwrap();
        while let Some(placement) = board.forced() {
            board = board.place(placement).unwrap();
        }
        assert!(board.is_solved() && board.values().is_solved());
    }

    #[test]
    fn a_wrong_placement_is_refused() {
        let board = board(&format!("5{}", ".".repeat(80))).unwrap();
        let wrong = board.place(Candidate::new(Cell::new(0, 8), Digit::Five));
        assert_eq!(wrong.unwrap_err().to_string(), "two 5s in row 1: r1c1, r1c9");
        let struck = Candidate::new(Cell::new(4, 4), Digit::Six);
        let without = board.eliminate(&CandidateSet::only(struck)).unwrap();
        assert_eq!(without.place(struck).unwrap_err().to_string(), "6 is not a candidate of r5c5");
        let all = board.candidates().cells(Digit::One) & House::new(crate::HouseKind::Row, 3).cells();
        let ones = all.iter().map(|cell| Candidate::new(cell, Digit::One)).collect();
        assert_eq!(board.eliminate(&ones).unwrap_err().to_string(), "no place for 1 in row 4");
    }
}
