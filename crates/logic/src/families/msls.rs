//! Multi-sector locked sets (MSLS): N cells in several rows and columns with room for only N digits in total.
//!
//! ```text
//!              c1      c4      c8
//!      r2     257     127     578        The empty cells at the intersections of some rows and columns:
//!      r5     123      …       …         nine here. Each digit can occur in them at most once per row, and
//!      r9      …       …       …         at most once per column; the smaller number is its limit.
//! ```
//!
//! If the limits of all digits add up to the number of cells, every digit must reach its limit. It is then
//! eliminated from the rest of the rows (or columns) that determine its limit. A naked subset is the smallest
//! case.
//!
//! (David P. Bird collected these patterns. The counting argument is that of Allan Barker's truths and
//! links.)

use crate::bits::bits;
use crate::{Cover, Evidence, FinderContext, Position, Sink, Step, Technique, Truth};
use std::ops::{ControlFlow, RangeInclusive};
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, House, HouseKind};

/// The numbers of rows and columns to try. Smaller sets are fish and subsets; larger ones are complements of
/// smaller sets.
const LINES: RangeInclusive<u32> = 3..=5;

/// The number of subsets of the nine rows, or of the nine columns.
const SETS: usize = 1 << 9;

pub(crate) fn msls(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let mut known = CandidateSet::EMPTY;
    for (rows, columns) in locked(position) {
        if has_idle_line(position, rows, columns) {
            continue;
        }
        let (eliminated, cover) = conclude(position, rows, columns);
        // A larger set that eliminates nothing new is not reported.
        if !eliminated.is_subset(&known) {
            known |= eliminated;
            sink.take(Step::eliminating(Technique::Msls, eliminated, Evidence::Cover(cover)))?;
        }
    }
    ControlFlow::Continue(())
}

/// Nine 7-bit counters, one for each digit.
type DigitCounters = u64;

/// The value 1 in each counter.
const ONES: DigitCounters = {
    let mut ones = 0;
    let mut digit = 0;
    while digit < 9 {
        ones |= 1 << (7 * digit);
        digit += 1;
    }
    ones
};

/// The highest bit of each counter. All counts stay below it.
const HIGH: DigitCounters = ONES << 6;

/// For each set of digits, the value 1 in the counters of these digits.
const COUNTERS: [DigitCounters; SETS] = {
    let mut table = [0; SETS];
    let mut digits = 0;
    while digits < SETS {
        let mut digit = 0;
        while digit < 9 {
            if digits >> digit & 1 != 0 {
                table[digits] |= 1 << (7 * digit);
            }
            digit += 1;
        }
        digits += 1;
    }
    table
};

/// Returns the sum of the nine counters, taking the smaller of the two values for each digit.
fn sum_of_lower(left: DigitCounters, right: DigitCounters) -> u64 {
    let not_less = ((left | HIGH) - right) & HIGH;
    let choose_right = not_less - (not_less >> 6);
    let lower = (right & choose_right) | (left & !choose_right);
    // The multiplication adds up all counters in the topmost one.
    lower.wrapping_mul(ONES) >> 56 & 0x7f
}

/// Returns, for each line of a kind and each set of crossing lines, the value 1 in the counter of each digit
/// that has a place where they intersect.
fn digits_by_crossings(position: &Position, kind: HouseKind) -> Vec<[DigitCounters; SETS]> {
    let digits = |line: usize, crossing: usize| {
        let cell = if kind == HouseKind::Row { Cell::new(line, crossing) } else { Cell::new(crossing, line) };
        position.digits(cell).bits() as usize
    };
    let line = |line: usize| {
        let mut found = [0; SETS];
        for crossings in 1..SETS {
            let (lowest, rest) = (crossings.trailing_zeros() as usize, crossings & (crossings - 1));
            found[crossings] = found[rest] | COUNTERS[digits(line, lowest)];
        }
        found
    };
    (0..9).map(line).collect()
}

/// Returns the sets of rows and columns whose empty cells have room for only as many digits as there are
/// cells, smallest first.
fn locked(position: &Position) -> Vec<(u16, u16)> {
    let in_rows = digits_by_crossings(position, HouseKind::Row);
    let in_columns = digits_by_crossings(position, HouseKind::Column);
    let (left, right) = (sums(&in_columns[..4]), sums(&in_columns[4..]));
    let empty: [usize; 9] =
        std::array::from_fn(|row| (position.empty_cells().bits() >> (9 * row)) as usize & 0x1ff);
    let mut found = Vec::new();
    let mut by_rows = [0; SETS];
    let mut cells = [0; SETS];
    for columns in (0..SETS).filter(|columns| LINES.contains(&columns.count_ones())) {
        for rows in 1..SETS {
            let (lowest, rest) = (rows.trailing_zeros() as usize, rows & (rows - 1));
            by_rows[rows] = by_rows[rest] + in_rows[lowest][columns];
            cells[rows] = cells[rest] + u64::from((empty[lowest] & columns).count_ones());
            if !LINES.contains(&rows.count_ones()) {
                continue;
            }
            let by_columns = left[columns & 15][rows] + right[columns >> 4][rows];
            if sum_of_lower(by_rows[rows], by_columns) == cells[rows] {
                found.push((rows as u16, columns as u16));
            }
        }
    }
    found.sort_by_key(|(rows, columns)| rows.count_ones() * columns.count_ones());
    found
}

