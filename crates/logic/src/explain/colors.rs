//! Explains colourings: candidates in two colours, where all candidates of one colour are true and all of
//! the other are false.
//!
//! The evidence contains only the coloured candidates. This module finds out from the position which rule of
//! the technique applies and to which cells, so that the explanation can name them.

use super::words::{Notation, all_of, by_digit, common_house, digit_choice, digits, listed};
use crate::{Cluster, Position, Step, Technique};
use std::fmt::Write;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House};

/// A colour and its candidates.
#[derive(Copy, Clone)]
struct NamedColor {
    name: &'static str,
    candidates: CandidateSet,
}

/// Returns the colours of a step, two for each cluster.
fn colors_of(clusters: &[Cluster]) -> Vec<[NamedColor; 2]> {
    // Pictures show the candidates in the same colours.
    const NAMES: [[&str; 2]; 2] = [["green", "blue"], ["purple", "yellow"]];
    let paint = |(cluster, names): (&Cluster, [&'static str; 2])| {
        [
            NamedColor { name: names[0], candidates: cluster.first },
            NamedColor { name: names[1], candidates: cluster.second },
        ]
    };
    clusters.iter().zip(NAMES).map(paint).collect()
}

/// Explains which candidates have which colour, and the conclusion.
pub(super) fn colors(step: &Step, clusters: &[Cluster], position: &Position, notation: Notation) -> String {
    let pairs = colors_of(clusters);
    let digit = by_digit(&step.eliminations).map(|(digit, _)| digit).next();
    let (Some(pair), Some(digit)) = (pairs.first(), digit) else { return String::new() };
    let [green, blue] = pair;
    let links = if step.technique == Technique::Medusa {
        "They are linked by cells with only two candidates, and by rows, columns and boxes with only two \
         places for a digit"
            .to_string()
    } else {
        format!("They are linked by rows, columns and boxes with only two places for {digit}")
    };
    let named = |color: &NamedColor| {
        let parts = by_digit(&color.candidates)
            .map(|(digit, cells)| format!("{digit} in {}", notation.cell_list(cells)));
        parts.collect::<Vec<_>>().join("; ")
    };
    let mut text = if step.technique == Technique::Medusa {
        format!("Mark these candidates green: {}. Mark these blue: {}.", named(green), named(blue))
    } else {
        format!("Mark {} green, and {} blue.", named(green), named(blue))
    };
    let _ = write!(
        text,
        " {links}, so either all green candidates are true and all blue ones false, or the other way round."
    );
    if let Some([purple, yellow]) = pairs.get(1) {
        let _ = write!(
            text,
            " Mark {} purple, and {} yellow. The same is true of purple and yellow.",
            named(purple),
            named(yellow),
        );
    }
    let rule = match (step.technique, pairs.get(1)) {
        (Technique::MultiColors1, Some(others)) => touching(step, digit, pair, others, notation),
        (Technique::MultiColors2, Some(others)) => cornered(step, digit, pair, others, notation),
        _ => [false_colors(step, pair, position, notation), trapped(step, pair, notation)]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" "),
    };
    format!("{text} {rule}")
}

/// Explains which colours are false because they lead to a contradiction, and where.
fn false_colors(
    step: &Step,
    pair: &[NamedColor; 2],
    position: &Position,
    notation: Notation,
) -> Option<String> {
    let wrong = pair.iter().filter(|color| !color.candidates.is_disjoint(&step.eliminations));
    let parts: Vec<String> = wrong
        .filter_map(|color| {
            let why = contradiction(&color.candidates, position, notation)?;
            Some(format!("If {name} were true, {why}. So {name} is false.", name = color.name))
        })
        .collect();
    if parts.is_empty() { None } else { Some(parts.join(" ")) }
}

