//! Explains singles, locked candidates and subsets.

use super::words::{Notation, all_of, digit_choice, digits, listed, number};
use crate::{Evidence, Position, Step, Subset, SubsetKind, Technique};
use veridoku_core::{Candidate, CellSet, Digit, House};

/// Explains a single: the only candidate of a cell, or the only place for a digit in a house.
pub(super) fn single(step: &Step, position: &Position, house: Option<House>, notation: Notation) -> String {
    let Some(placement) = step.placements.first() else { return String::new() };
    let (cell, digit) = (notation.cell(placement.cell()), placement.digit());
    match (step.technique, house) {
        (Technique::FullHouse, Some(house)) => format!(
            "{cell} is the last empty cell in {}, and {digit} is the only digit missing there.",
            notation.house(house)
        ),
        (_, Some(house)) => format!(
            "In {}, {digit} can only go in {cell}{}.",
            notation.house(house),
            other_cells(placement, house, position, notation)
        ),
        (_, None) => {
            let peers = placement.cell().peers();
            let seen = peers.iter().filter_map(|peer| position.values().get(peer)).collect();
            let others: veridoku_core::DigitSet = !veridoku_core::DigitSet::only(digit);
            if others.is_subset(seen) {
                return format!(
                    "{cell} can only be {digit}, because its row, column and box contain every other digit."
                );
            }
            format!("{digit} is the only candidate left in {cell}; all other digits have been ruled out.")
        }
    }
}

/// Explains why the other empty cells of a house cannot contain the digit of a hidden single.
fn other_cells(placement: Candidate, house: House, position: &Position, notation: Notation) -> String {
    let digit = placement.digit();
    let written = position.values().cells_with(digit);
    let mut others = (house.cells() - position.values().filled()).without(placement.cell());
    let mut excluding = CellSet::EMPTY;
    // Greedily picks the placed digits that rule out the most cells, to mention as few as possible.
    while let Some(best) = written.iter().max_by_key(|cell| (cell.peers() & others).len())
        && !(best.peers() & others).is_empty()
    {
        excluding.insert(best);
        others -= best.peers();
    }
    let ruled_out = match excluding.len() {
        0 => None,
        1 => Some(format!("the {digit} in {} rules out", notation.cell_list(excluding))),
        _ => Some(format!("the {digit}s in {} rule out", notation.cell_list(excluding))),
    };
    match (ruled_out, others.is_empty()) {
        (Some(ruled_out), true) => format!(": {ruled_out} the other empty cells"),
        (Some(ruled_out), false) => {
            format!(
                ": {ruled_out} other empty cells, and {digit} is not a candidate in {}",
                notation.cell_choice(others)
            )
        }
        (None, false) => format!(": {digit} is not a candidate in {}", notation.cell_choice(others)),
        (None, true) => String::new(),
    }
}

/// Explains a pattern that leaves only one place for a digit in a house.
pub(super) fn direct(
    step: &Step,
    pattern: &Evidence,
    house: House,
    position: &Position,
    notation: Notation,
) -> String {
    let Some(placement) = step.placements.first() else { return String::new() };
    let before = match pattern {
        Evidence::Locked { digit, base, cover } => locked(*digit, *base, *cover, position, notation),
        Evidence::Subset(found) => subset(found, notation),
        _ => String::new(),
    };
    format!(
        "{before} That leaves only one place for {} in {}: {}.",
        placement.digit(),
        notation.house(house),
        notation.cell(placement.cell())
    )
}

/// Explains locked candidates: in one house, the digit can only go in cells that are also in another house.
pub(super) fn locked(
    digit: Digit,
    base: House,
    cover: House,
    position: &Position,
    notation: Notation,
) -> String {
    let places = position.cells_in(base, digit);
    let (base, cover) = (notation.house(base), notation.house(cover));
    let (both_in, one) = match places.len() {
        1 => ("which is in".to_string(), "That cell"),
        count => (format!("{} in", all_of(count)), "One of them"),
    };
    format!(
        "In {base}, {digit} can only go in {}, {both_in} {cover}. {one} must be {digit}, so no other cell in \
         {cover} can be {digit}.",
        notation.cell_choice(places)
    )
}

/// Explains a subset: N cells that contain the same N digits.
pub(super) fn subset(subset: &Subset, notation: Notation) -> String {
    let cells = notation.cell_list(subset.cells);
    let (values, choice) = (digits(subset.digits), digit_choice(subset.digits));
    let count = number(subset.cells.len());
    let houses = listed(subset.houses.iter().map(|house| notation.house(house)), "and");
    match subset.kind {
        SubsetKind::Naked => {
            let either = listed(subset.houses.iter().map(|house| notation.house(house)), "or");
            format!(
                "In {houses}, {cells} have no candidates other than {values}, so these {count} cells contain \
                 these {count} digits in some order. No other cell in {either} can be {choice}."
            )
        }
        SubsetKind::Hidden => format!(
            "In {houses}, the digits {values} can only go in {cells}. So these {count} cells contain these \
             {count} digits in some order, and can have no other candidates."
        ),
    }
}

/// Capitalizes the first letter.
pub(super) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    #[test]
    fn a_single_place_is_not_called_one_of_them() {
        let explain = |sketch: &Sketch| {
            let (base, cover) = ("row 1".parse().unwrap(), "box 1".parse().unwrap());
            locked(Digit::Five, base, cover, &sketch.position(), Notation::RowColumn)
        };
        assert_eq!(
            explain(&Sketch::new().house("row 1", '5', "r1c1")),
            "In row 1, 5 can only go in r1c1, which is in box 1. That cell must be 5, so no other cell in \
             box 1 can be 5."
        );
        let two = explain(&Sketch::new().house("row 1", '5', "r1c1, r1c2"));
        assert!(two.contains("both in box 1. One of them must be 5"), "{two}");
    }
}
