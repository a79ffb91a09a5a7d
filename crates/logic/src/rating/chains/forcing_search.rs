//! Searches for Nishio, multiple, dynamic and nested chains by growing a tree of consequences for each
//! assumption.
//!
//! ```text
//! assumptions                     hint                                          conclusion
//! one candidate, true or false    its tree ends in a contradiction              the assumption is wrong
//! a candidate true, then false    a literal in both trees (double chain)        the literal is true
//! all candidates of a cell        a literal in all their trees                  the literal is true
//! all places of a digit           a literal in all their trees                  the literal is true
//! ```
//!
//! The best hint is the one with the fewest nodes; ties are broken by the kind of hint, then by the order of
//! discovery. A nested search returns the best hint for each outcome. Trees that cannot give a hint,
//! according to the solution or the filters, are not grown. `growth.rs` grows the trees.

use super::super::grid::{CELLS, HOUSES, INDEXES, RatingGrid, bits};
use super::super::hint::RatingHint;
use super::super::premise::{self, Premise, RatedChain};
use super::super::scale::length_addition;
use super::chain_hints::{
    ChainHint, ChainHintKind, GrownTrees, HintCollector, HintSelection, NestedChain, SolutionLiterals,
};
use super::chain_kind::ChainKind;
use super::closure::{LinkClosure, NestedClosure};
use super::implications::{Implications, Prefilter};
use super::links::{LITERALS, Literal, cell_of, digit_of, is_on, off, on};
use super::nested_cache::NestedCache;
use super::pruning;
use super::tree::{Explorer, ImplicationTree};
use super::unary::UnarySearch;
use veridoku_core::Digit;

/// The cells that a worker starts from: every `stride`-th cell, beginning with cell `offset`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct StartCells {
    pub(crate) offset: usize,
    pub(crate) stride: usize,
}

/// A hint with its rank among the hints for the same kind of chain: number of nodes, kind of hint, order of
/// discovery.
#[derive(Clone, Debug)]
pub(crate) struct RankedHint {
    pub(crate) rank: (u32, u8, u32),
    pub(crate) hint: RatingHint,
}

/// Whether trees of the previous chain kind are available for reuse.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum TreeReuse {
    Unavailable,
    Available,
}

/// Marks a literal that has no tree.
const NONE: u16 = u16::MAX;

/// The search for chains of one kind, with all its buffers.
#[derive(Debug)]
pub(crate) struct ForcingChainSearch {
    pub(super) chain_kind: ChainKind,
    /// The explorer, which is moved out while a tree grows.
    pub(super) explorer: Option<Box<Explorer>>,
    pub(super) trees: Vec<ImplicationTree>,
    used_trees: usize,
    tree_of: Vec<u16>,
    /// The literals that have a tree.
    with_tree: Vec<Literal>,
    /// For each literal: the tree that the search for the previous chain kind grew in the same grid.
    reusable_tree_of: Vec<u16>,
    /// The literals that have a reusable tree.
    reusable: Vec<Literal>,
    reuse: TreeReuse,
    /// The filter for nested forcing chains and nested multiple chains.
    pub(super) nested_closure: NestedClosure,
    /// The filter for nested dynamic chains.
    pub(super) implications: Implications,
    /// The hints found in each grid, if this is a nested search.
    pub(super) nested_cache: NestedCache,
    pub(super) nested_chains: Vec<NestedChain>,
    pub(super) hints: HintCollector,
    /// The cells that this search starts from.
    start_cells: StartCells,
    /// The cell to start from first: the one that gave the previous hint. Finding a good hint early allows
    /// the other trees to be pruned.
    first_cell: usize,
    pub(super) inner: Option<Box<ForcingChainSearch>>,
    /// The literals that are true in the solution, if known.
    solution: Option<SolutionLiterals>,
    /// The number of nodes that may still be created before the node limit is reached.
    pub(crate) nodes_left: u64,
}

impl ForcingChainSearch {
    /// Creates a search for the given kind of chain.
    pub(crate) fn new(chain_kind: ChainKind) -> ForcingChainSearch {
        ForcingChainSearch {
            chain_kind,
            explorer: Some(Explorer::new()),
            trees: Vec::new(),
            used_trees: 0,
            tree_of: vec![NONE; LITERALS],
            with_tree: Vec::new(),
            reusable_tree_of: vec![NONE; LITERALS],
            reusable: Vec::new(),
            reuse: TreeReuse::Unavailable,
            nested_closure: NestedClosure::default(),
            implications: Implications::default(),
            nested_cache: NestedCache::default(),
            nested_chains: Vec::new(),
            hints: HintCollector::default(),
            start_cells: StartCells { offset: 0, stride: 1 },
            first_cell: 0,
            inner: chain_kind.inner().map(|inner| Box::new(ForcingChainSearch::new(inner))),
            solution: None,
            nodes_left: u64::MAX,
        }
    }

