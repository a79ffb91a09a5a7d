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

use super::super::grid::{PEER_SETS, RatingGrid, cells_of};
use super::super::hint::RatingHint;
use super::super::premise::{self, Premise, RatedChain};
use super::super::scale::{Rule, length_addition};
use super::super::stop_signal::StopSignal;
use super::chain_hints::NestedChain;
use super::closure::{LinkClosure, NestedClosure};
use super::links::{
    ChainLinks, ChainPass, Fingerprint, LinkCause, Literal, StrongTarget, cause_of_off, cell_of, digit_of,
    is_on,
};
use super::nested_cache::{GridKey, NestedCache};
use super::sources::{ChainGoals, ChainSelection, ChainSources};
use super::tree::ImplicationTree;
use veridoku_core::Digit;

/// A cycle or forcing chain, with all data that an outer search needs.
#[derive(Clone, Debug)]
struct UnaryHint {
    hint: RatingHint,
    complexity: u32,
    pass: ChainPass,
    /// The path from the target back to the source.
    path: Vec<(Literal, LinkCause)>,
}

/// The search for cycles and forcing chains, with its buffers. Candidates are numbered `cell * 9 + digit`.
#[derive(Debug)]
pub(crate) struct UnarySearch {
    links: ChainLinks,
    on_seen: [u64; 12],
    off_seen: [u64; 12],
    /// For each true candidate: the false candidate that it follows from, and the reason.
    on_parent: Vec<(u16, LinkCause)>,
    /// For each false candidate: the true candidate that it follows from.
    off_parent: Vec<u16>,
    on_level: Vec<u16>,
    off_level: Vec<(u16, u16)>,
    sources: ChainSources,
    hints: Vec<UnaryHint>,
    /// The cached hints of nested searches, keyed by grid.
    nested_cache: NestedCache,
    selection: ChainSelection,
    /// The number of links followed. It counts towards the node limit.
    pub(crate) steps_taken: u64,
    /// The signal to stop the whole rating.
    pub(crate) stop: StopSignal,
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
            sources: ChainSources::default(),
            hints: Vec::new(),
            nested_cache: NestedCache::default(),
            selection: ChainSelection::Best,
            steps_taken: 0,
            stop: StopSignal::default(),
        }
    }
}

fn contains(set: &[u64; 12], candidate: u16) -> bool {
    set[candidate as usize / 64] >> (candidate % 64) & 1 == 1
}

fn insert(set: &mut [u64; 12], candidate: u16) {
    set[candidate as usize / 64] |= 1 << (candidate % 64);
}

/// Reports whether the links of this pass prevent both candidates from being true.
fn weakly_linked(one: u16, two: u16, pass: ChainPass) -> bool {
    let (first, second) = (one as usize / 9, two as usize / 9);
    if first == second {
        return one != two && pass.has_y();
    }
    one % 9 == two % 9 && PEER_SETS[first] >> second & 1 == 1
}

impl UnarySearch {
    /// Discards everything cached for the previous puzzle.
    pub(crate) fn clear_caches(&mut self) {
        self.nested_cache.clear();
    }

    /// Returns the best cycle or forcing chain in a grid.
    pub(crate) fn find(&mut self, grid: &RatingGrid, closure: &LinkClosure) -> Option<RatingHint> {
        self.selection = ChainSelection::Best;
        self.search(grid, closure);
        self.hints.pop().map(|found| found.hint)
    }

