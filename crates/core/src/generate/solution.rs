//! Generates random solution grids. All 6,670,903,752,021,072,936,960 grids are equally likely.
//!
//! Filling cells at random with backtracking is not uniform: grids surrounded by dead ends come up too often.
//! With the method used here, the number of options is almost always independent of earlier choices. Where it
//! is not, the grid is rejected with exactly the probability that compensates for the difference.
//!
//! ```text
//!  box 1 │ box 2 │ box 3     1. the first band: one of 9! · 56 · 6⁶, all of them equally likely
//!  ──────┼───────┼──────
//!  ┊ ┊ ┊ │ ┊ ┊ ┊ │ ┊ ┊ ┊     2. the set of digits in each column of the second band: one of 56 ways in each
//!  ──────┼───────┼──────        stack, for every first band; the third band gets the rest
//!  ┊ ┊ ┊ │ ┊ ┊ ┊ │ ┊ ┊ ┊     3. the order within the columns: a ways in the second band, b in the third
//! ```
//!
//! 1. Box 1 is any order of nine digits. In box 2, no row may repeat a digit that the same row has in box 1.
//!    If row 1 of box 2 takes k digits from row 2 of box 1 and 3 - k from row 3, this determines how many
//!    digits the other rows take from each row, so there are C(3, k)³ ways. The sum over all k is 56. Box 3
//!    gets the rest. Each of the six rows within boxes 2 and 3 has six orders.
//! 2. The same holds in each stack: there are 56 ways to distribute the digits that the columns still need.
//! 3. The numbers a and b follow from the sets (`arrangement.rs` has a table of them). Keep the sets with
//!    probability a·b / m², where m is the largest number in the table; otherwise, start again. Then draw one
//!    of the a arrangements and one of the b arrangements.
//!
//! One round produces a given grid with probability 1/(9!·56·6⁶) · 1/56³ · a·b/m² · 1/a · 1/b, from which a
//! and b cancel out. So all grids are equally likely. Rounds are independent, and about one in 75 is kept.

use super::arrangement::{ARRANGEMENTS, Triples};
use crate::digit::Digit;
use crate::grid::Grid;
use crate::random::Random;

/// The number of ways to distribute the digits of a band or a stack, once its first box is known.
const DISTRIBUTIONS: usize = 56;

/// Returns a random solution grid, with all grids equally likely.
///
/// ```
/// use veridoku_core::Random;
/// use veridoku_core::generate::random_solution;
///
/// let solution = random_solution(&mut Random::new(1));
/// assert!(solution.is_solved());
/// assert_eq!(solution, random_solution(&mut Random::new(1)));
/// ```
pub fn random_solution(random: &mut Random) -> Grid {
    let arrangements = &*ARRANGEMENTS;
    let max_count = u64::from(arrangements.max_count());
    loop {
        let band = random_band(random);
        let [second, third] = random_columns(&band, random);
        // The conditions are checked in order, so the second count is looked up only if the first check
        // passes.
        if random.below(max_count) < u64::from(arrangements.count(&second))
            && random.below(max_count) < u64::from(arrangements.count(&third))
        {
            let others = [second, third].map(|columns| arrangements.random(&columns, random));
            return Grid::written(|numbers| {
                for (cell, number) in numbers.iter_mut().enumerate() {
                    let (row, column) = (cell / 9, cell % 9);
                    *number = 1 + match row {
                        0..3 => band[row][column],
                        _ => others[row / 3 - 1][column][row % 3],
                    };
                }
            });
        }
    }
}

/// Returns a random first band, with all bands equally likely. The rows contain digit indices, 0 to 8.
fn random_band(random: &mut Random) -> [[u8; 9]; 3] {
    let digits = random.permutation::<9>();
    let first: Triples =
        std::array::from_fn(|row| digits[3 * row..3 * row + 3].iter().fold(0, |set, digit| set | 1 << digit));
    let second = distribute(first, random.index(DISTRIBUTIONS));
    let third = remaining(first, second);
    let mut band = [[0; 9]; 3];
    for (row, cells) in band.iter_mut().enumerate() {
        cells[..3].copy_from_slice(&digits[3 * row..3 * row + 3]);
        for (box_index, triples) in [(1, second), (2, third)] {
            let order = random.permutation::<3>();
            for (digit, position) in digits_of(triples[row]).into_iter().zip(order) {
                cells[3 * box_index + usize::from(position)] = digit;
            }
        }
    }
    band
}

