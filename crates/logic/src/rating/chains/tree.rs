//! The tree of consequences of one assumption, and how it grows along links.
//!
//! ```text
//! nodes    node 0 is the assumption, then every consequence in the order of discovery
//! parents  the parents of each node that has several, as node numbers               [first, extra, extra …]
//! seen     the literals that are in the tree, as a bit set for intersecting trees
//! index    literal → node number; valid only if the literal is in `seen`           1,458 × u16
//! ```
//!
//! A contradiction ends the search. Its second literal becomes one more node, which is not counted in
//! `consequence_count` and is in neither `seen` nor `index`.

use super::super::grid::{CELLS, CROSSINGS, HOUSES, INDEXES, RatingGrid, bits};
use super::chain_kind::ChainKind;
use super::links::{LITERAL_WORDS, LITERALS, LinkCause, Literal, is_on, off, on};
use std::ops::ControlFlow;

/// One consequence.
#[derive(Copy, Clone, Debug)]
pub(super) struct TreeNode {
    pub(super) literal: Literal,
    pub(super) cause: LinkCause,
    /// The number of nodes on the longest path from the assumption to this node, including both ends.
    pub(super) depth: u16,
    /// The number of nodes on the path that always follows the first parent.
    pub(super) level: u16,
    parent_count: u16,
    /// The parent, if there is only one.
    only_parent: u16,
    /// The index of the first parent in the list of parents, if there are several parents.
    first_parent: u32,
    /// One plus the index of the nested chain that proves this consequence, or 0 if there is none.
    pub(super) nested_id: u32,
    /// The largest complexity of a nested chain that proves this node or one of its ancestors.
    pub(super) nested_complexity: u32,
}

impl TreeNode {
    /// Returns a lower bound for the complexity of every hint that uses this node.
    pub(super) fn min_complexity(&self) -> u32 {
        u32::from(self.depth) + self.nested_complexity
    }
}

/// The number and complexity of the nested chain of a node that none proves.
pub(super) const NOT_NESTED: (u32, u32) = (0, 0);

/// The node of an assumption, except for its literal.
const ROOT: TreeNode = TreeNode {
    literal: 0,
    cause: LinkCause::Assumed,
    depth: 1,
    level: 1,
    parent_count: 0,
    only_parent: 0,
    first_parent: 0,
    nested_id: 0,
    nested_complexity: 0,
};

/// The tree of consequences of one assumption.
#[derive(Debug)]
pub(super) struct ImplicationTree {
    pub(super) nodes: Vec<TreeNode>,
    pub(super) parents: Vec<u16>,
    index: Vec<u16>,
    pub(super) seen: [u64; LITERAL_WORDS],
    /// The number of consequences, including the assumption. If the tree ends in a contradiction, its last
    /// node is not counted.
    pub(super) consequence_count: usize,
    /// The two nodes of a contradiction, if there is one: first the true literal, then the false one.
    pub(super) contradiction: Option<(u16, u16)>,
    /// Whether growth stopped early because no further hint could be the best one.
    pub(super) pruned: bool,
}

impl Default for ImplicationTree {
    fn default() -> ImplicationTree {
        ImplicationTree {
            nodes: Vec::new(),
            parents: Vec::new(),
            index: Vec::new(),
            seen: [0; LITERAL_WORDS],
            consequence_count: 0,
            contradiction: None,
            pruned: false,
        }
    }
}

impl ImplicationTree {
    /// Resets the tree so that it contains only this assumption.
    pub(super) fn start(&mut self, literal: Literal) {
        if self.index.is_empty() {
            self.index.resize(LITERALS, 0);
        }
        self.nodes.clear();
        self.parents.clear();
        self.seen = [0; LITERAL_WORDS];
        self.consequence_count = 0;
        self.contradiction = None;
        self.pruned = false;
        self.nodes.push(TreeNode { literal, ..ROOT });
        self.register_last(literal);
    }

    /// Registers the last node, which has this literal, as a consequence, and returns its number.
    fn register_last(&mut self, literal: Literal) -> u16 {
        self.consequence_count = self.nodes.len();
        let number = (self.consequence_count - 1) as u16;
        self.index[literal as usize] = number;
        self.seen[literal as usize / 64] |= 1 << (literal % 64);
        number
    }

    /// Reports whether the tree contains a literal.
    pub(super) fn has(&self, literal: Literal) -> bool {
        self.seen[literal as usize / 64] >> (literal % 64) & 1 == 1
    }

    /// Returns the node of a literal that the tree contains.
    pub(super) fn node_of(&self, literal: Literal) -> u16 {
        self.index[literal as usize]
    }

