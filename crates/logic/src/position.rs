//! A partly solved puzzle: the values, and the remaining candidates of the empty cells.
//!
//! [`veridoku_core::Board`] rejects contradictory puzzles. A `Position` is optimized for the finders,
//! which query it thousands of times per second, so it stores the candidates in three ways:
//!
//! ```text
//! digits[cell]           which digits can go in this cell?         r1c3 → 2 4 7
//! cells[digit]           which cells can contain this digit?       4 → r1c3, r1c8, …
//! places[house][digit]   where in this house can this digit go?    row 1, 4 → places 3 and 8
//! ```
//!
//! Cells with a value have no candidates. The order in which singles appeared does not follow from the
//! candidates, so the position also keeps a [`SinglesQueue`].

use crate::puzzle_verdicts::PuzzleVerdicts;
use crate::singles_queue::SinglesQueue;
use veridoku_core::solve::{self, Limits};
use veridoku_core::{
    Board, Candidate, CandidateSet, Cell, CellSet, Contradiction, Digit, DigitSet, Grid, House, HouseKind,
    HouseSet, Puzzle,
};

/// Values, givens and the candidates of the empty cells.
///
/// Two positions are equal if they have the same values, givens, candidates and [`Uniqueness`], no matter how
/// they were reached.
#[derive(Clone, Debug)]
pub struct Position {
    values: Grid,
    givens: CellSet,
    empty: CellSet,
    digits: [DigitSet; Cell::COUNT],
    cells: [CellSet; Digit::COUNT],
    places: [[u16; Digit::COUNT]; House::COUNT],
    uniqueness: Uniqueness,
    queue: SinglesQueue,
}

impl PartialEq for Position {
    /// Ignores the order in which the singles appeared, and the tables that follow from the candidates.
    fn eq(&self, other: &Position) -> bool {
        self.values == other.values
            && self.givens == other.givens
            && self.cells == other.cells
            && self.uniqueness == other.uniqueness
    }
}

impl Eq for Position {}

/// Whether the givens are known to have exactly one solution.
///
/// Deadly patterns are valid only in this case.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// The givens alone, without any eliminated candidates, have exactly one solution.
    Known,
    /// The givens have several solutions or none, or this was not checked.
    Unknown,
}

impl Position {
    /// Creates the position of a puzzle, and computes the candidates that the puzzle does not specify.
    ///
    /// This also checks whether the givens have only one solution, which takes microseconds.
    ///
    /// # Errors
    ///
    /// Returns the contradiction if the puzzle breaks the rules.
    pub fn new(puzzle: &Puzzle) -> Result<Position, Contradiction> {
        let board = Board::new(puzzle)?;
        let limits = Limits::UNIQUE.with_nodes(PuzzleVerdicts::NODES);
        let found = solve::search(&puzzle.given_values(), limits);
        let uniqueness = if found.unique().is_some() { Uniqueness::Known } else { Uniqueness::Unknown };
        Ok(Position::of_board(&board, puzzle.givens(), uniqueness))
    }

    /// Creates the position of a board with these givens.
    pub(crate) fn of_board(board: &Board, givens: CellSet, uniqueness: Uniqueness) -> Position {
        Position::from_parts(*board.values(), givens, board.candidates(), uniqueness)
    }

    /// Creates the position of a puzzle that may break the rules. The result is for drawing, not for solving.
    pub fn unchecked(puzzle: &Puzzle) -> Position {
        let mut candidates = puzzle.candidates();
        for (cell, digit) in puzzle.values().values() {
            candidates.set_cells(digit, candidates.cells(digit) - cell.peers());
        }
        Position::from_parts(*puzzle.values(), puzzle.givens(), &candidates, Uniqueness::Unknown)
    }

    /// Creates a position from its parts; candidates of cells with a value are ignored.
    pub fn from_parts(
        values: Grid,
        givens: CellSet,
        candidates: &CandidateSet,
        uniqueness: Uniqueness,
    ) -> Position {
        let mut position = Position::blank(uniqueness);
        for cell in values.filled() {
            if let Some(digit) = values.get(cell) {
                position.place(Candidate::new(cell, digit));
            }
        }
        position.givens = givens;
        let derived = position.candidates();
        let mut remaining = *candidates;
        for digit in Digit::ALL {
            remaining.set_cells(digit, candidates.cells(digit) & position.empty);
        }
        if remaining.is_subset(&derived) {
            for candidate in &(derived - remaining) {
                position.eliminate(candidate);
            }
        } else {
            position.overwrite(&remaining);
        }
        position
    }

