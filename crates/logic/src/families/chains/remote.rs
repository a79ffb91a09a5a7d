//! Remote pairs: a chain of cells that all have the same two candidates.
//!
//! ```text
//! r1c1(4 7) - r1c8(4 7) - r5c8(4 7) - r5c3(4 7)      the cells are alternately 4 and 7: a cell that
//!                                                    sees r1c1 and r5c3 is neither
//! ```
//!
//! Eliminations follow not only from the ends of the chain, but from any two of its cells with an even,
//! positive number of cells between them.

use super::found_chains::{ChainEnd, FoundChains};
use crate::budget::SearchBudget;
use crate::links::{Assumption, LinkSelection, LinkTable};
use crate::{FinderContext, Position, Sink, Technique};
use std::ops::ControlFlow;
use veridoku_core::{Candidate, Cell, CellSet, DigitSet};

/// The minimum number of cells in a chain. Two cells are just a naked pair.
const MIN_CELLS: usize = 4;

/// The maximum number of chains to examine for one pair of digits, which is far more than any puzzle has.
const MAX_CHAINS: u64 = 20_000;

/// Finds remote pairs.
pub(crate) fn remote_pair(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let mut rest = position.bivalue_cells();
    let mut found_chains = FoundChains::default();
    let mut links = None;
    while let Some(first) = rest.first() {
        let digits = position.digits(first);
        let cells: CellSet = rest.iter().filter(|&cell| position.digits(cell) == digits).collect();
        rest -= cells;
        if cells.len() >= MIN_CELLS {
            let links = links.get_or_insert_with(|| LinkTable::new(position, LinkSelection::Bivalue));
            let mut search = RemotePairSearch {
                position,
                links,
                digits,
                cells,
                max_cells: context.options().chain_links.div_ceil(2),
                budget: context.budget(MAX_CHAINS),
            };
            search.run(&mut found_chains);
        }
    }
    match links {
        Some(links) => found_chains.report(position, &links, sink),
        None => ControlFlow::Continue(()),
    }
}

/// A search for chains through the cells that have the same two candidates.
struct RemotePairSearch<'a> {
    position: &'a Position,
    links: &'a LinkTable,
    digits: DigitSet,
    cells: CellSet,
    /// The maximum number of cells in a chain.
    max_cells: usize,
    budget: SearchBudget<'a>,
}

impl RemotePairSearch<'_> {
    /// Follows every path through the cells of the pair without visiting any cell twice.
    fn run(&mut self, found_chains: &mut FoundChains) {
        for start in self.cells {
            // `next` holds, for each cell of the chain, the cells still to be tried after it.
            let mut chain = vec![start];
            let mut next = vec![self.cells & start.peers()];
            while let Some(open) = next.last_mut() {
                if self.budget.spend(1).is_break() {
                    return;
                }
                let Some(cell) = open.first() else {
                    next.pop();
                    chain.pop();
                    continue;
                };
                open.remove(cell);
                chain.push(cell);
                if chain.len() >= MIN_CELLS && chain.len() % 2 == 0 && start < cell {
                    self.conclude(&chain, found_chains);
                }
                let passed: CellSet = chain.iter().copied().collect();
                let more =
                    if chain.len() < self.max_cells { self.cells & cell.peers() } else { CellSet::EMPTY };
                next.push(more - passed);
            }
        }
    }

    /// Adds the chain with all its eliminations if its ends eliminate anything.
    fn conclude(&self, chain: &[Cell], found_chains: &mut FoundChains) {
        let common_peers = |left: Cell, right: Cell| left.peers() & right.peers();
        let mut seen = CellSet::EMPTY;
        for (place, &left) in chain.iter().enumerate() {
            for &right in chain.iter().skip(place + MIN_CELLS - 1).step_by(2) {
                seen |= common_peers(left, right);
            }
        }
        let ends = common_peers(chain[0], chain[chain.len() - 1]);
        if self.digits.iter().all(|digit| (ends & self.position.cells(digit)).is_empty()) {
            return;
        }
        let eliminations = self.position.candidates_in(self.digits, seen);
        let (Some(low), Some(high)) = (self.digits.first(), self.digits.last()) else { return };
        let nodes: Vec<u16> = chain
            .iter()
            .enumerate()
            .flat_map(|(place, &cell)| {
                let [enter, leave] = if place % 2 == 0 { [low, high] } else { [high, low] };
                [enter, leave].map(|digit| self.links.number(Candidate::new(cell, digit)) as u16)
            })
            .collect();
        found_chains.add(Technique::RemotePair, eliminations, (Assumption::False, &nodes, ChainEnd::Open));
    }
}
