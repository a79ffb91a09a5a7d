//! Sentences for singles, locked candidates and subsets.

use super::words::{Notation, digits, listed, number, one};
use crate::evidence::{Evidence, Subset, SubsetKind};
use crate::position::Position;
use crate::step::Step;
use crate::technique::Technique;
use veridoku_core::{Digit, House};

/// One candidate left in a cell, or one place left in a house.
pub(super) fn single(step: &Step, position: &Position, house: Option<House>, notation: Notation) -> String {
    let Some(placement) = step.placements.first() else { return String::new() };
    let (cell, digit) = (notation.cell(placement.cell()), placement.digit());
    match (step.technique, house) {
        (Technique::FullHouse, Some(house)) => format!(
            "{cell} is the last empty cell of {}, and {digit} is the only digit that is missing there.",
            notation.house(house)
        ),
        (_, Some(house)) => {
            let name = notation.house(house);
            format!(
                "{} needs {}, and {cell} is the only cell of it that can still be {digit}.",
                capital(&name),
                one(digit)
            )
        }
        (_, None) => {
            let peers = placement.cell().peers();
            let seen = peers.iter().filter_map(|peer| position.values().get(peer)).collect();
            let others: veridoku_core::DigitSet = !veridoku_core::DigitSet::only(digit);
            if others.is_subset(seen) {
                return format!("{cell} sees all digits but {digit} in its row, column and box.");
            }
            format!("{cell} has only the candidate {digit} left; all others have been excluded.")
        }
    }
}

/// A pattern that leaves one place.
pub(super) fn direct(step: &Step, pattern: &Evidence, house: House, notation: Notation) -> String {
    let Some(placement) = step.placements.first() else { return String::new() };
    let before = match pattern {
        Evidence::Locked { digit, base, cover } => format!(
            "The {digit} of {} lies in {} in any case, so it cannot stand elsewhere in {}.",
            notation.house(*base),
            notation.house(*cover),
            notation.house(*cover)
        ),
        Evidence::Subset(found) => subset(found, notation),
        _ => String::new(),
    };
    format!(
        "{before} That leaves one place for {} in {}: {}.",
        placement.digit(),
        notation.house(house),
        notation.cell(placement.cell())
    )
}

/// All places of a digit in one house lie in another.
pub(super) fn locked(
    digit: Digit,
    base: House,
    cover: House,
    position: &Position,
    notation: Notation,
) -> String {
    let places = position.cells_in(base, digit);
    let (base, cover) = (notation.house(base), notation.house(cover));
    format!(
        "{} needs {}, and all its places for it lie in {cover}: {}. One of them is {digit}, so no other cell \
         of {cover} can be.",
        capital(&base),
        one(digit),
        notation.cell_list(places)
    )
}

/// As many cells as digits.
pub(super) fn subset(subset: &Subset, notation: Notation) -> String {
    let cells = notation.cell_list(subset.cells);
    let values = digits(subset.digits);
    let count = number(subset.cells.len());
    let houses = listed(subset.houses.iter().map(|house| notation.house(house)), "and");
    match subset.kind {
        SubsetKind::Naked => {
            let other = if subset.houses.len() == 1 {
                houses
            } else {
                format!("{houses}, which both hold these cells,")
            };
            format!(
                "{cells} have no candidates but {values}. The {count} cells take the {count} digits among \
                 themselves, so no other cell of {other} can have them."
            )
        }
        SubsetKind::Hidden => format!(
            "In {houses} the digits {values} can only go into {cells}. The {count} digits fill the {count} \
             cells, so nothing else can stand there."
        ),
    }
}

/// The sentence with a capital first letter.
pub(super) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
