//! Where chains from a candidate lead: what is false if it is true.
//!
//! The chains are those of [`crate::links`], with groups; what follows from a candidate is worked out when it is
//! first asked for, and kept, since many fish share their fins. The chains themselves are for the drawing, and are
//! walked again when a step needs them.

use crate::evidence::Chain;
use crate::finder_context::FinderContext;
use crate::links::{Explore, Links, Reach, Start};
use crate::position::Position;
use veridoku_core::{Candidate, CandidateSet};

/// What follows from each candidate.
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

    /// What is false if the candidate is true.
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

    /// The chain from the candidate to one that is false if it is true.
    pub(super) fn chain(&mut self, start: Candidate, end: Candidate) -> Chain {
        self.reach.assume(self.links, self.links.number(start), Start::True);
        let mut numbers = Vec::new();
        self.reach.trace_false(self.links, self.links.number(end), &mut numbers);
        self.links.chain(self.position, &numbers, Start::True)
    }
}
