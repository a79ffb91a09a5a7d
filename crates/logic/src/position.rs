//! A puzzle half solved, as a person sees it: what is written, and what is still possible where.
//!
//! [`Board`](veridoku_core::Board) is the gate that refuses nonsense; a `Position` is what the finders
//! look at thousands of times a second, so it keeps the same candidates in the three ways they are asked for:
//!
//! ```text
//! digits[cell]           which digits can this cell be?            r1c3 → 2 4 7
//! cells[digit]           which cells can hold this digit?          4 → r1c3, r1c8, …
//! places[house][digit]   where in this house can this digit go?    row 1, 4 → places 3 and 8
//! ```
//!
//! Only empty cells have candidates here: a cell with a value is no longer a question. One thing is not to be
//! read from the candidates: the order in which the singles among them came up, which the [`SinglesQueue`] keeps.

use crate::singles_queue::SinglesQueue;
use veridoku_core::solve::{self, Limits};
use veridoku_core::{
    Board, Candidate, CandidateSet, Cell, CellSet, Contradiction, Digit, DigitSet, Grid, House, HouseKind,
    HouseSet, Puzzle,
};

/// The nodes spent on the question whether the givens have one solution.
const UNIQUENESS_BUDGET: u64 = 100_000;

/// Values, givens and the candidates of the empty cells.
///
/// Two positions are equal when these are, and what is known of their uniqueness, however they were reached.
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
    /// The order in which the singles came up is history, and the other tables follow from the candidates.
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
/// Deadly patterns prove something only then.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// The givens, without any candidate struck, have one solution.
    Known,
    /// They have several or none, or nobody has looked.
    Unknown,
}

impl Position {
    /// The position that is written down, with its candidates worked out where they are not.
    ///
    /// Its uniqueness is looked up: the search takes microseconds.
    ///
    /// # Errors
    ///
    /// The contradiction with the rules, if there is one.
    pub fn new(puzzle: &Puzzle) -> Result<Position, Contradiction> {
        let board = Board::new(puzzle)?;
        let givens = Puzzle::new(puzzle.given_values(), puzzle.givens());
        let found = solve::search(&givens, Limits::UNIQUE.with_nodes(UNIQUENESS_BUDGET));
        let one = found.first.is_some() && found.second.is_none() && found.end == solve::End::Complete;
        let uniqueness = if one { Uniqueness::Known } else { Uniqueness::Unknown };
        Ok(Position::from_parts(*board.values(), puzzle.givens(), board.candidates(), uniqueness))
    }

    /// The position as it is written, though it may break the rules: something to be drawn, not to be solved.
    pub fn unchecked(puzzle: &Puzzle) -> Position {
        let mut candidates = puzzle.candidates();
        for (cell, digit) in puzzle.values().values() {
            candidates.set_cells(digit, candidates.cells(digit) - cell.peers());
        }
        Position::from_parts(*puzzle.values(), puzzle.givens(), &candidates, Uniqueness::Unknown)
    }

