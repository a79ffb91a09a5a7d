//! Explains fish and templates: patterns that involve a single digit in many houses.

use super::chain;
use super::words::{Notation, digit_choice, listed, number};
use crate::{Fish, Position, Step, Technique, Templates};
use veridoku_core::{CellSet, House, HouseSet};

/// Returns the cells of these houses.
fn cells_of(houses: HouseSet) -> CellSet {
    houses.iter().fold(CellSet::EMPTY, |cells, house| cells | house.cells())
}

/// Returns the cells that are in two of these houses.
fn cells_twice_in(houses: HouseSet) -> CellSet {
    let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
    for house in houses {
        twice |= once & house.cells();
        once |= house.cells();
    }
    twice
}

/// Explains a fish: N base houses whose candidates, except for fins, are also in N cover houses.
pub(super) fn fish(step: &Step, fish: &Fish, position: &Position, notation: Notation) -> String {
    let covered = covered(fish, fish.cover, fish.fins, notation);
    match step.technique {
        Technique::KrakenFish1 => return format!("{covered} {}", kraken_1(step, fish, notation)),
        Technique::KrakenFish2 => return format!("{covered} {}", kraken_2(step, fish, position, notation)),
        _ => {}
    }
    let eliminated = step.eliminations.cells(fish.digit);
    let Some(twin) = fish.twin else {
        return format!("{covered} {}", conclusion(fish, fish.cover, fish.fins, eliminated, notation));
    };
    // The eliminations that follow from one of the two covers.
    let proved_by = |cover: HouseSet, fins: CellSet| {
        let fins = fins | fish.endo_fins;
        let reach = if fins.is_empty() { CellSet::ALL } else { fins.common_peers() };
        eliminated & ((cells_of(cover) - cells_of(fish.base)) | cells_twice_in(cover)) & reach
    };
    format!(
        "{covered} {} The same {} can also be paired with {}{} (together, the two are called a Siamese \
         fish). {}",
        conclusion(fish, fish.cover, fish.fins, proved_by(fish.cover, fish.fins), notation),
        kinds(fish.base),
        notation.houses(twin.cover),
        match twin.fins.len() {
            0 => String::new(),
            1 => format!(", with the fin {}", notation.cell_list(twin.fins)),
            _ => format!(", with the fins {}", notation.cell_list(twin.fins)),
        },
        conclusion(fish, twin.cover, twin.fins, proved_by(twin.cover, twin.fins), notation),
    )
}

/// Returns the plural name of these houses: `rows`, `columns`, `boxes`, or all three.
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

/// States where the digit can go in the base houses.
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
            let own = fish.base.iter().filter(|house| house.cells().contains(cell));
            format!(
                " {} is in both {}, so a {digit} there would count for both; that makes it a fin too.",
                notation.cell(cell),
                listed(own.map(|house| notation.house(house)), "and")
            )
        })
        .collect();
    let twice = twice.concat();
    let twice = if fins.is_empty() { twice.replacen("a fin too", "a fin", 1) } else { twice };
    format!(
        "In {}, {digit} can only go in {}{fin}.{twice}",
        notation.houses(fish.base),
        notation.houses(cover),
    )
}

/// Explains cannibalistic eliminations: a base cell in two cover houses would use up both of them.
fn cannibals(fish: &Fish, cover: HouseSet, eliminated: CellSet, notation: Notation) -> String {
    let own = eliminated & cells_of(fish.base) & cells_twice_in(cover);
    let sentences = own.iter().map(|cell| {
        let both = cover.iter().filter(|house| house.cells().contains(cell));
        format!(
            " A {digit} in {} would use up both {}, leaving too few for the other {digit}s.",
            notation.cell(cell),
            listed(both.map(|house| notation.house(house)), "and"),
            digit = fish.digit,
        )
    });
    sentences.collect()
}

/// Explains why the eliminated cells cannot contain the digit, whether a fin is true or not.
fn conclusion(
    fish: &Fish,
    cover: HouseSet,
    fins: CellSet,
    eliminated: CellSet,
    notation: Notation,
) -> String {
    let digit = fish.digit;
    let (base, covers) = (notation.houses(fish.base), notation.houses(cover));
    let filled = format!(
        "{covers} contain the {} {digit}s of {base}, one each, and no other {digit}",
        number(fish.base.len())
    );
    let own = cannibals(fish, cover, eliminated, notation);
    let all_fins = fins | fish.endo_fins;
    let see = if eliminated.len() == 1 { "sees" } else { "see" };
    let eliminated = notation.cell_list(eliminated);
    match all_fins.len() {
        0 => format!("So {filled}.{own}"),
        1 => {
            let fin = notation.cell_list(all_fins);
            format!(
                "If {fin} is not {digit}, {filled}.{own} If {fin} is {digit}, no cell that it sees can be \
                 {digit}. Either way, {eliminated} cannot be {digit}."
            )
        }
        count => format!(
            "If {} is {digit}, {filled}.{own} If a fin is {digit}, no cell that it sees can be {digit}, and \
             {eliminated} {see} {}. In every case, {eliminated} cannot be {digit}.",
            if count == 2 { "neither fin" } else { "no fin" },
            if count == 2 { "both fins" } else { "every fin" },
        ),
    }
}

