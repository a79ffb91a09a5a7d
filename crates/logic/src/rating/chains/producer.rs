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
use super::super::hint::{Hint, Rule};
use super::super::lane::{Ranked, Share};
use super::closure::Closure;
use super::explore::{Explorer, Family};
use super::forecast::Forecast;
use super::ground::Ground;
use super::insight::{GridKey, Insights};
use super::tally::{Nested, Tally};
use super::tree::{Tree, WORDS};
use super::unary::Unary;
use super::{Cause, Fingerprint, LITERALS, Literal, cell_of, digit_of, is_on, off, on};

/// How strong the consequences are that a tree may hold.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Strength {
    /// Contradictions of one digit.
    Nishio,
    /// Links of the grid as it is.
    Multiple,
    /// Links of the grid as the assumption leaves it.
    Dynamic,
    /// The same with locking, pairs and X-wings.
    Plus,
    /// The same with cycles and forcing chains.
    WithChains,
    /// The same with multiple chains.
    WithMultiple,
    /// Locking, pairs, X-wings and dynamic chains; inside those, patterns if 1, and forcing chains if 2.
    WithDynamic(u8),
}

impl Strength {
    pub(super) fn is_dynamic(self) -> bool {
        self != Strength::Multiple
    }

    pub(super) fn uses_cells(self) -> bool {
        self != Strength::Nishio
    }

    /// Whether cycles and forcing chains are used inside.
    pub(super) fn uses_chains(self) -> bool {
        matches!(self, Strength::WithChains | Strength::WithMultiple)
    }

    pub(super) fn looks_ahead(self) -> bool {
        !matches!(self, Strength::Nishio | Strength::Multiple | Strength::Dynamic)
    }

    /// Whether a search takes long enough to be spread over threads.
    pub(in super::super) fn is_long(self) -> bool {
        !matches!(self, Strength::Nishio | Strength::Multiple)
    }

    /// The last rules that a tree may use.
    fn newest(self) -> Family {
        match self {
            Strength::WithChains => Family::Chains,
            Strength::WithMultiple | Strength::WithDynamic(_) => Family::Inner,
            _ => Family::Patterns,
        }
    }

    /// The rating of the shortest hint.
    pub(in super::super) fn rating(self) -> f64 {
        match self {
            Strength::Nishio => 7.5,
            Strength::Multiple => 8.0,
            Strength::Dynamic => 8.5,
            Strength::Plus => 9.0,
            Strength::WithChains => 9.5,
            Strength::WithMultiple => 10.0,
            Strength::WithDynamic(_) => 10.5,
        }
    }

    fn rule(self) -> Rule {
        match self {
            Strength::Nishio => Rule::Nishio,
            Strength::Multiple => Rule::MultipleChains,
            Strength::Dynamic => Rule::DynamicChains,
            Strength::Plus => Rule::DynamicChainsPlus,
            Strength::WithChains => Rule::NestedForcingChains,
            Strength::WithMultiple => Rule::NestedMultipleChains,
            Strength::WithDynamic(_) => Rule::NestedDynamicChains,
        }
    }

    /// The chains used inside, besides cycles and forcing chains.
    fn inner(self) -> Option<Strength> {
        match self {
            Strength::WithMultiple => Some(Strength::Multiple),
            Strength::WithDynamic(0) => Some(Strength::Dynamic),
            Strength::WithDynamic(1) => Some(Strength::Plus),
            Strength::WithDynamic(_) => Some(Strength::WithChains),
            _ => None,
        }
    }
}

/// The kinds of hints, in the order in which equal ones are sorted.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Double,
    Cell,
    /// By the kind of house: 0 box, 1 row, 2 column.
    Region(u8),
    Contradiction,
}

impl Kind {
    fn sort_key(self) -> u8 {
        match self {
            Kind::Double => 1,
            Kind::Cell => 5,
            Kind::Region(_) => 6,
            Kind::Contradiction => 7,
        }
    }
}

/// The best hint with its outcome, or the best of all.
#[derive(Copy, Clone, Debug)]
struct Slot {
    complexity: u32,
    kind: Kind,
    /// When it was found, to sort equal ones.
    found: u32,
    /// The literal that is proved.
    outcome: Literal,
    /// The trees and nodes it rests on.
    targets: [(u16, u16); 9],
    target_count: u8,
}

