//! Remote pairs: a chain of cells that all have the same two candidates.
//!
//! ```text
//! r1c1(4 7) - r1c8(4 7) - r5c8(4 7) - r5c3(4 7)      the cells are alternately 4 and 7: a cell that
//!                                                    sees r1c1 and r5c3 is neither
//! ```
//!
//! Eliminations follow not only from the ends of the chain, but from any two of its cells with an even,
//! positive number of cells between them.

use super::finds::{End, Finds};
use crate::budget::SearchBudget;
use crate::finder_context::FinderContext;
use crate::links::{Kind, Links, Start};
use crate::position::Position;
use crate::sink::Sink;
use crate::technique::Technique;
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, DigitSet};

/// The minimum number of cells of a chain: two are a naked pair.
const CELLS: usize = 4;

/// The maximum number of chains of one pair that are examined, far more than a puzzle has.
const PATIENCE: u64 = 20_000;

/// Finds remote pairs.
pub(super) fn remote_pairs(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let mut rest = position.bivalue_cells();
    let mut finds = Finds::default();
    let mut links = None;
    while let Some(first) = rest.first() {
        let digits = position.digits(first);
        let cells: CellSet = rest.iter().filter(|&cell| position.digits(cell) == digits).collect();
        rest -= cells;
        if cells.len() >= CELLS {
            let links = links.get_or_insert_with(|| Links::new(position, Kind::Bivalue));
            let mut search = Search {
                position,
                links,
                digits,
                cells,
                most: context.options().chain_links.div_ceil(2),
                budget: context.budget(PATIENCE),
            };
            search.run(&mut finds);
        }
    }
    match links {
        Some(links) => finds.hand_on(position, &links, sink),
        None => ControlFlow::Continue(()),
    }
}

/// The search for chains through the cells of one pair.
struct Search<'a> {
    position: &'a Position,
    links: &'a Links,
    digits: DigitSet,
    cells: CellSet,
    /// The maximum number of cells of a chain.
    most: usize,
    budget: SearchBudget<'a>,
}

impl Search<'_> {
    /// Follows every path through the cells that uses no cell twice.
    fn run(&mut self, finds: &mut Finds) {
        for start in self.cells {
            // For each cell of the chain, the cells still to be tried after it.
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
                if chain.len() >= CELLS && chain.len() % 2 == 0 && start < cell {
                    self.conclude(&chain, finds);
                }
                let passed: CellSet = chain.iter().copied().collect();
                let more = if chain.len() < self.most { self.cells & cell.peers() } else { CellSet::EMPTY };
                next.push(more - passed);
            }
        }
    }

    /// Adds the eliminations of the chain, if its ends eliminate anything.
    fn conclude(&self, chain: &[Cell], finds: &mut Finds) {
        let struck = |left: Cell, right: Cell| left.peers() & right.peers();
        let mut seen = CellSet::EMPTY;
        for (place, &left) in chain.iter().enumerate() {
            for &right in chain.iter().skip(place + CELLS - 1).step_by(2) {
                seen |= struck(left, right);
            }
        }
        let ends = struck(chain[0], chain[chain.len() - 1]);
        if self.digits.iter().all(|digit| (ends & self.position.cells(digit)).is_empty()) {
            return;
        }
        let mut eliminations = CandidateSet::EMPTY;
        for digit in self.digits {
            eliminations.set_cells(digit, seen & self.position.cells(digit));
        }
        let (Some(low), Some(high)) = (self.digits.first(), self.digits.last()) else { return };
        let nodes: Vec<u16> = chain
            .iter()
            .enumerate()
            .flat_map(|(place, &cell)| {
                let [enter, leave] = if place % 2 == 0 { [low, high] } else { [high, low] };
                [enter, leave].map(|digit| self.links.number(Candidate::new(cell, digit)) as u16)
            })
            .collect();
        finds.add(Technique::RemotePair, eliminations, (Start::False, &nodes, End::Open));
    }
}
