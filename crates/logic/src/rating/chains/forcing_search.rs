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
//! discovery. A nested search returns the best hint for each outcome.

use super::super::grid::{CELLS, HOUSES, INDEXES, RatingGrid, bits, count};
use super::super::hint::RatingHint;
use super::super::premise::{self, Premise, RatedChain};
use super::super::scale::length_addition;
use super::super::worker::{RankedHint, StartCells};
use super::base_closure::BaseClosure;
use super::chain_hints::{ChainHint, ChainHintKind};
use super::chain_kind::ChainKind;
use super::closure::LinkClosure;
use super::complexity::{ComplexityCounter, NestedChain};
use super::explore::Explorer;
use super::implications::Implications;
use super::nested_cache::NestedCache;
use super::prefilter::Prefilter;
use super::pruning;
use super::solution::SolutionLiterals;
use super::tree::ImplicationTree;
use super::unary::UnarySearch;
use super::{LITERALS, Literal, cell_of, digit_of, is_on, on};
use veridoku_core::Digit;

/// Which hints a search keeps.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum HintSelection {
    Best,
    BestPerOutcome,
}

/// Whether trees of the previous chain kind are available for reuse.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum TreeReuse {
    Unavailable,
    Available,
}

/// Marks a literal that has no tree, or an outcome that has no hint.
pub(super) const NONE: u16 = u16::MAX;

/// The search for chains of one kind, with all its buffers.
#[derive(Debug)]
pub(in super::super) struct ForcingChainSearch {
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
    pub(super) complexity_counter: ComplexityCounter,
    /// The filter for nested forcing chains and nested multiple chains.
    pub(super) base_closure: BaseClosure,
    /// The filter for nested dynamic chains.
    pub(super) implications: Implications,
    /// The hints found in each grid, if this is a nested search.
    pub(super) nested_cache: NestedCache,
    pub(super) nested_chains: Vec<NestedChain>,
    pub(super) hints: Vec<ChainHint>,
    /// A buffer for the nodes of the literals that several trees share.
    pub(super) shared: Vec<u16>,
    pub(super) hint_of: Vec<u16>,
    /// The starting cell in the upper 8 bits, and the number of hints found from that cell in the lower 24
    /// bits.
    pub(super) hints_seen: u32,
    pub(super) selection: HintSelection,
    /// The cells that this search starts from.
    start_cells: StartCells,
    /// The cell to start from first: the one that gave the previous hint. Finding a good hint early allows
    /// the other trees to be pruned.
    first_cell: usize,
    pub(super) inner: Option<Box<ForcingChainSearch>>,
    /// The literals that are true in the solution, if known.
    pub(super) solution: Option<SolutionLiterals>,
    /// The number of nodes that may still be created before the node limit is reached.
    pub(in super::super) nodes_left: u64,
}

