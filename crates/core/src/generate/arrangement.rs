//! Counts the arrangements of the columns of a band, and picks one at random.
//!
//! Each of the nine columns of a band holds three digits. Suppose that the three digits are known, but not
//! their order. An *arrangement* orders each triple such that every row contains every digit.
//!
//! ```text
//! {1,4,7}{2,5,8}{3,6,9} | {4,7,8}{1,2,9}{3,5,6} | …          known: the columns as sets
//!
//!    1      2      3    |    4      9      6    | 5 8 7      an arrangement: each row has every digit
//!    4      5      6    |    7 …
//!    7      8      9    |    8 …
//! ```
//!
//! The first row takes a digit from each column, all of them different. Each digit then remains in two
//! columns, and each column has two digits left. Columns that share a digit therefore form cycles, and each
//! cycle allows two choices for the second row. So the number of arrangements is the sum of 2^(number of
//! cycles) over all first rows.
//!
//! This number depends only on how the three boxes split the digits into triples. If the digits are renamed
//! such that the first box is 123|456|789, each of the other two boxes is one of 280 partitions, which gives
//! a table of 280 × 280 numbers. Under the 1296 renamings that preserve 123|456|789, there are only five
//! kinds of second box. So only 5 × 280 = 1400 of the 78,400 numbers are computed, and the others are copied.

use crate::random::Random;
use std::sync::LazyLock;

/// Three disjoint triples of digits, as 9-bit masks: the contents of the three columns of a box.
pub(super) type Triples = [u16; 3];

/// The triples that the table assumes for the first box: 123, 456 and 789.
pub(super) const FIRST: Triples = [0o007, 0o070, 0o700];

/// The number of partitions of nine digits into three triples.
pub(super) const PARTITIONS: usize = 280;

/// The table of arrangement counts, computed when it is first used.
pub(super) static ARRANGEMENTS: LazyLock<Arrangements> = LazyLock::new(Arrangements::count_all);

/// A table of arrangement counts, as described at the top of this file.
#[derive(Debug)]
pub(super) struct Arrangements {
    partitions: Partitions,
    /// The counts, indexed by the partitions of the second and the third box.
    counts: Vec<[u16; PARTITIONS]>,
    /// The largest of all counts.
    max_count: u16,
}

impl Arrangements {
    fn count_all() -> Arrangements {
        let partitions = Partitions::new();
        let renamings = generating_renamings().map(|renaming| partitions.renamed(&renaming));
        let mut counts = vec![[0; PARTITIONS]; PARTITIONS];
        let mut is_counted = [false; PARTITIONS];
        for kind in 0..PARTITIONS {
            if is_counted[kind] {
                continue;
            }
            is_counted[kind] = true;
            counts[kind] = std::array::from_fn(|third| {
                let mut count = 0;
                let boxes = [FIRST, partitions.list[kind], partitions.list[third]];
                visit_first_rows(&boxes, |_, cycles| {
                    count += 1 << cycles.count;
                    false
                });
                count
            });
            let mut open = vec![kind];
            while let Some(second) = open.pop() {
                for renamed in &renamings {
                    let other = usize::from(renamed[second]);
                    if !is_counted[other] {
                        is_counted[other] = true;
                        open.push(other);
                        for (third, &there) in renamed.iter().enumerate() {
                            counts[other][usize::from(there)] = counts[second][third];
                        }
                    }
                }
            }
        }
        let max_count = counts.iter().flatten().copied().max().unwrap_or_default();
        Arrangements { partitions, counts, max_count }
    }

    /// Returns the number of arrangements of a band, given the digits in the columns of its boxes.
    pub(super) fn count(&self, boxes: &[Triples; 3]) -> u16 {
        let renaming = renaming_to_first(boxes[0]);
        let [second, third] = [1, 2].map(|other| self.partitions.index(renamed(boxes[other], &renaming)));
        self.counts[second][third]
    }

    /// Returns the largest number of arrangements of any band.
    pub(super) fn max_count(&self) -> u16 {
        self.max_count
    }

    /// Returns a random arrangement of these columns, with all arrangements equally likely. The result lists,
    /// for each of the nine columns, the digits in its three rows as indices from 0 to 8. At least one
    /// arrangement must exist.
    pub(super) fn random(&self, boxes: &[Triples; 3], random: &mut Random) -> [[u8; 3]; 9] {
        let mut number = random.below(u64::from(self.count(boxes)));
        let mut arrangement = [[0; 3]; 9];
        visit_first_rows(boxes, |first_row, cycles| {
            let here = 1 << cycles.count;
            if number >= here {
                number -= here;
                return false;
            }
            for (column, rows) in arrangement.iter_mut().enumerate() {
                let mut second = cycles.second_row[column];
                let mut third = boxes[column / 3][column % 3] & !first_row[column] & !second;
                if number >> cycles.cycle[column] & 1 != 0 {
                    (second, third) = (third, second);
                }
                *rows = [first_row[column], second, third].map(|digit| digit.trailing_zeros() as u8);
            }
            true
        });
        arrangement
    }
}

