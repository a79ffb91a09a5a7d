//! Explains chains: if the first candidate is false, the next is true, and so on to the end of the chain.

use super::basic::capital;
use super::eureka;
use super::words::{Notation, common_house, digit_choice, digits, listed};
use crate::marks::set_name;
use crate::{Chain, Link, Node, Step, Technique};
use std::fmt::Write;
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, House};

/// States that a node is true: `r1c1 is 4`, `one of r1c1 and r1c2 is 4`.
fn holds(node: &Node, notation: Notation) -> String {
    match node.cells.single() {
        Some(cell) => format!("{} is {}", notation.cell(cell), node.digit),
        None => format!("one of {} is {}", notation.cell_list(node.cells), node.digit),
    }
}

/// States that a node is false: `r1c1 is not 4`, `neither r1c1 nor r1c2 is 4`.
fn fails(node: &Node, notation: Notation) -> String {
    match node.cells.single() {
        Some(cell) => format!("{} is not {}", notation.cell(cell), node.digit),
        None => match node.cells.iter().collect::<Vec<_>>()[..] {
            [first, second] => {
                format!("neither {} nor {} is {}", notation.cell(first), notation.cell(second), node.digit)
            }
            _ => format!("none of {} is {}", notation.cell_list(node.cells), node.digit),
        },
    }
}

/// States that a node is true or false.
pub(super) fn statement(node: &Node, is_true: bool, notation: Notation) -> String {
    if is_true { holds(node, notation) } else { fails(node, notation) }
}

/// Explains why a set must contain a digit: it has lost another one. `sets` are the sets of the step, in the
/// order of their names.
pub(super) fn locked_set(lost: Digit, cells: CellSet, sets: &[CellSet], notation: Notation) -> String {
    let name = sets.iter().position(|&set| set == cells).map(set_name).unwrap_or_default();
    format!("without {lost}, set {name} ({}) must contain all its other digits", notation.cells(cells))
}

/// Explains why the node after a link follows. `sets` are the almost locked sets of the step.
pub(super) fn because(chain: &Chain, index: usize, sets: &[CellSet], notation: Notation) -> String {
    let (from, to) = (&chain.nodes[index], &chain.nodes[(index + 1) % chain.nodes.len()]);
    match chain.links[index] {
        Link::Weak if from.cells == to.cells => "same cell".to_string(),
        // Two nodes that exclude each other are in the same cell or in the same house.
        Link::Weak => common_house(from.cells | to.cells)
            .map_or_else(|| "same house".to_string(), |house| format!("same {}", house.kind())),
        Link::StrongInCell(_) => "its only other candidate".to_string(),
        Link::StrongInHouse(house) => {
            let places = if to.cells.len() == 1 { "place" } else { "places" };
            format!("the only other {places} for {} in {}", to.digit, notation.house(house))
        }
        Link::StrongInSet(cells) => locked_set(from.digit, cells, sets, notation),
    }
}

/// Formats the chain, from its first node, as a series of implications.
///
/// If the first link is strong, the first node is assumed to be false, otherwise true.
fn implications(chain: &Chain, sets: &[CellSet], notation: Notation) -> String {
    let Some(first) = chain.nodes.first() else { return String::new() };
    let starts_strong = chain.links.first().is_some_and(|link| link.is_strong());
    let mut true_now = !starts_strong;
    let mut text = format!("if {}", statement(first, true_now, notation));
    let count = chain.nodes.len();
    for index in 0..chain.links.len() {
        true_now = !true_now;
        let fact = statement(&chain.nodes[(index + 1) % count], true_now, notation);
        let word = match index {
            0 => "then",
            _ if index + 1 == count => "and so, as assumed,",
            _ => "so",
        };
        let _ = write!(text, ", {word} {fact} ({})", because(chain, index, sets, notation));
    }
    text
}

