//! A position without contradictions: values, and the candidates that are compatible with them.
//!
//! A [`Puzzle`] is the result of parsing and may contradict itself; `Board::new` checks it. Every board
//! guarantees:
//!
//! * no digit occurs twice in a house,
//! * a cell with a value has that value as its only candidate, and none of its peers has this candidate,
//! * every cell has a candidate, and every digit has a place in every house.

use crate::candidate::{Candidate, CandidateSet};
use crate::cell::{Cell, CellSet};
use crate::cell_names::{DefaultNames, Naming};
use crate::digit::{Digit, DigitSet};
use crate::grid::{Grid, Repetition};
use crate::house::House;
use crate::house_mask::HouseMask;
use crate::puzzle::Puzzle;
use std::fmt;

/// The values and candidates of a position without contradictions.
///
/// ```
/// use veridoku_core::{Board, Cell, Puzzle};
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let board = Board::new(&puzzle).unwrap();
/// assert_eq!(board.candidates().digits(Cell::new(4, 4)).to_string(), "5");
/// let text = board.to_string();
/// let first_row = "5      3      124    | 26     7      2468   | 1489   1249   248   ";
/// assert_eq!(text.lines().next(), Some(first_row));
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Board {
    values: Grid,
    candidates: CandidateSet,
}

impl Board {
    /// Checks a puzzle and computes its candidates.
    ///
    /// # Errors
    ///
    /// Returns an error if the puzzle contradicts itself. Repeated digits are checked first, then cells
    /// without candidates, then digits without a place in a house; the first contradiction found is returned.
    pub fn new(puzzle: &Puzzle) -> Result<Board, Contradiction> {
        let values = *puzzle.values();
        // For each digit, the cells that hold it, and the cells that see at least one of those.
        let (mut placed, mut seen) = ([CellSet::EMPTY; 9], [CellSet::EMPTY; 9]);
        let mut is_repeated = false;
        let filled = values.filled();
        for cell in filled {
            let Some(digit) = values.get(cell) else { continue };
            is_repeated |= seen[digit.index()].contains(cell);
            placed[digit.index()].insert(cell);
            seen[digit.index()] |= cell.peers();
        }
        if is_repeated && let Some(repetition) = values.repetitions().next() {
            return Err(Contradiction::Repeated(repetition));
        }
        let mut candidates = puzzle.written_candidates().copied().unwrap_or(CandidateSet::ALL);
        for digit in Digit::ALL {
            let open = candidates.cells(digit) - filled - seen[digit.index()];
            candidates.set_cells(digit, open | placed[digit.index()]);
        }
        Board { values, candidates }.checked()
    }

    /// Returns the values.
    pub fn values(&self) -> &Grid {
        &self.values
    }

    /// Returns the candidates. A cell with a value has only that candidate.
    pub fn candidates(&self) -> &CandidateSet {
        &self.candidates
    }

    /// Returns the cells without a value.
    pub fn empty_cells(&self) -> CellSet {
        !self.values.filled()
    }

    /// Returns whether every cell has a value. A board never repeats a digit in a house, so its values are
    /// then a solution.
    pub fn is_solved(&self) -> bool {
        self.empty_cells().is_empty()
    }

    /// Returns the board after placing a digit in a cell and eliminating it from the peers of the cell.
    ///
    /// # Errors
    ///
    /// Returns an error if the placement leads to an immediate contradiction, if the digit is not a candidate
    /// of the cell, or if the cell already has another value.
    pub fn place(&self, placement: Candidate) -> Result<Board, Contradiction> {
        let (cell, digit) = (placement.cell(), placement.digit());
        let mut board = *self;
        board.values.set(cell, Some(digit));
        if !self.candidates.contains(placement) {
            // The existing values contain no repetition, so any repetition involves the new value.
            let repetition = board.values.repetitions().next();
            return Err(repetition.map_or(Contradiction::NotCandidate(placement), Contradiction::Repeated));
        }
        let others = self.candidates.digits(cell).without(digit);
        board.candidates.set_digits(cell, DigitSet::only(digit));
        board.clear_peers(cell, digit);
        // There was no contradiction before, so only cells and houses that lost a candidate need checking.
        if let Some(cell) = (!board.candidates.occupied()).first() {
            return Err(Contradiction::EmptyCell { cell });
        }
        let mut houses = (!HouseMask::any(board.candidates.cells(digit))).houses();
        for house in cell.houses() {
            if others.iter().any(|other| board.candidates.cells(other).is_disjoint(house.cells())) {
                houses.insert(house);
            }
        }
        houses.first().and_then(|house| board.no_place(house)).map_or(Ok(board), Err)
    }

