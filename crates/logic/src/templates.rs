//! Analyses all ways to place one digit in the whole grid, without listing them.
//!
//! There are 46,656 ways to place the same digit nine times, once in every house. Most questions about them
//! come down to this: which cells are used by at least one of the ways that are still possible? The digit can
//! be eliminated from all other cells, whatever fish, chain or colouring proves it. If there are no other
//! cells, no pattern of this digit alone can eliminate anything. So the finders of such patterns check this
//! first.
//!
//! The ways are not enumerated. Within a band, a way uses three cells in three different columns, one in each
//! stack. So there are only 27 combinations of columns per band, and a set of combinations fits in 27 bits.
//!
//! ```text
//!            stack 0   stack 1   stack 2
//! band      │ x . . │ . . . │ . . . │       columns 0, 2 and 1 of the stacks:
//!           │ . . . │ . . . │ . x . │       way 9·0 + 3·2 + 1 = 7
//!           │ . . . │ . . x │ . . . │
//! ```
//!
//! The ways of three bands fit together if they share no column; two of them determine the third.

use veridoku_core::CellSet;

/// A set of ways through a band: bit `9a + 3b + c` is the way with column `a` of stack 0, `b` of stack 1 and
/// `c` of stack 2.
type BandWays = u32;

/// The number of ways through a band.
const WAYS: usize = 27;

/// The possible orders of the stacks: for each order, the stack in which each row of a band has its cell.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Returns the column that the way uses in the stack.
const fn column(way: usize, stack: usize) -> usize {
    match stack {
        0 => way / 9,
        1 => way / 3 % 3,
        _ => way % 3,
    }
}

/// For each stack and each set of its three columns, the ways that use one of these columns.
const THROUGH: [[BandWays; 8]; 3] = {
    let mut table = [[0; 8]; 3];
    let mut stack = 0;
    while stack < 3 {
        let mut columns = 0;
        while columns < 8 {
            let mut way = 0;
            while way < WAYS {
                if columns >> column(way, stack) & 1 != 0 {
                    table[stack][columns] |= 1 << way;
                }
                way += 1;
            }
            columns += 1;
        }
        stack += 1;
    }
    table
};

/// For each way, the ways that share no column with it.
const APART: [BandWays; WAYS] = {
    let mut table = [0; WAYS];
    let mut way = 0;
    while way < WAYS {
        table[way] = THROUGH[0][7 ^ 1 << column(way, 0)]
            & THROUGH[1][7 ^ 1 << column(way, 1)]
            & THROUGH[2][7 ^ 1 << column(way, 2)];
        way += 1;
    }
    table
};

/// Iterates over a set of ways.
fn each(mut ways: BandWays) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let way = (ways != 0).then(|| ways.trailing_zeros() as usize)?;
        ways &= ways - 1;
        Some(way)
    })
}

/// Returns the possible ways through the three rows of a band, for each order of the stacks.
fn ways_of_band(rows: &[usize]) -> [BandWays; 6] {
    ORDERS.map(|order| {
        (0..3)
            .map(|row| THROUGH[order[row]][rows[row] >> (3 * order[row]) & 7])
            .fold(!0, |ways, row| ways & row)
    })
}

/// Returns the cells that are used by at least one way to place a digit on these cells, once in each house.
pub(crate) fn reachable(cells: CellSet) -> CellSet {
    let rows: [usize; 9] = std::array::from_fn(|row| (cells.bits() >> (9 * row)) as usize & 0x1ff);
    let by_order = [ways_of_band(&rows[..3]), ways_of_band(&rows[3..6]), ways_of_band(&rows[6..])];
    let open = by_order.map(|ways| ways.into_iter().fold(0, |all, ways| all | ways));

    let mut fitting: [BandWays; 3] = [0; 3];
    for first in each(open[0]) {
        for second in each(open[1] & APART[first]) {
            // In each stack, the three bands use the columns 0, 1 and 2, which add up to 3.
            let third = 9 * 3 + 3 * 3 + 3 - first - second;
            if open[2] >> third & 1 != 0 {
                fitting[0] |= 1 << first;
                fitting[1] |= 1 << second;
                fitting[2] |= 1 << third;
            }
        }
    }

    let mut reached = 0_u128;
    for band in 0..3 {
        for (order, ways) in ORDERS.iter().zip(by_order[band]) {
            let ways = ways & fitting[band];
            if ways == 0 {
                continue;
            }
            for (row, &stack) in order.iter().enumerate() {
                for column in 0..3 {
                    if ways & THROUGH[stack][1 << column] != 0 {
                        reached |= 1 << (27 * band + 9 * row + 3 * stack + column);
                    }
                }
            }
        }
    }
    CellSet::from_bits(reached)
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_core::{Cell, House};

    /// Enumerates, row by row, all ways to place the digit, collects the cells that they use, and returns the
    /// number of ways.
    fn walk(cells: CellSet, row: usize, way: CellSet, reached: &mut CellSet) -> usize {
        if row == 9 {
            *reached |= way;
            return 1;
        }
        (0..9)
            .map(|column| Cell::new(row, column))
            .filter(|&cell| cells.contains(cell) && cell.peers().is_disjoint(way))
            .map(|cell| walk(cells, row + 1, way.with(cell), reached))
            .sum()
    }

    #[test]
    fn an_empty_grid_has_46656_ways() {
        let mut reached = CellSet::EMPTY;
        assert_eq!(walk(CellSet::ALL, 0, CellSet::EMPTY, &mut reached), 46_656);
        assert_eq!(reachable(CellSet::ALL), CellSet::ALL);
    }

    #[test]
    fn reachable_cells_agree_with_a_full_enumeration() {
        let mut seed = 1_u64;
        let mut some = 0;
        for _ in 0..2_000 {
            let mut cells = CellSet::EMPTY;
            for cell in Cell::all() {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                if seed >> 33 & 7 < 3 {
                    cells.insert(cell);
                }
            }
            let mut reached = CellSet::EMPTY;
            walk(cells, 0, CellSet::EMPTY, &mut reached);
            assert_eq!(reachable(cells), reached);
            some += usize::from(!reached.is_empty() && reached != cells);
        }
        assert!(some > 100, "too few samples with some but not all cells reachable");
    }

    #[test]
    fn no_cell_is_reachable_if_a_house_has_no_cell() {
        for house in House::all() {
            assert_eq!(reachable(!house.cells()), CellSet::EMPTY);
        }
    }
}
