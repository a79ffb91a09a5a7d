//! Almost locked sets as nodes of chains: N cells of a house with N+1 candidate digits.
//!
//! ```text
//! r1c4(2 5) r1c5(2 5 8)      without its 8 the set is locked: 2 is eliminated from the cells that see all
//!                            of its 2s, and 5 from those that see all of its 5s
//!
//! 8r1c9 - 8(r1c5) = 5(r1c45) - 5r1c1      two nodes of one set: the digit it loses, and one that it keeps
//! ```
//!
//! Chains through sets need a separate, weighted search. A step through a large set is harder to see than a
//! single link, so it counts as several links.
//!
//! The weight of a set, the limit on the number of literals, and the order in which sets are followed are
//! those of HoDoKu, so that the same chains are found.

use super::table::{Assumption, Explore, LinkSelection, LinkTable};
use crate::budget::SearchBudget;
use crate::{LockedSet, Node, Position};
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, CellSet, Digit};

/// The weight of a link that does not pass through a set.
const LINK: u16 = 2;

/// The maximum number of literals to follow from one assumption with the default budget.
pub(crate) const DEFAULT_LITERALS: u64 = 1000;

/// Visiting this many nodes, or following this many edges, costs one unit of the search budget.
const ITEMS_PER_UNIT: usize = 32;

/// The sentinel for a missing literal.
const NONE: u32 = u32::MAX;

/// Returns the extra weight of a link that passes through a set.
fn penalty(set: LockedSet) -> u16 {
    2 * (set.digits.len() as u16).saturating_sub(1)
}

/// A weighted edge from one literal to another.
#[derive(Copy, Clone, Debug)]
struct WeightedEdge {
    to: u32,
    weight: u16,
}

/// A set that has lost one of its digits and is locked to the others.
pub(crate) struct ReducedSet {
    /// The number of the node that the set has lost.
    node: usize,
    lost: Node,
    set: LockedSet,
    /// The candidates outside the set that its remaining digits eliminate.
    eliminated: CandidateSet,
}

impl ReducedSet {
    /// Returns the set that has lost this node, or `None` if the node belongs to no set.
    pub(crate) fn new(links: &LinkTable, position: &Position, node: usize) -> Option<ReducedSet> {
        let (lost, set) = (links.nodes[node], links.set(node)?);
        let mut eliminated = CandidateSet::EMPTY;
        for digit in set.digits.without(lost.digit) {
            let places = set.cells & position.cells(digit);
            eliminated.set_cells(digit, (places.common_peers() & position.cells(digit)) - set.cells);
        }
        Some(ReducedSet { node, lost, set, eliminated })
    }

    /// Returns the weight of a link that passes through the set.
    fn weight(&self) -> u16 {
        LINK + penalty(self.set)
    }

    /// Returns the candidates and groups that, if true, remove the lost digit from the set.
    pub(crate) fn excluding_nodes(
        &self,
        links: &LinkTable,
        position: &Position,
    ) -> impl Iterator<Item = usize> {
        let sight = (self.lost.cells.common_peers() & position.cells(self.lost.digit)) - self.set.cells;
        links.within(self.lost.digit, sight)
    }

    /// Returns the candidates and groups that the locked set makes false, ordered by digit.
    pub(crate) fn eliminated_nodes(&self, links: &LinkTable) -> impl Iterator<Item = usize> {
        let others = self.set.digits.without(self.lost.digit);
        others.iter().flat_map(|digit| links.within(digit, self.eliminated.cells(digit)))
    }

    /// Returns the nodes that other sets lose because this set eliminates all their candidates.
    pub(crate) fn lost_by_other_sets(&self, links: &LinkTable) -> impl Iterator<Item = usize> {
        let loses = |&other: &usize| {
            let Node { digit, cells } = links.nodes[other];
            links.extent(other).is_disjoint(self.set.cells) && cells.is_subset(self.eliminated.cells(digit))
        };
        links.set_nodes().filter(loses)
    }

