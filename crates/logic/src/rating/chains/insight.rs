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

use super::super::grid::{CELLS, Grid, HOUSES, bits};
use super::shortcut;
use super::tally::Nested;
use super::tree::Tree;
use super::{Cause, Literal, cell_of, digit_of, is_on, off};
use std::collections::HashMap;
use std::ops::Range;

/// Insights beyond this number are forgotten.
const CAPACITY: usize = 1 << 16;

/// The identity of a grid: its candidates and what else patterns look at, folded into a number.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct GridKey(u64, u64);

impl GridKey {
    /// The key of a grid. Two grids of a puzzle share one as likely as one in 2^128.
    pub(super) fn of(grid: &Grid) -> GridKey {
        let (mut one, mut two) = (0x9E37_79B9_7F4A_7C15_u64, 0xC2B2_AE3D_27D4_EB4F_u64);
        let candidates = grid.candidates.chunks(7);
        let candidates =
            candidates.map(|cells| cells.iter().fold(0, |word, &digits| word << 9 | u64::from(digits)));
        // How many cells of each house are empty, and how often each digit is written.
        let counts = [&grid.empty[..14], &grid.empty[14..], &grid.written];
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
struct Insight {
    fingerprint: u64,
    complexity: u32,
    first_removal: u32,
    removals: u32,
    first_support: u32,
    supports: u32,
}

/// The hints of the grids met so far.
#[derive(Debug, Default)]
pub(super) struct Insights {
    known: HashMap<GridKey, (u32, u32)>,
    all: Vec<Insight>,
    removals: Vec<(u8, u16)>,
    /// The true candidates that follow by a link from a false one, and by which.
    supports: Vec<(Literal, Cause)>,
}

impl Insights {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.all.clear();
        self.removals.clear();
        self.supports.clear();
    }

    /// The insights of a grid, if it is known.
    pub(super) fn of(&self, key: GridKey) -> Option<Range<usize>> {
        self.known
            .get(&key)
            .filter(|_| shortcut::are_taken())
            .map(|&(start, end)| start as usize..end as usize)
    }

    /// Begins with a grid that is not known; gives what [`Insights::finish`] wants.
    pub(super) fn begin(&mut self) -> usize {
        if self.all.len() > CAPACITY || self.known.len() > CAPACITY {
            self.clear();
        }
        self.all.len()
    }

    /// Begins an insight, whose supports follow.
    pub(super) fn open(&mut self, removals: impl Iterator<Item = (u8, u16)>) {
        let first_removal = self.removals.len();
        self.removals.extend(removals);
        self.all.push(Insight {
            fingerprint: 0,
            complexity: 0,
            first_removal: first_removal as u32,
            removals: (self.removals.len() - first_removal) as u32,
            first_support: self.supports.len() as u32,
            supports: 0,
        });
    }

    /// Adds a literal of the insight that was begun; only links from false to true can rest on an assumption.
    pub(super) fn support(&mut self, literal: Literal, cause: Cause) {
        if is_on(literal) && matches!(cause, Cause::Cell | Cause::House(_)) {
            self.supports.push((literal, cause));
        }
    }

    /// Ends the insight that was begun.
    pub(super) fn close(&mut self, fingerprint: u64, complexity: u32) {
        let end = self.supports.len() as u32;
        if let Some(insight) = self.all.last_mut() {
            insight.fingerprint = fingerprint;
            insight.complexity = complexity;
            insight.supports = end - insight.first_support;
        }
    }

    /// Ends a grid.
    pub(super) fn finish(&mut self, key: GridKey, start: usize) -> Range<usize> {
        self.known.insert(key, (start as u32, self.all.len() as u32));
        start..self.all.len()
    }

    /// Adds to a tree what insights of its working grid strike, if they rest on what the tree struck.
    pub(super) fn tell(
        &self,
        insights: Range<usize>,
        base: &Grid,
        work: &Grid,
        tree: &mut Tree,
        nested: &mut Vec<Nested>,
    ) {
        for insight in &self.all[insights] {
            let first_parent = tree.parents.len();
            for &(literal, cause) in
                &self.supports[insight.first_support as usize..][..insight.supports as usize]
            {
                push_parents(literal, cause, base, work, tree, first_parent);
            }
            if tree.parents.len() == first_parent {
                continue;
            }
            let mut number = 0;
            for &(cell, digits) in
                &self.removals[insight.first_removal as usize..][..insight.removals as usize]
            {
                for digit in bits(digits) {
                    let literal = off(cell as usize, digit);
                    if !tree.has(literal) {
                        if number == 0 {
                            let Insight { fingerprint, complexity, .. } = *insight;
                            nested.push(Nested { fingerprint, complexity });
                            number = nested.len() as u32;
                        }
                        tree.add_advanced(literal, first_parent, number, insight.complexity);
                    }
                }
            }
        }
    }
}

/// Pushes the literals that had to be struck before the last candidate of a cell or the last place of a house was one.
fn push_parents(
    literal: Literal,
    cause: Cause,
    base: &Grid,
    work: &Grid,
    tree: &mut Tree,
    first_parent: usize,
) {
    let (cell, digit) = (cell_of(literal), digit_of(literal));
    match cause {
        Cause::Cell => {
            for struck in bits(base.candidates[cell] & !work.candidates[cell]) {
                push_parent(off(cell, struck), tree, first_parent);
            }
        }
        Cause::House(kind) => {
            let house = HOUSES[cell][kind as usize] as usize;
            for index in bits(base.places[house][digit] & !work.places[house][digit]) {
                push_parent(off(CELLS[house][index] as usize, digit), tree, first_parent);
            }
        }
        Cause::Assumed | Cause::Weak | Cause::Advanced => {}
    }
}

fn push_parent(literal: Literal, tree: &mut Tree, first_parent: usize) {
    let node = tree.node_of(literal);
    if !tree.parents[first_parent..].contains(&node) {
        tree.parents.push(node);
    }
}
