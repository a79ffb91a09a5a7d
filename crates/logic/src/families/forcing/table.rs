//! The direct consequences of each assumption.
//!
//! ```text
//! literal   0 … nodes − 1       nodes … 2·nodes − 1     2·nodes …
//! meaning   the node is true    the node is false       an almost locked set has lost one of its digits
//! row       a bit for each literal that follows         (nodes: candidates, then groups)
//! ```
//!
//! The digits of almost locked sets are nodes, too, but only their absence has consequences.

use super::singles::{SinglesLookahead, Statement};
use crate::FinderContext;
use crate::links::{LinkTable, ReducedSet};
use veridoku_core::Candidate;

/// The maximum number of literals. With more, the table would need hundreds of megabytes, so the search is cut
/// short. Only tables with almost locked sets get this large.
const MAX_LITERALS: usize = 16_384;

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
    /// The number of nodes that are candidates or groups.
    nodes: usize,
    /// The number of words in a row.
    pub(super) words: usize,
    rows: Vec<u64>,
}

impl<'a> ConsequenceTable<'a> {
    /// Builds the table from links. Returns `None` if it would be too large.
    pub(super) fn of_links(
        context: &FinderContext<'_>,
        links: &'a LinkTable,
    ) -> Option<ConsequenceTable<'a>> {
        let nodes = links.set_nodes().start;
        let literals = nodes + links.nodes().len();
        let budget = context.budget(u64::MAX);
        if literals > MAX_LITERALS {
            budget.cut();
            return None;
        }
        let words = literals.div_ceil(64);
        let source = ConsequenceSource::Links;
        let mut table = ConsequenceTable { links, source, nodes, words, rows: vec![0; words * literals] };
        for node in 0..nodes {
            for other in links.weak(node) {
                table.insert(node, nodes + other);
            }
            for other in links.strong(node) {
                table.insert(nodes + node, other);
            }
        }
        for node in links.set_nodes() {
            budget.spend(1 + links.set_nodes().len() as u64 / 32).continue_value()?;
            table.insert_set(context, node);
        }
        Some(table)
    }

    /// Adds the consequences of an almost locked set that has lost this node.
    fn insert_set(&mut self, context: &FinderContext<'_>, node: usize) {
        let (links, position) = (self.links, context.position());
        let Some(set) = ReducedSet::new(links, position, node) else { return };
        let lost = self.nodes + node;
        for other in set.excluding_nodes(links, position) {
            self.insert(other, lost);
        }
        for other in set.eliminated_nodes(links).chain(set.lost_by_other_sets(links)) {
            self.insert(lost, self.nodes + other);
        }
        for last in set.forced(position) {
            self.insert(lost, links.number(last));
        }
    }

    /// Builds the table from links and from a lookahead for singles. Returns `None` if it would be too large.
    pub(super) fn of_singles(
        context: &FinderContext<'_>,
        links: &'a LinkTable,
    ) -> Option<ConsequenceTable<'a>> {
        let mut table = ConsequenceTable::of_links(context, links)?;
        table.source = ConsequenceSource::Singles;
        for literal in table.starts() {
            for fact in SinglesLookahead::assume(context.position(), table.statement(literal)).iter().skip(1)
            {
                table.insert(literal, table.literal(fact.statement));
            }
        }
        Some(table)
    }

    fn insert(&mut self, from: usize, to: usize) {
        self.rows[from * self.words + to / 64] |= 1 << (to % 64);
    }

    /// Returns the literals that can be assumed, which are those about single candidates.
    pub(super) fn starts(&self) -> impl Iterator<Item = usize> + use<> {
        let (nodes, singles) = (self.nodes, self.links.singles());
        (0..singles).flat_map(move |node| [node, nodes + node])
    }

    /// Returns the number of literals.
    pub(super) fn literals(&self) -> usize {
        self.nodes + self.links.nodes().len()
    }

    /// Returns the direct consequences of the literal, as bits.
    pub(super) fn row(&self, literal: usize) -> &[u64] {
        &self.rows[literal * self.words..][..self.words]
    }

    /// Returns the node of a literal, and whether the literal states that the node is true.
    pub(super) fn node(&self, literal: usize) -> (usize, bool) {
        if literal < self.nodes { (literal, true) } else { (literal - self.nodes, false) }
    }

    /// Returns the opposite of a literal about a candidate or a group.
    pub(super) fn opposite(&self, literal: usize) -> usize {
        if literal < self.nodes { literal + self.nodes } else { literal - self.nodes }
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
