//! Sentences for bent sets, almost locked sets, Sue de Coq and aligned exclusion.

use super::basic::capital;
use super::words::{Notation, all_of, digit_choice, digits, listed, number};
use crate::evidence::{AlmostLocked, Bent, LockedSet, SueDeCoq};
use crate::position::Position;
use crate::step::Step;
use veridoku_core::{Candidate, Cell, CellSet, Digit, DigitSet};

/// As many cells as digits around a crossing.
pub(super) fn bent(bent: &Bent, position: &Position, notation: Notation) -> String {
    let common = bent.common;
    if let (Some(pivot), 3) = (bent.pivot, bent.cells.len()) {
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
            "{} is {}: {}{own}. So one of {} is {common}, and no cell that shares a row, column or box with {} of them can be \
             {common}.",
            notation.cell(pivot),
            digit_choice(position.digits(pivot)),
            cases.join("; "),
            notation.cell_list(all),
            all_of(all.len()),
        );
    }
    let count = number(bent.cells.len());
    let cells = notation.cell_list(bent.cells);
    let start =
        format!("The {count} cells {cells} have only the {count} candidates {}.", digits(bent.digits));
    let places = bent.cells & position.cells(common);
    format!(
        "{start} Each digit but {common} fits in only once, since all its places here share a row, column or box with \
         each other. Without {common} there would be fewer digits than cells, so one of {} is {common}, and no cell that \
         shares a row, column or box with all of them can be {common}.",
        notation.cell_list(places)
    )
}

/// The name of a set: `A`, `B`, … `Z`, `A2`, `B2`, …
fn letter(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    if index < 26 { letter.to_string() } else { format!("{letter}{}", index / 26 + 1) }
}

/// A set by its cells and digits.
fn set(found: &LockedSet, notation: Notation) -> String {
    format!("{} with the digits {}", notation.cell_list(found.cells), digits(found.digits))
}

/// Why a set is worth looking at.
const SPARE: &str = "has one digit more than cells (it is almost locked): if one digit is lost to it, it needs all the others";

/// Almost locked sets linked by digits.
pub(super) fn almost_locked(found: &AlmostLocked, notation: Notation) -> String {
    if let Some(stem) = found.stem {
        return blossom(found, stem, notation);
    }
    let sets = found
        .sets
        .iter()
        .enumerate()
        .map(|(index, found)| format!("set {} is {}", letter(index), set(found, notation)));
    let start = format!("{}. Each set {SPARE}.", capital(&sets.collect::<Vec<_>>().join("; ")));
    let apart = "all its places in the two sets share a row, column or box with each other";
    if found.sets.len() == 2 && found.links.len() == 2 {
        let links: DigitSet = found.links.iter().map(|&(_, _, digit)| digit).collect();
        return format!(
            "{start} Only one of the two sets can have {} ({apart}), and for the same reason only one can have {}. No set \
             can lack both, so each has one of them and needs all its other digits. So each of these \
             digits is locked in its set, and {} in the two sets together: no other cell that shares a row, column or box with all \
             its places there can have it.",
            links.first().map_or_else(String::new, |digit| digit.to_string()),
            links.last().map_or_else(String::new, |digit| digit.to_string()),
            digits(links),
        );
    }
    let Some(walk) = walk(found) else { return start };
    let (Some(&(first, _)), Some(&(last, _))) = (walk.first(), walk.last()) else { return start };
    let value = found.digits.first().map_or_else(String::new, |digit| digit.to_string());
    let mut steps = Vec::new();
    let mut gone = value.clone();
    for (place, &(index, link)) in walk.iter().enumerate() {
        let next = link.map_or_else(|| value.clone(), |digit| digit.to_string());
        let word = if place == 0 { "if" } else { "so" };
        let needs = if place == 0 { ", it needs" } else { " and needs" };
        steps.push(format!("{word} {} has no {gone}{needs} {next}", letter(index)));
        gone = next;
    }
    let links: Vec<String> = walk
        .windows(2)
        .filter_map(|pair| {
            pair[0].1.map(|digit| {
                format!("{} and {} cannot both have {digit}", letter(pair[0].0), letter(pair[1].0))
            })
        })
        .collect();
    let links = match &links[..] {
        [only] => format!("{only}, for {apart}."),
        [rest @ .., last] => format!(
            "{}, and {last}, for all places of such a digit in the two sets share a row, column or box with each other.",
            rest.join(", ")
        ),
        [] => String::new(),
    };
    let more = match found.digits.len() {
        1 => String::new(),
        _ => format!(" The same goes for {}.", digits(found.digits.iter().skip(1).collect())),
    };
    let ends = [letter(first), letter(last)];
    format!(
        "{start} {links} {}.{more} {}",
        capital(&steps.join(", ")),
        everywhere(
            found.digits,
            &format!("in {} or {}", ends[0], ends[1]),
            &format!("in {} and {}", ends[0], ends[1])
        ),
    )
}

/// The digits stand in one of the sets, so they go where they see all their places there.
fn everywhere(found: DigitSet, one: &str, both: &str) -> String {
    match found.single() {
        Some(digit) => format!(
            "So {digit} stands {one} in any case, and no cell that shares a row, column or box with all places of {digit} {both} \
             can be {digit}."
        ),
        None => format!(
            "So {} each stand {one} in any case, and no cell that shares a row, column or box with all places of such a digit \
             {both} can have it.",
            digits(found)
        ),
    }
}

