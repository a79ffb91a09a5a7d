//! Searches for bidirectional cycles and forcing chains from one source, first with X links only, then with Y
//! links only, then with both.
//!
//! ```text
//! source on ── off ── on ── off ── source on      a bidirectional cycle
//! source on ── off ── on ── … ── source off       a forcing chain: the source is false
//! source off ── on ── off ── … ── source on       a forcing chain: the source is true
//! ```
//!
//! One search that assumes the source true finds both its cycles and the chain that proves it false. The
//! links are those of the unchanged grid, so each literal is visited only once. The exceptions are the
//! literals next to the source, because several cycles can close through them. A false literal without strong
//! links is not visited at all. The complexity of a hint depends on the search depth, so the search stops
//! when it can no longer find a better hint than the best so far.

use super::super::grid::RatingGrid;
use super::super::hint::RatingHint;
use super::super::rule::Rule;
use super::super::scale::{self, length_addition};
use super::super::stop_signal::StopSignal;
use super::base_closure::BaseClosure;
use super::bivalue::BivalueCycles;
use super::chain_bound::SingleDigitLinks;
use super::closure::{CandidateBits, EMPTY, LinkClosure};
use super::complexity::NestedChain;
use super::links::{ChainLinks, ChainPass};
use super::nested_cache::{GridKey, NestedCache};
use super::sources::ChainSource;
use super::tree::ImplicationTree;
use super::{Fingerprint, LinkCause, Literal};

impl ChainPass {
    /// Returns the rating of the shortest cycle in this pass.
    pub(super) fn cycle(self) -> f64 {
        let rating = if self == ChainPass::Xy { scale::XY_CYCLE } else { scale::X_OR_Y_CYCLE };
        rating.value()
    }

    /// Returns the rating of the shortest forcing chain in this pass.
    pub(super) fn chain(self) -> f64 {
        let rating = if self == ChainPass::Xy { scale::FORCING_CHAIN } else { scale::FORCING_X_CHAIN };
        rating.value()
    }

    pub(super) fn cycle_rule(self) -> Rule {
        match self {
            ChainPass::X => Rule::XCycle,
            ChainPass::Y => Rule::YCycle,
            ChainPass::Xy => Rule::XyCycle,
        }
    }

    pub(super) fn chain_rule(self) -> Rule {
        if self == ChainPass::Xy { Rule::ForcingChain } else { Rule::ForcingXChain }
    }
}

/// A cycle or forcing chain, with all data that an outer search needs.
#[derive(Clone, Debug)]
pub(super) struct UnaryHint {
    pub(super) hint: RatingHint,
    pub(super) complexity: u32,
    pub(super) pass: ChainPass,
    /// The path from the target back to the source.
    pub(super) path: Vec<(Literal, LinkCause)>,
}

/// The search for cycles and forcing chains, with its buffers. Candidates are numbered `cell * 9 + digit`.
#[derive(Debug)]
pub(in super::super) struct UnarySearch {
    pub(super) links: ChainLinks,
    pub(super) on_seen: [u64; 12],
    pub(super) off_seen: [u64; 12],
    /// For each true candidate: the false candidate that it follows from, and the reason.
    pub(super) on_parent: Vec<(u16, LinkCause)>,
    /// For each false candidate: the true candidate that it follows from.
    pub(super) off_parent: Vec<u16>,
    pub(super) on_level: Vec<u16>,
    pub(super) off_level: Vec<(u16, u16)>,
    pub(super) sources: Vec<ChainSource>,
    pub(super) single_digit_links: SingleDigitLinks,
    bivalue: BivalueCycles,
    /// The maximum number of nodes that a hint of this pass may have.
    pub(super) max_nodes: u32,
    /// The candidates that a cycle of at most `max_nodes` nodes can pass through if it eliminates something.
    pub(super) cycle_candidates: CandidateBits,
    /// The candidates that a cycle of at most `max_nodes` nodes can eliminate.
    pub(super) near_victims: Vec<u16>,
    hints: Vec<UnaryHint>,
    /// The cached hints of nested searches, keyed by grid.
    nested_cache: NestedCache,
    pub(super) selection: ChainSelection,
    /// The number of links followed. It counts towards the node limit.
    pub(in super::super) steps_taken: u64,
    /// The signal to stop the whole rating.
    pub(in super::super) stop: StopSignal,
}

/// Which hints the search keeps.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ChainSelection {
    Best,
    All,
}

impl Default for UnarySearch {
    fn default() -> UnarySearch {
        UnarySearch {
            links: ChainLinks::default(),
            on_seen: [0; 12],
            off_seen: [0; 12],
            on_parent: vec![(0, LinkCause::Cell); 729],
            off_parent: vec![0; 729],
            on_level: Vec::new(),
            off_level: Vec::new(),
            sources: Vec::new(),
            single_digit_links: SingleDigitLinks::default(),
            bivalue: BivalueCycles::default(),
            max_nodes: u32::MAX,
            cycle_candidates: EMPTY,
            near_victims: Vec::new(),
            hints: Vec::new(),
            nested_cache: NestedCache::default(),
            selection: ChainSelection::Best,
            steps_taken: 0,
            stop: StopSignal::default(),
        }
    }
}

impl UnarySearch {
    /// Discards everything cached for the previous puzzle.
    pub(in super::super) fn clear_caches(&mut self) {
        self.nested_cache.clear();
    }

