//! Wishes that nobody can have, refused before any attempt: with them a search would go on until it is stopped.
//!
//! A file of its own because each refusal is a fact about Sudoku, with its reason.

use super::level::Ratings;
use crate::error::{Error, ErrorKind};
use std::ops::RangeInclusive;
use veridoku_core::generate::{Layout, Recipe, Symmetry};
use veridoku_core::{Cell, CellSet, House, HouseKind};
use veridoku_logic::Technique;
use veridoku_logic::rating::Difficulty;

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

/// Refuses a minimal puzzle with a full house: each clue there follows from the eight others.
pub(super) fn check_minimal(recipe: &Recipe) -> Result<(), Error> {
    // Eight in each of nine rows.
    const MOST_CLUES: usize = 72;
    let fewest = *recipe.numbers().start();
    if fewest > MOST_CLUES {
        return Err(refused(format!(
            "found {fewest} clues, expected {MOST_CLUES} at most: more fill a row, and a minimal puzzle has no full row"
        )));
    }
    let Layout::Pattern(cells) = recipe.layout else { return Ok(()) };
    match House::all().find(|house| (house.cells() - cells).is_empty()) {
        None => Ok(()),
        Some(house) => Err(refused(format!(
            "found a pattern that fills {house}, expected a blank there: a minimal puzzle has no full house"
        ))),
    }
}

/// Refuses a technique beyond hidden singles where the ratings allow for nothing else: no puzzle needs it then.
pub(super) fn check_technique(ratings: Ratings, techniques: &[Technique]) -> Result<(), Error> {
    // Above hidden singles, 1.5, comes direct pointing, 1.7.
    const HIDDEN_SINGLES: Difficulty = Difficulty::from_tenths(16);
    let order = |technique: &Technique| technique.description().order;
    let comes_before = techniques.iter().any(|technique| order(technique) >= order(&Technique::HiddenSingle));
    if ratings.high > HIDDEN_SINGLES || !comes_before || techniques.contains(&Technique::HiddenSingle) {
        return Ok(());
    }
    Err(refused(format!(
        "found ratings of {ratings} and a technique that no such puzzle needs: hidden singles solve it"
    )))
}

/// Refuses puzzles beyond the last index.
pub(super) fn check_index(first: u64, count: u64) -> Result<(), Error> {
    if first.checked_add(count.saturating_sub(1)).is_some() {
        return Ok(());
    }
    Err(refused(format!("found {count} puzzles from index {first} on, expected none beyond {}", u64::MAX)))
}

fn refused(message: String) -> Error {
    Error::new(ErrorKind::Unsupported, message)
}
