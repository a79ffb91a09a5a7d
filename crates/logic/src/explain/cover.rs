//! Sentences for counting arguments: as many needs as there is room for.

use super::words::{Notation, digits, listed, number};
use crate::evidence::{Cover, Truth};
use veridoku_core::{CellSet, Digit, DigitSet, House};

/// The cells among these.
fn cells_of(truths: &[Truth]) -> CellSet {
    truths.iter().filter_map(|truth| if let Truth::Cell(cell) = truth { Some(*cell) } else { None }).collect()
}

/// The houses among these with all digits that are named with them, in the order of the first.
fn houses_of(truths: &[Truth]) -> Vec<(House, DigitSet)> {
    let mut found: Vec<(House, DigitSet)> = Vec::new();
    for truth in truths {
        let Truth::House(house, digit) = *truth else { continue };
        match found.iter_mut().find(|(known, _)| *known == house) {
            Some((_, all)) => _ = all.insert(digit),
            None => found.push((house, DigitSet::only(digit))),
        }
    }
    found
}

/// As many truths as covers.
pub(super) fn cover(cover: &Cover, notation: Notation) -> String {
    let (needs, room) = (cells_of(&cover.truths), cells_of(&cover.covers));
    if room.is_empty() {
        return cells_filled(cover, needs, notation);
    }
    fireworks(cover, room, notation)
}

/// Cells, and digits of houses that can fill them.
fn cells_filled(cover: &Cover, cells: CellSet, notation: Notation) -> String {
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
        "Count what the {count} cells {} can hold: {}. No digit can come to them more often, so that is room for {count} \
         digits in {count} cells, and all of it is needed: outside these cells, none of these digits can stand in the row, \
         column or box named with it.",
        notation.cell_list(cells),
        listed(supply, "and"),
    )
}

/// Digits of rows and columns that leave a box only for a few cells.
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
            "In {} the digits {} can only stand in {name} or in {}. Each of them that is in none of {} would stand twice in \
             {name}, once for each line.",
            listed(own.iter().map(|&line| notation.house(line)), "and in"),
            digits(found),
            notation.cell_choice(ends - r#box.cells()),
            notation.cell_list(ends),
        )
    });
    let claims: Vec<String> = claims.collect();
    let all: DigitSet = boxes.iter().fold(DigitSet::EMPTY, |all, &(_, found)| all | found);
    format!(
        "{} So the {count} digits {} fill the {count} cells {}: nothing else can stand there, and {}.",
        claims.join(" "),
        digits(all),
        notation.cell_list(cells),
        listed(
            boxes.iter().map(|&(r#box, found)| {
                let own = lines
                    .iter()
                    .filter(|(line, set)| *set == found && !(line.cells() & r#box.cells()).is_empty());
                let own = listed(own.map(|&(line, _)| notation.house(line)), "or");
                format!("in {} the digits {} stay in {own}", notation.house(r#box), digits(found))
            }),
            "and"
        ),
        count = number(cells.len()),
    )
}

/// The truths in short: `r1c13,r2c2` or `38r6 38c3`.
pub(super) fn short(truths: &[Truth], notation: Notation) -> String {
    let cells = cells_of(truths);
    let mut parts: Vec<String> = if cells.is_empty() { Vec::new() } else { vec![notation.cells(cells)] };
    parts.extend(houses_of(truths).into_iter().map(|(house, found)| {
        let names: String = found.iter().map(Digit::to_char).collect();
        format!("{names}{}", notation.house_codes(house.into()))
    }));
    parts.join(" ")
}