/// Formats a chain that is one of several cases. Stops at the first node that contradicts an earlier one.
pub(super) fn case(chain: &Chain, sets: &[CellSet], notation: Notation) -> String {
    let differs = |left: usize, right: usize| (right - left) % 2 == 1;
    let is_refuted =
        |end: usize| (0..end).any(|start| chain.nodes[start] == chain.nodes[end] && differs(start, end));
    let Some(end) = (0..chain.nodes.len()).find(|&end| is_refuted(end)) else {
        return implications(chain, sets, notation);
    };
    let part = Chain { nodes: chain.nodes[..=end].to_vec(), links: chain.links[..end].to_vec() };
    format!("{}, which is a contradiction, so this case is impossible", implications(&part, sets, notation))
}

/// Explains a chain and its conclusion.
pub(super) fn chain(step: &Step, chain: &Chain, notation: Notation) -> String {
    if step.technique == Technique::RemotePair {
        return remote_pair(step, chain, notation);
    }
    let implications = capital(&implications(chain, &chain.sets(), notation));
    let end = conclusion(step, chain, notation);
    format!("{implications}. {end} (In short: {}.)", eureka::chain(chain, notation))
}

/// Explains what follows from a chain.
pub(super) fn conclusion(step: &Step, chain: &Chain, notation: Notation) -> String {
    if chain.is_closed() { closed(step, chain, notation) } else { open(step, chain, notation) }
}

/// Explains the conclusion of an open chain.
fn open(step: &Step, chain: &Chain, notation: Notation) -> String {
    let (Some(first), Some(last)) = (chain.nodes.first(), chain.nodes.last()) else { return String::new() };
    let starts_strong = chain.links.first().is_some_and(|link| link.is_strong());
    if !starts_strong {
        return format!("That contradicts the assumption, so {}.", fails(first, notation));
    }
    if !chain.links.last().is_some_and(|link| link.is_strong()) {
        return excluded_either_way(first, last, notation);
    }
    if first == last {
        let proved = holds(first, notation);
        let more = match first.cells.single() {
            _ if step.eliminations.is_empty() => "",
            Some(cell) if step.eliminations.occupied() == CellSet::only(cell) => {
                ", and its other candidates can be eliminated"
            }
            _ => ", and every candidate that conflicts with it can be eliminated",
        };
        return format!("That contradicts the assumption, so {proved}{more}.");
    }
    match (first.cells.single(), last.cells.single()) {
        (Some(left), Some(right)) if left == right => format!(
            "So {} is {} or {}, and its other candidates can be eliminated.",
            notation.cell(left),
            first.digit,
            last.digit
        ),
        (Some(left), Some(right)) if first.digit == last.digit => format!(
            "So {} or {} (or both) is {digit}, and no cell that sees both of them can be {digit}.",
            notation.cell(left),
            notation.cell(right),
            digit = first.digit
        ),
        _ if first.digit == last.digit => format!(
            "So {}, or {} (or both), and no cell that sees all of these cells can be {}.",
            holds(first, notation),
            holds(last, notation),
            first.digit
        ),
        _ => format!(
            "So {}, or {} (or both). {} with both of these, in the same cell or in the same row, column or \
             box.",
            holds(first, notation),
            holds(last, notation),
            if step.eliminations.len() == 1 {
                "The eliminated candidate conflicts"
            } else {
                "The eliminated candidates conflict"
            },
        ),
    }
}

/// Explains a chain that ends in a false node: the last node is false whether or not the first one is true.
fn excluded_either_way(first: &Node, last: &Node, notation: Notation) -> String {
    match (first.cells.single(), last.cells.single()) {
        (Some(left), Some(right)) if left == right => {
            format!("So whether or not {} is {}, it is not {}.", notation.cell(left), first.digit, last.digit)
        }
        _ => format!("So whether or not {}, {}.", holds(first, notation), fails(last, notation)),
    }
}

