//! Sentences for fish and templates: one digit, many houses.

use super::chain;
use super::words::{Notation, digits, listed, number};
use crate::evidence::{Fish, Templates};
use crate::position::Position;
use crate::step::Step;
use crate::technique::Technique;
use veridoku_core::{CellSet, House, HouseSet};

/// The cells of these houses.
fn cells_of(houses: HouseSet) -> CellSet {
    houses.iter().fold(CellSet::EMPTY, |cells, house| cells | house.cells())
}

/// The cells that lie in two of these houses.
fn cells_twice_in(houses: HouseSet) -> CellSet {
    let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
    for house in houses {
        twice |= once & house.cells();
        once |= house.cells();
    }
    twice
}

/// Base houses covered by as many others, but for fins.
pub(super) fn fish(step: &Step, fish: &Fish, position: &Position, notation: Notation) -> String {
    let covered = covered(fish, fish.cover, fish.fins, notation);
    match step.technique {
        Technique::KrakenFish1 => return format!("{covered} {}", kraken_1(step, fish, notation)),
        Technique::KrakenFish2 => return format!("{covered} {}", kraken_2(step, fish, position, notation)),
        _ => {}
    }
    let struck = step.eliminations.cells(fish.digit);
    let Some(twin) = fish.twin else {
        return format!("{covered} {}", conclusion(fish, fish.cover, fish.fins, struck, notation));
    };
    let own = |cover: HouseSet, fins: CellSet| {
        let fins = fins | fish.endo_fins;
        let reach = if fins.is_empty() { CellSet::ALL } else { fins.common_peers() };
        struck & ((cells_of(cover) - cells_of(fish.base)) | cells_twice_in(cover)) & reach
    };
    format!(
        "{covered} {} The same {} can be paired with {} as well (the two together are a Siamese fish){}. {}",
        conclusion(fish, fish.cover, fish.fins, own(fish.cover, fish.fins), notation),
        kinds(fish.base),
        notation.houses(twin.cover),
        match twin.fins.len() {
            0 => String::new(),
            1 => format!(", with the fin {}", notation.cell_list(twin.fins)),
            _ => format!(", with the fins {}", notation.cell_list(twin.fins)),
        },
        conclusion(fish, twin.cover, twin.fins, own(twin.cover, twin.fins), notation),
    )
}

/// What the base houses are called together.
fn kinds(houses: HouseSet) -> &'static str {
    use veridoku_core::HouseKind::{Box, Column, Row};
    match houses.first().map(House::kind) {
        Some(kind) if houses.iter().all(|house| house.kind() == kind) => match kind {
            Row => "rows",
            Column => "columns",
            Box => "boxes",
        },
        _ => "rows, columns and boxes",
    }
}

/// Where the digit can stand in the base houses.
fn covered(fish: &Fish, cover: HouseSet, fins: CellSet, notation: Notation) -> String {
    let digit = fish.digit;
    let fin = match fins.len() {
        0 => String::new(),
        1 => format!(", or in {} (the fin)", notation.cell_list(fins)),
        _ => format!(", or in {} (the fins)", notation.cell_choice(fins)),
    };
    let twice: Vec<String> = fish
        .endo_fins
        .iter()
        .map(|cell| {
            let own: Vec<String> = fish
                .base
                .iter()
                .filter(|house| house.cells().contains(cell))
                .map(|house| format!("in {}", notation.house(house)))
                .collect();
            format!(
                " {} lies both {}, and a {digit} there would serve both, so it counts as a fin too.",
                notation.cell(cell),
                listed(own, "and")
            )
        })
        .collect();
    let twice = twice.concat();
    let twice = if fins.is_empty() { twice.replacen("a fin too", "a fin", 1) } else { twice };
    format!(
        "In {}, {digit} can only stand in {}{fin}.{twice}",
        notation.houses(fish.base),
        notation.houses(cover),
    )
}

/// Why struck places of the base houses themselves go: each would use up two cover houses.
fn cannibals(fish: &Fish, cover: HouseSet, struck: CellSet, notation: Notation) -> String {
    let own = struck & cells_of(fish.base) & cells_twice_in(cover);
    let sentences = own.iter().map(|cell| {
        let both = cover.iter().filter(|house| house.cells().contains(cell));
        format!(
            " {} itself would take both {}, and leave too few for the rest.",
            notation.cell(cell),
            listed(both.map(|house| notation.house(house)), "and")
        )
    });
    sentences.collect()
}

/// What follows for the struck cells, whether a fin is true or not.
fn conclusion(fish: &Fish, cover: HouseSet, fins: CellSet, struck: CellSet, notation: Notation) -> String {
    let digit = fish.digit;
    let (base, covers) = (notation.houses(fish.base), notation.houses(cover));
    let taken = format!(
        "{covers} take the {} {digit}s of {base}, one each, and have no other {digit}",
        number(fish.base.len())
    );
    let own = cannibals(fish, cover, struck, notation);
    let all_fins = fins | fish.endo_fins;
    let sees = if struck.len() == 1 { "shares" } else { "share" };
    let struck = notation.cell_list(struck);
    match all_fins.len() {
        0 => format!("So {taken}.{own}"),
        1 => {
            let fin = notation.cell_list(all_fins);
            format!(
                "If {fin} is not {digit}, {taken}.{own} If {fin} is {digit}, no cell that shares a row, column or box \
                 with it is. So {struck} cannot be {digit} either way."
            )
        }
        count => format!(
            "If {} is {digit}, {taken}.{own} If one of them is {digit}, no cell that shares a row, column or box with \
             it is; {struck} {sees} one with every fin. So {struck} cannot be {digit} in any case.",
            if count == 2 { "neither fin" } else { "no fin" },
        ),
    }
}