    /// Returns the parents of a node, in order.
    pub(super) fn parents_of(&self, node: usize) -> &[u16] {
        let node = &self.nodes[node];
        if node.parent_count == 1 {
            return std::slice::from_ref(&node.only_parent);
        }
        &self.parents[node.first_parent as usize..][..node.parent_count as usize]
    }

    /// Appends a node with the parents pushed since `first_parent`. `nested` is the number and complexity of
    /// the nested chain that proves it. The node is not yet registered as a consequence.
    fn push(&mut self, literal: Literal, cause: LinkCause, first_parent: usize, nested: (u32, u32)) {
        let parents = &self.parents[first_parent..];
        let (nested_id, mut max_nested) = nested;
        let mut depth = 0;
        for &parent in parents {
            let parent = &self.nodes[parent as usize];
            depth = depth.max(parent.depth);
            max_nested = max_nested.max(parent.nested_complexity);
        }
        let level = parents.first().map_or(0, |&parent| self.nodes[parent as usize].level) + 1;
        self.nodes.push(TreeNode {
            literal,
            cause,
            depth: depth + 1,
            level,
            parent_count: parents.len() as u16,
            only_parent: parents.first().copied().unwrap_or(0),
            first_parent: first_parent as u32,
            nested_id,
            nested_complexity: max_nested,
        });
    }

    /// Takes a false literal and returns whether the tree contains its negation, and whether it contains the
    /// literal itself.
    fn states(&self, off: Literal) -> (bool, bool) {
        let literals = self.seen[off as usize / 64] >> (off % 64);
        (literals & 2 != 0, literals & 1 != 0)
    }

    /// Returns a template for nodes that follow from `parent` by a weak link. Its literal is set by
    /// [`ImplicationTree::add_off`].
    fn link_from(&self, parent: u16) -> TreeNode {
        let TreeNode { depth, level, nested_complexity, .. } = self.nodes[parent as usize];
        TreeNode {
            cause: LinkCause::Weak,
            depth: depth + 1,
            level: level + 1,
            parent_count: 1,
            only_parent: parent,
            nested_complexity,
            ..ROOT
        }
    }

    /// Adds a false literal that follows by a weak link, using a template from
    /// [`ImplicationTree::link_from`].
    fn add_off(&mut self, literal: Literal, link: TreeNode) -> u16 {
        self.nodes.push(TreeNode { literal, ..link });
        self.register_last(literal)
    }

    /// Adds a consequence with the parents pushed since `first_parent`.
    fn add(&mut self, literal: Literal, cause: LinkCause, first_parent: usize) -> u16 {
        self.push(literal, cause, first_parent, NOT_NESTED);
        self.register_last(literal)
    }

    /// Adds an elimination by a pattern or by a nested chain, given by its number and complexity.
    pub(super) fn add_advanced(&mut self, literal: Literal, first_parent: usize, nested: (u32, u32)) {
        self.push(literal, LinkCause::Advanced, first_parent, nested);
        self.register_last(literal);
    }

    /// Ends the tree with a literal whose negation it contains.
    fn contradict(&mut self, literal: Literal, cause: LinkCause, first_parent: usize) {
        self.push(literal, cause, first_parent, NOT_NESTED);
        let (last, contrary) = ((self.nodes.len() - 1) as u16, self.node_of(literal ^ 1));
        self.contradiction = Some(if is_on(literal) { (last, contrary) } else { (contrary, last) });
    }
}

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
    pub(super) pending_on: Vec<u16>,
    pub(super) pending_off: Vec<u16>,
    pub(super) next_on: usize,
    pub(super) next_off: usize,
}

impl Explorer {
    pub(super) fn new() -> Box<Explorer> {
        Box::new(Explorer {
            work: RatingGrid::BLANK,
            elimination_mask: 0,
            cell_mask: 0,
            pending_on: Vec::new(),
            pending_off: Vec::new(),
            next_on: 0,
            next_off: 0,
        })
    }

    /// Prepares to grow a tree.
    pub(super) fn begin(&mut self, base: &RatingGrid, chain_kind: ChainKind) {
        self.elimination_mask = if chain_kind.is_dynamic() { 0x1FF } else { 0 };
        self.cell_mask = if chain_kind.uses_cells() { 0x1FF } else { 0 };
        self.work.clone_from(base);
        self.pending_on.clear();
        self.pending_off.clear();
        (self.next_on, self.next_off) = (0, 0);
    }

    /// Adds all candidates that a true candidate makes false.
    pub(super) fn follow_on(&mut self, tree: &mut ImplicationTree, node: u16) -> ControlFlow<()> {
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
                        tree.parents.push(node);
                        tree.contradict(literal, LinkCause::Weak, tree.parents.len() - 1);
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
    pub(super) fn follow_off(
        &mut self,
        base: &RatingGrid,
        tree: &mut ImplicationTree,
        node: u16,
    ) -> ControlFlow<()> {
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
