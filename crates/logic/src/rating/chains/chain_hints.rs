//! Hints derived from the trees of a search: their complexity, and the selection of the best one.
//!
//! The complexity of a hint is the number of nodes in its chains, including nested chains. Most hints turn
//! out not to be the best, so counting stops as soon as it reaches a limit.

use super::super::grid::RatingGrid;
use super::links::{LITERAL_WORDS, LITERALS, Literal, cell_of, digit_of, is_on, off, on};
use super::pruning;
use super::tree::ImplicationTree;
use veridoku_core::{Cell, Digit, Grid};

/// A mask of the true literals in a word of a literal set.
const ON_LITERALS: u64 = 0xAAAA_AAAA_AAAA_AAAA;

/// Marks an outcome that has no hint.
const NONE: u16 = u16::MAX;

/// Returns the literals of a word of a literal set.
fn literals_of(word: usize, mut literals: u64) -> impl Iterator<Item = Literal> {
    std::iter::from_fn(move || {
        (literals != 0).then(|| {
            let literal = word as u32 * 64 + literals.trailing_zeros();
            literals &= literals - 1;
            literal as Literal
        })
    })
}

/// A nested chain, identified by its fingerprint, and its number of nodes.
#[derive(Copy, Clone, Debug)]
pub(super) struct NestedChain {
    pub(super) fingerprint: u64,
    pub(super) complexity: u32,
}

/// A node counter with reusable buffers.
#[derive(Debug, Default)]
pub(super) struct ComplexityCounter {
    marks: Vec<u32>,
    mark: u32,
    stack: Vec<u16>,
    /// The fingerprints of the nested chains already counted for this hint.
    counted: Vec<u64>,
}

impl ComplexityCounter {
    /// Returns the complexity of a hint with these target nodes, or `None` if it reaches the limit.
    pub(super) fn count<'a>(
        &mut self,
        targets: impl Iterator<Item = (&'a ImplicationTree, u16)>,
        nested_chains: &[NestedChain],
        limit: u32,
    ) -> Option<u32> {
        let mut sum = 0;
        self.counted.clear();
        for (tree, target) in targets {
            if self.mark == u32::MAX {
                self.marks.fill(0);
                self.mark = 0;
            }
            self.mark += 1;
            if self.marks.len() < tree.nodes.len() {
                self.marks.resize(tree.nodes.len(), 0);
            }
            self.stack.push(target);
            self.marks[target as usize] = self.mark;
            while let Some(node) = self.stack.pop() {
                sum += 1;
                let nested_id = tree.nodes[node as usize].nested_id;
                if nested_id != 0 {
                    let chain = nested_chains[nested_id as usize - 1];
                    if !self.counted.contains(&chain.fingerprint) {
                        self.counted.push(chain.fingerprint);
                        sum += chain.complexity;
                    }
                }
                if sum >= limit {
                    self.stack.clear();
                    return None;
                }
                for &parent in tree.parents_of(node as usize) {
                    let mark = &mut self.marks[parent as usize];
                    if *mark != self.mark {
                        *mark = self.mark;
                        self.stack.push(parent);
                    }
                }
            }
        }
        Some(sum)
    }
}

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
    fn sort_key(self) -> u8 {
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
    /// The order of discovery: the starting cell in the upper 8 bits, and the number of hints found from that
    /// cell in the lower 24 bits.
    pub(super) order: u32,
    /// The literal that the hint proves.
    pub(super) outcome: Literal,
    /// The canonical form of the outcome. It is the same for all hints with the same effect.
    key: Literal,
    /// The nodes that prove the outcome, as pairs of tree and node.
    targets: [(u16, u16); 9],
    target_count: u8,
}

impl ChainHint {
    /// Returns the nodes that prove the outcome, as pairs of tree and node.
    pub(super) fn targets(&self) -> &[(u16, u16)] {
        &self.targets[..self.target_count as usize]
    }

    /// Returns the rank: the number of nodes, the kind of hint, and the order of discovery.
    pub(super) fn rank(&self) -> (u32, u8, u32) {
        (self.complexity, self.kind.sort_key(), self.order)
    }
}

