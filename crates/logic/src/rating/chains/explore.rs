//! How the tree of an assumption grows.
//!
//! True candidates are taken first, one after the other, then one false candidate, and so on; in the dynamic
//! searches a false candidate is struck from the working grid when it is taken. Where both queues are empty, patterns
//! and chains inside may strike more. The search ends at a contradiction, or where every further node
//! would cost more than the best hint.

use super::super::fish;
use super::super::grid::{CELLS, CROSSINGS, Grid, HOUSES, INDEXES, bits, is_pair};
use super::super::locking;
use super::super::sets;
use super::producer::Producer;
use super::tree::Tree;
use super::unary::Unary;
use super::{Cause, Literal, cell_of, digit_of, is_on, off, on};
use std::ops::ControlFlow;

/// The queues and the working grid of a search.
#[derive(Debug)]
pub(super) struct Explorer {
    pub(super) work: Grid,
    pending_on: Vec<u16>,
    pending_off: Vec<u16>,
    next_on: usize,
    next_off: usize,
}

impl Explorer {
    pub(super) fn new() -> Box<Explorer> {
        let work =
            Grid { candidates: [0; 81], places: [[0; 9]; 27], empty: [0; 27], written: [0; 9], left: 0 };
        Box::new(Explorer { work, pending_on: Vec::new(), pending_off: Vec::new(), next_on: 0, next_off: 0 })
    }
}

impl Producer {
    /// Grows the tree of an assumption; no hint of `limit` nodes or more is wanted.
    pub(super) fn explore(
        &mut self,
        base: &Grid,
        literal: Literal,
        tree: &mut Tree,
        limit: u32,
        unary: &mut Unary,
    ) {
        tree.plant(literal);
        let Some(mut explorer) = self.explorer.take() else { return };
        explorer.work.clone_from(base);
        explorer.pending_on.clear();
        explorer.pending_off.clear();
        (explorer.next_on, explorer.next_off) = (0, 0);
        if is_on(literal) {
            explorer.pending_on.push(0);
        } else {
            explorer.pending_off.push(0);
        }
        let mut floor = None;
        loop {
            let flow = if let Some(&node) = explorer.pending_on.get(explorer.next_on) {
                explorer.next_on += 1;
                self.follow_on(&mut explorer, tree, node)
            } else if let Some(&node) = explorer.pending_off.get(explorer.next_off) {
                explorer.next_off += 1;
                // Whatever comes later follows from at least so many nodes, and a hint has another one.
                let least = floor.unwrap_or(u32::from(tree.nodes[node as usize].level)) + 2;
                if least >= limit {
                    break;
                }
                self.follow_off(&mut explorer, base, tree, node)
            } else {
                break;
            };
            if flow.is_break() {
                break;
            }
            let dry = explorer.next_on == explorer.pending_on.len()
                && explorer.next_off == explorer.pending_off.len();
            if dry && self.strength.looks_ahead() {
                let members = tree.members;
                self.look_ahead(base, &explorer.work, tree, unary);
                let added = members as u16..tree.members as u16;
                floor = added.clone().map(|node| tree.nodes[node as usize].least()).min();
                explorer.pending_off.extend(added);
            }
        }
        self.fuel = self.fuel.saturating_sub(tree.nodes.len() as u64);
        self.explorer = Some(explorer);
    }

