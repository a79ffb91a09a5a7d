//! Explains bent sets, almost locked sets, Sue de Coq and aligned exclusion.

use super::basic::capital;
use super::words::{Notation, all_of, digit_choice, digits, listed, number};
use crate::marks::set_name;
use crate::{AlmostLocked, Bent, LockedSet, Position, Step, SueDeCoq};
use veridoku_core::{Candidate, Cell, CellSet, Digit, DigitSet};

/// Explains a bent set: N cells with N digits around the crossing of a line and a box.
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
            format!("; otherwise it is {common} itself")
        } else {
            String::new()
        };
        let all = if own.is_empty() { pincers } else { bent.cells };
        return format!(
            "{} is {}. {}{own}. So at least one of {} is {common}, and no cell that sees {} of them can be \
             {common}.",
            notation.cell(pivot),
            digit_choice(position.digits(pivot)),
            capital(&cases.join("; ")),
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
        "{start} Each digit except {common} can appear only once in these cells, because the cells that have \
         it as a candidate all see each other. Without {common} there would be fewer digits than cells, so \
         at least one of {} is {common}, and no cell that sees {} of them can be {common}.",
        notation.cell_list(places),
        all_of(places.len()),
    )
}

/// Names the sets, and explains what makes them almost locked.
fn named_sets(found: &AlmostLocked, notation: Notation) -> String {
    let sets = found.sets.iter().enumerate().map(|(index, set)| named_set(index, set, notation));
    format!(
        "{}. Each set has one digit more than it has cells (it is almost locked): without one of its digits, \
         it must contain all the others.",
        capital(&sets.collect::<Vec<_>>().join("; "))
    )
}

/// Describes a set by its name, cells and digits.
pub(super) fn named_set(index: usize, set: &LockedSet, notation: Notation) -> String {
    let cells = notation.cell_list(set.cells);
    format!("set {} is {cells} with the digits {}", set_name(index), digits(set.digits))
}

