//! A cache of the hints that nested searches found, keyed by grid.
//!
//! ```text
//! grid ──▶ its hints, best first      each with its eliminations, complexity, fingerprint,
//!                                     and the links that it depends on
//! ```
//!
//! The hints depend only on the grid, and different assumptions often lead to the same grid. For example,
//! assuming one candidate of a pair true has the same effect as assuming the other one false, and the same
//! assumption recurs in later steps and in searches for other kinds of chains. With the hints cached, only
//! their parents have to be looked up in each tree.

use super::super::grid::{CELLS, HOUSES, RatingGrid, bits};
use super::chain_hints::NestedChain;
use super::links::{LinkCause, Literal, cell_of, digit_of, is_on, off};
use super::pruning;
use super::tree::ImplicationTree;
use std::collections::HashMap;
use std::ops::Range;

/// The maximum number of hints or grids in the cache. When either number exceeds it, the cache is cleared.
const CAPACITY: usize = 1 << 16;

/// A hash that identifies a grid by its candidates and by the counts that patterns depend on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct GridKey(u64, u64);

impl GridKey {
    /// Returns the key of a grid. Two different grids have the same key with a probability of about 2^-128.
    pub(super) fn of(grid: &RatingGrid) -> GridKey {
        let (mut one, mut two) = (0x9E37_79B9_7F4A_7C15_u64, 0xC2B2_AE3D_27D4_EB4F_u64);
        let candidates = grid.candidates.chunks(7);
        let candidates =
            candidates.map(|cells| cells.iter().fold(0, |word, &digits| word << 9 | u64::from(digits)));
        // The number of empty cells in each house, and the number of times each digit has been placed.
        let counts = [&grid.empty[..14], &grid.empty[14..], &grid.placed];
        let counts = counts.map(|counts| counts.iter().fold(0, |word, &count| word << 4 | u64::from(count)));
        for word in candidates.chain(counts) {
            let product = u128::from(one ^ word) * 0x9FB2_1C65_1E98_DF25_u128;
            one = (product as u64) ^ ((product >> 64) as u64).rotate_left(17);
            let product = u128::from(two.wrapping_add(word)) * 0xD6E8_FEB8_6659_FD93_u128;
            two = (product as u64) ^ ((product >> 64) as u64).rotate_left(29);
        }
        GridKey(one, two)
    }
}

/// A cached hint. Its eliminations and links are ranges of the common lists.
#[derive(Copy, Clone, Debug)]
struct NestedHint {
    fingerprint: u64,
    complexity: u32,
    first_removal: u32,
    removals: u32,
    first_link: u32,
    links: u32,
}

/// The hints of the grids searched so far.
#[derive(Debug, Default)]
pub(super) struct NestedCache {
    ranges: HashMap<GridKey, (u32, u32)>,
    hints: Vec<NestedHint>,
    removals: Vec<(u8, u16)>,
    /// The true literals that follow from a false candidate, each with the cell or house of the link.
    links: Vec<(Literal, LinkCause)>,
}

impl NestedCache {
    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.ranges.clear();
        self.hints.clear();
        self.removals.clear();
        self.links.clear();
    }

    /// Returns the index range of the hints for a grid, or `None` if the grid is not in the cache.
    pub(super) fn get(&self, key: GridKey) -> Option<Range<usize>> {
        self.ranges
            .get(&key)
            .filter(|_| pruning::is_enabled())
            .map(|&(start, end)| start as usize..end as usize)
    }

    /// Starts the entry for a grid. Pass the result to [`NestedCache::finish_grid`].
    pub(super) fn start_grid(&mut self) -> usize {
        if self.hints.len() > CAPACITY || self.ranges.len() > CAPACITY {
            self.clear();
        }
        self.hints.len()
    }

    /// Starts a hint. Its links are added next.
    pub(super) fn start_hint(&mut self, removals: impl Iterator<Item = (u8, u16)>) {
        let first_removal = self.removals.len();
        self.removals.extend(removals);
        self.hints.push(NestedHint {
            fingerprint: 0,
            complexity: 0,
            first_removal: first_removal as u32,
            removals: (self.removals.len() - first_removal) as u32,
            first_link: self.links.len() as u32,
            links: 0,
        });
    }

    /// Adds a literal to the links of the current hint if it is a true literal that follows from a false
    /// candidate. Only such links can depend on the assumption.
    pub(super) fn add_link(&mut self, literal: Literal, cause: LinkCause) {
        if is_on(literal) && matches!(cause, LinkCause::Cell | LinkCause::House(_)) {
            self.links.push((literal, cause));
        }
    }

    /// Finishes the hint.
    pub(super) fn finish_hint(&mut self, fingerprint: u64, complexity: u32) {
        let end = self.links.len() as u32;
        if let Some(hint) = self.hints.last_mut() {
            hint.fingerprint = fingerprint;
            hint.complexity = complexity;
            hint.links = end - hint.first_link;
        }
    }

    /// Finishes the entry for a grid, and returns the index range of its hints.
    pub(super) fn finish_grid(&mut self, key: GridKey, start: usize) -> Range<usize> {
        self.ranges.insert(key, (start as u32, self.hints.len() as u32));
        start..self.hints.len()
    }

    /// Adds the eliminations of these hints to a tree. Hints that do not depend on eliminations made in the
    /// tree are skipped.
    pub(super) fn add_to_tree(
        &self,
        hints: Range<usize>,
        base: &RatingGrid,
        work: &RatingGrid,
        tree: &mut ImplicationTree,
        nested_chains: &mut Vec<NestedChain>,
    ) {
        for hint in &self.hints[hints] {
            let first_parent = tree.parents.len();
            for &(literal, cause) in &self.links[hint.first_link as usize..][..hint.links as usize] {
                push_parents(literal, cause, base, work, tree, first_parent);
            }
            if tree.parents.len() == first_parent {
                continue;
            }
            let mut number = 0;
            for &(cell, digits) in &self.removals[hint.first_removal as usize..][..hint.removals as usize] {
                for digit in bits(digits) {
                    let literal = off(cell as usize, digit);
                    if !tree.has(literal) {
                        if number == 0 {
                            let NestedHint { fingerprint, complexity, .. } = *hint;
                            nested_chains.push(NestedChain { fingerprint, complexity });
                            number = nested_chains.len() as u32;
                        }
                        tree.add_advanced(literal, first_parent, (number, hint.complexity));
                    }
                }
            }
        }
    }
}

/// Pushes as parents the eliminations that created a strong link: those in the cell, or those of the digit in
/// the house.
fn push_parents(
    literal: Literal,
    cause: LinkCause,
    base: &RatingGrid,
    work: &RatingGrid,
    tree: &mut ImplicationTree,
    first_parent: usize,
) {
    let (cell, digit) = (cell_of(literal), digit_of(literal));
    match cause {
        LinkCause::Cell => {
            for eliminated in bits(base.candidates[cell] & !work.candidates[cell]) {
                push_parent(off(cell, eliminated), tree, first_parent);
            }
        }
        LinkCause::House(kind) => {
            let house = HOUSES[cell][kind as usize] as usize;
            for index in bits(base.places[house][digit] & !work.places[house][digit]) {
                push_parent(off(CELLS[house][index] as usize, digit), tree, first_parent);
            }
        }
        LinkCause::Assumed | LinkCause::Weak | LinkCause::Advanced => {}
    }
}

fn push_parent(literal: Literal, tree: &mut ImplicationTree, first_parent: usize) {
    let node = tree.node_of(literal);
    if !tree.parents[first_parent..].contains(&node) {
        tree.parents.push(node);
    }
}
