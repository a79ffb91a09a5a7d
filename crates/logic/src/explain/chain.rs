//! Sentences for chains and colourings.

use super::eureka;
use super::words::{Notation, by_digit, digits, listed};
use crate::evidence::{Chain, Cluster, Link, Node};
use crate::step::Step;
use crate::technique::Technique;
use veridoku_core::{CandidateSet, DigitSet};

/// A node that is true: `r1c1 is 4`, `one of r1c1 and r1c2 is 4`.
fn holds(node: &Node, notation: Notation) -> String {
    match node.cells.single() {
        Some(cell) => format!("{} is {}", notation.cell(cell), node.digit),
        None => format!("one of {} is {}", notation.cell_list(node.cells), node.digit),
    }
}

/// A node that is false: `r1c1 is not 4`, `none of r1c1 and r1c2 is 4`.
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

/// Why the next node follows.
fn because(link: Link, from: &Node, to: &Node, notation: Notation) -> String {
    match link {
        Link::Weak if from.cells == to.cells => " (same cell)".to_string(),
        Link::Weak => String::new(),
        Link::StrongInCell(_) => " (the other candidate)".to_string(),
        Link::StrongInHouse(house) => format!(" (the other place in {})", notation.house(house)),
        Link::StrongInSet(cells) => {
            format!(" (the cells {} have one digit more than cells, and lose one)", notation.cells(cells))
        }
    }
}

/// The chain read from its first node: if it is false, the second is true, the third false, and so on.
pub(super) fn implications(chain: &Chain, notation: Notation) -> String {
    let Some(first) = chain.nodes.first() else { return String::new() };
    let starts_strong = chain.links.first().is_some_and(|link| link.is_strong());
    let mut true_now = !starts_strong;
    let mut parts =
        vec![format!("if {}", if true_now { holds(first, notation) } else { fails(first, notation) })];
    for (index, link) in chain.links.iter().enumerate() {
        let (from, Some(to)) = (&chain.nodes[index], chain.nodes.get(index + 1)) else { break };
        true_now = !true_now;
        let fact = if true_now { holds(to, notation) } else { fails(to, notation) };
        parts.push(format!("then {fact}{}", because(*link, from, to, notation)));
    }
    parts.join(", ")
}

/// A chain and what its ends prove.
pub(super) fn chain(step: &Step, chain: &Chain, notation: Notation) -> String {
    if step.technique == Technique::RemotePair {
        return remote_pair(chain, notation);
    }
    let (Some(first), Some(last)) = (chain.nodes.first(), chain.nodes.last()) else { return String::new() };
    let walk = super::basic::capital(&implications(chain, notation));
    let written = eureka::chain(chain, notation);
    let starts_strong = chain.links.first().is_some_and(|link| link.is_strong());
    let end = if chain.is_closed() {
        "The last leads back to the first, so the chain is a loop: it can be read both ways, and of each two \
         neighbours exactly one is true. What sees both, or shares a cell with both, goes."
            .to_string()
    } else if !starts_strong {
        format!("That contradicts the beginning: {}.", fails(first, notation))
    } else if first == last {
        format!("That contradicts the beginning: {}.", holds(first, notation))
    } else if first.digit == last.digit {
        format!("So at least one of the two ends is {}, and what sees both ends cannot be.", first.digit)
    } else {
        format!(
            "So {} or {}, or both: whatever contradicts both goes.",
            holds(first, notation),
            holds(last, notation)
        )
    };
    format!("{walk}. {end} (In short: {written}.)")
}

/// Cells with the same two candidates, each of which sees the next.
fn remote_pair(chain: &Chain, notation: Notation) -> String {
    let mut cells: Vec<String> = Vec::new();
    for cell in chain.nodes.iter().filter_map(|node| node.cells.first()) {
        let name = notation.cell(cell);
        if cells.last() != Some(&name) {
            cells.push(name);
        }
    }
    let pair: DigitSet = chain.nodes.iter().map(|node| node.digit).collect();
    format!(
        "Each of the cells {} has only the candidates {}, and each sees the next, so they take turns: two of \
         them \
         that are an odd number of steps apart hold both digits. What sees two such cells can be neither.",
        cells.join(", "),
        digits(pair)
    )
}

/// Two colours, one of which is true.
pub(super) fn colors(step: &Step, clusters: &[Cluster], notation: Notation) -> String {
    let named = |candidates: &CandidateSet| {
        listed(
            by_digit(candidates).map(|(digit, cells)| format!("{digit} in {}", notation.cells(cells))),
            "and",
        )
    };
    let paints = clusters.iter().enumerate().map(|(index, cluster)| {
        let (first, second) = if index == 0 { ("blue", "green") } else { ("red", "yellow") };
        format!(
            "Colour {} {first} and {} {second}: cells and houses with only two possibilities tie them \
             together, so either all {first} ones are true or all {second} ones. ",
            named(&cluster.first),
            named(&cluster.second),
        )
    });
    let conflict = match step.technique {
        Technique::SimpleColorsTrap => {
            "The struck candidates see both colours, so they are false either way."
        }
        Technique::SimpleColorsWrap => "Two candidates of one colour see each other: that colour is false.",
        Technique::MultiColors1 => {
            "One colour of the first pair sees one of the second, so they are not both true, and one of the \
             two other colours is. What sees both of these goes."
        }
        Technique::MultiColors2 => {
            "A colour that sees both colours of the other pair would leave it without any: it is false."
        }
        _ => "What would contradict both colours is false, and so is a colour that contradicts itself.",
    };
    paints.collect::<String>() + conflict
}
