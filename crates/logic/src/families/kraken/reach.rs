//! Finds the candidates that chains show to be false if a given candidate is true.
//!
//! The chains are those of [`crate::links`], with groups and, if the options allow it, almost locked sets.
//! The consequences of a candidate are computed on first use and cached, since many fish share their fins.
//! The chains themselves are only needed as evidence, and are traced again for each step.

use crate::links::{Assumption, DEFAULT_LITERALS, Explore, LinkReach, LinkTable, SetReachLimits};
use crate::{Chain, FinderContext, Position, SetsInChains};
use std::borrow::Cow;
use veridoku_core::{Candidate, CandidateSet};

/// A cache of the consequences of each candidate.
pub(super) struct ReachCache<'s> {
    position: &'s Position,
    links: Cow<'s, LinkTable>,
    reach: Box<dyn Explore + 's>,
    eliminated: Vec<Option<CandidateSet>>,
}

impl<'s> ReachCache<'s> {
    pub(super) fn new(context: &'s FinderContext<'s>) -> ReachCache<'s> {
        let position = context.position();
        let (links, reach): (_, Box<dyn Explore + 's>) = match context.options().sets_in_chains {
            SetsInChains::No => (Cow::Borrowed(context.grouped_links()), Box::new(LinkReach::default())),
            SetsInChains::Yes => {
                let sets = context.almost_locked_sets().of_several_cells();
                let limits = SetReachLimits {
                    budget: context.budget(u64::MAX),
                    literals: context.options().scaled(DEFAULT_LITERALS) as usize,
                };
                let (links, reach) = LinkTable::with_sets(position, sets, limits);
                (Cow::Owned(links), Box::new(reach))
            }
        };
        let eliminated = vec![None; links.singles()];
        ReachCache { position, links, reach, eliminated }
    }

    /// Returns the candidates that are false if this one is true.
    pub(super) fn eliminated_by(&mut self, start: Candidate) -> CandidateSet {
        let number = self.links.number(start);
        if let Some(eliminated) = self.eliminated[number] {
            return eliminated;
        }
        self.reach.assume(&self.links, number, Assumption::True);
        let eliminated = self.reach.false_candidates(&self.links);
        self.eliminated[number] = Some(eliminated);
        eliminated
    }

    /// Returns the chain that shows that `end` is false if `start` is true.
    pub(super) fn chain(&mut self, start: Candidate, end: Candidate) -> Chain {
        self.reach.assume(&self.links, self.links.number(start), Assumption::True);
        let mut numbers = Vec::new();
        self.reach.trace_false(&self.links, self.links.number(end), &mut numbers);
        self.links.chain(self.position, &numbers, Assumption::True)
    }
}