    /// A position of known parts; candidates of cells with a value are ignored.
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
        let mut wanted = *candidates;
        for digit in Digit::ALL {
            wanted.set_cells(digit, candidates.cells(digit) & position.empty);
        }
        if wanted.is_subset(&derived) {
            for candidate in &(derived - wanted) {
                position.eliminate(candidate);
            }
        } else {
            position.overwrite(&wanted);
        }
        position
    }

    /// The empty grid with all its candidates.
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

    /// Replaces the candidates by these, though some of them break a rule; singles come up in the order of the cells.
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

    /// The values, givens and others.
    pub fn values(&self) -> &Grid {
        &self.values
    }

    /// The cells whose value was there from the start.
    pub fn givens(&self) -> CellSet {
        self.givens
    }

    /// The cells without a value.
    pub fn empty_cells(&self) -> CellSet {
        self.empty
    }

    /// Whether every cell has a value.
    pub fn is_solved(&self) -> bool {
        self.empty.is_empty()
    }

    /// Whether the givens are known to have one solution.
    pub fn uniqueness(&self) -> Uniqueness {
        self.uniqueness
    }

    /// The candidates of an empty cell; none for a cell with a value.
    pub fn digits(&self, cell: Cell) -> DigitSet {
        self.digits[cell.index()]
    }

    /// The digits that are candidates of any of these cells.
    pub fn digits_of(&self, cells: CellSet) -> DigitSet {
        cells.iter().fold(DigitSet::EMPTY, |digits, cell| digits | self.digits(cell))
    }

    /// The empty cells that have this candidate.
    pub fn cells(&self, digit: Digit) -> CellSet {
        self.cells[digit.index()]
    }

    /// The empty cells of the house that have this candidate.
    pub fn cells_in(&self, house: House, digit: Digit) -> CellSet {
        self.cells[digit.index()] & house.cells()
    }

    /// The places of the digit in the house: bit `i` stands for `house.cells_in_order()[i]`.
    pub fn places(&self, house: House, digit: Digit) -> u16 {
        self.places[house.index()][digit.index()]
    }

    /// For each digit the houses in which it has just two places.
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

    /// Whether the candidate is still possible.
    pub fn has(&self, candidate: Candidate) -> bool {
        self.digits(candidate.cell()).contains(candidate.digit())
    }

    /// The empty cells with exactly two candidates.
    pub fn bivalue_cells(&self) -> CellSet {
        let [_, two, three, _] = self.cells_with_at_least();
        two - three
    }

    /// The empty cells with exactly three candidates.
    pub fn trivalue_cells(&self) -> CellSet {
        let [_, _, three, four] = self.cells_with_at_least();
        three - four
    }

    /// The cells with at least one, two, three and four candidates, all counted at once.
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

    /// The candidates of all empty cells.
    pub fn candidates(&self) -> CandidateSet {
        let mut candidates = CandidateSet::EMPTY;
        for digit in Digit::ALL {
            candidates.set_cells(digit, self.cells(digit));
        }
        candidates
    }

    /// The candidates of these cells for this digit.
    pub fn candidates_of(&self, digit: Digit, cells: CellSet) -> CandidateSet {
        let mut candidates = CandidateSet::EMPTY;
        candidates.set_cells(digit, self.cells(digit) & cells);
        candidates
    }

    /// The singles in the order in which they came up.
    pub(crate) fn queue(&self) -> &SinglesQueue {
        &self.queue
    }

    /// Writes a digit into an empty cell and strikes it from the cell's peers.
    ///
    /// The peers come first and the cell's own candidates last: singles come up in this order. A cell that has a
    /// value must not be written again: what its first value struck would stay struck.
    pub fn place(&mut self, placement: Candidate) {
        let (cell, digit) = (placement.cell(), placement.digit());
        debug_assert!(self.empty.contains(cell), "{placement} in a filled cell");
        let own = self.digits(cell);
        self.digits[cell.index()] = DigitSet::EMPTY;
        self.values.set(cell, Some(digit));
        self.empty.remove(cell);
        for peer in cell.peers() & self.cells(digit) {
            self.eliminate(Candidate::new(peer, digit));
        }
        for other in own {
            self.cells[other.index()].remove(cell);
            self.leave_houses(Candidate::new(cell, other));
        }
        self.queue.tidy(self.empty);
    }

    /// Strikes one candidate; says whether it was there.
    pub fn eliminate(&mut self, candidate: Candidate) -> bool {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        if !self.digits[cell.index()].remove(digit) {
            return false;
        }
        self.cells[digit.index()].remove(cell);
        if let Some(last) = self.digits(cell).single() {
            self.queue.add_naked(Candidate::new(cell, last));
        }
        self.leave_houses(candidate);
        true
    }

    /// Takes the candidate out of the places of its houses, and notes the hidden singles that come of it.
    fn leave_houses(&mut self, candidate: Candidate) {
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
                // The cell that is being filled still counts in its houses, but is no question any more.
                if self.digits(last).contains(digit) {
                    self.queue.add_hidden(Candidate::new(last, digit));
                }
            }
        }
    }

    /// The puzzle that would be written down for this position, candidates and all.
    pub fn to_puzzle(&self) -> Puzzle {
        Puzzle::new(self.values, self.givens).with_candidates(&self.candidates())
    }
}
