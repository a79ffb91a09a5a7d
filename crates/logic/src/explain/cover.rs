//! Explains counting arguments, in which N truths are covered by N houses and cells.

use super::words::{Notation, digits, listed, number};
use crate::{Cover, Truth};
use veridoku_core::{CellSet, Digit, DigitSet, House};

/// Returns the cells among these truths.
fn cells_of(truths: &[Truth]) -> CellSet {
    truths.iter().filter_map(Truth::cell).collect()
}

/// Returns the houses among these truths, each with all its digits, in order of first appearance.
fn houses_of(truths: &[Truth]) -> Vec<(House, DigitSet)> {
    let mut found: Vec<(House, DigitSet)> = Vec::new();
    for (house, digit) in truths.iter().filter_map(Truth::house) {
        match found.iter_mut().find(|(known, _)| *known == house) {
            Some((_, all)) => _ = all.insert(digit),
            None => found.push((house, DigitSet::only(digit))),
        }
    }
    found
}

/// Explains a set of truths that is covered by an equal number of houses and cells.
pub(super) fn cover(cover: &Cover, notation: Notation) -> String {
    let (truth_cells, cover_cells) = (cells_of(&cover.truths), cells_of(&cover.covers));
    if cover_cells.is_empty() {
        return locked_cells(cover, truth_cells, notation);
    }
    fireworks(cover, cover_cells, notation)
}

/// Explains cells that need all the digits that their houses can supply.
fn locked_cells(cover: &Cover, cells: CellSet, notation: Notation) -> String {
    let count = number(cover.truths.len());
    let supply = houses_of(&cover.covers).into_iter().map(|(house, found)| {
        format!(
            "{} {} in {}",
            digits(found),
            if found.len() == 1 { "once" } else { "once each" },
            notation.house(house)
        )
    });
    format!(
        "The {count} cells {} can only be filled with these digits: {}. That makes exactly {count} digits \
         for {count} cells, so the cells need all of them. Each digit can therefore be eliminated from all \
         other cells of the row, column or box listed with it.",
        notation.cell_list(cells),
        supply.collect::<Vec<_>>().join("; "),
    )
}

/// Explains fireworks: digits that a row and a column confine to their common box and one other cell each.
fn fireworks(cover: &Cover, cells: CellSet, notation: Notation) -> String {
    let lines = houses_of(&cover.truths);
    let boxes = houses_of(&cover.covers);
    let claims = boxes.iter().map(|&(r#box, found)| {
        let own: Vec<House> = lines
            .iter()
            .filter(|&&(line, set)| set == found && !(line.cells() & r#box.cells()).is_empty())
            .map(|&(line, _)| line)
            .collect();
        let ends = own.iter().fold(CellSet::EMPTY, |ends, line| ends | (line.cells() & cells));
        let name = notation.house(r#box);
        format!(
            "In {}, the digits {} can only go in {name} or in {}. A digit that is in none of {} would be in \
             {name} twice, once for each line.",
            listed(own.iter().map(|&line| notation.house(line)), "and in"),
            digits(found),
            notation.cell_choice(ends - r#box.cells()),
            notation.cell_list(ends),
        )
    });
    let claims: Vec<String> = claims.collect();
    let all: DigitSet = boxes.iter().fold(DigitSet::EMPTY, |all, &(_, found)| all | found);
    format!(
        "{} So the {count} digits {} fill the {count} cells {}: these cells can have no other candidates, \
         and {}.",
        claims.join(" "),
        digits(all),
        notation.cell_list(cells),
        listed(
            boxes.iter().map(|&(r#box, found)| {
                let own = lines
                    .iter()
                    .filter(|(line, set)| *set == found && !(line.cells() & r#box.cells()).is_empty());
                let own = listed(own.map(|&(line, _)| notation.house(line)), "or");
                format!("in {} the digits {} can only be in {own}", notation.house(r#box), digits(found))
            }),
            "and"
        ),
        count = number(cells.len()),
    )
}

/// Formats truths in short form: `r1c13,r2c2` or `38r6 38c3`.
pub(super) fn short(truths: &[Truth], notation: Notation) -> String {
    let cells = cells_of(truths);
    let mut parts: Vec<String> = if cells.is_empty() { Vec::new() } else { vec![notation.cells(cells)] };
    parts.extend(houses_of(truths).into_iter().map(|(house, found)| {
        let names: String = found.iter().map(Digit::to_char).collect();
        format!("{names}{}", notation.house_codes(house.into()))
    }));
    parts.join(" ")
}
