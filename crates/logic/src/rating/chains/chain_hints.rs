//! Derives hints from the trees of a search, and selects the best one.

use super::super::grid::RatingGrid;
use super::forcing_search::{ForcingChainSearch, HintSelection, NONE};
use super::tree::WORDS;
use super::{Literal, cell_of, digit_of, is_on, off};

/// A mask of the true literals in a word of a literal set.
const ON_LITERALS: u64 = 0xAAAA_AAAA_AAAA_AAAA;

/// The kinds of hints. Among hints of equal complexity, earlier kinds rank first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ChainHintKind {
    Double,
    Cell,
    /// Region forcing chains, with the kind of house: 0 box, 1 row, 2 column.
    Region(u8),
    Contradiction,
}

impl ChainHintKind {
    pub(super) fn sort_key(self) -> u8 {
        match self {
            ChainHintKind::Double => 1,
            ChainHintKind::Cell => 5,
            ChainHintKind::Region(_) => 6,
            ChainHintKind::Contradiction => 7,
        }
    }
}

/// A hint that may turn out to be the best one of a search.
#[derive(Copy, Clone, Debug)]
pub(super) struct ChainHint {
    pub(super) complexity: u32,
    pub(super) kind: ChainHintKind,
    /// The order of discovery, used to rank hints that are otherwise equal.
    pub(super) order: u32,
    /// The literal that the hint proves.
    pub(super) outcome: Literal,
    /// The canonical form of the outcome. It is the same for all hints with the same effect.
    pub(super) key: Literal,
    /// The nodes that prove the outcome, as pairs of tree and node.
    pub(super) targets: [(u16, u16); 9],
    pub(super) target_count: u8,
}

impl ForcingChainSearch {
    pub(super) fn add_contradiction(&mut self, tree: u16, outcome: Literal, grid: &RatingGrid) {
        if let Some((on_node, off_node)) = self.trees[tree as usize].contradiction {
            self.consider(grid, ChainHintKind::Contradiction, outcome, &[(tree, on_node), (tree, off_node)]);
        }
    }

    /// Considers a hint for every literal that all these trees contain: first the true literals, then the
    /// false ones, each in the order in which the first tree contains them.
    pub(super) fn add_common(&mut self, grid: &RatingGrid, trees: &[u16], kind: ChainHintKind) {
        let mut shared = self.trees[trees[0] as usize].seen;
        for &tree in &trees[1..] {
            for (word, other) in shared.iter_mut().zip(&self.trees[tree as usize].seen) {
                *word &= other;
            }
        }
        if shared == [0; WORDS] {
            return;
        }
        let mut nodes = std::mem::take(&mut self.shared);
        for parity in [ON_LITERALS, !ON_LITERALS] {
            nodes.clear();
            for (word, literals) in shared.iter().enumerate() {
                let mut rest = literals & parity;
                while rest != 0 {
                    let literal = word as u32 * 64 + rest.trailing_zeros();
                    nodes.push(self.trees[trees[0] as usize].node_of(literal as Literal));
                    rest &= rest - 1;
                }
            }
            nodes.sort_unstable();
            for &node in &nodes {
                let literal = self.trees[trees[0] as usize].nodes[node as usize].literal;
                let mut targets = [(0, 0); 9];
                for (target, &tree) in targets.iter_mut().zip(trees) {
                    *target = (tree, self.trees[tree as usize].node_of(literal));
                }
                self.consider(grid, kind, literal, &targets[..trees.len()]);
            }
        }
        self.shared = nodes;
    }

    /// Keeps a hint if it is the best so far. In a nested search, keeps it if it is the best so far for its
    /// outcome.
    fn consider(&mut self, grid: &RatingGrid, kind: ChainHintKind, outcome: Literal, targets: &[(u16, u16)]) {
        self.hints_seen += 1;
        let cell = cell_of(outcome);
        let count = grid.count(cell);
        if is_on(outcome) && count < 2 {
            return;
        }
        // In a bivalue cell, placing one candidate and eliminating the other have the same effect.
        let canonical = if is_on(outcome) && count == 2 {
            off(cell, (grid.candidates[cell] & !(1 << digit_of(outcome))).trailing_zeros() as usize)
        } else {
            outcome
        };
        let existing = match self.selection {
            HintSelection::Best if self.hints.is_empty() => None,
            HintSelection::Best => Some(0),
            HintSelection::BestPerOutcome => {
                let hint = self.hint_of[canonical as usize];
                (hint != NONE).then_some(hint as usize)
            }
        };
        let limit = existing.map_or(u32::MAX, |existing| {
            let best = &self.hints[existing];
            best.complexity
                + u32::from((kind.sort_key(), self.hints_seen) < (best.kind.sort_key(), best.order))
        });
        let nodes = targets.iter().map(|&(tree, node)| (&self.trees[tree as usize], node));
        // A lower bound for the complexity: the longest path to each target, plus the largest nested chain
        // that any of the targets depends on.
        let (mut min_nodes, mut max_nested) = (0, 0);
        for (tree, node) in nodes.clone() {
            let node = &tree.nodes[node as usize];
            min_nodes += u32::from(node.depth);
            max_nested = max_nested.max(node.nested_complexity);
        }
        if min_nodes + max_nested >= limit {
            return;
        }
        let Some(complexity) = self.complexity_counter.count(nodes, &self.nested_chains, limit) else {
            return;
        };
        let mut hint = ChainHint {
            complexity,
            kind,
            order: self.hints_seen,
            outcome,
            key: canonical,
            targets: [(0, 0); 9],
            target_count: targets.len() as u8,
        };
        hint.targets[..targets.len()].copy_from_slice(targets);
        if let Some(existing) = existing {
            self.hints[existing] = hint;
            return;
        }
        if self.selection == HintSelection::BestPerOutcome {
            self.hint_of[canonical as usize] = self.hints.len() as u16;
        }
        self.hints.push(hint);
    }
}
