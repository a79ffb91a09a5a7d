//! Sentences for deadly patterns and rings.

use super::words::{Notation, by_digit, digit_choice, digits, listed};
use crate::evidence::{Deadly, Oddagon, Truth};
use crate::step::Step;
use crate::technique::Technique;
use veridoku_core::{CandidateSet, CellSet};

/// The guardians, one of which is true: `r1c1 is 5 or 7`, `one of these is true: 5 in r1c1 or 7 in r2c2`.
fn guardians(candidates: &CandidateSet, notation: Notation) -> String {
    if let Some(cell) = candidates.occupied().single() {
        return format!("{} is {}", notation.cell(cell), digit_choice(candidates.digits(cell)));
    }
    let parts =
        by_digit(candidates).map(|(digit, cells)| format!("{digit} in {}", notation.cell_choice(cells)));
    format!("at least one of these is true: {}", listed(parts, "or"))
}

/// What would be wrong without the guardians.
fn why_deadly(step: &Step, pattern: &Deadly, notation: Notation) -> String {
    let cells: CellSet = pattern.cells.iter().copied().collect();
    let (cells, values) = (notation.cell_list(cells), digits(pattern.digits));
    match step.technique {
        Technique::BugPlusOne | Technique::Bug2 | Technique::Bug3 | Technique::Bug4 => {
            let extra = by_digit(&pattern.guardians)
                .map(|(digit, cells)| format!("{digit} in {}", notation.cell_list(cells)));
            format!(
                "Without {} every empty cell would have just two candidates, and every missing digit just two \
                 places in each house. Such a grid has two solutions or none; the puzzle has one.",
                listed(extra, "and")
            )
        }
        Technique::AvoidableRectangle1 | Technique::AvoidableRectangle2 | Technique::ReverseBug => format!(
            "None of {cells} is a given. If they held only the digits {values}, these could be exchanged without \
             touching a given, and the puzzle would have two solutions. It has one."
        ),
        _ => format!(
            "If {cells} had only the digits {values}, these could be exchanged, and the puzzle would have two \
             solutions. It has one."
        ),
    }
}

/// A pattern that would have two solutions.
pub(super) fn deadly(step: &Step, pattern: &Deadly, notation: Notation) -> String {
    let start = why_deadly(step, pattern, notation);
    let need = match pattern.guardians.len() {
        0 => "So the pattern must not be completed.".to_string(),
        _ => format!("So {}.", guardians(&pattern.guardians, notation)),
    };
    let more = if pattern.truths.is_empty() {
        String::new()
    } else {
        let houses = pattern.truths.iter().filter_map(|truth| match truth {
            Truth::House(house, digit) => Some(format!("the {digit} of {}", notation.house(*house))),
            _ => None,
        });
        let set: CellSet = pattern
            .truths
            .iter()
            .filter_map(|truth| if let Truth::Cell(cell) = truth { Some(*cell) } else { None })
            .collect();
        let mut reasons: Vec<String> = houses.collect();
        if !set.is_empty() {
            reasons.push(format!("the candidates of {}", notation.cell_list(set)));
        }
        format!(
            " Together with {} that leaves no room for the struck {}.",
            listed(reasons, "and"),
            plural(step)
        )
    };
    format!("{start} {need}{more}")
}

fn plural(step: &Step) -> &'static str {
    if step.eliminations.len() == 1 { "candidate" } else { "candidates" }
}

/// An odd ring that has no filling.
pub(super) fn oddagon(oddagon: &Oddagon, notation: Notation) -> String {
    let cells: CellSet = oddagon.cells.iter().copied().collect();
    let why = match oddagon.digits.len() {
        1 => format!(
            "{} form a ring of odd length in which neighbours would have to take turns being {}; an odd ring \
             cannot.",
            notation.cell_list(cells),
            digits(oddagon.digits)
        ),
        2 => format!(
            "{} form a ring of odd length: with {} alone neighbours would have to take turns, and an odd \
             ring cannot.",
            notation.cell_list(cells),
            digits(oddagon.digits)
        ),
        _ => format!(
            "The cells {} in four boxes cannot be filled with {} alone: whichever way one turns the triples, \
             two equal digits meet.",
            notation.cell_list(cells),
            digits(oddagon.digits)
        ),
    };
    format!("{why} So {}. What is excluded either way goes.", guardians(&oddagon.guardians, notation))
}
