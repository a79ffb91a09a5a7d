//! Grows the tree of an assumption.
//!
//! The consequences of true candidates are processed before those of false ones: whenever the queue of true
//! candidates is empty, one false candidate is processed. In dynamic searches, a false candidate is
//! eliminated from the working grid when it is processed. When both queues are empty, patterns and nested
//! chains may eliminate more candidates. The search ends at a contradiction, or when every further node would
//! cost more than the best hint.

use super::super::grid::{CELLS, CROSSINGS, HOUSES, INDEXES, RatingGrid, bits};
use super::chain_kind::ChainKind;
use super::forcing_search::ForcingChainSearch;
use super::patterns::{self, AdvancedOutcome};
use super::tree::ImplicationTree;
use super::unary::UnarySearch;
use super::{LinkCause, Literal, cell_of, digit_of, is_on, off, on};
use std::ops::ControlFlow;

/// The position of a candidate: its cell and digit, its houses, and its bit in the place masks of those
/// houses.
#[derive(Copy, Clone)]
struct CandidateLocation {
    cell: u8,
    digit: u8,
    houses: [u8; 3],
    /// For each house: the index of `places[house][digit]` in the flattened table.
    places: [u8; 3],
    /// For each house: the bit of the cell in the mask `places[house][digit]`.
    here: [u16; 3],
}

/// The positions of all candidates. They are precomputed because every node needs one.
static LOCATIONS: [CandidateLocation; 729] = {
    let mut locations =
        [CandidateLocation { cell: 0, digit: 0, houses: [0; 3], places: [0; 3], here: [0; 3] }; 729];
    let mut candidate = 0;
    while candidate < 729 {
        let (cell, digit) = (candidate / 9, candidate % 9);
        let [block, row, column] = HOUSES[cell];
        let digit_here = digit as u8;
        locations[candidate] = CandidateLocation {
            cell: cell as u8,
            digit: digit as u8,
            houses: HOUSES[cell],
            places: [block * 9 + digit_here, row * 9 + digit_here, column * 9 + digit_here],
            here: [1 << INDEXES[cell][0], 1 << INDEXES[cell][1], 1 << INDEXES[cell][2]],
        };
        candidate += 1;
    }
    locations
};

/// The literal "this digit is false in cell 0", for each digit.
const IN_CELL: [Literal; 9] = [0, 2, 4, 6, 8, 10, 12, 14, 16];

/// The literal "digit 1 is false in this cell", for each house and each cell index in it.
static IN_HOUSE: [[Literal; 9]; 27] = {
    let mut literals = [[0; 9]; 27];
    let mut place = 0;
    while place < 27 * 9 {
        literals[place / 9][place % 9] = CELLS[place / 9][place % 9] as Literal * 18;
        place += 1;
    }
    literals
};

/// The queues and the working grid of a tree that is being grown.
#[derive(Debug)]
pub(super) struct Explorer {
    pub(super) work: RatingGrid,
    /// The mask of bits that may be cleared in the working grid when a candidate becomes false: all bits, or
    /// none if the grid must not change.
    elimination_mask: u16,
    /// The digits whose links within a cell are followed: all digits, or none.
    cell_mask: u16,
    pending_on: Vec<u16>,
    pending_off: Vec<u16>,
    next_on: usize,
    next_off: usize,
}

impl Explorer {
    pub(super) fn new() -> Box<Explorer> {
        let work = RatingGrid {
            candidates: [0; 81],
            places: [[0; 9]; 27],
            empty: [0; 27],
            placed: [0; 9],
            empty_count: 0,
        };
        let (elimination_mask, cell_mask) = (0, 0);
        Box::new(Explorer {
            work,
            elimination_mask,
            cell_mask,
            pending_on: Vec::new(),
            pending_off: Vec::new(),
            next_on: 0,
            next_off: 0,
        })
    }

    fn begin(&mut self, base: &RatingGrid, chain_kind: ChainKind) {
        self.elimination_mask = if chain_kind.is_dynamic() { 0x1FF } else { 0 };
        self.cell_mask = if chain_kind.uses_cells() { 0x1FF } else { 0 };
        self.work.clone_from(base);
        self.pending_on.clear();
        self.pending_off.clear();
        (self.next_on, self.next_off) = (0, 0);
    }
}