    /// Returns the last candidate of each cell in which the set eliminates all others. Cells with only two
    /// candidates are left out.
    pub(crate) fn forced(&self, position: &Position) -> impl Iterator<Item = Candidate> {
        self.eliminated.occupied().into_iter().filter_map(|cell| {
            let digits = position.digits(cell);
            let last = (digits - self.eliminated.digits(cell)).single()?;
            (digits.len() > 2).then_some(Candidate::new(cell, last))
        })
    }
}

/// A search for the consequences of an assumption through links and almost locked sets.
///
/// ```text
/// literal   0 … n − 1   n … 2n − 1   2n …
/// meaning   true        false        a set that has lost one digit     (n: candidates and groups)
/// ```
#[derive(Debug)]
pub(crate) struct SetReach<'s> {
    nodes: usize,
    edges: Vec<Vec<WeightedEdge>>,
    /// For each set, the node number of each of its digits.
    kept: Vec<[u16; Digit::COUNT]>,
    order: Vec<u32>,
    parents: Vec<u32>,
    distances: Vec<u16>,
    limits: SetReachLimits<'s>,
}

/// The limits of a search through sets.
#[derive(Debug)]
pub(crate) struct SetReachLimits<'s> {
    /// The budget of the whole search.
    pub(crate) budget: SearchBudget<'s>,
    /// The maximum number of literals to follow from one assumption.
    pub(crate) literals: usize,
}

impl LinkTable {
    /// Builds the link table of a position with groups and the nodes of these almost locked sets. The links of
    /// the sets are not part of the table.
    pub(crate) fn of_sets(position: &Position, sets: Vec<LockedSet>) -> LinkTable {
        let mut links = LinkTable::new(position, LinkSelection::Grouped);
        for (owner, set) in sets.iter().enumerate() {
            for digit in set.digits {
                let cells = set.cells & position.cells(digit);
                links.places.extend(cells.first().map(|cell| (cell, digit)));
                links.nodes.push(Node { digit, cells });
                links.owners.push(owner as u16);
            }
        }
        links.sets = sets;
        links
    }

    /// Builds the link table of a position with groups and these almost locked sets, and the search through
    /// them.
    pub(crate) fn with_sets<'s>(
        position: &Position,
        sets: Vec<LockedSet>,
        limits: SetReachLimits<'s>,
    ) -> (LinkTable, SetReach<'s>) {
        let links = LinkTable::of_sets(position, sets);
        let mut reach = SetReach::of_links(&links, position, limits);
        for node in links.set_nodes() {
            if reach.link_set(&links, position, node).is_break() {
                break;
            }
        }
        (links, reach)
    }

    /// Returns the numbers of the nodes that belong to almost locked sets.
    pub(crate) fn set_nodes(&self) -> std::ops::Range<usize> {
        self.nodes.len() - self.owners.len()..self.nodes.len()
    }

    /// Returns the candidates of the digit in these cells, then its groups inside them. Every cell must have
    /// the digit as a candidate.
    fn within(&self, digit: Digit, cells: CellSet) -> impl Iterator<Item = usize> {
        let inside = move |&group: &usize| {
            self.nodes[group].digit == digit && self.nodes[group].cells.is_subset(cells)
        };
        let groups = (self.singles..self.set_nodes().start).filter(inside);
        cells.into_iter().map(move |cell| self.number(Candidate::new(cell, digit))).chain(groups)
    }
}

