//! How the tree of an assumption grows.
//!
//! True candidates are taken first, one after the other, then one false candidate, and so on; in the dynamic
//! searches a false candidate is struck from the working grid when it is taken. Where both queues are empty, patterns
//! and chains inside may strike more. The search ends at a contradiction, or where every further node
//! would cost more than the best hint.

use super::super::grid::{CELLS, CROSSINGS, Grid, HOUSES, INDEXES, bits};
use super::chain_kind::ChainKind;
use super::patterns::{self, Struck};
use super::producer::Producer;
use super::tree::Tree;
use super::unary::Unary;
use super::{Cause, Literal, cell_of, digit_of, is_on, off, on};
use std::ops::ControlFlow;

/// Where a candidate lies: its cell, and its digit in box, row and column as a place in the table of places.
#[derive(Copy, Clone)]
struct Spot {
    cell: u8,
    digit: u8,
    houses: [u8; 3],
    /// Its digit's places in each of them, by number.
    places: [u8; 3],
    /// Its bit in each of them.
    here: [u16; 3],
}

/// The spots of all candidates: worked out once, since every node asks.
static SPOTS: [Spot; 729] = {
    let mut spots = [Spot { cell: 0, digit: 0, houses: [0; 3], places: [0; 3], here: [0; 3] }; 729];
    let mut candidate = 0;
    while candidate < 729 {
        let (cell, digit) = (candidate / 9, candidate % 9);
        let [block, row, column] = HOUSES[cell];
        let digit_here = digit as u8;
        spots[candidate] = Spot {
            cell: cell as u8,
            digit: digit as u8,
            houses: HOUSES[cell],
            places: [block * 9 + digit_here, row * 9 + digit_here, column * 9 + digit_here],
            here: [1 << INDEXES[cell][0], 1 << INDEXES[cell][1], 1 << INDEXES[cell][2]],
        };
        candidate += 1;
    }
    spots
};

/// By digit: its literal off in the first cell.
const IN_CELL: [Literal; 9] = [0, 2, 4, 6, 8, 10, 12, 14, 16];

/// By house and place in it: the literal off of the first digit there.
static IN_HOUSE: [[Literal; 9]; 27] = {
    let mut literals = [[0; 9]; 27];
    let mut place = 0;
    while place < 27 * 9 {
        literals[place / 9][place % 9] = CELLS[place / 9][place % 9] as Literal * 18;
        place += 1;
    }
    literals
};

/// The queues and the working grid of a search.
#[derive(Debug)]
pub(super) struct Explorer {
    pub(super) work: Grid,
    /// The bits that a false candidate takes from the working grid: all of them, or none where the grid stays as it is.
    struck: u16,
    /// The digits that are followed inside a cell: all of them, or none.
    by_cells: u16,
    pending_on: Vec<u16>,
    pending_off: Vec<u16>,
    next_on: usize,
    next_off: usize,
}

impl Explorer {
    pub(super) fn new() -> Box<Explorer> {
        let work =
            Grid { candidates: [0; 81], places: [[0; 9]; 27], empty: [0; 27], written: [0; 9], left: 0 };
        let (struck, by_cells) = (0, 0);
        Box::new(Explorer {
            work,
            struck,
            by_cells,
            pending_on: Vec::new(),
            pending_off: Vec::new(),
            next_on: 0,
            next_off: 0,
        })
    }

    fn begin(&mut self, base: &Grid, strength: ChainKind) {
        self.struck = if strength.is_dynamic() { 0x1FF } else { 0 };
        self.by_cells = if strength.uses_cells() { 0x1FF } else { 0 };
        self.work.clone_from(base);
        self.pending_on.clear();
        self.pending_off.clear();
        (self.next_on, self.next_off) = (0, 0);
    }
}

