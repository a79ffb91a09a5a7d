//! Aligned pair and triplet exclusion: eliminates candidates by ruling out combinations of digits that would
//! leave a common peer without candidates.
//!
//! The base cells are tried in Sudoku Explainer's order: all pairs, with the second cell in the outer loop.
//! For triplets, the third cell is a peer of the first or second cell and has two or three candidates.
//! Despite the name, the cells need not share a house.

use super::grid::{PEER_SETS, PEERS, RatingGrid, bits, cells_of};
use super::hint::RatingHint;
use super::scale::Rule;

/// The cells that can be base cells, and their excluders: the peers that can rule out combinations of digits.
#[derive(Debug)]
struct AlignedBases {
    cells: Vec<usize>,
    /// For each cell: its peers with 2 to `size` candidates. Empty if the cell cannot be a base cell.
    excluders: [u128; 81],
}

impl AlignedBases {
    fn new(grid: &RatingGrid, size: u32) -> AlignedBases {
        let small = (2..=size).fold(0, |cells, count| cells | grid.cells_with(count));
        let single = grid.cells_with(1);
        let mut bases = AlignedBases { cells: Vec::with_capacity(64), excluders: [0; 81] };
        for cell in 0..81 {
            let excluders = small & PEER_SETS[cell];
            if grid.count(cell) >= 2 && single & PEER_SETS[cell] == 0 && excluders != 0 {
                bases.cells.push(cell);
                bases.excluders[cell] = excluders;
            }
        }
        bases
    }
}

/// The candidate sets of those excluders whose candidates all occur in the base cells. No other excluder can
/// lose all its candidates.
#[derive(Debug, Default)]
struct ExcluderSets {
    sets: [u16; 20],
    count: usize,
}

impl ExcluderSets {
    fn new(grid: &RatingGrid, mut cells: u128, digits: u16) -> ExcluderSets {
        let mut excluders = ExcluderSets::default();
        while cells != 0 {
            let set = grid.candidates[cells.trailing_zeros() as usize];
            cells &= cells - 1;
            if set & !digits == 0 {
                excluders.sets[excluders.count] = set;
                excluders.count += 1;
            }
        }
        excluders
    }

    fn sets(&self) -> &[u16] {
        &self.sets[..self.count]
    }
}

/// Whether two cells see each other.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Visibility {
    Direct,
    Apart,
}

impl Visibility {
    fn between(one: usize, two: usize) -> Visibility {
        if PEER_SETS[one] >> two & 1 == 1 { Visibility::Direct } else { Visibility::Apart }
    }
}

/// For each digit of one base cell: the digits that the other base cell cannot have at the same time.
#[derive(Debug)]
struct ExcludedPairs([u16; 9]);

impl ExcludedPairs {
    /// Collects the combinations that the bivalue excluders rule out. If the base cells see each other, equal
    /// digits are ruled out as well.
    fn new(grid: &RatingGrid, mut excluders: u128, sight: Visibility) -> ExcludedPairs {
        let own = u16::from(sight == Visibility::Direct);
        let mut partners: [u16; 9] = std::array::from_fn(|digit| own << digit);
        while excluders != 0 {
            let pair = grid.candidates[excluders.trailing_zeros() as usize];
            excluders &= excluders - 1;
            let (low, rest) = (pair.trailing_zeros() as usize, pair & (pair - 1));
            partners[low] |= rest;
            partners[rest.trailing_zeros() as usize] |= 1 << low;
        }
        ExcludedPairs(partners)
    }

    /// Returns those of the `digits` of one cell that form an allowed combination with some digit of the
    /// other cell.
    fn allowed(&self, digits: u16, others: u16) -> u16 {
        bits(digits).filter(|&digit| others & !self.0[digit] != 0).fold(0, |mask, digit| mask | 1 << digit)
    }
}

fn removals(grid: &RatingGrid, cells: &[usize], allowed: &[u16]) -> Vec<(u8, u16)> {
    cells
        .iter()
        .zip(allowed)
        .map(|(&cell, allowed)| (cell as u8, grid.candidates[cell] & !allowed))
        .filter(|&(_, eliminated)| eliminated != 0)
        .collect()
}

/// Returns a hint for the first pair of cells with a candidate that is not part of any allowed combination.
pub(super) fn pair(grid: &RatingGrid) -> Option<RatingHint> {
    let bases = AlignedBases::new(grid, 2);
    for second_index in 1..bases.cells.len() {
        let second = bases.cells[second_index];
        for &first in &bases.cells[..second_index] {
            let common = bases.excluders[first] & bases.excluders[second];
            if common & common.wrapping_sub(1) == 0 {
                continue;
            }
            let excluded = ExcludedPairs::new(grid, common, Visibility::between(first, second));
            let [one, two] = [first, second].map(|cell| grid.candidates[cell]);
            let allowed = [excluded.allowed(one, two), excluded.allowed(two, one)];
            if allowed == [one, two] {
                continue;
            }
            let eliminated = removals(grid, &[first, second], &allowed);
            if let Some(hint) = RatingHint::eliminating(Rule::AlignedPair, eliminated) {
                return Some(hint);
            }
        }
    }
    None
}