    /// Creates an empty grid with all candidates.
    fn blank(uniqueness: Uniqueness) -> Position {
        Position {
            values: Grid::EMPTY,
            givens: CellSet::EMPTY,
            empty: CellSet::ALL,
            digits: [DigitSet::ALL; Cell::COUNT],
            cells: [CellSet::ALL; Digit::COUNT],
            places: [[DigitSet::ALL.bits(); Digit::COUNT]; House::COUNT],
            uniqueness,
            queue: SinglesQueue::default(),
        }
    }

    /// Replaces the candidates, even if some of them break a rule. Queues the singles in the order of the
    /// cells.
    fn overwrite(&mut self, candidates: &CandidateSet) {
        self.cells = Digit::ALL.map(|digit| candidates.cells(digit));
        self.digits = [DigitSet::EMPTY; Cell::COUNT];
        self.places = [[0; Digit::COUNT]; House::COUNT];
        self.queue = SinglesQueue::default();
        for cell in self.empty {
            self.digits[cell.index()] = candidates.digits(cell);
            if let Some(last) = self.digits(cell).single() {
                self.queue.add_naked(Candidate::new(cell, last));
            }
        }
        for house in House::all() {
            for (place, cell) in house.cells_in_order().into_iter().enumerate() {
                for digit in self.digits[cell.index()] {
                    self.places[house.index()][digit.index()] |= 1 << place;
                }
            }
            for digit in Digit::ALL {
                if let Some(last) = self.cells_in(house, digit).single() {
                    self.queue.add_hidden(Candidate::new(last, digit));
                }
            }
        }
    }

    /// Returns the values, both givens and placed digits.
    pub fn values(&self) -> &Grid {
        &self.values
    }

    /// Returns the cells of the givens.
    pub fn givens(&self) -> CellSet {
        self.givens
    }

    /// Returns the cells without a value.
    pub fn empty_cells(&self) -> CellSet {
        self.empty
    }

    /// Reports whether every cell has a value.
    pub fn is_solved(&self) -> bool {
        self.empty.is_empty()
    }

    /// Returns whether the givens are known to have one solution.
    pub fn uniqueness(&self) -> Uniqueness {
        self.uniqueness
    }

    /// Returns the candidates of a cell; the set is empty for a cell with a value.
    pub fn digits(&self, cell: Cell) -> DigitSet {
        self.digits[cell.index()]
    }

    /// Returns the digits that are candidates of any of these cells.
    pub fn digits_of(&self, cells: CellSet) -> DigitSet {
        cells.iter().fold(DigitSet::EMPTY, |digits, cell| digits | self.digits(cell))
    }

    /// Returns the empty cells that have this candidate.
    pub fn cells(&self, digit: Digit) -> CellSet {
        self.cells[digit.index()]
    }

    /// Returns the empty cells of the house that have this candidate.
    pub fn cells_in(&self, house: House, digit: Digit) -> CellSet {
        self.cells[digit.index()] & house.cells()
    }

    /// Returns the places of the digit in the house as a bit mask: bit `i` is `house.cells_in_order()[i]`.
    pub fn places(&self, house: House, digit: Digit) -> u16 {
        self.places[house.index()][digit.index()]
    }

    /// Returns, for each digit, the houses in which it has exactly two places.
    pub(crate) fn strong_houses(&self) -> [HouseSet; Digit::COUNT] {
        let mut houses = [0; Digit::COUNT];
        for (index, by_digit) in self.places.iter().enumerate() {
            for (houses, &places) in houses.iter_mut().zip(by_digit) {
                let all_but_one = places & places.wrapping_sub(1);
                *houses |= u32::from(all_but_one.is_power_of_two()) << index;
            }
        }
        houses.map(HouseSet::from_bits)
    }

    /// Reports whether the candidate is still possible.
    pub fn has(&self, candidate: Candidate) -> bool {
        self.digits(candidate.cell()).contains(candidate.digit())
    }