impl Explorer {
    /// What a true candidate makes false.
    fn follow_on(&mut self, tree: &mut Tree, node: u16) -> ControlFlow<()> {
        let literal = tree.nodes[node as usize].literal;
        let spot = &SPOTS[literal as usize / 2];
        let (cell, block) = (spot.cell as usize, spot.houses[0] as usize);
        let link = tree.link_from(node);
        // The other digits of the cell, then the other places in box, row and column.
        for kind in 0..4 {
            let (mut others, literals, first) = if kind == 0 {
                let digits = self.work.candidates[cell] & self.by_cells;
                (digits & !(1 << spot.digit), &IN_CELL, off(cell, 0))
            } else {
                let house = spot.houses[kind - 1] as usize;
                let there = self.work.places.as_flattened()[spot.places[kind - 1] as usize];
                // The crossing of a box with itself is empty.
                (
                    there & !spot.here[kind - 1] & !CROSSINGS[house][block],
                    &IN_HOUSE[house],
                    off(0, spot.digit as usize),
                )
            };
            while others != 0 {
                let literal = literals[others.trailing_zeros() as usize] + first;
                others &= others - 1;
                match tree.states(literal) {
                    (true, _) => {
                        let first_parent = tree.parents.len();
                        tree.parents.push(node);
                        tree.contradict(literal, Cause::Weak, first_parent);
                        return ControlFlow::Break(());
                    }
                    (false, true) => {}
                    (false, false) => self.pending_off.push(tree.add_off(literal, link)),
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// What a false candidate makes true.
    fn follow_off(&mut self, base: &Grid, tree: &mut Tree, node: u16) -> ControlFlow<()> {
        let literal = tree.nodes[node as usize].literal;
        let spot = &SPOTS[literal as usize / 2];
        let (cell, digit) = (spot.cell as usize, spot.digit as usize);
        let Explorer { work, pending_on, struck, by_cells, .. } = self;
        // In the grid as the assumption leaves it, the candidate is struck as it is taken.
        let digits = work.candidates[cell];
        let others = digits & !(1 << digit);
        work.candidates[cell] = digits & !((1 << digit) & *struck);
        if (others & *by_cells).is_power_of_two() {
            let new = on(cell, others.trailing_zeros() as usize);
            if tree.has(new ^ 1) || !tree.has(new) {
                let first_parent = tree.parents.len();
                tree.parents.push(node);
                for gone in bits(base.candidates[cell] & !digits) {
                    let parent = tree.node_of(off(cell, gone));
                    tree.parents.push(parent);
                }
                make_on(pending_on, tree, new, Cause::Cell, first_parent)?;
            }
        }
        for kind in 0..3 {
            let here = spot.here[kind];
            let there = &mut work.places.as_flattened_mut()[spot.places[kind] as usize];
            let before = *there;
            let others = before & !here;
            *there = before & !(here & *struck);
            if !others.is_power_of_two() {
                continue;
            }
            let house = spot.houses[kind] as usize;
            let new = on(CELLS[house][others.trailing_zeros() as usize] as usize, digit);
            if tree.has(new ^ 1) || !tree.has(new) {
                let first_parent = tree.parents.len();
                tree.parents.push(node);
                for index in bits(base.places[house][digit] & !before) {
                    let parent = tree.node_of(off(CELLS[house][index] as usize, digit));
                    tree.parents.push(parent);
                }
                make_on(pending_on, tree, new, Cause::House(kind as u8), first_parent)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The rules that a tree may use where its queues run dry, in their order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Family {
    Patterns,
    /// Cycles and forcing chains.
    Chains,
    /// Multiple or dynamic chains.
    Inner,
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
        let Some(mut explorer) = self.explorer.take() else { unreachable!("one tree grows at a time") };
        explorer.begin(base, self.strength);
        if is_on(literal) {
            explorer.pending_on.push(0);
        } else {
            explorer.pending_off.push(0);
        }
        self.grow(&mut explorer, base, tree, (limit, None), unary);
        self.fuel = self.fuel.saturating_sub(tree.nodes.len() as u64);
        self.explorer = Some(explorer);
    }

    /// Grows a tree on that ran dry under the rules before a family.
    pub(super) fn resume(
        &mut self,
        base: &Grid,
        tree: &mut Tree,
        limit: u32,
        family: Family,
        unary: &mut Unary,
    ) {
        let Some(mut explorer) = self.explorer.take() else { unreachable!("one tree grows at a time") };
        explorer.begin(base, self.strength);
        for node in &tree.nodes[..tree.members] {
            if !is_on(node.literal) {
                explorer.work.strike(cell_of(node.literal), digit_of(node.literal));
            }
        }
        let members = tree.members;
        let floor = self.ask(&mut explorer, base, tree, (limit, family), unary);
        self.grow(&mut explorer, base, tree, (limit, floor), unary);
        self.fuel = self.fuel.saturating_sub((tree.nodes.len() - members) as u64 + 1);
        self.explorer = Some(explorer);
    }

    /// Takes what is pending until nothing is; `floor` is what every node to come costs at least, where that is known.
    fn grow(
        &mut self,
        explorer: &mut Explorer,
        base: &Grid,
        tree: &mut Tree,
        (limit, mut floor): (u32, Option<u32>),
        unary: &mut Unary,
    ) {
        loop {
            let flow = if let Some(&node) = explorer.pending_on.get(explorer.next_on) {
                explorer.next_on += 1;
                explorer.follow_on(tree, node)
            } else if let Some(&node) = explorer.pending_off.get(explorer.next_off) {
                explorer.next_off += 1;
                // Whatever comes later follows from at least so many nodes, and a hint has another one. What is found by
                // looking ahead may rest on any nodes, so that the level of this one says nothing of it.
                let level = || u32::from(tree.nodes[node as usize].level);
                let least = floor.unwrap_or_else(|| if self.strength.looks_ahead() { 0 } else { level() });
                if least.saturating_add(2) >= limit {
                    tree.cut = true;
                    break;
                }
                explorer.follow_off(base, tree, node)
            } else {
                break;
            };
            if flow.is_break() {
                break;
            }
            let dry = explorer.next_on == explorer.pending_on.len()
                && explorer.next_off == explorer.pending_off.len();
            if dry && self.strength.looks_ahead() {
                // Looking ahead is what takes long: not without fuel for what is there already.
                if self.fuel <= tree.nodes.len() as u64 {
                    tree.cut = true;
                    break;
                }
                floor = self.ask(explorer, base, tree, (limit, Family::Patterns), unary).or(floor);
            }
        }
    }

    /// Looks ahead by the rules from a family on; gives what all nodes to come cost at least, if that is known.
    fn ask(
        &mut self,
        explorer: &mut Explorer,
        base: &Grid,
        tree: &mut Tree,
        (limit, family): (u32, Family),
        unary: &mut Unary,
    ) -> Option<u32> {
        let members = tree.members;
        let struck = self.look_ahead(base, &explorer.work, tree, family, unary);
        let added = members as u16..tree.members as u16;
        explorer.pending_off.extend(added.clone());
        if limit == u32::MAX || struck != Struck::Last {
            return None;
        }
        // No rule strikes anything more here: all that comes later rests on one of these nodes, with all that it rests on.
        let cost = |node: u16| {
            let least = tree.nodes[node as usize].least();
            let target = std::iter::once((&*tree, node));
            if least < limit { self.tally.count(target, &self.nested, limit).unwrap_or(limit) } else { limit }
        };
        added.map(cost).min()
    }

    /// Adds what patterns and chains inside strike in the working grid: the first family that strikes something.
    fn look_ahead(
        &mut self,
        base: &Grid,
        work: &Grid,
        tree: &mut Tree,
        family: Family,
        unary: &mut Unary,
    ) -> Struck {
        let (members, newest) = (tree.members, self.strength.newest());
        if family == Family::Patterns {
            let struck = patterns::look(base, work, tree);
            if struck != Struck::Nothing {
                return if newest == Family::Patterns { struck } else { Struck::Early };
            }
        }
        if family <= Family::Chains && self.strength.uses_chains() {
            unary.work = 0;
            unary.look_ahead(&mut self.ground, base, work, tree, &mut self.nested);
            self.fuel = self.fuel.saturating_sub(unary.work);
            if tree.members > members {
                return if newest == Family::Chains { Struck::Last } else { Struck::Early };
            }
        }
        if let Some(inner) = &mut self.inner {
            inner.fuel = self.fuel;
            let sieves = (&mut self.ground, &mut self.forecast);
            inner.strike_inside((base, work), sieves, unary, tree, &mut self.nested);
            self.fuel = inner.fuel;
        }
        Struck::Last
    }
}

/// Adds a true candidate, whose parents are pushed already; stops at a contradiction.
fn make_on(
    pending: &mut Vec<u16>,
    tree: &mut Tree,
    literal: Literal,
    cause: Cause,
    first_parent: usize,
) -> ControlFlow<()> {
    if tree.has(literal ^ 1) {
        tree.contradict(literal, cause, first_parent);
        return ControlFlow::Break(());
    }
    pending.push(tree.add(literal, cause, first_parent));
    ControlFlow::Continue(())
}
