//! The candidates that bidirectional cycles and forcing chains may start from, and what each of them may
//! prove.
//!
//! This stage works with sets, so order does not matter. [`super::source_search`] then searches from these
//! candidates in Sudoku Explainer's order.

use super::super::grid::{RatingGrid, bits};
use super::chain_bound::{ChainBounds, NO_CHAIN};
use super::closure::{EMPTY, LinkClosure, contains, union_with};
use super::links::ChainPass;
use super::pruning;
use super::unary::{ChainSelection, UnarySearch};

/// The kinds of hints that a search from a source may find.
#[derive(Copy, Clone, Debug)]
pub(super) struct ChainGoals {
    pub(super) cycle: bool,
    pub(super) refuted: bool,
    pub(super) proved: bool,
}

/// A candidate that a cycle or chain may start from.
#[derive(Copy, Clone, Debug)]
pub(super) struct ChainSource {
    pub(super) candidate: u16,
    pub(super) goals: ChainGoals,
    pub(super) bounds: ChainBounds,
}

impl UnarySearch {
    /// Lists the candidates from which a search may find a hint.
    pub(super) fn list_sources(&mut self, grid: &RatingGrid, closure: &LinkClosure) {
        self.sources.clear();
        self.single_digit_links.start();
        let cycle_candidates = if closure.too_large { EMPTY } else { closure.cycle_candidates() };
        for cell in 0..81 {
            if grid.count(cell) < 2 {
                continue;
            }
            for digit in bits(grid.candidates[cell]) {
                let candidate = (cell * 9 + digit) as u16;
                let is_on_cycle = closure.too_large
                    || contains(&cycle_candidates, closure.number[candidate as usize] as usize);
                let cycle = is_on_cycle && self.can_cycle(grid, candidate, closure);
                let strong = self.links.strong(candidate, ChainPass::Xy);
                let goals = ChainGoals {
                    cycle,
                    refuted: closure.refutes_itself(candidate),
                    proved: strong.iter().any(|strong| closure.implies(strong.to, candidate)),
                };
                if goals.cycle || goals.refuted || goals.proved {
                    let bounds = ChainBounds { refuted: NO_CHAIN, proved: NO_CHAIN };
                    self.sources.push(ChainSource { candidate, goals, bounds });
                }
            }
        }
    }

    /// Reports whether a cycle can leave the source through one false candidate and return to it through
    /// another.
    fn can_cycle(&mut self, grid: &RatingGrid, source: u16, closure: &LinkClosure) -> bool {
        let neighbours = self.links.weak(grid, source, ChainPass::Xy);
        self.links.strong(source, ChainPass::Xy).iter().any(|last| {
            neighbours
                .clone()
                .map(|index| self.links.weak_target(index))
                .filter(|&first| first != last.to)
                .any(|first| {
                    self.links
                        .strong(first, ChainPass::Xy)
                        .iter()
                        .any(|second| second.to != source && closure.refutes(second.to, last.to))
                })
        })
    }

    /// Computes the length of the shortest chain from each source, ignoring chains longer than the shortest
    /// one found so far.
    pub(super) fn bound_chains(&mut self, closure: &LinkClosure) {
        for source in &mut self.sources {
            let ChainSource { candidate, goals, bounds } = source;
            let nodes = |possible: bool, count: &dyn Fn() -> u32| if possible { count() } else { NO_CHAIN };
            let max_nodes = self.max_nodes.saturating_add(2);
            bounds.refuted = nodes(goals.refuted, &|| closure.refutation_nodes(*candidate, max_nodes));
            self.max_nodes = self.max_nodes.min(bounds.refuted);
            bounds.proved = nodes(goals.proved, &|| closure.proof_nodes(*candidate, self.max_nodes));
            self.max_nodes = self.max_nodes.min(bounds.proved);
        }
        // A candidate that a cycle eliminates is also refuted by a chain along the cycle, which has at most
        // two more nodes.
        let max_nodes = self.max_nodes.saturating_add(2);
        self.cycle_candidates = EMPTY;
        self.near_victims.clear();
        for source in self.sources.iter().filter(|source| source.bounds.refuted <= max_nodes) {
            self.near_victims.push(source.candidate);
            union_with(
                &mut self.cycle_candidates,
                &closure.cycle_candidates_within(source.candidate, max_nodes),
            );
        }
    }

    /// Returns the kinds of hints that a search from the source may find with the links of this pass. Hints
    /// that would not be kept are excluded.
    pub(super) fn goals_in_pass(
        &mut self,
        grid: &RatingGrid,
        closure: &LinkClosure,
        source: ChainSource,
        pass: ChainPass,
    ) -> ChainGoals {
        let ChainSource { candidate, goals, bounds } = source;
        let cycle = goals.cycle && !self.links.strong(candidate, pass).is_empty();
        match (pass, self.selection) {
            (ChainPass::Y, _) => ChainGoals { cycle, refuted: false, proved: false },
            (ChainPass::X, ChainSelection::Best) if pruning::is_enabled() => ChainGoals {
                cycle: cycle && self.single_digit_links.can_cycle(grid, candidate),
                refuted: goals.refuted && self.single_digit_links.refutes(grid, candidate),
                proved: goals.proved && self.single_digit_links.proves(grid, candidate),
            },
            (ChainPass::Xy, ChainSelection::Best) if !closure.too_large => ChainGoals {
                cycle: cycle
                    && contains(&self.cycle_candidates, closure.number[candidate as usize] as usize)
                    && closure.cycle_can_eliminate(candidate, &self.near_victims)
                    && closure.can_cycle_within(candidate, self.max_nodes),
                refuted: goals.refuted && bounds.refuted <= self.max_nodes,
                proved: goals.proved && bounds.proved <= self.max_nodes,
            },
            _ => ChainGoals { cycle, ..goals },
        }
    }
}