/// Describes the contradiction that would follow if all these candidates were true.
fn contradiction(color: &CandidateSet, position: &Position, notation: Notation) -> Option<String> {
    let crowded = color.occupied().iter().find(|&cell| color.digits(cell).len() > 1);
    if let Some(cell) = crowded {
        return Some(format!(
            "{} would be {} at the same time",
            notation.cell(cell),
            digits(color.digits(cell))
        ));
    }
    for (digit, cells) in by_digit(color) {
        if let Some(house) = House::all().find(|house| (house.cells() & cells).len() > 1) {
            let here = house.cells() & cells;
            return Some(format!(
                "{} would {both} be {digit}, but they are {both} in {}",
                notation.cell_list(here),
                notation.house(house),
                both = all_of(here.len()),
            ));
        }
    }
    let excludes = |candidate: Candidate| {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        !color.cells(digit).is_disjoint(cell.peers()) || !color.digits(cell).without(digit).is_empty()
    };
    let empty =
        |cell: &Cell| position.digits(*cell).iter().all(|digit| excludes(Candidate::new(*cell, digit)));
    if let Some(cell) = position.empty_cells().iter().find(empty) {
        return Some(format!("{} would have no candidate left", notation.cell(cell)));
    }
    let needs = House::all().flat_map(|house| Digit::ALL.map(|digit| (house, digit)));
    let lost = |&(house, digit): &(House, Digit)| {
        let places = position.cells_in(house, digit);
        !places.is_empty() && places.iter().all(|cell| excludes(Candidate::new(cell, digit)))
    };
    needs
        .into_iter()
        .find(lost)
        .map(|(house, digit)| format!("{} would have no place left for {digit}", notation.house(house)))
}

/// Explains, rule by rule, why uncoloured candidates are false whichever colour is true.
fn trapped(step: &Step, [green, blue]: &[NamedColor; 2], notation: Notation) -> Option<String> {
    let both = green.candidates | blue.candidates;
    let mut filled: Vec<(Cell, DigitSet)> = Vec::new();
    let mut between = CandidateSet::EMPTY;
    let mut halfway: Vec<Candidate> = Vec::new();
    for candidate in step.eliminations - both {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let sees = |color: &NamedColor| !color.candidates.cells(digit).is_disjoint(cell.peers());
        let own = |color: &NamedColor| !color.candidates.digits(cell).is_empty();
        if own(green) && own(blue) {
            if !filled.iter().any(|&(known, _)| known == cell) {
                filled.push((cell, both.digits(cell)));
            }
        } else if sees(green) && sees(blue) {
            between.insert(candidate);
        } else {
            halfway.push(candidate);
        }
    }
    let mut parts: Vec<String> = filled
        .iter()
        .map(|&(cell, own)| {
            format!(
                "{} has a green and a blue candidate, so it is {}, and its other candidates can be \
                 eliminated.",
                notation.cell(cell),
                digit_choice(own)
            )
        })
        .collect();
    parts.extend(by_digit(&between).map(|(digit, cells)| {
        let (see, they) = if cells.len() == 1 { ("sees", "it is") } else { ("each see", "they are") };
        format!(
            "{} {see} a green {digit} and a blue {digit}; one of these is true, so {they} not {digit}.",
            notation.cell_list(cells)
        )
    }));
    parts.extend(halfway.iter().map(|candidate| {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let own = if green.candidates.digits(cell).is_empty() { blue } else { green };
        let far = if green.candidates.digits(cell).is_empty() { green } else { blue };
        let name = notation.cell(cell);
        format!(
            "If {} is true, {name} is {}; if {} is true, {name} sees a {digit}. Either way, {name} is not \
             {digit}.",
            own.name,
            digit_choice(own.candidates.digits(cell)),
            far.name,
        )
    }));
    if parts.is_empty() { None } else { Some(parts.join(" ")) }
}

/// Finds two cells, one from each set, that share a house, and returns them with the house.
fn contact(left: CellSet, right: CellSet) -> Option<(Cell, Cell, House)> {
    left.iter().find_map(|cell| {
        let other = (cell.peers() & right).first()?;
        Some((cell, other, common_house(CellSet::only(cell).with(other))?))
    })
}

/// Explains the eliminations from two pairs of colours. A colour of one pair excludes a colour of the other,
/// so at least one of the two remaining colours is true.
fn touching(
    step: &Step,
    digit: Digit,
    pair: &[NamedColor; 2],
    others: &[NamedColor; 2],
    notation: Notation,
) -> String {
    let mut parts = Vec::new();
    for (near, far) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
        for (other_near, other_far) in [(&others[0], &others[1]), (&others[1], &others[0])] {
            let places = |color: &NamedColor| color.candidates.cells(digit);
            let Some((left, right, house)) = contact(places(near), places(other_near)) else { continue };
            let reach = |color: &NamedColor| {
                places(color).iter().fold(CellSet::EMPTY, |cells, cell| cells | cell.peers())
            };
            let eliminated = step.eliminations.cells(digit) & reach(far) & reach(other_far);
            if eliminated.is_empty() {
                continue;
            }
            parts.push(format!(
                "{} ({}) and {} ({}) are both in {}, so {} and {} cannot both be true: {} or {} (or both) \
                 must be true. {} {} both a {} and a {} {digit}, and so cannot be {digit}.",
                notation.cell(left),
                near.name,
                notation.cell(right),
                other_near.name,
                notation.house(house),
                near.name,
                other_near.name,
                far.name,
                other_far.name,
                notation.cell_list(eliminated),
                if eliminated.len() == 1 { "sees" } else { "see" },
                far.name,
                other_far.name,
            ));
        }
    }
    parts.join(" ")
}

