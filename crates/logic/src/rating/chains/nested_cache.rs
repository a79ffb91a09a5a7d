//! What the chains inside a chain say, and what was said about a grid before.
//!
//! ```text
//! grid ──▶ insights, best first      one: what it strikes, how many nodes it has, who it is,
//!                                         and the links it rests on
//! ```
//!
//! The hints of a grid depend on the grid alone, while many assumptions lead to the same grid: a candidate true and its
//! partner false, the same assumption one step or one strength later. So the hints are kept, and only what they rest on
//! is looked up anew in each tree.

use super::super::grid::{CELLS, HOUSES, RatingGrid, bits};
use super::complexity::NestedChain;
use super::pruning;
use super::tree::ImplicationTree;
use super::{LinkCause, Literal, cell_of, digit_of, is_on, off};
use std::collections::HashMap;
use std::ops::Range;

/// Insights beyond this number are forgotten.
const CAPACITY: usize = 1 << 16;

/// The identity of a grid: its candidates and what else patterns look at, folded into a number.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct GridKey(u64, u64);

impl GridKey {
    /// The key of a grid. Two grids of a puzzle share one as likely as one in 2^128.
    pub(super) fn of(grid: &RatingGrid) -> GridKey {
        let (mut one, mut two) = (0x9E37_79B9_7F4A_7C15_u64, 0xC2B2_AE3D_27D4_EB4F_u64);
        let candidates = grid.candidates.chunks(7);
        let candidates =
            candidates.map(|cells| cells.iter().fold(0, |word, &digits| word << 9 | u64::from(digits)));
        // How many cells of each house are empty, and how often each digit is written.
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

/// One hint of a grid.
#[derive(Copy, Clone, Debug)]
struct NestedHint {
    fingerprint: u64,
    complexity: u32,
    first_removal: u32,
    removals: u32,
    first_link: u32,
    links: u32,
}

/// The hints of the grids met so far.
#[derive(Debug, Default)]
pub(super) struct NestedCache {
    ranges: HashMap<GridKey, (u32, u32)>,
    hints: Vec<NestedHint>,
    removals: Vec<(u8, u16)>,
    /// The true candidates that follow by a link from a false one, and by which.
    links: Vec<(Literal, LinkCause)>,
}

impl NestedCache {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.ranges.clear();
        self.hints.clear();
        self.removals.clear();
        self.links.clear();
    }

    /// The insights of a grid, if it is known.
    pub(super) fn get(&self, key: GridKey) -> Option<Range<usize>> {
        self.ranges
            .get(&key)
            .filter(|_| pruning::is_enabled())
            .map(|&(start, end)| start as usize..end as usize)
    }

    /// Begins with a grid that is not known; gives what [`NestedCache::finish`] wants.
    pub(super) fn start_grid(&mut self) -> usize {
        if self.hints.len() > CAPACITY || self.ranges.len() > CAPACITY {
            self.clear();
        }
        self.hints.len()
    }

    /// Begins an insight, whose supports follow.
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

    /// Adds a literal of the insight that was begun; only links from false to true can rest on an assumption.
    pub(super) fn add_link(&mut self, literal: Literal, cause: LinkCause) {
        if is_on(literal) && matches!(cause, LinkCause::Cell | LinkCause::House(_)) {
            self.links.push((literal, cause));
        }
    }

    /// Ends the insight that was begun.
    pub(super) fn finish_hint(&mut self, fingerprint: u64, complexity: u32) {
        let end = self.links.len() as u32;
        if let Some(hint) = self.hints.last_mut() {
            hint.fingerprint = fingerprint;
            hint.complexity = complexity;
            hint.links = end - hint.first_link;
        }
    }

    /// Ends a grid.
    pub(super) fn finish_grid(&mut self, key: GridKey, start: usize) -> Range<usize> {
        self.ranges.insert(key, (start as u32, self.hints.len() as u32));
        start..self.hints.len()
    }

    /// Adds to a tree what insights of its working grid strike, if they rest on what the tree struck.
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
                        tree.add_advanced(literal, first_parent, number, hint.complexity);
                    }
                }
            }
        }
    }
}

/// Pushes the literals that had to be struck before the last candidate of a cell or the last place of a house was one.
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