    /// Discards everything cached for the previous puzzle.
    pub(crate) fn clear_caches(&mut self) {
        self.first_cell = 0;
        if let Some(inner) = &mut self.inner {
            inner.nested_cache.clear();
            inner.clear_caches();
        }
    }

    /// Takes over the trees of the search for the previous chain kind, which found no hint in the same grid.
    ///
    /// Those trees are complete, and the trees of this kind start in the same way: their additional rules
    /// apply only when no other rule does.
    pub(crate) fn reuse_trees(&mut self, before: &mut ForcingChainSearch) {
        let follows = matches!(
            (before.chain_kind, self.chain_kind),
            (ChainKind::Dynamic, ChainKind::Plus)
                | (ChainKind::Plus, ChainKind::WithChains)
                | (ChainKind::WithChains, ChainKind::WithMultiple)
        );
        if follows && pruning::is_enabled() {
            std::mem::swap(&mut self.trees, &mut before.trees);
            std::mem::swap(&mut self.nested_chains, &mut before.nested_chains);
            std::mem::swap(&mut self.reusable_tree_of, &mut before.tree_of);
            std::mem::swap(&mut self.reusable, &mut before.with_tree);
            self.used_trees = before.used_trees;
            self.reuse = TreeReuse::Available;
        }
    }

    /// Returns the best hint for a grid.
    pub(crate) fn find(
        &mut self,
        grid: &RatingGrid,
        closure: &LinkClosure,
        solution: &SolutionLiterals,
        start_cells: StartCells,
        unary: &mut UnarySearch,
    ) -> Option<RankedHint> {
        self.solution = pruning::is_enabled().then(|| solution.clone());
        self.hints.selection = HintSelection::Best;
        self.start_cells = start_cells;
        let prefilter = Prefilter::Closure(closure);
        self.begin(grid, prefilter);
        self.search(grid, prefilter, unary);
        let best = self.hints.hints.first()?;
        self.first_cell = (best.order >> 24) as usize;
        let (cell, digit) = (cell_of(best.outcome), digit_of(best.outcome));
        let (removals, placement) = if is_on(best.outcome) {
            (vec![(cell as u8, grid.candidates[cell] & !(1 << digit))], Some((cell as u8, digit as u8)))
        } else {
            (vec![(cell as u8, 1 << digit)], None)
        };
        let rule = self.chain_kind.rule();
        let rating = rule.rating().value() + length_addition(best.complexity);
        let chain = Some(RatedChain { premise: self.premise(best), nodes: best.complexity });
        let hint = RatingHint { rule, rating, removals, placement, chain };
        Some(RankedHint { rank: best.rank(), hint })
    }

    /// Returns the assumptions that a hint is based on.
    fn premise(&self, hint: &ChainHint) -> Premise {
        let assumed = self.trees[hint.targets()[0].0 as usize].nodes[0].literal;
        let (cell, digit) = (cell_of(assumed), Digit::ALL[digit_of(assumed)]);
        let named = premise::cell(cell);
        match hint.kind {
            ChainHintKind::Double => Premise::Either(named, digit),
            ChainHintKind::Cell => Premise::Cell(named),
            ChainHintKind::Region(kind) => {
                Premise::House(premise::house(HOUSES[cell][kind as usize] as usize), digit)
            }
            ChainHintKind::Contradiction if is_on(assumed) => Premise::True(named, digit),
            ChainHintKind::Contradiction => Premise::False(named, digit),
        }
    }

    /// Prepares to search a grid.
    pub(super) fn begin(&mut self, grid: &RatingGrid, prefilter: Prefilter) {
        // Reset only the entries that were set. Most nested searches set only a few.
        for literal in self.with_tree.drain(..) {
            self.tree_of[literal as usize] = NONE;
        }
        self.hints.clear();
        if std::mem::replace(&mut self.reuse, TreeReuse::Unavailable) == TreeReuse::Unavailable {
            self.used_trees = 0;
            for literal in self.reusable.drain(..) {
                self.reusable_tree_of[literal as usize] = NONE;
            }
            self.nested_chains.clear();
        }
        if self.chain_kind.uses_chains() {
            let closure = if let Prefilter::Closure(closure) = prefilter { Some(closure) } else { None };
            self.nested_closure.start(grid, closure);
        }
        if self.chain_kind.inner() == Some(ChainKind::Dynamic) {
            self.implications.build(grid);
        }
    }