/// Which hints a search keeps.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum HintSelection {
    Best,
    BestPerOutcome,
}

/// The trees of a search, from which hints are derived.
#[derive(Copy, Clone)]
pub(super) struct GrownTrees<'a> {
    pub(super) grid: &'a RatingGrid,
    pub(super) trees: &'a [ImplicationTree],
    pub(super) nested_chains: &'a [NestedChain],
}

/// The hints of a search that are still in question.
#[derive(Debug)]
pub(super) struct HintCollector {
    pub(super) selection: HintSelection,
    pub(super) hints: Vec<ChainHint>,
    /// The order of the last hint; see [`ChainHint::order`].
    pub(super) hints_seen: u32,
    pub(super) counter: ComplexityCounter,
    /// For each canonical outcome: the index of its hint, or `NONE`.
    hint_of: Vec<u16>,
    /// A buffer for the nodes of the literals that several trees share.
    shared: Vec<u16>,
}

impl Default for HintCollector {
    fn default() -> HintCollector {
        HintCollector {
            selection: HintSelection::Best,
            hints: Vec::new(),
            hints_seen: 0,
            counter: ComplexityCounter::default(),
            hint_of: vec![NONE; LITERALS],
            shared: Vec::new(),
        }
    }
}

impl HintCollector {
    /// Removes the hints found so far.
    pub(super) fn clear(&mut self) {
        for hint in self.hints.drain(..) {
            self.hint_of[hint.key as usize] = NONE;
        }
    }

    /// Returns the complexity limit: only hints with fewer nodes can still be the best.
    pub(super) fn limit(&self) -> u32 {
        match (self.selection, self.hints.first()) {
            (HintSelection::Best, Some(best)) if pruning::is_enabled() => best.complexity + 1,
            _ => u32::MAX,
        }
    }

    /// Considers a hint if the tree ends in a contradiction.
    pub(super) fn add_contradiction(&mut self, grown: GrownTrees<'_>, tree: u16, outcome: Literal) {
        if let Some((on_node, off_node)) = grown.trees[tree as usize].contradiction {
            self.consider(grown, ChainHintKind::Contradiction, outcome, &[(tree, on_node), (tree, off_node)]);
        }
    }

    /// Considers a hint for every literal that all these trees contain: first the true literals, then the
    /// false ones, each in the order in which the first tree contains them.
    pub(super) fn add_common(&mut self, grown: GrownTrees<'_>, trees: &[u16], kind: ChainHintKind) {
        let first = &grown.trees[trees[0] as usize];
        let mut shared = first.seen;
        for &tree in &trees[1..] {
            for (word, other) in shared.iter_mut().zip(&grown.trees[tree as usize].seen) {
                *word &= other;
            }
        }
        if shared == [0; LITERAL_WORDS] {
            return;
        }
        let mut nodes = std::mem::take(&mut self.shared);
        for parity in [ON_LITERALS, !ON_LITERALS] {
            nodes.clear();
            for (word, literals) in shared.iter().enumerate() {
                nodes.extend(literals_of(word, literals & parity).map(|literal| first.node_of(literal)));
            }
            nodes.sort_unstable();
            for &node in &nodes {
                let literal = first.nodes[node as usize].literal;
                let mut targets = [(0, 0); 9];
                for (target, &tree) in targets.iter_mut().zip(trees) {
                    *target = (tree, grown.trees[tree as usize].node_of(literal));
                }
                self.consider(grown, kind, literal, &targets[..trees.len()]);
            }
        }
        self.shared = nodes;
    }

