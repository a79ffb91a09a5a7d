//! Explains the junior exocet: why the two target cells must contain the same digits as the two base cells.

use super::words::{Notation, by_digit, digit_choice, digits, listed};
use crate::{Exocet, Position, Step};
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseKind, HouseSet};

/// Explains a junior exocet: two base cells, two targets and three cross-lines.
pub(super) fn exocet(step: &Step, exocet: &Exocet, position: &Position, notation: Notation) -> String {
    let Some(first) = exocet.cross_lines.first() else { return String::new() };
    let [base, other] = exocet.base;
    let along = if first.kind() == HouseKind::Column { HouseKind::Row } else { HouseKind::Column };
    let (line, r#box) = (base.house(along), base.house(HouseKind::Box));
    let crossing = exocet.cross_lines.into_iter().collect::<HouseSet>();
    let [left, right] = exocet.targets.map(|target| notation.cell(target));
    let beside = exocet.targets.into_iter().zip(&exocet.cross_lines[1..]);
    let beside: CellSet = beside.map(|(target, &line)| companion(target, base.house(along), line)).collect();
    let bases = format!("{} and {}", notation.cell(base), notation.cell(other));
    let start = format!(
        "The base cells {bases} contain two of the digits {}. Take either of these two digits and look for \
         it in {}. There it cannot be in {} or {}, where the base already has it, nor in {}, which cannot be \
         any of these digits. So it is in {left} or {right} (the targets), or in the other boxes of these \
         {}s. But there, each of the digits {} has its candidates in too few {}s to be in all three {}s. So \
         each of the two digits in the base is in a target: {left} and {right} contain the same two digits \
         as the base.",
        digits(exocet.digits),
        notation.houses(crossing),
        notation.house(line),
        notation.house(r#box),
        notation.cell_list(beside),
        first.kind(),
        digits(exocet.digits),
        along,
        first.kind(),
    );
    let mut parts = vec![start];
    parts.extend(other_target_digits(step, exocet, notation));
    parts.extend(base_digits(step, exocet, position, notation));
    parts.join(" ")
}

/// Returns the third cell where the cross-line passes through the box of the target: neither the target nor
/// the cell in the base line.
fn companion(target: Cell, base_line: House, cross_line: House) -> Cell {
    let three = target.house(HouseKind::Box).cells() & cross_line.cells();
    (three - base_line.cells()).without(target).first().unwrap_or(target)
}

/// Explains why digits that are not candidates of the base cells are eliminated from the targets.
fn other_target_digits(step: &Step, exocet: &Exocet, notation: Notation) -> Option<String> {
    let parts: Vec<String> = exocet
        .targets
        .into_iter()
        .map(|target| (target, step.eliminations.digits(target) - exocet.digits))
        .filter(|(_, eliminated)| !eliminated.is_empty())
        .map(|(target, eliminated)| {
            format!("{} cannot be {}", notation.cell(target), digit_choice(eliminated))
        })
        .collect();
    if parts.is_empty() { None } else { Some(format!("So {}.", listed(parts, "and"))) }
}

/// Explains why candidates of the base cells are eliminated from the base or the targets.
fn base_digits(step: &Step, exocet: &Exocet, position: &Position, notation: Notation) -> Option<String> {
    let mut unexplained = CandidateSet::EMPTY;
    for digit in exocet.digits {
        unexplained.set_cells(digit, step.eliminations.cells(digit));
    }
    let eliminated = unexplained;
    let mut parts = Vec::new();
    for (digit, cells) in by_digit(&eliminated) {
        for target in exocet.targets.into_iter().filter(|&target| is_barred(exocet, target, digit, position))
        {
            if position.digits(target).contains(digit) {
                unexplained.remove(Candidate::new(target, digit));
                let others = exocet.cross_lines.into_iter().filter(|line| !line.cells().contains(target));
                parts.push(format!(
                    "If {} were {digit}, {digit} would have to be in the other boxes of both {}, where it \
                     has too few places.",
                    notation.cell(target),
                    notation.houses(others.collect()),
                ));
            }
        }
        let closed = |&target: &Cell| {
            !position.digits(target).contains(digit) || is_barred(exocet, target, digit, position)
        };
        let in_base = cells & exocet.base.into_iter().collect::<CellSet>();
        if exocet.targets.iter().all(closed) && !in_base.is_empty() {
            unexplained.set_cells(digit, unexplained.cells(digit) - in_base);
            parts.push(format!("{digit} can be in neither target, so it cannot be in the base."));
        }
    }
    if !unexplained.is_empty() {
        let mut pairs: Vec<DigitSet> =
            exocet.cases.iter().map(|case| DigitSet::only(case[0]).with(case[1])).collect();
        pairs.sort_by_key(|pair| pair.bits());
        pairs.dedup();
        parts.push(format!(
            "Checking every pair of digits shows that the base and the targets can only contain {}; {} {} \
             none of these cases.",
            pairs.into_iter().map(digits).collect::<Vec<_>>().join(", or "),
            notation.candidate_list(&unexplained),
            if unexplained.len() == 1 { "fits" } else { "fit" },
        ));
    }
    if parts.is_empty() { None } else { Some(parts.join(" ")) }
}

/// Reports whether the digit cannot be in this target because it would then have too few places in the other
/// two cross-lines, outside the boxes of the base and the targets.
fn is_barred(exocet: &Exocet, target: Cell, digit: Digit, position: &Position) -> bool {
    let near = exocet.base.into_iter().chain(exocet.targets);
    let near = near.fold(CellSet::EMPTY, |near, cell| near | cell.house(HouseKind::Box).cells());
    let others = exocet.cross_lines.into_iter().filter(|line| !line.cells().contains(target));
    let written = position.values().cells_with(digit);
    let places: Vec<CellSet> = others
        .filter(|line| written.is_disjoint(line.cells()))
        .map(|line| position.cells_in(line, digit) - near)
        .collect();
    match places[..] {
        [one, other] => !one.iter().any(|place| !(other - place.peers()).is_empty()),
        [one] => one.is_empty(),
        _ => false,
    }
}
