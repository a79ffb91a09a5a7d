//! Nishio, multiple, dynamic and nested chains: what the trees of several assumptions have in common.
//!
//! ```text
//! one assumption          its tree ends in a contradiction              the contrary is true
//! candidate on and off    a literal in both trees (double chain)        it is true
//! all digits of a cell    a literal in all their trees                  it is true
//! all places of a digit   a literal in all their trees                  it is true
//! ```
//!
//! Of all hints the one with the fewest nodes is taken, then the one of the kind that sorts first, then the first found.
//! As a rule inside another chain every hint is used, those with the same outcome once: the best for each outcome is kept.

use super::super::difficulty::length;
use super::super::grid::{CELLS, Grid, HOUSES, INDEXES, bits, count};
use super::super::hint::Hint;
use super::super::lane::{Ranked, Share};
use super::super::premise::{self, Chain, Premise};
use super::chain_kind::ChainKind;
use super::closure::Closure;
use super::explore::Explorer;
use super::forecast::Forecast;
use super::ground::Ground;
use super::insight::Insights;
use super::known::Known;
use super::shortcut;
use super::slot::{Kind, Slot};
use super::tally::{Nested, Tally};
use super::tree::Tree;
use super::truth::Truth;
use super::unary::Unary;
use super::{LITERALS, Literal, cell_of, digit_of, is_on, on};
use veridoku_core::Digit;

/// Which hints are kept.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Best,
    ByOutcome,
}

/// Whether there are trees to be grown on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kept {
    Nothing,
    Trees,
}

/// No tree or slot.
pub(super) const NONE: u16 = u16::MAX;

/// The search for one strength, with all its buffers.
#[derive(Debug)]
pub(in super::super) struct Producer {
    pub(super) strength: ChainKind,
    /// Taken out while a tree grows.
    pub(super) explorer: Option<Box<Explorer>>,
    pub(super) trees: Vec<Tree>,
    used_trees: usize,
    tree_of: Vec<u16>,
    /// The literals that have a tree.
    planted: Vec<Literal>,
    /// By literal: the tree that the strength before has grown for the same grid, to be grown on.
    kept_of: Vec<u16>,
    /// The literals that have such a tree.
    adopted: Vec<Literal>,
    kept: Kept,
    pub(super) tally: Tally,
    /// For forcing chains and multiple chains inside.
    pub(super) ground: Ground,
    /// For dynamic chains inside.
    pub(super) forecast: Forecast,
    /// As a rule inside another chain: what was found in the grids met before.
    pub(super) insights: Insights,
    pub(super) nested: Vec<Nested>,
    pub(super) slots: Vec<Slot>,
    /// The nodes of what several trees have in common.
    pub(super) shared: Vec<u16>,
    pub(super) slot_of: Vec<u16>,
    /// The cell in the upper bits, the number of the hint from there in the lower ones.
    pub(super) offers: u32,
    pub(super) wanted: Wanted,
    /// The cells to start from.
    share: Share,
    /// The cell to start from first: the hint before came from there, and a good hint early cuts the trees of the others.
    lead: usize,
    pub(super) inner: Option<Box<Producer>>,
    /// What holds in the solution, where it is known.
    pub(super) truth: Option<Truth>,
    /// How many more nodes may be made.
    pub(in super::super) fuel: u64,
}

impl Producer {
    /// A search of this strength.
    pub(in super::super) fn new(strength: ChainKind) -> Producer {
        Producer {
            strength,
            explorer: Some(Explorer::new()),
            trees: Vec::new(),
            used_trees: 0,
            tree_of: vec![NONE; LITERALS],
            planted: Vec::new(),
            kept_of: vec![NONE; LITERALS],
            adopted: Vec::new(),
            kept: Kept::Nothing,
            tally: Tally::default(),
            ground: Ground::default(),
            forecast: Forecast::default(),
            insights: Insights::default(),
            nested: Vec::new(),
            slots: Vec::new(),
            shared: Vec::new(),
            slot_of: vec![NONE; LITERALS],
            offers: 0,
            wanted: Wanted::Best,
            share: Share::WHOLE,
            lead: 0,
            inner: strength.inner().map(|inner| Box::new(Producer::new(inner))),
            truth: None,
            fuel: u64::MAX,
        }
    }

