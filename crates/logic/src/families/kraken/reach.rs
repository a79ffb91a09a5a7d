//! The candidates that are false if a given one is true, according to chains.
//!
//! The chains are those of [`crate::links`], with groups. The consequences of a candidate are computed on
//! first use and kept, since many fish share their fins. The chains themselves are only needed as evidence,
//! and are traced again for each step.

use crate::evidence::Chain;
use crate::finder_context::FinderContext;
use crate::links::{Explore, Links, Reach, Start};
use crate::position::Position;
use veridoku_core::{Candidate, CandidateSet};

/// The consequences of each candidate.
pub(super) struct Reaches<'s> {
    position: &'s Position,
    links: &'s Links,
    reach: Reach,
    struck: Vec<Option<CandidateSet>>,
}

impl<'s> Reaches<'s> {
    pub(super) fn new(context: &'s FinderContext<'s>) -> Reaches<'s> {
        let links = context.grouped_links();
        let struck = vec![None; links.singles()];
        Reaches { position: context.position(), links, reach: Reach::default(), struck }
    }

    /// Returns the candidates that are false if this one is true.
    pub(super) fn struck_by(&mut self, start: Candidate) -> CandidateSet {
        let number = self.links.number(start);
        if let Some(struck) = self.struck[number] {
            return struck;
        }
        self.reach.assume(self.links, number, Start::True);
        let struck = self.reach.struck(self.links);
        self.struck[number] = Some(struck);
        struck
    }

    /// Returns the chain from a candidate to one that is false if the first is true.
    pub(super) fn chain(&mut self, start: Candidate, end: Candidate) -> Chain {
        self.reach.assume(self.links, self.links.number(start), Start::True);
        let mut numbers = Vec::new();
        self.reach.trace_false(self.links, self.links.number(end), &mut numbers);
        self.links.chain(self.position, &numbers, Start::True)
    }
}
