//! Sentences for the junior exocet: where the digits of the base come back, and which of them cannot.

use super::words::{Notation, by_digit, digit_choice, digits, listed};
use crate::evidence::Exocet;
use crate::position::Position;
use crate::step::Step;
use veridoku_core::{CandidateSet, Cell, CellSet, DigitSet, House, HouseKind, HouseSet};

/// Two base cells, two targets, three lines across.
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
        "The base cells {bases} hold two of the digits {}. Take either of these two digits and look for it in {}. There it cannot stand in {} or in \
         {}, where the base has it; nor in {}, where no digit of the base can go. So it is in {left} or {right} (the targets), or \
         further away. But further away each of the digits {} has its places in too few {}s to stand on all three {}s. So each \
         of the two digits of the base is in a target: {left} and {right} hold the same two digits as the base.",
        digits(exocet.digits),
        notation.houses(crossing),
        notation.house(line),
        notation.house(r#box),
        notation.cell_list(beside),
        digits(exocet.digits),
        along,
        first.kind(),
    );
    let mut parts = vec![start];
    parts.extend(foreign(step, exocet, notation));
    parts.extend(homeless(step, exocet, position, notation));
    parts.join(" ")
}

/// The cell of the cross-line in the box of the target that is neither the target nor in the base line.
fn companion(target: Cell, base_line: House, cross_line: House) -> Cell {
    let three = target.house(HouseKind::Box).cells() & cross_line.cells();
    (three - base_line.cells()).without(target).first().unwrap_or(target)
}

/// The candidates of the targets that the base does not have.
fn foreign(step: &Step, exocet: &Exocet, notation: Notation) -> Option<String> {
    let parts: Vec<String> = exocet
        .targets
        .into_iter()
        .map(|target| (target, step.eliminations.digits(target) - exocet.digits))
        .filter(|(_, struck)| !struck.is_empty())
        .map(|(target, struck)| format!("{} cannot be {}", notation.cell(target), digit_choice(struck)))
        .collect();
    if parts.is_empty() { None } else { Some(format!("Therefore {}.", listed(parts, "and"))) }
}

/// The digits of the base that go from base or targets because they fit into no case.
fn homeless(step: &Step, exocet: &Exocet, position: &Position, notation: Notation) -> Option<String> {
    let mut struck = CandidateSet::EMPTY;
    for digit in exocet.digits {
        struck.set_cells(digit, step.eliminations.cells(digit));
    }
    if struck.is_empty() {
        return None;
    }
    let mut parts = Vec::new();
    for (digit, cells) in by_digit(&struck) {
        let targets: CellSet = exocet.targets.into_iter().collect();
        let open = targets & position.cells(digit);
        for target in cells & targets {
            let others = exocet.cross_lines.into_iter().filter(|line| !line.cells().contains(target));
            let blocked = exocet.cases.iter().all(|case| !case.contains(&digit));
            if blocked {
                parts.push(format!(
                    "{digit} in {} would leave it no way to stand on {} too",
                    notation.cell(target),
                    notation.houses(others.collect()),
                ));
            }
        }
        if open.is_empty() {
            parts.push(format!("{digit} is a candidate of neither target"));
        }
    }
    let mut pairs: Vec<DigitSet> = Vec::new();
    for case in &exocet.cases {
        let pair = DigitSet::only(case[0]).with(case[1]);
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    let kept = listed(pairs.iter().map(|&pair| digits(pair)), "or");
    let because = if parts.is_empty() {
        String::new()
    } else {
        format!("{}. ", super::basic::capital(&listed(parts, "and")))
    };
    Some(format!(
        "{because}Tried out pair by pair, the targets can only take {kept}; a candidate of the four cells that no such pair uses \
         goes."
    ))
}
