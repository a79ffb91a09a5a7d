//! A naive reference solver that every engine must agree with, and a generator of random numbers.
//!
//! The solver shares no code with the engines it checks, apart from the types of its input and output.
//! It uses plain arrays, computes houses by arithmetic, and recomputes all options at every step.
//! Tests include this file with `#[path]`.

use std::array;
use std::sync::LazyLock;
use veridoku_core::{CandidateSet, Cell, Digit, Grid};

/// A solved grid from which tests remove digits.
pub(crate) use veridoku_core::SAMPLE_SOLUTION as SOLVED;

/// The cells of each row, column and box.
static HOUSES: LazyLock<[Vec<usize>; 27]> = LazyLock::new(|| {
    array::from_fn(|house| (0..81).filter(|&cell| houses_of(cell).contains(&house)).collect())
});

/// Returns the indices in `HOUSES` of the row, the column and the box of a cell.
fn houses_of(cell: usize) -> [usize; 3] {
    [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3]
}

/// Returns up to `limit` solutions in which every cell takes one of its candidates.
///
/// The search always branches where the fewest options are left. Without that, contradictory boards
/// with few clues would take too long.
pub(crate) fn naive(candidates: &CandidateSet, limit: usize) -> Vec<Grid> {
    let allowed = array::from_fn(|cell| candidates.digits(Cell::new(cell / 9, cell % 9)).bits());
    // A cell with a single candidate counts as filled.
    let mut numbers = allowed.map(|digits: u16| match digits.count_ones() {
        1 => digits.trailing_zeros() as u8 + 1,
        _ => 0,
    });
    let repeats =
        |cells: &Vec<usize>, number| cells.iter().filter(|&&cell| numbers[cell] == number).count() > 1;
    let mut found = Vec::new();
    if limit > 0 && !HOUSES.iter().any(|cells| (1..=9).any(|number| repeats(cells, number))) {
        fill(&mut numbers, &allowed, limit, &mut found);
    }
    found
}

/// Fills the empty cells (number 0) in every possible way and collects the solutions in `found`.
fn fill(numbers: &mut [u8; 81], allowed: &[u16; 81], limit: usize, found: &mut Vec<Grid>) {
    if !numbers.contains(&0) {
        found.push(Grid::from_bytes(*numbers).expect("every number is between 1 and 9"));
        return;
    }
    for (cell, number) in fewest_options(numbers, allowed) {
        numbers[cell] = number;
        fill(numbers, allowed, limit, found);
        numbers[cell] = 0;
        if found.len() == limit {
            return;
        }
    }
}

/// Returns the smallest set of options: all digits for one empty cell, or all cells for one digit that is
/// missing from a house.
fn fewest_options(numbers: &[u8; 81], allowed: &[u16; 81]) -> Vec<(usize, u8)> {
    let digits_in =
        |cells: &Vec<usize>| cells.iter().fold(0, |digits, &cell| digits | 1 << numbers[cell]) >> 1;
    let taken: [u16; 27] = array::from_fn(|house| digits_in(&HOUSES[house]));
    let left = |cell| houses_of(cell).iter().fold(allowed[cell], |digits, &house| digits & !taken[house]);
    let options: [u16; 81] = array::from_fn(|cell| if numbers[cell] == 0 { left(cell) } else { 0 });

    let of_cell = |cell| (1..=9).filter(move |number| options[cell] >> (number - 1) & 1 != 0);
    let of_house = |house: usize, number: u8| {
        HOUSES[house].iter().copied().filter(move |&cell| options[cell] >> (number - 1) & 1 != 0)
    };
    let mut fewest: Vec<(usize, u8)> = Vec::new();
    let mut count = usize::MAX;
    for cell in (0..81).filter(|&cell| numbers[cell] == 0) {
        if of_cell(cell).count() < count {
            fewest = of_cell(cell).map(|number| (cell, number)).collect();
            count = fewest.len();
        }
    }
    for (house, taken) in taken.into_iter().enumerate() {
        for number in (1..=9).filter(|number| taken >> (number - 1) & 1 == 0) {
            if of_house(house, number).count() < count {
                fewest = of_house(house, number).map(|cell| (cell, number)).collect();
                count = fewest.len();
            }
        }
    }
    fewest
}

/// A small deterministic random number generator (Marsaglia's xorshift).
pub(crate) struct XorShift(pub(crate) u64);

impl XorShift {
    /// Returns a random number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    /// Returns a random cell.
    pub(crate) fn cell(&mut self) -> Cell {
        Cell::from_index(self.below(Cell::COUNT)).expect("the number is below 81")
    }

    /// Returns a random digit.
    pub(crate) fn digit(&mut self) -> Digit {
        Digit::ALL[self.below(Digit::COUNT)]
    }
}