    /// Keeps a hint if it is the best so far. In a nested search, keeps it if it is the best so far for its
    /// outcome.
    fn consider(
        &mut self,
        grown: GrownTrees<'_>,
        kind: ChainHintKind,
        outcome: Literal,
        targets: &[(u16, u16)],
    ) {
        self.hints_seen += 1;
        let cell = cell_of(outcome);
        let count = grown.grid.count(cell);
        if is_on(outcome) && count < 2 {
            return;
        }
        // In a bivalue cell, placing one candidate and eliminating the other have the same effect.
        let key = if is_on(outcome) && count == 2 {
            off(cell, (grown.grid.candidates[cell] & !(1 << digit_of(outcome))).trailing_zeros() as usize)
        } else {
            outcome
        };
        let existing = match self.selection {
            HintSelection::Best if self.hints.is_empty() => None,
            HintSelection::Best => Some(0),
            HintSelection::BestPerOutcome => {
                let hint = self.hint_of[key as usize];
                (hint != NONE).then_some(hint as usize)
            }
        };
        let limit = existing.map_or(u32::MAX, |existing| {
            let best = &self.hints[existing];
            best.complexity
                + u32::from((kind.sort_key(), self.hints_seen) < (best.kind.sort_key(), best.order))
        });
        let nodes = targets.iter().map(|&(tree, node)| (&grown.trees[tree as usize], node));
        if min_complexity(nodes.clone()) >= limit {
            return;
        }
        let Some(complexity) = self.counter.count(nodes, grown.nested_chains, limit) else { return };
        let mut hint = ChainHint {
            complexity,
            kind,
            order: self.hints_seen,
            outcome,
            key,
            targets: [(0, 0); 9],
            target_count: targets.len() as u8,
        };
        hint.targets[..targets.len()].copy_from_slice(targets);
        if let Some(existing) = existing {
            self.hints[existing] = hint;
            return;
        }
        if self.selection == HintSelection::BestPerOutcome {
            self.hint_of[key as usize] = self.hints.len() as u16;
        }
        self.hints.push(hint);
    }
}

/// Returns a lower bound for the complexity of a hint with these target nodes: the longest path to each
/// target, plus the largest nested chain that any of them depends on.
fn min_complexity<'a>(targets: impl Iterator<Item = (&'a ImplicationTree, u16)>) -> u32 {
    let (mut min_nodes, mut max_nested) = (0, 0);
    for (tree, node) in targets {
        let node = &tree.nodes[node as usize];
        min_nodes += u32::from(node.depth);
        max_nested = max_nested.max(node.nested_complexity);
    }
    min_nodes + max_nested
}

/// The literals that are true in the solution, used to skip trees that cannot give a hint.
///
/// ```text
/// an assumption that is true       its tree contains only true literals, and no contradiction
/// literals that trees share        one of the assumptions is true, so the shared literals are true
/// ```
///
/// Skipping these trees does not change the result. The rules of a tree are sound, so they never derive a
/// false literal from true ones. The skipped trees could give a hint only if it contradicted the solution.
#[derive(Clone, Debug)]
pub(crate) struct SolutionLiterals([u64; LITERAL_WORDS]);

impl SolutionLiterals {
    /// Collects the literals that are true in a solved grid.
    pub(crate) fn of(solved: &Grid) -> SolutionLiterals {
        let mut literals = [0; LITERAL_WORDS];
        for cell in Cell::all() {
            for digit in Digit::ALL {
                let holds = solved.get(cell) == Some(digit);
                let literal = if holds { on } else { off }(cell.index(), digit.index());
                literals[literal as usize / 64] |= 1 << (literal % 64);
            }
        }
        SolutionLiterals(literals)
    }

    /// Reports whether a literal is true in the solution.
    pub(super) fn holds(&self, literal: Literal) -> bool {
        self.0[literal as usize / 64] >> (literal % 64) & 1 == 1
    }

    /// Reports whether the tree of the true assumption may share a literal with all of these trees such that
    /// the complexity of the resulting hint is below the limit.
    pub(super) fn can_share(&self, others: &[&ImplicationTree], limit: u32) -> bool {
        let mut shared = self.0;
        for tree in others {
            for (word, seen) in shared.iter_mut().zip(&tree.seen) {
                *word &= seen;
            }
        }
        shared.iter().enumerate().any(|(word, &literals)| {
            literals_of(word, literals).any(|literal| {
                // The tree of the true assumption adds at least one node.
                let targets = others.iter().map(|&tree| (tree, tree.node_of(literal)));
                1 + min_complexity(targets) < limit
            })
        })
    }
}