/// Explains almost locked sets that are linked by digits.
pub(super) fn almost_locked(found: &AlmostLocked, notation: Notation) -> String {
    if let Some(stem) = found.stem {
        return blossom(found, stem, notation);
    }
    let start = named_sets(found, notation);
    let apart = "because the cells of the two sets that have it as a candidate all see each other";
    if found.sets.len() == 2 && found.links.len() == 2 {
        let links: DigitSet = found.links.iter().map(|&(_, _, digit)| digit).collect();
        return format!(
            "{start} Only one of the two sets can contain {}, {apart}; for the same reason, only one can \
             contain {}. Neither set can lack both, so each set contains exactly one of them and all its \
             other digits. So {} are locked in the two sets together, and every other digit is locked in its \
             set: a locked digit cannot be in another cell that sees all its candidates there.",
            links.first().map_or_else(String::new, |digit| digit.to_string()),
            links.last().map_or_else(String::new, |digit| digit.to_string()),
            digits(links),
        );
    }
    let Some(walk) = walk(found) else { return start };
    let (Some(&(first, _)), Some(&(last, _))) = (walk.first(), walk.last()) else { return start };
    let value = found.digits.first().map_or_else(String::new, |digit| digit.to_string());
    let mut steps = Vec::new();
    let mut missing = value.clone();
    for (place, &(index, link)) in walk.iter().enumerate() {
        let next = link.map_or_else(|| value.clone(), |digit| digit.to_string());
        let word = if place == 0 { "if" } else { "so" };
        let contains = if place == 0 { ", it contains" } else { " and contains" };
        steps.push(format!("{word} {} does not contain {missing}{contains} {next}", set_name(index)));
        missing = next;
    }
    let links: Vec<String> = walk
        .windows(2)
        .filter_map(|pair| {
            pair[0].1.map(|digit| {
                format!("{} and {} cannot both contain {digit}", set_name(pair[0].0), set_name(pair[1].0))
            })
        })
        .collect();
    let links = match &links[..] {
        [only] => format!("{only}, {apart}."),
        [rest @ .., last] => format!(
            "{}, and {last}, because in each case the cells of the two sets that have the digit as a \
             candidate all see each other.",
            rest.join(", ")
        ),
        [] => String::new(),
    };
    let more = match found.digits.len() {
        1 => String::new(),
        _ => format!(" The same holds for {}.", digits(found.digits.iter().skip(1).collect())),
    };
    let ends = [set_name(first), set_name(last)];
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

/// States that the digits are in one of the sets, and what that eliminates.
fn everywhere(found: DigitSet, one: &str, both: &str) -> String {
    match found.single() {
        Some(digit) => format!(
            "So {digit} is {one} in every case, and no cell that sees all candidates for {digit} {both} can \
             be {digit}."
        ),
        None => format!(
            "So {} are each {one} in every case, and no cell that sees all candidates for one of these \
             digits {both} can be that digit.",
            digits(found)
        ),
    }
}

/// Returns the sets from one end of the chain to the other, each with the digit that links it to the next.
fn walk(found: &AlmostLocked) -> Option<Vec<(usize, Option<Digit>)>> {
    (0..found.sets.len()).find_map(|start| {
        let mut walk = Vec::new();
        extend(found, start, &mut walk).then_some(walk)
    })
}

/// Extends the walk with this set and, along the links, with all sets that it has not visited yet. Two
/// consecutive links must have different digits. Reports whether such a walk exists.
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

/// Explains a Death Blossom: a stem cell, each of whose candidates excludes its digit from one of the sets.
fn blossom(found: &AlmostLocked, stem: Cell, notation: Notation) -> String {
    let common = digits(found.digits);
    let cases = found.links.iter().map(|&(index, _, digit)| {
        format!("if it is {digit}, {} cannot contain {digit} and must contain {common}", set_name(index))
    });
    format!(
        "{} {} is {}: {}. {}",
        named_sets(found, notation),
        notation.cell(stem),
        digit_choice(found.links.iter().map(|&(_, _, digit)| digit).collect()),
        cases.collect::<Vec<_>>().join("; "),
        everywhere(found.digits, "in one of the sets", "in the sets"),
    )
}

/// Explains a Sue de Coq: the cells where a line and a box cross, with a set in the line and one in the box.
pub(super) fn sue_de_coq(parts: &SueDeCoq, position: &Position, notation: Notation) -> String {
    let (line, r#box) = (notation.house(parts.line), notation.house(parts.r#box));
    let has = |cells: CellSet| {
        let verb = if cells.len() == 1 { "has" } else { "have" };
        format!("{} {verb} only {}", notation.cell_list(cells), digits(position.digits_of(cells)))
    };
    let all = parts.crossing.cells | parts.in_line.cells | parts.in_box.cells;
    let count = number(all.len());
    let in_both = position.digits_of(parts.in_line.cells) & position.digits_of(parts.in_box.cells);
    let counted = position.digits_of(all).len() + in_both.len();
    let (twice, each, locked_in_both) = if in_both.is_empty() {
        (String::new(), "Each digit", String::new())
    } else {
        let doubled = digits(in_both);
        (
            format!(", counting {doubled} twice (once for {line} and once for {box})"),
            "Each of the others",
            format!(" {} cannot be anywhere else in {line} or {box}.", capital(&doubled)),
        )
    };
    format!(
        "Where {line} and {box} cross, {}. In the rest of {line}, {}; in the rest of {box}, {}. That makes \
         {count} cells and {} digits{twice}. {each} can appear only once in these cells, because its \
         candidates here are all in {line} or all in {box}. So all of these digits are needed here: a digit \
         whose candidates here are all in {line} cannot be anywhere else in {line}, and a digit whose \
         candidates here are all in {box} cannot be anywhere else in {box}.{locked_in_both}",
        has(parts.crossing.cells),
        has(parts.in_line.cells),
        has(parts.in_box.cells),
        number(counted),
    )
}

/// Explains aligned exclusion: a candidate that appears in no possible combination of digits for a few cells.
pub(super) fn aligned(
    step: &Step,
    base: &[Cell],
    excluders: CellSet,
    position: &Position,
    notation: Notation,
) -> String {
    if let &[first, second] = base {
        let cases = step.eliminations.iter().map(|eliminated| {
            let other = if eliminated.cell() == first { second } else { first };
            no_partner(eliminated, other, excluders, position, notation)
        });
        return cases.collect::<Vec<_>>().join(" ");
    }
    let cells: CellSet = base.iter().copied().collect();
    format!(
        "Check every combination of digits for {}. A combination is impossible if it repeats a digit in a \
         row, column or box, or if it leaves {} without a candidate. None of the possible combinations has \
         {}.",
        notation.cell_list(cells),
        notation.cell_choice(excluders),
        notation.candidate_choice(&step.eliminations),
    )
}

/// Explains why the other cell of a pair would have no digit left if the candidate were true.
fn no_partner(
    eliminated: Candidate,
    other: Cell,
    excluders: CellSet,
    position: &Position,
    notation: Notation,
) -> String {
    let digit = eliminated.digit();
    let reasons = position.digits(other).iter().map(|partner| {
        let used = DigitSet::only(digit).with(partner);
        let empty = excluders.iter().find(|&cell| position.digits(cell).is_subset(used));
        match empty {
            Some(cell) => format!("{partner} ({} would have no candidate left)", notation.cell(cell)),
            None if partner == digit => format!("{partner} (the two cells see each other)"),
            None => partner.to_string(),
        }
    });
    format!(
        "If {} were {digit}, {} could not be {}, and so would have no digit left.",
        notation.cell(eliminated.cell()),
        notation.cell(other),
        listed(reasons, "or"),
    )
}
