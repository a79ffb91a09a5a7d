//! The grid that is rated, as bit masks: the candidates of each cell, and the places of each digit in each
//! house.
//!
//! The chain engine copies the grid for every assumption and eliminates individual candidates millions of
//! times. [`Position`](crate::Position), the grid of the hint engine, stores more data than that requires.
//! The houses are numbered in the order in which Sudoku Explainer's chain engine visits them:
//!
//! ```text
//! house   0 … 8 boxes   9 … 17 rows   18 … 26 columns
//! candidates[cell]      bit d: digit d + 1 is possible                     81 × u16
//! places[house][digit]  bit i: the digit can go in cell i of the house     27 × 9 × u16
//! ```

pub(super) use crate::bits::{bits, count};
use veridoku_core::Board;

/// The index of the first box.
pub(super) const BOXES: usize = 0;

/// The index of the first row.
pub(super) const ROWS: usize = 9;

/// The index of the first column.
pub(super) const COLUMNS: usize = 18;

/// The nine cells of each house, in reading order.
pub(super) const CELLS: [[u8; 9]; 27] = cells();

/// The box, row and column of each cell.
pub(super) const HOUSES: [[u8; 3]; 81] = houses();

/// The index of each cell within its box, row and column.
pub(super) const INDEXES: [[u8; 3]; 81] = indexes();

/// The twenty peers of each cell: those in its box, then the rest of its row, then the rest of its column.
pub(super) const PEERS: [[u8; 20]; 81] = peers();

/// The peers of each cell as a set, in which bit `c` represents cell `c`.
pub(super) const PEER_SETS: [u128; 81] = peer_sets();

/// The cells of each house as a set.
pub(super) const HOUSE_SETS: [u128; 27] = house_sets();

/// The cells that two houses of different kinds share, as a mask in which bit `i` represents the `i`-th cell
/// of the first house.
pub(super) const CROSSINGS: [[u16; 27]; 27] = crossings();

const fn cells() -> [[u8; 9]; 27] {
    let mut table = [[0; 9]; 27];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        table[BOXES + row / 3 * 3 + column / 3][row % 3 * 3 + column % 3] = cell as u8;
        table[ROWS + row][column] = cell as u8;
        table[COLUMNS + column][row] = cell as u8;
        cell += 1;
    }
    table
}

const fn houses() -> [[u8; 3]; 81] {
    let mut table = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        table[cell] = [(row / 3 * 3 + column / 3) as u8, (ROWS + row) as u8, (COLUMNS + column) as u8];
        cell += 1;
    }
    table
}

const fn indexes() -> [[u8; 3]; 81] {
    let mut table = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        table[cell] = [(row % 3 * 3 + column % 3) as u8, column as u8, row as u8];
        cell += 1;
    }
    table
}

const fn peers() -> [[u8; 20]; 81] {
    let mut table = [[0; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (mut seen, mut count) = (1_u128 << cell, 0);
        let mut kind = 0;
        while kind < 3 {
            let house = CELLS[HOUSES[cell][kind] as usize];
            let mut index = 0;
            while index < 9 {
                if seen & 1 << house[index] == 0 {
                    seen |= 1 << house[index];
                    table[cell][count] = house[index];
                    count += 1;
                }
                index += 1;
            }
            kind += 1;
        }
        cell += 1;
    }
    table
}

const fn peer_sets() -> [u128; 81] {
    let mut table = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut index = 0;
        while index < 20 {
            table[cell] |= 1 << PEERS[cell][index];
            index += 1;
        }
        cell += 1;
    }
    table
}

const fn house_sets() -> [u128; 27] {
    let mut table = [0; 27];
    let mut house = 0;
    while house < 27 {
        let mut index = 0;
        while index < 9 {
            table[house] |= 1 << CELLS[house][index];
            index += 1;
        }
        house += 1;
    }
    table
}

const fn crossings() -> [[u16; 27]; 27] {
    let mut table = [[0; 27]; 27];
    let mut house = 0;
    while house < 27 {
        let mut index = 0;
        while index < 9 {
            let others = HOUSES[CELLS[house][index] as usize];
            let mut kind = 0;
            while kind < 3 {
                if others[kind] as usize != house {
                    table[house][others[kind] as usize] |= 1 << index;
                }
                kind += 1;
            }
            index += 1;
        }
        house += 1;
    }
    table
}

