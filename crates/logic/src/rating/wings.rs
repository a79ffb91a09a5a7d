//! XY-wings and XYZ-wings. Every cell is tried as the pivot, with the pincers in the order of the pivot's
//! peers.
//!
//! ```text
//! pivot xy (or xyz)     pincers xz and yz, both seen by the pivot: z is eliminated from common peers
//! ```

use super::grid::{PEER_SETS, PEERS, RatingGrid, cells_of, count};
use super::hint::RatingHint;
use super::scale::Rule;

/// Returns the first wing of this rule that eliminates something. The rule determines how many candidates the
/// pivot has.
pub(super) fn find(grid: &RatingGrid, rule: Rule) -> Option<RatingHint> {
    let size = if rule == Rule::XyWing { 2 } else { 3 };
    let bivalue = grid.cells_with(2);
    for pivot in 0..81 {
        let digits = grid.candidates[pivot];
        if count(digits) != size || bivalue & PEER_SETS[pivot] == 0 {
            continue;
        }
        let pincers = || PEERS[pivot].into_iter().map(usize::from).filter(|&cell| bivalue >> cell & 1 == 1);
        for first in pincers() {
            let one = grid.candidates[first];
            if count(digits & !one) != 1 {
                continue;
            }
            for second in pincers() {
                let two = grid.candidates[second];
                if count(digits | one | two) != 3 || count(digits & one & two) != size - 2 {
                    continue;
                }
                let mut seen = PEER_SETS[first] & PEER_SETS[second] & !(1 << pivot);
                if rule == Rule::XyzWing {
                    seen &= PEER_SETS[pivot];
                }
                // The pincers share exactly one digit: the conditions above exclude pincers with the same two
                // candidates.
                let eliminated = one & two;
                let removals = cells_of(seen)
                    .filter(|&cell| grid.candidates[cell] & eliminated != 0)
                    .map(|cell| (cell as u8, eliminated))
                    .collect();
                if let Some(hint) = RatingHint::eliminating(rule, removals) {
                    return Some(hint);
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_xy_wing_eliminates_the_digit_that_its_pincers_share() {
        let grid = RatingGrid::BLANK.with(40, "12").with(36, "13").with(4, "23");
        assert_eq!(
            find(&grid, Rule::XyWing).unwrap().as_eliminations(),
            (Rule::XyWing, 42, &[(0, 0b100)][..])
        );
        assert!(find(&grid, Rule::XyzWing).is_none());
    }

    #[test]
    fn an_xyz_wing_eliminates_only_from_cells_that_see_the_pivot() {
        let grid = RatingGrid::BLANK.with(40, "123").with(36, "13").with(30, "23");
        let eliminated = [(39, 0b100), (41, 0b100)];
        assert_eq!(
            find(&grid, Rule::XyzWing).unwrap().as_eliminations(),
            (Rule::XyzWing, 44, &eliminated[..])
        );
        assert!(find(&grid, Rule::XyWing).is_none());
    }
}