/// Explains the conclusions of a closed chain: of two nodes joined by a weak link, exactly one is true.
fn closed(step: &Step, chain: &Chain, notation: Notation) -> String {
    let count = chain.nodes.len();
    let mut claims: Vec<String> = Vec::new();
    let mut explained = CandidateSet::EMPTY;
    for (index, _) in chain.links.iter().enumerate().filter(|(_, link)| !link.is_strong()) {
        let (from, to) = (&chain.nodes[index], &chain.nodes[(index + 1) % count]);
        let cells = from.cells | to.cells;
        if from.digit == to.digit {
            let houses = House::all().filter(|house| cells.is_subset(house.cells()));
            for house in houses {
                let eliminated = (step.eliminations.cells(from.digit) & house.cells()) - cells;
                if !eliminated.is_empty() {
                    explained.set_cells(from.digit, explained.cells(from.digit) | eliminated);
                    claims.push(format!(
                        "the {} in {} is in {}",
                        from.digit,
                        notation.house(house),
                        notation.cell_choice(cells)
                    ));
                }
            }
        } else if let Some(cell) = cells.single() {
            let both = DigitSet::only(from.digit).with(to.digit);
            let eliminated = step.eliminations.digits(cell) - both;
            if !eliminated.is_empty() {
                explained.set_digits(cell, explained.digits(cell) | eliminated);
                claims.push(format!("{} is {}", notation.cell(cell), digit_choice(both)));
            }
        }
    }
    if !step.eliminations.is_subset(&explained) {
        claims.extend(chain.links.iter().filter_map(|link| match link {
            Link::StrongInSet(cells) => {
                Some(format!("all other digits of {} are locked in these cells", notation.cells(*cells)))
            }
            _ => None,
        }));
    }
    claims.sort();
    claims.dedup();
    format!(
        "The chain is a closed loop that works in both directions, so wherever two neighbours in the loop \
         exclude each other, exactly one of them is true. So {}.",
        listed(claims, "and")
    )
}

