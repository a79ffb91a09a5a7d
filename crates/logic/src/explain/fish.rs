//! Sentences for fish and templates: one digit, many houses.

use super::chain;
use super::words::{Notation, digits, number};
use crate::evidence::{Fish, Templates};
use crate::step::Step;
use veridoku_core::CellSet;

/// Base houses covered by as many others, but for fins.
pub(super) fn fish(step: &Step, fish: &Fish, notation: Notation) -> String {
    let digit = fish.digit;
    let (base, cover) = (notation.houses(fish.base), notation.houses(fish.cover));
    let count = number(fish.base.len());
    let fins = fish.fins | fish.endo_fins;
    let holds = format!(
        "the {count} {digit}s of {base} take {cover}, one each, and no other cell of {cover} can be {digit}"
    );
    let own = fish.base.iter().fold(CellSet::EMPTY, |cells, house| cells | house.cells());
    let own = if own.is_disjoint(step.eliminations.cells(digit)) {
        ""
    } else {
        " A struck place of the fish itself lies in two of these houses: it would use up both, and leave too few \
         for the rest."
    };
    if fins.is_empty() {
        return format!("In {base} all places for {digit} lie in {cover}. So {holds}.{own}");
    }
    let outside = match (fish.fins.is_empty(), fish.endo_fins.is_empty()) {
        (false, true) => {
            format!("all places for {digit} lie in {cover}, but for {}", notation.cell_list(fish.fins))
        }
        (true, _) => format!(
            "all places for {digit} lie in {cover}, but {} {} to two of them",
            notation.cell_list(fish.endo_fins),
            if fish.endo_fins.len() == 1 { "belongs" } else { "belong" }
        ),
        (false, false) => format!(
            "all places for {digit} lie in {cover}, but for {}; and {} {} to two of them",
            notation.cell_list(fish.fins),
            notation.cell_list(fish.endo_fins),
            if fish.endo_fins.len() == 1 { "belongs" } else { "belong" }
        ),
    };
    let (unless, otherwise) = if fins.len() == 1 {
        (format!("If this cell (the fin) is not {digit}"), format!("If it is {digit}"))
    } else {
        (format!("If none of these cells (the fins) is {digit}"), format!("If one of them is {digit}"))
    };
    let either = format!("In {base} {outside}. {unless}, {holds}.");
    if fish.chains.is_empty() {
        let struck = if step.eliminations.len() == 1 { "candidate is" } else { "candidates are" };
        return format!(
            "{either}{own} {otherwise}, what it sees cannot be. The struck {struck} false in either case."
        );
    }
    let chains: Vec<String> = fish.chains.iter().map(|found| chain::implications(found, notation)).collect();
    format!("{either} In every other case a chain leads to the same: {}.", chains.join("; "))
}

/// All placements of one digit.
pub(super) fn templates(step: &Step, templates: &Templates) -> String {
    let digit = templates.digit;
    let others = if templates.helpers.is_empty() {
        String::new()
    } else {
        format!(" and with the cells that are certain for {}", digits(templates.helpers))
    };
    let found = if step.placements.is_empty() {
        "none uses the struck places"
    } else {
        "every one uses the written places"
    };
    format!("Of all ways to place nine {digit}s in the grid that agree with the candidates{others}, {found}.")
}