    /// Returns the best cycle or forcing chain in a grid.
    pub(in super::super) fn find(&mut self, grid: &RatingGrid, closure: &LinkClosure) -> Option<RatingHint> {
        self.selection = ChainSelection::Best;
        self.search(grid, closure);
        self.hints.pop().map(|found| found.hint)
    }

    /// Searches the working grid for cycles and chains that depend on eliminations made in the tree, and adds
    /// their eliminations to the tree.
    pub(super) fn advanced_eliminations(
        &mut self,
        base_closure: &mut BaseClosure,
        base: &RatingGrid,
        work: &RatingGrid,
        tree: &mut ImplicationTree,
        nested_chains: &mut Vec<NestedChain>,
    ) {
        let key = GridKey::of(work);
        let hints = if let Some(hints) = self.nested_cache.get(key) {
            hints
        } else {
            let start = self.nested_cache.start_grid();
            if !base_closure.is_consistent(key, base, work) {
                self.selection = ChainSelection::All;
                self.search(work, base_closure.closure(key, base, work));
                self.cache_hints();
            }
            self.nested_cache.finish_grid(key, start)
        };
        self.nested_cache.add_to_tree(hints, base, work, tree, nested_chains);
    }

    /// Adds the hints found to the cache, best first. Of several hints with the same eliminations, only the
    /// best is added.
    fn cache_hints(&mut self) {
        let mut found = std::mem::take(&mut self.hints);
        found.sort_by(|one, two| {
            let key = |found: &UnaryHint| (found.complexity, found.pass as u8);
            one.hint.rating.total_cmp(&two.hint.rating).then_with(|| key(one).cmp(&key(two)))
        });
        let mut done: Vec<&[(u8, u16)]> = Vec::new();
        for chain in &found {
            if done.contains(&&chain.hint.removals[..]) {
                continue;
            }
            done.push(&chain.hint.removals);
            self.nested_cache.start_hint(chain.hint.removals.iter().copied());
            let fingerprint = chain.trace(&mut self.nested_cache);
            self.nested_cache.finish_hint(fingerprint, chain.complexity);
        }
        found.clear();
        self.hints = found;
    }

    fn search(&mut self, grid: &RatingGrid, closure: &LinkClosure) {
        self.hints.clear();
        if closure.is_consistent() {
            return;
        }
        self.links.build(grid);
        self.list_sources(grid, closure);
        for pass in [ChainPass::X, ChainPass::Y, ChainPass::Xy] {
            self.max_nodes = u32::MAX;
            if !self.can_win(pass.cycle(), 4) {
                continue;
            }
            let refuted = self.sources.iter().filter(|source| source.goals.refuted);
            let cycle_cells = match pass {
                ChainPass::Y => self.bivalue.cycle_cells(grid, refuted.map(|source| source.candidate)),
                _ => 0,
            };
            if pass == ChainPass::Xy && self.selection == ChainSelection::Best && !closure.too_large {
                self.bound_chains(closure);
            }
            for index in 0..self.sources.len() {
                let source = self.sources[index];
                let candidate = source.candidate;
                if pass == ChainPass::Y && cycle_cells >> (candidate / 9) & 1 == 0 {
                    continue;
                }
                let goals = self.goals_in_pass(grid, closure, source, pass);
                if goals.cycle || goals.refuted {
                    self.search_on(grid, candidate, goals, pass);
                }
                if goals.proved {
                    self.search_off(grid, candidate, pass);
                }
            }
        }
    }

    /// Reports whether a hint with this base rating and complexity would be kept.
    pub(super) fn can_win(&self, rating: f64, complexity: u32) -> bool {
        match (self.selection, self.hints.last()) {
            _ if complexity > self.max_nodes => false,
            (ChainSelection::All, _) | (_, None) => true,
            (ChainSelection::Best, Some(best)) => {
                (rating + length_addition(complexity), complexity) < (best.hint.rating, best.complexity)
            }
        }
    }

    pub(super) fn keep(&mut self, found: UnaryHint) {
        if self.selection == ChainSelection::Best {
            self.hints.clear();
        }
        self.hints.push(found);
    }
}

impl UnaryHint {
    /// Adds the links of this chain to the cache, and returns the fingerprint of the chain.
    fn trace(&self, cache: &mut NestedCache) -> u64 {
        let mut fingerprint = Fingerprint::new();
        let closed = self.path.len() > 1 && self.path[0].0 == self.path[self.path.len() - 1].0;
        if closed {
            let cycle = &self.path[..self.path.len() - 1];
            fingerprint.add(u64::from(cycle[0].0));
            fingerprint.add(u64::from(cycle[0].0 ^ 1));
            for &(literal, cause) in cycle {
                fingerprint.add(u64::from(literal));
                cache.add_link(literal, cause);
            }
            fingerprint.add(Fingerprint::SEPARATOR);
            // The same cycle in the reverse direction: every literal is negated, and the source comes first.
            fingerprint.add(u64::from(cycle[0].0 ^ 1));
            for &(literal, cause) in cycle[1..].iter().rev() {
                fingerprint.add(u64::from(literal ^ 1));
                cache.add_link(literal ^ 1, cause);
            }
        } else {
            fingerprint.add(u64::from(self.path[0].0));
            for &(literal, cause) in &self.path {
                fingerprint.add(u64::from(literal));
                cache.add_link(literal, cause);
            }
        }
        fingerprint.add(Fingerprint::SEPARATOR);
        fingerprint.0
    }
}
