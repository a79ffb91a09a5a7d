//! The literals that are true in the solution, used to skip trees that cannot give a hint.
//!
//! ```text
//! an assumption that is true       its tree contains only true literals, and no contradiction
//! literals that trees share        one of the assumptions is true, so the shared literals are true
//! ```
//!
//! Skipping these trees does not change the result. The rules of a tree are sound, so they never derive a
//! false literal from true ones. The skipped trees could give a hint only if it contradicted the solution.

use super::tree::{ImplicationTree, WORDS};
use super::{Literal, off, on};
use veridoku_core::{Cell, Digit, Grid};

/// The literals that are true in the solution.
#[derive(Clone, Debug)]
pub(in super::super) struct SolutionLiterals {
    literals: [u64; WORDS],
}

impl SolutionLiterals {
    /// Collects the literals that are true in a solved grid.
    pub(in super::super) fn of(solved: &Grid) -> SolutionLiterals {
        let mut literals = [0; WORDS];
        for cell in Cell::all() {
            for digit in Digit::ALL {
                let holds = solved.get(cell) == Some(digit);
                let literal = if holds { on } else { off }(cell.index(), digit.index());
                literals[literal as usize / 64] |= 1 << (literal % 64);
            }
        }
        SolutionLiterals { literals }
    }

    /// Reports whether a literal is true in the solution.
    pub(super) fn holds(&self, literal: Literal) -> bool {
        self.literals[literal as usize / 64] >> (literal % 64) & 1 == 1
    }

    /// Reports whether the tree of the true assumption may share a literal with all of these trees such that
    /// the complexity of the resulting hint is below the limit.
    pub(super) fn can_share(&self, others: &[&ImplicationTree], limit: u32) -> bool {
        let mut shared = self.literals;
        for tree in others {
            for (word, seen) in shared.iter_mut().zip(&tree.seen) {
                *word &= seen;
            }
        }
        shared.iter().enumerate().any(|(word, &literals)| {
            let mut rest = literals;
            std::iter::from_fn(|| {
                (rest != 0).then(|| {
                    let literal = word as u32 * 64 + rest.trailing_zeros();
                    rest &= rest - 1;
                    literal as Literal
                })
            })
            .any(|literal| {
                // A lower bound for the complexity: the longest path to the literal in each of these trees,
                // plus at least one node in the tree of the true assumption.
                let (mut min_nodes, mut max_nested) = (1, 0);
                for tree in others {
                    let node = &tree.nodes[tree.node_of(literal) as usize];
                    min_nodes += u32::from(node.depth);
                    max_nested = max_nested.max(node.nested_complexity);
                }
                min_nodes + max_nested < limit
            })
        })
    }
}
