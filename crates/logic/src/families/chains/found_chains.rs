//! Stores the chains found by a search, and reports the shortest chain for each conclusion, best first.
//!
//! A search finds hundreds of chains, but a sink usually needs only one. So each chain is stored as a few
//! numbers, and becomes a step with evidence only when it is reported.

use crate::links::{Assumption, LinkTable};
use crate::order;
use crate::{Evidence, Link, Position, Sink, Step, Technique};
use std::cmp::Reverse;
use std::ops::ControlFlow;
use veridoku_core::CandidateSet;

/// How a chain ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ChainEnd {
    /// The chain ends at its last node.
    Open,
    /// A weak link leads from the last node back to the first.
    Closed,
}

/// A chain and its conclusion.
#[derive(Clone, Debug)]
struct FoundChain {
    technique: Technique,
    eliminations: CandidateSet,
    start: Assumption,
    end: ChainEnd,
    /// The range of `FoundChains::store` that holds the nodes of the chain.
    nodes: std::ops::Range<usize>,
}

impl FoundChain {
    fn has_same_conclusion(&self, other: &FoundChain) -> bool {
        self.technique == other.technique && self.eliminations == other.eliminations
    }

    /// Returns the sort key: chains with more eliminations first, then those with eliminations in earlier
    /// cells.
    fn rank(&self) -> (Reverse<usize>, usize) {
        (Reverse(self.eliminations.len()), order::weight(&self.eliminations))
    }
}

/// The chains found so far.
#[derive(Debug, Default)]
pub(super) struct FoundChains {
    chains: Vec<FoundChain>,
    store: Vec<u16>,
}

impl FoundChains {
    /// Adds a chain if it eliminates anything.
    pub(super) fn add(
        &mut self,
        technique: Technique,
        eliminations: CandidateSet,
        (start, chain, end): (Assumption, &[u16], ChainEnd),
    ) {
        if !eliminations.is_empty() {
            let nodes = self.store.len()..self.store.len() + chain.len();
            self.store.extend_from_slice(chain);
            self.chains.push(FoundChain { technique, eliminations, start, end, nodes });
        }
    }

    /// Reports whether a chain with these eliminations has been added.
    pub(super) fn contains(&self, eliminations: &CandidateSet) -> bool {
        self.chains.iter().any(|find| find.eliminations == *eliminations)
    }

    /// Adds the chains found by a later search.
    pub(super) fn append(&mut self, later: &FoundChains) {
        for find in &later.chains {
            let chain = &later.store[find.nodes.clone()];
            self.add(find.technique, find.eliminations, (find.start, chain, find.end));
        }
    }

    /// Passes the chains to the sink, best first. Of several chains with the same conclusion, only the
    /// shortest is passed.
    pub(super) fn report(
        mut self,
        position: &Position,
        links: &LinkTable,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        self.chains.sort_by_cached_key(FoundChain::rank);
        for equals in self.chains.chunk_by(|left, right| left.rank() == right.rank()) {
            for (place, first) in equals.iter().enumerate() {
                if equals[..place].iter().any(|find| find.has_same_conclusion(first)) {
                    continue;
                }
                let same = equals[place..].iter().filter(|find| find.has_same_conclusion(first));
                let Some(find) = same.min_by_key(|find| find.nodes.len()) else { continue };
                let mut chain = links.chain(position, &self.store[find.nodes.clone()], find.start);
                chain.links.extend((find.end == ChainEnd::Closed).then_some(Link::Weak));
                sink.take(Step::eliminating(find.technique, find.eliminations, Evidence::Chain(chain)))?;
            }
        }
        ControlFlow::Continue(())
    }
}
