//! Almost locked sets as nodes of chains: cells of a house with one digit more than cells.
//!
//! ```text
//! r1c4(2 5) r1c5(2 5 8)      without its 8 the set is locked: 2 and 5 go from whatever sees all of theirs
//!
//! 8r1c9 - 8(r1c5) = 5(r1c45) - 5r1c1      two nodes for a set: the digit it loses, and one it keeps
//! ```
//!
//! A file of its own because sets make the search another one: passing through a large set is harder to
//! see than a few links, and so counts as several. The search weighs its ways.
//!
//! What a set counts, the limit of literals and the order in which sets are followed are HoDoKu's, so that the
//! same chains are found.

use super::{Explore, Links, Start};
use crate::evidence::{LockedSet, Node};
use crate::position::Position;
use veridoku_core::{Candidate, CandidateSet, CellSet, Digit, DigitSet, House};

/// What a link counts.
const LINK: u16 = 2;

/// The most literals that are followed from one assumption.
const MOST: usize = 1000;

/// No literal.
const NONE: u32 = u32::MAX;

/// What a way through a set counts beside its links.
fn penalty(set: LockedSet) -> u16 {
    2 * (set.digits.len() as u16).saturating_sub(1)
}

/// The almost locked sets of two cells and more: rows, columns, boxes.
fn sets(position: &Position) -> Vec<LockedSet> {
    let mut sets: Vec<LockedSet> = Vec::new();
    for house in House::all() {
        let cells: Vec<_> = (house.cells() & position.empty_cells()).iter().collect();
        // Subsets as paths that go on with a later cell: at most nine deep.
        let mut path = vec![0];
        while let Some(&last) = path.last() {
            if last == cells.len() {
                path.pop();
                if let Some(last) = path.last_mut() {
                    *last += 1;
                }
                continue;
            }
            let chosen: CellSet = path.iter().map(|&place| cells[place]).collect();
            let digits = position.digits_of(chosen);
            if path.len() > 1 && digits.len() == path.len() + 1 && !sets.iter().any(|set| set.cells == chosen)
            {
                sets.push(LockedSet { cells: chosen, digits });
            }
            if path.len() < 8 {
                path.push(last + 1);
            } else if let Some(last) = path.last_mut() {
                *last += 1;
            }
        }
    }
    sets
}

/// What follows from a literal.
#[derive(Copy, Clone, Debug)]
struct Way {
    to: u32,
    weight: u16,
}

/// Links with almost locked sets, and what follows from one assumption.
///
/// ```text
/// literal   0 … n − 1   n … 2n − 1   2n …
/// meaning   true        false        a set without one of its digits     (n: candidates and groups)
/// ```
#[derive(Clone, Debug)]
pub(crate) struct SetReach {
    nodes: usize,
    ways: Vec<Vec<Way>>,
    /// For each literal of a set the node, and the nodes of the same set by digit.
    kept: Vec<[u16; Digit::COUNT]>,
    order: Vec<u32>,
    parents: Vec<u32>,
    distances: Vec<u16>,
}

impl Links {
    /// The links of a position with groups and almost locked sets, and the search through them.
    pub(crate) fn with_sets(position: &Position) -> (Links, SetReach) {
        let mut links = Links::new(position, super::Kind::Grouped);
        let base = links.nodes.len();
        let sets = sets(position);
        for (owner, set) in sets.iter().enumerate() {
            for digit in set.digits {
                let cells = set.cells & position.cells(digit);
                links.places.extend(cells.first().map(|cell| (cell, digit)));
                links.nodes.push(Node { digit, cells });
                links.owners.push(owner as u16);
            }
        }
        links.sets = sets;
        let mut reach = SetReach::of_links(&links, position, base);
        for node in base..links.nodes.len() {
            reach.link_set(&links, position, node);
        }
        let literals = reach.ways.len();
        reach.parents = vec![NONE; literals];
        reach.distances = vec![0; literals];
        (links, reach)
    }
}

impl SetReach {
    /// The ways without sets.
    fn of_links(links: &Links, position: &Position, base: usize) -> SetReach {
        let literals = 2 * base + links.owners.len();
        let mut ways: Vec<Vec<Way>> = vec![Vec::new(); literals];
        for node in 0..base {
            let off = |to: usize| ways[node].push(Way { to: (base + to) as u32, weight: LINK });
            links.visit_in_order(position, node, links.weak_row(node), off);
            ways[base + node] = links.strong(node).map(|to| Way { to: to as u32, weight: LINK }).collect();
        }
        let mut kept = vec![[u16::MAX; Digit::COUNT]; links.sets.len()];
        for (place, &owner) in links.owners.iter().enumerate() {
            let node = base + place;
            kept[usize::from(owner)][links.places[node].1.index()] = node as u16;
        }
        SetReach { nodes: base, ways, kept, order: Vec::new(), parents: Vec::new(), distances: Vec::new() }
    }

    /// The literal of a set without the digit of this node.
    fn literal(&self, node: usize) -> usize {
        self.nodes + node
    }

