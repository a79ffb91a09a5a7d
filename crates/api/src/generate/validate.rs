//! Rejects options that no puzzle can satisfy, which would otherwise use up all attempts.
//!
//! Each check is a fact about Sudoku, and its error message gives the reason.

use super::level::Ratings;
use crate::error::{Error, ErrorKind};
use std::ops::RangeInclusive;
use veridoku_core::generate::{Layout, Recipe, Symmetry};
use veridoku_core::{Cell, CellSet, House, HouseKind};
use veridoku_logic::Technique;
use veridoku_logic::rating::Difficulty;

// Gary McGuire, Bastian Tugemann and Gilles Civario, 2012.
/// The minimum number of clues of a puzzle with one solution.
const MIN_CLUES: usize = 17;

/// Rejects clue counts below the minimum.
pub(super) fn check_number(clues: usize) -> Result<(), Error> {
    if clues >= MIN_CLUES {
        return Ok(());
    }
    Err(rejected(format!(
        "found {clues} clues, expected at least {MIN_CLUES}: no puzzle with fewer has a unique solution"
    )))
}

/// Rejects clue counts that the symmetry cannot produce, because no union of its orbits has that many cells.
pub(super) fn check_symmetry(symmetry: Symmetry, clues: &RangeInclusive<usize>) -> Result<(), Error> {
    // Bit n is set if some union of orbits has n cells.
    let sums = symmetry.orbits().iter().fold(1_u128, |sums, orbit| sums | sums << orbit.len());
    if clues.clone().any(|number| number <= Cell::COUNT && sums >> number & 1 != 0) {
        return Ok(());
    }
    Err(rejected(format!(
        "found {} clues, expected a number that is possible with the symmetry {symmetry}",
        range(clues)
    )))
}

/// Rejects patterns with two empty lines in a band or stack: swapping these lines gives a second solution.
pub(super) fn check_pattern(cells: CellSet) -> Result<(), Error> {
    check_number(cells.len())?;
    for kind in [HouseKind::Row, HouseKind::Column] {
        for first in [0, 3, 6] {
            let band = (first..first + 3).map(|line| House::new(kind, line));
            let blank: Vec<House> = band.filter(|line| line.cells().is_disjoint(cells)).collect();
            if let [one, other, ..] = &blank[..] {
                return Err(rejected(format!(
                    "found a pattern without clues in {one} and {other}, expected at most one empty line per \
                     band or stack: swapping the two gives a second solution"
                )));
            }
        }
    }
    Ok(())
}

/// Rejects minimal puzzles with a full house: each clue of such a house follows from the other eight.
pub(super) fn check_minimal(recipe: &Recipe) -> Result<(), Error> {
    // Eight in each of nine rows.
    const MAX_CLUES: usize = 72;
    let fewest = *recipe.clue_range().start();
    if fewest > MAX_CLUES {
        return Err(rejected(format!(
            "found {fewest} clues, expected at most {MAX_CLUES}: a minimal puzzle has no full row"
        )));
    }
    let Layout::Pattern(cells) = recipe.layout else { return Ok(()) };
    match House::all().find(|house| (house.cells() - cells).is_empty()) {
        None => Ok(()),
        Some(house) => Err(rejected(format!(
            "found a pattern that fills {house}, expected a blank in it: a minimal puzzle has no full house"
        ))),
    }
}

/// Rejects a technique beyond hidden singles if the ratings allow only hidden singles: no such puzzle needs
/// it.
pub(super) fn check_technique(ratings: Ratings, techniques: &[Technique]) -> Result<(), Error> {
    // The next rating after hidden singles (1.5) is direct pointing (1.7).
    const HIDDEN_SINGLES: Difficulty = Difficulty::from_tenths(16);
    let order = |technique: &Technique| technique.description().order;
    let comes_before = techniques.iter().any(|technique| order(technique) >= order(&Technique::HiddenSingle));
    if ratings.high > HIDDEN_SINGLES || !comes_before || techniques.contains(&Technique::HiddenSingle) {
        return Ok(());
    }
    Err(rejected(format!(
        "found ratings of {ratings} and a technique, but puzzles with these ratings need only hidden singles"
    )))
}

/// Rejects puzzles beyond the largest index.
pub(super) fn check_index(first: u64, count: u64) -> Result<(), Error> {
    if first.checked_add(count.saturating_sub(1)).is_some() {
        return Ok(());
    }
    Err(rejected(format!(
        "found {count} puzzles starting at index {first}, expected none beyond index {}",
        u64::MAX
    )))
}

/// Formats a range of clue counts: `24-28`, or `24` if it has only one.
pub(super) fn range(clues: &RangeInclusive<usize>) -> String {
    let (low, high) = clues.clone().into_inner();
    if low == high { low.to_string() } else { format!("{low}-{high}") }
}

fn rejected(message: String) -> Error {
    Error::new(ErrorKind::Unsupported, message)
}