/// Explains why a colour is false: it excludes both colours of the other pair.
fn cornered(
    step: &Step,
    digit: Digit,
    pair: &[NamedColor; 2],
    others: &[NamedColor; 2],
    notation: Notation,
) -> String {
    let wrong = pair.iter().filter(|color| !color.candidates.is_disjoint(&step.eliminations));
    let parts: Vec<String> = wrong
        .map(|color| {
            let meetings = others.iter().filter_map(|other| {
                let (left, right, house) =
                    contact(color.candidates.cells(digit), other.candidates.cells(digit))?;
                Some(format!(
                    "{} sees {} ({}) in {}",
                    notation.cell(left),
                    notation.cell(right),
                    other.name,
                    notation.house(house)
                ))
            });
            format!(
                "If {name} were true, both {} and {} would be false, because {}. But one of them is true, so \
                 {name} is false.",
                others[0].name,
                others[1].name,
                listed(meetings, "and"),
                name = color.name,
            )
        })
        .collect();
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HintLevel;
    use crate::sketch::Sketch;

    /// Explains all 3D Medusa steps in a sketch.
    fn explain(sketch: &Sketch) -> String {
        let position = sketch.position();
        let steps = sketch.steps(Technique::Medusa.finder());
        let texts = steps.iter().map(|step| step.explain(&position, HintLevel::Full, Notation::RowColumn));
        texts.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn every_medusa_rule_names_its_cells() {
        let both_in_a_cell = Sketch::new()
            .cell("r1c1", "12")
            .house("row 1", '1', "r1c1, r1c5")
            .house("column 1", '2', "r1c1, r5c1")
            .house("row 5", '2', "r5c1, r5c5")
            .house("column 5", '2', "r5c5, r1c5");
        let twice_in_a_cell = Sketch::new()
            .cell("r1c1", "12")
            .house("row 1", '1', "r1c1, r1c5")
            .house("column 1", '2', "r1c1, r5c1")
            .house("row 5", '2', "r5c1, r5c6")
            .house("box 5", '2', "r5c6, r4c5")
            .house("column 5", '2', "r4c5, r1c5");
        let twice_in_a_house = Sketch::new()
            .house("row 1", '1', "r1c1, r1c5")
            .house("column 5", '1', "r1c5, r5c5")
            .house("row 5", '1', "r5c5, r5c2")
            .house("box 4", '1', "r5c2, r4c1");
        let empties_a_cell = Sketch::new()
            .house("row 1", '1', "r1c1, r1c5")
            .cell("r1c1", "12")
            .house("column 1", '2', "r1c1, r7c1")
            .house("row 7", '2', "r7c1, r7c5")
            .cell("r5c5", "12");
        let empties_a_house = Sketch::new()
            .house("row 1", '5', "r1c1, r1c5")
            .house("column 5", '5', "r1c5, r7c5")
            .house("row 8", '5', "r8c1, r8c4, r8c6");
        let halfway = Sketch::new()
            .cell("r1c1", "12")
            .house("column 1", '2', "r1c1, r9c1")
            .house("row 9", '2', "r9c1, r9c9")
            .house("box 1", '1', "r1c1, r2c2")
            .house("row 2", '1', "r2c2, r2c9");
        for (sketch, expected) in [
            (both_in_a_cell, "r1c5 has a green and a blue candidate, so it is 1 or 2"),
            (twice_in_a_cell, "r1c5 would be 1 and 2 at the same time"),
            (twice_in_a_house, "r1c1 and r4c1 would both be 1, but they are both in column 1"),
            (empties_a_cell, "r5c5 would have no candidate left"),
            (empties_a_house, "row 8 would have no place left for 5"),
            (halfway, "Either way, r9c9 is not 1"),
        ] {
            let text = explain(&sketch);
            assert!(text.contains(expected), "{expected}: {text}");
        }
    }
}
