//! The scalar engine: 27 words of 27 bits, one per digit and band.
//!
//! ```text
//! planes[digit][band], 27 bits:          minirows of a band     minicolumns of a stack
//!
//!   bit  0  1  2 │  3  4  5 │  6  7  8        0 │ 1 │ 2            0 1 2
//!        9 10 11 │ 12 13 14 │ 15 16 17        3 │ 4 │ 5            ─────
//!       18 19 20 │ 21 22 23 │ 24 25 26        6 │ 7 │ 8            3 4 5
//!                                                                  ─────
//!   set: the digit may still go there                              6 7 8
//! ```
//!
//! In a band a digit takes three of the nine minirows, one in each row and each box: a
//! permutation. A minirow that no permutation of possible minirows uses cannot hold the digit. The
//! same is true of minicolumns in a stack. One table of 512 entries ([`MATCHED`]) knows the answer
//! for both, and with it every pointing and claiming elimination. Once both directions stand
//! still, a digit that has one place left in a box or a column has one place in its row too, so
//! that looking at rows finds every hidden single.
//!
//! Naked singles come from counting the candidates of all 27 cells of a band at once, one binary
//! place a word. The search guesses where only two cases are left, a cell with two candidates or a
//! digit with two places, and keeps the board without that guess for later. Without the two places
//! Norvig's impossible puzzle takes more than two million nodes; with them, eleven.
//!
//! The band representation is that of zhou yundong's solver and of `JCZSolve`, for many years the
//! fastest known to the players' forum; the idea is theirs.

use super::Clues;
use crate::cell::Cell;
use crate::digit::Digit;
use crate::grid::Grid;
use crate::house::House;

/// All 27 cells of a band.
const BAND: u32 = (1 << 27) - 1;
/// All nine cells of a row.
const ROW: u32 = 0o777;
/// One bit in the first column of each of the three rows: times nine column bits, it copies them.
const THREE_ROWS: u32 = 1 | 1 << 9 | 1 << 18;

/// Which of its three minirows a row of nine bits touches.
const TOUCHED: [u8; 512] = {
    let mut table = [0; 512];
    let mut row = 0;
    while row < 512 {
        let mut minirow = 0;
        while minirow < 3 {
            if row >> (3 * minirow) & 0b111 != 0 {
                table[row] |= 1 << minirow;
            }
            minirow += 1;
        }
        row += 1;
    }
    table
};

/// For a 3×3 matrix of bits, those that are part of a permutation made of set bits.
const MATCHED: [u16; 512] = {
    let permutations =
        [0b100_010_001, 0b010_100_001, 0b100_001_010, 0b001_100_010, 0b010_001_100, 0b001_010_100];
    let mut table = [0; 512];
    let mut matrix = 0;
    while matrix < 512 {
        let mut index = 0;
        while index < permutations.len() {
            if matrix & permutations[index] == permutations[index] {
                table[matrix] |= permutations[index] as u16;
            }
            index += 1;
        }
        matrix += 1;
    }
    table
};

/// The cells of a band that lie in the matched minirows.
const MATCHED_CELLS: [u32; 512] = {
    let mut table = [0; 512];
    let mut matrix = 0;
    while matrix < 512 {
        let mut minirow = 0;
        while minirow < 9 {
            if MATCHED[matrix] >> minirow & 1 != 0 {
                table[matrix] |= 0b111 << (3 * minirow);
            }
            minirow += 1;
        }
        matrix += 1;
    }
    table
};