    /// Returns the empty cells with exactly two candidates.
    pub fn bivalue_cells(&self) -> CellSet {
        let [_, two, three, _] = self.cells_with_at_least();
        two - three
    }

    /// Returns the empty cells with exactly three candidates.
    pub fn trivalue_cells(&self) -> CellSet {
        let [_, _, three, four] = self.cells_with_at_least();
        three - four
    }

    /// Returns four sets: the cells with at least one, two, three and four candidates. Computes them for all
    /// cells at once.
    fn cells_with_at_least(&self) -> [CellSet; 4] {
        let [mut one, mut two, mut three, mut four] = [CellSet::EMPTY; 4];
        for cells in self.cells {
            four |= three & cells;
            three |= two & cells;
            two |= one & cells;
            one |= cells;
        }
        [one, two, three, four]
    }

    /// Returns the candidates of all empty cells.
    pub fn candidates(&self) -> CandidateSet {
        self.candidates_in(DigitSet::ALL, CellSet::ALL)
    }

    /// Returns the candidates of this digit in these cells.
    pub fn candidates_of(&self, digit: Digit, cells: CellSet) -> CandidateSet {
        CandidateSet::of_digit(digit, self.cells(digit) & cells)
    }

    /// Returns the candidates of these digits in these cells.
    pub(crate) fn candidates_in(&self, digits: DigitSet, cells: CellSet) -> CandidateSet {
        let mut candidates = CandidateSet::EMPTY;
        for digit in digits {
            candidates.set_cells(digit, self.cells(digit) & cells);
        }
        candidates
    }

    /// Returns the singles in the order in which they appeared.
    pub(crate) fn queue(&self) -> &SinglesQueue {
        &self.queue
    }

    /// Places a digit in an empty cell and eliminates it from the cell's peers.
    ///
    /// Updates the peers first and the cell's own candidates last, which determines the order of new singles.
    /// The cell must be empty, because the eliminations of an earlier value cannot be undone.
    pub fn place(&mut self, placement: Candidate) {
        let (cell, digit) = (placement.cell(), placement.digit());
        debug_assert!(self.empty.contains(cell), "{placement}: the cell is not empty");
        let own = self.digits(cell);
        self.digits[cell.index()] = DigitSet::EMPTY;
        self.values.set(cell, Some(digit));
        self.empty.remove(cell);
        for peer in cell.peers() & self.cells(digit) {
            self.eliminate(Candidate::new(peer, digit));
        }
        for other in own {
            self.cells[other.index()].remove(cell);
            self.remove_from_houses(Candidate::new(cell, other));
        }
        self.queue.tidy(self.empty);
    }

    /// Eliminates a candidate, and reports whether it was present.
    pub fn eliminate(&mut self, candidate: Candidate) -> bool {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        if !self.digits[cell.index()].remove(digit) {
            return false;
        }
        self.cells[digit.index()].remove(cell);
        if let Some(last) = self.digits(cell).single() {
            self.queue.add_naked(Candidate::new(cell, last));
        }
        self.remove_from_houses(candidate);
        true
    }

    /// Removes the candidate from the places of its houses, and queues the resulting hidden singles.
    fn remove_from_houses(&mut self, candidate: Candidate) {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        for (house, place) in [
            (cell.house(HouseKind::Row), cell.column_index()),
            (cell.house(HouseKind::Column), cell.row_index()),
            (cell.house(HouseKind::Box), cell.row_index() % 3 * 3 + cell.column_index() % 3),
        ] {
            let places = &mut self.places[house.index()][digit.index()];
            *places &= !(1 << place);
            if places.is_power_of_two() {
                let last = house.cells_in_order()[places.trailing_zeros() as usize];
                // The cell that is being filled is still among the places of its houses, but has no
                // candidates.
                if self.digits(last).contains(digit) {
                    self.queue.add_hidden(Candidate::new(last, digit));
                }
            }
        }
    }

    /// Returns the same position with its singles queued in the order of the cells, as if it had been read
    /// from text.
    pub(crate) fn forget_order(&self) -> Position {
        Position::from_parts(self.values, self.givens, &self.candidates(), self.uniqueness)
    }

    /// Converts the position into a puzzle with explicit candidates.
    pub fn to_puzzle(&self) -> Puzzle {
        Puzzle::new(self.values, self.givens).with_candidates(&self.candidates())
    }
}