/// Reports whether a mask has exactly two set bits.
pub(super) fn is_pair(mask: u16) -> bool {
    count(mask) == 2
}

/// Iterates over the cells of a set, lowest first.
pub(super) fn cells_of(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros() as usize;
            set &= set - 1;
            cell
        })
    })
}

/// A grid that is being rated: its candidates and some counts.
#[derive(Clone, Debug)]
pub(super) struct RatingGrid {
    /// The candidates of each empty cell; 0 for a cell with a value.
    pub(super) candidates: [u16; 81],
    /// The possible places of each digit in each house.
    pub(super) places: [[u16; 9]; 27],
    /// The number of empty cells in each house.
    pub(super) empty: [u8; 27],
    /// The number of times that each digit has been placed.
    pub(super) placed: [u8; 9],
    /// The number of empty cells.
    pub(super) empty_count: u8,
}

impl RatingGrid {
    /// An empty grid that has all candidates.
    pub(super) const BLANK: RatingGrid = RatingGrid {
        candidates: [0x1FF; 81],
        places: [[0x1FF; 9]; 27],
        empty: [9; 27],
        placed: [0; 9],
        empty_count: 81,
    };

    /// Creates a grid with the values and candidates of a board.
    pub(super) fn new(board: &Board) -> RatingGrid {
        let mut grid = RatingGrid::BLANK;
        for (cell, digit) in board.values().values() {
            grid.place(cell.index(), digit.index());
        }
        for cell in board.empty_cells() {
            let eliminated = grid.candidates[cell.index()] & !board.candidates().digits(cell).bits();
            for digit in bits(eliminated) {
                grid.eliminate(cell.index(), digit);
            }
        }
        grid
    }

    /// Reports whether every cell has a value.
    pub(super) fn is_solved(&self) -> bool {
        self.empty_count == 0
    }

    /// Returns the number of candidates of a cell.
    pub(super) fn count(&self, cell: usize) -> u32 {
        count(self.candidates[cell])
    }

    /// Eliminates a candidate; does nothing if it is already eliminated.
    pub(super) fn eliminate(&mut self, cell: usize, digit: usize) {
        self.candidates[cell] &= !(1 << digit);
        let (houses, indexes) = (HOUSES[cell], INDEXES[cell]);
        for kind in 0..3 {
            self.places[houses[kind] as usize][digit] &= !(1 << indexes[kind]);
        }
    }

    /// Places a digit in an empty cell and eliminates it from the peers.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        for other in bits(self.candidates[cell]) {
            self.eliminate(cell, other);
        }
        for peer in PEERS[cell] {
            self.eliminate(peer as usize, digit);
        }
        for house in HOUSES[cell] {
            self.empty[house as usize] -= 1;
        }
        self.placed[digit] += 1;
        self.empty_count -= 1;
    }

    /// Returns the cells with exactly `count` candidates.
    pub(super) fn cells_with(&self, count: u32) -> u128 {
        (0..81).filter(|&cell| self.count(cell) == count).fold(0, |cells, cell| cells | 1 << cell)
    }
}

/// Helpers that create grids for tests of individual techniques.
#[cfg(test)]
impl RatingGrid {
    /// Eliminates all candidates of a cell except these digits, given as a string such as `"12"`.
    pub(super) fn with(mut self, cell: usize, digits: &str) -> RatingGrid {
        for digit in (0..9_u8).filter(|&digit| !digits.contains(char::from(b'1' + digit))) {
            self.eliminate(cell, digit as usize);
        }
        self
    }

    /// Eliminates a digit (1 to 9) from all cells of a house except these.
    pub(super) fn confined(mut self, house: usize, digit: usize, cells: &[u8]) -> RatingGrid {
        for cell in CELLS[house].iter().filter(|cell| !cells.contains(cell)) {
            self.eliminate(*cell as usize, digit - 1);
        }
        self
    }
}