    /// Forgets what was found in the grids of another puzzle.
    pub(in super::super) fn forget(&mut self) {
        self.lead = 0;
        if let Some(inner) = &mut self.inner {
            inner.insights.clear();
            inner.forget();
        }
    }

    /// Takes over the trees of the strength before, which has found nothing in the grid to be searched next.
    ///
    /// They are whole, and a tree of this strength begins as they do: further rules are asked where all others ran dry.
    pub(in super::super) fn adopt(&mut self, before: &mut Producer) {
        let follows = matches!(
            (before.strength, self.strength),
            (ChainKind::Dynamic, ChainKind::Plus)
                | (ChainKind::Plus, ChainKind::WithChains)
                | (ChainKind::WithChains, ChainKind::WithMultiple)
        );
        if follows && shortcut::are_taken() {
            std::mem::swap(&mut self.trees, &mut before.trees);
            std::mem::swap(&mut self.nested, &mut before.nested);
            std::mem::swap(&mut self.kept_of, &mut before.tree_of);
            std::mem::swap(&mut self.adopted, &mut before.planted);
            self.used_trees = before.used_trees;
            self.kept = Kept::Trees;
        }
    }

    /// The best hint of a grid, whose closure is known.
    pub(in super::super) fn find(
        &mut self,
        grid: &Grid,
        closure: &Closure,
        truth: &Truth,
        share: Share,
        unary: &mut Unary,
    ) -> Option<Ranked> {
        self.truth = shortcut::are_taken().then(|| truth.clone());
        self.wanted = Wanted::Best;
        self.share = share;
        let known = Known::Closure(closure);
        self.begin(grid, known);
        self.search(grid, known, unary);
        let slot = self.slots.first()?;
        self.lead = (slot.found >> 24) as usize;
        let (cell, digit) = (cell_of(slot.outcome), digit_of(slot.outcome));
        let (removals, placement) = if is_on(slot.outcome) {
            (vec![(cell as u8, grid.candidates[cell] & !(1 << digit))], Some((cell as u8, digit as u8)))
        } else {
            (vec![(cell as u8, 1 << digit)], None)
        };
        let rating = self.strength.rating() + length(slot.complexity);
        let chain = Some(Chain { premise: self.premise(slot), nodes: slot.complexity });
        let hint = Hint { rule: self.strength.rule(), rating, removals, placement, chain };
        Some(Ranked { rank: (slot.complexity, slot.kind.sort_key(), slot.found), hint })
    }

    /// What the trees of a hint have assumed.
    fn premise(&self, slot: &Slot) -> Premise {
        let assumed = self.trees[slot.targets[0].0 as usize].nodes[0].literal;
        let (cell, digit) = (cell_of(assumed), Digit::ALL[digit_of(assumed)]);
        let named = premise::cell(cell);
        match slot.kind {
            Kind::Double => Premise::Either(named, digit),
            Kind::Cell => Premise::Cell(named),
            Kind::Region(kind) => Premise::House(premise::house(HOUSES[cell][kind as usize] as usize), digit),
            Kind::Contradiction if is_on(assumed) => Premise::True(named, digit),
            Kind::Contradiction => Premise::False(named, digit),
        }
    }

    /// Begins with a grid.
    pub(super) fn begin(&mut self, grid: &Grid, known: Known) {
        // Wiped where something was written: most searches inside write little.
        for literal in self.planted.drain(..) {
            self.tree_of[literal as usize] = NONE;
        }
        self.drop_slots();
        if std::mem::replace(&mut self.kept, Kept::Nothing) == Kept::Nothing {
            self.used_trees = 0;
            for literal in self.adopted.drain(..) {
                self.kept_of[literal as usize] = NONE;
            }
            self.nested.clear();
        }
        if self.strength.uses_chains() {
            let closure = if let Known::Closure(closure) = known { Some(closure) } else { None };
            self.ground.lay(grid, closure);
        }
        if self.strength.inner() == Some(ChainKind::Dynamic) {
            self.forecast.lay(grid);
        }
    }

    /// Forgets the hints found so far.
    fn drop_slots(&mut self) {
        for slot in self.slots.drain(..) {
            self.slot_of[slot.key as usize] = NONE;
        }
    }