/// The chains of a Kraken fish, case by case.
fn cases(fish: &Fish, notation: Notation) -> String {
    let chains: Vec<String> = fish.chains.iter().map(|found| chain::case(found, notation)).collect();
    chains.join("; ")
}

/// The struck candidate as a statement: `r1c1 is not 4`.
fn denied(step: &Step, notation: Notation) -> String {
    step.eliminations.first().map_or_else(String::new, |struck| {
        format!("{} is not {}", notation.cell(struck.cell()), struck.digit())
    })
}

/// The fish, or each fin by a chain, strikes the candidate.
fn kraken_1(step: &Step, fish: &Fish, notation: Notation) -> String {
    let digit = fish.digit;
    let (unless, otherwise) = match fish.fins.len() {
        1 => (format!("If the fin is not {digit}"), "If it is, a chain leads to the same"),
        _ => (format!("If neither fin is {digit}"), "If one of them is, a chain leads to the same"),
    };
    format!(
        "{unless}, {covers} take the {} {digit}s of {}, one each, and have no other {digit}, so {denied}.{own} {otherwise}: {}. \
         So {denied} in any case.",
        number(fish.base.len()),
        notation.houses(fish.base),
        cases(fish, notation),
        covers = notation.houses(fish.cover),
        denied = denied(step, notation),
        own = cannibals(fish, fish.cover, step.eliminations.cells(digit), notation),
    )
}

/// Each place of the fish in one cover house, and each fin, strikes the candidate by a chain.
fn kraken_2(step: &Step, fish: &Fish, position: &Position, notation: Notation) -> String {
    let digit = fish.digit;
    let starts = fish.chains.iter().filter_map(|found| found.nodes.first());
    let starts = starts.fold(CellSet::EMPTY, |cells, node| cells | node.cells);
    let places = starts - fish.fins;
    let base = cells_of(fish.base) & position.cells(digit);
    let twice = cells_twice_in(fish.cover) & base;
    let house = fish.cover.iter().find(|house| (house.cells() & base) - twice == places);
    let Some(house) = house else {
        return format!("In every case a chain strikes it: {}.", cases(fish, notation));
    };
    let shared = twice & house.cells();
    let unless = match fish.fins.len() {
        1 => format!("If the fin is not {digit}"),
        _ => format!("If neither fin is {digit}"),
    };
    let starts = match starts.single() {
        Some(cell) => notation.cell(cell),
        None => format!("one of {}", notation.cell_list(starts)),
    };
    let too_few = format!(
        "a {digit} in {} would take two of these, and leave too few for the rest",
        notation.cell_choice(shared)
    );
    let place = match (places.is_empty(), shared.is_empty()) {
        (true, _) => format!("but {} has no place for its own: {too_few}", notation.house(house)),
        (false, true) => {
            format!("that of {} is then in {}", notation.house(house), notation.cell_choice(places))
        }
        (false, false) => {
            format!(
                "that of {} is then in {} ({too_few})",
                notation.house(house),
                notation.cell_choice(places)
            )
        }
    };
    format!(
        "{unless}, {} take the {} {digit}s of {}, one each; {place}. So {starts} is {digit}, and that leads to the same in each \
         case: {}. So {} in any case.",
        notation.houses(fish.cover),
        number(fish.base.len()),
        notation.houses(fish.base),
        cases(fish, notation),
        denied(step, notation),
    )
}

/// All placements of one digit.
pub(super) fn templates(step: &Step, templates: &Templates) -> String {
    let digit = templates.digit;
    let others = if templates.helpers.is_empty() {
        String::new()
    } else {
        format!(" and with the cells that are certain for {}", digits(templates.helpers))
    };
    let found = match (step.placements.is_empty(), step.eliminations.len().max(step.placements.len())) {
        (true, 1) => "none uses the struck place",
        (true, _) => "none uses any of the struck places",
        (false, 1) => "every one uses this place",
        (false, _) => "every one uses these places",
    };
    format!(
        "Go through all ways to place nine {digit}s, one in each row, column and box, that agree with the \
         candidates{others}: {found}."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::{Chain, Evidence, Link, Node};
    use crate::explain::HintLevel;
    use crate::sketch::Sketch;
    use veridoku_core::{Candidate, CandidateSet, Cell, Digit};

    /// Chains that begin in no cover house of the fish are told one by one.
    #[test]
    fn a_kraken_fish_without_its_cover_house_is_told_by_its_chains() {
        let node = |cell: Cell| Node { digit: Digit::One, cells: cell.into() };
        let [start, end] = [Cell::new(8, 8), Cell::new(8, 0)];
        let houses =
            |kind, indices: [usize; 2]| indices.map(|index| House::new(kind, index)).into_iter().collect();
        let evidence = Evidence::Fish(Fish {
            digit: Digit::One,
            base: houses(veridoku_core::HouseKind::Row, [0, 1]),
            cover: houses(veridoku_core::HouseKind::Column, [0, 1]),
            fins: CellSet::EMPTY,
            endo_fins: CellSet::EMPTY,
            twin: None,
            chains: vec![Chain { nodes: vec![node(start), node(end)], links: vec![Link::Weak] }],
        });
        let struck = CandidateSet::only(Candidate::new(end, Digit::One));
        let step = Step::eliminating(Technique::KrakenFish2, struck, evidence);
        let text = step.explain(&Sketch::new().position(), HintLevel::Full, Notation::RowColumn);
        let words = "In every case a chain strikes it: if r9c9 is 1, then r9c1 is not 1 (same row).";
        assert!(text.contains(words), "{text}");
    }
}
