//! The searches that start from one source candidate. They look for cycles, for the chain that proves the
//! source false, and for the chain that proves it true.
//!
//! The searches follow Sudoku Explainer's order, level by level. [`super::unary`] decides which sources to
//! search and which hints to keep.

use super::super::grid::{PEER_SETS, RatingGrid};
use super::super::hint::RatingHint;
use super::super::premise::{self, Premise, RatedChain};
use super::super::scale::length_addition;
use super::links::{ChainPass, StrongTarget};
use super::sources::ChainGoals;
use super::unary::{ChainSelection, UnaryHint, UnarySearch};
use super::{LinkCause, Literal, cause_of_off, cell_of, digit_of, is_on, off};
use veridoku_core::Digit;

fn contains(set: &[u64; 12], candidate: u16) -> bool {
    set[candidate as usize / 64] >> (candidate % 64) & 1 == 1
}

fn insert(set: &mut [u64; 12], candidate: u16) {
    set[candidate as usize / 64] |= 1 << (candidate % 64);
}

/// Reports whether the links of this pass prevent both candidates from being true.
fn weakly_linked(one: u16, two: u16, pass: ChainPass) -> bool {
    let (first, second) = (one as usize / 9, two as usize / 9);
    if first == second {
        return one != two && pass.has_y();
    }
    one % 9 == two % 9 && PEER_SETS[first] >> second & 1 == 1
}

impl UnarySearch {
    fn begin(&mut self) {
        self.on_seen = [0; 12];
        self.off_seen = [0; 12];
        self.on_level.clear();
        self.off_level.clear();
    }

    /// Reports whether the path from the source to `on_candidate` passes through `off_candidate`.
    fn descends(&self, on_candidate: u16, off_candidate: u16, source: u16) -> bool {
        let mut candidate = on_candidate;
        while candidate != source {
            let parent = self.on_parent[candidate as usize].0;
            if parent == off_candidate {
                return true;
            }
            candidate = self.off_parent[parent as usize];
        }
        false
    }

    /// Finds the cycles through a source and the chain that proves the source false.
    pub(super) fn search_on(&mut self, grid: &RatingGrid, source: u16, goals: ChainGoals, pass: ChainPass) {
        self.begin();
        insert(&mut self.on_seen, source);
        self.on_level.push(source);
        let mut next_to_source = [0_u64; 12];
        for strong in self.links.strong(source, pass) {
            insert(&mut next_to_source, strong.to);
        }
        let mut last: Option<(u16, u32)> = None;
        let mut level = 1;
        let can_cycle = goals.cycle && !self.links.strong(source, pass).is_empty();
        let can_chain = goals.refuted && pass.has_x();
        loop {
            let complexity = 2 * level;
            let cycles = can_cycle && self.can_win(pass.cycle(), complexity);
            let chain = can_chain && last.is_none() && self.can_win(pass.chain(), complexity);
            if !cycles && !chain {
                break;
            }
            for index in 0..self.on_level.len() {
                let on_candidate = self.on_level[index];
                if level > 1 && chain && last.is_none() && weakly_linked(on_candidate, source, pass) {
                    last = Some((on_candidate, complexity));
                }
                let neighbours = self.links.weak(grid, on_candidate, pass);
                self.steps_taken += neighbours.len() as u64;
                for link in neighbours {
                    let off_candidate = self.links.weak_target(link);
                    if pass != ChainPass::Xy && self.links.strong(off_candidate, pass).is_empty() {
                        continue;
                    }
                    if contains(&self.off_seen, off_candidate) {
                        let closes = level > 1 && contains(&next_to_source, off_candidate);
                        if closes && !self.descends(on_candidate, off_candidate, source) {
                            self.off_level.push((off_candidate, on_candidate));
                        }
                    } else {
                        insert(&mut self.off_seen, off_candidate);
                        self.off_parent[off_candidate as usize] = on_candidate;
                        self.off_level.push((off_candidate, on_candidate));
                    }
                }
            }
            self.on_level.clear();
            for index in 0..self.off_level.len() {
                let (off_candidate, parent) = self.off_level[index];
                for link in 0..self.links.strong(off_candidate, pass).len() {
                    let StrongTarget { to, cause } = self.links.strong(off_candidate, pass)[link];
                    if to == source && level > 1 && self.can_win(pass.cycle(), complexity) {
                        self.close(grid, source, (off_candidate, parent, cause), pass, complexity);
                    }
                    if !contains(&self.on_seen, to) {
                        insert(&mut self.on_seen, to);
                        self.on_parent[to as usize] = (off_candidate, cause);
                        self.on_level.push(to);
                    }
                }
            }
            self.off_level.clear();
            if self.on_level.is_empty() {
                break;
            }
            level += 1;
        }
        if let Some((parent, complexity)) = last
            && self.can_win(pass.chain(), complexity)
        {
            let (cell, digit) = (source as usize / 9, source as usize % 9);
            let target = off(cell, digit);
            let mut path = vec![(target, LinkCause::Cell)];
            if self.selection == ChainSelection::All {
                self.trace_on(parent, source, &mut path);
                path[0].1 = cause_of_off(path[1].0, target);
            }
            let rating = pass.chain() + length_addition(complexity);
            let removals = vec![(cell as u8, 1 << digit)];
            let chain = Some(RatedChain {
                premise: Premise::True(premise::cell(cell), Digit::ALL[digit]),
                nodes: complexity,
            });
            let hint = RatingHint { rule: pass.chain_rule(), rating, removals, placement: None, chain };
            self.keep(UnaryHint { hint, complexity, pass, path });
        }
    }