/// The peers of each cell, band by band.
const PEERS: [[u32; 3]; Cell::COUNT] = {
    let mut table = [[0; 3]; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT {
        let peers = Cell::at(index).peers().bits();
        table[index] = [peers as u32 & BAND, (peers >> 27) as u32 & BAND, (peers >> 54) as u32 & BAND];
        index += 1;
    }
    table
};

/// The cells of each house, one bit a cell.
const HOUSES: [u128; House::COUNT] = {
    let mut table = [0; House::COUNT];
    let mut index = 0;
    while index < House::COUNT {
        table[index] = House::at(index).cells().bits();
        index += 1;
    }
    table
};

/// The candidates of one position.
#[derive(Clone, Debug)]
struct Bands {
    /// The cells where each digit may go, band by band.
    planes: [[u32; 3]; 9],
    /// The same when the digit's rules were last applied: equal means nothing to do.
    settled: [[u32; 3]; 9],
    /// The cells whose only candidate has been struck from their peers.
    spread: [u32; 3],
}

/// How far propagation gets.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Propagated {
    /// A cell or a digit has no place left.
    Dead,
    /// Every cell has its digit.
    Solved,
    /// There are cells to guess at.
    Open,
}

impl Bands {
    fn new(clues: Clues<'_>) -> Bands {
        let mut bands = Bands { planes: [[BAND; 3]; 9], settled: [[0; 3]; 9], spread: [0; 3] };
        if let Some(candidates) = clues.candidates {
            for digit in Digit::ALL {
                let cells = candidates.cells(digit).bits();
                bands.planes[digit.index()] =
                    [cells as u32 & BAND, (cells >> 27) as u32 & BAND, (cells >> 54) as u32 & BAND];
            }
        }
        for (cell, digit) in clues.values.values() {
            let (band, bit) = split(cell.index());
            for plane in &mut bands.planes {
                plane[band] &= !bit;
            }
            bands.planes[digit.index()][band] |= bit;
        }
        bands
    }

    /// Applies the rules until nothing changes.
    fn propagate(&mut self) -> Propagated {
        loop {
            let Some(hidden) = self.settle_digits() else { return Propagated::Dead };
            let mut changed = self.keep_hidden_singles(hidden);
            let counts = CellCounts::of(&self.planes);
            if counts.any_cell_empty() {
                return Propagated::Dead;
            }
            changed |= self.spread_naked_singles(&counts);
            if !changed {
                return if counts.all_cells_single() { Propagated::Solved } else { Propagated::Open };
            }
        }
    }

    /// Applies the matching rules to every digit that has changed. Gives for each digit the cells
    /// in which it is the only one of its row, or nothing if a digit has lost its place.
    fn settle_digits(&mut self) -> Option<[[u32; 3]; 9]> {
        let mut hidden = [[0; 3]; 9];
        for ((plane, settled), hidden) in self.planes.iter_mut().zip(&mut self.settled).zip(&mut hidden) {
            if plane != settled {
                *plane = settle(*plane)?;
                *settled = *plane;
                *hidden = plane.map(single_in_row);
            }
        }
        Some(hidden)
    }

    /// In a cell that is the only place of a digit in its row, strikes the other digits. Two
    /// digits with the same only place strike each other, and the cell is found empty.
    fn keep_hidden_singles(&mut self, hidden: [[u32; 3]; 9]) -> bool {
        let mut claimed = [0; 3];
        for own in &hidden {
            for band in 0..3 {
                claimed[band] |= own[band];
            }
        }
        let mut changed = false;
        for (plane, own) in self.planes.iter_mut().zip(&hidden) {
            for band in 0..3 {
                let struck = plane[band] & claimed[band] & !own[band];
                plane[band] ^= struck;
                changed |= struck != 0;
            }
        }
        changed
    }

    /// Strikes the digit of every new naked single from the peers of its cell.
    fn spread_naked_singles(&mut self, counts: &CellCounts) -> bool {
        let mut changed = false;
        for band in 0..3 {
            let fresh = counts.single(band) & !self.spread[band];
            self.spread[band] |= fresh;
            if fresh == 0 {
                continue;
            }
            for plane in &mut self.planes {
                let mut cells = plane[band] & fresh;
                while cells != 0 {
                    let peers = &PEERS[27 * band + cells.trailing_zeros() as usize];
                    for (word, peers) in plane.iter_mut().zip(peers) {
                        changed |= *word & peers != 0;
                        *word &= !peers;
                    }
                    cells &= cells - 1;
                }
            }
        }
        changed
    }

