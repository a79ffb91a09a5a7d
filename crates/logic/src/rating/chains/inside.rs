//! A search as a rule inside another chain: every hint is used, and kept for the next tree that meets the same grid.

use super::super::grid::{Grid, bits};
use super::chain_kind::ChainKind;
use super::forecast::Forecast;
use super::ground::Ground;
use super::insight::{GridKey, Insights};
use super::known::Known;
use super::producer::{Producer, Wanted};
use super::slot::{Kind, Slot};
use super::tally::Nested;
use super::tree::{Tree, WORDS};
use super::unary::Unary;
use super::{Cause, Fingerprint, cell_of, digit_of, is_on, on};

impl Producer {
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
            self.begin(work, Known::Nothing);
            let known = match self.strength {
                ChainKind::Multiple => Known::Closure(ground.closure(key, base, work)),
                ChainKind::Dynamic => {
                    forecast.narrow(base, work);
                    self.refute(work, forecast, unary);
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

    /// Grows the trees that end in a contradiction, which are wanted anyway, and tells what they hold.
    fn refute(&mut self, grid: &Grid, forecast: &mut Forecast, unary: &mut Unary) {
        for cell in 0..81 {
            for digit in bits(grid.candidates[cell]) {
                if grid.count(cell) >= 2 && forecast.is_refuted(cell * 9 + digit) {
                    let tree = self.tree(grid, on(cell, digit), unary);
                    forecast.tell(cell * 9 + digit, &self.trees[tree as usize]);
                }
            }
        }
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
}