    /// Returns the board without these candidates.
    ///
    /// # Errors
    ///
    /// Returns an error if a cell is left without candidates, or a digit without a place in a house.
    pub fn eliminate(&self, eliminations: &CandidateSet) -> Result<Board, Contradiction> {
        Board { values: self.values, candidates: self.candidates - *eliminations }.checked()
    }

    /// Returns the first forced placement: an empty cell with only one candidate (a naked single) or, if
    /// there is none, a digit with only one place in a house (a hidden single).
    pub fn forced(&self) -> Option<Candidate> {
        let empty = self.empty_cells();
        if let Some(cell) = (self.candidates.lone_cells() & empty).first() {
            return Some(Candidate::new(cell, self.candidates.digits(cell).single()?));
        }
        let hidden = self.candidates.fold_cells(HouseMask::NONE, |hidden, cells| {
            hidden | HouseMask::any(cells & empty) & !HouseMask::two(cells)
        });
        let house = hidden.houses().first()?;
        Digit::ALL.into_iter().find_map(|digit| {
            let place = (self.candidates.cells(digit) & house.cells()).single()?;
            empty.contains(place).then_some(Candidate::new(place, digit))
        })
    }

    fn clear_peers(&mut self, cell: Cell, digit: Digit) {
        self.candidates.set_cells(digit, self.candidates.cells(digit) - cell.peers());
    }

    /// Returns the board if every cell has a candidate and every digit has a place in every house. Otherwise,
    /// returns the first contradiction.
    fn checked(self) -> Result<Board, Contradiction> {
        if let Some(cell) = (!self.candidates.occupied()).first() {
            return Err(Contradiction::EmptyCell { cell });
        }
        let placed =
            self.candidates.fold_cells(!HouseMask::NONE, |placed, cells| placed & HouseMask::any(cells));
        (!placed).houses().first().and_then(|house| self.no_place(house)).map_or(Ok(self), Err)
    }

    /// Returns the contradiction for the first digit without a place in the house, if there is one.
    fn no_place(&self, house: House) -> Option<Contradiction> {
        let has_no_place = |digit: &Digit| self.candidates.cells(*digit).is_disjoint(house.cells());
        let digit = Digit::ALL.into_iter().find(has_no_place)?;
        Some(Contradiction::NoPlace { digit, house })
    }
}

impl fmt::Display for Board {
    /// Draws the candidates of every cell in a 9×9 grid. A value appears as a single digit.
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

/// The reason why a position is contradictory.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// A digit occurs more than once in a house.
    Repeated(Repetition),
    /// A cell has no candidates.
    EmptyCell {
        /// The cell.
        cell: Cell,
    },
    /// A digit was placed in a cell where it is not a candidate.
    NotCandidate(Candidate),
    /// A digit has no place in a house.
    NoPlace {
        /// The digit.
        digit: Digit,
        /// The house.
        house: House,
    },
}

impl Contradiction {
    /// Returns the cells that are involved in the contradiction.
    pub fn cells(&self) -> CellSet {
        match *self {
            Contradiction::Repeated(repetition) => repetition.cells(),
            Contradiction::EmptyCell { cell } => CellSet::only(cell),
            Contradiction::NotCandidate(placement) => CellSet::only(placement.cell()),
            Contradiction::NoPlace { house, .. } => house.cells(),
        }
    }