/// Returns random sets of digits for the columns of the second and the third band, with all possibilities
/// equally likely. The sets are grouped by band, and by box within a band.
fn random_columns(band: &[[u8; 9]; 3], random: &mut Random) -> [[Triples; 3]; 2] {
    let mut columns = [[[0; 3]; 3]; 2];
    for stack in 0..3 {
        let first: Triples =
            std::array::from_fn(|column| band.iter().fold(0, |set, row| set | 1 << row[3 * stack + column]));
        columns[0][stack] = distribute(first, random.index(DISTRIBUTIONS));
        columns[1][stack] = remaining(first, columns[0][stack]);
    }
    columns
}

/// Returns one of the 56 ways to distribute the nine digits over the three lines of the second box, given the
/// triples in the lines of the first box.
fn distribute([first, second, third]: Triples, way: usize) -> Triples {
    // `count` is the number of digits that the first line takes from the second; `choice` determines which
    // digits are taken.
    let (count, choice) = match way {
        0 => (0, 0),
        1..28 => (1, way - 1),
        28..55 => (2, way - 28),
        _ => (3, 0),
    };
    let part = |triple: u16, choice: usize| {
        let one = 1 << digits_of(triple)[choice % 3];
        match count {
            0 => 0,
            1 => one,
            2 => triple & !one,
            _ => triple,
        }
    };
    let (from_first, from_second, from_third) =
        (part(first, choice), part(second, choice / 3), part(third, choice / 9));
    [from_second | third & !from_third, from_third | first & !from_first, from_first | second & !from_second]
}

/// Returns the digits that remain for each line of the third box, given the triples of the first two.
fn remaining(first: Triples, second: Triples) -> Triples {
    std::array::from_fn(|line| 0o777 & !first[line] & !second[line])
}