/// All partitions of the digits into three triples, by index.
#[derive(Debug)]
struct Partitions {
    list: Vec<Triples>,
    /// The index of each partition, looked up by the ranks of its first two triples.
    index: Vec<[u16; 84]>,
    /// The rank of each triple among all 84 triples, looked up by its mask.
    rank: [u8; 512],
}

impl Partitions {
    fn new() -> Partitions {
        let mut rank = [0; 512];
        let triples: Vec<u16> = (0..512_u16).filter(|mask| mask.count_ones() == 3).collect();
        for (position, &triple) in triples.iter().enumerate() {
            rank[usize::from(triple)] = position as u8;
        }
        let mut index = vec![[0; 84]; 84];
        let mut list = Vec::new();
        for &one in triples.iter().filter(|&&one| one & 1 != 0) {
            let lowest = 1 << (!one).trailing_zeros();
            for &two in triples.iter().filter(|&&two| two & one == 0 && two & lowest != 0) {
                index[usize::from(rank[usize::from(one)])][usize::from(rank[usize::from(two)])] =
                    list.len() as u16;
                list.push([one, two, 0o777 & !one & !two]);
            }
        }
        Partitions { list, index, rank }
    }

    /// Returns the index of a partition, whose triples may be in any order.
    fn index(&self, mut triples: Triples) -> usize {
        // Sort by the lowest digit of each triple.
        triples.sort_unstable_by_key(|triple| triple.trailing_zeros());
        let [one, two, _] = triples.map(|triple| usize::from(self.rank[usize::from(triple)]));
        usize::from(self.index[one][two])
    }

    /// Returns the index of each partition after renaming the digits.
    fn renamed(&self, renaming: &[u8; 9]) -> Vec<u16> {
        self.list.iter().map(|&triples| self.index(renamed(triples, renaming)) as u16).collect()
    }
}

/// Returns the renaming that turns these triples into `FIRST`.
fn renaming_to_first(triples: Triples) -> [u8; 9] {
    let mut renaming = [0; 9];
    let mut next = 0;
    for mut triple in triples {
        while triple != 0 {
            renaming[triple.trailing_zeros() as usize] = next;
            next += 1;
            triple &= triple - 1;
        }
    }
    renaming
}

/// Returns the triples with their digits renamed.
fn renamed(triples: Triples, renaming: &[u8; 9]) -> Triples {
    triples.map(|mut triple| {
        let mut renamed = 0;
        while triple != 0 {
            renamed |= 1 << renaming[triple.trailing_zeros() as usize];
            triple &= triple - 1;
        }
        renamed
    })
}

/// Returns four renamings that generate the group of all renamings preserving `FIRST`.
fn generating_renamings() -> [[u8; 9]; 4] {
    [
        // Exchange two digits of a triple; rotate its three digits; rotate the three triples; exchange two
        // triples.
        [1, 0, 2, 3, 4, 5, 6, 7, 8],
        [1, 2, 0, 3, 4, 5, 6, 7, 8],
        [3, 4, 5, 6, 7, 8, 0, 1, 2],
        [3, 4, 5, 0, 1, 2, 6, 7, 8],
    ]
}

/// The cycles of columns that remain after choosing a first row. Adjacent columns of a cycle share a digit.
struct ColumnCycles {
    count: u32,
    /// The index of the cycle to which each column belongs.
    cycle: [u8; 9],
    /// The digit of each column in the second row, for one of the two choices in each cycle.
    second_row: [u16; 9],
}

impl ColumnCycles {
    /// Finds the cycles, given the two digits that are left in each column.
    fn new(left: &[u16; 9]) -> ColumnCycles {
        let mut cycles = ColumnCycles { count: 0, cycle: [0; 9], second_row: [0; 9] };
        let mut open: u16 = 0o777;
        while open != 0 {
            let start = open.trailing_zeros() as usize;
            let mut column = start;
            let mut digit = left[start] & left[start].wrapping_neg();
            loop {
                open &= !(1 << column);
                cycles.cycle[column] = cycles.count as u8;
                cycles.second_row[column] = digit;
                // The other digit of this column goes in its third row, and so it goes in the second row of
                // the next column.
                digit = left[column] & !digit;
                match (0..9).find(|&other| open >> other & 1 != 0 && left[other] & digit != 0) {
                    Some(other) => column = other,
                    None => break,
                }
            }
            cycles.count += 1;
        }
        cycles
    }
}

