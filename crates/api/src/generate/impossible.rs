//! Wishes that nobody can have, refused before any attempt: with them a search would go on until it is stopped.
//!
//! A file of its own because each refusal is a fact about Sudoku, with its reason.

use crate::error::{Error, ErrorKind};
use std::ops::RangeInclusive;
use veridoku_core::generate::Symmetry;
use veridoku_core::{Cell, CellSet, House, HouseKind};

// Gary McGuire, Bastian Tugemann and Gilles Civario, 2012.
/// The fewest clues of a puzzle with one solution.
const FEWEST_CLUES: usize = 17;

/// Refuses so few clues that there are always several solutions.
pub(super) fn check_number(clues: usize) -> Result<(), Error> {
    if clues >= FEWEST_CLUES {
        return Ok(());
    }
    Err(refused(format!(
        "found {clues} clues, expected {FEWEST_CLUES} at least: fewer never have one solution"
    )))
}

/// Refuses numbers of clues that the groups of a symmetry do not add up to.
pub(super) fn check_symmetry(symmetry: Symmetry, clues: &RangeInclusive<usize>) -> Result<(), Error> {
    // Bit n: some of the orbits have n cells together.
    let sums = symmetry.orbits().iter().fold(1_u128, |sums, orbit| sums | sums << orbit.len());
    if clues.clone().any(|number| number <= Cell::COUNT && sums >> number & 1 != 0) {
        return Ok(());
    }
    let (low, high) = clues.clone().into_inner();
    let found = if low == high { low.to_string() } else { format!("{low}-{high}") };
    Err(refused(format!(
        "found {found} clues, expected a number to which groups of cells with the symmetry {symmetry} add up"
    )))
}

/// Refuses clues in cells that leave two lines of a band or a stack blank: exchanged, they give a second solution.
pub(super) fn check_pattern(cells: CellSet) -> Result<(), Error> {
    check_number(cells.len())?;
    for kind in [HouseKind::Row, HouseKind::Column] {
        for first in [0, 3, 6] {
            let band = (first..first + 3).map(|line| House::new(kind, line));
            let blank: Vec<House> = band.filter(|line| line.cells().is_disjoint(cells)).collect();
            if let [one, other, ..] = &blank[..] {
                return Err(refused(format!(
                    "found a pattern without clues in {one} and {other}, expected at most one such line in three: \
                     exchanged, they give a second solution"
                )));
            }
        }
    }
    Ok(())
}

fn refused(message: String) -> Error {
    Error::new(ErrorKind::Unsupported, message)
}
