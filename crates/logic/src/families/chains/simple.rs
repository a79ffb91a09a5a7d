//! X-chains and XY-chains: both ends of the chain are the same digit, and at least one of them is true.
//!
//! ```text
//! X-chain    5r1c1 = 5r1c7 - 5r4c7 = 5r4c2          r1c1 or r4c2 is 5
//! XY-chain   r1c1(5 2) - r1c7(2 8) - r4c7(8 5)      r1c1 or r4c7 is 5
//! ```
//!
//! A chain must not use a cell twice. The shortest chain rarely does. If it does, a limited search looks for
//! a longer chain that does not.

use super::found_chains::{ChainEnd, FoundChains};
use crate::budget::SearchBudget;
use crate::links::{Assumption, Explore, LinkReach, LinkSelection, LinkTable};
use crate::{FinderContext, Sink, Technique};
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, CellSet};

/// The total number of links that the searches for chains without repeated cells may follow.
const MAX_LINKS_FOLLOWED: u64 = 5_000;

/// The maximum number of links in a chain. An X-chain that uses no cell twice cannot have more, as there are
/// 81 cells.
const MAX_LINKS: usize = 80;

/// Finds X-chains, in which all links are between candidates of the same digit, or XY-chains, in which all
/// strong links are inside cells.
pub(crate) fn simple_chain(
    context: &FinderContext<'_>,
    technique: Technique,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let position = context.position();
    let is_x_chain = technique == Technique::XChain;
    let links =
        LinkTable::new(position, if is_x_chain { LinkSelection::Digit } else { LinkSelection::Bivalue });
    let max_nodes = context.options().chain_links.min(MAX_LINKS) + 1;
    let mut reach = LinkReach::default();
    let mut found_chains = FoundChains::default();
    let mut chain = Vec::new();
    let simple_search =
        SimpleChainSearch { links: &links, max_nodes, budget: context.budget(MAX_LINKS_FOLLOWED) };
    for start in (0..links.singles()).filter(|&start| links.is_fork(start)) {
        let (first, digit) = links.place(start);
        let targets = first.peers() & position.cells(digit);
        reach.assume(&links, start, Assumption::False);
        for (place, end) in reach.on_nodes() {
            let (last, end_digit) = links.place(end);
            if end < start || end_digit != digit || targets.is_disjoint(last.peers()) {
                continue;
            }
            chain.clear();
            reach.chain_to(place, &mut chain);
            if chain.len() < 4 || chain.len() > max_nodes {
                continue;
            }
            let eliminations = CandidateSet::of_digit(digit, targets & last.peers());
            if is_simple(&links, &chain)
                || (!found_chains.contains(&eliminations) && simple_search.find(&mut chain, end))
            {
                found_chains.add(technique, eliminations, (Assumption::False, &chain, ChainEnd::Open));
            }
        }
    }
    found_chains.report(position, &links, sink)
}

/// Reports whether the chain uses no cell twice. An X-chain may, however, end in its first cell.
fn is_simple(links: &LinkTable, chain: &[u16]) -> bool {
    let mut passed = CellSet::EMPTY;
    let mut last = None;
    for (place, &node) in chain.iter().enumerate() {
        let cell = links.cell(usize::from(node));
        let home = place + 1 == chain.len() && node == chain[0];
        if last != Some(cell) && !passed.insert(cell) && !home {
            return false;
        }
        last = Some(cell);
    }
    true
}

/// A search for the shortest chain that uses no cell twice.
struct SimpleChainSearch<'a> {
    links: &'a LinkTable,
    /// The maximum number of nodes in the chain.
    max_nodes: usize,
    budget: SearchBudget<'a>,
}

impl SimpleChainSearch<'_> {
    /// Replaces a chain that uses a cell twice with the shortest one that does not. Returns whether there is
    /// one.
    fn find(&self, chain: &mut Vec<u16>, end: usize) -> bool {
        let start = chain[0];
        let begin = CellSet::only(self.links.cell(usize::from(start)));
        (chain.len()..=self.max_nodes).step_by(2).any(|nodes| {
            chain.clear();
            chain.push(start);
            self.follow_strong(chain, begin, end, nodes)
        })
    }

    /// Extends a chain whose last node is false until it has `nodes` nodes and ends at `end`. `passed` holds
    /// the cells used so far. Returns whether such a chain exists.
    fn follow_strong(&self, chain: &mut Vec<u16>, passed: CellSet, end: usize, nodes: usize) -> bool {
        let links = self.links;
        let last = usize::from(chain[chain.len() - 1]);
        for node in links.strong(last) {
            if self.budget.spend(1).is_break() {
                return false;
            }
            let cell = links.cell(node);
            let closes = chain.len() + 1 == nodes && node == end;
            let home = closes && node == usize::from(chain[0]);
            if cell != links.cell(last) && passed.contains(cell) && !home {
                continue;
            }
            chain.push(node as u16);
            if closes {
                return true;
            }
            if chain.len() + 2 <= nodes {
                let passed = passed.with(cell);
                for &next in links.weak_to_forks(node) {
                    let cell = links.cell(usize::from(next));
                    if passed.contains(cell) {
                        continue;
                    }
                    chain.push(next);
                    if self.follow_strong(chain, passed.with(cell), end, nodes) {
                        return true;
                    }
                    chain.pop();
                }
            }
            chain.pop();
        }
        false
    }
}