/// Returns, for each set of lines and each set of crossing lines, the sum of the counters of the lines.
fn sums(lines: &[[DigitCounters; SETS]]) -> Vec<[DigitCounters; SETS]> {
    let mut sums = vec![[0; SETS]; 1 << lines.len()];
    for set in 1..sums.len() {
        let (lowest, rest) = (set.trailing_zeros() as usize, set & (set - 1));
        for crossing in 0..SETS {
            sums[set][crossing] = sums[rest][crossing] + lines[lowest][crossing];
        }
    }
    sums
}

/// Reports whether some line contains none of the cells. If so, the set is the same without that line.
fn has_idle_line(position: &Position, rows: u16, columns: u16) -> bool {
    let crossing = |kind, lines| {
        bits(lines).map(|index| House::new(kind, index).cells()).fold(CellSet::EMPTY, |all, line| all | line)
    };
    let cells =
        crossing(HouseKind::Row, rows) & crossing(HouseKind::Column, columns) & position.empty_cells();
    let idle = |kind, lines| bits(lines).any(|index| cells.is_disjoint(House::new(kind, index).cells()));
    idle(HouseKind::Row, rows) || idle(HouseKind::Column, columns)
}

/// Returns the lines in which the digit has a place among these cells.
fn lines_with(position: &Position, digit: Digit, kind: HouseKind, lines: u16, cells: CellSet) -> Vec<House> {
    bits(lines)
        .map(|index| House::new(kind, index))
        .filter(|house| !(position.cells_in(*house, digit) & cells).is_empty())
        .collect()
}

/// Returns the eliminations and their evidence.
fn conclude(position: &Position, rows: u16, columns: u16) -> (CandidateSet, Cover) {
    let crossings = bits(rows).flat_map(|row| bits(columns).map(move |column| Cell::new(row, column)));
    let cells = crossings.collect::<CellSet>() & position.empty_cells();
    let mut eliminated = CandidateSet::EMPTY;
    let mut covers = Vec::new();
    for digit in Digit::ALL {
        let outside = |houses: &[House]| {
            let outside = |&house: &House| position.cells_in(house, digit) - cells;
            houses.iter().map(outside).fold(CellSet::EMPTY, |all, more| all | more)
        };
        let in_rows = lines_with(position, digit, HouseKind::Row, rows, cells);
        let in_columns = lines_with(position, digit, HouseKind::Column, columns, cells);
        // If the digit can occur equally often in the rows and in the columns, the side with more
        // eliminations is chosen.
        let by_rows =
            (in_columns.len(), outside(&in_rows).len()) >= (in_rows.len(), outside(&in_columns).len());
        let houses = if by_rows { in_rows } else { in_columns };
        eliminated |= position.candidates_of(digit, outside(&houses));
        covers.extend(houses.into_iter().map(|house| Truth::House(house, digit)));
    }
    (eliminated, Cover { truths: cells.iter().map(Truth::Cell).collect(), covers })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::{Sketch, all_eliminations, keep};
    use veridoku_core::Candidate;

    #[test]
    fn three_digits_fill_nine_intersections() {
        let mut position = Sketch::new().position();
        for (row, column) in [0, 3, 7].into_iter().flat_map(|row| [1, 4, 8].map(|column| (row, column))) {
            keep(&mut position, Cell::new(row, column), "123");
        }
        let eliminated = all_eliminations(msls, &position);
        assert!(eliminated.contains(Candidate::new(Cell::new(0, 0), Digit::ALL[0])));
        assert!(!eliminated.contains(Candidate::new(Cell::new(0, 0), Digit::ALL[3])));
        assert!(!eliminated.contains(Candidate::new(Cell::new(0, 1), Digit::ALL[0])));
        assert_eq!(all_eliminations(msls, &Sketch::new().position()), CandidateSet::EMPTY);
    }

    #[test]
    fn the_smaller_counters_are_added_up() {
        let (left, right) = ([1, 2, 3, 4, 5, 6, 0, 9, 9], [6, 5, 4, 3, 2, 1, 9, 0, 9]);
        let pack = |counts: [u64; 9]| (0..9).map(|digit| counts[digit] << (7 * digit)).sum::<u64>();
        let lower: u64 = (0..9).map(|digit| left[digit].min(right[digit])).sum();
        assert_eq!(sum_of_lower(pack(left), pack(right)), lower);
        assert_eq!(sum_of_lower(pack([9; 9]), pack([9; 9])), 81);
    }
}