    /// Searches the prepared grid for hints.
    pub(super) fn search(&mut self, grid: &RatingGrid, prefilter: Prefilter, unary: &mut UnarySearch) {
        let min_candidates = if self.chain_kind == ChainKind::Multiple { 3 } else { 2 };
        let prefilter = match prefilter {
            // In all other kinds, trees eliminate candidates as they grow, so the closure of the unchanged
            // grid does not cover their consequences.
            Prefilter::Closure(_) if self.chain_kind != ChainKind::Multiple => Prefilter::Nothing,
            prefilter => prefilter,
        };
        let (first_cell, StartCells { offset, stride }) = (self.first_cell, self.start_cells);
        for cell in std::iter::once(first_cell).chain((0..81).filter(|&cell| cell != first_cell)) {
            if grid.count(cell) >= min_candidates && cell % stride == offset {
                self.hints.hints_seen = (cell as u32) << 24;
                self.start_at(grid, cell, prefilter, unary);
            }
            // Only the outer search polls the stop signal.
            let is_outer = self.hints.selection == HintSelection::Best;
            if self.nodes_left == 0 || is_outer && unary.stop.should_stop() {
                self.nodes_left = 0;
                self.hints.clear();
                return;
            }
        }
    }

    fn start_at(&mut self, grid: &RatingGrid, cell: usize, prefilter: Prefilter, unary: &mut UnarySearch) {
        for digit in bits(grid.candidates[cell]) {
            if self.chain_kind.is_dynamic() {
                self.binary(grid, (cell, digit), prefilter, unary);
            }
            if self.chain_kind == ChainKind::Nishio {
                continue;
            }
            for kind in 0..3 {
                let house = HOUSES[cell][kind] as usize;
                let places = grid.places[house][digit];
                // Search each house only once, at the first place of the digit.
                let first = places & places.wrapping_neg();
                if first == 1 << INDEXES[cell][kind] && first != places {
                    let candidates = bits(places).map(|index| CELLS[house][index] as usize * 9 + digit);
                    self.multiple(grid, candidates, ChainHintKind::Region(kind as u8), prefilter, unary);
                }
            }
        }
        if self.chain_kind != ChainKind::Nishio {
            let candidates = bits(grid.candidates[cell]).map(|digit| cell * 9 + digit);
            self.multiple(grid, candidates, ChainHintKind::Cell, prefilter, unary);
        }
    }

    /// Searches for conclusions that follow from each of these candidates, one of which is true: the
    /// candidates of a cell, or the places of a digit in a house.
    fn multiple(
        &mut self,
        grid: &RatingGrid,
        candidates: impl Iterator<Item = usize> + Clone,
        kind: ChainHintKind,
        prefilter: Prefilter,
        unary: &mut UnarySearch,
    ) {
        let literals = candidates.clone().map(|candidate| on(candidate / 9, candidate % 9));
        if !prefilter.have_common(candidates) || !self.can_share(grid, literals.clone(), unary) {
            return;
        }
        let (mut trees, mut count) = ([0; 9], 0);
        for literal in literals {
            trees[count] = self.tree(grid, literal, unary);
            count += 1;
        }
        self.add_common(grid, &trees[..count], kind);
    }

    /// Searches for hints from one candidate: a contradiction if it is assumed true or assumed false, and
    /// conclusions that follow from both assumptions.
    fn binary(
        &mut self,
        grid: &RatingGrid,
        (cell, digit): (usize, usize),
        prefilter: Prefilter,
        unary: &mut UnarySearch,
    ) {
        let literals = [on(cell, digit), off(cell, digit)];
        let doubles = grid.count(cell) >= 3 && self.chain_kind != ChainKind::Nishio;
        let (from_on, from_off, common) = match (prefilter, &self.solution) {
            (Prefilter::Implications(implications), _) => {
                let candidate = cell * 9 + digit;
                let common = doubles && implications.has_double(candidate);
                (implications.refutes_on(candidate), implications.refutes_off(candidate), common)
            }
            (_, Some(solution)) => {
                let [from_on, from_off] = literals.map(|literal| !solution.holds(literal));
                (from_on, from_off, doubles && self.can_share(grid, literals.into_iter(), unary))
            }
            _ => (true, true, doubles),
        };
        let skip_off = self.chain_kind == ChainKind::Dynamic
            && (from_off || common)
            && !matches!(prefilter, Prefilter::Implications(_))
            && pruning::is_enabled()
            && self.off_adds_nothing(grid, (cell, digit), unary);
        for (literal, grows) in literals.into_iter().zip([from_on, from_off && !skip_off]) {
            if grows {
                let tree = self.tree(grid, literal, unary);
                let grown = GrownTrees { grid, trees: &self.trees, nested_chains: &self.nested_chains };
                self.hints.add_contradiction(grown, tree, literal ^ 1);
            }
        }
        if common && !skip_off {
            let trees = literals.map(|literal| self.tree(grid, literal, unary));
            self.add_common(grid, &trees, ChainHintKind::Double);
        }
    }