/// The sets from one end of the chain to the other, each with the digit that links it to the next.
fn walk(found: &AlmostLocked) -> Option<Vec<(usize, Option<Digit>)>> {
    (0..found.sets.len()).find_map(|start| {
        let mut walk = Vec::new();
        extend(found, start, &mut walk).then_some(walk)
    })
}

/// Goes on from a set to one not seen yet, by another digit than the last, until all sets are seen.
fn extend(found: &AlmostLocked, set: usize, walk: &mut Vec<(usize, Option<Digit>)>) -> bool {
    let last = walk.last().and_then(|&(_, digit)| digit);
    if walk.len() + 1 == found.sets.len() {
        walk.push((set, None));
        return true;
    }
    found.links.iter().any(|&(left, right, digit)| {
        let next = if set == left { right } else { left };
        let linked = (set == left || set == right) && last != Some(digit);
        if !linked || next == set || walk.iter().any(|&(seen, _)| seen == next) {
            return false;
        }
        walk.push((set, Some(digit)));
        extend(found, next, walk) || walk.pop().is_none()
    })
}

/// A cell each of whose digits is taken from a set.
fn blossom(found: &AlmostLocked, stem: Cell, notation: Notation) -> String {
    let needs = digits(found.digits);
    let cases = found.links.iter().map(|&(index, _, digit)| {
        let set = &found.sets[index];
        format!(
            "if it is {digit}, {} {} no {digit} and {} {needs}",
            notation.cell_list(set.cells),
            if set.cells.len() == 1 { "has" } else { "have" },
            if set.cells.len() == 1 { "needs" } else { "need" },
        )
    });
    let sets = found.sets.iter().map(|found| set(found, notation));
    format!(
        "These sets have one digit more than cells (they are almost locked): {}. If a set loses one digit, it needs all the \
         others. {} is {}: {}. {}",
        sets.collect::<Vec<_>>().join("; "),
        notation.cell(stem),
        digit_choice(found.links.iter().map(|&(_, _, digit)| digit).collect()),
        cases.collect::<Vec<_>>().join("; "),
        everywhere(found.digits, "in one of the sets", "in them"),
    )
}

/// A crossing shared out between line and box.
pub(super) fn sue_de_coq(parts: &SueDeCoq, position: &Position, notation: Notation) -> String {
    let (line, r#box) = (notation.house(parts.line), notation.house(parts.r#box));
    let has = |cells: CellSet| {
        let verb = if cells.len() == 1 { "has" } else { "have" };
        format!("{} {verb} only {}", notation.cell_list(cells), digits(position.digits_of(cells)))
    };
    let all = parts.crossing.cells | parts.in_line.cells | parts.in_box.cells;
    let count = number(all.len());
    let in_both = position.digits_of(parts.in_line.cells) & position.digits_of(parts.in_box.cells);
    let (counted, twice) = if in_both.is_empty() {
        (position.digits_of(all).len(), String::new())
    } else {
        let more = position.digits_of(all).len() + in_both.len();
        (more, format!(", if {} may stand once in {line} and once in {box}", digits(in_both)))
    };
    format!(
        "Where {line} and {box} cross, {}. In the rest of {line}, {}; in the rest of {box}, {}. That makes {count} cells and \
         {} digits{twice}: each of these can stand in the cells only once, for its places lie all in {line} or all in {box}. So \
         all of them are used up here: a digit whose places here lie all in {line} cannot stand elsewhere in {line}, nor one \
         whose places here lie all in {box} elsewhere in {box}.",
        has(parts.crossing.cells),
        has(parts.in_line.cells),
        has(parts.in_box.cells),
        number(counted),
    )
}

/// Combinations of a few cells.
pub(super) fn aligned(
    step: &Step,
    base: &[Cell],
    excluders: CellSet,
    position: &Position,
    notation: Notation,
) -> String {
    if let &[first, second] = base {
        let cases = step.eliminations.iter().map(|struck| {
            let other = if struck.cell() == first { second } else { first };
            no_partner(struck, other, excluders, position, notation)
        });
        return cases.collect::<Vec<_>>().join(" ");
    }
    let cells: CellSet = base.iter().copied().collect();
    format!(
        "Go through all combinations of digits for {}. A combination is impossible if it puts the same digit twice in a row, \
         column or box, or if it takes all candidates away from {}. {} in no combination that is left.",
        notation.cell_list(cells),
        notation.cell_choice(excluders),
        if step.eliminations.len() == 1 { "The struck candidate is" } else { "The struck candidates are" },
    )
}

/// Why no digit of the other cell goes together with the candidate.
fn no_partner(
    struck: Candidate,
    other: Cell,
    excluders: CellSet,
    position: &Position,
    notation: Notation,
) -> String {
    let digit = struck.digit();
    let reasons = position.digits(other).iter().map(|partner| {
        let taken = DigitSet::only(digit).with(partner);
        let empty = excluders.iter().find(|&cell| position.digits(cell).is_subset(taken));
        match empty {
            Some(cell) => format!("{partner} ({} would have no candidate left)", notation.cell(cell)),
            None if partner == digit => format!("{partner} (the same digit twice)"),
            None => partner.to_string(),
        }
    });
    format!(
        "If {} were {digit}, {} could not be {}: nothing would be left for it.",
        notation.cell(struck.cell()),
        notation.cell(other),
        listed(reasons, "or"),
    )
}
