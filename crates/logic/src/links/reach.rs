//! A breadth-first search for everything that follows from one assumption, with the shortest chain to each
//! result.
//!
//! ```text
//! a false ──strong─▶ b true ──weak─▶ c false ──strong─▶ d true …
//!                    queue[0]        via of queue[1]    queue[1]
//! ```
//!
//! The queue holds only true nodes. False nodes with strong links are expanded immediately; other false nodes
//! have no consequences. This finds the same nodes in the same order as a queue of both true and false nodes
//! would.

use super::table::{Assumption, Explore, LinkTable, NONE};
use crate::bits::bits_of_words;
use veridoku_core::{Candidate, CandidateSet};

/// A true node in the queue and how it was reached.
#[derive(Copy, Clone, Debug)]
struct ReachedNode {
    /// The true node.
    node: u16,
    /// The false node whose strong link made this node true; `NONE` if this node is the assumption.
    via: u16,
    /// The queue index of the true node that made `via` false; `NONE` if `via` is the assumption.
    parent: u16,
}

/// The nodes that are true or false under an assumption.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkReach {
    queue: Vec<ReachedNode>,
    on: Vec<u64>,
    off: Vec<u64>,
    fresh: Vec<u64>,
}

impl LinkReach {
    /// Resets the search and adapts its buffers to the size of the link table.
    fn clear(&mut self, links: &LinkTable) {
        self.queue.clear();
        for row in [&mut self.on, &mut self.off, &mut self.fresh] {
            row.clear();
            row.resize(links.words, 0);
        }
    }

    /// Marks the nodes that are strongly linked to a false node as true.
    fn follow_strong(&mut self, links: &LinkTable, via: usize, parent: u16) {
        for node in links.strong(via) {
            let (word, bit) = (node / 64, 1 << (node % 64));
            if self.on[word] & bit == 0 {
                self.on[word] |= bit;
                self.queue.push(ReachedNode { node: node as u16, via: via as u16, parent });
            }
        }
    }

    /// Follows the links from all true nodes until there are no new ones.
    fn spread(&mut self, links: &LinkTable) {
        let mut head = 0;
        while head < self.queue.len() {
            let node = usize::from(self.queue[head].node);
            let mut forks = 0;
            let rows = links.weak_row(node).iter().zip(&links.forks);
            for ((seen, fork), (off, fresh)) in rows.zip(self.off.iter_mut().zip(&mut self.fresh)) {
                let seen = seen & !*off;
                *off |= seen;
                *fresh = seen & fork;
                forks |= *fresh;
            }
            if forks != 0 {
                for &via in links.weak_to_forks(node) {
                    let via = usize::from(via);
                    if self.fresh[via / 64] >> (via % 64) & 1 != 0 {
                        self.follow_strong(links, via, head as u16);
                    }
                }
            }
            head += 1;
        }
    }

    /// Returns the true nodes as bits.
    pub(crate) fn on_row(&self) -> &[u64] {
        &self.on
    }

    /// Returns the true nodes in the order in which they were found, with their indices in the queue.
    pub(crate) fn on_nodes(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.queue.iter().enumerate().map(|(place, found)| (place, usize::from(found.node)))
    }

    /// Appends the chain from the assumption to the true node at index `place` of the queue.
    pub(crate) fn chain_to(&self, place: usize, chain: &mut Vec<u16>) {
        let begin = chain.len();
        let mut place = place as u16;
        while place != NONE {
            let found = self.queue[usize::from(place)];
            chain.push(found.node);
            if found.via != NONE {
                chain.push(found.via);
            }
            place = found.parent;
        }
        chain[begin..].reverse();
    }
}

impl Explore for LinkReach {
    fn assume(&mut self, links: &LinkTable, node: usize, start: Assumption) {
        self.clear(links);
        match start {
            Assumption::False => {
                self.off[node / 64] |= 1 << (node % 64);
                self.follow_strong(links, node, NONE);
            }
            Assumption::True => {
                self.on[node / 64] |= 1 << (node % 64);
                self.queue.push(ReachedNode { node: node as u16, via: NONE, parent: NONE });
            }
        }
        self.spread(links);
    }

    fn true_nodes(&self, nodes: &mut Vec<u16>) {
        nodes.extend(self.queue.iter().map(|found| found.node));
    }

    fn false_candidates(&self, links: &LinkTable) -> CandidateSet {
        let singles = bits_of_words(self.off.iter().copied()).take_while(|&number| number < links.singles());
        singles.map(|number| links.place(number)).map(|(cell, digit)| Candidate::new(cell, digit)).collect()
    }

    fn trace_true(&self, _links: &LinkTable, node: usize, chain: &mut Vec<u16>) -> bool {
        if self.on[node / 64] >> (node % 64) & 1 == 0 {
            return false;
        }
        let place = self.queue.iter().position(|found| usize::from(found.node) == node);
        place.inspect(|&place| self.chain_to(place, chain)).is_some()
    }

    fn trace_false(&self, links: &LinkTable, node: usize, chain: &mut Vec<u16>) -> bool {
        if self.off[node / 64] >> (node % 64) & 1 == 0 {
            return false;
        }
        // The node was first reached from the first true node that excludes it.
        let place = self.queue.iter().position(|found| links.is_weak(usize::from(found.node), node));
        place.inspect(|&place| self.chain_to(place, chain)).is_some_and(|_| {
            chain.push(node as u16);
            true
        })
    }
}
