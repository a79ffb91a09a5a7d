//! The tree of consequences of one assumption.
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

use super::{LITERALS, LinkCause, Literal, is_on};

/// The number of words in a set of literals.
pub(super) const WORDS: usize = LITERALS.div_ceil(64);

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

/// The tree of consequences of one assumption.
#[derive(Debug)]
pub(super) struct ImplicationTree {
    pub(super) nodes: Vec<TreeNode>,
    pub(super) parents: Vec<u16>,
    index: Vec<u16>,
    pub(super) seen: [u64; WORDS],
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
            seen: [0; WORDS],
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
        self.seen = [0; WORDS];
        self.consequence_count = 0;
        self.contradiction = None;
        self.pruned = false;
        self.nodes.push(TreeNode {
            literal,
            cause: LinkCause::Assumed,
            depth: 1,
            level: 1,
            parent_count: 0,
            only_parent: 0,
            first_parent: 0,
            nested_id: 0,
            nested_complexity: 0,
        });
        self.register_last();
    }

    /// Registers the last node as a consequence.
    fn register_last(&mut self) {
        let number = self.nodes.len() - 1;
        let literal = self.nodes[number].literal as usize;
        self.index[literal] = number as u16;
        self.seen[literal / 64] |= 1 << (literal % 64);
        self.consequence_count = self.nodes.len();
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

    /// Appends a node with the parents pushed since `first_parent`. The node is not yet registered as a
    /// consequence.
    fn push(
        &mut self,
        literal: Literal,
        cause: LinkCause,
        first_parent: usize,
        nested_id: u32,
        nested_complexity: u32,
    ) {
        let parents = &self.parents[first_parent..];
        let (mut depth, mut max_nested) = (0, nested_complexity);
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
    pub(super) fn states(&self, off: Literal) -> (bool, bool) {
        let literals = self.seen[off as usize / 64] >> (off % 64);
        (literals & 2 != 0, literals & 1 != 0)
    }

    /// Returns a template for nodes that follow from `parent` by a weak link. Its literal is set by
    /// [`ImplicationTree::add_off`].
    pub(super) fn link_from(&self, parent: u16) -> TreeNode {
        let TreeNode { depth, level, nested_complexity, .. } = self.nodes[parent as usize];
        TreeNode {
            literal: 0,
            cause: LinkCause::Weak,
            depth: depth + 1,
            level: level + 1,
            parent_count: 1,
            only_parent: parent,
            first_parent: 0,
            nested_id: 0,
            nested_complexity,
        }
    }

    /// Adds a false literal that follows by a weak link, using a template from
    /// [`ImplicationTree::link_from`].
    pub(super) fn add_off(&mut self, literal: Literal, link: TreeNode) -> u16 {
        let number = self.nodes.len() as u16;
        self.nodes.push(TreeNode { literal, ..link });
        self.index[literal as usize] = number;
        self.seen[literal as usize / 64] |= 1 << (literal % 64);
        self.consequence_count = number as usize + 1;
        number
    }

    /// Adds a consequence with the parents pushed since `first_parent`.
    pub(super) fn add(&mut self, literal: Literal, cause: LinkCause, first_parent: usize) -> u16 {
        self.push(literal, cause, first_parent, 0, 0);
        self.register_last();
        (self.consequence_count - 1) as u16
    }

    /// Adds an elimination by a nested chain, or by a pattern if `nested_id` and `nested_complexity` are 0.
    pub(super) fn add_advanced(
        &mut self,
        literal: Literal,
        first_parent: usize,
        nested_id: u32,
        nested_complexity: u32,
    ) -> u16 {
        self.push(literal, LinkCause::Advanced, first_parent, nested_id, nested_complexity);
        self.register_last();
        (self.consequence_count - 1) as u16
    }

    /// Ends the tree with a literal whose negation it contains.
    pub(super) fn contradict(&mut self, literal: Literal, cause: LinkCause, first_parent: usize) {
        self.push(literal, cause, first_parent, 0, 0);
        let (last, contrary) = ((self.nodes.len() - 1) as u16, self.node_of(literal ^ 1));
        self.contradiction = Some(if is_on(literal) { (last, contrary) } else { (contrary, last) });
    }
}