impl Explorer {
    /// Adds all candidates that a true candidate makes false.
    fn follow_on(&mut self, tree: &mut ImplicationTree, node: u16) -> ControlFlow<()> {
        let literal = tree.nodes[node as usize].literal;
        let location = &LOCATIONS[literal as usize / 2];
        let (cell, block) = (location.cell as usize, location.houses[0] as usize);
        let link = tree.link_from(node);
        // First the other digits of the cell, then the other places in the box, row and column.
        for kind in 0..4 {
            let (mut others, literals, first) = if kind == 0 {
                let digits = self.work.candidates[cell] & self.cell_mask;
                (digits & !(1 << location.digit), &IN_CELL, off(cell, 0))
            } else {
                let house = location.houses[kind - 1] as usize;
                let there = self.work.places.as_flattened()[location.places[kind - 1] as usize];
                // Cells of the box were handled with the box, so the row and the column skip them.
                // `CROSSINGS[block][block]` is empty, so nothing is skipped in the box itself.
                (
                    there & !location.here[kind - 1] & !CROSSINGS[house][block],
                    &IN_HOUSE[house],
                    off(0, location.digit as usize),
                )
            };
            while others != 0 {
                let literal = literals[others.trailing_zeros() as usize] + first;
                others &= others - 1;
                match tree.states(literal) {
                    (true, _) => {
                        let first_parent = tree.parents.len();
                        tree.parents.push(node);
                        tree.contradict(literal, LinkCause::Weak, first_parent);
                        return ControlFlow::Break(());
                    }
                    (false, true) => {}
                    (false, false) => self.pending_off.push(tree.add_off(literal, link)),
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds all candidates that a false candidate makes true.
    fn follow_off(&mut self, base: &RatingGrid, tree: &mut ImplicationTree, node: u16) -> ControlFlow<()> {
        let literal = tree.nodes[node as usize].literal;
        let location = &LOCATIONS[literal as usize / 2];
        let (cell, digit) = (location.cell as usize, location.digit as usize);
        let Explorer { work, pending_on, elimination_mask, cell_mask, .. } = self;
        // In dynamic searches, the candidate is eliminated from the working grid here and in the loop below.
        let digits = work.candidates[cell];
        let others = digits & !(1 << digit);
        work.candidates[cell] = digits & !((1 << digit) & *elimination_mask);
        if (others & *cell_mask).is_power_of_two() {
            let new = on(cell, others.trailing_zeros() as usize);
            if tree.has(new ^ 1) || !tree.has(new) {
                let first_parent = tree.parents.len();
                tree.parents.push(node);
                for gone in bits(base.candidates[cell] & !digits) {
                    let parent = tree.node_of(off(cell, gone));
                    tree.parents.push(parent);
                }
                make_on(pending_on, tree, new, LinkCause::Cell, first_parent)?;
            }
        }
        for kind in 0..3 {
            let here = location.here[kind];
            let there = &mut work.places.as_flattened_mut()[location.places[kind] as usize];
            let before = *there;
            let others = before & !here;
            *there = before & !(here & *elimination_mask);
            if !others.is_power_of_two() {
                continue;
            }
            let house = location.houses[kind] as usize;
            let new = on(CELLS[house][others.trailing_zeros() as usize] as usize, digit);
            if tree.has(new ^ 1) || !tree.has(new) {
                let first_parent = tree.parents.len();
                tree.parents.push(node);
                for index in bits(base.places[house][digit] & !before) {
                    let parent = tree.node_of(off(CELLS[house][index] as usize, digit));
                    tree.parents.push(parent);
                }
                make_on(pending_on, tree, new, LinkCause::House(kind as u8), first_parent)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The groups of advanced rules, which apply when the queues of a tree are empty, in the order in which they
/// are tried.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AdvancedRules {
    Patterns,
    /// Nested bidirectional cycles and forcing chains.
    Chains,
    /// Nested multiple or dynamic chains.
    NestedChains,
}

impl ForcingChainSearch {
    /// Grows the tree of an assumption. Stops early if all further hints would have at least `limit` nodes.
    pub(super) fn explore(
        &mut self,
        base: &RatingGrid,
        literal: Literal,
        tree: &mut ImplicationTree,
        limit: u32,
        unary: &mut UnarySearch,
    ) {
        tree.start(literal);
        let Some(mut explorer) = self.explorer.take() else { unreachable!("one tree grows at a time") };
        explorer.begin(base, self.chain_kind);
        if is_on(literal) {
            explorer.pending_on.push(0);
        } else {
            explorer.pending_off.push(0);
        }
        self.grow(&mut explorer, base, tree, (limit, None), unary);
        self.nodes_left = self.nodes_left.saturating_sub(tree.nodes.len() as u64);
        self.explorer = Some(explorer);
    }

    /// Continues to grow a tree that is complete with respect to all rules before `rules`.
    pub(super) fn resume(
        &mut self,
        base: &RatingGrid,
        tree: &mut ImplicationTree,
        limit: u32,
        rules: AdvancedRules,
        unary: &mut UnarySearch,
    ) {
        let Some(mut explorer) = self.explorer.take() else { unreachable!("one tree grows at a time") };
        explorer.begin(base, self.chain_kind);
        for node in &tree.nodes[..tree.consequence_count] {
            if !is_on(node.literal) {
                explorer.work.eliminate(cell_of(node.literal), digit_of(node.literal));
            }
        }
        let before = tree.consequence_count;
        let min_nodes = self.apply_advanced_rules(&mut explorer, base, tree, (limit, rules), unary);
        self.grow(&mut explorer, base, tree, (limit, min_nodes), unary);
        self.nodes_left = self.nodes_left.saturating_sub((tree.nodes.len() - before) as u64 + 1);
        self.explorer = Some(explorer);
    }

    /// Processes pending consequences until the queues are empty. `min_nodes` is a lower bound, if known, for
    /// the complexity of all consequences still to be found.
    fn grow(
        &mut self,
        explorer: &mut Explorer,
        base: &RatingGrid,
        tree: &mut ImplicationTree,
        (limit, mut min_nodes): (u32, Option<u32>),
        unary: &mut UnarySearch,
    ) {
        loop {
            let flow = if let Some(&node) = explorer.pending_on.get(explorer.next_on) {
                explorer.next_on += 1;
                explorer.follow_on(tree, node)
            } else if let Some(&node) = explorer.pending_off.get(explorer.next_off) {
                explorer.next_off += 1;
                // Every later consequence depends on at least `least` nodes, and a hint needs at least two
                // more: the consequence itself and one other node. With advanced rules, a consequence may
                // depend on any of the nodes, so the level of this node is not a bound.
                let level = || u32::from(tree.nodes[node as usize].level);
                let least = min_nodes
                    .unwrap_or_else(|| if self.chain_kind.uses_advanced_rules() { 0 } else { level() });
                if least.saturating_add(2) >= limit {
                    tree.pruned = true;
                    break;
                }
                explorer.follow_off(base, tree, node)
            } else {
                break;
            };
            if flow.is_break() {
                break;
            }
            let queues_empty = explorer.next_on == explorer.pending_on.len()
                && explorer.next_off == explorer.pending_off.len();
            if queues_empty && self.chain_kind.uses_advanced_rules() {
                // The advanced rules take most of the time. Skip them if this tree has used up the node
                // budget.
                if self.nodes_left <= tree.nodes.len() as u64 {
                    tree.pruned = true;
                    break;
                }
                min_nodes = self
                    .apply_advanced_rules(explorer, base, tree, (limit, AdvancedRules::Patterns), unary)
                    .or(min_nodes);
            }
        }
    }

    /// Applies the advanced rules, starting with the group `rules`. Returns a lower bound for the complexity
    /// of all later consequences, if known.
    fn apply_advanced_rules(
        &mut self,
        explorer: &mut Explorer,
        base: &RatingGrid,
        tree: &mut ImplicationTree,
        (limit, rules): (u32, AdvancedRules),
        unary: &mut UnarySearch,
    ) -> Option<u32> {
        let before = tree.consequence_count;
        let outcome = self.advanced_eliminations(base, &explorer.work, tree, rules, unary);
        let added = before as u16..tree.consequence_count as u16;
        explorer.pending_off.extend(added.clone());
        if limit == u32::MAX || outcome != AdvancedOutcome::Last {
            return None;
        }
        // No other rule eliminates anything here, so every later consequence depends on one of the new nodes
        // and on all ancestors of that node.
        let cost = |node: u16| {
            let least = tree.nodes[node as usize].min_complexity();
            let target = std::iter::once((&*tree, node));
            if least < limit {
                self.complexity_counter.count(target, &self.nested_chains, limit).unwrap_or(limit)
            } else {
                limit
            }
        };
        added.map(cost).min()
    }

    /// Adds the eliminations of the first advanced rule that eliminates something in the working grid.
    fn advanced_eliminations(
        &mut self,
        base: &RatingGrid,
        work: &RatingGrid,
        tree: &mut ImplicationTree,
        rules: AdvancedRules,
        unary: &mut UnarySearch,
    ) -> AdvancedOutcome {
        let (before, last_rules) = (tree.consequence_count, self.chain_kind.last_rules());
        if rules == AdvancedRules::Patterns {
            let outcome = patterns::apply(base, work, tree);
            if outcome != AdvancedOutcome::Nothing {
                return if last_rules == AdvancedRules::Patterns {
                    outcome
                } else {
                    AdvancedOutcome::NotLast
                };
            }
        }
        if rules <= AdvancedRules::Chains && self.chain_kind.uses_chains() {
            unary.steps_taken = 0;
            unary.advanced_eliminations(&mut self.base_closure, base, work, tree, &mut self.nested_chains);
            self.nodes_left = self.nodes_left.saturating_sub(unary.steps_taken);
            if tree.consequence_count > before {
                return if last_rules == AdvancedRules::Chains {
                    AdvancedOutcome::Last
                } else {
                    AdvancedOutcome::NotLast
                };
            }
        }
        if let Some(inner) = &mut self.inner {
            inner.nodes_left = self.nodes_left;
            let filters = (&mut self.base_closure, &mut self.implications);
            inner.eliminate_by_nested_chains((base, work), filters, unary, tree, &mut self.nested_chains);
            self.nodes_left = inner.nodes_left;
        }
        AdvancedOutcome::Last
    }
}

/// Adds a true candidate, whose parents the caller has already pushed. Breaks if that is a contradiction.
fn make_on(
    pending: &mut Vec<u16>,
    tree: &mut ImplicationTree,
    literal: Literal,
    cause: LinkCause,
    first_parent: usize,
) -> ControlFlow<()> {
    if tree.has(literal ^ 1) {
        tree.contradict(literal, cause, first_parent);
        return ControlFlow::Break(());
    }
    pending.push(tree.add(literal, cause, first_parent));
    ControlFlow::Continue(())
}
