//! The naive solver that says what is right. It shares no code with the solvers it judges: plain
//! arrays, rules written out as arithmetic, everything worked out anew at every step.

use std::array;
use std::sync::LazyLock;
use veridoku_core::{Cell, Grid, Puzzle};

/// The cells of each row, column and box.
static HOUSES: LazyLock<[Vec<usize>; 27]> = LazyLock::new(|| {
    array::from_fn(|house| (0..81).filter(|&cell| houses_of(cell).contains(&house)).collect())
});

fn houses_of(cell: usize) -> [usize; 3] {
    [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3]
}

/// The solutions of the puzzle, the first `limit` of them.
pub(crate) fn solutions(puzzle: &Puzzle, limit: usize) -> Vec<Grid> {
    let mut numbers = *puzzle.values().as_bytes();
    let candidates = puzzle.candidates();
    let allowed = array::from_fn(|index| candidates.digits(Cell::new(index / 9, index % 9)).bits());
    let repeats =
        |cells: &Vec<usize>, number| cells.iter().filter(|&&cell| numbers[cell] == number).count() > 1;
    let mut found = Vec::new();
    if !HOUSES.iter().any(|cells| (1..=9).any(|number| repeats(cells, number))) {
        search(&mut numbers, &allowed, limit, &mut found);
    }
    found
}

fn search(numbers: &mut [u8; 81], allowed: &[u16; 81], limit: usize, found: &mut Vec<Grid>) {
    if numbers.iter().all(|&number| number != 0) {
        found.push(Grid::from_bytes(*numbers).unwrap());
        return;
    }
    for (cell, number) in fewest_options(numbers, allowed) {
        numbers[cell] = number;
        search(numbers, allowed, limit, found);
        numbers[cell] = 0;
        if found.len() == limit {
            return;
        }
    }
}

/// All options for one empty cell, or for one digit that a house lacks: whichever has the fewest.
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