    /// The guess: the first cell with two candidates; if there is none, the first digit with two
    /// places in a row, column or box; if there is none either, the first cell with the fewest
    /// candidates. The lowest digit and the first place are tried first.
    fn guess(&self) -> Guess {
        let counts = CellCounts::of(&self.planes);
        let (count, band, bit) = counts.fewest();
        if count > 2
            && let Some(guess) = self.two_places()
        {
            return guess;
        }
        let digit = (0..9).find(|&digit| self.planes[digit][band] & bit != 0).unwrap_or(0);
        Guess { digit, band, bit }
    }

    /// The first of the two places that some digit has left in some house.
    fn two_places(&self) -> Option<Guess> {
        (0..9).find_map(|digit| {
            let cells =
                self.planes[digit].into_iter().rev().fold(0, |cells, word| cells << 27 | word as u128);
            let house = HOUSES.iter().find(|&house| (cells & house).count_ones() == 2)?;
            let (band, bit) = split((cells & house).trailing_zeros() as usize);
            Some(Guess { digit, band, bit })
        })
    }

    fn keep(&mut self, guess: Guess) {
        for plane in &mut self.planes {
            plane[guess.band] &= !guess.bit;
        }
        self.planes[guess.digit][guess.band] |= guess.bit;
    }

    fn strike(&mut self, guess: Guess) {
        self.planes[guess.digit][guess.band] &= !guess.bit;
    }

    /// The grid of a solved position.
    fn grid(&self) -> Grid {
        let mut grid = Grid::EMPTY;
        for digit in Digit::ALL {
            for (band, mut cells) in self.planes[digit.index()].into_iter().enumerate() {
                while cells != 0 {
                    grid.set(Cell::at(27 * band + cells.trailing_zeros() as usize), Some(digit));
                    cells &= cells - 1;
                }
            }
        }
        grid
    }
}

/// A digit tried in a cell.
#[derive(Copy, Clone, Debug)]
struct Guess {
    digit: usize,
    band: usize,
    bit: u32,
}

/// The band and the bit of a cell.
fn split(cell: usize) -> (usize, u32) {
    (cell / 27, 1 << (cell % 27))
}

/// Applies the matching rules to one digit until nothing changes; nothing if it has no place left
/// in some house.
fn settle(mut plane: [u32; 3]) -> Option<[u32; 3]> {
    loop {
        let before = plane;
        let mut columns = [0; 3];
        for (word, columns) in plane.iter_mut().zip(&mut columns) {
            let touched = |row: u32| TOUCHED[(*word >> (9 * row) & ROW) as usize] as usize;
            *word &= MATCHED_CELLS[touched(0) | touched(1) << 3 | touched(2) << 6];
            if *word == 0 {
                return None;
            }
            *columns = (*word | *word >> 9 | *word >> 18) & ROW;
        }
        let mut matched = [0; 3];
        for stack in 0..3 {
            let columns_of = |band: usize| (columns[band] >> (3 * stack) & 0b111) as usize;
            let pairs = MATCHED[columns_of(0) | columns_of(1) << 3 | columns_of(2) << 6] as u32;
            for (band, matched) in matched.iter_mut().enumerate() {
                *matched |= (pairs >> (3 * band) & 0b111) << (3 * stack);
            }
        }
        for (word, matched) in plane.iter_mut().zip(matched) {
            *word &= matched * THREE_ROWS;
        }
        if plane == before {
            return Some(plane);
        }
    }
}

/// The cells that are alone in their row of the band.
fn single_in_row(word: u32) -> u32 {
    let alone = |row: u32| {
        let cells = word >> (9 * row) & ROW;
        if cells & cells.wrapping_sub(1) == 0 { cells << (9 * row) } else { 0 }
    };
    alone(0) | alone(1) | alone(2)
}

/// The number of candidates of every cell as four binary places, each one bit a cell.
struct CellCounts {
    ones: [u32; 3],
    twos: [u32; 3],
    fours: [u32; 3],
    eights: [u32; 3],
}