/// Returns the three digits of a triple.
fn digits_of(triple: u16) -> [u8; 3] {
    let second = triple & (triple - 1);
    let third = second & second.wrapping_sub(1);
    [triple, second, third].map(|rest| rest.trailing_zeros() as u8 % Digit::COUNT as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::arrangement::{FIRST, PARTITIONS};

    /// Returns, for each kind of partition, the number of ways to fill the second and the third band, summed
    /// over all first bands whose columns hold `FIRST` in box 1 and a partition of this kind in box 2. Also
    /// returns this number for the band with `FIRST` in all boxes.
    fn completions_by_kind() -> ([u128; 5], u128) {
        let arrangements = &*ARRANGEMENTS;
        let distributions: Vec<[Triples; 2]> = (0..DISTRIBUTIONS)
            .map(|way| {
                let second = distribute(FIRST, way);
                [second, remaining(FIRST, second)]
            })
            .collect();
        // The table indices for the 56 distributions of another box, grouped by the partition of that box,
        // then by the distribution of the first box (lower half only), then by band.
        let table_indices: Vec<Vec<[[u16; DISTRIBUTIONS]; 2]>> = (0..PARTITIONS)
            .map(|other| {
                let triples = arrangements.partition(other);
                let ways: [Triples; DISTRIBUTIONS] = std::array::from_fn(|way| distribute(triples, way));
                let index = |band: usize, first: Triples, way: usize| {
                    let second = if band == 0 { ways[way] } else { remaining(triples, ways[way]) };
                    arrangements.index_beside(first, second) as u16
                };
                (0..DISTRIBUTIONS / 2)
                    .map(|first| {
                        std::array::from_fn(|band| {
                            std::array::from_fn(|way| index(band, distributions[first][band], way))
                        })
                    })
                    .collect()
            })
            .collect();
        // Distributions in the upper half exchange the two bands, so the total is twice the sum over the
        // lower half.
        let completions = |second: usize, third: usize| -> u128 {
            let mut sum = 0_u64;
            for (seconds, thirds) in table_indices[second].iter().zip(&table_indices[third]) {
                for (&upper, &lower) in seconds[0].iter().zip(&seconds[1]) {
                    let rows = [upper, lower].map(|row| arrangements.row(usize::from(row)));
                    for (&left, &right) in thirds[0].iter().zip(&thirds[1]) {
                        let counts = [rows[0][usize::from(left)], rows[1][usize::from(right)]].map(u64::from);
                        sum += counts[0] * counts[1];
                    }
                }
            }
            2 * u128::from(sum)
        };
        let mut by_kind = [0; 5];
        let mut first_of_kind: [Option<u128>; 5] = [None; 5];
        for second in 0..PARTITIONS {
            let kind = kind(FIRST, arrangements.partition(second));
            // All partitions of a kind have the same sum, so compute it once.
            let sum = *first_of_kind[kind].get_or_insert_with(|| {
                let counts = arrangements.row(second);
                (0..PARTITIONS).map(|third| u128::from(counts[third]) * completions(second, third)).sum()
            });
            by_kind[kind] += sum;
        }
        let same = arrangements.index_beside(FIRST, FIRST);
        (by_kind, completions(same, same))
    }

    /// Classifies how the triples of two boxes overlap, as one of five kinds.
    fn kind(one: Triples, other: Triples) -> usize {
        let common = |size: u32| {
            one.iter()
                .flat_map(|a| other.iter().map(move |b| (a & b).count_ones()))
                .filter(|&n| n == size)
                .count()
        };
        match (common(3), common(2)) {
            (3, _) => 0,
            (1, _) => 1,
            (0, 3) => 2,
            (0, 2) => 3,
            _ => 4,
        }
    }

    #[test]
    fn the_table_gives_the_known_number_of_grids() {
        let (by_kind, latin) = completions_by_kind();
        // There are 1680 ordered partitions in box 1, and six orders of the triples in each of the other
        // boxes.
        let grids = 1680 * 36 * by_kind.iter().sum::<u128>();
        assert_eq!(grids, 6_670_903_752_021_072_936_960, "Bertram Felgenhauer and Frazer Jarvis, 2005");
        assert_eq!(latin, 72 * 108_374_976, "the first of their 44 classes of bands");
    }

    #[test]
    fn there_are_56_different_distributions() {
        let mut seen = std::collections::HashSet::new();
        for way in 0..DISTRIBUTIONS {
            let second = distribute(FIRST, way);
            assert!(seen.insert(second));
            let third = remaining(FIRST, second);
            for triples in [second, third] {
                assert_eq!(triples.iter().fold(0, |set, triple| set | triple), 0o777);
                assert!(
                    triples
                        .iter()
                        .zip(FIRST)
                        .all(|(triple, first)| triple.count_ones() == 3 && triple & first == 0)
                );
            }
        }
    }

    #[test]
    #[allow(clippy::cast_precision_loss, reason = "an expected count need not be exact")]
    fn kinds_of_bands_and_stacks_have_their_expected_frequencies() {
        const GRIDS: u32 = 20_000;
        let (by_kind, _) = completions_by_kind();
        let all: u128 = by_kind.iter().sum();
        let mut random = Random::new(2005);
        // Count bands 1 to 3 and stacks 1 to 3 separately, because the method treats rows and columns
        // differently.
        let mut seen = [[0_u32; 5]; 6];
        let mut corner = [[0_u32; 9]; 9];
        for _ in 0..GRIDS {
            let grid = random_solution(&mut random);
            assert!(grid.is_solved());
            let numbers = grid.as_bytes();
            corner[usize::from(numbers[0]) - 1][usize::from(numbers[80]) - 1] += 1;
            for (place, seen) in seen.iter_mut().enumerate() {
                let [one, other] = [0, 1].map(|box_index| {
                    std::array::from_fn(|line| {
                        (0..3).fold(0, |set, position| {
                            let (across, along) = (3 * (place % 3) + position, 3 * box_index + line);
                            let cell = if place < 3 { 9 * across + along } else { 9 * along + across };
                            set | 1 << (numbers[cell] - 1)
                        })
                    })
                });
                seen[kind(one, other)] += 1;
            }
        }
        // With four degrees of freedom, chi-square exceeds 18.47 by chance once in a thousand times.
        for seen in seen {
            let chi_square: f64 = seen
                .iter()
                .zip(by_kind)
                .map(|(&seen, ways)| {
                    let expected = f64::from(GRIDS) * (ways as f64 / all as f64);
                    (f64::from(seen) - expected).powi(2) / expected
                })
                .sum();
            assert!(chi_square < 18.47, "{chi_square} {seen:?}");
        }
        // The two corners are equal in 1 of 9 grids, and all digits are equally likely.
        let same: u32 = (0..9).map(|digit| corner[digit][digit]).sum();
        assert!((2000..2445).contains(&same), "{same}: 5 standard deviations from 2222");
        assert!(corner.iter().all(|row| (1997..2447).contains(&row.iter().sum::<u32>())), "{corner:?}");
    }
}