/// Explains a remote pair: cells with the same two candidates, each of which sees the next.
fn remote_pair(step: &Step, chain: &Chain, notation: Notation) -> String {
    let mut cells: Vec<Cell> = chain.nodes.iter().filter_map(|node| node.cells.first()).collect();
    cells.dedup();
    let pair: DigitSet = chain.nodes.iter().map(|node| node.digit).collect();
    // For each cell with an elimination, find two cells of the chain that it sees and that have different
    // digits.
    let mut ends: Vec<[Cell; 2]> = Vec::new();
    for eliminated in step.eliminations.occupied() {
        let differ = (0..cells.len())
            .flat_map(|left| (left + 1..cells.len()).step_by(2).map(move |right| (left, right)));
        let mut seen = differ.map(|(left, right)| [cells[left], cells[right]]);
        ends.extend(seen.find(|ends| ends.iter().all(|end| end.sees(eliminated))));
    }
    ends.sort_unstable();
    ends.dedup();
    let pairs: Vec<String> = ends
        .iter()
        .map(|&[left, right]| format!("{} and {}", notation.cell(left), notation.cell(right)))
        .collect();
    let choice = digit_choice(pair);
    let conclusion = match &pairs[..] {
        [only] => {
            format!("So {only} have different digits, and no cell that sees both of them can be {choice}.")
        }
        _ => format!(
            "So the cells of each of these pairs have different digits: {}. No cell that sees both cells of \
             a pair can be {choice}.",
            pairs.join("; ")
        ),
    };
    format!(
        "{} have only the candidates {values}, and each of these cells sees the next, so {values} alternate \
         along the chain. {conclusion}",
        notation.cell_sequence(&cells),
        values = digits(pair),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evidence;
    use veridoku_core::{Candidate, Digit, HouseKind};

    fn node(digit: u8, cells: &str) -> Node {
        Node { digit: Digit::from_number(digit).unwrap(), cells: cells.parse().unwrap() }
    }

    fn house(cell: &str, kind: HouseKind) -> Link {
        Link::StrongInHouse(cell.parse::<Cell>().unwrap().house(kind))
    }

    /// Explains a chain that eliminates these candidates.
    fn explain(nodes: &[Node], links: &[Link], eliminated: &[(&str, u8)]) -> String {
        let evidence = Chain { nodes: nodes.to_vec(), links: links.to_vec() };
        let eliminated = eliminated
            .iter()
            .map(|&(cell, digit)| Candidate::new(cell.parse().unwrap(), Digit::from_number(digit).unwrap()));
        let step = Step::eliminating(
            Technique::DiscontinuousNiceLoop,
            eliminated.collect(),
            Evidence::Chain(evidence.clone()),
        );
        chain(&step, &evidence, Notation::RowColumn)
    }

    #[test]
    fn a_chain_that_ends_in_a_false_candidate_eliminates_it() {
        let text = explain(
            &[
                node(4, "r1c1"),
                node(4, "r1c9"),
                node(7, "r1c9"),
                node(7, "r9c9"),
                node(7, "r9c1"),
                node(7, "r1c1"),
            ],
            &[
                house("r1c1", HouseKind::Row),
                Link::Weak,
                house("r1c9", HouseKind::Column),
                Link::Weak,
                house("r9c1", HouseKind::Column),
            ],
            &[],
        );
        // The last link is strong, so one of the two candidates is true.
        assert!(text.contains("So r1c1 is 4 or 7, and its other candidates can be eliminated."), "{text}");
        let text = explain(
            &[node(4, "r1c1"), node(4, "r1c9"), node(7, "r1c9"), node(7, "r9c9"), node(7, "r1c1")],
            &[house("r1c1", HouseKind::Row), Link::Weak, house("r1c9", HouseKind::Column), Link::Weak],
            &[("r1c1", 7)],
        );
        let end = "So whether or not r1c1 is 4, it is not 7.";
        assert!(text.contains(end) && !text.contains("4 or 7"), "{text}");
    }

    #[test]
    fn a_false_end_in_another_cell_is_named() {
        let text = explain(
            &[node(4, "r1c1"), node(4, "r1c9"), node(4, "r9c9")],
            &[house("r1c1", HouseKind::Row), Link::Weak],
            &[("r9c9", 4)],
        );
        let end = "So whether or not r1c1 is 4, r9c9 is not 4.";
        assert!(text.contains(end), "{text}");
    }

    #[test]
    fn an_assumption_that_refutes_itself_is_false() {
        let text = explain(
            &[node(4, "r1c1"), node(4, "r1c9"), node(4, "r9c9"), node(4, "r9c1"), node(4, "r1c1")],
            &[Link::Weak, house("r1c9", HouseKind::Column), Link::Weak, house("r9c1", HouseKind::Column)],
            &[("r1c1", 4)],
        );
        assert!(text.starts_with("If r1c1 is 4"), "{text}");
        assert!(text.contains("That contradicts the assumption, so r1c1 is not 4."), "{text}");
    }

    #[test]
    fn a_candidate_that_follows_from_its_absence_is_true() {
        let text = explain(
            &[node(4, "r1c1"), node(4, "r1c9"), node(4, "r9c9"), node(4, "r1c1")],
            &[house("r1c1", HouseKind::Row), Link::Weak, house("r9c9", HouseKind::Row)],
            &[("r1c1", 5)],
        );
        let end =
            "That contradicts the assumption, so r1c1 is 4, and its other candidates can be eliminated.";
        assert!(text.contains(end), "{text}");
    }

    #[test]
    fn a_closed_chain_mentions_its_sets_only_if_the_weak_links_do_not_explain_everything() {
        let nodes = [node(1, "r1c1"), node(2, "r1c2"), node(2, "r1c9"), node(1, "r1c9")];
        let links = [
            Link::StrongInSet("r1c1 r1c2".parse().unwrap()),
            Link::Weak,
            Link::StrongInCell("r1c9".parse().unwrap()),
            Link::Weak,
        ];
        let text = explain(&nodes, &links, &[("r1c5", 2), ("r1c6", 3)]);
        assert!(text.contains("the 2 in row 1 is in r1c2 or r1c9"), "{text}");
        assert!(text.contains("all other digits of r1c12 are locked in these cells"), "{text}");
        let text = explain(&nodes, &links, &[("r1c5", 2)]);
        assert!(!text.contains("locked"), "{text}");
    }
}