    fn add_common(&mut self, grid: &RatingGrid, trees: &[u16], kind: ChainHintKind) {
        let grown = GrownTrees { grid, trees: &self.trees, nested_chains: &self.nested_chains };
        self.hints.add_common(grown, trees, kind);
    }

    /// Reports whether the trees of these assumptions may contain a common literal. Exactly one of the
    /// assumptions must be true in the solution.
    ///
    /// This grows the trees of the false assumptions. The search for contradictions needs these trees in any
    /// case.
    fn can_share(
        &mut self,
        grid: &RatingGrid,
        literals: impl Iterator<Item = Literal>,
        unary: &mut UnarySearch,
    ) -> bool {
        if self.solution.is_none() || !self.chain_kind.is_dynamic() {
            return true;
        }
        let mut others = [0; 9];
        let mut count = 0;
        for literal in literals {
            if self.solution.as_ref().is_some_and(|solution| !solution.holds(literal)) {
                others[count] = self.tree(grid, literal, unary);
                count += 1;
            }
        }
        let limit = self.hints.limit();
        let others = others.map(|tree| &self.trees[tree as usize]);
        self.solution.as_ref().is_none_or(|solution| solution.can_share(&others[..count], limit))
    }

    /// Returns true if assuming the candidate false cannot give a hint, either by itself or together with
    /// assuming it true.
    ///
    /// If all strong links of the candidate lead to the same target, assuming the candidate false has the
    /// same consequences as assuming the target true. This requires the tree of the target to be complete.
    fn off_adds_nothing(
        &mut self,
        grid: &RatingGrid,
        (cell, digit): (usize, usize),
        unary: &mut UnarySearch,
    ) -> bool {
        let others = grid.candidates[cell] & !(1 << digit);
        let mut next = others.is_power_of_two().then(|| on(cell, others.trailing_zeros() as usize));
        for kind in 0..3 {
            let house = HOUSES[cell][kind] as usize;
            let others = grid.places[house][digit] & !(1 << INDEXES[cell][kind]);
            if !others.is_power_of_two() {
                continue;
            }
            let other = on(CELLS[house][others.trailing_zeros() as usize] as usize, digit);
            if *next.get_or_insert(other) != other {
                return false;
            }
        }
        let Some(next) = next else { return true };
        let from_on = self.tree(grid, on(cell, digit), unary);
        let next = self.tree(grid, next, unary);
        let [from_on, next] = [from_on, next].map(|tree| &self.trees[tree as usize]);
        next.contradiction.is_none()
            && !next.pruned
            && (grid.count(cell) == 2 || from_on.seen.iter().zip(&next.seen).all(|(one, two)| one & two == 0))
    }

    /// Returns the tree of an assumption, and grows it on first use.
    pub(super) fn tree(&mut self, grid: &RatingGrid, literal: Literal, unary: &mut UnarySearch) -> u16 {
        if self.tree_of[literal as usize] != NONE {
            return self.tree_of[literal as usize];
        }
        let limit = self.hints.limit();
        let reusable = self.reusable_tree_of[literal as usize];
        let number = if reusable == NONE { self.used_trees } else { reusable as usize };
        if number == self.trees.len() {
            self.trees.push(ImplicationTree::default());
        }
        self.tree_of[literal as usize] = number as u16;
        self.with_tree.push(literal);
        let mut trees = std::mem::take(&mut self.trees);
        let tree = &mut trees[number];
        if reusable == NONE {
            self.used_trees += 1;
            self.explore(grid, literal, tree, limit, unary);
        } else {
            self.resume(grid, tree, limit, self.chain_kind.last_rules(), unary);
        }
        self.trees = trees;
        number as u16
    }
}
