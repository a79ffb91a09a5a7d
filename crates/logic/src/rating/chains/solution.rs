//! The literals that hold in the solution: a sieve for the trees of a puzzle whose solution is known.
//!
//! ```text
//! an assumption that holds         its tree holds nothing but what holds, and ends in no contradiction
//! what several trees share         one of the assumptions holds, so what they share holds too
//! ```
//!
//! A file of its own because no answer rests on it: the rules inside a tree never go from what holds to what does not, so trees
//! that could give a hint only against the solution are not grown, and every hint is found as it would be without.

use super::tree::{ImplicationTree, WORDS};
use super::{Literal, off, on};
use veridoku_core::{Cell, Digit, Grid};

/// The literals that hold in the solution.
#[derive(Clone, Debug)]
pub(in super::super) struct SolutionLiterals {
    literals: [u64; WORDS],
}

impl SolutionLiterals {
    /// The literals that hold in a full grid.
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

    /// Whether the literal holds.
    pub(super) fn holds(&self, literal: Literal) -> bool {
        self.literals[literal as usize / 64] >> (literal % 64) & 1 == 1
    }

    /// Whether the tree of the assumption that holds may share something with these others, at a cost below a limit.
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
                // The longest ways, and one node more of the tree that holds.
                let (mut least, mut max_nested) = (1, 0);
                for tree in others {
                    let node = &tree.nodes[tree.node_of(literal) as usize];
                    least += u32::from(node.depth);
                    max_nested = max_nested.max(node.nested_complexity);
                }
                least + max_nested < limit
            })
        })
    }
}