/// Which hints are kept.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Wanted {
    Best,
    ByOutcome,
}

/// Whether there are trees to be grown on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kept {
    Nothing,
    Trees,
}

/// What is known of a grid before its trees are grown.
#[derive(Copy, Clone, Debug)]
pub(super) enum Known<'a> {
    Nothing,
    /// What follows by links of the grid as it is.
    Closure(&'a Closure),
    /// What follows by singles.
    Forecast(&'a Forecast),
}

impl Known<'_> {
    /// Whether these candidates, all assumed true in turn, can have a consequence in common.
    fn have_common(self, candidates: impl Iterator<Item = usize>) -> bool {
        match self {
            Known::Nothing => true,
            Known::Closure(closure) => closure.have_common(candidates),
            Known::Forecast(forecast) => forecast.have_common(candidates),
        }
    }
}

/// No tree or slot.
const NONE: u16 = u16::MAX;

/// The search for one strength, with all its buffers.
#[derive(Debug)]
pub(in super::super) struct Producer {
    pub(super) strength: Strength,
    /// Taken out while a tree grows.
    pub(super) explorer: Option<Box<Explorer>>,
    trees: Vec<Tree>,
    used_trees: usize,
    tree_of: Vec<u16>,
    /// By literal: the tree that the strength before has grown for the same grid, to be grown on.
    kept_of: Vec<u16>,
    kept: Kept,
    tally: Tally,
    /// For forcing chains and multiple chains inside.
    pub(super) ground: Ground,
    /// For dynamic chains inside.
    pub(super) forecast: Forecast,
    /// As a rule inside another chain: what was found in the grids met before.
    insights: Insights,
    pub(super) nested: Vec<Nested>,
    slots: Vec<Slot>,
    slot_of: Vec<u16>,
    /// The cell in the upper bits, the number of the hint from there in the lower ones.
    offers: u32,
    wanted: Wanted,
    /// The cells to start from.
    share: Share,
    pub(super) inner: Option<Box<Producer>>,
    /// How many more nodes may be made.
    pub(in super::super) fuel: u64,
}

impl Producer {
    /// A search of this strength.
    pub(in super::super) fn new(strength: Strength) -> Producer {
        Producer {
            strength,
            explorer: Some(Explorer::new()),
            trees: Vec::new(),
            used_trees: 0,
            tree_of: vec![NONE; LITERALS],
            kept_of: vec![NONE; LITERALS],
            kept: Kept::Nothing,
            tally: Tally::default(),
            ground: Ground::default(),
            forecast: Forecast::default(),
            insights: Insights::default(),
            nested: Vec::new(),
            slots: Vec::new(),
            slot_of: vec![NONE; LITERALS],
            offers: 0,
            wanted: Wanted::Best,
            share: Share::WHOLE,
            inner: strength.inner().map(|inner| Box::new(Producer::new(inner))),
            fuel: u64::MAX,
        }
    }

