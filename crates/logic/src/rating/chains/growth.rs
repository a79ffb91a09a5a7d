//! Grows the trees of a search for forcing chains.
//!
//! The consequences of true candidates are processed before those of false ones: whenever the queue of true
//! candidates is empty, one false candidate is processed. In dynamic searches, a false candidate is
//! eliminated from the working grid when it is processed. When both queues are empty, patterns and nested
//! chains may eliminate more candidates. The search ends at a contradiction, or when every further node would
//! cost more than the best hint.
//!
//! A nested search returns the best hint for each outcome. The hints are cached, because other trees may lead
//! to the same grid.

use super::super::grid::{RatingGrid, bits};
use super::chain_hints::{ChainHint, ChainHintKind, HintSelection, NestedChain};
use super::chain_kind::{AdvancedRules, ChainKind};
use super::closure::NestedClosure;
use super::forcing_search::ForcingChainSearch;
use super::implications::{Implications, Prefilter};
use super::links::{Fingerprint, LITERAL_WORDS, LinkCause, Literal, cell_of, digit_of, is_on, on};
use super::nested_cache::{GridKey, NestedCache};
use super::patterns::{self, AdvancedOutcome};
use super::tree::{Explorer, ImplicationTree};
use super::unary::UnarySearch;

impl ForcingChainSearch {
    /// Grows the tree of an assumption. Stops early if all further hints would have at least `limit` nodes.
    pub(super) fn explore(
        &mut self,
        base: &RatingGrid,
        literal: Literal,
        tree: &mut ImplicationTree,
        limit: u32,
        unary: &mut UnarySearch,
    ) {
        tree.start(literal);
        let Some(mut explorer) = self.explorer.take() else { unreachable!("one tree grows at a time") };
        explorer.begin(base, self.chain_kind);
        if is_on(literal) {
            explorer.pending_on.push(0);
        } else {
            explorer.pending_off.push(0);
        }
        self.grow(&mut explorer, base, tree, (limit, None), unary);
        self.nodes_left = self.nodes_left.saturating_sub(tree.nodes.len() as u64);
        self.explorer = Some(explorer);
    }

    /// Continues to grow a tree that is complete with respect to all rules before `rules`.
    pub(super) fn resume(
        &mut self,
        base: &RatingGrid,
        tree: &mut ImplicationTree,
        limit: u32,
        rules: AdvancedRules,
        unary: &mut UnarySearch,
    ) {
        let Some(mut explorer) = self.explorer.take() else { unreachable!("one tree grows at a time") };
        explorer.begin(base, self.chain_kind);
        for node in &tree.nodes[..tree.consequence_count] {
            if !is_on(node.literal) {
                explorer.work.eliminate(cell_of(node.literal), digit_of(node.literal));
            }
        }
        let before = tree.consequence_count;
        let min_nodes = self.apply_advanced_rules(&mut explorer, base, tree, (limit, rules), unary);
        self.grow(&mut explorer, base, tree, (limit, min_nodes), unary);
        self.nodes_left = self.nodes_left.saturating_sub((tree.nodes.len() - before) as u64 + 1);
        self.explorer = Some(explorer);
    }

