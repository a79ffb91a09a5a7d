//! Sentences for bent sets, almost locked sets, Sue de Coq, aligned exclusion and covers.

use super::words::{Notation, digit_choice, digits, listed, number};
use crate::evidence::{AlmostLocked, Bent, Cover, LockedSet, SueDeCoq, Truth};
use crate::position::Position;
use crate::step::Step;
use veridoku_core::{Cell, CellSet};

/// As many cells as digits around a crossing.
pub(super) fn bent(step: &Step, bent: &Bent, position: &Position, notation: Notation) -> String {
    if let (Some(pivot), 3, Some(common)) = (bent.pivot, bent.cells.len(), bent.common) {
        let pincers = bent.cells.without(pivot);
        let cases: Vec<String> = position
            .digits(pivot)
            .iter()
            .filter(|&digit| digit != common)
            .filter_map(|digit| {
                let pincer = pincers.iter().find(|&cell| position.digits(cell).contains(digit))?;
                Some(format!("if it is {digit}, {} is {common}", notation.cell(pincer)))
            })
            .collect();
        let own = if position.digits(pivot).contains(common) {
            format!("; or it is {common} itself")
        } else {
            String::new()
        };
        let all = if own.is_empty() { pincers } else { bent.cells };
        return format!(
            "{} is {}: {}{own}. So one of {} is {common}, and what sees {} of them cannot be.",
            notation.cell(pivot),
            digit_choice(position.digits(pivot)),
            listed(cases, "and"),
            notation.cell_list(all),
            if all.len() == 2 { "both" } else { "all" },
        );
    }
    let count = number(bent.cells.len());
    let cells = notation.cell_list(bent.cells);
    let start =
        format!("The {count} cells {cells} have only the {count} candidates {}.", digits(bent.digits));
    match bent.common {
        Some(common) => {
            let places = bent.cells & position.cells(common);
            format!(
                "{start} Every digit but {common} fits only once, since its places all see each other. So \
                 one of {} must be {common}, and what sees all of them cannot be.",
                notation.cell_list(places)
            )
        }
        None => format!(
            "{start} Each of them fits only once, since its places all see each other, so the cells need all \
             of them: {} cannot stand where it sees all its places here.",
            if step.eliminations.len() == 1 { "the struck candidate" } else { "each struck candidate" }
        ),
    }
}

/// A set by its cells and digits.
fn set(found: &LockedSet, notation: Notation) -> String {
    format!(
        "{} ({})",
        notation.cells(found.cells),
        found.digits.iter().map(|digit| digit.to_string()).collect::<String>()
    )
}

/// Almost locked sets linked by digits.
pub(super) fn almost_locked(found: &AlmostLocked, notation: Notation) -> String {
    let sets = listed(found.sets.iter().map(|found| set(found, notation)), "and");
    let each = "has one digit more than cells: if it loses one digit, it needs all the others";
    if let Some(stem) = found.stem {
        return format!(
            "Whatever {} is, one of the sets {sets} loses that digit. Each of them {each}. So {} stands in \
             one of the sets in any case.",
            notation.cell(stem),
            digit_choice(found.digits),
        );
    }
    let links = listed(
        found.links.iter().map(|&(left, right, digit)| {
            format!(
                "{digit} links {} with {}",
                notation.cells(found.sets[left].cells),
                notation.cells(found.sets[right].cells)
            )
        }),
        "and",
    );
    if found.sets.len() == 2 && found.links.len() == 2 {
        return format!(
            "Each of the sets {sets} {each}. {links}: only one of the two sets can have such a digit. As \
             there are two of them, each set takes one, and all its other digits are locked in it."
        );
    }
    // An end is linked to one other set only.
    let neighbours = |set: usize| {
        let mut others: Vec<usize> = found
            .links
            .iter()
            .filter_map(|&(left, right, _)| match set {
                set if set == left => Some(right),
                set if set == right => Some(left),
                _ => None,
            })
            .collect();
        others.sort_unstable();
        others.dedup();
        others.len()
    };
    let ends = (0..found.sets.len()).filter(|&set| neighbours(set) == 1);
    let ends = listed(ends.map(|set| notation.cells(found.sets[set].cells)), "or");
    format!(
        "Each of the sets {sets} {each}. {links}: only one of the two sets can have that digit. So one end \
         of the chain or the other keeps all its other digits: {} stands in {ends}, and what sees all its \
         places there cannot be.",
        digit_choice(found.digits)
    )
}

/// A crossing shared out between line and box.
pub(super) fn sue_de_coq(parts: &SueDeCoq, position: &Position, notation: Notation) -> String {
    let (line, r#box) = (notation.house(parts.line), notation.house(parts.r#box));
    let has = |cells: CellSet| {
        let verb = if cells.len() == 1 { "has" } else { "have" };
        format!("{} {verb} only {}", notation.cell_list(cells), digits(position.digits_of(cells)))
    };
    format!(
        "Where {line} and {box} cross, {}. In the rest of {line}, {}; in the rest of {box}, {}. Together \
         these cells have exactly as many digits as cells, each digit in {line} or in {box}, so all of them \
         are used up here: those of the cells in {line} cannot stand elsewhere in {line}, those of the \
         cells in {box} not elsewhere in {box}.",
        has(parts.crossing.cells),
        has(parts.in_line.cells),
        has(parts.in_box.cells),
    )
}

/// Combinations of a few cells.
pub(super) fn aligned(base: &[Cell], excluders: CellSet, notation: Notation) -> String {
    let cells: CellSet = base.iter().copied().collect();
    format!(
        "Go through all combinations of digits for {}. A combination falls away if it puts the same digit \
         twice in a house, or if it takes all candidates of {}. The struck candidates are in no combination \
         that is left.",
        notation.cell_list(cells),
        notation.cell_choice(excluders)
    )
}

/// As many truths as covers.
pub(super) fn cover(cover: &Cover, notation: Notation) -> String {
    let named = |truths: &[Truth]| {
        listed(
            truths.iter().map(|truth| match truth {
                Truth::Cell(cell) => notation.cell(*cell),
                Truth::House(house, digit) => format!("{digit} in {}", notation.house(*house)),
                Truth::Guardians(_) => "the guardians".to_string(),
            }),
            "and",
        )
    };
    if cover.truths.len() != cover.covers.len() {
        return format!(
            "Each of these must be filled: {}. With a struck candidate in place they could not all be: whichever \
             way one begins, one of them is left without any.",
            named(&cover.truths)
        );
    }
    format!(
        "Each of these must be filled: {}. All their candidates lie in these, each of which can take only \
         one: {}. There are as many of the former as of the latter, so nothing else can stand in the latter.",
        named(&cover.truths),
        named(&cover.covers)
    )
}
