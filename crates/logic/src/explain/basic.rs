//! Sentences for singles, locked candidates and subsets.

use super::words::{Notation, all_of, digit_choice, digits, listed, number};
use crate::evidence::{Evidence, Subset, SubsetKind};
use crate::position::Position;
use crate::step::Step;
use crate::technique::Technique;
use veridoku_core::{Candidate, CellSet, Digit, House};

/// One candidate left in a cell, or one place left in a house.
pub(super) fn single(step: &Step, position: &Position, house: Option<House>, notation: Notation) -> String {
    let Some(placement) = step.placements.first() else { return String::new() };
    let (cell, digit) = (notation.cell(placement.cell()), placement.digit());
    match (step.technique, house) {
        (Technique::FullHouse, Some(house)) => format!(
            "{cell} is the last empty cell of {}, and {digit} is the only digit that is missing there.",
            notation.house(house)
        ),
        (_, Some(house)) => format!(
            "In {}, {cell} is the only cell that can still be {digit}{}.",
            notation.house(house),
            elsewhere(placement, house, position, notation)
        ),
        (_, None) => {
            let peers = placement.cell().peers();
            let seen = peers.iter().filter_map(|peer| position.values().get(peer)).collect();
            let others: veridoku_core::DigitSet = !veridoku_core::DigitSet::only(digit);
            if others.is_subset(seen) {
                return format!(
                    "The row, the column and the box of {cell} together hold every digit but {digit}."
                );
            }
            format!("{digit} is the only candidate left in {cell}; all other digits have been excluded.")
        }
    }
}

/// Why the other empty cells of a house cannot have the digit of a hidden single.
fn elsewhere(placement: Candidate, house: House, position: &Position, notation: Notation) -> String {
    let digit = placement.digit();
    let written = position.values().cells_with(digit);
    let mut others = (house.cells() - position.values().filled()).without(placement.cell());
    let mut excluding = CellSet::EMPTY;
    // As few of the written digits as possible: each time the one that rules out most.
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
        (Some(ruled_out), true) => format!(": {ruled_out} its other empty cells"),
        (Some(ruled_out), false) => {
            format!(
                ": {ruled_out} others, and {digit} was excluded from {} before",
                notation.cell_list(others)
            )
        }
        (None, false) => format!(": {digit} was excluded from {} before", notation.cell_list(others)),
        (None, true) => String::new(),
    }
}

/// A pattern that leaves one place.
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
    let (lie, one) = match places.len() {
        1 => ("which lies in".to_string(), "It".to_string()),
        count => (format!("{} in", all_of(count)), "One of them".to_string()),
    };
    format!(
        "In {base}, {digit} can only stand in {}, {lie} {cover}. {one} is {digit}, so no other cell of {cover} can \
         be {digit}.",
        notation.cell_choice(places)
    )
}

/// As many cells as digits.
pub(super) fn subset(subset: &Subset, notation: Notation) -> String {
    let cells = notation.cell_list(subset.cells);
    let (values, choice) = (digits(subset.digits), digit_choice(subset.digits));
    let count = number(subset.cells.len());
    let houses = listed(subset.houses.iter().map(|house| notation.house(house)), "and");
    match subset.kind {
        SubsetKind::Naked if subset.houses.len() > 1 => {
            let in_houses =
                listed(subset.houses.iter().map(|house| format!("in {}", notation.house(house))), "and");
            format!(
                "{cells} have no candidates but {values}, so these {count} cells take these {count} digits. They lie \
                 {in_houses}: no other cell of either can be {choice}."
            )
        }
        SubsetKind::Naked => format!(
            "{cells} have no candidates but {values}, so these {count} cells take these {count} digits. No other \
             cell of {houses} can be {choice}."
        ),
        SubsetKind::Hidden => format!(
            "In {houses}, the digits {values} can only stand in {cells}. These {count} digits fill these {count} \
             cells, so nothing else can stand there."
        ),
    }
}

/// The sentence with a capital first letter.
pub(super) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    #[test]
    fn one_place_is_not_one_of_them() {
        let told = |sketch: &Sketch| {
            let (base, cover) = ("row 1".parse().unwrap(), "box 1".parse().unwrap());
            locked(Digit::Five, base, cover, &sketch.position(), Notation::RowColumn)
        };
        assert_eq!(
            told(&Sketch::new().house("row 1", '5', "r1c1")),
            "In row 1, 5 can only stand in r1c1, which lies in box 1. It is 5, so no other cell of box 1 can be 5."
        );
        let two = told(&Sketch::new().house("row 1", '5', "r1c1, r1c2"));
        assert!(two.contains("both in box 1. One of them is 5"), "{two}");
    }
}