impl ForcingChainSearch {
    /// Creates a search for the given kind of chain.
    pub(in super::super) fn new(chain_kind: ChainKind) -> ForcingChainSearch {
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
            complexity_counter: ComplexityCounter::default(),
            base_closure: BaseClosure::default(),
            implications: Implications::default(),
            nested_cache: NestedCache::default(),
            nested_chains: Vec::new(),
            hints: Vec::new(),
            shared: Vec::new(),
            hint_of: vec![NONE; LITERALS],
            hints_seen: 0,
            selection: HintSelection::Best,
            start_cells: StartCells::ALL,
            first_cell: 0,
            inner: chain_kind.inner().map(|inner| Box::new(ForcingChainSearch::new(inner))),
            solution: None,
            nodes_left: u64::MAX,
        }
    }

    /// Discards everything cached for the previous puzzle.
    pub(in super::super) fn clear_caches(&mut self) {
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
    pub(in super::super) fn reuse_trees(&mut self, before: &mut ForcingChainSearch) {
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
    pub(in super::super) fn find(
        &mut self,
        grid: &RatingGrid,
        closure: &LinkClosure,
        solution: &SolutionLiterals,
        start_cells: StartCells,
        unary: &mut UnarySearch,
    ) -> Option<RankedHint> {
        self.solution = pruning::is_enabled().then(|| solution.clone());
        self.selection = HintSelection::Best;
        self.start_cells = start_cells;
        let prefilter = Prefilter::Closure(closure);
        self.begin(grid, prefilter);
        self.search(grid, prefilter, unary);
        let best = self.hints.first()?;
        self.first_cell = (best.order >> 24) as usize;
        let (cell, digit) = (cell_of(best.outcome), digit_of(best.outcome));
        let (removals, placement) = if is_on(best.outcome) {
            (vec![(cell as u8, grid.candidates[cell] & !(1 << digit))], Some((cell as u8, digit as u8)))
        } else {
            (vec![(cell as u8, 1 << digit)], None)
        };
        let rating = self.chain_kind.rating().value() + length_addition(best.complexity);
        let chain = Some(RatedChain { premise: self.premise(best), nodes: best.complexity });
        let hint = RatingHint { rule: self.chain_kind.rule(), rating, removals, placement, chain };
        Some(RankedHint { rank: (best.complexity, best.kind.sort_key(), best.order), hint })
    }

    /// Returns the assumptions that a hint is based on.
    fn premise(&self, hint: &ChainHint) -> Premise {
        let assumed = self.trees[hint.targets[0].0 as usize].nodes[0].literal;
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
        self.clear_hints();
        if std::mem::replace(&mut self.reuse, TreeReuse::Unavailable) == TreeReuse::Unavailable {
            self.used_trees = 0;
            for literal in self.reusable.drain(..) {
                self.reusable_tree_of[literal as usize] = NONE;
            }
            self.nested_chains.clear();
        }
        if self.chain_kind.uses_chains() {
            let closure = if let Prefilter::Closure(closure) = prefilter { Some(closure) } else { None };
            self.base_closure.start(grid, closure);
        }
        if self.chain_kind.inner() == Some(ChainKind::Dynamic) {
            self.implications.build(grid);
        }
    }

    /// Removes the hints found so far.
    fn clear_hints(&mut self) {
        for hint in self.hints.drain(..) {
            self.hint_of[hint.key as usize] = NONE;
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
        let first_cell = self.first_cell;
        for cell in std::iter::once(first_cell).chain((0..81).filter(|&cell| cell != first_cell)) {
            if grid.count(cell) >= min_candidates && self.start_cells.contains(cell) {
                self.hints_seen = (cell as u32) << 24;
                self.start_at(grid, cell, prefilter, unary);
            }
            // Only the outer search polls the stop signal.
            if self.nodes_left == 0 || self.selection == HintSelection::Best && unary.stop.should_stop() {
                self.nodes_left = 0;
                self.clear_hints();
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
                    self.region(grid, (house, digit), prefilter, unary);
                }
            }
        }
        let candidates = bits(grid.candidates[cell]).map(|digit| cell * 9 + digit);
        if self.chain_kind == ChainKind::Nishio
            || !prefilter.have_common(candidates.clone())
            || !self.can_share(grid, candidates.map(|candidate| on(candidate / 9, candidate % 9)), unary)
        {
            return;
        }
        let mut trees = [0; 9];
        for (tree, digit) in trees.iter_mut().zip(bits(grid.candidates[cell])) {
            *tree = self.tree(grid, on(cell, digit), unary);
        }
        self.add_common(grid, &trees[..grid.count(cell) as usize], ChainHintKind::Cell);
    }

    /// Searches for conclusions that follow from every place of a digit in a house (region forcing chains).
    fn region(
        &mut self,
        grid: &RatingGrid,
        (house, digit): (usize, usize),
        prefilter: Prefilter,
        unary: &mut UnarySearch,
    ) {
        let places = grid.places[house][digit];
        let candidates = bits(places).map(|index| CELLS[house][index] as usize * 9 + digit);
        if !prefilter.have_common(candidates.clone())
            || !self.can_share(grid, candidates.map(|candidate| on(candidate / 9, digit)), unary)
        {
            return;
        }
        let mut trees = [0; 9];
        for (tree, index) in trees.iter_mut().zip(bits(places)) {
            *tree = self.tree(grid, on(CELLS[house][index] as usize, digit), unary);
        }
        self.add_common(grid, &trees[..count(places) as usize], ChainHintKind::Region((house / 9) as u8));
    }

    /// Returns the complexity limit: only hints with fewer nodes can still be the best.
    pub(super) fn limit(&self) -> u32 {
        match (self.selection, self.hints.first()) {
            (HintSelection::Best, Some(best)) if pruning::is_enabled() => best.complexity + 1,
            _ => u32::MAX,
        }
    }

    /// Returns the tree of an assumption, and grows it on first use.
    pub(super) fn tree(&mut self, grid: &RatingGrid, literal: Literal, unary: &mut UnarySearch) -> u16 {
        if self.tree_of[literal as usize] != NONE {
            return self.tree_of[literal as usize];
        }
        let limit = self.limit();
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