    /// Searches the working grid for cycles and chains that depend on eliminations made in the tree, and adds
    /// their eliminations to the tree.
    pub(super) fn advanced_eliminations(
        &mut self,
        nested_closure: &mut NestedClosure,
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
            if !nested_closure.is_consistent(key, base, work) {
                self.selection = ChainSelection::All;
                self.search(work, nested_closure.closure(key, base, work));
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
        self.sources.list(grid, closure, &mut self.links);
        for pass in [ChainPass::X, ChainPass::Y, ChainPass::Xy] {
            self.sources.max_nodes = u32::MAX;
            if !self.can_win(pass.cycle_rule(), 4) {
                continue;
            }
            self.sources.start_pass(grid, closure, pass, self.selection);
            for index in 0..self.sources.len() {
                let tables = (grid, closure, &self.links);
                let (source, goals) = self.sources.goals_in_pass(index, tables, pass, self.selection);
                if goals.cycle || goals.refuted {
                    self.search_on(grid, source, goals, pass);
                }
                if goals.proved {
                    self.search_off(grid, source, pass);
                }
            }
        }
    }

    /// Reports whether a hint with this rule and complexity would be kept.
    fn can_win(&self, rule: Rule, complexity: u32) -> bool {
        match (self.selection, self.hints.last()) {
            _ if complexity > self.sources.max_nodes => false,
            (ChainSelection::All, _) | (_, None) => true,
            (ChainSelection::Best, Some(best)) => {
                let rating = rule.rating().value() + length_addition(complexity);
                (rating, complexity) < (best.hint.rating, best.complexity)
            }
        }
    }

    /// Keeps a hint. In a search for the best hint, it replaces the previous one.
    fn keep(
        &mut self,
        (rule, pass, complexity): (Rule, ChainPass, u32),
        premise: Premise,
        removals: Vec<(u8, u16)>,
        placement: Option<(u8, u8)>,
        path: Vec<(Literal, LinkCause)>,
    ) {
        if self.selection == ChainSelection::Best {
            self.hints.clear();
        }
        let rating = rule.rating().value() + length_addition(complexity);
        let chain = Some(RatedChain { premise, nodes: complexity });
        let hint = RatingHint { rule, rating, removals, placement, chain };
        self.hints.push(UnaryHint { hint, complexity, pass, path });
    }

    fn begin(&mut self) {
        self.on_seen = [0; 12];
        self.off_seen = [0; 12];
        self.on_level.clear();
        self.off_level.clear();
    }

    /// Reports whether the path from the source to `on_candidate` passes through `off_candidate`.
    fn descends(&self, on_candidate: u16, off_candidate: u16, source: u16) -> bool {
        let mut candidate = on_candidate;
        while candidate != source {
            let parent = self.on_parent[candidate as usize].0;
            if parent == off_candidate {
                return true;
            }
            candidate = self.off_parent[parent as usize];
        }
        false
    }

    /// Finds the cycles through a source and the chain that proves the source false.
    fn search_on(&mut self, grid: &RatingGrid, source: u16, goals: ChainGoals, pass: ChainPass) {
        self.begin();
        insert(&mut self.on_seen, source);
        self.on_level.push(source);
        let mut next_to_source = [0_u64; 12];
        for strong in self.links.strong(source, pass) {
            insert(&mut next_to_source, strong.to);
        }
        let mut last: Option<(u16, u32)> = None;
        let mut level = 1;
        let can_cycle = goals.cycle && !self.links.strong(source, pass).is_empty();
        let can_chain = goals.refuted && pass.has_x();
        loop {
            let complexity = 2 * level;
            let cycles = can_cycle && self.can_win(pass.cycle_rule(), complexity);
            let chain = can_chain && last.is_none() && self.can_win(pass.chain_rule(), complexity);
            if !cycles && !chain {
                break;
            }
            for index in 0..self.on_level.len() {
                let on_candidate = self.on_level[index];
                if level > 1 && chain && last.is_none() && weakly_linked(on_candidate, source, pass) {
                    last = Some((on_candidate, complexity));
                }
                let neighbours = self.links.weak(grid, on_candidate, pass);
                self.steps_taken += neighbours.len() as u64;
                for link in neighbours {
                    let off_candidate = self.links.weak_target(link);
                    if pass != ChainPass::Xy && self.links.strong(off_candidate, pass).is_empty() {
                        continue;
                    }
                    if contains(&self.off_seen, off_candidate) {
                        let closes = level > 1 && contains(&next_to_source, off_candidate);
                        if closes && !self.descends(on_candidate, off_candidate, source) {
                            self.off_level.push((off_candidate, on_candidate));
                        }
                    } else {
                        insert(&mut self.off_seen, off_candidate);
                        self.off_parent[off_candidate as usize] = on_candidate;
                        self.off_level.push((off_candidate, on_candidate));
                    }
                }
            }
            self.on_level.clear();
            for index in 0..self.off_level.len() {
                let (off_candidate, parent) = self.off_level[index];
                for link in 0..self.links.strong(off_candidate, pass).len() {
                    let StrongTarget { to, cause } = self.links.strong(off_candidate, pass)[link];
                    if to == source && level > 1 && self.can_win(pass.cycle_rule(), complexity) {
                        self.close(grid, source, (off_candidate, parent, cause), pass, complexity);
                    }
                    if !contains(&self.on_seen, to) {
                        insert(&mut self.on_seen, to);
                        self.on_parent[to as usize] = (off_candidate, cause);
                        self.on_level.push(to);
                    }
                }
            }
            self.off_level.clear();
            if self.on_level.is_empty() {
                break;
            }
            level += 1;
        }
        if let Some((parent, complexity)) = last
            && self.can_win(pass.chain_rule(), complexity)
        {
            let (cell, digit) = (source as usize / 9, source as usize % 9);
            let target = source * 2;
            let mut path = vec![(target, LinkCause::Cell)];
            if self.selection == ChainSelection::All {
                self.trace_on(parent, source, &mut path);
                path[0].1 = cause_of_off(path[1].0, target);
            }
            let premise = Premise::True(premise::cell(cell), Digit::ALL[digit]);
            let removals = vec![(cell as u8, 1 << digit)];
            self.keep((pass.chain_rule(), pass, complexity), premise, removals, None, path);
        }
    }

    /// Appends the path from a true candidate back to the source, which is assumed true.
    fn trace_on(&self, from: u16, source: u16, path: &mut Vec<(Literal, LinkCause)>) {
        let mut candidate = from;
        while candidate != source {
            let (parent, cause) = self.on_parent[candidate as usize];
            path.push((candidate * 2 + 1, cause));
            let grandparent = self.off_parent[parent as usize];
            path.push((parent * 2, cause_of_off(grandparent * 2 + 1, parent * 2)));
            candidate = grandparent;
        }
        path.push((source * 2 + 1, LinkCause::Assumed));
    }

    /// Closes a cycle, and keeps it if it eliminates something.
    fn close(
        &mut self,
        grid: &RatingGrid,
        source: u16,
        last: (u16, u16, LinkCause),
        pass: ChainPass,
        complexity: u32,
    ) {
        let (off_candidate, on_candidate, cause) = last;
        let mut path = vec![(source * 2 + 1, cause)];
        path.push((off_candidate * 2, cause_of_off(on_candidate * 2 + 1, off_candidate * 2)));
        self.trace_on(on_candidate, source, &mut path);
        let mut cells = 0_u128;
        let mut seen = [[0_u128; 9]; 2];
        for &(literal, _) in &path[..path.len() - 1] {
            cells |= 1 << cell_of(literal);
            seen[usize::from(is_on(literal))][digit_of(literal)] |= PEER_SETS[cell_of(literal)];
        }
        let mut eliminated = [0_u16; 81];
        let mut any = 0_u128;
        for digit in 0..9 {
            for cell in cells_of(seen[0][digit] & seen[1][digit] & !cells) {
                if grid.candidates[cell] >> digit & 1 == 1 {
                    eliminated[cell] |= 1 << digit;
                    any |= 1 << cell;
                }
            }
        }
        if any != 0 {
            let removals = cells_of(any).map(|cell| (cell as u8, eliminated[cell])).collect();
            let (cell, digit) = (source as usize / 9, source as usize % 9);
            let premise = Premise::True(premise::cell(cell), Digit::ALL[digit]);
            self.keep((pass.cycle_rule(), pass, complexity), premise, removals, None, path);
        }
    }

    /// Finds the chain that proves the source true.
    fn search_off(&mut self, grid: &RatingGrid, source: u16, pass: ChainPass) {
        self.begin();
        insert(&mut self.off_seen, source);
        self.off_level.push((source, source));
        let mut level = 1;
        let mut last = None;
        while last.is_none() && !self.off_level.is_empty() && self.can_win(pass.chain_rule(), 2 * level) {
            self.on_level.clear();
            for index in 0..self.off_level.len() {
                let off_candidate = self.off_level[index].0;
                for link in 0..self.links.strong(off_candidate, pass).len() {
                    let StrongTarget { to, cause } = self.links.strong(off_candidate, pass)[link];
                    if !contains(&self.on_seen, to) {
                        insert(&mut self.on_seen, to);
                        self.on_parent[to as usize] = (off_candidate, cause);
                        if to == source {
                            last = Some(2 * level);
                        }
                        self.on_level.push(to);
                    }
                }
            }
            self.off_level.clear();
            for index in 0..self.on_level.len() {
                let on_candidate = self.on_level[index];
                let neighbours = self.links.weak(grid, on_candidate, pass);
                self.steps_taken += neighbours.len() as u64;
                for link in neighbours {
                    let off_candidate = self.links.weak_target(link);
                    if pass != ChainPass::Xy && self.links.strong(off_candidate, pass).is_empty() {
                        continue;
                    }
                    if !contains(&self.off_seen, off_candidate) {
                        insert(&mut self.off_seen, off_candidate);
                        self.off_parent[off_candidate as usize] = on_candidate;
                        self.off_level.push((off_candidate, on_candidate));
                    }
                }
            }
            level += 1;
        }
        let Some(complexity) = last else { return };
        let (cell, digit) = (source as usize / 9, source as usize % 9);
        let mut path = Vec::new();
        if self.selection == ChainSelection::All {
            let mut candidate = source;
            loop {
                let (parent, cause) = self.on_parent[candidate as usize];
                path.push((candidate * 2 + 1, cause));
                if parent == source {
                    path.push((source * 2, LinkCause::Assumed));
                    break;
                }
                candidate = self.off_parent[parent as usize];
                path.push((parent * 2, cause_of_off(candidate * 2 + 1, parent * 2)));
            }
        }
        let premise = Premise::False(premise::cell(cell), Digit::ALL[digit]);
        let removals = vec![(cell as u8, grid.candidates[cell] & !(1 << digit))];
        let placement = Some((cell as u8, digit as u8));
        self.keep((pass.chain_rule(), pass, complexity), premise, removals, placement, path);
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
