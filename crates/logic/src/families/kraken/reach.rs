//! Finds the candidates that chains show to be false if a given candidate is true.
//!
//! The chains are those of [`crate::links`], with groups. The consequences of a candidate are computed on
//! first use and cached, since many fish share their fins. The chains themselves are only needed as evidence,
//! and are traced again for each step.

use crate::links::{Assumption, Explore, LinkReach, LinkTable};
use crate::{Chain, FinderContext, Position};
use veridoku_core::{Candidate, CandidateSet};

/// A cache of the consequences of each candidate.
pub(super) struct ReachCache<'s> {
    position: &'s Position,
    links: &'s LinkTable,
    reach: LinkReach,
    eliminated: Vec<Option<CandidateSet>>,
}

impl<'s> ReachCache<'s> {
    pub(super) fn new(context: &'s FinderContext<'s>) -> ReachCache<'s> {
        let links = context.grouped_links();
        let eliminated = vec![None; links.singles()];
        ReachCache { position: context.position(), links, reach: LinkReach::default(), eliminated }
    }

    /// Returns the candidates that are false if this one is true.
    pub(super) fn eliminated_by(&mut self, start: Candidate) -> CandidateSet {
        let number = self.links.number(start);
        if let Some(eliminated) = self.eliminated[number] {
            return eliminated;
        }
        self.reach.assume(self.links, number, Assumption::True);
        let eliminated = self.reach.false_candidates(self.links);
        self.eliminated[number] = Some(eliminated);
        eliminated
    }

    /// Returns the chain that shows that `end` is false if `start` is true.
    pub(super) fn chain(&mut self, start: Candidate, end: Candidate) -> Chain {
        self.reach.assume(self.links, self.links.number(start), Assumption::True);
        let mut numbers = Vec::new();
        self.reach.trace_false(self.links, self.links.number(end), &mut numbers);
        self.links.chain(self.position, &numbers, Assumption::True)
    }
}