    /// Appends the path from a true candidate back to the source, which is assumed true.
    fn trace_on(&self, from: u16, source: u16, path: &mut Vec<(Literal, LinkCause)>) {
        let mut candidate = from;
        while candidate != source {
            let (parent, cause) = self.on_parent[candidate as usize];
            path.push((candidate * 2 + 1, cause));
            let grandparent = self.off_parent[parent as usize];
            path.push((parent * 2, cause_of_off(grandparent * 2 + 1, parent * 2)));
            candidate = grandparent;
        }
        path.push((source * 2 + 1, LinkCause::Assumed));
    }

    /// Closes a cycle, and keeps it if it eliminates something.
    fn close(
        &mut self,
        grid: &RatingGrid,
        source: u16,
        last: (u16, u16, LinkCause),
        pass: ChainPass,
        complexity: u32,
    ) {
        let (off_candidate, on_candidate, cause) = last;
        let mut path = vec![(source * 2 + 1, cause)];
        path.push((off_candidate * 2, cause_of_off(on_candidate * 2 + 1, off_candidate * 2)));
        self.trace_on(on_candidate, source, &mut path);
        let mut cells = 0_u128;
        let mut seen = [[0_u128; 9]; 2];
        for &(literal, _) in &path[..path.len() - 1] {
            cells |= 1 << cell_of(literal);
            seen[usize::from(is_on(literal))][digit_of(literal)] |= PEER_SETS[cell_of(literal)];
        }
        let mut eliminated = [0_u16; 81];
        let mut any = 0_u128;
        for digit in 0..9 {
            let mut eliminated_cells = seen[0][digit] & seen[1][digit] & !cells;
            while eliminated_cells != 0 {
                let cell = eliminated_cells.trailing_zeros() as usize;
                eliminated_cells &= eliminated_cells - 1;
                if grid.candidates[cell] >> digit & 1 == 1 {
                    eliminated[cell] |= 1 << digit;
                    any |= 1 << cell;
                }
            }
        }
        if any == 0 {
            return;
        }
        let removals =
            (0..81).filter(|&cell| any >> cell & 1 == 1).map(|cell| (cell as u8, eliminated[cell]));
        let rating = pass.cycle() + length_addition(complexity);
        let chain = Some(RatedChain {
            premise: Premise::True(premise::cell(source as usize / 9), Digit::ALL[source as usize % 9]),
            nodes: complexity,
        });
        let (rule, removals) = (pass.cycle_rule(), removals.collect());
        let hint = RatingHint { rule, rating, removals, placement: None, chain };
        self.keep(UnaryHint { hint, complexity, pass, path });
    }

    /// Finds the chain that proves the source true.
    pub(super) fn search_off(&mut self, grid: &RatingGrid, source: u16, pass: ChainPass) {
        self.begin();
        insert(&mut self.off_seen, source);
        self.off_level.push((source, source));
        let mut level = 1;
        let mut last = None;
        while last.is_none() && !self.off_level.is_empty() && self.can_win(pass.chain(), 2 * level) {
            self.on_level.clear();
            for index in 0..self.off_level.len() {
                let off_candidate = self.off_level[index].0;
                for link in 0..self.links.strong(off_candidate, pass).len() {
                    let StrongTarget { to, cause } = self.links.strong(off_candidate, pass)[link];
                    if !contains(&self.on_seen, to) {
                        insert(&mut self.on_seen, to);
                        self.on_parent[to as usize] = (off_candidate, cause);
                        if to == source {
                            last = Some(2 * level);
                        }
                        self.on_level.push(to);
                    }
                }
            }
            self.off_level.clear();
            for index in 0..self.on_level.len() {
                let on_candidate = self.on_level[index];
                let neighbours = self.links.weak(grid, on_candidate, pass);
                self.steps_taken += neighbours.len() as u64;
                for link in neighbours {
                    let off_candidate = self.links.weak_target(link);
                    if pass != ChainPass::Xy && self.links.strong(off_candidate, pass).is_empty() {
                        continue;
                    }
                    if !contains(&self.off_seen, off_candidate) {
                        insert(&mut self.off_seen, off_candidate);
                        self.off_parent[off_candidate as usize] = on_candidate;
                        self.off_level.push((off_candidate, on_candidate));
                    }
                }
            }
            level += 1;
        }
        let Some(complexity) = last else { return };
        let (cell, digit) = (source as usize / 9, source as usize % 9);
        let mut path = Vec::new();
        if self.selection == ChainSelection::All {
            let mut candidate = source;
            loop {
                let (parent, cause) = self.on_parent[candidate as usize];
                path.push((candidate * 2 + 1, cause));
                if parent == source {
                    path.push((off(cell, digit), LinkCause::Assumed));
                    break;
                }
                candidate = self.off_parent[parent as usize];
                path.push((parent * 2, cause_of_off(candidate * 2 + 1, parent * 2)));
            }
        }
        let rating = pass.chain() + length_addition(complexity);
        let removals = vec![(cell as u8, grid.candidates[cell] & !(1 << digit))];
        let placement = Some((cell as u8, digit as u8));
        let chain = Some(RatedChain {
            premise: Premise::False(premise::cell(cell), Digit::ALL[digit]),
            nodes: complexity,
        });
        let hint = RatingHint { rule: pass.chain_rule(), rating, removals, placement, chain };
        self.keep(UnaryHint { hint, complexity, pass, path });
    }
}
