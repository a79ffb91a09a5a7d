//! Nested chains: a search that serves as a rule of another search.
//!
//! A nested search returns the best hint for each outcome. The hints are cached, because other trees may lead
//! to the same grid.

use super::super::grid::{RatingGrid, bits};
use super::base_closure::BaseClosure;
use super::chain_hints::{ChainHint, ChainHintKind};
use super::chain_kind::ChainKind;
use super::complexity::NestedChain;
use super::forcing_search::{ForcingChainSearch, HintSelection};
use super::implications::Implications;
use super::nested_cache::{GridKey, NestedCache};
use super::prefilter::Prefilter;
use super::tree::{ImplicationTree, WORDS};
use super::unary::UnarySearch;
use super::{Fingerprint, LinkCause, cell_of, digit_of, is_on, on};

impl ForcingChainSearch {
    /// Adds to the tree of the outer search the eliminations of all hints that this search finds in the
    /// working grid.
    pub(super) fn eliminate_by_nested_chains(
        &mut self,
        (base, work): (&RatingGrid, &RatingGrid),
        (base_closure, implications): (&mut BaseClosure, &mut Implications),
        unary: &mut UnarySearch,
        tree: &mut ImplicationTree,
        outer: &mut Vec<NestedChain>,
    ) {
        let key = GridKey::of(work);
        let hints = if let Some(hints) = self.nested_cache.get(key) {
            hints
        } else {
            let start = self.nested_cache.start_grid();
            self.selection = HintSelection::BestPerOutcome;
            self.begin(work, Prefilter::Nothing);
            let prefilter = match self.chain_kind {
                ChainKind::Multiple => Prefilter::Closure(base_closure.closure(key, base, work)),
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
        let mut hints = std::mem::take(&mut self.hints);
        let mut cache = std::mem::take(&mut self.nested_cache);
        hints.sort_unstable_by_key(|hint| (hint.complexity, hint.kind.sort_key(), hint.order));
        for hint in &hints {
            let (cell, digit) = (cell_of(hint.outcome), digit_of(hint.outcome));
            let eliminated =
                if is_on(hint.outcome) { grid.candidates[cell] & !(1 << digit) } else { 1 << digit };
            cache.start_hint([(cell as u8, eliminated)].into_iter());
            let fingerprint = self.trace(hint, &mut cache);
            cache.finish_hint(fingerprint, hint.complexity);
        }
        self.hints = hints;
        self.nested_cache = cache;
    }

    /// Adds the links of a hint to the cache, and returns the fingerprint of the hint's chains.
    fn trace(&self, hint: &ChainHint, cache: &mut NestedCache) -> u64 {
        let mut fingerprint = Fingerprint::new();
        let targets = &hint.targets[..hint.target_count as usize];
        for &(tree, node) in targets {
            fingerprint.add(u64::from(self.trees[tree as usize].nodes[node as usize].literal));
        }
        let mut order: Vec<u16> = Vec::with_capacity(64);
        let mut done = [0_u64; WORDS];
        for &(tree, node) in targets {
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