/// Returns a hint for the first three cells with a candidate that is not part of any allowed combination.
pub(super) fn triplet(grid: &RatingGrid) -> Option<RatingHint> {
    let bases = AlignedBases::new(grid, 3);
    if bases.cells.len() < 3 {
        return None;
    }
    let base_set = bases.cells.iter().fold(0_u128, |set, &cell| set | 1 << cell);
    for second_index in 1..bases.cells.len() {
        let second = bases.cells[second_index];
        for &first in &bases.cells[..second_index] {
            let common = bases.excluders[first] & bases.excluders[second];
            if common & common.wrapping_sub(1) == 0 {
                continue;
            }
            let mut tail = (bases.excluders[first] | bases.excluders[second]) & base_set;
            // The third cell must also see at least two of the common excluders.
            tail &= !(1 << first | 1 << second) & seen_twice(common);
            if tail == 0 {
                continue;
            }
            let with = |third: usize| {
                let common = common & bases.excluders[third];
                if common & common.wrapping_sub(1) == 0 {
                    return None;
                }
                let cells = [first, second, third];
                let digits = cells.iter().fold(0, |digits, &cell| digits | grid.candidates[cell]);
                let excluders = ExcluderSets::new(grid, common, digits);
                RatingHint::eliminating(Rule::AlignedTriplet, excluded(grid, cells, excluders.sets()))
            };
            // Hints are rare. First check, in arbitrary order, whether there is one, and only then search in
            // Sudoku Explainer's order.
            if !cells_of(tail).any(|third| with(third).is_some()) {
                continue;
            }
            let ordered = PEERS[first].into_iter().chain(PEERS[second]).map(usize::from);
            return ordered.filter(|&third| tail >> third & 1 == 1).find_map(with);
        }
    }
    None
}

/// Returns the cells that see at least two of the given cells.
fn seen_twice(mut cells: u128) -> u128 {
    let (mut once, mut twice) = (0, 0);
    while cells != 0 {
        let peers = PEER_SETS[cells.trailing_zeros() as usize];
        cells &= cells - 1;
        twice |= once & peers;
        once |= peers;
    }
    twice
}

/// Returns the candidates of three cells that are in no allowed combination.
fn excluded(grid: &RatingGrid, cells: [usize; 3], excluders: &[u16]) -> Vec<(u8, u16)> {
    let [first, second, third] = cells;
    let digits = cells.map(|cell| grid.candidates[cell]);
    let sees = |one: usize, two: usize| PEER_SETS[one] >> two & 1 == 1;
    let (first_sees_second, first_sees_third) = (sees(first, second), sees(first, third));
    let second_sees_third = sees(second, third);
    let mut allowed = [0_u16; 3];
    for one in bits(digits[0]) {
        for two in bits(digits[1]) {
            if one == two && first_sees_second {
                continue;
            }
            let mut forbidden = 0_u16;
            if first_sees_third {
                forbidden |= 1 << one;
            }
            if second_sees_third {
                forbidden |= 1 << two;
            }
            let chosen = 1_u16 << one | 1 << two;
            for set in excluders {
                let rest = set & !chosen;
                if rest == 0 {
                    forbidden = 0x1FF;
                    break;
                }
                if rest.is_power_of_two() {
                    forbidden |= rest;
                }
            }
            let possible = digits[2] & !forbidden;
            if possible != 0 {
                allowed[0] |= 1 << one;
                allowed[1] |= 1 << two;
                allowed[2] |= possible;
                if allowed[1..] == digits[1..] {
                    // The remaining digits of the second cell cannot change the result.
                    break;
                }
            }
        }
        if allowed == digits {
            return Vec::new();
        }
    }
    removals(grid, &cells, &allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_candidate_in_no_allowed_combination_is_eliminated() {
        let grid = RatingGrid::BLANK.with(0, "14").with(1, "23").with(2, "12").with(9, "13");
        assert_eq!(pair(&grid).unwrap().as_eliminations(), (Rule::AlignedPair, 62, &[(0, 1)][..]));
        assert!(pair(&RatingGrid::BLANK.with(0, "14").with(1, "23").with(2, "12")).is_none());
    }

    #[test]
    fn triplets_are_excluded_by_cells_with_up_to_three_candidates() {
        let grid = RatingGrid::BLANK.with(0, "14").with(1, "23").with(2, "56");
        let grid = grid.with(9, "125").with(10, "126").with(11, "13");
        assert!(pair(&grid).is_none());
        assert_eq!(triplet(&grid).unwrap().as_eliminations(), (Rule::AlignedTriplet, 75, &[(0, 1)][..]));
    }
}
