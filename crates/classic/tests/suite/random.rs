//! Compares the solvers with the reference on random puzzles with explicit candidates.

use crate::reference::{SOLVED, XorShift};
use crate::{agrees, expected};
use veridoku_classic::ALGORITHMS;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, Grid, Puzzle};

/// Checks every solver on `count` puzzles. Returns how many of the puzzles have zero, one and several
/// solutions.
fn check(count: usize, mut make: impl FnMut() -> Puzzle) -> [usize; 3] {
    let mut seen = [0; 3];
    let mut unfinished = 0;
    for _ in 0..count {
        let puzzle = make();
        let expected = expected(&puzzle, 2);
        seen[expected.len()] += 1;
        for algorithm in &ALGORITHMS {
            unfinished += usize::from(!agrees(algorithm, &puzzle, &expected, 20_000));
        }
    }
    assert!(unfinished < count * ALGORITHMS.len() / 3, "{unfinished} runs did not finish");
    seen
}

#[test]
fn solvers_agree_on_random_sukakus() {
    let mut numbers = XorShift(37);
    let solution: Grid = SOLVED.parse().unwrap();
    let seen = check(150, || {
        let percent = 10 + numbers.below(28);
        let mut candidates: CandidateSet =
            solution.values().map(|(cell, digit)| Candidate::new(cell, digit)).collect();
        let others = (0..Candidate::COUNT).filter(|_| numbers.below(100) < percent);
        candidates.extend(others.filter_map(Candidate::from_index));
        if numbers.below(3) == 0 {
            // In the solution, 6 and 7 can be swapped in these four cells.
            let swapped = ["7r1c4", "6r1c5", "6r4c4", "7r4c5"];
            candidates.extend(swapped.map(|text| text.parse::<Candidate>().unwrap()));
        }
        if numbers.below(3) == 0 {
            candidates.remove(Candidate::new(Cell::new(4, 4), Digit::Five));
        }
        Puzzle::from(&candidates)
    });
    assert!(seen.iter().all(|&count| count > 10), "none, one and many: {seen:?}");
}

#[test]
fn solvers_agree_on_random_values_with_random_candidates() {
    let mut numbers = XorShift(81);
    let solution: Grid = SOLVED.parse().unwrap();
    let seen = check(150, || {
        let mut values = Grid::EMPTY;
        for (cell, digit) in solution.values() {
            if numbers.below(100) < 45 {
                values.set(cell, Some(digit));
            }
        }
        let cell = numbers.cell();
        match numbers.below(8) {
            // Set a digit that no peer has, but that is usually wrong.
            0 | 1 => values.set(cell, values.digits_left(cell).last()),
            // Set a random digit, which a peer usually has.
            2 => values.set(cell, Some(numbers.digit())),
            _ => {}
        }
        let mut candidates = CandidateSet::ALL;
        let cells: CellSet = Cell::all().filter(|_| numbers.below(3) == 0).collect();
        for cell in cells {
            let digits = DigitSet::from_bits(numbers.below(512) as u16);
            candidates.set_digits(cell, solution.get(cell).map_or(digits, |digit| digits.with(digit)));
        }
        Puzzle::from(values).with_candidates(&candidates)
    });
    assert!(seen.iter().all(|&count| count > 10), "none, one and many: {seen:?}");
}