    /// Processes pending consequences until the queues are empty. `min_nodes` is a lower bound, if known, for
    /// the complexity of all consequences still to be found.
    fn grow(
        &mut self,
        explorer: &mut Explorer,
        base: &RatingGrid,
        tree: &mut ImplicationTree,
        (limit, mut min_nodes): (u32, Option<u32>),
        unary: &mut UnarySearch,
    ) {
        loop {
            let flow = if let Some(&node) = explorer.pending_on.get(explorer.next_on) {
                explorer.next_on += 1;
                explorer.follow_on(tree, node)
            } else if let Some(&node) = explorer.pending_off.get(explorer.next_off) {
                explorer.next_off += 1;
                // Every later consequence depends on at least `least` nodes, and a hint needs at least two
                // more: the consequence itself and one other node. With advanced rules, a consequence may
                // depend on any of the nodes, so the level of this node is not a bound.
                let level = || u32::from(tree.nodes[node as usize].level);
                let least = min_nodes
                    .unwrap_or_else(|| if self.chain_kind.uses_advanced_rules() { 0 } else { level() });
                if least.saturating_add(2) >= limit {
                    tree.pruned = true;
                    break;
                }
                explorer.follow_off(base, tree, node)
            } else {
                break;
            };
            if flow.is_break() {
                break;
            }
            let queues_empty = explorer.next_on == explorer.pending_on.len()
                && explorer.next_off == explorer.pending_off.len();
            if queues_empty && self.chain_kind.uses_advanced_rules() {
                // The advanced rules take most of the time. Skip them if this tree has used up the node
                // budget.
                if self.nodes_left <= tree.nodes.len() as u64 {
                    tree.pruned = true;
                    break;
                }
                min_nodes = self
                    .apply_advanced_rules(explorer, base, tree, (limit, AdvancedRules::Patterns), unary)
                    .or(min_nodes);
            }
        }
    }

    /// Applies the advanced rules, starting with the group `rules`. Returns a lower bound for the complexity
    /// of all later consequences, if known.
    fn apply_advanced_rules(
        &mut self,
        explorer: &mut Explorer,
        base: &RatingGrid,
        tree: &mut ImplicationTree,
        (limit, rules): (u32, AdvancedRules),
        unary: &mut UnarySearch,
    ) -> Option<u32> {
        let before = tree.consequence_count;
        let outcome = self.advanced_eliminations(base, &explorer.work, tree, rules, unary);
        let added = before as u16..tree.consequence_count as u16;
        explorer.pending_off.extend(added.clone());
        if limit == u32::MAX || outcome != AdvancedOutcome::Last {
            return None;
        }
        // No other rule eliminates anything here, so every later consequence depends on one of the new nodes
        // and on all ancestors of that node.
        let cost = |node: u16| {
            let target = std::iter::once((&*tree, node));
            if tree.nodes[node as usize].min_complexity() < limit {
                self.hints.counter.count(target, &self.nested_chains, limit).unwrap_or(limit)
            } else {
                limit
            }
        };
        added.map(cost).min()
    }

    /// Adds the eliminations of the first advanced rule that eliminates something in the working grid.
    fn advanced_eliminations(
        &mut self,
        base: &RatingGrid,
        work: &RatingGrid,
        tree: &mut ImplicationTree,
        rules: AdvancedRules,
        unary: &mut UnarySearch,
    ) -> AdvancedOutcome {
        let (before, last_rules) = (tree.consequence_count, self.chain_kind.last_rules());
        if rules == AdvancedRules::Patterns {
            let outcome = patterns::apply(base, work, tree);
            if outcome != AdvancedOutcome::Nothing {
                let is_last = last_rules == AdvancedRules::Patterns;
                return if is_last { outcome } else { AdvancedOutcome::NotLast };
            }
        }
        if rules <= AdvancedRules::Chains && self.chain_kind.uses_chains() {
            unary.steps_taken = 0;
            unary.advanced_eliminations(&mut self.nested_closure, base, work, tree, &mut self.nested_chains);
            self.nodes_left = self.nodes_left.saturating_sub(unary.steps_taken);
            if tree.consequence_count > before {
                let is_last = last_rules == AdvancedRules::Chains;
                return if is_last { AdvancedOutcome::Last } else { AdvancedOutcome::NotLast };
            }
        }
        if let Some(inner) = &mut self.inner {
            inner.nodes_left = self.nodes_left;
            let filters = (&mut self.nested_closure, &mut self.implications);
            inner.eliminate_by_nested_chains((base, work), filters, unary, tree, &mut self.nested_chains);
            self.nodes_left = inner.nodes_left;
        }
        AdvancedOutcome::Last
    }