    /// Appends a description that uses these names for cells and houses.
    pub(crate) fn describe(&self, names: impl Naming, text: &mut String) {
        match *self {
            Contradiction::Repeated(repetition) => repetition.describe(names, text),
            Contradiction::EmptyCell { cell } => {
                text.push_str("no candidate for ");
                names.cell(cell, text);
            }
            Contradiction::NotCandidate(placement) => {
                text.push(placement.digit().to_char());
                text.push_str(" is not a candidate of ");
                names.cell(placement.cell(), text);
            }
            Contradiction::NoPlace { digit, house } => {
                text.push_str("no place for ");
                text.push(digit.to_char());
                text.push_str(" in ");
                names.house(house, text);
            }
        }
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.describe(DefaultNames, &mut text);
        f.write_str(&text)
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
    fn the_simplest_contradiction_is_reported() {
        let blanks = |count| ".".repeat(count);
        assert_eq!(contradiction(&format!("5.....5{}", blanks(74))), "two 5s in row 1: r1c1, r1c7");
        assert_eq!(
            contradiction(&format!(".12345678{}9{}", blanks(18), blanks(53))),
            "no candidate for r1c1"
        );
    }

    #[test]
    fn a_digit_without_a_place_is_found() {
        // The 1s of boxes 2 and 3 rule out rows 1 and 2 of box 1, and row 3 of that box is full.
        let line = format!("...1...........1..234......{}", ".".repeat(54));
        assert_eq!(contradiction(&line), "no place for 1 in row 3");
    }

    #[test]
    fn placing_singles_solves_an_easy_puzzle() {
        let mut board = board(crate::SAMPLE).unwrap();
        while let Some(placement) = board.forced() {
            board = board.place(placement).unwrap();
        }
        assert!(board.is_solved() && board.values().is_solved());
    }

    #[test]
    fn an_invalid_placement_is_rejected() {
        let board = board(&format!("5{}", ".".repeat(80))).unwrap();
        let wrong = board.place(Candidate::new(Cell::new(0, 8), Digit::Five));
        assert_eq!(wrong.unwrap_err().to_string(), "two 5s in row 1: r1c1, r1c9");
        let eliminated = Candidate::new(Cell::new(4, 4), Digit::Six);
        let without = board.eliminate(&CandidateSet::only(eliminated)).unwrap();
        assert_eq!(without.place(eliminated).unwrap_err().to_string(), "6 is not a candidate of r5c5");
        let all = board.candidates().cells(Digit::One) & House::new(crate::HouseKind::Row, 3).cells();
        let ones = all.iter().map(|cell| Candidate::new(cell, Digit::One)).collect();
        assert_eq!(board.eliminate(&ones).unwrap_err().to_string(), "no place for 1 in row 4");
    }

    /// Finds the first contradiction of a board by scanning every cell and every house.
    fn first_contradiction_by_scan(board: &Board) -> Option<Contradiction> {
        let empty = Cell::all().find(|&cell| board.candidates.digits(cell).is_empty());
        let no_place = House::all().find_map(|house| {
            let digit = Digit::ALL.into_iter().find(|&digit| {
                house.cells().iter().all(|cell| !board.candidates.digits(cell).contains(digit))
            })?;
            Some(Contradiction::NoPlace { digit, house })
        });
        empty.map(|cell| Contradiction::EmptyCell { cell }).or(no_place)
    }

    /// Finds the first forced placement by scanning every cell, and then every house.
    fn forced_by_scan(board: &Board) -> Option<Candidate> {
        let is_empty = |cell: &Cell| board.values.get(*cell).is_none();
        let naked = Cell::all()
            .filter(is_empty)
            .find_map(|cell| Some(Candidate::new(cell, board.candidates.digits(cell).single()?)));
        naked.or_else(|| {
            let pairs = House::all().flat_map(|house| Digit::ALL.map(|digit| (house, digit)));
            pairs.into_iter().find_map(|(house, digit)| {
                let place = (board.candidates.cells(digit) & house.cells()).single().filter(is_empty)?;
                Some(Candidate::new(place, digit))
            })
        })
    }

    #[test]
    fn house_masks_agree_with_a_scan_of_each_house() {
        let solved: Grid = crate::SAMPLE_SOLUTION.parse().unwrap();
        let mut state = 5_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let (mut contradictions, mut placements) = (0, 0);
        for round in 0..2000 {
            let mut values = solved;
            for _ in 0..20 + round % 120 {
                values.set(Cell::at(random(81)), None);
            }
            values.set(Cell::at(random(81)), Digit::from_number(random(10) as u8));
            let puzzle = Puzzle::from(values);
            let mut candidates = puzzle.candidates();
            for (cell, digit) in values.values() {
                candidates.set_cells(digit, candidates.cells(digit) - cell.peers());
            }
            let plain = Board { values, candidates };
            let expected = match values.repetitions().next() {
                Some(repetition) => Some(Contradiction::Repeated(repetition)),
                None => first_contradiction_by_scan(&plain),
            };
            let result = Board::new(&puzzle);
            assert_eq!(result.err(), expected, "{values}");
            let Ok(mut board) = result else { continue };
            assert_eq!(board, plain);
            // Place forced digits and random candidates until there is a contradiction.
            while !board.is_solved() {
                assert_eq!(board.forced(), forced_by_scan(&board), "{board}");
                let cell = board.empty_cells().iter().nth(random(board.empty_cells().len())).unwrap();
                let digits = board.candidates.digits(cell);
                let other = Candidate::new(cell, digits.iter().nth(random(digits.len())).unwrap());
                let placement = board.forced().filter(|_| random(4) > 0).unwrap_or(other);
                let mut plain = board;
                plain.values.set(placement.cell(), Some(placement.digit()));
                plain.candidates.set_digits(placement.cell(), DigitSet::only(placement.digit()));
                plain.clear_peers(placement.cell(), placement.digit());
                match board.place(placement) {
                    Ok(next) => {
                        assert_eq!((next, first_contradiction_by_scan(&next)), (plain, None));
                        board = next;
                        placements += 1;
                    }
                    Err(contradiction) => {
                        assert_eq!(Some(contradiction), first_contradiction_by_scan(&plain), "{plain}");
                        contradictions += 1;
                        break;
                    }
                }
            }
        }
        assert!(contradictions > 100 && placements > 1000, "{contradictions}, {placements}");
    }
}