    /// Looks for hints in the grid that was begun with.
    pub(super) fn search(&mut self, grid: &Grid, known: Known, unary: &mut Unary) {
        let fewest = if self.strength == ChainKind::Multiple { 3 } else { 2 };
        let known = match known {
            // The closure of the grid as it is tells nothing of trees that strike from it.
            Known::Closure(_) if self.strength != ChainKind::Multiple => Known::Nothing,
            known => known,
        };
        let lead = self.lead;
        for cell in std::iter::once(lead).chain((0..81).filter(|&cell| cell != lead)) {
            if grid.count(cell) >= fewest && self.share.has(cell) {
                self.offers = (cell as u32) << 24;
                self.start_at(grid, cell, known, unary);
            }
            // Inside another search that one looks whether it is time.
            if self.fuel == 0 || self.wanted == Wanted::Best && unary.stop.is_due() {
                self.fuel = 0;
                self.drop_slots();
                return;
            }
        }
    }

    fn start_at(&mut self, grid: &Grid, cell: usize, known: Known, unary: &mut Unary) {
        for digit in bits(grid.candidates[cell]) {
            if self.strength.is_dynamic() {
                self.binary(grid, (cell, digit), known, unary);
            }
            if self.strength == ChainKind::Nishio {
                continue;
            }
            for kind in 0..3 {
                let house = HOUSES[cell][kind] as usize;
                let places = grid.places[house][digit];
                // Once for each house: at the first of its places.
                let first = places & places.wrapping_neg();
                if first == 1 << INDEXES[cell][kind] && first != places {
                    self.region(grid, (house, digit), known, unary);
                }
            }
        }
        let candidates = bits(grid.candidates[cell]).map(|digit| cell * 9 + digit);
        if self.strength == ChainKind::Nishio
            || !known.have_common(candidates.clone())
            || !self.may_share(grid, candidates.map(|candidate| on(candidate / 9, candidate % 9)), unary)
        {
            return;
        }
        let mut trees = [0; 9];
        for (slot, digit) in trees.iter_mut().zip(bits(grid.candidates[cell])) {
            *slot = self.tree(grid, on(cell, digit), unary);
        }
        self.common(grid, &trees[..grid.count(cell) as usize], Kind::Cell);
    }

    /// What all places of a digit in a house have in common.
    fn region(&mut self, grid: &Grid, (house, digit): (usize, usize), known: Known, unary: &mut Unary) {
        let places = grid.places[house][digit];
        let candidates = bits(places).map(|index| CELLS[house][index] as usize * 9 + digit);
        if !known.have_common(candidates.clone())
            || !self.may_share(grid, candidates.map(|candidate| on(candidate / 9, digit)), unary)
        {
            return;
        }
        let mut trees = [0; 9];
        for (slot, index) in trees.iter_mut().zip(bits(places)) {
            *slot = self.tree(grid, on(CELLS[house][index] as usize, digit), unary);
        }
        self.common(grid, &trees[..count(places) as usize], Kind::Region((house / 9) as u8));
    }

    /// The number of nodes from which on no hint is wanted.
    pub(super) fn limit(&self) -> u32 {
        match (self.wanted, self.slots.first()) {
            (Wanted::Best, Some(best)) if shortcut::are_taken() => best.complexity + 1,
            _ => u32::MAX,
        }
    }

    /// The tree of an assumption, grown when it is first asked for.
    pub(super) fn tree(&mut self, grid: &Grid, literal: Literal, unary: &mut Unary) -> u16 {
        if self.tree_of[literal as usize] != NONE {
            return self.tree_of[literal as usize];
        }
        let limit = self.limit();
        let kept = self.kept_of[literal as usize];
        let number = if kept == NONE { self.used_trees } else { kept as usize };
        if number == self.trees.len() {
            self.trees.push(Tree::default());
        }
        self.tree_of[literal as usize] = number as u16;
        self.planted.push(literal);
        let mut trees = std::mem::take(&mut self.trees);
        let tree = &mut trees[number];
        if kept == NONE {
            self.used_trees += 1;
            self.explore(grid, literal, tree, limit, unary);
        } else {
            self.resume(grid, tree, limit, self.strength.newest(), unary);
        }
        self.trees = trees;
        number as u16
    }
}