/// Calls `visit` for every possible first row, passing one bit per digit and the cycles that remain, until
/// `visit` returns true.
fn visit_first_rows(boxes: &[Triples; 3], mut visit: impl FnMut(&[u16; 9], &ColumnCycles) -> bool) {
    let columns: [u16; 9] = std::array::from_fn(|column| boxes[column / 3][column % 3]);
    let mut row = [0; 9];
    // The digits still to be tried in each column.
    let mut options = [0; 9];
    options[0] = columns[0];
    let mut used = 0;
    let mut column = 0;
    loop {
        used &= !row[column];
        row[column] = 0;
        let choice = options[column] & options[column].wrapping_neg();
        if choice == 0 {
            if column == 0 {
                return;
            }
            column -= 1;
            continue;
        }
        options[column] &= !choice;
        row[column] = choice;
        used |= choice;
        if column < 8 {
            column += 1;
            options[column] = columns[column] & !used;
        } else if visit(
            &row,
            &ColumnCycles::new(&std::array::from_fn(|column| columns[column] & !row[column])),
        ) {
            return;
        }
    }
}

/// Access to the table, for tests that add up its numbers.
#[cfg(test)]
impl Arrangements {
    /// Returns the partition with this index.
    pub(super) fn partition(&self, index: usize) -> Triples {
        self.partitions.list[index]
    }

    /// Renames the digits such that the first box becomes `FIRST`, and returns the index of the partition
    /// that another box then has.
    pub(super) fn index_beside(&self, first: Triples, other: Triples) -> usize {
        self.partitions.index(renamed(other, &renaming_to_first(first)))
    }

    /// Returns the counts for a second box with this partition, indexed by the partition of the third box.
    pub(super) fn row(&self, second: usize) -> &[u16; PARTITIONS] {
        &self.counts[second]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts arrangements by trying all orders of all columns.
    fn count_by_brute_force(boxes: &[Triples; 3]) -> u64 {
        fn fill(columns: &[Vec<[u16; 3]>], rows: [u16; 3]) -> u64 {
            let Some((orders, others)) = columns.split_first() else { return 1 };
            let fits = |order: &&[u16; 3]| (0..3).all(|row| rows[row] & order[row] == 0);
            let with = |order: &[u16; 3]| fill(others, std::array::from_fn(|row| rows[row] | order[row]));
            orders.iter().filter(fits).map(with).sum()
        }
        let orders = |triple: u16| {
            let digits: Vec<u16> = (0..9).map(|digit| 1 << digit).filter(|bit| bit & triple != 0).collect();
            let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
            orders.map(|order| order.map(|position: usize| digits[position])).to_vec()
        };
        fill(&boxes.iter().flatten().map(|&triple| orders(triple)).collect::<Vec<_>>(), [0; 3])
    }

    fn random_boxes(random: &mut Random) -> [Triples; 3] {
        [(); 3].map(|()| {
            let digits = random.permutation::<9>();
            std::array::from_fn(|column| (0..3).fold(0, |set, row| set | 1 << digits[3 * column + row]))
        })
    }

    #[test]
    fn the_table_matches_a_brute_force_count() {
        assert_eq!(ARRANGEMENTS.partitions.list.len(), PARTITIONS);
        assert_eq!(ARRANGEMENTS.count(&[FIRST; 3]), 1728, "three independent Latin squares, 12 each");
        assert_eq!(ARRANGEMENTS.max_count(), 1728);
        let mut random = Random::new(5);
        for _ in 0..200 {
            let boxes = random_boxes(&mut random);
            assert_eq!(u64::from(ARRANGEMENTS.count(&boxes)), count_by_brute_force(&boxes), "{boxes:?}");
        }
    }

    #[test]
    fn arrangements_are_equally_likely() {
        let mut random = Random::new(6);
        for _ in 0..5 {
            let boxes = random_boxes(&mut random);
            let count = usize::from(ARRANGEMENTS.count(&boxes));
            if count == 0 {
                continue;
            }
            let mut seen = std::collections::HashMap::new();
            for _ in 0..200 * count {
                let arrangement = ARRANGEMENTS.random(&boxes, &mut random);
                for row in 0..3 {
                    let digits = arrangement.iter().fold(0, |set, column| set | 1 << column[row]);
                    assert_eq!(digits, 0o777, "a row lacks a digit");
                }
                for (column, rows) in arrangement.iter().enumerate() {
                    let digits = rows.iter().fold(0, |set, digit| set | 1 << digit);
                    assert_eq!(digits, boxes[column / 3][column % 3], "a column has other digits");
                }
                *seen.entry(arrangement).or_insert(0) += 1;
            }
            assert_eq!(seen.len(), count);
            // The bounds are six standard deviations.
            assert!(seen.values().all(|&times| (115..285).contains(&times)), "{:?}", seen.values());
        }
    }
}