    /// Adds what leads to a set that loses a digit, and what the set strikes then.
    fn link_set(&mut self, links: &Links, position: &Position, node: usize) {
        let lost = links.nodes[node];
        let set = links.sets[usize::from(links.owners[node - self.nodes])];
        let seen = |cells: CellSet| cells.common_peers() - set.cells;
        let mut struck = CandidateSet::EMPTY;
        for digit in set.digits.without(lost.digit) {
            struck.set_cells(digit, seen(set.cells & position.cells(digit)) & position.cells(digit));
        }
        if struck.is_empty() {
            return;
        }
        let literal = self.literal(node);
        let entry = Way { to: literal as u32, weight: LINK };
        let entries = seen(lost.cells) & position.cells(lost.digit);
        for cell in entries {
            self.ways[links.number(Candidate::new(cell, lost.digit))].push(entry);
        }
        let groups = links.singles..self.nodes;
        for group in groups.clone() {
            let Node { digit, cells } = links.nodes[group];
            if digit == lost.digit && cells.is_disjoint(set.cells) && cells.is_subset(entries) {
                self.ways[group].push(entry);
            }
        }
        let weight = LINK + penalty(set);
        let mut ways = Vec::new();
        for digit in set.digits.without(lost.digit) {
            let cells = struck.cells(digit);
            let off = |number: usize| Way { to: (self.nodes + number) as u32, weight };
            ways.extend(cells.iter().map(|cell| off(links.number(Candidate::new(cell, digit)))));
            let inside = |&group: &usize| {
                links.nodes[group].digit == digit && links.nodes[group].cells.is_subset(cells)
            };
            ways.extend(groups.clone().filter(inside).map(off));
        }
        for other in self.nodes..links.nodes.len() {
            let Node { digit, cells } = links.nodes[other];
            let other_set = links.sets[usize::from(links.owners[other - self.nodes])];
            if other_set.cells.is_disjoint(set.cells) && cells.is_subset(struck.cells(digit)) {
                ways.push(Way { to: self.literal(other) as u32, weight });
            }
        }
        for cell in struck.occupied() {
            let left: DigitSet = position.digits(cell) - struck.digits(cell);
            if let Some(last) = left.single().filter(|_| position.digits(cell).len() > 2) {
                let to = links.number(Candidate::new(cell, last)) as u32;
                ways.push(Way { to, weight: weight + 1 });
            }
        }
        self.ways[literal] = ways;
    }

    /// Finds what follows from a literal of a candidate.
    fn spread(&mut self, start: usize) {
        for literal in self.order.drain(..) {
            self.distances[literal as usize] = 0;
            self.parents[literal as usize] = NONE;
        }
        self.order.push(start as u32);
        let mut head = 0;
        while head < self.order.len() {
            let from = self.order[head];
            head += 1;
            for &Way { to, weight } in &self.ways[from as usize] {
                let distance = self.distances[from as usize] + weight;
                let place = to as usize;
                if place == start {
                    continue;
                }
                if self.distances[place] == 0 {
                    if self.order.len() == MOST {
                        continue;
                    }
                    self.order.push(to);
                } else if self.distances[place] <= distance || self.parents[place] == start as u32 {
                    continue;
                }
                self.distances[place] = distance;
                self.parents[place] = from;
            }
        }
    }

    /// Appends the chain from the assumption to a literal, if there is one.
    fn chain_to(&self, links: &Links, literal: usize, chain: &mut Vec<u16>) -> bool {
        if self.parents[literal] == NONE {
            return false;
        }
        let begin = chain.len();
        let mut literal = literal;
        loop {
            let node = self.node(literal);
            chain.push(node as u16);
            let parent = self.parents[literal];
            if parent == NONE {
                break;
            }
            // A set that strikes shows the digit it keeps; one that forces a cell does not.
            if parent as usize >= 2 * self.nodes && literal >= self.nodes {
                let owner = links.owners[parent as usize - 2 * self.nodes];
                chain.push(self.kept[usize::from(owner)][links.places[node].1.index()]);
            }
            literal = parent as usize;
        }
        chain[begin..].reverse();
        true
    }

    fn node(&self, literal: usize) -> usize {
        if literal < self.nodes { literal } else { literal - self.nodes }
    }
}

impl Explore for SetReach {
    fn assume(&mut self, _links: &Links, node: usize, start: Start) {
        self.spread(if start == Start::True { node } else { self.nodes + node });
    }

    fn true_nodes(&self, nodes: &mut Vec<u16>) {
        let places = self.order.iter().skip(1).map(|&literal| literal as usize);
        nodes.extend(places.filter(|&literal| literal < self.nodes).map(|literal| literal as u16));
    }

    fn trace_true(&self, links: &Links, node: usize, chain: &mut Vec<u16>) -> bool {
        self.chain_to(links, node, chain)
    }

    fn trace_false(&self, links: &Links, node: usize, chain: &mut Vec<u16>) -> bool {
        self.chain_to(links, self.nodes + node, chain)
    }
}
