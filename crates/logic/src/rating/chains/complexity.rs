//! Computes the complexity of a hint: the number of nodes in its chains, including nested chains.
//!
//! Most hints turn out not to be the best, so counting stops as soon as it reaches a limit.

use super::tree::ImplicationTree;

/// A nested chain, identified by its fingerprint, and its number of nodes.
#[derive(Copy, Clone, Debug)]
pub(super) struct NestedChain {
    pub(super) fingerprint: u64,
    pub(super) complexity: u32,
}

/// A node counter with reusable buffers.
#[derive(Debug, Default)]
pub(super) struct ComplexityCounter {
    marks: Vec<u32>,
    mark: u32,
    stack: Vec<u16>,
    /// The fingerprints of the nested chains already counted for this hint.
    counted: Vec<u64>,
}

impl ComplexityCounter {
    /// Returns the complexity of a hint with these target nodes, or `None` if it reaches the limit.
    pub(super) fn count<'a>(
        &mut self,
        targets: impl Iterator<Item = (&'a ImplicationTree, u16)>,
        nested_chains: &[NestedChain],
        limit: u32,
    ) -> Option<u32> {
        let mut sum = 0;
        self.counted.clear();
        for (tree, target) in targets {
            if self.mark == u32::MAX {
                self.marks.fill(0);
                self.mark = 0;
            }
            self.mark += 1;
            if self.marks.len() < tree.nodes.len() {
                self.marks.resize(tree.nodes.len(), 0);
            }
            self.stack.push(target);
            self.marks[target as usize] = self.mark;
            while let Some(node) = self.stack.pop() {
                sum += 1;
                let nested_id = tree.nodes[node as usize].nested_id;
                if nested_id != 0 {
                    let chain = nested_chains[nested_id as usize - 1];
                    if !self.counted.contains(&chain.fingerprint) {
                        self.counted.push(chain.fingerprint);
                        sum += chain.complexity;
                    }
                }
                if sum >= limit {
                    self.stack.clear();
                    return None;
                }
                for &parent in tree.parents_of(node as usize) {
                    let mark = &mut self.marks[parent as usize];
                    if *mark != self.mark {
                        *mark = self.mark;
                        self.stack.push(parent);
                    }
                }
            }
        }
        Some(sum)
    }
}