impl<'s> SetReach<'s> {
    /// Creates a search with only the edges that do not involve sets.
    fn of_links(links: &LinkTable, position: &Position, limits: SetReachLimits<'s>) -> SetReach<'s> {
        let base = links.set_nodes().start;
        let literals = 2 * base + links.owners.len();
        let mut edges: Vec<Vec<WeightedEdge>> = vec![Vec::new(); literals];
        for node in 0..base {
            let off = |to: usize| edges[node].push(WeightedEdge { to: (base + to) as u32, weight: LINK });
            links.visit_in_order(position, node, links.weak_row(node), off);
            edges[base + node] =
                links.strong(node).map(|to| WeightedEdge { to: to as u32, weight: LINK }).collect();
        }
        let mut kept = vec![[u16::MAX; Digit::COUNT]; links.sets.len()];
        for node in links.set_nodes() {
            let owner = links.owners[node - base];
            kept[usize::from(owner)][links.places[node].1.index()] = node as u16;
        }
        SetReach {
            nodes: base,
            edges,
            kept,
            order: Vec::new(),
            parents: vec![NONE; literals],
            distances: vec![0; literals],
            limits,
        }
    }

    /// Returns the literal for "this node is false" or, for a node of a set, "the set has lost this node".
    fn off(&self, node: usize) -> usize {
        self.nodes + node
    }

    /// Adds the edges to and from the literal for "the set has lost this node".
    fn link_set(&mut self, links: &LinkTable, position: &Position, node: usize) -> ControlFlow<()> {
        let Some(locked) = ReducedSet::new(links, position, node).filter(|set| !set.eliminated.is_empty())
        else {
            return ControlFlow::Continue(());
        };
        let literal = self.off(locked.node);
        for node in locked.excluding_nodes(links, position) {
            self.edges[node].push(WeightedEdge { to: literal as u32, weight: LINK });
        }
        let weight = locked.weight();
        let lost = locked
            .eliminated_nodes(links)
            .chain(locked.lost_by_other_sets(links))
            .map(|node| (self.off(node), weight));
        // A cell that the set forces is an additional inference, so it adds one to the weight.
        let left = locked.forced(position).map(|last| (links.number(last), weight + 1));
        let edges: Vec<WeightedEdge> =
            lost.chain(left).map(|(to, weight)| WeightedEdge { to: to as u32, weight }).collect();
        let cost = edges.len() + links.owners.len() / ITEMS_PER_UNIT;
        self.edges[literal] = edges;
        self.limits.budget.spend(cost as u64)
    }

    /// Finds everything that follows from a literal about a candidate.
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
            let edges = &self.edges[from as usize];
            if self.limits.budget.spend(1 + (edges.len() / ITEMS_PER_UNIT) as u64).is_break() {
                return;
            }
            for &WeightedEdge { to, weight } in edges {
                let distance = self.distances[from as usize] + weight;
                let place = to as usize;
                if place == start {
                    continue;
                }
                if self.distances[place] == 0 {
                    if self.order.len() >= self.limits.literals {
                        self.limits.budget.cut();
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

    /// Appends the chain from the assumption to a literal. Returns whether the literal was reached.
    fn chain_to(&self, links: &LinkTable, literal: usize, chain: &mut Vec<u16>) -> bool {
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
            // Show the digit that a set keeps only if the set eliminates a candidate, and not if it forces a
            // cell.
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

impl Explore for SetReach<'_> {
    fn assume(&mut self, _links: &LinkTable, node: usize, start: Assumption) {
        self.spread(if start == Assumption::True { node } else { self.nodes + node });
    }

    fn true_nodes(&self, nodes: &mut Vec<u16>) {
        let places = self.order.iter().skip(1).map(|&literal| literal as usize);
        nodes.extend(places.filter(|&literal| literal < self.nodes).map(|literal| literal as u16));
    }

    fn false_candidates(&self, links: &LinkTable) -> CandidateSet {
        let candidates = self.nodes..self.nodes + links.singles();
        let literals = self.order.iter().skip(1).map(|&literal| literal as usize);
        literals
            .filter(|literal| candidates.contains(literal))
            .map(|literal| links.place(literal - self.nodes))
            .map(|(cell, digit)| Candidate::new(cell, digit))
            .collect()
    }

    fn trace_true(&self, links: &LinkTable, node: usize, chain: &mut Vec<u16>) -> bool {
        self.chain_to(links, node, chain)
    }

    fn trace_false(&self, links: &LinkTable, node: usize, chain: &mut Vec<u16>) -> bool {
        self.chain_to(links, self.nodes + node, chain)
    }
}