    /// Forgets what was found in the grids of another puzzle.
    pub(in super::super) fn forget(&mut self) {
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
            (Strength::Dynamic, Strength::Plus)
                | (Strength::Plus, Strength::WithChains)
                | (Strength::WithChains, Strength::WithMultiple)
        );
        if follows {
            std::mem::swap(&mut self.trees, &mut before.trees);
            std::mem::swap(&mut self.nested, &mut before.nested);
            std::mem::swap(&mut self.kept_of, &mut before.tree_of);
            self.used_trees = before.used_trees;
            self.kept = Kept::Trees;
        }
    }

    /// The best hint of a grid, whose closure is known.
    pub(in super::super) fn find(
        &mut self,
        grid: &Grid,
        closure: &Closure,
        share: Share,
        unary: &mut Unary,
    ) -> Option<Ranked> {
        self.wanted = Wanted::Best;
        self.share = share;
        self.search(grid, Known::Closure(closure), unary);
        let slot = self.slots.first()?;
        let (cell, digit) = (cell_of(slot.outcome), digit_of(slot.outcome));
        let (removals, placement) = if is_on(slot.outcome) {
            (vec![(cell as u8, grid.candidates[cell] & !(1 << digit))], Some((cell as u8, digit as u8)))
        } else {
            (vec![(cell as u8, 1 << digit)], None)
        };
        let rating = self.strength.rating() + length(slot.complexity);
        let hint = Hint { rule: self.strength.rule(), rating, removals, placement };
        Some(Ranked { rank: (slot.complexity, slot.kind.sort_key(), slot.found), hint })
    }

    /// Adds to the tree of an outer chain what the hints of its working grid strike.
    pub(super) fn strike_inside(
        &mut self,
        (base, work): (&Grid, &Grid),
        (ground, forecast): (&mut Ground, &mut Forecast),
        unary: &mut Unary,
        tree: &mut Tree,
        outer: &mut Vec<Nested>,
    ) {
        let key = GridKey::of(work);
        let insights = if let Some(insights) = self.insights.of(key) {
            insights
        } else {
            let start = self.insights.begin();
            self.wanted = Wanted::ByOutcome;
            let known = match self.strength {
                Strength::Multiple => Known::Closure(ground.closure(key, base, work)),
                Strength::Dynamic => {
                    forecast.narrow(base, work);
                    Known::Forecast(forecast)
                }
                _ => Known::Nothing,
            };
            self.search(work, known, unary);
            self.learn(work);
            self.insights.finish(key, start)
        };
        self.insights.tell(insights, base, work, tree, outer);
    }

    /// Keeps what was found, best first.
    fn learn(&mut self, grid: &Grid) {
        let mut slots = std::mem::take(&mut self.slots);
        let mut insights = std::mem::take(&mut self.insights);
        slots.sort_unstable_by_key(|slot| (slot.complexity, slot.kind.sort_key(), slot.found));
        for slot in &slots {
            let (cell, digit) = (cell_of(slot.outcome), digit_of(slot.outcome));
            let struck = if is_on(slot.outcome) { grid.candidates[cell] & !(1 << digit) } else { 1 << digit };
            insights.open([(cell as u8, struck)].into_iter());
            let fingerprint = self.trace(slot, &mut insights);
            insights.close(fingerprint, slot.complexity);
        }
        self.slots = slots;
        self.insights = insights;
    }

    /// Tells the links of a hint, and gives the identity of its chains.
    fn trace(&self, slot: &Slot, insights: &mut Insights) -> u64 {
        let mut fingerprint = Fingerprint::new();
        let targets = &slot.targets[..slot.target_count as usize];
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
            let mut place = 0;
            // Generation by generation, as the parents are listed; a node counts where it comes first.
            while let Some(&node) = order.get(place) {
                place += 1;
                let literal = tree.nodes[node as usize].literal;
                let bit = 1_u64 << (literal % 64);
                if done[literal as usize / 64] & bit != 0 {
                    continue;
                }
                done[literal as usize / 64] |= bit;
                fingerprint.add(u64::from(literal));
                let cause = match (tree.nodes[node as usize].cause, slot.kind) {
                    (Cause::Assumed, Kind::Cell) => Cause::Cell,
                    (Cause::Assumed, Kind::Region(kind)) => Cause::House(kind),
                    (cause, _) => cause,
                };
                insights.support(literal, cause);
                order.extend_from_slice(tree.parents_of(node as usize));
            }
            fingerprint.add(Fingerprint::SEPARATOR);
        }
        fingerprint.0
    }

    fn search(&mut self, grid: &Grid, known: Known, unary: &mut Unary) {
        if std::mem::replace(&mut self.kept, Kept::Nothing) == Kept::Nothing {
            self.used_trees = 0;
            self.kept_of.fill(NONE);
            self.nested.clear();
        }
        self.tree_of.fill(NONE);
        self.slots.clear();
        self.slot_of.fill(NONE);
        let fewest = if self.strength == Strength::Multiple { 3 } else { 2 };
        if self.strength.uses_chains() {
            let closure = if let Known::Closure(closure) = known { Some(closure) } else { None };
            self.ground.lay(grid, closure);
        }
        if self.strength.inner() == Some(Strength::Dynamic) {
            self.forecast.lay(grid);
        }
        let known = match known {
            // The closure of the grid as it is tells nothing of trees that strike from it.
            Known::Closure(_) if self.strength != Strength::Multiple => Known::Nothing,
            known => known,
        };
        for cell in 0..81 {
            if grid.count(cell) >= fewest && self.share.has(cell) {
                self.offers = (cell as u32) << 24;
                self.start_at(grid, cell, known, unary);
            }
            if self.fuel == 0 || unary.stop.is_due() {
                self.fuel = 0;
                self.slots.clear();
                return;
            }
        }
    }

    fn start_at(&mut self, grid: &Grid, cell: usize, known: Known, unary: &mut Unary) {
        for digit in bits(grid.candidates[cell]) {
            if self.strength.is_dynamic() {
                self.binary(grid, (cell, digit), known, unary);
            }
            if self.strength != Strength::Nishio {
                self.regions(grid, (cell, digit), known, unary);
            }
        }
        let candidates = bits(grid.candidates[cell]).map(|digit| cell * 9 + digit);
        if self.strength == Strength::Nishio || !known.have_common(candidates) {
            return;
        }
        let mut trees = [0; 9];
        for (slot, digit) in trees.iter_mut().zip(bits(grid.candidates[cell])) {
            *slot = self.tree(grid, on(cell, digit), unary);
        }
        self.common(grid, &trees[..grid.count(cell) as usize], Kind::Cell);
    }

    /// The contradictions of a candidate true and of it false, and what both have in common.
    fn binary(&mut self, grid: &Grid, (cell, digit): (usize, usize), known: Known, unary: &mut Unary) {
        let doubles = grid.count(cell) >= 3 && self.strength != Strength::Nishio;
        let (from_on, from_off) = match known {
            Known::Forecast(forecast) => {
                let candidate = cell * 9 + digit;
                let both = doubles && forecast.has_double(candidate);
                (both || forecast.refutes_on(candidate), both || forecast.refutes_off(candidate))
            }
            _ if self.strength == Strength::Dynamic => (true, !self.is_mute(grid, (cell, digit), unary)),
            _ => (true, true),
        };
        if from_on {
            let from_on = self.tree(grid, on(cell, digit), unary);
            self.contradiction(from_on, off(cell, digit), grid);
        }
        if from_off {
            let from_off = self.tree(grid, off(cell, digit), unary);
            self.contradiction(from_off, on(cell, digit), grid);
            if doubles && from_on {
                let from_on = self.tree(grid, on(cell, digit), unary);
                self.common(grid, &[from_on, from_off], Kind::Double);
            }
        }
    }

    /// Whether the candidate false gives no hint, by itself or with the candidate true.
    ///
    /// Where its only link leads to one other candidate, its tree holds what that one's tree holds, if that is whole.
    fn is_mute(&mut self, grid: &Grid, (cell, digit): (usize, usize), unary: &mut Unary) -> bool {
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
        next.clash.is_none()
            && !next.cut
            && (grid.count(cell) == 2 || from_on.seen.iter().zip(&next.seen).all(|(one, two)| one & two == 0))
    }

    /// The houses of the cell in which it is the first place of the digit.
    fn regions(&mut self, grid: &Grid, (cell, digit): (usize, usize), known: Known, unary: &mut Unary) {
        for kind in 0..3 {
            let house = HOUSES[cell][kind] as usize;
            let places = grid.places[house][digit];
            if count(places) < 2 || CELLS[house][places.trailing_zeros() as usize] as usize != cell {
                continue;
            }
            let candidates = bits(places).map(|index| CELLS[house][index] as usize * 9 + digit);
            if !known.have_common(candidates) {
                continue;
            }
            let mut trees = [0; 9];
            for (slot, index) in trees.iter_mut().zip(bits(places)) {
                *slot = self.tree(grid, on(CELLS[house][index] as usize, digit), unary);
            }
            self.common(grid, &trees[..count(places) as usize], Kind::Region(kind as u8));
        }
    }

    /// The tree of an assumption, grown when it is first asked for.
    fn tree(&mut self, grid: &Grid, literal: Literal, unary: &mut Unary) -> u16 {
        if self.tree_of[literal as usize] != NONE {
            return self.tree_of[literal as usize];
        }
        let limit = match (self.wanted, self.slots.first()) {
            (Wanted::Best, Some(best)) => best.complexity + 1,
            _ => u32::MAX,
        };
        let kept = self.kept_of[literal as usize];
        let number = if kept == NONE { self.used_trees } else { kept as usize };
        if number == self.trees.len() {
            self.trees.push(Tree::default());
        }
        self.tree_of[literal as usize] = number as u16;
        let mut tree = std::mem::take(&mut self.trees[number]);
        if kept == NONE {
            self.used_trees += 1;
            self.explore(grid, literal, &mut tree, limit, unary);
        } else {
            self.resume(grid, &mut tree, limit, self.strength.newest(), unary);
        }
        self.trees[number] = tree;
        number as u16
    }

    fn contradiction(&mut self, tree: u16, outcome: Literal, grid: &Grid) {
        if let Some((true_one, false_one)) = self.trees[tree as usize].clash {
            self.offer(grid, Kind::Contradiction, outcome, &[(tree, true_one), (tree, false_one)]);
        }
    }

    /// The literals that all these trees have: the true ones first, in the order of the first tree.
    fn common(&mut self, grid: &Grid, trees: &[u16], kind: Kind) {
        let mut shared = self.trees[trees[0] as usize].seen;
        for &tree in &trees[1..] {
            for (word, other) in shared.iter_mut().zip(&self.trees[tree as usize].seen) {
                *word &= other;
            }
        }
        if shared == [0; WORDS] {
            return;
        }
        for parity in [1, 0] {
            for place in 0..self.trees[trees[0] as usize].members {
                let literal = self.trees[trees[0] as usize].nodes[place].literal;
                if literal & 1 != parity || shared[literal as usize / 64] >> (literal % 64) & 1 == 0 {
                    continue;
                }
                let mut targets = [(0, 0); 9];
                for (target, &tree) in targets.iter_mut().zip(trees) {
                    *target = (tree, self.trees[tree as usize].node_of(literal));
                }
                self.offer(grid, kind, literal, &targets[..trees.len()]);
            }
        }
    }

    /// Keeps a hint if it is the best so far (with its outcome).
    fn offer(&mut self, grid: &Grid, kind: Kind, outcome: Literal, targets: &[(u16, u16)]) {
        self.offers += 1;
        let cell = cell_of(outcome);
        let count = grid.count(cell);
        if is_on(outcome) && count < 2 {
            return;
        }
        // In a cell of two candidates one is true where the other is false: the same outcome.
        let canonical = if is_on(outcome) && count == 2 {
            off(cell, (grid.candidates[cell] & !(1 << digit_of(outcome))).trailing_zeros() as usize)
        } else {
            outcome
        };
        let place = match self.wanted {
            Wanted::Best if self.slots.is_empty() => None,
            Wanted::Best => Some(0),
            Wanted::ByOutcome => {
                let slot = self.slot_of[canonical as usize];
                (slot != NONE).then_some(slot as usize)
            }
        };
        let limit = place.map_or(u32::MAX, |place| {
            let best = &self.slots[place];
            best.complexity + u32::from(kind.sort_key() < best.kind.sort_key())
        });
        let nodes = targets.iter().map(|&(tree, node)| (&self.trees[tree as usize], node));
        let least = nodes.clone().map(|(tree, node)| u32::from(tree.nodes[node as usize].depth)).sum::<u32>();
        if least >= limit {
            return;
        }
        let Some(complexity) = self.tally.count(nodes, &self.nested, limit) else { return };
        let mut slot = Slot {
            complexity,
            kind,
            found: self.offers,
            outcome,
            targets: [(0, 0); 9],
            target_count: targets.len() as u8,
        };
        slot.targets[..targets.len()].copy_from_slice(targets);
        if let Some(place) = place {
            self.slots[place] = slot;
            return;
        }
        if self.wanted == Wanted::ByOutcome {
            self.slot_of[canonical as usize] = self.slots.len() as u16;
        }
        self.slots.push(slot);
    }
}