    /// What a true candidate makes false.
    fn follow_on(&self, explorer: &mut Explorer, tree: &mut Tree, node: u16) -> ControlFlow<()> {
        let literal = tree.nodes[node as usize].literal;
        let (cell, digit) = (cell_of(literal), digit_of(literal));
        if self.strength.uses_cells() {
            for other in bits(explorer.work.candidates[cell] & !(1 << digit)) {
                make_off(explorer, tree, node, off(cell, other))?;
            }
        }
        let block = HOUSES[cell][0] as usize;
        for kind in 0..3 {
            let house = HOUSES[cell][kind] as usize;
            let mut places = explorer.work.places[house][digit] & !(1 << INDEXES[cell][kind]);
            if kind > 0 {
                places &= !CROSSINGS[house][block];
            }
            for index in bits(places) {
                make_off(explorer, tree, node, off(CELLS[house][index] as usize, digit))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// What a false candidate makes true.
    fn follow_off(
        &self,
        explorer: &mut Explorer,
        base: &Grid,
        tree: &mut Tree,
        node: u16,
    ) -> ControlFlow<()> {
        let literal = tree.nodes[node as usize].literal;
        let (cell, digit) = (cell_of(literal), digit_of(literal));
        if self.strength.uses_cells() {
            let digits = explorer.work.candidates[cell];
            if is_pair(digits) {
                let other = (digits & !(1 << digit)).trailing_zeros() as usize;
                let new = on(cell, other);
                if tree.has(new ^ 1) || !tree.has(new) {
                    let first_parent = tree.parents.len();
                    tree.parents.push(node);
                    for struck in bits(base.candidates[cell] & !digits) {
                        let parent = tree.node_of(off(cell, struck));
                        tree.parents.push(parent);
                    }
                    make_on(explorer, tree, new, Cause::Cell, first_parent)?;
                }
            }
        }
        for kind in 0..3 {
            let house = HOUSES[cell][kind] as usize;
            let places = explorer.work.places[house][digit];
            if !is_pair(places) {
                continue;
            }
            let other = (places & !(1 << INDEXES[cell][kind])).trailing_zeros() as usize;
            let new = on(CELLS[house][other] as usize, digit);
            if tree.has(new ^ 1) || !tree.has(new) {
                let first_parent = tree.parents.len();
                tree.parents.push(node);
                for index in bits(base.places[house][digit] & !places) {
                    let parent = tree.node_of(off(CELLS[house][index] as usize, digit));
                    tree.parents.push(parent);
                }
                make_on(explorer, tree, new, Cause::House(kind as u8), first_parent)?;
            }
        }
        if self.strength.is_dynamic() {
            explorer.work.strike(cell, digit);
        }
        ControlFlow::Continue(())
    }

    /// Adds what patterns and chains inside strike in the working grid: the first family that strikes something.
    fn look_ahead(&mut self, base: &Grid, work: &Grid, tree: &mut Tree, unary: &mut Unary) {
        let members = tree.members;
        let patterns: [fn(&Grid, &Grid, &mut Tree); 4] = [locked, hidden_pairs, naked_pairs, x_wings];
        for pattern in patterns {
            pattern(base, work, tree);
            if tree.members > members {
                return;
            }
        }
        if self.strength.uses_chains() {
            unary.work = 0;
            unary.look_ahead(&mut self.ground, base, work, tree, &mut self.nested);
            self.fuel = self.fuel.saturating_sub(unary.work);
            if tree.members > members {
                return;
            }
        }
        if let Some(mut inner) = self.inner.take() {
            inner.fuel = self.fuel;
            inner.strike_inside((base, work), &mut self.ground, unary, tree, &mut self.nested);
            self.fuel = inner.fuel;
            self.inner = Some(inner);
        }
    }
}

/// Adds a false candidate; stops at a contradiction.
fn make_off(explorer: &mut Explorer, tree: &mut Tree, parent: u16, literal: Literal) -> ControlFlow<()> {
    let first_parent = tree.parents.len();
    if tree.has(literal ^ 1) {
        tree.parents.push(parent);
        tree.contradict(literal, Cause::Advanced, first_parent);
        return ControlFlow::Break(());
    }
    if !tree.has(literal) {
        tree.parents.push(parent);
        let node = tree.add(literal, Cause::Advanced, first_parent);
        explorer.pending_off.push(node);
    }
    ControlFlow::Continue(())
}

/// Adds a true candidate, whose parents are pushed already; stops at a contradiction.
fn make_on(
    explorer: &mut Explorer,
    tree: &mut Tree,
    literal: Literal,
    cause: Cause,
    first_parent: usize,
) -> ControlFlow<()> {
    if tree.has(literal ^ 1) {
        tree.contradict(literal, cause, first_parent);
        return ControlFlow::Break(());
    }
    let node = tree.add(literal, cause, first_parent);
    explorer.pending_on.push(node);
    ControlFlow::Continue(())
}

/// Adds false candidates whose parents are pushed since `first_parent`; without parents nothing follows.
fn strike(tree: &mut Tree, first_parent: usize, losses: impl Iterator<Item = Literal>) {
    if tree.parents.len() == first_parent {
        return;
    }
    for literal in losses {
        if !tree.has(literal) {
            tree.add_advanced(literal, first_parent, 0, 0);
        }
    }
}

/// The literals of struck candidates.
fn literals(losses: &[(u8, u16)]) -> impl Iterator<Item = Literal> {
    losses.iter().flat_map(|&(cell, digits)| bits(digits).map(move |digit| off(cell as usize, digit)))
}

fn push_struck(tree: &mut Tree, cell: u8, digit: usize) {
    let node = tree.node_of(off(cell as usize, digit));
    tree.parents.push(node);
}

fn locked(base: &Grid, work: &Grid, tree: &mut Tree) {
    let _: ControlFlow<()> = locking::each(work, |found| {
        let (house, digit) = (found.house, found.digit);
        let gone = base.places[house][digit] & !work.places[house][digit] & !CROSSINGS[house][found.crossing];
        if gone != 0 && found.losers(work).next().is_some() {
            let first_parent = tree.parents.len();
            for index in bits(gone) {
                push_struck(tree, CELLS[house][index], digit);
            }
            strike(tree, first_parent, found.losers(work).map(|cell| off(cell, digit)));
        }
        ControlFlow::Continue(())
    });
}

fn hidden_pairs(base: &Grid, work: &Grid, tree: &mut Tree) {
    let _: ControlFlow<()> = sets::each_hidden(work, 2, 4, |set| {
        let gone = bits(set.digits).fold(0, |gone, digit| gone | base.places[set.house][digit]) & !set.places;
        if gone != 0 {
            let losses = set.within(work);
            if !losses.is_empty() {
                let first_parent = tree.parents.len();
                for index in bits(gone) {
                    for digit in bits(set.digits) {
                        if base.places[set.house][digit] >> index & 1 == 1 {
                            push_struck(tree, CELLS[set.house][index], digit);
                        }
                    }
                }
                strike(tree, first_parent, literals(&losses));
            }
        }
        ControlFlow::Continue(())
    });
}

fn naked_pairs(base: &Grid, work: &Grid, tree: &mut Tree) {
    let _: ControlFlow<()> = sets::each_naked(work, 2, |set| {
        let cells = || bits(set.places).map(|index| CELLS[set.house][index]);
        if cells().any(|cell| base.candidates[cell as usize] & !set.digits != 0) {
            let losses = set.without(work);
            if !losses.is_empty() {
                let first_parent = tree.parents.len();
                for cell in cells() {
                    for digit in bits(base.candidates[cell as usize] & !set.digits) {
                        push_struck(tree, cell, digit);
                    }
                }
                strike(tree, first_parent, literals(&losses));
            }
        }
        ControlFlow::Continue(())
    });
}

fn x_wings(base: &Grid, work: &Grid, tree: &mut Tree) {
    let _: ControlFlow<()> = fish::each(work, 2, |fish| {
        let losses = fish.losses(work);
        if !losses.is_empty() {
            let first_parent = tree.parents.len();
            for line in bits(fish.bases) {
                let house = fish.base + line;
                for index in
                    bits(base.places[house][fish.digit] & !work.places[house][fish.digit] & !fish.covers)
                {
                    push_struck(tree, CELLS[house][index], fish.digit);
                }
            }
            strike(tree, first_parent, literals(&losses));
        }
        ControlFlow::Continue(())
    });
}
