//! The direct consequences of each assumption.
//!
//! ```text
//! literal   0 … nodes − 1       nodes … 2·nodes − 1
//! meaning   the node is true    the node is false        (nodes: candidates, then groups)
//! row       a bit for each literal that follows
//! ```

use super::singles::{SinglesLookahead, Statement};
use crate::Position;
use crate::links::LinkTable;
use veridoku_core::Candidate;

/// How the direct consequences are found.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ConsequenceSource {
    /// By links.
    Links,
    /// By links and, for single candidates, also by placing digits and looking ahead for singles.
    Singles,
}

/// The direct consequences of each literal.
#[derive(Clone, Debug)]
pub(super) struct ConsequenceTable<'a> {
    pub(super) links: &'a LinkTable,
    pub(super) source: ConsequenceSource,
    /// The number of words in a row.
    pub(super) words: usize,
    rows: Vec<u64>,
}

impl<'a> ConsequenceTable<'a> {
    /// Builds the table from links.
    pub(super) fn of_links(links: &'a LinkTable) -> ConsequenceTable<'a> {
        let nodes = links.nodes().len();
        let words = (2 * nodes).div_ceil(64);
        let mut table = ConsequenceTable {
            links,
            source: ConsequenceSource::Links,
            words,
            rows: vec![0; words * 2 * nodes],
        };
        for node in 0..nodes {
            for other in links.weak(node) {
                table.insert(node, nodes + other);
            }
            for other in links.strong(node) {
                table.insert(nodes + node, other);
            }
        }
        table
    }

    /// Builds the table from links and from a lookahead for singles.
    pub(super) fn of_singles(position: &Position, links: &'a LinkTable) -> ConsequenceTable<'a> {
        let mut table =
            ConsequenceTable { source: ConsequenceSource::Singles, ..ConsequenceTable::of_links(links) };
        for literal in table.starts() {
            for fact in SinglesLookahead::assume(position, table.statement(literal)).iter().skip(1) {
                table.insert(literal, table.literal(fact.statement));
            }
        }
        table
    }

    fn insert(&mut self, from: usize, to: usize) {
        self.rows[from * self.words + to / 64] |= 1 << (to % 64);
    }

    /// Returns the literals that can be assumed, which are those about single candidates.
    pub(super) fn starts(&self) -> impl Iterator<Item = usize> + use<> {
        let nodes = self.links.nodes().len();
        let singles = self.links.singles();
        (0..singles).flat_map(move |node| [node, nodes + node])
    }

    /// Returns the number of literals.
    pub(super) fn literals(&self) -> usize {
        2 * self.links.nodes().len()
    }

    /// Returns the direct consequences of the literal, as bits.
    pub(super) fn row(&self, literal: usize) -> &[u64] {
        &self.rows[literal * self.words..][..self.words]
    }

    /// Returns the node of a literal, and whether the literal states that the node is true.
    pub(super) fn node(&self, literal: usize) -> (usize, bool) {
        let nodes = self.links.nodes().len();
        (literal % nodes, literal < nodes)
    }

    /// Returns the opposite literal.
    pub(super) fn opposite(&self, literal: usize) -> usize {
        let nodes = self.links.nodes().len();
        if literal < nodes { literal + nodes } else { literal - nodes }
    }

    /// Returns the statement that a literal makes. For a group, the statement refers to its first place only.
    pub(super) fn statement(&self, literal: usize) -> Statement {
        let (node, holds) = self.node(literal);
        let (cell, digit) = self.links.place(node);
        Statement { candidate: Candidate::new(cell, digit), holds }
    }

    /// Returns the literal for a statement.
    pub(super) fn literal(&self, statement: Statement) -> usize {
        let node = self.links.number(statement.candidate);
        if statement.holds { node } else { self.opposite(node) }
    }
}