    /// Adds to the tree of the outer search the eliminations of all hints that this search finds in the
    /// working grid.
    fn eliminate_by_nested_chains(
        &mut self,
        (base, work): (&RatingGrid, &RatingGrid),
        (nested_closure, implications): (&mut NestedClosure, &mut Implications),
        unary: &mut UnarySearch,
        tree: &mut ImplicationTree,
        outer: &mut Vec<NestedChain>,
    ) {
        let key = GridKey::of(work);
        let hints = if let Some(hints) = self.nested_cache.get(key) {
            hints
        } else {
            let start = self.nested_cache.start_grid();
            self.hints.selection = HintSelection::BestPerOutcome;
            self.begin(work, Prefilter::Nothing);
            let prefilter = match self.chain_kind {
                ChainKind::Multiple => Prefilter::Closure(nested_closure.closure(key, base, work)),
                ChainKind::Dynamic => {
                    implications.restrict(base, work);
                    self.grow_contradictory_trees(work, implications, unary);
                    Prefilter::Implications(implications)
                }
                _ => Prefilter::Nothing,
            };
            self.search(work, prefilter, unary);
            self.cache_hints(work);
            self.nested_cache.finish_grid(key, start)
        };
        self.nested_cache.add_to_tree(hints, base, work, tree, outer);
    }

    /// Grows all trees that end in a contradiction, and records their contents. The search needs these trees
    /// in any case.
    fn grow_contradictory_trees(
        &mut self,
        grid: &RatingGrid,
        implications: &mut Implications,
        unary: &mut UnarySearch,
    ) {
        for cell in 0..81 {
            for digit in bits(grid.candidates[cell]) {
                if grid.count(cell) >= 2 && implications.is_refuted(cell * 9 + digit) {
                    let tree = self.tree(grid, on(cell, digit), unary);
                    implications.record_tree(cell * 9 + digit, &self.trees[tree as usize]);
                }
            }
        }
    }

    /// Adds the hints found to the cache, best first.
    fn cache_hints(&mut self, grid: &RatingGrid) {
        let mut cache = std::mem::take(&mut self.nested_cache);
        self.hints.hints.sort_unstable_by_key(ChainHint::rank);
        for hint in &self.hints.hints {
            let (cell, digit) = (cell_of(hint.outcome), digit_of(hint.outcome));
            let eliminated =
                if is_on(hint.outcome) { grid.candidates[cell] & !(1 << digit) } else { 1 << digit };
            cache.start_hint([(cell as u8, eliminated)].into_iter());
            let fingerprint = self.trace(hint, &mut cache);
            cache.finish_hint(fingerprint, hint.complexity);
        }
        self.nested_cache = cache;
    }

    /// Adds the links of a hint to the cache, and returns the fingerprint of the hint's chains.
    fn trace(&self, hint: &ChainHint, cache: &mut NestedCache) -> u64 {
        let mut fingerprint = Fingerprint::new();
        for &(tree, node) in hint.targets() {
            fingerprint.add(u64::from(self.trees[tree as usize].nodes[node as usize].literal));
        }
        let mut order: Vec<u16> = Vec::with_capacity(64);
        let mut done = [0_u64; LITERAL_WORDS];
        for &(tree, node) in hint.targets() {
            let tree = &self.trees[tree as usize];
            order.clear();
            done.fill(0);
            order.push(node);
            let mut index = 0;
            // Visit the nodes breadth first, in the order of their parents. A literal counts only at its
            // first occurrence.
            while let Some(&node) = order.get(index) {
                index += 1;
                let literal = tree.nodes[node as usize].literal;
                let bit = 1_u64 << (literal % 64);
                if done[literal as usize / 64] & bit != 0 {
                    continue;
                }
                done[literal as usize / 64] |= bit;
                fingerprint.add(u64::from(literal));
                let cause = match (tree.nodes[node as usize].cause, hint.kind) {
                    (LinkCause::Assumed, ChainHintKind::Cell) => LinkCause::Cell,
                    (LinkCause::Assumed, ChainHintKind::Region(kind)) => LinkCause::House(kind),
                    (cause, _) => cause,
                };
                cache.add_link(literal, cause);
                order.extend_from_slice(tree.parents_of(node as usize));
            }
            fingerprint.add(Fingerprint::SEPARATOR);
        }
        fingerprint.0
    }
}