/// Explains the chains of a Kraken fish, case by case.
fn cases(fish: &Fish, notation: Notation) -> String {
    let sets = fish.sets();
    let chains: Vec<String> = fish.chains.iter().map(|found| chain::case(found, &sets, notation)).collect();
    chains.join("; ")
}

/// States the elimination: `r1c1 is not 4`.
fn elimination(step: &Step, notation: Notation) -> String {
    step.eliminations.first().map_or_else(String::new, |eliminated| {
        format!("{} is not {}", notation.cell(eliminated.cell()), eliminated.digit())
    })
}

/// Explains a Kraken fish of type 1: either the fish eliminates the candidate, or a chain from a fin does.
fn kraken_1(step: &Step, fish: &Fish, notation: Notation) -> String {
    let digit = fish.digit;
    let (unless, otherwise) = match fish.fins.len() {
        1 => (format!("If the fin is not {digit}"), "If it is, a chain leads to the same conclusion"),
        _ => {
            (format!("If neither fin is {digit}"), "If one of them is, a chain leads to the same conclusion")
        }
    };
    format!(
        "{unless}, {covers} contain the {} {digit}s of {}, one each, and no other {digit}, so \
         {elimination}.{own} {otherwise}: {}. So {elimination} in every case.",
        number(fish.base.len()),
        notation.houses(fish.base),
        cases(fish, notation),
        covers = notation.houses(fish.cover),
        elimination = elimination(step, notation),
        own = cannibals(fish, fish.cover, step.eliminations.cells(digit), notation),
    )
}

/// Explains a Kraken fish of type 2: a chain from each fin, and from each candidate of the fish in one cover
/// house, eliminates the candidate.
fn kraken_2(step: &Step, fish: &Fish, position: &Position, notation: Notation) -> String {
    let digit = fish.digit;
    let starts = fish.chains.iter().filter_map(|found| found.nodes.first());
    let starts = starts.fold(CellSet::EMPTY, |cells, node| cells | node.cells);
    let places = starts - fish.fins;
    let base = cells_of(fish.base) & position.cells(digit);
    let twice = cells_twice_in(fish.cover) & base;
    let house = fish.cover.iter().find(|house| (house.cells() & base) - twice == places);
    let Some(house) = house else {
        return format!("Every case leads to the same conclusion by a chain: {}.", cases(fish, notation));
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
        "a {digit} in {} would use up two of these, leaving too few for the other {digit}s",
        notation.cell_choice(shared)
    );
    let place = match (places.is_empty(), shared.is_empty()) {
        (true, _) => format!("but {} has no place left for its {digit}: {too_few}", notation.house(house)),
        (false, true) => {
            format!("the one in {} is then in {}", notation.house(house), notation.cell_choice(places))
        }
        (false, false) => {
            format!(
                "the one in {} is then in {} ({too_few})",
                notation.house(house),
                notation.cell_choice(places)
            )
        }
    };
    format!(
        "{unless}, {} contain the {} {digit}s of {}, one each; {place}. So {starts} is {digit}, and each \
         case leads to the same conclusion: {}. So {} in every case.",
        notation.houses(fish.cover),
        number(fish.base.len()),
        notation.houses(fish.base),
        cases(fish, notation),
        elimination(step, notation),
    )
}

/// Explains a conclusion from all the ways to place one digit in the whole grid.
pub(super) fn templates(step: &Step, templates: &Templates, notation: Notation) -> String {
    let digit = templates.digit;
    let others = if templates.helpers.is_empty() {
        String::new()
    } else {
        let helpers = digit_choice(templates.helpers);
        format!(" and with the cells that must be {helpers} by the same argument")
    };
    let (placed, eliminated) = (step.placements.occupied(), step.eliminations.occupied());
    let found = if placed.is_empty() {
        format!("none of them has a {digit} in {}", notation.cell_choice(eliminated))
    } else {
        format!("all of them have a {digit} in {}", notation.cell_list(placed))
    };
    format!(
        "Consider all ways to place nine {digit}s, one in each row, column and box, that are consistent with \
         the candidates{others}: {found}."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;
    use crate::{Chain, Evidence, HintLevel, Link, Node};
    use veridoku_core::{Candidate, CandidateSet, Cell, Digit};

    #[test]
    fn kraken_chains_that_start_outside_every_cover_house_are_listed() {
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
        let eliminated = CandidateSet::only(Candidate::new(end, Digit::One));
        let step = Step::eliminating(Technique::KrakenFish2, eliminated, evidence);
        let text = step.explain(&Sketch::new().position(), HintLevel::Full, Notation::RowColumn);
        let expected = "Every case leads to the same conclusion by a chain: if r9c9 is 1, then r9c1 is not 1 \
                        (same row).";
        assert!(text.contains(expected), "{text}");
    }
}
