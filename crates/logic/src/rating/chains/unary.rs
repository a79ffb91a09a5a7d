//! Cycles and forcing chains from one source: X links only, Y links only, both.
//!
//! ```text
//! source on ── off ── on ── off ── source on      a bidirectional cycle
//! source on ── off ── on ── … ── source off       a forcing chain: the source is false
//! source off ── on ── off ── … ── source on       a forcing chain: the source is true
//! ```
//!
//! One search from the source on finds both its cycles and its chain. Links come from the grid as it
//! is, so a literal is worth visiting once only, but for the literals next to the source, through which a cycle can
//! close again and again. A literal off that leads nowhere is not visited at all. The depth of the search is the
//! complexity of what it finds, so it stops where the best hint so far cannot be beaten.

use super::super::difficulty::length;
use super::super::grid::Grid;
use super::super::hint::Hint;
use super::super::rule::Rule;
use super::super::stop::Stop;
use super::bivalue::Bivalue;
use super::closure::{Closure, EMPTY, Set};
use super::ground::Ground;
use super::insight::{GridKey, Insights};
use super::links::{Links, Pass};
use super::sounding::Planes;
use super::sources::Source;
use super::tally::Nested;
use super::tree::Tree;
use super::{Cause, Fingerprint, Literal};

impl Pass {
    /// The rating of the shortest cycle.
    pub(super) fn cycle(self) -> f64 {
        if self == Pass::Xy { 7.0 } else { 6.5 }
    }

    /// The rating of the shortest chain.
    pub(super) fn chain(self) -> f64 {
        if self == Pass::Xy { 7.0 } else { 6.6 }
    }

    pub(super) fn cycle_rule(self) -> Rule {
        match self {
            Pass::X => Rule::XCycle,
            Pass::Y => Rule::YCycle,
            Pass::Xy => Rule::XyCycle,
        }
    }

    pub(super) fn chain_rule(self) -> Rule {
        if self == Pass::Xy { Rule::ForcingChain } else { Rule::ForcingXChain }
    }
}

/// A hint with all that a chain around it needs to know.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) hint: Hint,
    pub(super) complexity: u32,
    pub(super) pass: Pass,
    /// From the target to the source.
    pub(super) path: Vec<(Literal, Cause)>,
}

/// The search with its buffers. Candidates are `cell * 9 + digit` here.
#[derive(Debug)]
pub(in super::super) struct Unary {
    pub(super) links: Links,
    pub(super) on_seen: [u64; 12],
    pub(super) off_seen: [u64; 12],
    /// By true candidate: the false one it follows from, and why.
    pub(super) on_parent: Vec<(u16, Cause)>,
    /// By false candidate: the true one it follows from.
    pub(super) off_parent: Vec<u16>,
    pub(super) on_level: Vec<u16>,
    pub(super) off_level: Vec<(u16, u16)>,
    pub(super) sources: Vec<Source>,
    pub(super) planes: Planes,
    bivalue: Bivalue,
    /// How many nodes a hint of the pass may have.
    pub(super) most: u32,
    /// The candidates through which a cycle of no more nodes can go that strikes something.
    pub(super) torn: Set,
    /// What such a cycle can strike.
    pub(super) near: Vec<u16>,
    found: Vec<Found>,
    /// The hints of grids met before.
    insights: Insights,
    pub(super) wanted: Wanted,
    /// Steps taken, for the budget.
    pub(in super::super) work: u64,
    /// Whether the whole rating is to end.
    pub(in super::super) stop: Stop,
}

/// Which hints are kept.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Best,
    All,
}

impl Default for Unary {
    fn default() -> Unary {
        Unary {
            links: Links::default(),
            on_seen: [0; 12],
            off_seen: [0; 12],
            on_parent: vec![(0, Cause::Cell); 729],
            off_parent: vec![0; 729],
            on_level: Vec::new(),
            off_level: Vec::new(),
            sources: Vec::new(),
            planes: Planes::default(),
            bivalue: Bivalue::default(),
            most: u32::MAX,
            torn: EMPTY,
            near: Vec::new(),
            found: Vec::new(),
            insights: Insights::default(),
            wanted: Wanted::Best,
            work: 0,
            stop: Stop::default(),
        }
    }
}

impl Unary {
    /// Forgets what was found in the grids of another puzzle.
    pub(in super::super) fn forget(&mut self) {
        self.insights.clear();
    }

    /// The best cycle or forcing chain.
    pub(in super::super) fn find(&mut self, grid: &Grid, closure: &Closure) -> Option<Hint> {
        self.wanted = Wanted::Best;
        self.search(grid, closure);
        self.found.pop().map(|found| found.hint)
    }

