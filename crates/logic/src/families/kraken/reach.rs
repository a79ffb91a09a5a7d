//! Where chains from a candidate lead: what is false if it is true.
//!
//! ```text
//!   true ── sees ──▶ false ── the only other one ──▶ true ── sees ──▶ false …
//! ```
//!
//! A node is a candidate, or a group: the places of a digit where a line and a box cross, of which one is
//! true or all are false. The first way found, which is a shortest one, is kept for the drawing.

use crate::evidence::{Chain, Link, Node};
use crate::position::Position;
use std::collections::VecDeque;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, House, HouseKind};

/// The number of candidates, which are the first nodes; groups follow.
const CANDIDATES: usize = 729;

/// What follows from each candidate, worked out when it is asked for.
pub(super) struct Reaches<'p> {
    position: &'p Position,
    groups: Vec<Node>,
    of: Vec<Option<Box<Reach>>>,
}

/// What follows from one candidate.
struct Reach {
    struck: CandidateSet,
    /// For each statement the one it was first concluded from.
    from: Vec<Option<Statement>>,
}

/// A node and whether it is true.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Statement {
    True(u16),
    False(u16),
}

impl Statement {
    /// A number for it.
    fn index(self) -> usize {
        match self {
            Statement::True(node) => 2 * node as usize,
            Statement::False(node) => 2 * node as usize + 1,
        }
    }

    fn node(self) -> u16 {
        match self {
            Statement::True(node) | Statement::False(node) => node,
        }
    }
}

impl<'p> Reaches<'p> {
    pub(super) fn new(position: &'p Position) -> Reaches<'p> {
        let mut groups = Vec::new();
        for digit in Digit::ALL {
            for line in House::all().filter(|house| house.kind() != HouseKind::Box) {
                for index in 0..9 {
                    let crossing = line.cells() & House::new(HouseKind::Box, index).cells();
                    let cells = position.cells(digit) & crossing;
                    if cells.len() > 1 {
                        groups.push(Node { digit, cells });
                    }
                }
            }
        }
        Reaches { position, groups, of: (0..CANDIDATES).map(|_| None).collect() }
    }

    /// What is false if the candidate is true.
    pub(super) fn struck_by(&mut self, start: Candidate) -> CandidateSet {
        self.reach(start).struck
    }

    /// The chain from the candidate to one that is false if it is true.
    pub(super) fn chain(&mut self, start: Candidate, end: Candidate) -> Chain {
        let mut statements = vec![Statement::False(end.index() as u16)];
        let reach = self.reach(start);
        while let Some(before) = reach.from[statements[statements.len() - 1].index()] {
            statements.push(before);
        }
        statements.reverse();
        let links = statements
            .windows(2)
            .map(|pair| match pair[0] {
                Statement::True(_) => Link::Weak,
                Statement::False(_) => self.strong_link(self.node(pair[0].node()), self.node(pair[1].node())),
            })
            .collect();
        Chain { nodes: statements.iter().map(|statement| self.node(statement.node())).collect(), links }
    }

    /// The reach of the candidate, worked out once.
    fn reach(&mut self, start: Candidate) -> &Reach {
        if self.of[start.index()].is_none() {
            self.of[start.index()] = Some(Box::new(self.spread(start)));
        }
        self.of[start.index()].as_ref().expect("it has just been worked out")
    }

    /// Follows all chains from the candidate, step by step.
    fn spread(&self, start: Candidate) -> Reach {
        let start = Statement::True(start.index() as u16);
        let mut reach =
            Reach { struck: CandidateSet::EMPTY, from: vec![None; 2 * (CANDIDATES + self.groups.len())] };
        let mut seen = vec![false; reach.from.len()];
        seen[start.index()] = true;
        let mut queue = VecDeque::from([start]);
        let mut next = Vec::new();
        while let Some(statement) = queue.pop_front() {
            next.clear();
            match statement {
                Statement::True(node) => self.excluded(self.node(node), &mut next),
                Statement::False(node) => self.forced(self.node(node), &mut next),
            }
            for &conclusion in &next {
                if std::mem::replace(&mut seen[conclusion.index()], true) {
                    continue;
                }
                reach.from[conclusion.index()] = Some(statement);
                if let Statement::False(node) = conclusion
                    && let Some(candidate) = Candidate::from_index(node as usize)
                {
                    reach.struck.insert(candidate);
                }
                queue.push_back(conclusion);
            }
        }
        reach
    }

    /// The node with this number.
    fn node(&self, number: u16) -> Node {
        match Candidate::from_index(number as usize) {
            Some(candidate) => Node { digit: candidate.digit(), cells: CellSet::only(candidate.cell()) },
            None => self.groups[number as usize - CANDIDATES],
        }
    }

    /// The number of the node, if these cells are one candidate or a group.
    fn number(&self, node: Node) -> Option<u16> {
        if let Some(cell) = node.cells.single() {
            return Some(Candidate::new(cell, node.digit).index() as u16);
        }
        let place = self.groups.iter().position(|group| *group == node)?;
        Some((CANDIDATES + place) as u16)
    }

    /// What is false if the node is true.
    fn excluded(&self, node: Node, conclusions: &mut Vec<Statement>) {
        let seen = node.cells.common_peers();
        if let Some(cell) = node.cells.single() {
            for digit in self.position.digits(cell).without(node.digit) {
                conclusions.push(Statement::False(Candidate::new(cell, digit).index() as u16));
            }
        }
        for cell in seen & self.position.cells(node.digit) {
            conclusions.push(Statement::False(Candidate::new(cell, node.digit).index() as u16));
        }
        for (place, group) in self.groups.iter().enumerate() {
            if group.digit == node.digit && group.cells.is_subset(seen) {
                conclusions.push(Statement::False((CANDIDATES + place) as u16));
            }
        }
    }

    /// What is true if the node is false.
    fn forced(&self, node: Node, conclusions: &mut Vec<Statement>) {
        if let Some(cell) = node.cells.single()
            && let Some(other) = self.position.digits(cell).without(node.digit).single()
        {
            conclusions.push(Statement::True(Candidate::new(cell, other).index() as u16));
        }
        for house in shared_houses(node.cells) {
            let others = self.position.cells_in(house, node.digit) - node.cells;
            let rest = Node { digit: node.digit, cells: others };
            if !others.is_empty()
                && let Some(number) = self.number(rest)
            {
                conclusions.push(Statement::True(number));
            }
        }
    }

    /// Why one of the two nodes is true.
    fn strong_link(&self, one: Node, other: Node) -> Link {
        if one.digit != other.digit {
            return Link::StrongInCell(one.cells.first().expect("a node has a cell"));
        }
        let both = one.cells | other.cells;
        shared_houses(both)
            .find(|&house| self.position.cells_in(house, one.digit) == both)
            .map_or(Link::Weak, Link::StrongInHouse)
    }
}

/// The houses that have all these cells.
fn shared_houses(cells: CellSet) -> impl Iterator<Item = House> {
    let houses = cells.first().map(Cell::houses).into_iter().flatten();
    houses.filter(move |house| cells.is_subset(house.cells()))
}
