//! The hints that grown trees give, and which of them is kept.

use super::super::grid::Grid;
use super::producer::{NONE, Producer, Wanted};
use super::slot::{Kind, Slot};
use super::tree::WORDS;
use super::{Literal, cell_of, digit_of, is_on, off};

/// The true literals of a word of a set.
const TRUE_ONES: u64 = 0xAAAA_AAAA_AAAA_AAAA;

impl Producer {
    pub(super) fn contradiction(&mut self, tree: u16, outcome: Literal, grid: &Grid) {
        if let Some((true_one, false_one)) = self.trees[tree as usize].clash {
            self.offer(grid, Kind::Contradiction, outcome, &[(tree, true_one), (tree, false_one)]);
        }
    }

    /// The literals that all these trees have: the true ones first, in the order of the first tree.
    pub(super) fn common(&mut self, grid: &Grid, trees: &[u16], kind: Kind) {
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
        for parity in [TRUE_ONES, !TRUE_ONES] {
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
                self.offer(grid, kind, literal, &targets[..trees.len()]);
            }
        }
        self.shared = nodes;
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
            best.complexity + u32::from((kind.sort_key(), self.offers) < (best.kind.sort_key(), best.found))
        });
        let nodes = targets.iter().map(|&(tree, node)| (&self.trees[tree as usize], node));
        // The longest way to each target, and the largest chain inside that any of them rests on.
        let (mut least, mut heaviest) = (0, 0);
        for (tree, node) in nodes.clone() {
            let node = &tree.nodes[node as usize];
            least += u32::from(node.depth);
            heaviest = heaviest.max(node.weight);
        }
        if least + heaviest >= limit {
            return;
        }
        let Some(complexity) = self.tally.count(nodes, &self.nested, limit) else { return };
        let mut slot = Slot {
            complexity,
            kind,
            found: self.offers,
            outcome,
            key: canonical,
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