    /// Adds what the cycles and chains of the working grid strike, if they rest on what the tree struck.
    pub(super) fn look_ahead(
        &mut self,
        ground: &mut Ground,
        base: &Grid,
        work: &Grid,
        tree: &mut Tree,
        nested: &mut Vec<Nested>,
    ) {
        let key = GridKey::of(work);
        let insights = if let Some(insights) = self.insights.of(key) {
            insights
        } else {
            let start = self.insights.begin();
            if !ground.is_consistent(key, base, work) {
                self.wanted = Wanted::All;
                self.search(work, ground.closure(key, base, work));
                self.learn();
            }
            self.insights.finish(key, start)
        };
        self.insights.tell(insights, base, work, tree, nested);
    }

    /// Keeps what was found, best first, and of those that strike the same the first.
    fn learn(&mut self) {
        let mut found = std::mem::take(&mut self.found);
        found.sort_by(|one, two| {
            let key = |found: &Found| (found.complexity, found.pass as u8);
            one.hint.rating.total_cmp(&two.hint.rating).then_with(|| key(one).cmp(&key(two)))
        });
        let mut done: Vec<&[(u8, u16)]> = Vec::new();
        for chain in &found {
            if done.contains(&&chain.hint.removals[..]) {
                continue;
            }
            done.push(&chain.hint.removals);
            self.insights.open(chain.hint.removals.iter().copied());
            let fingerprint = chain.trace(&mut self.insights);
            self.insights.close(fingerprint, chain.complexity);
        }
        found.clear();
        self.found = found;
    }

    fn search(&mut self, grid: &Grid, closure: &Closure) {
        self.found.clear();
        if closure.is_consistent() {
            return;
        }
        self.links.list(grid);
        self.survey(grid, closure);
        for pass in [Pass::X, Pass::Y, Pass::Xy] {
            self.most = u32::MAX;
            if !self.can_win(pass.cycle(), 4) {
                continue;
            }
            let refuted = self.sources.iter().filter(|source| source.promise.refuted);
            let torn = match pass {
                Pass::Y => self.bivalue.torn(grid, refuted.map(|source| source.candidate)),
                _ => 0,
            };
            if pass == Pass::Xy && self.wanted == Wanted::Best && !closure.crowded {
                self.sound(closure);
            }
            for place in 0..self.sources.len() {
                let source = self.sources[place];
                let candidate = source.candidate;
                if pass == Pass::Y && torn >> (candidate / 9) & 1 == 0 {
                    continue;
                }
                let promise = self.promise(grid, closure, source, pass);
                if promise.cycle || promise.refuted {
                    self.search_on(grid, candidate, promise, pass);
                }
                if promise.proved {
                    self.search_off(grid, candidate, pass);
                }
            }
        }
    }

    /// Whether a hint of this kind and complexity would be taken.
    pub(super) fn can_win(&self, rating: f64, complexity: u32) -> bool {
        match (self.wanted, self.found.last()) {
            _ if complexity > self.most => false,
            (Wanted::All, _) | (_, None) => true,
            (Wanted::Best, Some(best)) => {
                (rating + length(complexity), complexity) < (best.hint.rating, best.complexity)
            }
        }
    }

    pub(super) fn take(&mut self, found: Found) {
        if self.wanted == Wanted::Best {
            self.found.clear();
        }
        self.found.push(found);
    }
}

impl Found {
    /// Tells the links of this chain, and gives the chain's identity.
    fn trace(&self, insights: &mut Insights) -> u64 {
        let mut fingerprint = Fingerprint::new();
        let closed = self.path.len() > 1 && self.path[0].0 == self.path[self.path.len() - 1].0;
        if closed {
            let cycle = &self.path[..self.path.len() - 1];
            fingerprint.add(u64::from(cycle[0].0));
            fingerprint.add(u64::from(cycle[0].0 ^ 1));
            for &(literal, cause) in cycle {
                fingerprint.add(u64::from(literal));
                insights.support(literal, cause);
            }
            fingerprint.add(Fingerprint::SEPARATOR);
            // The way back: every literal reversed, first the source.
            fingerprint.add(u64::from(cycle[0].0 ^ 1));
            for &(literal, cause) in cycle[1..].iter().rev() {
                fingerprint.add(u64::from(literal ^ 1));
                insights.support(literal ^ 1, cause);
            }
        } else {
            fingerprint.add(u64::from(self.path[0].0));
            for &(literal, cause) in &self.path {
                fingerprint.add(u64::from(literal));
                insights.support(literal, cause);
            }
        }
        fingerprint.add(Fingerprint::SEPARATOR);
        fingerprint.0
    }
}