impl CellCounts {
    fn of(planes: &[[u32; 3]; 9]) -> CellCounts {
        let mut counts = CellCounts { ones: [0; 3], twos: [0; 3], fours: [0; 3], eights: [0; 3] };
        for band in 0..3 {
            for plane in planes {
                let mut carry = plane[band];
                for place in [&mut counts.ones, &mut counts.twos, &mut counts.fours, &mut counts.eights] {
                    let sum = place[band] ^ carry;
                    carry &= place[band];
                    place[band] = sum;
                }
            }
        }
        counts
    }

    /// The cells of the band that have so many candidates.
    fn with(&self, count: u32, band: usize) -> u32 {
        let place = |bits: &[u32; 3], weight: u32| if count & weight == 0 { !bits[band] } else { bits[band] };
        place(&self.ones, 1) & place(&self.twos, 2) & place(&self.fours, 4) & place(&self.eights, 8) & BAND
    }

    fn single(&self, band: usize) -> u32 {
        self.with(1, band)
    }

    fn any_cell_empty(&self) -> bool {
        (0..3).any(|band| self.with(0, band) != 0)
    }

    fn all_cells_single(&self) -> bool {
        (0..3).all(|band| self.with(1, band) == BAND)
    }

    /// The first cell with the fewest candidates, two at least: how many, its band and its bit.
    fn fewest(&self) -> (u32, usize, u32) {
        for count in 2..=9 {
            for band in 0..3 {
                let cells = self.with(count, band);
                if cells != 0 {
                    return (count, band, cells & cells.wrapping_neg());
                }
            }
        }
        unreachable!("an open position has a cell with two candidates or more")
    }
}

/// A depth-first search that can be left after each solution and taken up again.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// The positions still to be looked at, the next one last.
    waiting: Vec<Bands>,
    nodes: u64,
}

/// What a search comes to next.
#[derive(Debug)]
pub(super) enum Advance {
    Solution(Grid),
    Exhausted,
    OutOfNodes,
}

impl Search {
    pub(super) fn new(clues: Clues<'_>) -> Search {
        Search { waiting: vec![Bands::new(clues)], nodes: 0 }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Goes on to the next solution, to the end, or until `budget` nodes are used in all.
    pub(super) fn advance(&mut self, budget: u64) -> Advance {
        while let Some(mut bands) = self.waiting.pop() {
            loop {
                match bands.propagate() {
                    Propagated::Dead => break,
                    Propagated::Solved => return Advance::Solution(bands.grid()),
                    Propagated::Open => {}
                }
                if self.nodes >= budget {
                    self.waiting.push(bands);
                    return Advance::OutOfNodes;
                }
                self.nodes += 1;
                let guess = bands.guess();
                let mut others = bands.clone();
                others.strike(guess);
                self.waiting.push(others);
                bands.keep(guess);
            }
        }
        Advance::Exhausted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matched_bits_are_those_of_permutations() {
        for matrix in 0..512_u16 {
            let bit = |row: usize, column: usize| matrix >> (3 * row + column) & 1 != 0;
            let mut expected = 0;
            for a in 0..3 {
                for b in (0..3).filter(|&b| b != a) {
                    let c = 3 - a - b;
                    if bit(0, a) && bit(1, b) && bit(2, c) {
                        expected |= 1 << a | 1 << (3 + b) | 1 << (6 + c);
                    }
                }
            }
            assert_eq!(MATCHED[matrix as usize], expected, "{matrix:09b}");
        }
    }

    #[test]
    fn counts_are_those_of_the_cells() {
        let mut planes = [[0; 3]; 9];
        for cell in 0..81 {
            for plane in planes.iter_mut().take(cell % 10) {
                plane[cell / 27] |= 1 << (cell % 27);
            }
        }
        let counts = CellCounts::of(&planes);
        for cell in 0..81 {
            let (band, bit) = split(cell);
            for count in 0..=9 {
                assert_eq!(counts.with(count, band) & bit != 0, cell % 10 == count as usize);
            }
        }
    }
}
